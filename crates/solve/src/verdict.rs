//! Answers.

use std::fmt;
use std::time::Duration;

/// The answer of a solver to a query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// There is a model.
    Sat,
    /// There is none.
    Unsat,
    /// The solver gave up, for this reason.
    Unknown(Reason),
}

/// Why a solver gave up.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Reason {
    /// The query is beyond the embedded core, and no other solver is there.
    NeedsBackend,
    /// The time for one query ran out.
    Timeout(Duration),
    /// The memory for one query, in mebibytes, ran out.
    Memory(u64),
    /// The work for one query, in the solver's own units, ran out.
    Work(u64),
    /// The run was interrupted.
    Interrupted,
    /// The solver said that its method does not decide this.
    Incomplete(String),
    /// The axioms have more instances than were tried, and the model found for the tried ones
    /// breaks others.
    Axioms,
    /// The solver could not be run, or answered what we could not read.
    Failed(String),
    /// Two solvers contradict each other.
    Disagreement(String),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::NeedsBackend => write!(f, "needs Z3, which was not found or is switched off"),
            Reason::Timeout(time) => write!(f, "solver time-out after {time:?}"),
            Reason::Memory(mib) => write!(f, "solver ran out of its {mib} MiB"),
            Reason::Work(work) => write!(f, "solver did its {work} units of work"),
            Reason::Interrupted => write!(f, "interrupted"),
            Reason::Incomplete(why) => write!(f, "solver gave up: {why}"),
            Reason::Axioms => write!(f, "axioms have too many instances to decide this"),
            Reason::Failed(why) => write!(f, "solver failed: {why}"),
            Reason::Disagreement(what) => write!(f, "solvers contradict each other: {what}"),
        }
    }
}
