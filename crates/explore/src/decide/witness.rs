//! From a path that failed to values that make it fail.
//!
//! The values come from a fresh solver, are made small, and are then run without any solver. Only
//! what fails again in the same place is called a violation.

use machine::{Exit, Failure, Input};
use solve::{Reason, Verdict};
use term::{Model, Pool, Symbol, Term};

use super::job::Program;
use super::path::Trail;
use super::worker::Worker;
use crate::replay::{Answers, Replay, ReplayEnd};
use crate::shrink;
use crate::{EndingKind, Meter, Unconfirmed, Witness};

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

impl Judgement {
    /// The ending of a path that is known to be possible, and how many violations are confirmed by it.
    pub(crate) fn into_kind(self) -> (EndingKind, u64) {
        match self {
            Judgement::Violated(failure, witness) => (EndingKind::Violated(failure, witness), 1),
            Judgement::Unconfirmed(failure, why) => (EndingKind::Unconfirmed(failure, why), 0),
            Judgement::Impossible => unreachable!("a run on values was made"),
        }
    }
}

/// What a path did, as its replay has to do it again.
pub(crate) struct Past {
    pub(crate) cond: Vec<Term>,
    /// The inputs in the order of asking, with their variables.
    pub(crate) asked: Vec<(Input, Term)>,
    /// The operations of its events.
    pub(crate) ops: Vec<Symbol>,
    pub(crate) steps: u64,
}

/// Runs the program on values.
pub(crate) type Replayer<'a> = dyn Fn(&Answers, u64) -> Replay + 'a;

/// Looks for a witness of `failure` at the end of a path.
pub(crate) fn judge<P: Program>(
    worker: &mut Worker<'_>,
    program: &P,
    trail: &Trail,
    failure: Failure,
) -> Judgement {
    let past = Past {
        cond: trail.cond(),
        asked: trail.inputs.to_vec().into_iter().map(|asked| (asked.input, asked.var)).collect(),
        ops: trail.events.to_vec().iter().map(|event| event.op).collect(),
        steps: trail.steps,
    };
    let model = match find_model(worker, trail, &past.cond) {
        Ok(model) => model,
        Err(Some(why)) => return Judgement::Unconfirmed(failure, why),
        Err(None) => return Judgement::Impossible,
    };
    let pool = worker.pool;
    let replay = |answers: &Answers, max_steps| program.replay(pool, answers, max_steps);
    confirm(pool, worker.meter, &replay, &past, failure, &model)
}

/// Makes the values of a model small and replays the path on them.
pub(crate) fn confirm(
    pool: &Pool,
    meter: &Meter,
    replay: &Replayer<'_>,
    past: &Past,
    failure: Failure,
    model: &Model,
) -> Judgement {
    let vars: Vec<Term> = past.asked.iter().map(|(_, var)| *var).collect();
    let until = meter.share(SHRINKING);
    let is_late = || meter.is_late(until);
    let small = shrink::smallest(pool, &past.cond, &vars, model, &is_late);
    let confirmed = fails_again(pool, replay, past, &failure, &small)
        .or_else(|_| fails_again(pool, replay, past, &failure, model));
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
fn fails_again(
    pool: &Pool,
    replay: &Replayer<'_>,
    past: &Past,
    failure: &Failure,
    model: &Model,
) -> Result<(Failure, Witness), String> {
    let value = |var| model.value(pool, var);
    let value = |var| value(var).expect("only inputs of sorts with values are asked for");
    let inputs = past.asked.iter().map(|(_, var)| value(*var)).collect();
    let answers = Answers { inputs, functions: functions_of(pool, model) };
    // The same steps are made again; the slack is for programs that go another way.
    let replay = replay(&answers, past.steps.saturating_mul(2).saturating_add(1000));
    check_same_way(pool, past, &replay)?;
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

/// Messages may show values, so they may differ.
fn same_failure(a: &Failure, b: &Failure) -> bool {
    (a.code, a.span) == (b.code, b.span)
}

/// What was seen on the path must be seen in the replay.
fn check_same_way(pool: &Pool, past: &Past, replay: &Replay) -> Result<(), String> {
    let inputs = replay.inputs.iter().map(|(input, _)| input);
    if !inputs.eq(past.asked.iter().map(|(input, _)| input)) {
        return Err(format!("it asked for other inputs, and {}", replay.end));
    }
    let ops = replay.events.iter().map(|event| event.op);
    if !ops.eq(past.ops.iter().copied()) {
        return Err(format!("it showed other events, and {}", replay.end));
    }
    let shown = replay.events.iter().flat_map(|event| event.args.iter().chain(&event.result));
    match shown.copied().find(|term| !pool.is_ground(*term)) {
        Some(open) => Err(format!("an event shows what is not a value: {}", pool.show(open))),
        None => Ok(()),
    }
}
