//! When to stop.
//!
//! Limits of one path and limits on counts are checked where the counting is done, and are the
//! same for any number of threads. The others are watched by the [`Meter`](crate::Meter).

use std::time::Duration;

/// Limits of an exploration. None means no limit.
///
/// A limit that is met is no error: the [`crate::Run`] says which one it was and what was left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// Wall-clock time of the run. Checked between queries, which have a limit of their own.
    pub time: Option<Duration>,
    /// Paths that come to an end.
    pub paths: Option<u64>,
    /// Splits along one path.
    pub depth: Option<u64>,
    /// Steps along one path.
    pub steps: Option<u64>,
    /// Time in the solvers of all workers together.
    pub solver_time: Option<Duration>,
    /// Memory of the process, in mebibytes. Never met where the system does not tell.
    pub memory_mib: Option<u64>,
    /// Confirmed violations.
    pub findings: Option<u64>,
}

impl Default for Budget {
    /// No limit but one: a program that loops without a branch ends after a million steps.
    fn default() -> Budget {
        Budget { steps: Some(1_000_000), ..Budget::UNLIMITED }
    }
}

impl Budget {
    /// No limit at all.
    pub const UNLIMITED: Budget = Budget {
        time: None,
        paths: None,
        depth: None,
        steps: None,
        solver_time: None,
        memory_mib: None,
        findings: None,
    };
}

/// A budget that ran out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Limit {
    /// Wall-clock time of the run.
    Time(Duration),
    /// Number of completed paths.
    Paths(u64),
    /// Splits along one path.
    Depth(u64),
    /// Steps along one path.
    Steps(u64),
    /// Events along one path: a bound of the program that is explored.
    Events(u64),
    /// Times that one branch is undecided along one path: a bound of the program, too.
    Unrolling(u64),
    /// Time spent in the solver.
    SolverTime(Duration),
    /// Memory of the process, in mebibytes.
    Memory(u64),
    /// Enough findings.
    Findings(u64),
    /// The user stopped the run.
    Interrupted,
}
