//! How much of the processor a process has taken.

use std::time::Duration;

/// The unit of the system, which is the same on all machines that Linux runs on.
const TICK: Duration = Duration::from_millis(10);

/// The time of the processor that a process has taken, where the system tells. On a busy machine it
/// says more about a process than the clock does.
///
/// ```
/// if let Some(time) = child::processor_time(std::process::id()) {
///     assert!(child::processor_time(std::process::id()) >= Some(time));
/// }
/// ```
#[must_use]
pub fn processor_time(process: u32) -> Option<Duration> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name of the program comes before, in parentheses, and may have spaces in it.
    let (_, fields) = stat.rsplit_once(')')?;
    let field = |nth: usize| fields.split_whitespace().nth(nth)?.parse::<u32>().ok();
    Some(TICK * field(11)?.saturating_add(field(12)?))
}
