//! Solvers that do not always know: nothing real is lost without a word, nothing false is said.

use crate::common;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::common::random::any_program;
use crate::common::{Brute, Instr, Program};
use explore::{Bias, Budget, Ending, EndingKind, Options, Run, Silent, Unconfirmed, follow};
use proptest::prelude::*;
use solve::{Model, Reason, Solver, StageStats, Verdict};
use term::{Pool, Term};

fn options(bias: Bias) -> Options {
    let budget = Budget { steps: Some(60), ..Budget::UNLIMITED };
    Options { bias, budget, ..Options::default() }
}

fn violated(run: &Run) -> Vec<&Ending> {
    let confirmed = |ending: &&Ending| matches!(ending.kind, EndingKind::Violated(..));
    run.endings.iter().filter(confirmed).collect()
}

fn failed(ending: &Ending) -> bool {
    matches!(ending.kind, EndingKind::Violated(..) | EndingKind::Unconfirmed(..))
}

fn not_followed(ending: &Ending) -> bool {
    matches!(ending.kind, EndingKind::Unknown(_))
}

#[test]
fn every_combination_of_verdict_and_bias_is_decided() {
    let unknown = Verdict::Unknown(Reason::NeedsBackend);
    let decided = [&Verdict::Sat, &Verdict::Unsat, &unknown]
        .map(|verdict| Bias::ALL.map(|bias| follow(verdict, bias)));
    assert_eq!(decided, [[true, true], [false, false], [true, false]]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn to_verify_is_to_lose_no_failure(program in any_program()) {
        let pool = Pool::new();
        let options = options(Bias::Verify);
        let exact = common::explore(&pool, &program, &options);
        let vague = explore::explore(&pool, &program, &options, &common::forgetful, &Silent);
        for real in violated(&exact) {
            let same = vague.endings.iter().find(|ending| ending.choices == real.choices);
            prop_assert!(same.is_some_and(failed), "lost {real:?}");
        }
        for said in violated(&vague) {
            prop_assert!(violated(&exact).contains(&said), "invented {said:?}");
        }
        prop_assert!(!vague.endings.iter().any(not_followed));
    }

    #[test]
    fn to_find_bugs_is_to_tell_of_what_was_left(program in any_program()) {
        let pool = Pool::new();
        let options = options(Bias::FindBugs);
        let exact = common::explore(&pool, &program, &options);
        let vague = explore::explore(&pool, &program, &options, &common::forgetful, &Silent);
        for real in violated(&exact) {
            let told = vague.endings.iter().any(|ending| {
                ending.choices == real.choices && failed(ending)
                    || real.choices.starts_with(&ending.choices) && not_followed(ending)
            });
            prop_assert!(told, "lost {real:?}");
        }
        for said in violated(&vague) {
            prop_assert!(violated(&exact).contains(&said), "invented {said:?}");
        }
        let unknown = vague.endings.iter().filter(|ending| not_followed(ending)).count();
        prop_assert_eq!(unknown as u64, vague.stats.unknown);
    }
}

/// Fails if the input is 1 and, which cannot be, 2 as well; and if it is 1 alone.
fn impossible_then_possible() -> Program {
    Program(vec![
        Instr::Ask(0),
        Instr::IfEq(0, 1, 3),
        Instr::Jump(99),
        Instr::IfEq(0, 2, 5),
        Instr::Fail("POSSIBLE"),
        Instr::Fail("IMPOSSIBLE"),
    ])
}

/// Solvers of which the first, that of the only worker, knows nothing.
fn first_knows_nothing() -> impl Fn() -> Box<dyn Solver> + Sync {
    let first = AtomicBool::new(true);
    move || {
        let one_in = first.swap(false, Ordering::Relaxed).then_some(1);
        Box::new(Brute::forgetting(one_in))
    }
}

#[test]
fn failure_on_infeasible_path_is_not_reported() {
    let pool = Pool::new();
    let program = impossible_then_possible();
    let solvers = first_knows_nothing();
    let run = explore::explore(&pool, &program, &options(Bias::Verify), &solvers, &Silent);
    let codes: Vec<&str> = (run.endings.iter())
        .map(|ending| match &ending.kind {
            EndingKind::Violated(failure, _) => failure.code,
            other => panic!("expected a violation, found {other:?}"),
        })
        .collect();
    assert_eq!(codes, ["POSSIBLE"]);
    assert_eq!((run.stats.violated, run.stats.infeasible, run.stats.unknown), (1, 1, 4));
}

#[test]
fn a_failure_without_a_model_is_unconfirmed() {
    let pool = Pool::new();
    let program =
        Program(vec![Instr::Ask(0), Instr::IfEq(0, 1, 3), Instr::Jump(99), Instr::Fail("T")]);
    let never = || -> Box<dyn Solver> { Box::new(Brute::forgetting(Some(1))) };
    let run = explore::explore(&pool, &program, &options(Bias::Verify), &never, &Silent);
    let [Ending { choices, kind: EndingKind::Unconfirmed(failure, why) }] = &run.endings[..] else {
        panic!("expected one unconfirmed failure, found {:?}", run.endings);
    };
    assert_eq!((&choices[..], failure.code), (&[0][..], "T"));
    assert_eq!(why, &Unconfirmed::Unknown(Reason::Incomplete("forgot".to_owned())));
}

#[test]
fn last_alternative_needs_no_query() {
    // Where the input is 1, its sign is positive because it is neither negative nor zero.
    let program =
        Program(vec![Instr::Ask(0), Instr::IfEq(0, 1, 3), Instr::Jump(9), Instr::Sign(0, [9; 3])]);
    let run = common::explore(&Pool::new(), &program, &options(Bias::Verify));
    assert_eq!((run.stats.queries, run.stats.finished, run.stats.infeasible), (4, 2, 2));
}

/// Does not know of queries with two parts.
struct NoPairs(Brute);

impl Solver for NoPairs {
    fn check(&mut self, pool: &Pool, query: &[Term]) -> Verdict {
        if query.len() == 2 {
            return Verdict::Unknown(Reason::Incomplete("a pair".to_owned()));
        }
        self.0.check(pool, query)
    }

    fn model(&mut self, pool: &Pool) -> Option<Model> {
        self.0.model(pool)
    }

    fn stats(&self) -> Vec<StageStats> {
        self.0.stats()
    }
}

#[test]
fn the_last_alternative_of_a_doubtful_path_is_asked_about() {
    // The solver does not know that an input that is 1 is not 2; then it has no sign at all.
    let program = Program(vec![
        Instr::Ask(0),
        Instr::IfEq(0, 1, 3),
        Instr::Jump(9),
        Instr::IfEq(0, 2, 5),
        Instr::Jump(9),
        Instr::Sign(0, [9; 3]),
    ]);
    let solvers = || -> Box<dyn Solver> { Box::new(NoPairs(Brute::default())) };
    let run = explore::explore(&Pool::new(), &program, &options(Bias::Verify), &solvers, &Silent);
    assert_eq!((run.stats.unknown, run.stats.infeasible, run.stats.finished), (2, 3, 2));
}
