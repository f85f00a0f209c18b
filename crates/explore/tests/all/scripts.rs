//! Scripts: the same answers as the same program stepped, and no trust in what they promise.

use crate::common;
use std::sync::atomic::{AtomicI64, Ordering};

use crate::common::random::any_program;
use crate::common::{Instr, Program};
use explore::{Answers, Budget, EndingKind, Options, ReplayEnd, Run, Silent, Strategy as Search};
use machine::{Event, Exit, Halt, Host, Input, Script};
use proptest::prelude::*;
use term::{Pool, Sort, Term};

fn explore_script(pool: &Pool, script: &impl Script, options: &Options) -> Run {
    explore::explore_script(pool, script, options, &common::brute, &Silent)
}

/// What must not depend on how paths are carried on: every path with its verdict, and the counts. The
/// values of a witness may differ, since different models were made smaller; that it fails on them was
/// confirmed. Values first does not ask about the other side of what is known to hold, so it meets fewer
/// infeasible branches.
fn essence(run: &Run) -> (Vec<(Vec<u32>, String)>, [u64; 6]) {
    let stats = &run.stats;
    let counts = [
        stats.finished,
        stats.violated + stats.unconfirmed,
        stats.discarded,
        stats.unsupported,
        stats.unknown,
        stats.depth,
    ];
    let verdict = |kind: &EndingKind| match kind {
        EndingKind::Violated(failure, _) => format!("violated {}", failure.code),
        EndingKind::Unconfirmed(failure, why) => format!("unconfirmed {} {why}", failure.code),
        other => format!("{other:?}"),
    };
    let ending = |ending: &explore::Ending| (ending.choices.clone(), verdict(&ending.kind));
    (run.endings.iter().map(ending).collect(), counts)
}

