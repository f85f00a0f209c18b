//! The number of threads changes nothing; without a budget neither does the strategy.

use crate::common;
use crate::common::Program;
use crate::common::random::any_program;
use explore::{
    Bias, Budget, CameTo, EndingKind, Options, PathEnd, Run, Silent, Strategy as Search, Stretch,
};
use proptest::prelude::*;
use solve::Solver;
use term::Pool;

fn budget() -> impl Strategy<Value = Budget> {
    let limit = |max: u64| prop_oneof![2 => Just(None), 1 => (0..max).prop_map(Some)];
    (limit(60), limit(9), 1u64..100, limit(4)).prop_map(|(paths, depth, steps, findings)| Budget {
        paths,
        depth,
        steps: Some(steps),
        findings,
        ..Budget::UNLIMITED
    })
}

fn options() -> impl Strategy<Value = Options> {
    let strategy = prop::sample::select(Search::ALL.to_vec());
    let bias = prop::sample::select(Bias::ALL.to_vec());
    (strategy, any::<u64>(), bias, budget()).prop_map(|(strategy, seed, bias, budget)| Options {
        strategy,
        seed,
        bias,
        budget,
        ..Options::default()
    })
}

/// A run in a pool of its own, printed.
fn printed(program: &Program, options: &Options, kind: Kind, solvers: Solvers) -> String {
    let pool = Pool::new();
    let run = match kind {
        Kind::Machine => explore::explore(&pool, program, options, &solvers, &Silent),
        Kind::Script => explore::explore_script(&pool, program, options, &solvers, &Silent),
    };
    common::show(&pool, &run)
}

/// What was noted of stretches, without handles.
fn stretches(pool: &Pool, run: &Run) -> Vec<String> {
    let ways = |stretch: &Stretch| match &stretch.came_to {
        Some(CameTo::Split(ways)) => {
            let way =
                |way: &explore::Alternative| format!("{} {:?}", pool.show(way.cond), way.fate);
            ways.iter().map(way).collect::<Vec<String>>().join("; ")
        }
        other => format!("{other:?}"),
    };
    let shown =
        |stretch: &Stretch| format!("{:?} {} {}", stretch.at, stretch.queries, ways(stretch));
    run.stretches.iter().map(shown).collect()
}

type Solvers = fn() -> Box<dyn Solver>;

#[derive(Clone, Copy, Debug)]
enum Kind {
    Machine,
    Script,
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn any_number_of_workers_gives_the_same_run(program in any_program(), options in options()) {
        for kind in [Kind::Machine, Kind::Script] {
            for solvers in [common::brute as Solvers, common::forgetful as Solvers] {
                let with = |workers| {
                    let options = Options { workers, ..options.clone() };
                    printed(&program, &options, kind, solvers)
                };
                let serial = with(1);
                prop_assert_eq!(&with(2), &serial);
                prop_assert_eq!(&with(4), &serial);
            }
        }
    }

    #[test]
    fn observing_changes_nothing_and_leaves_no_path_out(
        program in any_program(), options in options(),
    ) {
        let observed = |workers| {
            let (pool, options) = (Pool::new(), Options { workers, observe: true, ..options.clone() });
            let run = explore::explore(&pool, &program, &options, &common::forgetful, &Silent);
            (common::show(&pool, &run), stretches(&pool, &run), run)
        };
        let (shown, passed, run) = observed(1);
        prop_assert_eq!(&shown, &printed(&program, &options, Kind::Machine, common::forgetful));
        prop_assert_eq!(&observed(2).1, &passed);
        let count = |end: PathEnd| {
            let is_end = |stretch: &&Stretch| stretch.came_to == Some(CameTo::End(end));
            run.stretches.iter().filter(is_end).count() as u64
        };
        prop_assert_eq!(count(PathEnd::Finished), run.stats.finished);
        prop_assert_eq!(count(PathEnd::Discarded), run.stats.discarded);
        for ending in run.endings.iter().filter(|one| matches!(one.kind, EndingKind::Violated(..))) {
            let stretch = run.stretches.iter().find(|stretch| stretch.at == ending.choices);
            let came_to = stretch.and_then(|stretch| stretch.came_to.clone());
            prop_assert_eq!(came_to, Some(CameTo::End(PathEnd::Open)));
        }
    }

    #[test]
    fn all_strategies_find_the_same(program in any_program(), seed: u64, bias in 0..2usize) {
        let budget = Budget { steps: Some(60), ..Budget::UNLIMITED };
        let with = |strategy| {
            let bias = Bias::ALL[bias];
            let options = Options { strategy, seed, bias, budget, ..Options::default() };
            printed(&program, &options, Kind::Machine, common::forgetful)
        };
        let dfs = with(Search::Dfs);
        for other in [Search::Bfs, Search::Random, Search::Priority] {
            prop_assert_eq!(&with(other), &dfs);
        }
    }
}
