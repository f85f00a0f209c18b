//! Memory is limited, and running out of it is an answer like any other.
//!
//! The limit is that of the whole process, so no other test lives here.

use solve::{Interrupt, QueryLimits, Reason, Solver, Theory, Verdict};
use solve_z3::{Search, Z3};
use term::{Op, Pool, Sort};

#[test]
fn memory_runs_out_and_the_process_goes_on() {
    let pool = Pool::new();
    let texts = ["s", "t"].map(|name| pool.var(name, Sort::TEXT));
    // Z3 unfolds a string up to the index, and hears no interrupt while it does.
    let far = pool.text_op(Op::TextAt, &[texts[0], pool.int(2_000)]);
    let query = [
        pool.not(pool.text_op(Op::TextPrefix, &[far, pool.text("ab")])),
        pool.text_op(Op::TextPrefix, &[far, texts[1]]),
    ];
    let limits = QueryLimits { time: None, memory_mib: Some(200), work: None };
    let z3 = Z3::load(&Search::default()).expect("the tests need libz3");
    let mut solver = z3.solver(Theory::empty(), limits, Interrupt::new());
    let verdict = solver.check(&pool, &query);
    // Later versions of Z3 decide this at once.
    let expected = [Verdict::Unknown(Reason::Memory(200)), Verdict::Sat, Verdict::Unsat];
    assert!(expected.contains(&verdict), "{verdict:?}");
    let easy = [pool.lt(pool.var("x", Sort::INT), pool.int(3))];
    assert_eq!(solver.check(&pool, &easy), Verdict::Sat);
}
