//! Progress of an exploration, reported to a watcher.

use std::time::Duration;

/// An observer of a run while it is going.
pub trait Watcher: Sync {
    /// Called from one thread, a few times a second at most. Nothing that is passed here is exact:
    /// the exact numbers are in the [`crate::Run`].
    fn progress(&self, progress: &Progress);

    /// Whether it is worth calling at all. Asked once, at the start.
    fn listens(&self) -> bool {
        true
    }
}

/// How far a run has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Paths that came to an end.
    pub paths: u64,
    /// Paths that wait to be carried on.
    pub waiting: u64,
    /// The deepest split.
    pub depth: u64,
    /// Queries put to the solver.
    pub queries: u64,
    /// Confirmed violations.
    pub findings: u64,
    /// Time spent in the solvers of all workers together.
    pub solver_time: Duration,
}

/// A watcher who does not care.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Silent;

impl Watcher for Silent {
    fn progress(&self, _: &Progress) {}

    fn listens(&self) -> bool {
        false
    }
}
