//! Precision and coverage (theorems 1 and 2 of the paper) on random small programs.

use std::cell::RefCell;

use lang_k::{Done, Options, Steps, Value, explore, trace, value_of};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use term::{Model, Pool, Sort, Term};
use test_support::k::Generator;

use crate::support::{Loaded, load, load_text, solver};

/// Steps of one path; small programs make fewer.
const MOST: u64 = 5000;

/// A random statement over the inputs `a` and `b` and a sum `s`.
fn statement() -> impl Strategy<Value = String> {
    let operand = prop_oneof![Just("a"), Just("b"), Just("s"), Just("1"), Just("2")];
    let operator = prop_oneof![Just("+"), Just("-"), Just("*")];
    let sum =
        (operand.clone(), operator, operand.clone()).prop_map(|(x, op, y)| format!("{x} {op} {y}"));
    let comparison = prop_oneof![Just("<"), Just("<="), Just("==")];
    let condition =
        (operand.clone(), comparison, operand).prop_map(|(x, op, y)| format!("{x} {op} {y}"));
    let assign = (prop_oneof![Just("a"), Just("s")], sum).prop_map(|(x, e)| format!("{x} = {e};"));
    assign.prop_recursive(3, 12, 2, move |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(x, y)| format!("{x} {y}")),
            (condition.clone(), inner.clone(), inner)
                .prop_map(|(c, x, y)| format!("if ({c}) {{ {x} }} else {{ {y} }}")),
        ]
    })
}

fn program(body: &str) -> String {
    format!("int a, b, s; a = read(); b = read(); {body} print(s);")
}

/// The rules that a run on known values applies.
fn concrete(loaded: &mut Loaded, text: &str, inputs: &[Value]) -> Vec<Done> {
    let pool = Pool::new();
    let start = loaded.start(&pool, text, inputs.to_vec());
    trace(&loaded.language.compiled.program, &pool, start, &[], MOST).path
}

/// Every model of a path replays to the same rules; the run on chosen inputs is one of the paths.
fn check(loaded: &mut Loaded, text: &str, chosen: [i64; 2]) -> Result<(), TestCaseError> {
    let pool = Pool::new();
    let inputs = ["a", "b"].map(|name| pool.var(name, Sort::INT));
    let start =
        loaded.start(&pool, text, inputs.map(|input| Value::symbolic(&pool, input)).to_vec());
    let options = Options { steps: Steps::First, depth: Some(MOST), ..Options::default() };
    let compiled = &loaded.language.compiled.program;
    let found = explore(compiled, &pool, start.clone(), &[], None, &options, &solver);
    if !found.is_complete() {
        return Err(TestCaseError::reject("paths were given up"));
    }
    let mut point = Model::new();
    inputs.iter().zip(chosen).for_each(|(input, value)| point.set(*input, pool.int(value)));
    let mut covered = 0;
    for path in &found.solutions {
        let compiled = &loaded.language.compiled.program;
        let rules = trace(compiled, &pool, start.clone(), &path.decided, MOST).path;
        if let Some(model) = &path.model {
            let value = |input: &Term| model.value(&pool, *input).expect("integers have values");
            let values: Vec<Value> =
                inputs.iter().map(|input| value_of(&pool, value(input))).collect();
            prop_assert_eq!(&concrete(loaded, text, &values), &rules, "precision of\n{}", text);
        }
        if pool.satisfies(&point, &path.conds) {
            covered += 1;
            let rules_of_run = concrete(loaded, text, &chosen.map(Value::int));
            prop_assert_eq!(&rules_of_run, &rules, "coverage of\n{}", text);
        }
    }
    prop_assert_eq!(covered, 1, "{:?} takes one path of\n{}", chosen, text);
    Ok(())
}

