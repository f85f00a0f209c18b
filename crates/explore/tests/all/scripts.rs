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

/// The endings and counts that do not depend on what is called a step.
fn essence(run: &Run) -> (Vec<explore::Ending>, [u64; 7]) {
    let stats = &run.stats;
    let counts = [
        stats.finished,
        stats.violated,
        stats.discarded,
        stats.infeasible,
        stats.unsupported,
        stats.queries,
        stats.depth,
    ];
    (run.endings.clone(), counts)
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
    fn a_script_is_explored_like_a_machine(program in any_program(), seed: u64) {
        // Loops meet the limit of steps, which are not counted alike.
        prop_assume!(!has_backward_jump(&program));
        let pool = Pool::new();
        for strategy in Search::ALL {
            let budget = Budget::UNLIMITED;
            let options = Options { strategy, seed, budget, ..Options::default() };
            let stepped = common::explore(&pool, &program, &options);
            let scripted = explore_script(&pool, &program, &options);
            prop_assert_eq!(essence(&scripted), essence(&stepped));
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
