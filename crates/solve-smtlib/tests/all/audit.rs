//! Z3 as a library and other solvers over SMT-LIB agree, by the audit stage and by dumped files.
//!
//! A solver that is not installed is passed over, and the test says so.

use std::path::Path;
use std::time::Duration;

use solve::stage::{Audit, Dump};
use solve::{Interrupt, QueryLimits, Solver, Theory, Verdict};
use solve_smtlib::{Command, Smtlib};
use solve_z3::{Search, Z3, Z3Solver};
use term::Pool;
use test_support::{Family, Terms, World};

const LIMITS: QueryLimits =
    QueryLimits { time: Some(Duration::from_secs(1)), memory_mib: Some(2048), work: None };
const QUERIES: u64 = 25;

fn z3(theory: &Theory) -> Z3Solver {
    let z3 = Z3::load(&Search::default()).expect("the tests need libz3");
    z3.solver(theory.clone(), LIMITS, Interrupt::new())
}

#[track_caller]
fn check_agreement(name: &str) {
    for family in Family::ALL {
        let pool = Pool::new();
        let world = World::new(&pool);
        let command = Command::preset(name, &LIMITS);
        let second = match Smtlib::spawn(command, world.theory.clone(), LIMITS, Interrupt::new()) {
            Ok(second) => second,
            Err(error) => return eprintln!("skipped: {error}"),
        };
        let mut audit = Audit::new(z3(&world.theory), second, 1);
        for seed in 0..QUERIES {
            let query = Terms::new(&pool, &world, family, seed).query(3, 5);
            audit.check(&pool, &query);
        }
        let shown: Vec<(String, Vec<String>)> = audit
            .disagreements()
            .iter()
            .map(|d| (d.what.clone(), d.query.iter().map(|term| pool.show(*term)).collect()))
            .collect();
        assert_eq!(shown, [], "{family:?}");
        let stats = audit.stats();
        eprintln!(
            "{name} {family:?}: {} undecided by Z3, {} by it",
            stats[1].unknown, stats[2].unknown
        );
    }
}

#[test]
fn z3_agrees_with_cvc5() {
    check_agreement("cvc5");
}

#[test]
fn z3_agrees_with_itself_over_a_pipe() {
    check_agreement("z3");
}

/// The answer of a solver that is given a file.
fn run(program: &str, file: &Path) -> Option<String> {
    let output = std::process::Command::new(program).arg("-T:2").arg(file).output().ok()?;
    Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

#[test]
fn dumped_files_say_what_was_asked() {
    let directory = tempfile::tempdir().expect("a place for files");
    for family in [Family::Elems, Family::Data, Family::Words, Family::Ints] {
        let pool = Pool::new();
        let world = World::new(&pool);
        let name = format!("{family:?}");
        let mut dump = Dump::new(z3(&world.theory), world.theory.clone(), directory.path(), &name);
        for seed in 1..=10 {
            let query = Terms::new(&pool, &world, family, seed).query(3, 5);
            let verdict = dump.check(&pool, &query);
            let file = directory.path().join(format!("{name}-{seed:06}.smt2"));
            let Some(answer) = run("z3", &file) else {
                return eprintln!("skipped: z3 is not installed");
            };
            match (verdict, answer.as_str()) {
                (Verdict::Sat, "sat" | "unknown" | "timeout") => {}
                (Verdict::Unsat, "unsat" | "unknown" | "timeout") => {}
                (Verdict::Unknown(_), "sat" | "unsat" | "unknown" | "timeout") => {}
                (verdict, answer) => panic!("{verdict:?} and {answer}: {}", file.display()),
            }
        }
        assert!(dump.failure().is_none());
    }
}
