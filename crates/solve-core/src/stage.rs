//! What both stages do around their decision: counting, handing on, telling models.

use std::time::Instant;

use solve::{Interrupt, Solver, StageStats, Theory, Verdict};
use term::{Model, Pool, Term};

use crate::closure::{Closure, Tag};
use crate::path::Path;

/// A stage that decides on a path and owns the next stage.
pub(crate) struct Stage<S> {
    inner: S,
    pub(crate) path: Path,
    pub(crate) interrupt: Interrupt,
    /// The last query that was found satisfiable here.
    query: Vec<Term>,
    is_answered: bool,
    /// A model of that query, if it was needed for the verdict.
    model: Option<Model>,
    stats: StageStats,
}

impl<S: Solver> Stage<S> {
    pub(crate) fn new(name: &'static str, theory: &Theory, inner: S) -> Stage<S> {
        Stage {
            inner,
            path: Path::new(Closure::new(theory)),
            interrupt: Interrupt::new(),
            query: Vec::new(),
            is_answered: false,
            model: None,
            stats: StageStats::named(name),
        }
    }

    /// The same for a decision that knows connectives.
    pub(crate) fn with_connectives(mut self) -> Stage<S> {
        self.path = self.path.with_connectives();
        self
    }

    /// The verdict of `decide`, or that of the next stage if it has none.
    pub(crate) fn check(
        &mut self,
        pool: &Pool,
        query: &[Term],
        decide: impl FnOnce(&mut Path, &Interrupt) -> Option<Verdict>,
    ) -> Verdict {
        let start = Instant::now();
        self.stats.asked += 1;
        self.path.trim();
        let verdict = match self.path.follow(pool, query) {
            true => decide(&mut self.path, &self.interrupt),
            false => Some(Verdict::Unsat),
        };
        let verdict =
            verdict.filter(|verdict| *verdict != Verdict::Sat || self.is_sure(pool, query));
        self.is_answered = verdict.is_some();
        self.stats.time += start.elapsed();
        match &verdict {
            Some(Verdict::Sat) => {
                self.stats.sat += 1;
                self.query.clear();
                self.query.extend_from_slice(query);
            }
            Some(Verdict::Unsat) => self.stats.unsat += 1,
            Some(Verdict::Unknown(_)) => self.stats.unknown += 1,
            None => {}
        }
        verdict.unwrap_or_else(|| self.inner.check(pool, query))
    }

    /// Whether a query that was found satisfiable has a model. With integers this is seen from values:
    /// two procedures have a part in them, and only evaluation shows that they agree. A whole model is
    /// made where the values of integers alone are not enough.
    fn is_sure(&mut self, pool: &Pool, query: &[Term]) -> bool {
        self.model = None;
        let closure = &self.path.closure;
        if !closure.has_numbers() {
            return true;
        }
        if closure.is_evident(pool, self.path.assumed()) {
            debug_assert!(
                closure.model(pool, |model| pool.satisfies(model, query)).is_some(),
                "integers show that a query holds that has no model"
            );
            return true;
        }
        self.model = closure.model(pool, |model| pool.satisfies(model, query));
        debug_assert!(self.model.is_some(), "a query was called satisfiable without a model");
        self.model.is_some()
    }

    /// A model of the last query. One that does not satisfy it would be our mistake; it is never
    /// given, and the next stage is asked instead.
    pub(crate) fn model(&mut self, pool: &Pool) -> Option<Model> {
        if !self.is_answered {
            return self.inner.model(pool);
        }
        if self.model.is_some() {
            return self.model.clone();
        }
        let fits = |model: &Model| pool.satisfies(model, &self.query);
        let model = self.path.closure.model(pool, fits);
        debug_assert!(model.is_some(), "a query was called satisfiable without a model");
        model.or_else(|| match self.inner.check(pool, &self.query) {
            Verdict::Sat => self.inner.model(pool),
            Verdict::Unsat | Verdict::Unknown(_) => None,
        })
    }

    /// The terms to blame for `Unsat`. If it was found here and not by following the path, `own` has
    /// their numbers; none means all of them.
    pub(crate) fn blamed(&mut self, own: Option<&[usize]>) -> Option<Vec<Term>> {
        if !self.is_answered {
            return self.inner.blamed();
        }
        let terms = self.path.terms();
        if let Some(tags) = self.path.refuted() {
            return Some(tags.into_iter().filter_map(Tag::as_path).map(|at| terms[at]).collect());
        }
        Some(own.map_or(terms.to_vec(), |own| own.iter().map(|at| terms[*at]).collect()))
    }

    /// The work of the stages behind this one.
    pub(crate) fn inner_work(&self) -> u64 {
        self.inner.work()
    }

    pub(crate) fn stats(&self) -> Vec<StageStats> {
        let mut stats = vec![self.stats.clone()];
        stats.extend(self.inner.stats());
        stats
    }
}
