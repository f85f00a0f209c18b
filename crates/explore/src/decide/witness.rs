//! From a path that failed to values that make it fail.
//!
//! The values come from a fresh solver, are made small, and are then run without any solver. Only
//! what fails again in the same place is called a violation.

use machine::{Exit, Failure, Input};
use solve::{Reason, Verdict};
use term::{Model, Pool, Term};

use super::job::Program;
use super::path::{Asked, Trail};
use super::worker::Worker;
use crate::replay::{Answers, Replay, ReplayEnd};
use crate::shrink;
use crate::{Unconfirmed, Witness};

/// Simpler values may take this part of the time that is left: a tenth.
const SHRINKING: u32 = 10;

/// What is known of a failure.
pub(crate) enum Judgement {
    /// It happens on these values.
    Violated(Failure, Witness),
    /// It may happen.
    Unconfirmed(Failure, Unconfirmed),
    /// The path cannot be taken after all.
    Impossible,
}

/// Looks for a witness of `failure` at the end of a path.
pub(crate) fn judge<P: Program>(
    worker: &mut Worker<'_>,
    program: &P,
    trail: &Trail,
    failure: Failure,
) -> Judgement {
    let cond = trail.cond();
    let model = match find_model(worker, trail, &cond) {
        Ok(model) => model,
        Err(Some(why)) => return Judgement::Unconfirmed(failure, why),
        Err(None) => return Judgement::Impossible,
    };
    let pool = worker.pool;
    let vars: Vec<Term> = trail.inputs.to_vec().iter().map(|asked| asked.var).collect();
    let until = worker.meter.share(SHRINKING);
    let is_late = || worker.meter.is_late(until);
    let small = shrink::smallest(pool, &cond, &vars, &model, &is_late);
    let confirmed = confirm(pool, program, trail, &failure, &small)
        .or_else(|_| confirm(pool, program, trail, &failure, &model));
    match confirmed {
        Ok((failure, witness)) => Judgement::Violated(failure, witness),
        Err(why) => Judgement::Unconfirmed(failure, Unconfirmed::Replay(why)),
    }
}

/// A model of the path, or why there is none; no reason means that the path cannot be taken.
fn find_model(
    worker: &mut Worker<'_>,
    trail: &Trail,
    cond: &[Term],
) -> Result<Model, Option<Unconfirmed>> {
    if cond.is_empty() {
        return Ok(Model::new());
    }
    match worker.ask_afresh(cond) {
        (Verdict::Sat, Some(model)) if worker.pool.satisfies(&model, cond) => Ok(model),
        (Verdict::Sat, _) => Err(Some(Unconfirmed::NoModel)),
        (Verdict::Unknown(reason), _) => Err(Some(Unconfirmed::Unknown(reason))),
        (Verdict::Unsat, _) if !trail.sure => Err(None),
        (Verdict::Unsat, _) => {
            let what = "the path could be taken step by step, but not as a whole".to_owned();
            Err(Some(Unconfirmed::Unknown(Reason::Disagreement(what))))
        }
    }
}

/// Replays the path on the values of a model.
fn confirm<P: Program>(
    pool: &Pool,
    program: &P,
    trail: &Trail,
    failure: &Failure,
    model: &Model,
) -> Result<(Failure, Witness), String> {
    let asked = trail.inputs.to_vec();
    let inputs = asked.iter().map(|asked| value_of(pool, asked, model)).collect();
    let answers = Answers { inputs, functions: functions_of(pool, model) };
    // The same steps are made again; the slack is for programs that go another way.
    let replay = program.replay(pool, &answers, trail.steps.saturating_mul(2).saturating_add(1000));
    check_same_way(pool, trail, &asked, &replay)?;
    match replay.end {
        ReplayEnd::Exit(Exit::Failed(again)) if same_failure(&again, failure) => {
            let (inputs, events) = (replay.inputs, replay.events);
            Ok((again, Witness { inputs, functions: answers.functions, events }))
        }
        other => Err(format!("expected {}, but {other}", failure.code)),
    }
}

fn functions_of(pool: &Pool, model: &Model) -> Model {
    let mut functions = Model::new();
    model.funcs(pool).into_iter().for_each(|func| functions.take_func(model, func));
    functions
}

fn value_of(pool: &Pool, asked: &Asked, model: &Model) -> Term {
    model.value(pool, asked.var).expect("only inputs of sorts with values are asked for")
}

/// Messages may show values, so they may differ.
fn same_failure(a: &Failure, b: &Failure) -> bool {
    (a.code, a.span) == (b.code, b.span)
}

/// What was seen on the path must be seen in the replay.
fn check_same_way(
    pool: &Pool,
    trail: &Trail,
    asked: &[Asked],
    replay: &Replay,
) -> Result<(), String> {
    let inputs: Vec<&Input> = replay.inputs.iter().map(|(input, _)| input).collect();
    if !inputs.iter().copied().eq(asked.iter().map(|asked| &asked.input)) {
        return Err(format!("it asked for other inputs, and {}", replay.end));
    }
    let ops = replay.events.iter().rev().map(|event| event.op);
    if !ops.eq(trail.events.backwards().map(|event| event.op)) {
        return Err(format!("it showed other events, and {}", replay.end));
    }
    let shown = replay.events.iter().flat_map(|event| event.args.iter().chain(&event.result));
    match shown.copied().find(|term| !pool.is_ground(*term)) {
        Some(open) => Err(format!("an event shows what is not a value: {}", pool.show(open))),
        None => Ok(()),
    }
}
