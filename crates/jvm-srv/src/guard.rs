//! The limits of what is done besides the search: plainer values, confirming runs.

use std::time::Duration;

use explore::{Budget, Meter};
use solve::Interrupt;

use crate::options::Options;

/// A confirming run is given so many times the time of the run that it confirms, and the time below.
const CONFIRM_FACTOR: u32 = 4;
/// Even the shortest run may have to load classes again.
const CONFIRM_LEAST: Duration = Duration::from_secs(5);
/// The most time to find plainer values for one finding.
const SIMPLIFY_MOST: Duration = Duration::from_secs(5);
/// The share of the time that is left for that.
const SIMPLIFY_SHARE: u32 = 10;

/// The limits of what is done for the sake of plainer values, `spent` after the search began: a small
/// share of the time that is left.
pub(crate) fn of_trials(options: &Options, spent: Duration) -> Meter {
    let engine = &options.engine;
    let left = engine.budget.time.map(|time| time.saturating_sub(spent) / SIMPLIFY_SHARE);
    let time = Some(left.map_or(SIMPLIFY_MOST, |left| left.min(SIMPLIFY_MOST)));
    let memory_mib = engine.budget.memory_mib;
    Meter::new(Budget { time, memory_mib, ..Budget::UNLIMITED }, engine.interrupt.clone())
}

/// The limits of a run that confirms one which took so long. What was found has to be confirmed also
/// when the time of the search is up or the user has lost patience.
pub(crate) fn of_replay(took: Duration) -> Meter {
    let time = Some(took.saturating_mul(CONFIRM_FACTOR).saturating_add(CONFIRM_LEAST));
    Meter::new(Budget { time, ..Budget::UNLIMITED }, Interrupt::new())
}
