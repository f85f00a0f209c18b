//! Running on values: no solver, no choice.
//!
//! Each input gets a value, so each condition folds to true or false. This is how an answer is
//! confirmed on machine numbers, and how a program is compared with GHC.

use lang_core::{Session, State};
use machine::{Event, Exit, Failure, Gap, Input, Machine, Step};
use term::{Literal, Pool, Term};

/// What came of a run on values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ran {
    /// How it ended.
    pub end: End,
    /// The calls of functions that were inputs, in order.
    pub calls: Vec<Call>,
    /// What was seen from outside, in order.
    pub events: Vec<Event>,
}

/// How a run on values ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// With a result; none if it is not a first-order value.
    Finished(Option<Term>),
    /// With a failure.
    Failed(Failure),
    /// An assumption does not hold.
    Discarded,
    /// At something that we do not model.
    Unsupported(Gap),
    /// Not within this many steps.
    OutOfSteps(u64),
    /// It asked for more than there are values, or went a way that values cannot decide; says what.
    Stuck(String),
}

/// A call of a function that was an input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// Which function, from zero, in the order of the parameters.
    pub function: u32,
    /// Its arguments.
    pub args: Vec<Term>,
    /// What it returned.
    pub result: Term,
}

/// Runs a session on the values that `answer` gives it, or says why there is none.
pub fn run(
    pool: &Pool,
    session: &Session,
    mut answer: impl FnMut(&Input) -> Result<Term, String>,
    max_steps: u64,
) -> Ran {
    let (mut calls, mut events) = (Vec::new(), Vec::new());
    let mut state: State = session.start(pool);
    for _ in 0..max_steps {
        let next = match session.step(pool, state) {
            Step::Go(cases) => {
                let mut certain = cases.into_iter().filter(|(cond, _)| *cond == Term::TRUE);
                let undecided = || End::Stuck("a condition is not decided by values".to_owned());
                certain.next().map(|(_, state)| state).ok_or_else(undecided)
            }
            Step::Ask(input, state) => answer(&input).map_err(End::Stuck).map(|value| {
                calls.extend(call(pool, &state, value));
                session.supply(pool, state, value)
            }),
            Step::Emit(event, state) => {
                events.push(event);
                Ok(state)
            }
            Step::Stop(exit) => Err(ended(exit)),
            Step::Unsupported(gap) => Err(End::Unsupported(gap)),
        };
        state = match next {
            Ok(state) => state,
            Err(end) => return Ran { end, calls, events },
        };
    }
    Ran { end: End::OutOfSteps(max_steps), calls, events }
}

fn ended(exit: Exit) -> End {
    match exit {
        Exit::Finished(result) => End::Finished(result),
        Exit::Failed(failure) => End::Failed(failure),
        Exit::Discarded => End::Discarded,
        Exit::TooManyEvents(_) | Exit::Unrolled(_) => {
            End::Stuck("a bound of the exploration was met".to_owned())
        }
    }
}

/// The call whose result an input is.
fn call(pool: &Pool, state: &State, result: Term) -> Option<Call> {
    let (function, args) = state.asked_call()?;
    match pool.as_literal(function) {
        Some(Literal::Elem(_, number)) => {
            Some(Call { function: *number, args: args.to_vec(), result })
        }
        _ => None,
    }
}
