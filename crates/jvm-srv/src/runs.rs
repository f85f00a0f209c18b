//! The parallel part of a search: values for a branch, and a run on them.
//!
//! What a job does depends on its branch alone: the solver's values are a function of the conditions,
//! if the solvers are such ([`crate::search`]), and a machine starts each run from the same snapshot.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use explore::schedule::{Discipline, Explorer, Schedule, Task, Ties};
use explore::{Meter, Stats, Strategy};
use lang_jvm::Subject;
use solve::{Solver, Verdict};
use term::{Model, Pool};
use typestate::Property;

use crate::branch::{Branch, Region, Related};
use crate::options::{Mode, Options};
use crate::record::Record;
use crate::recorder::Recorder;
use crate::seen::Dictionary;

/// Makes the solvers of a search.
pub(crate) type Solvers<'a> = &'a (dyn Fn() -> Box<dyn Solver> + Sync);

/// What all threads share.
pub(crate) struct Runs<'a> {
    pub(crate) pool: &'a Pool,
    pub(crate) subject: &'a Subject,
    pub(crate) properties: Arc<[Property]>,
    pub(crate) options: &'a Options,
    pub(crate) meter: Arc<Meter>,
    pub(crate) solvers: Solvers<'a>,
    /// Whether the ways of runs are of use. Once they are not, they never are again, so it does not
    /// matter when a thread gets to know.
    pub(crate) traces: AtomicBool,
    /// What the solvers of threads that are through did.
    pub(crate) solved: Mutex<Stats>,
}

/// What one thread works with.
pub(crate) struct Worker {
    solver: Box<dyn Solver>,
    dictionary: Dictionary,
    related: Related,
}

/// What came of a branch.
pub(crate) enum Done<'a> {
    /// A run, for a region.
    Ran(Box<Record<'a>>, Region),
    /// No run, because there are no values for one.
    Without(NoModel),
    /// Nothing, because the search has to end.
    Left(Branch),
}

/// Why there are no values that take a branch.
pub(crate) enum NoModel {
    /// No input takes it.
    Infeasible,
    /// No solver decided it; with the reason.
    Undecided(String),
    /// It can be taken, and the solver gave no values for that.
    NotTold,
}

impl<'a> Runs<'a> {
    /// Values that take a branch; what its conditions do not hang together with is as in the run that
    /// came by.
    fn values(&self, worker: &mut Worker, branch: &Branch) -> Result<Model, NoModel> {
        let query = worker.related.of_last(self.pool, &branch.region.conds);
        if query.is_empty() {
            return Ok((*branch.model).clone());
        }
        let begun = Instant::now();
        let verdict = worker.solver.check(self.pool, &query);
        let model = match verdict {
            Verdict::Sat => worker.solver.model(self.pool).ok_or(NoModel::NotTold),
            Verdict::Unsat => Err(NoModel::Infeasible),
            Verdict::Unknown(reason) => Err(NoModel::Undecided(reason.to_string())),
        };
        self.meter.count_query(begun.elapsed());
        let model = model?;
        let mut values = (*branch.model).clone();
        for var in self.pool.free_vars(&query) {
            let value = model.value(self.pool, var).expect("every input has values");
            values.set(var, value);
        }
        Ok(values)
    }

    /// How many branches are taken before the first result is used.
    fn batch(&self) -> usize {
        match self.options.sound_mode() {
            // Each run may make another one superfluous.
            Mode::Srv => 1,
            // What looks best changes with each run.
            Mode::Guide if !self.properties.is_empty() => 1,
            // All branches are taken anyway.
            Mode::Dfs | Mode::Slice | Mode::Guide => 16,
        }
    }

    fn run(&self, worker: &mut Worker, values: Model) -> Record<'a> {
        let dictionary = std::mem::take(&mut worker.dictionary);
        let mut recorder = Recorder::new(Arc::clone(&self.properties), dictionary);
        recorder.traces = self.traces.load(Relaxed);
        let steps = self.options.max_steps();
        let mut record =
            Record::make(self.pool, self.subject, recorder, values, steps, &self.meter);
        worker.dictionary = std::mem::take(&mut record.recorder.dictionary);
        record
    }
}

impl<'a> Explorer for Runs<'a> {
    type Path = Branch;
    type Worker = Worker;
    type Done = Done<'a>;

    fn worker(&self) -> Worker {
        let (dictionary, related) = (Dictionary::default(), Related::default());
        Worker { solver: (self.solvers)(), dictionary, related }
    }

    fn run_job(&self, worker: &mut Worker, branch: Branch, _: Task) -> Done<'a> {
        if self.meter.poll(0) {
            return Done::Left(branch);
        }
        match self.values(worker, &branch) {
            Ok(values) => Done::Ran(Box::new(self.run(worker, values)), branch.region),
            Err(NoModel::Infeasible) => Done::Without(NoModel::Infeasible),
            // Solvers stop when we do: that is no fault of the branch.
            Err(_) if self.meter.poll(0) => Done::Left(branch),
            Err(why) => Done::Without(why),
        }
    }

    fn retire(&self, worker: Worker) {
        let mut solved = self.solved.lock().unwrap_or_else(PoisonError::into_inner);
        solved.absorb_stages(&worker.solver.stats());
    }

    fn schedule(&self, options: &explore::Options) -> Schedule {
        let discipline = match (self.options.mode.guides(), options.strategy) {
            (true, Strategy::Bfs) => Discipline::Best(Ties::Oldest),
            (true, _) => Discipline::Best(Ties::Newest),
            (false, strategy) => Discipline::of(strategy, options.seed),
        };
        Schedule { discipline, batch: self.batch(), chunk: 1 }
    }
}
