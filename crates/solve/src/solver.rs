//! The boundary between the engine and everything that decides.

use term::{Model, Pool, Term};

use crate::{Reason, StageStats, Verdict};

/// Decides whether a conjunction has a model.
///
/// An implementation may give up but may not lie: `Sat` means that a model exists, and `Unsat` that
/// none does. A query is the condition of a path in the order in which it grew; the next query
/// usually shares a prefix with the last one, and an implementation that keeps its state along the
/// path finds that prefix by comparing handles.
pub trait Solver: Send {
    /// Whether some model makes all terms true.
    fn check(&mut self, pool: &Pool, query: &[Term]) -> Verdict;

    /// A model of the last query, which must have been answered `Sat`; asked for right after it.
    ///
    /// The model makes every term of that query true by [`Pool::eval`]. None means that the solver
    /// knows of a model but cannot give it; the caller must treat the answer as unknown.
    fn model(&mut self, pool: &Pool) -> Option<Model>;

    /// Terms of the last query, which must have been answered `Unsat`, that have no model either;
    /// asked for right after it. None if the solver knows of none but all of them. There may be more
    /// than needed: see [`unsat_core`](crate::unsat_core).
    fn blamed(&mut self) -> Option<Vec<Term>> {
        None
    }

    /// The counters of this stage and of those it owns, outermost first.
    fn stats(&self) -> Vec<StageStats>;

    /// The sum of [`StageStats::work`] over these, for callers that look at it after each query.
    fn work(&self) -> u64 {
        self.stats().iter().map(|stage| stage.work).sum()
    }
}

impl Solver for Box<dyn Solver> {
    fn check(&mut self, pool: &Pool, query: &[Term]) -> Verdict {
        (**self).check(pool, query)
    }

    fn model(&mut self, pool: &Pool) -> Option<Model> {
        (**self).model(pool)
    }

    fn blamed(&mut self) -> Option<Vec<Term>> {
        (**self).blamed()
    }

    fn stats(&self) -> Vec<StageStats> {
        (**self).stats()
    }

    fn work(&self) -> u64 {
        (**self).work()
    }
}

/// The end of a chain that has no back end: it never knows.
#[derive(Clone, Debug, Default)]
pub struct NoSolver {
    asked: u64,
}

impl NoSolver {
    /// A solver that never knows.
    #[must_use]
    pub fn new() -> NoSolver {
        NoSolver::default()
    }
}

impl Solver for NoSolver {
    fn check(&mut self, _: &Pool, query: &[Term]) -> Verdict {
        self.asked += 1;
        if query.contains(&Term::FALSE) {
            return Verdict::Unsat;
        }
        if query.iter().all(|term| *term == Term::TRUE) {
            return Verdict::Sat;
        }
        Verdict::Unknown(Reason::NeedsBackend)
    }

    fn model(&mut self, _: &Pool) -> Option<Model> {
        Some(Model::new())
    }

    fn stats(&self) -> Vec<StageStats> {
        vec![StageStats { asked: self.asked, unknown: self.asked, ..StageStats::named("none") }]
    }
}
