//! The embedded solver decides alone what the whole chain decides, but for a few targets in a hundred.
//!
//! Each case of the corpora and random Toy programs are asked twice, with the solver that is found and with
//! `--solver core`. The usual run takes a sample. `TRACEHOUND_NIGHTLY=1 cargo test --test tracehound core_alone --
//! --nocapture` takes everything, and prints the table of docs/solver.md with the targets that are lost.

use std::collections::BTreeMap;

use serde_json::Value;
use test_support::{Dice, toy};
use testbed::{Case, Language, Tool, Verb, amount, is_nightly, pick, root};

use crate::common::{Programs, command, run, tracehound};

/// Random programs, and the bytes that each is read off.
const PROGRAMS: (u64, u64) = (30, 600);
const BYTES: usize = 160;
/// Which part of the cases the usual run takes: one of so many. Those of Haskell take longest.
const SHARE: u32 = 12;
const SHARE_OF_HASKELL: u32 = 36;
/// What a target may take.
const TIMEOUT: &str = "--timeout=60s";
/// How many of a hundred targets may be lost.
const LOST: usize = 5;

/// Targets by name, and whether each was decided.
type Answers = BTreeMap<String, bool>;

/// What the chain and the core alone have decided.
#[derive(Default)]
struct Comparison {
    chain: Answers,
    core: Answers,
}

impl Comparison {
    fn lost(&self) -> Vec<&str> {
        let is_lost =
            |(name, decided): &(&String, &bool)| **decided && self.core.get(*name) != Some(&true);
        self.chain.iter().filter(is_lost).map(|(name, _)| name.as_str()).collect()
    }

    fn decided(answers: &Answers) -> usize {
        answers.values().filter(|decided| **decided).count()
    }

    /// Fails if the core loses too much. In a small sample one target may be lost.
    fn judge(&self, corpus: &str) {
        let (targets, lost) = (self.chain.len(), self.lost());
        let [chain, core] = [&self.chain, &self.core].map(Comparison::decided);
        eprintln!("| {corpus} | {targets} | {chain} | {core} | {} |", lost.len());
        lost.iter().for_each(|name| eprintln!("lost: {name}"));
        assert!(chain > 0, "{corpus}: nothing is decided");
        let allowed = (chain * LOST / 100).max(usize::from(!is_nightly()));
        assert!(lost.len() <= allowed, "{corpus}: {lost:?} of {chain} targets");
    }
}

fn compare(corpus: &str, languages: &[Language], share: u32) {
    let mut compared = Comparison::default();
    for case in languages.iter().flat_map(|language| Case::of_language(&root(), *language)) {
        let is_taken = is_nightly() || *pick(&case.name, &(0..share).collect::<Vec<_>>()) == 0;
        // Cases that are about a solver have named one.
        let names_solver = case.expected.args.iter().any(|arg| arg.starts_with("--solver"));
        if is_taken && !names_solver {
            compared.chain.append(&mut answers_of(&case, "auto"));
            compared.core.append(&mut answers_of(&case, "core"));
        }
    }
    compared.judge(corpus);
}

/// The answers of a case: of each target of `check`, otherwise whether the call came to an end.
fn answers_of(case: &Case, solver: &str) -> Answers {
    let mut line = case.command_line().unwrap_or_else(|| panic!("{}: no program", case.name));
    line.extend([format!("--solver={solver}"), TIMEOUT.to_owned()]);
    let line: Vec<&str> = line.iter().map(String::as_str).collect();
    if case.verb() == Some(Verb::Check) {
        return answers_of_check(&line, &case.name);
    }
    let mut command = command(&line);
    if let Some(text) = &case.expected.stdin {
        command.stdin(crate::common::piped(text));
    }
    // Three is the exit code of an inconclusive answer.
    Answers::from([(case.name.clone(), run(&mut command).code != 3)])
}

fn answers_of_check(line: &[&str], name: &str) -> Answers {
    let done = tracehound(&[line, &["--format=json"]].concat());
    let report: Value = serde_json::from_str(&done.stdout)
        .unwrap_or_else(|error| panic!("{name}: {error}\n{}", done.stderr));
    let targets = report["targets"].as_array().into_iter().flatten();
    let answer = |target: &Value| {
        let title = format!("{name} {} {}", target["file"], target["name"]);
        (title, target["answer"] != "inconclusive")
    };
    targets.map(answer).collect()
}

#[test]
fn toy_corpus() {
    compare("Toy", &[Language::Toy], SHARE);
}

#[test]
fn ocaml_corpus() {
    compare("OCaml", &[Language::Ml, Language::MlFolders], SHARE);
}

#[test]
fn haskell_corpus() {
    if Tool::Ghc.is_there() {
        compare("Haskell", &[Language::Haskell], SHARE_OF_HASKELL);
    }
}

#[test]
fn java_corpus() {
    if Tool::Javac.is_there() {
        compare("Java", &[Language::Java], SHARE);
    }
}

#[test]
fn k_corpus() {
    compare("K", &[Language::K], SHARE);
}

#[test]
fn interpreter_corpus() {
    compare("interpreters", &[Language::Interp], SHARE);
}

#[test]
fn random_toy_programs() {
    let programs = Programs::new();
    for number in 0..amount(PROGRAMS.0, PROGRAMS.1) {
        let mut dice = Dice::new(number);
        let bytes: Vec<u8> = (0..BYTES).map(|_| dice.below(256) as u8).collect();
        programs.add(&format!("p{number:03}.toy"), toy::program(&bytes));
    }
    let ask = |solver| {
        let solver = format!("--solver={solver}");
        answers_of_check(&["check", programs.path(), &solver, TIMEOUT], "random")
    };
    Comparison { chain: ask("auto"), core: ask("core") }.judge("random Toy programs");
}
