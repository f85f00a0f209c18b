//! A run keeps the front of its computation on a stack. It makes the steps that are made on whole
//! configurations one at a time.

use lang_k::{Ctx, Ending, Known, State, run};
use proptest::prelude::*;
use solve::Interrupt;
use term::Pool;

use crate::support::{Loaded, load_text};

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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_run_makes_the_steps_of_whole_configurations(
        text in expression(),
        pauses in proptest::collection::vec(1..40_u64, 1..6),
    ) {
        let mut language = load_text("jumps.k", DEFINITION, &[]);
        let pool = Pool::new();
        let mut fast = language.start(&pool, &text, Vec::new());
        let mut slow = fast.clone();
        let program = &language.language.compiled.program;
        for steps in pauses {
            let ending = slowly(&language, &pool, &mut slow, steps);
            let (made, ended) =
                run(program, &pool, &mut fast, Some(steps), &Interrupt::new(), &mut |_, _| {});
            prop_assert_eq!(&fast, &slow);
            let expected = ending.unwrap_or(Ending::Depth(steps));
            prop_assert_eq!(&ended, &expected);
            if made < steps {
                break;
            }
        }
    }
}
