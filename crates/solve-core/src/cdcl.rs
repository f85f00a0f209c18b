//! The stage that decides clauses over the literals of [`Core`](crate::Core).

use solve::{Interrupt, Solver, StageStats, Theory, Verdict};
use term::{Model, Pool, Term};

use crate::search::Search;
use crate::stage::Stage;

/// Decides small sets of clauses by itself, and hands everything else to the stage that it owns.
///
/// As with [`Core`](crate::Core), of the theory only the orders are known here.
///
/// ```
/// use solve::{NoSolver, Solver, Theory, Verdict};
/// use solve_core::Cdcl;
/// use term::{Pool, Sort};
///
/// let pool = Pool::new();
/// let [x, y, z] = ["x", "y", "z"].map(|name| pool.var(name, Sort::INT));
/// let either = pool.or(&[pool.eq(x, y), pool.eq(x, z)]);
/// let neither = [pool.not(pool.eq(y, x)), pool.not(pool.eq(z, x))];
/// let mut cdcl = Cdcl::new(&Theory::empty(), NoSolver::new());
/// assert_eq!(cdcl.check(&pool, &[either, neither[0]]), Verdict::Sat);
/// assert_eq!(cdcl.check(&pool, &[either, neither[0], neither[1]]), Verdict::Unsat);
/// ```
pub struct Cdcl<S> {
    stage: Stage<S>,
    search: Search,
}

impl<S: Solver> Cdcl<S> {
    /// The stage in front of `inner`.
    pub fn new(theory: &Theory, inner: S) -> Cdcl<S> {
        Cdcl::named("cdcl", theory, inner)
    }

    /// The same stage behind the one that takes queries apart: a part may be within its reach where the
    /// whole was not. It is counted under a name of its own.
    pub fn of_parts(theory: &Theory, inner: S) -> Cdcl<S> {
        Cdcl::named("parts", theory, inner)
    }

    fn named(name: &'static str, theory: &Theory, inner: S) -> Cdcl<S> {
        let stage = Stage::new(name, theory, inner).with_connectives();
        Cdcl { stage, search: Search::default() }
    }

    /// Looks at this flag during the search, and hands the query on when it is raised.
    #[must_use]
    pub fn with_interrupt(mut self, interrupt: Interrupt) -> Cdcl<S> {
        self.stage.interrupt = interrupt;
        self
    }
}

impl<S: Solver> Solver for Cdcl<S> {
    fn check(&mut self, pool: &Pool, query: &[Term]) -> Verdict {
        let search = &mut self.search;
        self.stage.check(pool, query, |path, interrupt| search.run(pool, path, interrupt))
    }

    fn blamed(&mut self) -> Option<Vec<Term>> {
        self.stage.blamed(None)
    }

    fn model(&mut self, pool: &Pool) -> Option<Model> {
        self.stage.model(pool)
    }

    fn stats(&self) -> Vec<StageStats> {
        let mut stats = self.stage.stats();
        stats[0].work = self.search.work;
        stats
    }

    fn work(&self) -> u64 {
        self.search.work + self.stage.inner_work()
    }
}
