//! What `check_spec` says of small specs.

use source::Files;
use term::Pool;
use trace::{Spec, syntax};
use trace_tools::{Bounds, Faults, Oracle, check_spec};

use crate::support::solver;

const HEAD: &str = "sort K\nop put(key: K, val: Int)\nop get(key: K) : Int\nghost a: K\n";

fn check_text(body: &str) -> Faults {
    let pool = Pool::new();
    let file = Files::new().add("a.trace", &format!("{HEAD}{body}"));
    let (tree, diagnostics) = syntax::parse(&file);
    assert_eq!(diagnostics, []);
    let (spec, diagnostics) = Spec::of_tree(&pool, &tree);
    assert_eq!(diagnostics, []);
    let mut solver = solver();
    let mut oracle = Oracle::new(&mut *solver);
    check_spec(&pool, &tree, &spec, Bounds::default(), &mut oracle)
}

/// Codes with the text that they point at.
fn faults(body: &str) -> Vec<(String, String)> {
    let faults = check_text(body);
    assert_eq!(faults.undecided, []);
    let text = format!("{HEAD}{body}");
    let shown = faults.diagnostics.iter().map(|diagnostic| {
        let code = diagnostic.code.clone().expect("faults have codes");
        (code, text[diagnostic.labels[0].span.range()].to_owned())
    });
    shown.collect()
}

#[track_caller]
fn check(body: &str, expected: &[(&str, &str)]) {
    let found = faults(body);
    let found: Vec<(&str, &str)> =
        found.iter().map(|(code, text)| (code.as_str(), text.as_str())).collect();
    assert_eq!(found, expected);
}

#[test]
fn nothing_is_wrong_with_a_sensible_spec() {
    check("property p := G (<put a _> implies X F <get a>)", &[]);
}

#[test]
fn properties_that_say_nothing() {
    let never = "property p := F (<put a 1> && <get a>)";
    check(never, &[("SPC020", never)]);
    let always = "property p := <put a _> || !<put a _> || <get>";
    check(always, &[("SPC021", always)]);
}

#[test]
fn what_the_solver_does_not_know_is_said() {
    // Whether 114 is the sum of three cubes is an open question.
    let found = check_text(
        "ghost i: Int\nghost j: Int\nproperty p := F (<put a v | v*v*v + i*i*i + j*j*j == 114> && F <get a>)",
    );
    assert_eq!(found.diagnostics, []);
    assert!(!found.undecided.is_empty());
}

#[test]
fn parts_that_change_nothing() {
    check("property p := F <put a _> && F <put a 3> && F <get>", &[("SPC022", "F <put a _>")]);
    check(
        "automaton p { start s accept t s -[ <put a _> ]-> t s -[ <put a 3> ]-> t t -[ <get> ]-> t }",
        &[("SPC022", "s -[ <put a 3> ]-> t")],
    );
}

#[test]
fn declarations_that_nothing_uses() {
    check(
        "sort L\nghost b: K\npredicate q(x: K, y: Int) := F <put x _>\nproperty p := F <put a _>",
        &[("SPC023", "get"), ("SPC023", "L"), ("SPC023", "b"), ("SPC023", "q"), ("SPC023", "y")],
    );
}
