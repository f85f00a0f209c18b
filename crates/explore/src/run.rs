//! What an exploration found out: plain data, the same for any number of threads.

use std::time::Duration;

use machine::{Event, Failure, Gap, Input, Pruned};
use solve::{Reason, StageStats};
use source::Span;
use term::{Model, Term};

use crate::{Decision, Limit, Stretch};

/// The result of an exploration.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Run {
    /// Paths that ended in a way worth telling, in the order of their choices.
    pub endings: Vec<Ending>,
    /// Limits of the whole run that were met; empty if every path was explored.
    pub limits: Vec<Limit>,
    /// Counts.
    pub stats: Stats,
    /// What was decided, in the order of the choices, if [`crate::Options::record`] asks for it.
    pub record: Vec<Decision>,
    /// What paths passed, in the order of the choices, if [`crate::Options::observe`] asks for it.
    pub stretches: Vec<Stretch>,
    /// How many stretches were not noted, because there are too many.
    pub not_observed: u64,
}

/// The end of one path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// The alternative taken at each split, from the start: the identity of the path.
    pub choices: Vec<u32>,
    /// How it ended.
    pub kind: EndingKind,
}

/// How a path ended. Paths that finished in peace, were discarded by an assumption or cannot be
/// taken are only counted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EndingKind {
    /// A property does not hold, and the witness was replayed.
    Violated(Failure, Witness),
    /// A property may not hold, but no witness was found that replays.
    Unconfirmed(Failure, Unconfirmed),
    /// The front end does not model what comes next.
    Unsupported(Gap),
    /// The solver could not tell whether the path can be taken, and it was not followed.
    Unknown(Reason),
    /// The path alone met a limit, at this place if it is known.
    CutOff(Limit, Option<Span>),
}

/// Why a violation is not reported as one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unconfirmed {
    /// The solver could not tell whether the path can be taken.
    Unknown(Reason),
    /// The solver said that there is a model but gave none that satisfies the path.
    NoModel,
    /// The replay went another way than the path: our mistake, never the user's.
    Replay(String),
    /// A judge of the language does not confirm it, for a reason that is no mistake: says which.
    Undecided(String),
}

impl std::fmt::Display for Unconfirmed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unconfirmed::Unknown(reason) => write!(f, "not decided: {reason}"),
            Unconfirmed::NoModel => f.write_str("the solver gave no inputs to confirm it"),
            Unconfirmed::Replay(how) => write!(f, "the replay went another way: {how}"),
            Unconfirmed::Undecided(why) => write!(f, "not confirmed: {why}"),
        }
    }
}

/// Values that make the program take the path, and what is then seen.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Witness {
    /// The inputs in the order in which they were asked for, with their values.
    pub inputs: Vec<(Input, Term)>,
    /// The tables of undefined functions, as the replay took them.
    pub functions: Model,
    /// The events of the replay; their arguments are values.
    pub events: Vec<Event>,
}

/// Counts of one run.
///
/// All of them are the same for any number of workers but `stages`: how much a cache saves depends
/// on who asked it before.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// Paths that ran to their end.
    pub finished: u64,
    /// Paths that broke a property, seen in a replay.
    pub violated: u64,
    /// Paths that may break a property, without a witness that replays.
    pub unconfirmed: u64,
    /// Paths that an assumption excluded.
    pub discarded: u64,
    /// Alternatives that the guide left out, possible or not.
    pub pruned: PrunedCounts,
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
    /// Questions that splits and witnesses put to the solver, whichever stage then answered.
    pub queries: u64,
    /// What the stages of the solver did, outermost first.
    pub stages: Vec<StageStats>,
}

/// Ways that a guide left out, by reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PrunedCounts([u64; Pruned::ALL.len()]);

impl PrunedCounts {
    /// Counts a way that was left out.
    pub fn count(&mut self, why: Pruned) {
        self.0[why as usize] += 1;
    }

    /// How many were left out for this reason.
    #[must_use]
    pub fn of(self, why: Pruned) -> u64 {
        self.0[why as usize]
    }

    /// How many were left out.
    #[must_use]
    pub fn total(self) -> u64 {
        self.0.iter().sum()
    }

    /// Adds the counts of another part of the run.
    pub fn absorb(&mut self, other: PrunedCounts) {
        self.0.iter_mut().zip(other.0).for_each(|(count, more)| *count += more);
    }
}

