//! A search tells the same for any number of threads, and what there is to tell.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use explore::Limit;
use lang_interp::{
    Answer, Confirmed, Cx, Ended, Heap, Kind, Options, Order, RunOutcome, Stop, Summary, Value,
    Wanted, search, solve,
};
use proptest::prelude::*;

use crate::{lambda, prefix_log, scheme};

fn options() -> Options {
    Options::default().with_solvers(|| {
        let config = solve_chain::Config::new(solve_chain::Backend::None);
        config.build(&solve::Theory::empty()).expect("nothing has to be loaded")
    })
}

/// The same by one, two and four threads; what one thread tells.
#[track_caller]
fn check(
    options: &Options,
    goal: impl Fn(&mut Cx<'_>) -> Result<Value, Stop> + Sync,
) -> (Vec<Answer>, Summary) {
    let told = |workers| {
        let options = options.clone().workers(workers);
        let (answers, summary) = solve(&mut Heap::new(), &options, &goal);
        (answers, summary.reproducible())
    };
    let alone = told(1);
    for workers in [2, 4] {
        assert_eq!(told(workers), alone, "by {workers} threads");
    }
    alone
}

#[test]
fn programs_and_quines_are_the_same() {
    for options in [options(), options().smallest_first()] {
        let (programs, _) = check(&options.clone().take(30), |cx| lambda::differs(cx, 1, 2));
        assert_eq!(programs.len(), 30);
    }
    assert_eq!(check(&options().take(1), scheme::quine).0.len(), 1);
}

#[test]
fn numbers_failures_and_events_are_the_same() {
    let goal = |cx: &mut Cx<'_>| {
        let list = cx.unknown("list", prefix_log::LIST);
        prefix_log::sum(cx, list)
    };
    for options in [options(), options().smallest_first()] {
        let (sums, _) = check(&options.take(60).wanted(Wanted::All), goal);
        assert!(sums.iter().any(|answer| !answer.conds.is_empty()));
        assert!(sums.iter().all(|answer| answer.confirmed == Confirmed::Yes));
    }
}

/// What a node of a random tree is.
enum Node {
    Value(i64),
    Discard,
    Fail,
    Fork(usize),
}

