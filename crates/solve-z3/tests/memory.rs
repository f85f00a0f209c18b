//! Memory is limited, and running out of it is an answer like any other.
//!
//! The limit is that of the whole process, so no other test lives here.

use solve::{Interrupt, QueryLimits, Reason, Solver, Theory, Verdict};
use solve_z3::{Search, Z3};
use term::{Op, Pool, Sort, Term};

/// Mebibytes; enough for Z3 itself, and less than the query takes in any version.
const LIMIT: u64 = 64;

/// Products of wide words: as many bits of clauses as the limit allows, long before anything is
/// decided.
fn large(pool: &Pool) -> Vec<Term> {
    let width = 256;
    let var = |at: u32| pool.var(&format!("x{at}"), pool.bitvec_sort(width));
    let product = |a, b| pool.word(Op::BvMul, &[a, b]);
    let differ = |at: u32| {
        let (left, right) = (product(var(at), var(at + 1)), product(var(at + 2), var(at + 3)));
        pool.not(pool.eq(left, pool.word(Op::BvAdd, &[right, pool.bitvec(width, 1)])))
    };
    (0..40).map(differ).collect()
}

#[test]
fn memory_runs_out_and_the_process_goes_on() {
    let pool = Pool::new();
    let limits = QueryLimits { time: None, memory_mib: Some(LIMIT), work: None };
    let z3 = Z3::load(&Search::default()).expect("the tests need libz3");
    let mut solver = z3.solver(Theory::empty(), limits, Interrupt::new());
    let verdict = solver.check(&pool, &large(&pool));
    assert_eq!(verdict, Verdict::Unknown(Reason::Memory(LIMIT)));
    let easy = [pool.lt(pool.var("x", Sort::INT), pool.int(3))];
    assert_eq!(solver.check(&pool, &easy), Verdict::Sat);
    assert!(solver.model(&pool).is_some());
}
