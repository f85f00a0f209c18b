//! A run keeps the front of its computation on a stack. It makes the steps that are made on whole
//! configurations one at a time.

use explore::Meter;
use lang_k::{Ctx, Ending, Known, State, Value, run};
use proptest::prelude::*;
use term::Pool;

use crate::support::{Loaded, folder, load, load_text};

/// A small language with what rules may do to a computation: strict arguments, rules that apply
/// wherever a constructor is made, contexts, right-hand sides without a value, rules that hold on to
/// what is behind the front, and cells that change with it.
const DEFINITION: &str = "
module JUMPS-SYNTAX
  imports INT-SYNTAX
  imports ID-SYNTAX
  syntax Exp ::= Int | Id | \"gone\"
               | \"(\" Exp \")\"           [bracket]
               | \"neg\" Exp             [strict]
               > Exp \"/\" Exp           [strict, left]
               > Exp \"+\" Exp           [strict, left]
               | Exp \"&\" Exp           [seqstrict, left]
               > Id \"<-\" Exp           [right]
               | \"new\" Exp             [strict]
               | \"keep\" Exp
               | \"back\" Exp            [strict]
               > Exp \";\" Exp           [right]
endmodule

module JUMPS
  imports JUMPS-SYNTAX
  imports INT
  imports BOOL
  imports MAP
  imports LIST
  syntax KResult ::= Int
  configuration <T> <k> $PGM:Exp </k> <store> .Map </store> <kept> .List </kept> </T>

  rule neg neg E => E                                  [anywhere]
  rule neg I:Int => 0 -Int I
  rule I1 + I2 => I1 +Int I2
  rule I1 / I2 => I1 /Int I2
  rule I1 & I2 => I1 requires I1 <=Int I2
  rule I1 & I2 => I2 requires I2 <Int I1
  context _:Id <- HOLE
  rule <k> X:Id <- I:Int => I ...</k> <store> M => M[X <- I] </store>
  rule <k> X:Id => I ...</k> <store>... X |-> I:Int ...</store>
  rule <k> X:Id => 7 ...</k> <store> M </store> requires notBool (X in_keys(M))
  rule <k> new I:Int => !N:Int +Int I ...</k>
  rule _:Int ; E => E
  syntax KItem ::= \"hold\" \"(\" K \")\"
  rule <k> keep E ~> Rest => E ~> Rest </k> <kept> L => ListItem(hold(Rest)) L </kept>
  rule <k> back I:Int ~> _ => I ~> Rest </k> <kept> ListItem(hold(Rest)) => .List ...</kept>
  rule <k> gone => .K ...</k>
  context HOLE ; _
endmodule
";

fn expression() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        (0..4_i64).prop_map(|number| number.to_string()),
        prop_oneof![Just("x"), Just("y"), Just("gone")].prop_map(str::to_owned),
    ];
    leaf.prop_recursive(4, 24, 2, |inner| {
        let operator = prop_oneof![Just("+"), Just("+"), Just("/"), Just("&"), Just(";")];
        let prefix = prop_oneof![Just("neg"), Just("new"), Just("keep"), Just("back")];
        prop_oneof![
            (inner.clone(), operator, inner.clone())
                .prop_map(|(x, op, y)| format!("({x} {op} {y})")),
            (prefix, inner.clone()).prop_map(|(op, x)| format!("({op} {x})")),
            (prop_oneof![Just("x"), Just("y")], inner).prop_map(|(x, y)| format!("({x} <- {y})")),
        ]
    })
}

/// So many steps, one at a time, on the whole configuration.
fn slowly(language: &Loaded, pool: &Pool, state: &mut State, steps: u64) -> Option<Ending> {
    let program = &language.language.compiled.program;
    let known = Known::default();
    let mut ctx = Ctx::new(program, pool, &known);
    for _ in 0..steps {
        match ctx.step(state) {
            Ok(Some(_)) => {}
            Ok(None) => return Some(lang_k::rest(program, pool, state)),
            Err(halt) => return Some(Ending::Halted(halt)),
        }
    }
    None
}

/// Both, in portions, until the program ends.
fn compare(language: &Loaded, pool: &Pool, start: State, portions: impl Iterator<Item = u64>) {
    let (mut fast, mut slow) = (start.clone(), start);
    let program = &language.language.compiled.program;
    for steps in portions {
        let ending = slowly(language, pool, &mut slow, steps);
        let (made, ended) =
            run(program, pool, &mut fast, Some(steps), &Meter::default(), &mut |_, _| {});
        assert!(fast == slow, "{}", language.language.show_state(pool, &fast));
        assert_eq!(ended, ending.unwrap_or(Ending::Depth(steps)));
        if made < steps {
            break;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_run_makes_the_steps_of_whole_configurations(
        text in expression(),
        portions in proptest::collection::vec(1..40_u64, 1..6),
    ) {
        let mut language = load_text("jumps.k", DEFINITION, &[]);
        let pool = Pool::new();
        let start = language.start(&pool, &text, Vec::new());
        compare(&language, &pool, start, portions.into_iter());
    }
}

#[test]
fn so_do_runs_with_calls_threads_and_objects() {
    let examples = [
        ("simple/simple.md", "exceptions.simple"),
        ("simple/simple.md", "threads.simple"),
        ("kool/kool.k", "lists.kool"),
        ("lambda/lambda.k", "factorial.lambda"),
        ("rendezvous/channel.k", "sieve.channel"),
    ];
    for (definition, name) in examples {
        let mut language = load(definition, &[]);
        let path = folder().join(definition).with_file_name(name);
        let text = std::fs::read_to_string(path).expect("the example is there");
        let pool = Pool::new();
        let input = (0..8).map(Value::int).collect();
        let start = language.start(&pool, &text, input);
        compare(&language, &pool, start, (1..60).cycle().take(400));
    }
}
