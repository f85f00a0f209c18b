//! Exploration against running the program on every input.

use crate::common;
use std::collections::BTreeSet;

use crate::common::random::any_program;
use crate::common::{MAX_INPUTS, Program, all_values};
use explore::{Answers, Budget, EndingKind, Options, ReplayEnd, Run, Strategy, replay};
use machine::Exit;
use proptest::prelude::*;
use term::Pool;

const STEPS: u64 = 60;

fn options(strategy: Strategy, workers: usize) -> Options {
    let budget = Budget { steps: Some(STEPS), ..Budget::UNLIMITED };
    Options { strategy, budget, workers, seed: 5, ..Options::default() }
}

/// What all inputs together lead to: for each kind of end the different event sequences.
#[derive(PartialEq, Eq, Debug, Default)]
struct Outcomes {
    failed: BTreeSet<(Vec<String>, &'static str)>,
    finished: u64,
    discarded: u64,
    unsupported: u64,
    cut_off: u64,
}

fn ops(pool: &Pool, events: &[machine::Event]) -> Vec<String> {
    events.iter().map(|event| pool.name(event.op).to_owned()).collect()
}

/// By brute force.
fn expected(pool: &Pool, program: &Program) -> Outcomes {
    let mut failed = BTreeSet::new();
    let [mut finished, mut discarded, mut gaps, mut cut] = [const { BTreeSet::new() }; 4];
    for answers in all_values(pool, MAX_INPUTS) {
        let replay = replay(pool, program, &Answers::from(&answers[..]), STEPS);
        let ops = ops(pool, &replay.events);
        match replay.end {
            ReplayEnd::Exit(Exit::Failed(failure)) => _ = failed.insert((ops, failure.code)),
            ReplayEnd::Exit(Exit::Finished(_)) => _ = finished.insert(ops),
            ReplayEnd::Exit(Exit::Discarded) => _ = discarded.insert(ops),
            ReplayEnd::Unsupported(_) => _ = gaps.insert(ops),
            ReplayEnd::OutOfSteps(_) => _ = cut.insert(ops),
            other => panic!("the program is decided by its inputs, but {other}"),
        }
    }
    let count = |set: BTreeSet<Vec<String>>| set.len() as u64;
    Outcomes {
        failed,
        finished: count(finished),
        discarded: count(discarded),
        unsupported: count(gaps),
        cut_off: count(cut),
    }
}

/// By exploration.
fn found(pool: &Pool, run: &Run) -> Outcomes {
    let mut failed = BTreeSet::new();
    for ending in &run.endings {
        match &ending.kind {
            EndingKind::Violated(failure, witness) => {
                assert!(failed.insert((ops(pool, &witness.events), failure.code)), "found twice");
            }
            EndingKind::Unsupported(_) | EndingKind::CutOff(..) => {}
            other => panic!("a solver that knows everything, but {other:?}"),
        }
    }
    assert_eq!(run.stats.violated, failed.len() as u64);
    assert_eq!((run.stats.left, run.limits.len()), (0, 0));
    Outcomes {
        failed,
        finished: run.stats.finished,
        discarded: run.stats.discarded,
        unsupported: run.stats.unsupported,
        cut_off: run.stats.cut_off,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn exploration_finds_what_all_inputs_together_do(program in any_program()) {
        let pool = Pool::new();
        let run = common::explore(&pool, &program, &options(Strategy::Dfs, 1));
        prop_assert_eq!(found(&pool, &run), expected(&pool, &program));
    }
}
