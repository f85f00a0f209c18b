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
use toml::{Table, Value};

use crate::oracle::compare;

/// One folder of the corpus.
struct Case {
    name: String,
    text: String,
    table: Table,
}

impl Case {
    fn verdict(&self) -> &str {
        self.table["verdict"].as_str().expect("a verdict is a string")
    }

    fn strings(&self, key: &str) -> Vec<&str> {
        let list = self.table.get(key).and_then(Value::as_array).into_iter().flatten();
        list.map(|value| value.as_str().expect("a string")).collect()
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
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

fn cases() -> Vec<Case> {
    let load = |path: PathBuf| Case {
        name: path.file_name().expect("a folder has a name").to_string_lossy().into_owned(),
        text: read(&path.join("main.toy")),
        table: read(&path.join("case.toml")).parse().expect("case.toml is TOML"),
    };
    entries("corpus/toy").into_iter().map(load).collect()
}

#[test]
fn every_case_is_described_in_known_words() {
    const FIELDS: [&str; 6] = ["why", "verdict", "code", "witness", "limits", "errors"];
    const LIMITS: [&str; 4] = ["steps", "depth", "paths", "solver_ms"];
    let cases = cases();
    assert!(cases.len() >= 28);
    for case in cases {
        let name = &case.name;
        let unknown = case.table.keys().find(|key| !FIELDS.contains(&key.as_str()));
        assert_eq!(unknown, None, "{name}");
        assert!(case.table["why"].as_str().is_some_and(|why| !why.is_empty()), "{name}");
        let has = |key| case.table.contains_key(key);
        let is = |verdict| case.verdict() == verdict;
        let verdicts = ["violation", "holds", "inconclusive", "vacuous", "bad-input"];
        assert!(verdicts.contains(&case.verdict()), "{name}");
        assert_eq!(has("code") && has("witness"), is("violation"), "{name}");
        assert_eq!(has("errors"), is("bad-input"), "{name}");
        let limits = case.table.get("limits").and_then(Value::as_table);
        let unknown =
            limits.and_then(|limits| limits.keys().find(|key| !LIMITS.contains(&key.as_str())));
        assert_eq!(unknown, None, "{name}");
    }
}

#[test]
fn bad_input_gives_the_errors_listed_and_everything_else_loads() {
    for case in cases() {
        let mut files = Files::new();
        let file = files.add("main.toy", &case.text);
        let found: Vec<String> = load(&file)
            .err()
            .unwrap_or_default()
            .iter()
            .map(|diagnostic| {
                let place = files.describe(diagnostic.labels[0].span);
                format!("{}: {}", place.trim_start_matches("main.toy:"), diagnostic.message)
            })
            .collect();
        assert_eq!(found, case.strings("errors"), "{}", case.name);
    }
}

#[test]
fn the_witness_of_each_violation_breaks_the_property() {
    for case in cases().iter().filter(|case| case.verdict() == "violation") {
        let file = Files::new().add("main.toy", &case.text);
        let witness = case.strings("witness");
        let code = case.table["code"].as_str().expect("a code is a string");
        let answers = Answers(witness.iter().filter_map(|line| answer(line)).collect());
        let (ast, _) = parse(&file);
        let broken = (0..ast.checks.len()).any(|check| {
            let trace = interpret(&ast, check, &answers);
            matches!(&trace.end, End::Failed(found, _) if found == code) && trace.lines == witness
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
    for case in cases().iter().filter(|case| case.verdict() == "holds") {
        let file = Files::new().add("main.toy", &case.text);
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
    let examples = entries("examples/toy").into_iter().map(|path| read(&path));
    let fine = |case: &Case| case.verdict() != "bad-input";
    let texts = cases().into_iter().filter(fine).map(|case| case.text).chain(examples);
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
