//! Counts of one target.
//!
//! Counts of paths do not depend on the number of threads and are always reported. What the solver
//! did does depend on it, and times differ from run to run: both are reported only on request.

use std::collections::BTreeMap;

use explore::PrunedCounts;
use machine::Pruned;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Counts of one target.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct StatsText {
    /// Paths that ran to their end.
    pub finished: u64,
    /// Paths that broke a property, seen in a replay.
    pub violated: u64,
    /// Paths that may break a property, without a witness that replays.
    #[serde(skip_serializing_if = "is_zero", default)]
    pub unconfirmed: u64,
    /// Paths that an assumption excluded.
    pub discarded: u64,
    /// Paths and branches that were left out.
    #[serde(skip_serializing_if = "is_zero", default)]
    pub pruned: u64,
    /// The same by reason.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", default)]
    pub pruned_because: BTreeMap<String, u64>,
    /// Alternatives that no input can take.
    pub infeasible: u64,
    /// Paths that ended at something unsupported.
    pub unsupported: u64,
    /// Alternatives of which the solver could not tell.
    pub unknown: u64,
    /// Paths cut off by a limit of their own.
    pub cut_off: u64,
    /// Paths that were still waiting when the run ended.
    pub left: u64,
    /// Steps of all paths together.
    pub steps: u64,
    /// The deepest split.
    pub depth: u64,
    /// The counters of the solver; only on request.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub solver: Option<SolverText>,
}

impl StatsText {
    /// Nothing was done.
    pub(crate) fn nothing() -> StatsText {
        StatsText {
            finished: 0,
            violated: 0,
            unconfirmed: 0,
            discarded: 0,
            pruned: 0,
            pruned_because: BTreeMap::new(),
            infeasible: 0,
            unsupported: 0,
            unknown: 0,
            cut_off: 0,
            left: 0,
            steps: 0,
            depth: 0,
            solver: None,
        }
    }
}

/// The counters of the solver.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SolverText {
    /// Queries put to the solver.
    pub queries: u64,
    /// Wall-clock time of the whole run, in milliseconds.
    pub run_ms: u64,
    /// The stages, outermost first.
    pub stages: Vec<StageText>,
}

/// The counters of one stage of the solver.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct StageText {
    /// Name of the stage.
    pub name: String,
    /// Queries that reached it.
    pub asked: u64,
    /// Queries that it found satisfiable by itself.
    pub sat: u64,
    /// Queries that it found unsatisfiable by itself.
    pub unsat: u64,
    /// Queries that it gave up on by itself.
    pub unknown: u64,
    /// Time spent in it, in microseconds.
    pub time_us: u64,
}

/// Ways that were left out, by the reason for it.
#[must_use]
pub fn pruned_because(counts: PrunedCounts) -> BTreeMap<String, u64> {
    let reasons = Pruned::ALL.into_iter().map(|why| (why.reason().to_owned(), counts.of(why)));
    reasons.filter(|(_, count)| *count > 0).collect()
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands out references")]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

impl StatsText {
    pub(crate) fn new(stats: &explore::Stats, solver: Option<SolverText>) -> StatsText {
        StatsText {
            finished: stats.finished,
            violated: stats.violated,
            unconfirmed: stats.unconfirmed,
            discarded: stats.discarded,
            pruned: stats.pruned.total(),
            pruned_because: pruned_because(stats.pruned),
            infeasible: stats.infeasible,
            unsupported: stats.unsupported,
            unknown: stats.unknown,
            cut_off: stats.cut_off,
            left: stats.left,
            steps: stats.steps,
            depth: stats.depth,
            solver,
        }
    }
}

impl SolverText {
    pub(crate) fn new(stats: &explore::Stats, run: std::time::Duration) -> SolverText {
        SolverText { queries: stats.queries, ..SolverText::of_stages(&stats.stages, run) }
    }

    /// The counters of a chain of solvers that has done its work in a run of this length.
    #[must_use]
    pub fn of_stages(stages: &[solve::StageStats], run: std::time::Duration) -> SolverText {
        let stage = |stage: &solve::StageStats| StageText {
            name: stage.name.to_owned(),
            asked: stage.asked,
            sat: stage.sat,
            unsat: stage.unsat,
            unknown: stage.unknown,
            time_us: u64::try_from(stage.time.as_micros()).unwrap_or(u64::MAX),
        };
        SolverText {
            queries: stages.iter().map(|stage| stage.asked).max().unwrap_or(0),
            run_ms: u64::try_from(run.as_millis()).unwrap_or(u64::MAX),
            stages: stages.iter().map(stage).collect(),
        }
    }
}