/// The node that some choices lead to in the tree of this seed.
fn node(seed: u64, choices: &[usize]) -> Node {
    let step = |hash: u64, choice: &usize| {
        (hash ^ (*choice as u64 + 1)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
    };
    let hash = choices.iter().fold(seed.wrapping_mul(0xbf58_476d_1ce4_e5b9), step);
    match (hash >> 40) % 16 {
        _ if choices.is_empty() => Node::Fork(4),
        0..=2 => Node::Value((hash >> 50) as i64),
        3 => Node::Discard,
        4 => Node::Fail,
        _ if choices.len() >= 7 => Node::Value(-1),
        more => Node::Fork(1 + more as usize % 4),
    }
}

/// Walks through a tree; what it chooses makes its unknown grow.
fn walk(cx: &mut Cx<'_>, seed: u64) -> Result<Value, Stop> {
    let (mut list, mut choices) = (cx.unknown("list", prefix_log::LIST), Vec::new());
    loop {
        match node(seed, &choices) {
            Node::Value(value) => return Ok(cx.int(value)),
            Node::Discard => return Err(cx.discard()),
            Node::Fail => return Err(cx.fail("a bad leaf")),
            Node::Fork(count) => {
                let choice = cx.choose(count)?;
                for _ in 0..choice {
                    let (head, tail) = (cx.int(0), cx.fresh(prefix_log::LIST));
                    let cell = cx.make(&prefix_log::Cons, &[head, tail]);
                    cx.unify(list, cell)?;
                    list = tail;
                }
                choices.push(choice);
            }
        }
    }
}

/// The leaves of a tree: values in order, and how many are discarded and fail.
#[derive(PartialEq, Debug, Default)]
struct Leaves {
    values: Vec<i64>,
    discarded: u64,
    failures: u64,
}

fn leaves(seed: u64, choices: &mut Vec<usize>, found: &mut Leaves) {
    match node(seed, choices) {
        Node::Value(value) => found.values.push(value),
        Node::Discard => found.discarded += 1,
        Node::Fail => found.failures += 1,
        Node::Fork(count) => {
            for choice in 0..count {
                choices.push(choice);
                leaves(seed, choices, found);
                choices.pop();
            }
        }
    }
}

fn any_options() -> impl Strategy<Value = Options> {
    (0..explore::Strategy::ALL.len(), any::<u64>(), any::<bool>()).prop_map(
        |(strategy, seed, smallest)| {
            let mut options = options();
            (options.explore.strategy, options.explore.seed) =
                (explore::Strategy::ALL[strategy], seed);
            options.order = if smallest { Order::Smallest } else { Order::Found };
            options
        },
    )
}

fn value(answer: &Answer) -> Option<i64> {
    match &answer.outcome {
        RunOutcome::Value(tree) => tree.to_string().parse().ok(),
        RunOutcome::Failed(_) => None,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn every_leaf_is_found_once(seed in any::<u64>(), options in any_options()) {
        let (answers, summary) = check(&options.wanted(Wanted::All), |cx| walk(cx, seed));
        let mut expected = Leaves::default();
        leaves(seed, &mut Vec::new(), &mut expected);
        let (discarded, failures) = (summary.stats.discarded, summary.stats.failures);
        let values = answers.iter().filter_map(value).collect();
        let mut found = Leaves { values, discarded, failures };
        found.values.sort_unstable();
        expected.values.sort_unstable();
        prop_assert_eq!(found, expected);
        prop_assert!(summary.is_complete(), "{:?}", summary);
    }

    #[test]
    fn small_answers_come_first(seed in any::<u64>()) {
        let (answers, summary) = check(&options().smallest_first(), |cx| walk(cx, seed));
        prop_assert!(answers.iter().map(Answer::size).is_sorted());
        prop_assert_eq!(summary.smaller, 0);
    }

    #[test]
    fn limits_cut_at_the_same_place(
        seed in any::<u64>(),
        options in any_options(),
        most in 1_u64..40,
        by_paths in any::<bool>(),
    ) {
        let mut options = options;
        let budget = &mut options.explore.budget;
        *(if by_paths { &mut budget.paths } else { &mut budget.findings }) = Some(most);
        let (answers, Summary { stats, ended, .. }) = check(&options, |cx| walk(cx, seed));
        let ends = stats.values + stats.failures + stats.discarded;
        match ended {
            Ended::Exhausted => prop_assert_eq!(stats.left, 0),
            Ended::Enough => prop_assert!(!by_paths && answers.len() as u64 == most),
            Ended::Limit(limit) => {
                prop_assert_eq!(limit, Limit::Paths(most));
                prop_assert_eq!(ends, most);
                prop_assert!(stats.left > 0);
            }
        }
    }
}

/// There is always one more choice.
fn endless(cx: &mut Cx<'_>) -> Result<Value, Stop> {
    let list = cx.unknown("list", prefix_log::LIST);
    while cx.choose(2)? == 0 {}
    Ok(list)
}

#[test]
fn who_has_heard_enough_hears_no_more() {
    for workers in [1, 2, 4] {
        let mut told = 0;
        let summary = search(&mut Heap::new(), &options().workers(workers), endless, |_| {
            told += 1;
            if told == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!((told, summary.stats.answers, summary.ended), (5, 5, Ended::Enough));
    }
}

#[test]
fn an_interrupt_ends_all_threads_with_what_was_found() {
    /// Chooses now and then, and computes without an end in between.
    fn busy(cx: &mut Cx<'_>) -> Result<Value, Stop> {
        let number = cx.unknown("number", Kind::Int);
        if cx.choose(2)? == 0 {
            return Ok(number);
        }
        loop {
            cx.tick()?;
        }
    }
    for workers in [1, 2, 4] {
        let mut options = options().workers(workers);
        options.explore.budget.steps = None;
        let interrupt = options.explore.interrupt.clone();
        let (started, mut told) = (Instant::now(), 0);
        let summary = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(50));
                interrupt.raise();
            });
            search(&mut Heap::new(), &options, busy, |_| {
                told += 1;
                ControlFlow::Continue(())
            })
        });
        assert_eq!((told, summary.ended), (1, Ended::Limit(Limit::Interrupted)));
        assert_eq!(summary.stats.left, 1, "by {workers} threads");
        // The machine may be busy; without the interrupt there is no end at all.
        assert!(started.elapsed() < Duration::from_secs(60));
    }
}
