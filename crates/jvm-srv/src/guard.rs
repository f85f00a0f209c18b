//! The limits that runs are held to: time, memory, and the user's patience.
//!
//! A run looks at them while it goes on, not only when it has ended: one run may take forever.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use explore::{Budget, Limit, Meter};
use solve::Interrupt;

use crate::options::Options;

/// A meter that counts for itself how often it was looked at, over all runs.
pub(crate) struct Guard {
    meter: Meter,
    polls: AtomicU64,
}

/// A confirming run is given so many times the time of the run that it confirms, and the time below.
const CONFIRM_FACTOR: u32 = 4;
/// Even the shortest run may have to load classes again.
const CONFIRM_LEAST: Duration = Duration::from_secs(5);
/// The most time to find plainer values for one finding.
const SIMPLIFY_MOST: Duration = Duration::from_secs(5);
/// The share of the time that is left for that.
const SIMPLIFY_SHARE: u32 = 10;

impl Guard {
    /// The limits of a whole search.
    pub(crate) fn of_search(options: &Options) -> Guard {
        let (time, memory_mib) = (options.max_time, options.memory_mib);
        Guard::new(Budget { time, memory_mib, ..Budget::UNLIMITED }, &options.interrupt)
    }

    /// The limits of what is done for the sake of plainer values, `spent` after the search began: a
    /// small share of the time that is left.
    pub(crate) fn of_trials(options: &Options, spent: Duration) -> Guard {
        let left = options.max_time.map(|time| time.saturating_sub(spent) / SIMPLIFY_SHARE);
        let time = Some(left.map_or(SIMPLIFY_MOST, |left| left.min(SIMPLIFY_MOST)));
        let memory_mib = options.memory_mib;
        Guard::new(Budget { time, memory_mib, ..Budget::UNLIMITED }, &options.interrupt)
    }

    /// The limits of a run that confirms one which took so long. What was found has to be confirmed
    /// also when the time of the search is up or the user has lost patience.
    pub(crate) fn of_replay(took: Duration) -> Guard {
        let time = Some(took.saturating_mul(CONFIRM_FACTOR).saturating_add(CONFIRM_LEAST));
        Guard::new(Budget { time, ..Budget::UNLIMITED }, &Interrupt::new())
    }

    fn new(budget: Budget, interrupt: &Interrupt) -> Guard {
        Guard { meter: Meter::new(budget, interrupt.clone()), polls: AtomicU64::new(0) }
    }

    /// The limit that was met, after a look at what is due: cheap enough for every step.
    pub(crate) fn poll(&self) -> Option<Limit> {
        self.meter.poll(self.polls.fetch_add(1, Relaxed));
        self.meter.met()
    }

    /// The limit that was met, after a look at everything.
    pub(crate) fn look(&self) -> Option<Limit> {
        self.meter.poll(0);
        self.meter.met()
    }

    /// The limit that was met when somebody looked last.
    pub(crate) fn met(&self) -> Option<Limit> {
        self.meter.met()
    }
}
