//! Models that depend on the query alone.
//!
//! Which of many models a solver gives depends on what it was asked before. A caller that uses the
//! values of a model must not depend on that, or its next step would. So one solver, which
//! keeps its state, says whether there is a model, and a new one says which. A model that was given
//! once is kept: asking again would give the same.

use std::time::Instant;

use rustc_hash::FxHashMap;
use term::{Model, Pool, Term};

use crate::{Solver, StageStats, Verdict};

/// How many models are kept before all are dropped: bounds the memory.
const KEPT: usize = 10_000;

/// The stage. See the module's description.
pub struct Afresh<S, F> {
    steady: S,
    make: F,
    stats: StageStats,
    query: Vec<Term>,
    models: FxHashMap<Box<[Term]>, Model>,
    /// The counters of solvers that were made for one model.
    gone: Vec<StageStats>,
}

impl<S: Solver, F: FnMut() -> Box<dyn Solver>> Afresh<S, F> {
    /// Verdicts from `steady`, models from solvers that `make` makes; both with the same stages.
    pub fn new(steady: S, make: F) -> Afresh<S, F> {
        let stats = StageStats::named("afresh");
        let (query, models, gone) = (Vec::new(), FxHashMap::default(), Vec::new());
        Afresh { steady, make, stats, query, models, gone }
    }

    fn find(&mut self, pool: &Pool) -> Option<Model> {
        let mut solver = (self.make)();
        let model = match solver.check(pool, &self.query) {
            Verdict::Sat => solver.model(pool),
            // Unsat would be a disagreement, and what is not known is not answered.
            Verdict::Unsat | Verdict::Unknown(_) => None,
        };
        let stats = solver.stats();
        match self.gone.is_empty() {
            true => self.gone = stats,
            false => self.gone.iter_mut().zip(&stats).for_each(|(gone, own)| gone.absorb(own)),
        }
        model
    }
}

impl<S: Solver, F: FnMut() -> Box<dyn Solver> + Send> Solver for Afresh<S, F> {
    fn check(&mut self, pool: &Pool, query: &[Term]) -> Verdict {
        self.stats.asked += 1;
        self.query.clear();
        self.query.extend_from_slice(query);
        self.steady.check(pool, query)
    }

    fn model(&mut self, pool: &Pool) -> Option<Model> {
        if let Some(known) = self.models.get(self.query.as_slice()) {
            return Some(known.clone());
        }
        let start = Instant::now();
        let model = self.find(pool);
        self.stats.time += start.elapsed();
        // That there is none may be a matter of time, and is not kept.
        let model = model?;
        if self.models.len() >= KEPT {
            self.models.clear();
        }
        self.models.insert(self.query.as_slice().into(), model.clone());
        Some(model)
    }

    fn stats(&self) -> Vec<StageStats> {
        let mut inner = self.steady.stats();
        inner.iter_mut().zip(&self.gone).for_each(|(stage, gone)| stage.absorb(gone));
        [vec![self.stats.clone()], inner].concat()
    }
}

#[cfg(test)]
mod tests {
    use term::Sort;

    use super::*;
    use crate::NoSolver;
    use crate::stage::tests::Scripted;

    #[test]
    fn each_model_is_asked_of_new_solver_once() {
        let pool = Pool::new();
        let [p, q] = ["p", "q"].map(|name| pool.var(name, Sort::BOOL));
        let mut made = 0;
        let make = || -> Box<dyn Solver> {
            made += 1;
            Box::new(Scripted::answering(Verdict::Sat))
        };
        let mut afresh = Afresh::new(Scripted::answering(Verdict::Sat), make);
        for query in [&[p][..], &[p, q], &[p]] {
            assert_eq!(afresh.check(&pool, query), Verdict::Sat);
            assert!(afresh.model(&pool).is_some());
        }
        assert_eq!(afresh.steady.asked.len(), 3);
        drop(afresh);
        assert_eq!(made, 2, "one for each query");
    }

    #[test]
    fn model_unknown_to_new_solver_is_not_given() {
        let pool = Pool::new();
        let p = pool.var("p", Sort::BOOL);
        let make = || -> Box<dyn Solver> { Box::new(NoSolver::new()) };
        let mut afresh = Afresh::new(Scripted::answering(Verdict::Sat), make);
        assert_eq!(afresh.check(&pool, &[p]), Verdict::Sat);
        assert_eq!(afresh.model(&pool), None);
    }
}