fn has_backward_jump(program: &Program) -> bool {
    program.0.iter().enumerate().any(|(pc, instr)| match instr {
        Instr::IfLess(_, _, target) | Instr::IfEq(_, _, target) | Instr::Jump(target) => {
            *target <= pc
        }
        Instr::Sign(_, targets) => targets.iter().any(|target| *target <= pc),
        _ => false,
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn values_first_explores_the_paths_of_step_and_ask(program in any_program(), seed: u64) {
        // Loops meet the limit of steps, which are not counted alike.
        prop_assume!(!has_backward_jump(&program));
        let pool = Pool::new();
        for strategy in Search::ALL {
            let budget = Budget::UNLIMITED;
            let options = Options { strategy, seed, budget, ..Options::default() };
            let stepped = common::explore(&pool, &program, &options);
            let scripted = explore_script(&pool, &program, &options);
            prop_assert_eq!(essence(&scripted), essence(&stepped));
            prop_assert_eq!((scripted.stats.left, &scripted.limits), (0, &stepped.limits));
        }
    }

    #[test]
    fn a_script_is_replayed_like_a_machine(program in any_program(), answers in [-2i64..3, -2..3, -2..3]) {
        let pool = Pool::new();
        let answers = answers.map(|answer| pool.int(answer));
        let stepped = explore::replay(&pool, &program, &Answers::from(&answers[..]), 2000);
        let scripted = explore::replay_script(&pool, &program, &Answers::from(&answers[..]), 2000);
        if let (ReplayEnd::OutOfSteps(_), ReplayEnd::OutOfSteps(_)) = (&stepped.end, &scripted.end) {
            return Ok(());
        }
        prop_assert_eq!(&scripted.end, &stepped.end);
        prop_assert_eq!(&scripted.inputs, &stepped.inputs);
        prop_assert_eq!(&scripted.events, &stepped.events);
    }
}

fn ask(host: &mut dyn Host, name: &str) -> Result<Term, Halt> {
    host.ask(Input { name: name.to_owned(), sort: Sort::INT, span: None })
}

fn is_below(host: &mut dyn Host, term: Term, bound: i64) -> Result<bool, Halt> {
    let cond = host.pool().lt(term, host.pool().int(bound));
    host.branch(cond)
}

/// A script made of a closure.
struct Code<F>(F);

impl<F: Fn(&mut dyn Host) -> Result<Exit, Halt> + Sync> Script for Code<F> {
    fn run(&self, host: &mut dyn Host) -> Result<Exit, Halt> {
        (self.0)(host)
    }
}

/// The report of a script that breaks its word.
#[track_caller]
fn check_distrusted(code: impl Fn(&mut dyn Host) -> Result<Exit, Halt> + Sync, expected: &str) {
    let run = explore_script(&Pool::new(), &Code(code), &Options::default());
    let gaps: Vec<&str> = (run.endings.iter())
        .map(|ending| match &ending.kind {
            EndingKind::Unsupported(gap) => gap.what.as_str(),
            other => panic!("expected a gap, found {other:?}"),
        })
        .collect();
    assert_eq!(gaps, [expected]);
}

const DIFFERS: &str = "a program that does other things when it is run again on the same choices";

#[test]
fn other_conditions_on_the_second_run_are_noticed() {
    let runs = AtomicI64::new(0);
    check_distrusted(
        |host| {
            let n = ask(host, "n")?;
            is_below(host, n, runs.fetch_add(1, Ordering::Relaxed))?;
            Ok(Exit::Finished(None))
        },
        DIFFERS,
    );
}

#[test]
fn an_early_end_on_the_second_run_is_noticed() {
    let runs = AtomicI64::new(0);
    check_distrusted(
        |host| {
            let n = ask(host, "n")?;
            if runs.fetch_add(1, Ordering::Relaxed) == 0 {
                is_below(host, n, 0)?;
            }
            Ok(Exit::Finished(None))
        },
        DIFFERS,
    );
}

#[test]
fn other_events_on_the_second_run_are_noticed() {
    let runs = AtomicI64::new(0);
    check_distrusted(
        |host| {
            let n = ask(host, "n")?;
            let number = runs.fetch_add(1, Ordering::Relaxed);
            let args = vec![host.pool().int(number)];
            let op = host.pool().symbol("ran");
            host.emit(Event { op, args, result: None, span: None })?;
            is_below(host, n, 0)?;
            Ok(Exit::Finished(None))
        },
        DIFFERS,
    );
}

#[test]
fn a_script_cannot_halt_by_itself() {
    check_distrusted(|_| Err(Halt::by_host()), "a script that halted without being told to");
}

#[test]
fn a_script_cannot_go_on_after_a_halt() {
    let code = |host: &mut dyn Host| {
        while host.tick().is_ok() {}
        Ok(Exit::Finished(None))
    };
    let budget = Budget { steps: Some(10), ..Budget::UNLIMITED };
    let options = Options { budget, ..Options::default() };
    let run = explore_script(&Pool::new(), &Code(code), &options);
    assert_eq!((run.stats.finished, run.stats.cut_off, run.stats.steps), (0, 1, 10));
}

#[test]
fn what_is_run_again_is_not_counted_again() {
    let program = Program(vec![Instr::Ask(0), Instr::IfEq(0, 1, 9)]);
    let run = explore_script(&Pool::new(), &program, &Options::default());
    // Two ticks, one question and one choice in common; one event on each of the two paths.
    assert_eq!((run.stats.finished, run.stats.steps), (2, 6));
}

/// A number that is taken as it is: the value of the run first, then one other.
fn with_pinned_number(host: &mut dyn Host) -> Result<Exit, Halt> {
    let n = ask(host, "n")?;
    let value = host.value_of(n).unwrap_or(n);
    let is_it = host.pool().eq(n, value);
    host.branch(is_it)?;
    Ok(Exit::Finished(None))
}

#[test]
fn values_of_number_that_were_not_tried_are_reported() {
    let run = explore_script(&Pool::new(), &Code(with_pinned_number), &Options::default());
    let gaps: Vec<&str> = (run.endings.iter())
        .filter_map(|ending| match &ending.kind {
            EndingKind::Unsupported(gap) => Some(gap.what.as_str()),
            _ => None,
        })
        .collect();
    let expected =
        "a number that the program goes on with as it is, of which only some values were tried";
    assert_eq!((run.stats.finished, gaps), (2, vec![expected]));
}

/// A solver that knows nothing cannot say what is behind a branch: that is no "holds".
#[test]
fn branch_that_no_solver_decides_is_reported() {
    let program = Program(vec![Instr::Ask(0), Instr::IfEq(0, 1, 9)]);
    let solvers = || -> Box<dyn solve::Solver> { Box::new(common::Brute::forgetting(Some(1))) };
    let options = Options::default();
    let run = explore::explore_script(&Pool::new(), &program, &options, &solvers, &Silent);
    assert_eq!((run.stats.finished, run.stats.unknown), (1, 1));
    assert!(matches!(run.endings[0].kind, EndingKind::Unknown(_)), "{:?}", run.endings);
}

#[test]
fn branches_below_limit_of_depth_are_cut_off() {
    let program =
        Program(vec![Instr::Ask(0), Instr::IfEq(0, 1, 2), Instr::IfEq(0, 2, 3), Instr::Emit(0)]);
    let budget = Budget { depth: Some(1), ..Budget::UNLIMITED };
    let options = Options { budget, ..Options::default() };
    let run = explore_script(&Pool::new(), &program, &options);
    assert_eq!((run.stats.finished, run.stats.cut_off, run.stats.left), (2, 2, 0));
}
