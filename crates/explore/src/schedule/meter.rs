//! Watching the limits that depend on the world: time, memory, and the user's patience.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use solve::Interrupt;

use crate::{Budget, Limit, Progress};

/// How often a worker looks at the clock, in polls.
const CLOCK_EVERY: u64 = 64;
/// How often a worker looks at the memory of the process, in polls. Asking takes microseconds.
const MEMORY_EVERY: u64 = 1024;

/// Watches the limits that depend on the world, and keeps the live counts, for all workers.
///
/// ```
/// use std::time::Duration;
/// use explore::{Budget, Limit, Meter};
/// use solve::Interrupt;
///
/// let time = Some(Duration::ZERO);
/// let meter = Meter::new(Budget { time, ..Budget::UNLIMITED }, Interrupt::new());
/// assert!(meter.poll(0));
/// assert_eq!(meter.met(), Some(Limit::Time(Duration::ZERO)));
/// ```
#[derive(Debug)]
pub struct Meter {
    started: Instant,
    budget: Budget,
    interrupt: Interrupt,
    /// The first limit met. From then on every worker puts its path back.
    met: OnceLock<Limit>,
    paths: AtomicU64,
    findings: AtomicU64,
    queries: AtomicU64,
    depth: AtomicU64,
    solver_nanos: AtomicU64,
    waiting: AtomicU64,
}

impl Default for Meter {
    /// Without limits or interrupt.
    fn default() -> Meter {
        Meter::new(Budget::UNLIMITED, Interrupt::new())
    }
}

impl Meter {
    /// A meter that starts now. The interrupt is raised by the user, and has no deadline of its own.
    #[must_use]
    pub fn new(budget: Budget, interrupt: Interrupt) -> Meter {
        Meter {
            started: Instant::now(),
            budget,
            interrupt,
            met: OnceLock::new(),
            paths: AtomicU64::new(0),
            findings: AtomicU64::new(0),
            queries: AtomicU64::new(0),
            depth: AtomicU64::new(0),
            solver_nanos: AtomicU64::new(0),
            waiting: AtomicU64::new(0),
        }
    }

    /// The limits.
    #[must_use]
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// The user's flag, raised by itself when the time is used up: for solvers.
    #[must_use]
    pub fn interrupt(&self) -> Interrupt {
        let deadline = self.budget.time.and_then(|time| self.started.checked_add(time));
        deadline.map_or(self.interrupt.clone(), |deadline| self.interrupt.until(deadline))
    }

    /// How long it has been running.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// The limit that ends the run, once one was seen.
    #[must_use]
    pub fn met(&self) -> Option<Limit> {
        self.met.get().copied()
    }

    /// The limit that is exceeded at this moment, which may be over later: memory is given back.
    #[must_use]
    pub fn exceeded(&self) -> Option<Limit> {
        self.look(0)
    }

    /// Ends the run because of `limit`, unless another one already has.
    pub fn stop(&self, limit: Limit) {
        self.met.get_or_init(|| limit);
    }

    /// Whether the run has to end. `tick` counts the polls of one job from zero, so that a job
    /// checks everything once at its start; the clock and the memory are read now and then.
    pub fn poll(&self, tick: u64) -> bool {
        if self.met.get().is_none()
            && let Some(limit) = self.look(tick)
        {
            self.stop(limit);
        }
        self.met.get().is_some()
    }

    fn look(&self, tick: u64) -> Option<Limit> {
        if self.interrupt.is_raised() {
            return Some(Limit::Interrupted);
        }
        if !tick.is_multiple_of(CLOCK_EVERY) {
            return None;
        }
        let spent = |limit: &Duration| self.elapsed() >= *limit;
        let solved = |limit: &Duration| self.solver_time() >= *limit;
        let over = |limit: &u64| resident_mib().is_some_and(|mib| mib >= *limit);
        let budget = &self.budget;
        let time = budget.time.filter(spent).map(Limit::Time);
        let solver = || budget.solver_time.filter(solved).map(Limit::SolverTime);
        let memory = || {
            let due = tick.is_multiple_of(MEMORY_EVERY);
            budget.memory_mib.filter(|limit| due && over(limit)).map(Limit::Memory)
        };
        time.or_else(solver).or_else(memory)
    }

