//! The parallel part: values for a branch, and a run on them.
//!
//! What a job does depends on its branch alone: the solver's values are a function of the conditions,
//! if the solvers are such, and a program does the same each time it is run on the same values.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use machine::{Exit, Halt};
use solve::{Reason, Solver, StageStats, Verdict};
use term::{Model, Pool, Topic};

use super::branch::{Branch, Related};
use super::host::Concolic;
use crate::decide::worker::Solvers;
use crate::schedule::{Explorer, Schedule, Task};
use crate::{Meter, Options, Stats};

/// A program that can be run on values, by any thread.
pub trait Runner {
    /// What one thread hands on from run to run.
    type Scratch: Default;
    /// What is seen of a run besides what its host sees.
    type Seen: Send;
    /// What is known of a branch besides its conditions.
    type Mark: Send;

    /// Makes a run. Two runs on the same values do the same.
    fn run(
        &self,
        scratch: &mut Self::Scratch,
        host: &mut Concolic<'_>,
    ) -> (Result<Exit, Halt>, Self::Seen);

    /// In which order and in which portions branches are taken.
    fn schedule(&self, options: &Options) -> Schedule {
        Schedule::of(options)
    }
}

/// A run that was made.
pub struct Record<'p, S> {
    /// What was seen besides.
    pub seen: S,
    /// Its host.
    pub host: Concolic<'p>,
    /// How it ended.
    pub ended: Result<Exit, Halt>,
    /// How long it took.
    pub took: Duration,
}

impl<'p, S> Record<'p, S> {
    /// Makes a run.
    pub fn make(
        mut host: Concolic<'p>,
        run: impl FnOnce(&mut Concolic<'p>) -> (Result<Exit, Halt>, S),
    ) -> Record<'p, S> {
        let begun = Instant::now();
        let (ended, seen) = run(&mut host);
        Record { seen, host, ended, took: begun.elapsed() }
    }
}

/// Takes branches: finds values with a solver and runs the program on them.
pub struct Runs<'a, R> {
    pool: &'a Pool,
    /// The program.
    pub runner: R,
    solvers: Solvers<'a>,
    meter: Arc<Meter>,
    max_steps: u64,
    /// What the solvers of threads that are through did.
    solved: Mutex<Stats>,
}

/// What one thread works with.
pub struct RunWorker<S> {
    solver: Box<dyn Solver>,
    related: Related,
    scratch: S,
}

/// What came of a branch.
pub enum Done<'a, R: Runner> {
    /// A run.
    Ran(Box<Record<'a, R::Seen>>, Branch<R::Mark>),
    /// No run, because there are no values for one.
    Without(NoModel, Branch<R::Mark>),
    /// Nothing, because the search has to end.
    Left(Branch<R::Mark>),
}

/// Why there are no values that take a branch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoModel {
    /// No input takes it.
    Infeasible,
    /// No solver decided it.
    Undecided(Reason),
    /// It can be taken, and the solver gave no values for that.
    NotTold,
}

impl<'a, R: Runner> Runs<'a, R> {
    /// Runs of at most `max_steps` steps each, on values that solvers of these find.
    pub fn new(
        pool: &'a Pool,
        runner: R,
        solvers: Solvers<'a>,
        meter: &Arc<Meter>,
        max_steps: u64,
    ) -> Runs<'a, R> {
        let meter = Arc::clone(meter);
        Runs { pool, runner, solvers, meter, max_steps, solved: Mutex::default() }
    }

    /// What the stages of the solvers did, once the search is over.
    #[must_use]
    pub fn into_stages(self) -> Vec<StageStats> {
        self.solved.into_inner().unwrap_or_else(PoisonError::into_inner).stages
    }

    /// Values that take a branch; what its conditions do not hang together with is as in the run that
    /// came by.
    fn values(
        &self,
        worker: &mut RunWorker<R::Scratch>,
        branch: &Branch<R::Mark>,
    ) -> Result<Model, NoModel> {
        let stop = self.meter.interrupt();
        let query = worker.related.of_last(self.pool, &branch.region.conds, &stop);
        let query = query.ok_or(NoModel::NotTold)?;
        if query.is_empty() {
            return Ok((*branch.model).clone());
        }
        let begun = Instant::now();
        let verdict = worker.solver.check(self.pool, &query);
        let model = match verdict {
            Verdict::Sat => worker.solver.model(self.pool).ok_or(NoModel::NotTold),
            Verdict::Unsat => Err(NoModel::Infeasible),
            Verdict::Unknown(reason) => Err(NoModel::Undecided(reason)),
        };
        self.meter.count_query(begun.elapsed());
        let model = model?;
        let mut values = (*branch.model).clone();
        for cond in &query {
            for topic in &*worker.related.topics(self.pool, *cond) {
                self.exchange(&mut values, &model, *topic);
            }
        }
        Ok(values)
    }

    /// What a model does not mention has the default value in it, whatever it was before.
    fn exchange(&self, values: &mut Model, model: &Model, topic: Topic) {
        match topic {
            Topic::Var(var) => {
                let value = model.value(self.pool, var).expect("every input has values");
                values.set(var, value);
            }
            Topic::Func(func) => {
                *values.func_mut(func) = model.func(func).cloned().unwrap_or_default();
            }
        }
    }

    fn run(&self, scratch: &mut R::Scratch, values: Model) -> Record<'a, R::Seen> {
        let host = Concolic::new(self.pool, values, self.max_steps, &self.meter);
        Record::make(host, |host| self.runner.run(scratch, host))
    }
}

impl<'a, R: Runner> Explorer for Runs<'a, R> {
    type Path = Branch<R::Mark>;
    type Worker = RunWorker<R::Scratch>;
    type Done = Done<'a, R>;

    fn worker(&self) -> Self::Worker {
        let (related, scratch) = (Related::default(), R::Scratch::default());
        RunWorker { solver: (self.solvers)(), related, scratch }
    }

    fn run_job(&self, worker: &mut Self::Worker, branch: Self::Path, _: Task) -> Self::Done {
        if self.meter.poll(0) {
            return Done::Left(branch);
        }
        match self.values(worker, &branch) {
            Ok(values) => Done::Ran(Box::new(self.run(&mut worker.scratch, values)), branch),
            Err(NoModel::Infeasible) => Done::Without(NoModel::Infeasible, branch),
            // Solvers stop when we do: that is no fault of the branch.
            Err(_) if self.meter.poll(0) => Done::Left(branch),
            Err(why) => Done::Without(why, branch),
        }
    }

    fn retire(&self, worker: Self::Worker) {
        let mut solved = self.solved.lock().unwrap_or_else(PoisonError::into_inner);
        solved.absorb_stages(&worker.solver.stats());
    }

    fn schedule(&self, options: &Options) -> Schedule {
        self.runner.schedule(options)
    }
}
