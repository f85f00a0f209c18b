//! Limits on the cost of one query.

use std::time::Duration;

/// Bounds on one query. A solver that meets one answers `Unknown` with that reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QueryLimits {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Memory of the solver, in mebibytes.
    pub memory_mib: Option<u64>,
    /// Work, in units of the solver's own choice: reproducible, unlike time.
    pub work: Option<u64>,
}

impl Default for QueryLimits {
    fn default() -> QueryLimits {
        QueryLimits { time: Some(Duration::from_secs(10)), memory_mib: Some(4096), work: None }
    }
}