impl Run {
    /// Takes back a violation, by its number among the endings, because a judge does not confirm it.
    ///
    /// # Panics
    ///
    /// If there is no ending of this number.
    pub fn take_back(&mut self, number: usize, why: Unconfirmed) {
        let kind = &mut self.endings[number].kind;
        if let EndingKind::Violated(failure, _) = kind {
            *kind = EndingKind::Unconfirmed(failure.clone(), why);
            self.stats.violated -= 1;
            self.stats.unconfirmed += 1;
        }
    }

    /// Whether everything within the bounds of the question was decided. The number of events and of
    /// undecided turns is part of the question; limits of the whole run, and paths that were not decided
    /// or not confirmed, are not.
    ///
    /// ```
    /// use explore::{Ending, EndingKind, Limit, Run};
    ///
    /// let cut_off = |limit| {
    ///     let ending = Ending { choices: Vec::new(), kind: EndingKind::CutOff(limit, None) };
    ///     Run { endings: vec![ending], ..Run::default() }
    /// };
    /// assert!(Run::default().is_complete() && cut_off(Limit::Events(12)).is_complete());
    /// assert!(!cut_off(Limit::Steps(100)).is_complete());
    /// ```
    #[must_use]
    pub fn is_complete(&self) -> bool {
        let is_decided = |ending: &Ending| match ending.kind {
            EndingKind::Violated(..)
            | EndingKind::CutOff(Limit::Events(_) | Limit::Unrolling(_), _) => true,
            EndingKind::Unconfirmed(..)
            | EndingKind::Unsupported(_)
            | EndingKind::Unknown(_)
            | EndingKind::CutOff(..) => false,
        };
        self.limits.is_empty() && self.endings.iter().all(is_decided)
    }

    /// The run without what may differ between two explorations of one program under the same
    /// options: the statistics of the stages.
    #[must_use]
    pub fn reproducible(&self) -> Run {
        let mut run = self.clone();
        run.stats.stages.clear();
        run.stretches.iter_mut().for_each(|stretch| stretch.solver_time = Duration::ZERO);
        run
    }

    /// Adds a run over other paths of the same program: its endings come after those of this run. What the
    /// other one observed is left aside, since its paths are numbered anew.
    pub fn join(&mut self, other: Run) {
        self.stats.absorb(&other.stats);
        self.endings.extend(other.endings);
        self.limits.extend(other.limits);
    }
}

impl Stats {
    /// Paths that came to an end, as [`crate::Budget::paths`] counts them.
    #[must_use]
    pub fn ended(&self) -> u64 {
        self.finished + self.violated + self.unconfirmed + self.discarded + self.cut_off
    }

    /// Counts a path that ended in a failure, by whether the failure was confirmed.
    pub fn count_failure(&mut self, kind: &EndingKind) {
        match kind {
            EndingKind::Violated(..) => self.violated += 1,
            EndingKind::Unconfirmed(..) => self.unconfirmed += 1,
            EndingKind::Unsupported(_) | EndingKind::Unknown(_) | EndingKind::CutOff(..) => {}
        }
    }

    /// Adds the counts of another part of the run.
    pub(crate) fn absorb(&mut self, other: &Stats) {
        self.finished += other.finished;
        self.violated += other.violated;
        self.unconfirmed += other.unconfirmed;
        self.discarded += other.discarded;
        self.pruned.absorb(other.pruned);
        self.infeasible += other.infeasible;
        self.unsupported += other.unsupported;
        self.unknown += other.unknown;
        self.cut_off += other.cut_off;
        self.left += other.left;
        self.steps += other.steps;
        self.depth = self.depth.max(other.depth);
        self.queries += other.queries;
        self.absorb_stages(&other.stages);
    }

    /// Adds the work of a further look at the same program, whose paths are no further paths.
    pub fn absorb_work(&mut self, other: &Stats) {
        self.steps += other.steps;
        self.queries += other.queries;
        self.absorb_stages(&other.stages);
    }

    /// Adds the counts of another solver. All solvers of a run have the same stages.
    pub fn absorb_stages(&mut self, stages: &[StageStats]) {
        for (index, stage) in stages.iter().enumerate() {
            match self.stages.get_mut(index) {
                Some(known) if known.name == stage.name => known.absorb(stage),
                Some(_) | None => self.stages.push(stage.clone()),
            }
        }
    }
}
