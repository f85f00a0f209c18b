//! The corpus and the examples: every case is what its `case.toml` says, as far as a front end can
//! tell without exploring.
//!
//! Bad input gives exactly the errors listed. The witness of a violation, replayed by the machine
//! and by the interpreter, breaks the property. Random inputs never break a case that holds.

use std::path::{Path, PathBuf};

use lang_toy::{load, parse};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestRunner};
use source::{File, Files};
use test_support::toy::{Answers, End, interpret};
use testbed::{Case, Language, Verdict};

use crate::oracle::compare;

fn root() -> PathBuf {
    testbed::root()
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn entries(folder: &str) -> Vec<PathBuf> {
    let folder = root().join(folder);
    let listing = std::fs::read_dir(&folder).expect("the folder is there");
    let mut paths: Vec<PathBuf> = listing.map(|entry| entry.expect("readable").path()).collect();
    paths.sort();
    paths
}

/// The cases with their programs.
fn cases() -> Vec<(Case, String)> {
    let cases = Case::of_language(&root(), Language::Toy);
    assert!(cases.len() >= 28);
    let program = |case: &Case| read(&case.folder().join("main.toy"));
    cases.into_iter().map(|case| (case.clone(), program(&case))).collect()
}

fn with_verdict(verdict: Verdict) -> impl Iterator<Item = (Case, String)> {
    cases().into_iter().filter(move |(case, _)| case.expected.verdict == verdict)
}

#[test]
fn bad_input_gives_the_listed_errors() {
    for (case, text) in cases() {
        let mut files = Files::new();
        let file = files.add("main.toy", &text);
        let found: Vec<String> = load(&file)
            .err()
            .unwrap_or_default()
            .iter()
            .map(|diagnostic| {
                let place = files.describe(diagnostic.labels[0].span);
                format!("{}: {}", place.trim_start_matches("main.toy:"), diagnostic.message)
            })
            .collect();
        assert_eq!(found, case.expected.errors, "{}", case.name);
    }
}

#[test]
fn the_witness_of_each_violation_breaks_the_property() {
    for (case, text) in with_verdict(Verdict::Violation) {
        let file = Files::new().add("main.toy", &text);
        let witness = case.expected.witness.as_ref().expect("a violation has a witness");
        let code = case.expected.code.as_deref().expect("a violation has a code");
        let answers = Answers(witness.iter().filter_map(|line| answer(line)).collect());
        let (ast, _) = parse(&file);
        let broken = (0..ast.checks.len()).any(|check| {
            let trace = interpret(&ast, check, &answers);
            matches!(&trace.end, End::Failed(found, _) if found == code) && trace.lines == *witness
        });
        assert!(broken, "{}", case.name);
        assert_eq!(compare(&file, &answers), ast.checks.len(), "{}", case.name);
    }
}

/// The value of a line `name = value`; none for an event.
fn answer(line: &str) -> Option<i128> {
    let (_, value) = line.split_once(" = ")?;
    Some(match value {
        "true" => 1,
        "false" => 0,
        number => number.parse().expect("a number"),
    })
}

#[test]
fn random_inputs_break_nothing_that_holds() {
    for (case, text) in with_verdict(Verdict::Holds) {
        let file = Files::new().add("main.toy", &text);
        let (ast, _) = parse(&file);
        with_random_answers(|answers| {
            for check in 0..ast.checks.len() {
                let trace = interpret(&ast, check, answers);
                assert!(!matches!(trace.end, End::Failed(..)), "{}: {trace:?}", case.name);
            }
        });
    }
}

#[test]
fn machine_and_interpreter_agree_on_corpus_and_examples() {
    let programs = entries("examples/toy").into_iter();
    let programs = programs.filter(|path| path.extension().is_some_and(|ending| ending == "toy"));
    let examples = programs.map(|path| read(&path));
    let fine = |(case, _): &(Case, String)| case.expected.verdict != Verdict::BadInput;
    let texts = cases().into_iter().filter(fine).map(|(_, text)| text).chain(examples);
    let mut compared = 0;
    for text in texts {
        let file: File = Files::new().add("main.toy", &text);
        with_random_answers(|answers| compared += compare(&file, answers));
    }
    assert!(compared > 1000, "{compared}");
}

/// Calls `check` with the same random answers in every run of the tests.
fn with_random_answers(mut check: impl FnMut(&Answers)) {
    let mut runner = TestRunner::new(Config {
        rng_seed: RngSeed::Fixed(7),
        failure_persistence: None,
        ..Config::default()
    });
    let answers = prop::collection::vec(-9i128..10, 1..8);
    for _ in 0..50 {
        let tree = answers.new_tree(&mut runner).expect("nothing is filtered out");
        check(&Answers(prop::strategy::ValueTree::current(&tree)));
    }
}
