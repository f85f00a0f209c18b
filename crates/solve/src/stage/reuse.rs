//! Models of earlier queries, tried on new ones.
//!
//! The model of the condition before a split satisfies at least one alternative, and evaluating a
//! condition costs far less than solving it. But telling a model costs a solver about as much as
//! two easy queries, so models are asked for after hard queries only, and kept when another caller
//! has asked for them. What is hard is counted, not timed, so that identical runs ask the same.

use std::time::Instant;

use rustc_hash::FxHashMap;
use term::{Func, Model, Op, Pool, Term, Visit};

use super::prefix;
use crate::{Solver, StageStats, Theory, Verdict};

/// How many models are kept. Two cover a split and its sibling; more rarely pay (not measured).
const KEPT: usize = 4;

/// How much work a query must have been for its model to be worth having, in the units of
/// [`StageStats::work`]. Telling one took Z3 about 160 µs, and about every second one answered a later
/// query (`bench-solvers`).
const HARD: u64 = 500;

/// The stage. See the module's description.
pub struct Reuse<S> {
    inner: S,
    /// Predicates that are total orders in every model.
    orders: Vec<Func>,
    stats: StageStats,
    query: Vec<Term>,
    /// The most recently useful one last.
    models: Vec<Kept>,
    answered_here: bool,
}

struct Kept {
    model: Model,
    /// Values of subterms in this model.
    values: FxHashMap<Term, Term>,
    /// How many terms of the current query, from the first, are known to hold.
    holds: usize,
}

impl<S: Solver> Reuse<S> {
    /// In front of `inner`.
    pub fn new(theory: &Theory, inner: S) -> Reuse<S> {
        let (stats, orders) = (StageStats::named("reuse"), theory.orders().to_vec());
        Reuse { inner, orders, stats, query: Vec::new(), models: Vec::new(), answered_here: false }
    }

    fn align(&mut self, query: &[Term]) {
        let keep = prefix::common(&self.query, query);
        for kept in &mut self.models {
            kept.holds = kept.holds.min(keep);
        }
        self.query.truncate(keep);
        self.query.extend_from_slice(&query[keep..]);
    }

    /// Whether a kept model satisfies the query; it is then the last one.
    fn find(&mut self, pool: &Pool) -> bool {
        let (models, query, orders) = (&mut self.models, &self.query, &self.orders);
        let found = (0..models.len()).rev().find(|at| models[*at].satisfies(pool, query, orders));
        if let Some(at) = found {
            let kept = self.models.remove(at);
            self.models.push(kept);
        }
        found.is_some()
    }

    /// Asks for the model of the query that was just answered, and keeps it.
    fn learn(&mut self, pool: &Pool) {
        let Some(model) = self.inner.model(pool) else { return };
        self.answered_here = true;
        if self.models.len() == KEPT {
            self.models.remove(0);
        }
        let (values, holds) = (FxHashMap::default(), self.query.len());
        self.models.push(Kept { model, values, holds });
    }
}

impl Kept {
    fn satisfies(&mut self, pool: &Pool, query: &[Term], orders: &[Func]) -> bool {
        while let Some(term) = query.get(self.holds) {
            let holds = pool.eval_with(*term, &self.model, &mut self.values) == Term::TRUE;
            if !(holds && self.orders_all(pool, *term, orders)) {
                return false;
            }
            self.holds += 1;
        }
        true
    }

    /// Whether the model says how the order goes wherever a term asks. It need not for elements that
    /// the queries so far did not mention, and what it then evaluates to is no order.
    fn orders_all(&mut self, pool: &Pool, term: Term, orders: &[Func]) -> bool {
        let mut all = true;
        if orders.is_empty() {
            return all;
        }
        pool.walk(
            &[term],
            |_| Visit::Descend,
            |term| {
                let (Op::Apply(func), args) = pool.node(term) else { return };
                if orders.contains(&func) {
                    let mut value = |arg| pool.eval_with(arg, &self.model, &mut self.values);
                    let args: Vec<Term> = args.iter().map(|arg| value(*arg)).collect();
                    let table = self.model.func(func);
                    all &= args[0] == args[1] || table.is_some_and(|table| table.has_row(&args));
                }
            },
        );
        all
    }
}

impl<S: Solver> Solver for Reuse<S> {
    fn check(&mut self, pool: &Pool, query: &[Term]) -> Verdict {
        let start = Instant::now();
        self.stats.asked += 1;
        self.align(query);
        self.answered_here = self.find(pool);
        self.stats.time += start.elapsed();
        if self.answered_here {
            self.stats.sat += 1;
            return Verdict::Sat;
        }
        let before = self.inner.work();
        let verdict = self.inner.check(pool, query);
        if verdict == Verdict::Sat && self.inner.work() - before >= HARD {
            self.learn(pool);
        }
        verdict
    }

    fn model(&mut self, pool: &Pool) -> Option<Model> {
        if !self.answered_here {
            self.learn(pool);
        }
        self.models.last().filter(|_| self.answered_here).map(|kept| kept.model.clone())
    }

    fn blamed(&mut self) -> Option<Vec<Term>> {
        self.inner.blamed()
    }

    fn work(&self) -> u64 {
        self.inner.work()
    }

    fn stats(&self) -> Vec<StageStats> {
        [vec![self.stats.clone()], self.inner.stats()].concat()
    }
}

#[cfg(test)]
mod tests {
    use term::Sort;

    use super::*;
    use crate::stage::tests::Scripted;

    #[test]
    fn parent_model_answers_for_child() {
        let pool = Pool::new();
        let x = pool.var("x", Sort::INT);
        let mut model = Model::new();
        model.set(x, pool.int(5));
        let mut reuse =
            Reuse::new(&Theory::empty(), Scripted::answering(Verdict::Sat).with_model(model));
        let (positive, large) = (pool.lt(pool.int(0), x), pool.lt(pool.int(9), x));
        assert_eq!(reuse.check(&pool, &[positive]), Verdict::Sat);
        assert!(reuse.model(&pool).is_some());
        assert_eq!(reuse.check(&pool, &[positive, pool.not(large)]), Verdict::Sat);
        assert_eq!(reuse.inner.asked.len(), 1);
        assert!(reuse.model(&pool).is_some_and(|m| m.get(x) == Some(pool.int(5))));
        reuse.check(&pool, &[positive, large]);
        assert_eq!(reuse.inner.asked.len(), 2);
    }
}
