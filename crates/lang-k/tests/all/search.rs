//! Search: all orders of evaluation, all interleavings.

use std::collections::BTreeSet;

use lang_k::{Options, Steps, explore};
use solve::NoSolver;
use term::Pool;

use crate::support::load;

/// Everything that a program can print.
fn prints(definition: &str, program: &str) -> BTreeSet<String> {
    let mut language = load(definition, &[]);
    let pool = Pool::new();
    let state = language.start(&pool, program, Vec::new());
    let options = Options { steps: Steps::All, ..Options::default() };
    let compiled = &language.language.compiled.program;
    let found = explore(compiled, &pool, state, &[], None, &options, &mut NoSolver::new());
    assert!(found.is_complete(), "{:?}", found.given_up);
    found.solutions.iter().map(|end| language.printed(&end.state)).collect()
}

/// A heated argument is evaluated to its end before it is put back, in any order.
#[test]
fn arguments_are_evaluated_in_any_order_but_not_in_turns() {
    let program = "function main() { var x = 1; var y = 0; y = ++x / (++x / x); print(y); }";
    let printed = prints("simple/simple.md", program);
    assert_eq!(printed, BTreeSet::from(["1", "2", "3"].map(str::to_owned)));
}

#[test]
fn threads_without_a_lock_lose_updates() {
    let program = "var x = 0; function main() { \
                   var t = spawn { x = x + 1; }; x = x + 2; join t; print(x); }";
    let printed = prints("simple/simple.md", program);
    assert_eq!(printed, BTreeSet::from(["1", "2", "3"].map(str::to_owned)));
}
