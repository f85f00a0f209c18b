//! The stage that decides conjunctions of literals.

use std::time::Instant;

use solve::{Interrupt, Solver, StageStats, Theory, Verdict};
use term::{Model, Pool, Term};

use crate::closure::{Closure, Settled};
use crate::path::Path;

/// Decides conjunctions of equalities, disequalities, predicates, orders and data by itself, and
/// hands everything else to the stage that it owns.
///
/// Only the orders of the theory are known here. Its other axioms are not: a stage before this one
/// adds their instances to the query.
pub struct Core<S> {
    inner: S,
    path: Path,
    query: Vec<Term>,
    interrupt: Interrupt,
    stats: StageStats,
    answered: bool,
}

impl<S: Solver> Core<S> {
    /// The stage in front of `inner`.
    pub fn new(theory: &Theory, inner: S) -> Core<S> {
        Core {
            inner,
            path: Path::new(Closure::new(theory.orders())),
            query: Vec::new(),
            interrupt: Interrupt::new(),
            stats: StageStats::named("core"),
            answered: false,
        }
    }

    /// Looks at this flag during case splits.
    #[must_use]
    pub fn with_interrupt(mut self, interrupt: Interrupt) -> Core<S> {
        self.interrupt = interrupt;
        self
    }

    fn decide(&mut self, pool: &Pool, query: &[Term]) -> Option<Verdict> {
        self.path.trim();
        if !self.path.follow(pool, query) {
            return Some(Verdict::Unsat);
        }
        if !self.path.clauses().is_empty() {
            return None;
        }
        match self.path.closure.settle(pool, &self.interrupt) {
            Settled::Consistent => Some(Verdict::Sat),
            Settled::Conflict(_) => Some(Verdict::Unsat),
            Settled::GaveUp => None,
        }
    }
}

impl<S: Solver> Solver for Core<S> {
    fn check(&mut self, pool: &Pool, query: &[Term]) -> Verdict {
        let start = Instant::now();
        self.stats.asked += 1;
        let verdict = self.decide(pool, query);
        self.answered = verdict.is_some();
        self.stats.time += start.elapsed();
        match verdict {
            Some(Verdict::Sat) => {
                self.stats.sat += 1;
                self.query.clear();
                self.query.extend_from_slice(query);
                Verdict::Sat
            }
            Some(verdict) => {
                self.stats.unsat += 1;
                verdict
            }
            None => self.inner.check(pool, query),
        }
    }

    fn model(&mut self, pool: &Pool) -> Option<Model> {
        if !self.answered {
            return self.inner.model(pool);
        }
        let fits = |model: &Model| pool.satisfies(model, &self.query);
        let model = self.path.closure.model(pool, fits);
        debug_assert!(model.is_some(), "a query was called satisfiable without a model");
        model.or_else(|| match self.inner.check(pool, &self.query) {
            Verdict::Sat => self.inner.model(pool),
            Verdict::Unsat | Verdict::Unknown(_) => None,
        })
    }

    fn stats(&self) -> Vec<StageStats> {
        let mut stats = vec![self.stats.clone()];
        stats.extend(self.inner.stats());
        stats
    }
}
