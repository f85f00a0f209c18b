//! One run and everything that was seen of it.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use explore::Meter;
use lang_jvm::{SharedFollower, Subject};
use machine::{Exit, Halt};
use term::{Model, Pool};

use crate::host::Concolic;
use crate::recorder::Recorder;

/// A run that was made.
pub(crate) struct Record<'p> {
    pub(crate) recorder: Recorder,
    pub(crate) host: Concolic<'p>,
    pub(crate) ended: Result<Exit, Halt>,
    pub(crate) took: Duration,
}

impl<'p> Record<'p> {
    /// Runs a program on values.
    pub(crate) fn make(
        pool: &'p Pool,
        subject: &Subject,
        recorder: Recorder,
        values: Model,
        max_steps: u64,
        meter: &Arc<Meter>,
    ) -> Record<'p> {
        let recorder = Arc::new(Mutex::new(recorder));
        let follower: SharedFollower = Arc::<Mutex<Recorder>>::clone(&recorder);
        let begun = Instant::now();
        let mut host = Concolic::new(pool, values, max_steps, meter);
        let ended = subject.run_followed(&mut host, follower);
        let recorder = Arc::into_inner(recorder).expect("the machine has let go of its follower");
        let mut recorder = recorder.into_inner().unwrap_or_else(PoisonError::into_inner);
        if matches!(ended, Ok(Exit::Finished(_) | Exit::Failed(_))) {
            recorder.end();
        }
        Record { recorder, host, ended, took: begun.elapsed() }
    }
}
