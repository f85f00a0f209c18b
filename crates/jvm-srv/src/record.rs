//! One run and everything that was seen of it.

use std::sync::{Arc, Mutex, PoisonError};

use explore::Meter;
use explore::concolic::{self, Concolic};
use lang_jvm::{SharedFollower, Subject};
use machine::{Exit, Halt};
use term::{Model, Pool};

use crate::recorder::Recorder;

/// A run that was made.
pub(crate) type Record<'p> = concolic::Record<'p, Recorder>;

/// Runs a program on values.
pub(crate) fn make<'p>(
    pool: &'p Pool,
    subject: &Subject,
    recorder: Recorder,
    values: Model,
    max_steps: u64,
    meter: &Arc<Meter>,
) -> Record<'p> {
    let host = Concolic::new(pool, values, max_steps, meter);
    Record::make(host, |host| follow(subject, recorder, host))
}

/// Makes a run and keeps what was seen of it.
pub(crate) fn follow(
    subject: &Subject,
    recorder: Recorder,
    host: &mut Concolic<'_>,
) -> (Result<Exit, Halt>, Recorder) {
    let recorder = Arc::new(Mutex::new(recorder));
    let follower: SharedFollower = Arc::<Mutex<Recorder>>::clone(&recorder);
    let ended = subject.run_followed(host, follower);
    let recorder = Arc::into_inner(recorder).expect("the machine has let go of its follower");
    let mut recorder = recorder.into_inner().unwrap_or_else(PoisonError::into_inner);
    if matches!(ended, Ok(Exit::Finished(_) | Exit::Failed(_))) {
        recorder.end();
    }
    (ended, recorder)
}
