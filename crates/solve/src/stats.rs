//! Counts per stage.

use std::time::Duration;

/// The counters of one stage of a chain.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct StageStats {
    /// Name of the stage.
    pub name: &'static str,
    /// Queries that reached it.
    pub asked: u64,
    /// Queries that it answered `Sat` by itself.
    pub sat: u64,
    /// Queries that it answered `Unsat` by itself.
    pub unsat: u64,
    /// Queries that it gave up on by itself, instead of handing them on.
    pub unknown: u64,
    /// Work of this stage in units that are the same on every machine, each roughly a microsecond.
    /// Stages that are always cheap count none.
    pub work: u64,
    /// Time spent in this stage, without the stages that it owns. Never part of golden output.
    pub time: Duration,
}

impl StageStats {
    /// The work that one query to a back end counts for: what it does inside is not known.
    pub const BACKEND_QUERY: u64 = 5_000;

    /// All zero.
    #[must_use]
    pub fn named(name: &'static str) -> StageStats {
        StageStats { name, ..StageStats::default() }
    }

    /// Adds the counts of another stage of the same name, from another worker.
    pub fn absorb(&mut self, other: &StageStats) {
        debug_assert_eq!(self.name, other.name);
        self.asked += other.asked;
        self.sat += other.sat;
        self.unsat += other.unsat;
        self.unknown += other.unknown;
        self.work += other.work;
        self.time += other.time;
    }
}
