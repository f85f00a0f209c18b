//! Temporal properties, the paper's logarithm first.

use std::sync::Arc;

use explore::{Budget, Limit, Meter};
use lang_k::ltl::{Checked, check};
use lang_k::{GivenUp, Options, Value};
use solve::Interrupt;
use term::{Pool, Sort};

use crate::support::{folder, load, load_text, property, solver};

/// Checks a property of `log.imp` on an input between bounds.
fn logarithm(formula: &str) -> Checked {
    let mut imp = load("imp/imp.k", &[]);
    let program = std::fs::read_to_string(folder().join("imp/log.imp"));
    let pool = Pool::new();
    let a = pool.var("a", Sort::INT);
    let start =
        imp.start(&pool, &program.expect("the example is there"), vec![Value::symbolic(&pool, a)]);
    let assumed = [pool.lt(pool.int(0), a), pool.lt(a, pool.int(10))];
    let formula = property(formula);
    let options = Options::default();
    check(&imp.language, &pool, start, &assumed, &formula, &options, &mut *solver())
}

#[test]
fn the_invariant_of_the_logarithm_holds_at_its_label() {
    let checked = logarithm("[] (L -> (x * 2 ^ k <= a && a < (x + 1) * 2 ^ k))");
    assert!(matches!(checked, Checked::Holds), "{checked:?}");
}

#[test]
fn a_wrong_invariant_is_broken_with_a_witness() {
    match logarithm("G (L -> k < 3)") {
        Checked::Broken(run) => assert!(run.end.sure && run.end.model.is_some()),
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_run_comes_to_its_end() {
    assert!(matches!(logarithm("F x == 1"), Checked::Holds));
    assert!(matches!(logarithm("F x == 7"), Checked::Broken(_)));
    assert!(matches!(logarithm("G F x == 1"), Checked::Holds));
}

#[test]
fn interrupted_check_names_the_limit() {
    let mut imp = load("imp/imp.k", &[]);
    let pool = Pool::new();
    let start = imp.start(&pool, "int x; x = 1;", Vec::new());
    let interrupt = Interrupt::new();
    interrupt.raise();
    let meter = Arc::new(Meter::new(Budget::UNLIMITED, interrupt));
    let options = Options { meter, ..Options::default() };
    let formula = property("G x < 5");
    match check(&imp.language, &pool, start, &[], &formula, &options, &mut *solver()) {
        Checked::HoldsWithin(why) => assert_eq!(why, [GivenUp::Limit(Limit::Interrupted)]),
        other => panic!("{other:?}"),
    }
}

/// A property may name a function of the definition, as in the paper.
#[test]
fn a_function_of_the_definition_is_a_predicate() {
    let text = std::fs::read_to_string(folder().join("imp/imp.k")).expect("the example is there");
    let rule = "syntax Bool ::= logInv(Int, Int, Int) [function]\n  \
                rule logInv(A, X, K) => (X *Int (2 ^Int K)) <=Int A andBool \
                A <Int (X +Int 1) *Int (2 ^Int K)\n  // Expressions";
    let mut imp = load_text("imp.k", &text.replacen("// Expressions", rule, 1), &[]);
    let program = std::fs::read_to_string(folder().join("imp/log.imp"));
    let pool = Pool::new();
    let a = pool.var("a", Sort::INT);
    let start =
        imp.start(&pool, &program.expect("the example is there"), vec![Value::symbolic(&pool, a)]);
    let assumed = [pool.lt(pool.int(0), a), pool.lt(a, pool.int(10))];
    let formula = property("□Ltl (L →Ltl logInv(a, x, k))");
    let options = Options::default();
    let checked = check(&imp.language, &pool, start, &assumed, &formula, &options, &mut *solver());
    assert!(matches!(checked, Checked::Holds), "{checked:?}");
}
