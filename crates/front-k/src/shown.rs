//! How long solutions are shown: a limit on time holds for the whole call, and there may be millions.

use std::time::{Duration, Instant};

use explore::{Limit, Meter};
use host::output;

/// A call may take this much longer than its limit, or a tenth of it where that is more. Half of it
/// is for showing what was found, the rest for the end of the process.
const LATE: Duration = Duration::from_secs(1);

/// Text is written in portions of this size.
const PORTION: usize = 1 << 16;

/// The end of the time in which solutions are shown.
pub(super) struct Showing<'a> {
    meter: &'a Meter,
    until: Option<Instant>,
}

impl<'a> Showing<'a> {
    /// Begins now. What was found before a limit was met is still worth some time.
    pub(super) fn new(meter: &'a Meter) -> Showing<'a> {
        let time = meter.budget().time;
        let grace = time.map_or(LATE, |time| LATE.max(time / 10)) / 2;
        let left = match meter.met() {
            Some(_) => Some(Duration::ZERO),
            None => time.map(|time| time.saturating_sub(meter.elapsed())),
        };
        let until = left.and_then(|left| Instant::now().checked_add(left + grace));
        Showing { meter, until }
    }

    /// Why no more is shown.
    pub(super) fn is_over(&self) -> Option<Limit> {
        // Only what was met after the search had come to its end shortens its answer.
        if self.until.is_none() && self.meter.poll(0) {
            return self.meter.met();
        }
        let late = self.until.is_some_and(|until| Instant::now() >= until);
        late.then(|| self.meter.met().or(self.meter.budget().time.map(Limit::Time))).flatten()
    }

    /// Shows items until the time is over. Returns how many were shown, and why no more.
    pub(super) fn each<T>(
        &self,
        items: &[T],
        mut show: impl FnMut(usize, &T) -> anyhow::Result<()>,
    ) -> anyhow::Result<(usize, Option<Limit>)> {
        for (nth, item) in items.iter().enumerate() {
            if let Some(limit) = self.is_over() {
                return Ok((nth, Some(limit)));
            }
            show(nth, item)?;
        }
        Ok((items.len(), None))
    }
}

/// Text on its way to standard output.
#[derive(Default)]
pub(super) struct Portions(String);

impl Portions {
    /// Adds text, and writes what has come together if it is enough.
    pub(super) fn add(&mut self, text: &str) -> anyhow::Result<()> {
        self.0.push_str(text);
        if self.0.len() >= PORTION { self.finish() } else { Ok(()) }
    }

    /// Writes the rest.
    pub(super) fn finish(&mut self) -> anyhow::Result<()> {
        output::to_stdout(&self.0)?;
        self.0.clear();
        Ok(())
    }
}
