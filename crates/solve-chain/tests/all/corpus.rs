//! Every query of `corpus/terms` through the whole chain, with each stage left out in turn, with
//! the core alone, and with the bare back end: one answer, and a model that our evaluator accepts.

use std::path::Path;

use serde::Deserialize;
use solve::{Solver, Theory, Verdict};
use solve_chain::{Backend, Config, Stage};
use solve_z3::Search;
use term::{Pool, Term, read_script};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    why: String,
    verdict: String,
    core: bool,
    script: String,
}

fn cases() -> Vec<(String, Case)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/terms");
    let entries = std::fs::read_dir(folder).expect("the corpus is there");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("readable").path()).collect();
    paths.sort();
    let load = |path: &Path| {
        let text = std::fs::read_to_string(path).expect("readable");
        let case: Case =
            toml::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        (path.file_stem().expect("a file name").to_string_lossy().into_owned(), case)
    };
    paths.iter().map(|path| load(path)).collect()
}

fn z3() -> Backend {
    Backend::z3(&Search::default()).expect("the tests need libz3: see the README's test command")
}

fn verdict_of(case: &Case) -> Verdict {
    match case.verdict.as_str() {
        "sat" => Verdict::Sat,
        "unsat" => Verdict::Unsat,
        other => panic!("unknown verdict {other}"),
    }
}

/// Asks prefix by prefix, as a path grows.
fn ask(pool: &Pool, solver: &mut dyn Solver, query: &[Term]) -> Verdict {
    let mut last = Verdict::Sat;
    for length in 1..=query.len() {
        last = solver.check(pool, &query[..length]);
        if last == Verdict::Unsat {
            return last;
        }
    }
    last
}

#[track_caller]
fn check(name: &str, case: &Case, config: &Config, setting: &str) {
    let pool = Pool::new();
    let script = read_script(&pool, &case.script).unwrap_or_else(|e| panic!("{name}: {e}"));
    let mut solver = config.build(&Theory::empty()).expect("the back end is loaded");
    let verdict = ask(&pool, &mut *solver, &script.asserts);
    assert_eq!(verdict, verdict_of(case), "{name} ({}), {setting}", case.why);
    if verdict == Verdict::Sat {
        let model = solver.model(&pool).unwrap_or_else(|| panic!("{name}: no model, {setting}"));
        assert!(pool.satisfies(&model, &script.asserts), "{name}: wrong model, {setting}");
    }
}

#[test]
fn the_chain_with_all_stages_and_without_each() {
    let z3 = z3();
    for (name, case) in cases() {
        check(&name, &case, &Config::new(z3.clone()), "all stages");
        for stage in Stage::ALL {
            let config = Config::new(z3.clone()).without(&[stage]);
            check(&name, &case, &config, &format!("without {stage}"));
        }
    }
}

#[test]
fn the_bare_back_end() {
    let config = Config::new(z3()).without(&Stage::ALL);
    for (name, case) in cases() {
        check(&name, &case, &config, "bare");
    }
}

#[test]
fn the_core_alone_decides_its_fragment_and_is_never_wrong() {
    for (name, case) in cases() {
        let pool = Pool::new();
        let script = read_script(&pool, &case.script).expect("read in the other tests");
        let mut solver = Config::new(Backend::None).build(&Theory::empty()).expect("no back end");
        let verdict = ask(&pool, &mut *solver, &script.asserts);
        let undecided = matches!(verdict, Verdict::Unknown(_));
        assert!(undecided || verdict == verdict_of(&case), "{name} ({}): {verdict:?}", case.why);
        assert!(!(case.core && undecided), "{name} is to be decided without a back end");
    }
}
