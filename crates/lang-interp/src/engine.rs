//! What the runs of one thread share.

use std::sync::Arc;
use std::time::{Duration, Instant};

use explore::{Limit, Meter};
use solve::{Reason, Solver, Verdict};
use term::{Model, Sort, Term};

use crate::account::Account;
use crate::branches::{Branches, Waiting};
use crate::heap::Heap;
use crate::prefix_log::Log;
use crate::{Options, Order};

/// Small numbers that are tried where the solver does not know.
const GUESSES: [i64; 7] = [0, 1, 2, -1, 3, 10, -2];
/// How many assignments of them are tried.
const GUESSED: usize = 2_000;

/// How many steps pass between two looks at the clock.
const LOOK_EVERY: u64 = 256;
/// What a look is worth in polls of the meter, so that each one sees the clock.
const POLLS_PER_LOOK: u64 = 64;

/// The state of a thread between its runs.
pub(crate) struct Engine {
    pub(crate) options: Options,
    pub(crate) meter: Arc<Meter>,
    pub(crate) branches: Branches,
    pub(crate) log: Log,
    /// What happened since it was last taken.
    pub(crate) account: Account,
    solver: Option<Box<dyn Solver>>,
    /// Steps since the last look at the limits, and the looks so far.
    steps: u64,
    looks: u64,
    /// The choices of the run, made and to be made.
    pub(crate) prefix: Vec<u8>,
    /// The names of the unknowns in the order in which runs ask for them; the same in most runs.
    pub(crate) names: Vec<Arc<str>>,
}

impl Engine {
    pub(crate) fn new(options: Options, meter: Arc<Meter>) -> Engine {
        Engine {
            options,
            meter,
            branches: Branches::default(),
            log: Log::default(),
            account: Account::default(),
            solver: None,
            steps: LOOK_EVERY,
            looks: 0,
            prefix: Vec::new(),
            names: Vec::new(),
        }
    }

    /// An engine for runs that confirm what this one has found, within the same limits.
    pub(crate) fn for_confirming(&self) -> Engine {
        let options = Options { order: Order::Found, ..self.options.clone() };
        Engine::new(options, Arc::clone(&self.meter))
    }

    /// Lets a path wait.
    pub(crate) fn push(&mut self, waiting: Waiting) {
        self.branches.push(waiting, waiting.turn(&self.options));
    }

    /// The cheapest path that was put off, where no other worker carries it on.
    pub(crate) fn widen(&mut self) -> Option<Waiting> {
        self.branches.widen(&self.options);
        self.branches.pop()
    }

    /// A limit of the whole search that is met, checked now and then.
    #[inline]
    pub(crate) fn poll(&mut self) -> Option<Limit> {
        self.steps += 1;
        if self.steps < LOOK_EVERY { None } else { self.look() }
    }

    /// A limit of the whole search that is met.
    fn look(&mut self) -> Option<Limit> {
        self.steps = 0;
        let met = self.meter.poll(self.looks * POLLS_PER_LOOK);
        self.looks += 1;
        if met { self.meter.met() } else { None }
    }

    /// Whether the constraints of a path can hold.
    pub(crate) fn decide(&mut self, heap: &mut Heap) -> Verdict {
        let (pool, asked) = (heap.pool(), Instant::now());
        let solver = self.solver.get_or_insert_with(|| (self.options.solvers)());
        let verdict = solver.check(&pool, &heap.conds);
        self.count_query(asked.elapsed());
        verdict
    }

    fn count_query(&mut self, time: Duration) {
        self.account.stats.queries += 1;
        self.meter.count_query(time);
        // It may have taken long.
        self.steps = LOOK_EVERY;
    }

    /// Values for which the constraints of a path hold; none if there are none or it is not known.
    ///
    /// They are those of a solver of their own: what a solver tells depends on what it was asked
    /// before, and an answer must not depend on the thread that finds it.
    pub(crate) fn model(&mut self, heap: &mut Heap) -> Result<Option<Model>, Reason> {
        if heap.conds.is_empty() {
            return Ok(Some(Model::new()));
        }
        let (pool, asked, mut solver) = (heap.pool(), Instant::now(), (self.options.solvers)());
        let verdict = solver.check(&pool, &heap.conds);
        let model = if verdict == Verdict::Sat { solver.model(&pool) } else { None };
        self.count_query(asked.elapsed());
        match verdict {
            Verdict::Sat => {
                let checked = model.filter(|model| pool.satisfies(model, &heap.conds));
                checked.map(Some).ok_or(Reason::Incomplete("no model was given".to_owned()))
            }
            Verdict::Unsat => Ok(None),
            Verdict::Unknown(reason) => guess(heap).map(Some).ok_or(reason),
        }
    }
}

/// Numbers of a path of which it is asked whether there is only one value for them.
const MOST_SETTLED: usize = 8;

impl Engine {
    /// Binds the numbers for which the constraints of a path leave one value, so that an answer has that value in their place.
    pub(crate) fn settle(&mut self, heap: &mut Heap) {
        let mut open = heap.open_numbers();
        open.extend(heap.numbers_of_themselves());
        if heap.conds.is_empty() || open.len() > MOST_SETTLED {
            return;
        }
        let Ok(Some(model)) = self.model(heap) else { return };
        let pool = heap.pool();
        for var in open {
            let term = heap.var_term(var);
            let value = pool.eval(term, &model);
            let other = pool.not(pool.eq(term, value));
            let known = heap.conds.len();
            heap.conds.push(other);
            let only = self.decide(heap) == Verdict::Unsat;
            heap.conds.truncate(known);
            if only {
                heap.fix_number(var, value);
            }
        }
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
