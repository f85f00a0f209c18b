//! External solvers answer as they should, tell models that hold, and can be killed.
//!
//! A solver that is not installed is passed over, and the test says so.

use std::time::Duration;

use solve::{Interrupt, QueryLimits, Reason, Solver, Theory, Verdict};
use solve_smtlib::{Command, Smtlib};
use term::{Op, Pool, Sort, Term};
use test_support::{Dice, Family, Terms, World};

const LIMITS: QueryLimits =
    QueryLimits { time: Some(Duration::from_secs(2)), memory_mib: Some(2048), work: None };

fn spawn(name: &str, theory: &Theory, limits: QueryLimits) -> Option<Smtlib> {
    let command = Command::preset(name, &limits);
    match Smtlib::spawn(command, theory.clone(), limits, Interrupt::new()) {
        Ok(solver) => Some(solver),
        Err(error) => {
            eprintln!("skipped: {error}");
            None
        }
    }
}

/// Growing and shrinking paths of every family, each asked of a process that is kept and of one
/// that is new; models are asked for and checked by the solver itself.
fn check_paths(name: &str, families: &[Family], steps: usize) {
    for &family in families {
        let pool = Pool::new();
        let world = World::new(&pool);
        let Some(mut kept) = spawn(name, &world.theory, LIMITS) else { return };
        let (mut dice, mut path) = (Dice::new(family as u64), Vec::<Term>::new());
        let mut terms = Terms::new(&pool, &world, family, 3);
        let (mut sat, mut unsat) = (0, 0);
        for _ in 0..steps {
            path.truncate(if dice.percent(40) { dice.below(path.len() + 1) } else { path.len() });
            path.extend(terms.query(1, 4));
            let Some(mut fresh) = spawn(name, &world.theory, LIMITS) else { return };
            match (kept.check(&pool, &path), fresh.check(&pool, &path)) {
                (Verdict::Sat, Verdict::Sat) => {
                    sat += 1;
                    if let Some(model) = kept.model(&pool) {
                        assert!(pool.satisfies(&model, &path));
                    }
                }
                (Verdict::Unsat, Verdict::Unsat) => unsat += 1,
                (Verdict::Unknown(Reason::Failed(why)), _)
                | (_, Verdict::Unknown(Reason::Failed(why))) => panic!("{family:?}: {why}"),
                (Verdict::Unknown(_), _) | (_, Verdict::Unknown(_)) => {}
                (one, other) => panic!("{family:?}: {one:?} and {other:?}"),
            }
        }
        let missing = kept.without_model();
        eprintln!("{name} {family:?}: {sat} sat, {missing} of them without a model; {unsat} unsat");
        assert!(sat > 0 && missing * 4 <= sat, "{missing} of {sat} have no model");
    }
}

#[test]
fn z3() {
    check_paths("z3", &Family::ALL, 15);
}

#[test]
fn cvc5() {
    check_paths("cvc5", &Family::ALL, 15);
}

#[test]
fn yices() {
    check_paths("yices", &[Family::Elems, Family::Words], 15);
}

#[test]
fn a_solver_that_never_answers_is_killed() {
    let pool = Pool::new();
    let x = pool.var("x", Sort::INT);
    let query = [pool.lt(x, pool.int(0))];
    let time = Duration::from_millis(50);
    let limits = QueryLimits { time: Some(time), ..LIMITS };
    // It reads everything and says nothing.
    let silent = Command { program: "tail".into(), args: vec!["-f".into()], prologue: vec![] };
    let spawned = Smtlib::spawn(silent, Theory::empty(), limits, Interrupt::new());
    let mut solver = spawned.expect("every system has this program");
    for _ in 0..2 {
        assert_eq!(solver.check(&pool, &query), Verdict::Unknown(Reason::Timeout(time)));
    }
}

#[test]
fn a_solver_that_ends_is_a_failure() {
    let pool = Pool::new();
    let p = pool.var("p", Sort::BOOL);
    let ends = Command { program: "true".into(), args: vec![], prologue: vec![] };
    let spawned = Smtlib::spawn(ends, Theory::empty(), LIMITS, Interrupt::new());
    let mut solver = spawned.expect("every system has this program");
    assert!(matches!(solver.check(&pool, &[p]), Verdict::Unknown(Reason::Failed(_))));
    assert!(solver.model(&pool).is_none());
}

#[test]
fn an_interrupt_ends_the_wait() {
    let pool = Pool::new();
    let interrupt = Interrupt::new();
    interrupt.raise();
    let silent = Command { program: "tail".into(), args: vec!["-f".into()], prologue: vec![] };
    let limits = QueryLimits { time: None, ..LIMITS };
    let spawned = Smtlib::spawn(silent, Theory::empty(), limits, interrupt);
    let mut solver = spawned.expect("every system has this program");
    let p = pool.var("p", Sort::BOOL);
    assert_eq!(solver.check(&pool, &[p]), Verdict::Unknown(Reason::Interrupted));
}

#[test]
fn a_deep_term_is_no_deep_text() {
    let pool = Pool::new();
    let Some(mut solver) = spawn("z3", &Theory::empty(), LIMITS) else { return };
    let x = pool.var("x", pool.bitvec_sort(8));
    let top = (0..1_000).fold(x, |term, _| pool.word(Op::BvNot, &[pool.word(Op::BvNeg, &[term])]));
    let verdict = solver.check(&pool, &[pool.eq(top, x)]);
    assert!(!matches!(verdict, Verdict::Unknown(Reason::Failed(_))), "{verdict:?}");
}
