//! Limits, interrupts and refusals: each is an answer with its reason, and the solver goes on.

use std::time::Duration;

use solve::{Interrupt, QueryLimits, Reason, Solver, Theory, Verdict};
use solve_z3::{Search, Z3, Z3Solver};
use term::{Op, Pool, Sort, Term};

fn solver(limits: QueryLimits, interrupt: Interrupt) -> Z3Solver {
    let z3 = Z3::load(&Search::default()).expect("the tests need libz3");
    z3.solver(Theory::empty(), limits, interrupt)
}

const UNLIMITED: QueryLimits = QueryLimits { time: None, memory_mib: None, work: None };

/// Factors of a product of two primes of 32 bits: minutes of work for Z3.
fn hard(pool: &Pool) -> Vec<Term> {
    let wide = |name| pool.word(Op::BvZeroExtend(32), &[pool.var(name, pool.bitvec_sort(32))]);
    let (a, b) = (wide("a"), wide("b"));
    let one = pool.bitvec(64, 1);
    let product = pool.word(Op::BvMul, &[a, b]);
    vec![
        pool.eq(product, pool.bitvec(64, 2_654_435_761 * 3_037_000_493)),
        pool.word(Op::BvUlt, &[one, a]),
        pool.word(Op::BvUlt, &[a, b]),
    ]
}

fn easy(pool: &Pool) -> Vec<Term> {
    vec![pool.lt(pool.var("x", Sort::INT), pool.int(3))]
}

#[test]
fn time_runs_out() {
    let pool = Pool::new();
    let time = Duration::from_millis(50);
    let mut solver = solver(QueryLimits { time: Some(time), ..UNLIMITED }, Interrupt::new());
    let verdict = solver.check(&pool, &hard(&pool));
    assert_eq!(verdict, Verdict::Unknown(Reason::Timeout(time)));
    assert_eq!(solver.check(&pool, &easy(&pool)), Verdict::Sat);
    assert!(solver.model(&pool).is_some());
}

#[test]
fn work_runs_out() {
    let pool = Pool::new();
    let mut solver = solver(QueryLimits { work: Some(10_000), ..UNLIMITED }, Interrupt::new());
    let verdict = solver.check(&pool, &hard(&pool));
    assert_eq!(verdict, Verdict::Unknown(Reason::Work(10_000)));
    assert_eq!(solver.check(&pool, &easy(&pool)), Verdict::Sat);
}

#[test]
fn another_thread_interrupts() {
    let pool = Pool::new();
    let interrupt = Interrupt::new();
    let mut solver = solver(UNLIMITED, interrupt.clone());
    assert_eq!(solver.check(&pool, &easy(&pool)), Verdict::Sat);
    let started = std::sync::Barrier::new(2);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            started.wait();
            interrupt.raise();
        });
        // The question is not so hard that a thread may start whenever it likes.
        started.wait();
        let verdict = solver.check(&pool, &hard(&pool));
        assert_eq!(verdict, Verdict::Unknown(Reason::Interrupted));
    });
    assert_eq!(solver.check(&pool, &easy(&pool)), Verdict::Unknown(Reason::Interrupted));
}

#[test]
fn a_term_a_million_deep_is_refused() {
    let pool = Pool::new();
    let f = pool.func("f", &[Sort::INT], Sort::INT);
    let x = pool.var("x", Sort::INT);
    let top = (0..1_000_000).fold(x, |term, _| pool.apply(f, &[term]));
    let mut solver = solver(UNLIMITED, Interrupt::new());
    let verdict = solver.check(&pool, &[pool.eq(top, x)]);
    assert!(matches!(verdict, Verdict::Unknown(Reason::Incomplete(_))), "{verdict:?}");
    assert_eq!(solver.check(&pool, &easy(&pool)), Verdict::Sat);
}
