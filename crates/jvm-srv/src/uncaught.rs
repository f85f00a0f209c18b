//! Exceptions that come out of a method, as violations.

use explore::concolic::{Concolic, Stop};
use lang_jvm::{ASSERTION, BuiltInChecks, Subject};
use machine::{Exit, Failure, Script};
use term::{Model, Pool};

use crate::outcome::Replayed;
use crate::replay::SecondRun;

/// Whether an exception is one that must not come out.
pub(crate) fn is_watched(failure: &Failure, watch: BuiltInChecks) -> bool {
    if failure.code == ASSERTION { watch.assertions } else { watch.exceptions }
}

/// A second opinion: runs the program on values alone, without terms.
pub(crate) fn throws_again(
    pool: &Pool,
    subject: &Subject,
    values: &Model,
    failure: &Failure,
    second: &SecondRun,
) -> Replayed {
    let mut host = Concolic::replay(pool, values.clone(), second.max_steps, &second.meter);
    let ended = subject.run(&mut host);
    if host.choices.iter().any(Option::is_some) {
        return Replayed::Not("a condition was not decided by the values".to_owned());
    }
    match (ended, host.stop) {
        (Ok(Exit::Failed(other)), _) if other == *failure => Replayed::Confirmed,
        (Ok(Exit::Failed(other)), _) => Replayed::Not(format!("on the values, {}", other.message)),
        (Err(_), Some(Stop::Gap(gap))) => Replayed::Not(format!("it came to {}", gap.what)),
        (Err(_), Some(Stop::Steps(_) | Stop::Limit(_))) => Replayed::Not(SecondRun::CUT.to_owned()),
        (Ok(_) | Err(_), _) => {
            Replayed::Not("nothing is thrown when it is run on the values".to_owned())
        }
    }
}