    /// The end of a part of the time that is left, if the time is limited.
    pub(crate) fn share(&self, part: u32) -> Option<Instant> {
        let left = self.budget.time?.saturating_sub(self.elapsed());
        Instant::now().checked_add(left / part)
    }

    /// Whether it is after `until`, or the run has to end for another reason than its time.
    pub(crate) fn is_late(&self, until: Option<Instant>) -> bool {
        let passed = |until: Instant| Instant::now() >= until;
        self.interrupt.is_raised() || until.is_some_and(passed)
    }

    /// Counts a query to a solver, with the time that it took.
    pub fn count_query(&self, time: Duration) {
        self.queries.fetch_add(1, Relaxed);
        let nanos = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        self.solver_nanos.fetch_add(nanos, Relaxed);
    }

    /// Notes for the progress that some path is this deep.
    pub fn reach(&self, depth: u64) {
        self.depth.fetch_max(depth, Relaxed);
    }

    /// Counts for the progress paths that came to an end, and confirmed violations.
    pub fn count_path(&self, paths: u64, findings: u64) {
        self.paths.fetch_add(paths, Relaxed);
        self.findings.fetch_add(findings, Relaxed);
    }

    /// Notes for the progress how many paths wait.
    pub(super) fn set_waiting(&self, waiting: usize) {
        self.waiting.store(waiting as u64, Relaxed);
    }

    pub(super) fn progress(&self) -> Progress {
        Progress {
            paths: self.paths.load(Relaxed),
            waiting: self.waiting.load(Relaxed),
            depth: self.depth.load(Relaxed),
            queries: self.queries.load(Relaxed),
            findings: self.findings.load(Relaxed),
            solver_time: self.solver_time(),
        }
    }

    fn solver_time(&self) -> Duration {
        Duration::from_nanos(self.solver_nanos.load(Relaxed))
    }
}

/// The memory that the process occupies, in mebibytes, where the system tells.
#[must_use]
pub fn resident_mib() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kib: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kib / 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meter(budget: Budget) -> Meter {
        Meter::new(budget, Interrupt::new())
    }

    #[test]
    fn nothing_is_met_without_limits() {
        let meter = meter(Budget::UNLIMITED);
        assert!(!meter.poll(0));
        assert_eq!(meter.met(), None);
    }

    #[test]
    fn each_limit_of_the_world_is_met() {
        let time = Budget { time: Some(Duration::ZERO), ..Budget::UNLIMITED };
        let solver = Budget { solver_time: Some(Duration::from_nanos(7)), ..Budget::UNLIMITED };
        for (budget, limit) in [
            (time, Limit::Time(Duration::ZERO)),
            (solver, Limit::SolverTime(Duration::from_nanos(7))),
        ] {
            let meter = meter(budget);
            meter.count_query(Duration::from_nanos(7));
            assert!(meter.poll(0));
            assert_eq!(meter.met(), Some(limit));
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_process_takes_some_memory() {
        let mib = resident_mib().expect("the system tells");
        assert!(mib > 0);
        let meter = meter(Budget { memory_mib: Some(1), ..Budget::UNLIMITED });
        assert!(meter.poll(0));
        assert_eq!(meter.met(), Some(Limit::Memory(1)));
    }

    #[test]
    fn the_first_limit_stays() {
        let meter = meter(Budget::UNLIMITED);
        meter.stop(Limit::Interrupted);
        meter.stop(Limit::Paths(3));
        assert_eq!(meter.met(), Some(Limit::Interrupted));
    }
}
