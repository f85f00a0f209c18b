//! What the runs of one search share.

use std::sync::Arc;
use std::time::{Duration, Instant};

use explore::{Limit, resident_mib};
use rustc_hash::FxHashMap;
use solve::{Reason, Solver, Verdict};
use term::{Model, Sort, Term};

use crate::ahead::Log;
use crate::frontier::{Frontier, Waiting};
use crate::heap::Heap;
use crate::stop::{Failure, Site};
use crate::{ForkSite, Options, Order, Stats};

/// Small numbers that are tried where the solver does not know.
const GUESSES: [i64; 7] = [0, 1, 2, -1, 3, 10, -2];
/// How many assignments of them are tried.
const GUESSED: usize = 2_000;

/// How many steps pass between two looks at the clock.
const CLOCK_EVERY: u64 = 256;
/// How many steps pass between two looks at the memory of the process. Asking takes microseconds.
const MEMORY_EVERY: u64 = 64 * CLOCK_EVERY;

/// The state of a search between its runs.
pub(crate) struct Engine {
    pub(crate) options: Options,
    pub(crate) frontier: Frontier,
    pub(crate) log: Log,
    /// The first failure of a program.
    pub(crate) failure: Option<Failure>,
    pub(crate) stats: Stats,
    forks: FxHashMap<Site, u64>,
    solver: Option<Box<dyn Solver>>,
    started: Instant,
    solver_time: Duration,
    polls: u64,
    /// The choices of the run, made and to be made.
    pub(crate) prefix: Vec<u8>,
    /// The names of the unknowns in the order in which runs ask for them; the same in most runs.
    pub(crate) names: Vec<Arc<str>>,
}

impl Engine {
    pub(crate) fn new(options: Options) -> Engine {
        Engine {
            options,
            log: Log::default(),
            failure: None,
            frontier: Frontier::default(),
            stats: Stats::default(),
            forks: FxHashMap::default(),
            solver: None,
            started: Instant::now(),
            solver_time: Duration::ZERO,
            polls: 0,
            prefix: Vec::new(),
            names: Vec::new(),
        }
    }

    /// An engine for runs that confirm what this one has found, within the same time.
    pub(crate) fn for_confirming(&self) -> Engine {
        let options = Options { order: Order::Found, ..self.options.clone() };
        Engine { started: self.started, ..Engine::new(options) }
    }

    /// Forgets the paths, for a new start.
    pub(crate) fn reset(&mut self) {
        self.frontier = Frontier::default();
        self.prefix.clear();
        self.log.clear();
    }

    /// Lets a path wait.
    pub(crate) fn push(&mut self, waiting: Waiting) {
        self.frontier.push(waiting, &self.options);
    }

    /// Counts a choice that had alternatives.
    pub(crate) fn count_fork(&mut self, site: Site) {
        self.stats.forks += 1;
        *self.forks.entry(site).or_default() += 1;
    }

    /// Where runs forked, most often first.
    pub(crate) fn profile(&self) -> Vec<ForkSite> {
        #[allow(clippy::iter_over_hash_type, reason = "sorted below")]
        let mut sites: Vec<ForkSite> = self
            .forks
            .iter()
            .map(|(site, forks)| ForkSite { site: *site, forks: *forks })
            .collect();
        sites.sort_by_key(|fork| (std::cmp::Reverse(fork.forks), fork.site));
        sites
    }

    /// A limit of the whole search that is met, looked at now and then.
    pub(crate) fn poll(&mut self) -> Option<Limit> {
        self.polls += 1;
        if self.polls.is_multiple_of(CLOCK_EVERY) { self.look() } else { None }
    }

    /// A limit of the whole search that is met.
    pub(crate) fn look(&self) -> Option<Limit> {
        if self.options.interrupt.is_raised() {
            return Some(Limit::Interrupted);
        }
        let budget = &self.options.budget;
        let time = budget.time.filter(|limit| self.started.elapsed() >= *limit).map(Limit::Time);
        let solved = |limit: &Duration| self.solver_time >= *limit;
        let solver = || budget.solver_time.filter(solved).map(Limit::SolverTime);
        let due = self.polls.is_multiple_of(MEMORY_EVERY);
        let over = |limit: &u64| due && resident_mib().is_some_and(|mib| mib >= *limit);
        let memory = || budget.memory_mib.filter(over).map(Limit::Memory);
        time.or_else(solver).or_else(memory)
    }

    /// Whether the constraints of a path can hold.
    pub(crate) fn decide(&mut self, heap: &mut Heap) -> Verdict {
        self.stats.queries += 1;
        let (pool, asked) = (heap.pool(), Instant::now());
        let verdict = self.solver().check(&pool, &heap.conds);
        self.solver_time += asked.elapsed();
        verdict
    }

    /// Values for which the constraints of a path hold; none if there are none or nobody knows.
    pub(crate) fn model(&mut self, heap: &mut Heap) -> Result<Option<Model>, Reason> {
        if heap.conds.is_empty() {
            return Ok(Some(Model::new()));
        }
        match self.decide(heap) {
            Verdict::Sat => {
                let pool = heap.pool();
                let model = self.solver().model(&pool);
                let checked = model.filter(|model| pool.satisfies(model, &heap.conds));
                checked.map(Some).ok_or(Reason::Incomplete("no model was told".to_owned()))
            }
            Verdict::Unsat => Ok(None),
            Verdict::Unknown(reason) => guess(heap).map(Some).ok_or(reason),
        }
    }

    fn solver(&mut self) -> &mut dyn Solver {
        &mut **self.solver.get_or_insert_with(|| (self.options.solvers)())
    }
}

/// Small values for which the constraints happen to hold.
fn guess(heap: &mut Heap) -> Option<Model> {
    let pool = heap.pool();
    let vars = pool.free_vars(&heap.conds);
    let options = |var: &Term| if pool.sort(*var) == Sort::BOOL { 2 } else { GUESSES.len() };
    for number in 0..GUESSED {
        let (mut rest, mut model) = (number, Model::new());
        for var in &vars {
            let digit = rest % options(var);
            rest /= options(var);
            let value = match pool.sort(*var) {
                Sort::BOOL => pool.bool(digit == 1),
                _ => pool.int(GUESSES[digit]),
            };
            model.set(*var, value);
        }
        if pool.satisfies(&model, &heap.conds) {
            return Some(model);
        }
        if rest > 0 {
            return None;
        }
    }
    None
}
