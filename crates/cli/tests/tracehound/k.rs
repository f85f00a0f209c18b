//! `run --def`: programs of languages that K definitions give.

use crate::common::{Programs, tracehound};

const IMP: [&str; 2] = ["--def", "examples/k/imp/imp.k"];

/// Calls `run` on a program of IMP.
fn imp(program: &str, options: &[&str]) -> crate::common::Done {
    tracehound(&[&["run", program], &IMP[..], options].concat())
}

#[test]
fn a_program_prints_and_its_last_configuration_is_shown() {
    let done = imp("examples/k/imp/sum.imp", &["--in", "10"]);
    assert_eq!(done.code, 0, "{}", done.stderr);
    assert!(done.stdout.starts_with("Sum = 55\n<T>\n"), "{}", done.stdout);
    assert!(done.stdout.contains("s |-> 55"), "{}", done.stdout);
}

#[test]
fn paths_of_symbolic_inputs_have_conditions_and_values() {
    let done = imp("examples/k/imp/sum.imp", &["--in", "n:Int", "--where", "n >Int 1"]);
    assert_eq!(done.code, 0, "{}", done.stderr);
    assert_eq!(done.stdout.matches("Solution ").count(), 5, "{}", done.stdout);
    assert!(done.stdout.contains("Input: n = 2\n"), "{}", done.stdout);
}

#[test]
fn older_flags_are_understood() {
    let options = ["-cIN=a", "-cPC=a >Int 0 andBool a <Int 10", "-ltlmc", "[] (L -> k < 4)"];
    let done = imp("examples/k/imp/log.imp", &options);
    assert_eq!((done.code, done.stdout.as_str()), (0, "The property holds.\n"), "{}", done.stderr);
}

#[test]
fn a_pattern_picks_the_solutions() {
    let pattern = "<out>... ListItem(6) ...</out>";
    let options = ["--in", "n:Int", "--where", "n <Int 9", "--pattern", pattern];
    let done = imp("examples/k/imp/sum.imp", &options);
    assert!(done.stdout.contains("Input: n = 3\n"), "{}{}", done.stdout, done.stderr);
    assert_eq!(done.stdout.matches("Solution ").count(), 1, "{}", done.stdout);
}

#[test]
fn a_stuck_program_is_told_apart() {
    let programs = Programs::new();
    let program = programs.add("stuck.imp", "int x; x = 1 / x;");
    let done = imp(&program, &[]);
    assert!(done.stderr.contains("stuck: no rule applies to `1 / 0`"), "{}", done.stderr);
}

#[test]
fn broken_programs_and_definitions_are_refused_with_their_place() {
    let programs = Programs::new();
    let program = programs.add("broken.imp", "int x; x = ;");
    let done = imp(&program, &[]);
    assert_eq!(done.code, 2, "{}", done.stdout);
    assert!(done.stderr.contains("broken.imp:1:"), "{}", done.stderr);
    let definition = programs.add("d.k", "module D\n  rule <nowhere> X </nowhere>\nendmodule");
    let done = tracehound(&["run", "examples/k/imp/sum.imp", "--def", &definition]);
    assert_eq!(done.code, 2, "{}", done.stdout);
}
