//! The stage that decides conjunctions of literals.

use solve::{Interrupt, Solver, StageStats, Theory, Verdict};
use term::{Model, Pool, Term};

use crate::closure::{Settled, Tag};
use crate::stage::Stage;

/// Decides conjunctions of equalities, disequalities, predicates, orders and data by itself, and
/// hands everything else to the stage that it owns.
///
/// Only the orders of the theory are known here. Its other axioms are not: a stage before this one
/// adds their instances to the query.
///
/// ```
/// use solve::{NoSolver, Solver, Theory, Verdict};
/// use solve_core::Core;
/// use term::{Pool, Sort};
///
/// let pool = Pool::new();
/// let f = pool.func("f", &[Sort::INT], Sort::INT);
/// let (x, y) = (pool.var("x", Sort::INT), pool.var("y", Sort::INT));
/// let same = pool.eq(x, y);
/// let differ = pool.not(pool.eq(pool.apply(f, &[x]), pool.apply(f, &[y])));
/// let mut core = Core::new(&Theory::empty(), NoSolver::new());
/// assert_eq!(core.check(&pool, &[differ]), Verdict::Sat);
/// assert_eq!(core.check(&pool, &[differ, same]), Verdict::Unsat);
/// ```
pub struct Core<S> {
    stage: Stage<S>,
    /// Terms of the path that no case agrees with, by their numbers, after the last `Unsat`.
    refuted: Vec<usize>,
}

impl<S: Solver> Core<S> {
    /// The stage in front of `inner`.
    pub fn new(theory: &Theory, inner: S) -> Core<S> {
        Core { stage: Stage::new("core", theory, inner), refuted: Vec::new() }
    }

    /// Looks at this flag during case splits, and hands the query on when it is raised.
    #[must_use]
    pub fn with_interrupt(mut self, interrupt: Interrupt) -> Core<S> {
        self.stage.interrupt = interrupt;
        self
    }
}

impl<S: Solver> Solver for Core<S> {
    fn check(&mut self, pool: &Pool, query: &[Term]) -> Verdict {
        let refuted = &mut self.refuted;
        self.stage.check(pool, query, |path, interrupt| {
            if !path.clauses().is_empty() {
                return None;
            }
            match path.closure.settle(pool, interrupt) {
                Settled::Consistent => Some(Verdict::Sat),
                Settled::Conflict(tags) => {
                    *refuted = tags.into_iter().filter_map(Tag::as_path).collect();
                    Some(Verdict::Unsat)
                }
                Settled::GaveUp => None,
            }
        })
    }

    fn blamed(&mut self) -> Option<Vec<Term>> {
        self.stage.blamed(Some(&self.refuted))
    }

    fn model(&mut self, pool: &Pool) -> Option<Model> {
        self.stage.model(pool)
    }

    fn stats(&self) -> Vec<StageStats> {
        self.stage.stats()
    }

    fn work(&self) -> u64 {
        self.stage.inner_work()
    }
}
