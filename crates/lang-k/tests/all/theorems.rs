//! Precision and coverage (theorems 1 and 2 of the paper) on random small programs.

use lang_k::{Ctx, Done, Known, Options, State, Steps, Value, explore, value_of};
use proptest::prelude::*;
use term::{Pool, Sort};

use crate::support::{Loaded, load, solver};

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

/// The rules that a run on known values applies, and what it prints.
fn concrete(imp: &mut Loaded, text: &str, inputs: [Value; 2]) -> (Vec<Done>, String) {
    let pool = Pool::new();
    let mut state = imp.start(&pool, text, inputs.to_vec());
    let known = Known::default();
    let mut ctx = Ctx::concrete(&imp.language.compiled.program, &pool, &known);
    let mut rules = Vec::new();
    while let Some(done) = ctx.step(&mut state).expect("small programs have values") {
        rules.push(done);
    }
    (rules, imp.printed(&state))
}

/// The rules of the path that a symbolic state takes under conditions.
fn symbolic(imp: &Loaded, pool: &Pool, mut state: State, conds: &[term::Term]) -> Vec<Done> {
    let known = conds.iter().fold(Known::default(), |known, cond| known.with(pool, *cond));
    let mut ctx = Ctx::new(&imp.language.compiled.program, pool, &known);
    let mut rules = Vec::new();
    while let Some(done) = ctx.step(&mut state).expect("the path has decided everything") {
        rules.push(done);
    }
    rules
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Every model of a path replays to the same rules; every run is one of the paths.
    #[test]
    fn symbolic_paths_are_the_runs(body in statement(), a in -3i64..4, b in -3i64..4) {
        let text = program(&body);
        let mut imp = load("imp/imp.k", &[]);
        let pool = Pool::new();
        let inputs = ["a", "b"].map(|name| pool.var(name, Sort::INT));
        let start = imp.start(&pool, &text, inputs.map(Value::Sym).to_vec());
        let options = Options { steps: Steps::First, ..Options::default() };
        let compiled = &imp.language.compiled.program;
        let found =
            explore(compiled, &pool, start.clone(), &[], None, &options, &mut *solver());
        let mut covered = 0;
        for path in &found.solutions {
            let rules = symbolic(&imp, &pool, start.clone(), &path.decided);
            if let Some(model) = &path.model {
                let values = inputs.map(|input| {
                    value_of(&pool, model.value(&pool, input).expect("integers have values"))
                });
                prop_assert_eq!(&concrete(&mut imp, &text, values).0, &rules);
            }
            let mut point = term::Model::new();
            point.set(inputs[0], pool.int(a));
            point.set(inputs[1], pool.int(b));
            if pool.satisfies(&point, &path.conds) {
                covered += 1;
                let values = [Value::int(a), Value::int(b)];
                prop_assert_eq!(&concrete(&mut imp, &text, values).0, &rules);
            }
        }
        // Exactly one path is the one of the chosen inputs, unless the solver gave some up.
        prop_assert_eq!(covered, 1, "{:?}", found.given_up);
    }
}
