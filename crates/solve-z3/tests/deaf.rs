//! A check that ignores its interrupt is left behind.
//!
//! It keeps a processor until it ends by itself, so no other test lives here.

use std::time::{Duration, Instant};

use solve::{Interrupt, QueryLimits, Reason, Solver, Theory, Verdict};
use solve_z3::{Search, Z3};
use term::{Op, Pool, Sort, Term};

/// Z3 4.8.12 unfolds a string up to the index, and hears no interrupt while it does; later versions
/// decide this at once.
fn unfolding(pool: &Pool) -> Vec<Term> {
    let texts = ["s", "t"].map(|name| pool.var(name, Sort::TEXT));
    let far = pool.text_op(Op::TextAt, &[texts[0], pool.int(4_000)]);
    vec![
        pool.not(pool.text_op(Op::TextPrefix, &[far, pool.text("ab")])),
        pool.text_op(Op::TextPrefix, &[far, texts[1]]),
    ]
}

#[test]
fn an_answer_comes_whatever_the_check_does() {
    let pool = Pool::new();
    let time = Duration::from_millis(100);
    // The check that is left behind ends when it has used this much.
    let limits = QueryLimits { time: Some(time), memory_mib: Some(1024), work: None };
    let z3 = Z3::load(&Search::default()).expect("the tests need libz3");
    let mut solver = z3.solver(Theory::empty(), limits, Interrupt::new());
    let started = Instant::now();
    let verdict = solver.check(&pool, &unfolding(&pool));
    assert!(started.elapsed() < Duration::from_secs(30), "{:?}", started.elapsed());
    let is_old = z3.version().contains("4.8.12");
    if is_old {
        assert_eq!(verdict, Verdict::Unknown(Reason::Timeout(time)));
        assert_eq!(solve_z3::left_behind(), 1);
    }
    let easy = [pool.lt(pool.var("x", Sort::INT), pool.int(3))];
    assert_eq!(solver.check(&pool, &easy), Verdict::Sat, "the solver goes on without it");
    // The destructors of Z3 would run under the check.
    if is_old {
        solve_z3::exit(0);
    }
}
