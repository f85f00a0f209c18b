//! Running on values: no solver, no choice.
//!
//! Each input gets a value, so each condition folds to true or false. This is how an answer is
//! confirmed on machine numbers, and how a program is compared with GHC.

use lang_core::{Session, State};
use machine::{Exit, Failure, Gap, Input, Machine, Step};
use term::{Literal, Pool, Term};

/// What came of a run on values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ran {
    /// How it ended.
    pub end: End,
    /// The calls of functions that were inputs, in order.
    pub calls: Vec<Call>,
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
    let mut calls = Vec::new();
    let mut state: State = session.start(pool);
    for _ in 0..max_steps {
        state = match session.step(pool, state) {
            Step::Go(cases) => {
                let mut certain = cases.into_iter().filter(|(cond, _)| *cond == Term::TRUE);
                match certain.next() {
                    Some((_, state)) => state,
                    None => {
                        let what = "a condition is not decided by values".to_owned();
                        return Ran { end: End::Stuck(what), calls };
                    }
                }
            }
            Step::Ask(input, state) => match answer(&input) {
                Ok(value) => {
                    calls.extend(call(pool, &state, value));
                    session.supply(pool, state, value)
                }
                Err(why) => return Ran { end: End::Stuck(why), calls },
            },
            Step::Emit(_, state) => state,
            Step::Stop(exit) => return Ran { end: ended(exit), calls },
            Step::Unsupported(gap) => return Ran { end: End::Unsupported(gap), calls },
        };
    }
    Ran { end: End::OutOfSteps(max_steps), calls }
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
