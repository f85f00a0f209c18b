//! Limits of a whole search are met and reported.

use std::time::Duration;

use explore::{Budget, Limit};
use lang_interp::{Cx, Ended, Heap, Kind, Options, Stop, Value, solve};

/// Never ends: there is always a greater number.
fn count_up(cx: &mut Cx<'_>) -> Result<Value, Stop> {
    let (n, mut least) = (cx.unknown("n", Kind::Int), 0);
    loop {
        let known = cx.int(least);
        let beyond = cx.lt(known, n)?;
        if !cx.branch(beyond)? {
            return Err(cx.discard());
        }
        least += 1;
    }
}

#[track_caller]
fn check(budget: Budget, expected: Limit) {
    let mut options = Options::default().with_solvers(|| {
        let config = solve_chain::Config::new(solve_chain::Backend::None);
        config.build(&solve::Theory::empty()).expect("nothing has to be loaded")
    });
    options.explore.budget = budget;
    for workers in [1, 2] {
        let (_, summary) = solve(&mut Heap::new(), &options.clone().workers(workers), count_up);
        assert_eq!(summary.ended, Ended::Limit(expected));
        assert!(!summary.is_complete() && summary.stats.left > 0);
    }
}

#[test]
fn time_ends_a_search() {
    let time = Duration::from_millis(50);
    check(Budget { time: Some(time), ..Budget::UNLIMITED }, Limit::Time(time));
}

#[test]
fn solver_time_ends_a_search() {
    let time = Duration::from_millis(20);
    check(Budget { solver_time: Some(time), ..Budget::UNLIMITED }, Limit::SolverTime(time));
}

#[test]
fn memory_ends_a_search() {
    // Any process takes more than that.
    check(Budget { memory_mib: Some(1), ..Budget::UNLIMITED }, Limit::Memory(1));
}

#[test]
fn runs_end_a_search() {
    check(Budget { paths: Some(20), ..Budget::UNLIMITED }, Limit::Paths(20));
}
