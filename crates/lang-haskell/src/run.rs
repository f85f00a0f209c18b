//! Running on values: no solver, no choice.
//!
//! Each input gets a value, so each condition folds to true or false. This is how a result is
//! confirmed on machine numbers, and how a program is compared with GHC.

use lang_core::{Session, State};
use machine::{Exit, Failure, Gap, Machine, Step};
use term::{Pool, Term};

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

/// Runs a session on values, in the order in which it asks for them.
#[must_use]
pub fn run(pool: &Pool, session: &Session, inputs: &[Term], max_steps: u64) -> End {
    let mut inputs = inputs.iter();
    let mut state: State = session.start(pool);
    for _ in 0..max_steps {
        state = match session.step(pool, state) {
            Step::Go(cases) => {
                let mut certain = cases.into_iter().filter(|(cond, _)| *cond == Term::TRUE);
                match certain.next() {
                    Some((_, state)) => state,
                    None => return End::Stuck("a condition is not decided by values".to_owned()),
                }
            }
            Step::Ask(input, state) => match inputs.next() {
                Some(value) if pool.sort(*value) == input.sort => {
                    session.supply(pool, state, *value)
                }
                Some(_) => {
                    return End::Stuck(format!("the value of {} is of another sort", input.name));
                }
                None => return End::Stuck(format!("there is no value for {}", input.name)),
            },
            Step::Emit(_, state) => state,
            Step::Stop(Exit::Finished(result)) => return End::Finished(result),
            Step::Stop(Exit::Failed(failure)) => return End::Failed(failure),
            Step::Stop(Exit::Discarded) => return End::Discarded,
            Step::Stop(Exit::TooManyEvents(_) | Exit::Unrolled(_)) => {
                return End::Stuck("a bound of the exploration was met".to_owned());
            }
            Step::Unsupported(gap) => return End::Unsupported(gap),
        };
    }
    End::OutOfSteps(max_steps)
}