/// Checks programs of a language that are made from random choices.
fn check_all<S: Strategy>(
    definition: Loaded,
    programs: S,
    cases: u32,
    text: impl Fn(&Loaded, S::Value) -> String,
) {
    let loaded = RefCell::new(definition);
    let config =
        Config { cases, max_global_rejects: 1024, failure_persistence: None, ..Config::default() };
    let outcome =
        TestRunner::new(config).run(&(programs, -3i64..4, -3i64..4), |(program, a, b)| {
            let mut loaded = loaded.borrow_mut();
            let text = text(&loaded, program);
            check(&mut loaded, &text, [a, b])
        });
    outcome.unwrap_or_else(|error| panic!("{error}"));
}

fn choices() -> impl Strategy<Value = Vec<u8>> {
    proptest::collection::vec(any::<u8>(), 0..24)
}

#[test]
fn symbolic_paths_of_imp_are_the_runs() {
    check_all(load("imp/imp.k", &[]), statement(), 24, |_, body| program(&body));
}

#[test]
fn symbolic_paths_of_simple_are_the_runs() {
    check_all(load("simple/simple.md", &[]), statement(), 12, |_, body| {
        format!("function main() {{ var a = read(), b = read(), s = 0; {body} print(s); }}")
    });
}

#[test]
fn symbolic_paths_of_kool_are_the_runs() {
    check_all(load("kool/kool.k", &[]), statement(), 8, |_, body| {
        format!(
            "class Main {{ var s; method Main() {{ s = 0; var a = read(), b = read(); {body} \
             print(s); }} }}"
        )
    });
}

/// A language whose meaning lies in functions, maps, lists and rules with priorities.
const FUNCTIONS: &str = r#"module FUNCTIONS
  imports DOMAINS
  syntax Exp ::= Int | "a" | "b" | "max" "(" Exp "," Exp ")" [seqstrict]
               | "abs" "(" Exp ")" [strict] | "at" "(" Exp ")" [strict]
               | "put" "(" Exp "," Exp ")" [seqstrict] | "sign" "(" Exp ")" [strict]
               | "nth" "(" Exp ")" [strict] | "up" "(" Exp ")" [strict]
  syntax KResult ::= Int
  configuration <T> <k> $PGM:Exp </k> <in stream="stdin"> .List </in>
                    <store> 0 |-> 5 1 |-> 7 </store> </T>
  syntax Int ::= larger(Int, Int) [function] | triangle(Int) [function] | pick(List, Int) [function]
  rule larger(X, Y) => X requires X >=Int Y
  rule larger(_, Y) => Y [owise]
  rule triangle(N) => 0 requires N <=Int 0
  rule triangle(N) => 0 requires N >Int 2
  rule triangle(N) => N +Int triangle(N -Int 1) requires N >Int 0 andBool N <=Int 2
  rule pick(ListItem(X) _, 0) => X
  rule pick(ListItem(_) Xs, N) => pick(Xs, N -Int 1) requires N >Int 0
  rule pick(.List, _) => -1
  rule pick(_, N) => -2 requires N <Int 0
  rule <k> a => I ...</k> <in> ListItem(I:Int) ...</in>
  rule <k> b => I ...</k> <in> ListItem(_) ListItem(I:Int) </in>
  rule max(X:Int, Y:Int) => larger(X, Y)
  rule abs(X:Int) => 0 -Int X requires X <Int 0
  rule abs(X:Int) => X [owise]
  rule <k> at(X:Int) => V ...</k> <store>... X |-> V ...</store>
  rule <k> at(X:Int) => -1 ...</k> <store> M </store> requires notBool (X in_keys(M))
  rule <k> put(X:Int, V:Int) => V ...</k> <store> M => M[X <- V] </store>
  rule sign(0) => 0 [priority(20)]
  rule sign(X:Int) => 1 requires X >Int 0
  rule sign(_:Int) => -1 [owise]
  rule nth(X:Int) => pick(ListItem(4) ListItem(6), X)
  rule up(X:Int) => triangle(X)
endmodule
"#;

#[test]
fn symbolic_paths_through_functions_and_maps_are_the_runs() {
    let functions = load_text("functions.k", FUNCTIONS, &[]);
    check_all(functions, choices(), 32, |loaded, choices| {
        Generator::new(&loaded.language.definition, &choices, &[]).text("Exp", 3)
    });
}
