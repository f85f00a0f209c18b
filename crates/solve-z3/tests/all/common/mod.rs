//! What the property tests share.

use std::time::Duration;

use solve::{Interrupt, QueryLimits, Theory};
use solve_z3::{Search, Z3, Z3Solver};

/// A solver that gives up after a short time: random queries are seldom worth more.
pub(crate) fn solver(theory: &Theory) -> Z3Solver {
    let z3 = Z3::load(&Search::default()).expect("the tests need libz3");
    let time = Some(Duration::from_millis(500));
    let limits = QueryLimits { time, ..QueryLimits::default() };
    z3.solver(theory.clone(), limits, Interrupt::new())
}
