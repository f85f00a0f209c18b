//! How paths are carried on: by steps and questions to the solver, or by values.
//!
//! A program that is stepped goes on at once in all ways that a solver allows: a path is a state with
//! the condition under which it is reached, paths fork in one function and end in one place. Start
//! reading at `job.rs` and `split.rs`. A program that is run from its start each time goes one way,
//! on values, and a solver is asked for values that go another: [`concolic`].

mod chain;
pub mod concolic;
mod job;
mod path;
mod split;
mod stepped;
mod witness;
mod worker;

use std::sync::{Mutex, PoisonError};

use term::Pool;

use job::{Done, Program, run_job};
use worker::{Solvers, Worker};

use crate::observe::{MOST_STRETCHES, merged};
use crate::schedule::{self, Explorer, Ledger, Room, Task};
use crate::{Meter, Options, Run, Stats, Watcher};

pub use chain::Chain;
pub use concolic::explore_script;
pub use split::follow;
pub use stepped::explore;

/// Explores a program.
fn explore_program<P: Program>(
    pool: &Pool,
    program: &P,
    options: &Options,
    solvers: Solvers<'_>,
    watcher: &dyn Watcher,
) -> Run {
    let meter = Meter::new(options.budget, options.interrupt.clone());
    let solved = Mutex::default();
    let deciding = Deciding { pool, program, options, meter: &meter, solvers, solved: &solved };
    let mut account = Account { run: Run::default(), room: Room::of(&options.budget) };
    let start = vec![program.start(pool)];
    let rest = schedule::run(&deciding, &mut account, start, options, &meter, watcher);
    let mut run = account.run;
    run.stats.left += rest.left();
    run.limits.extend(rest.limit);
    run.endings.sort_by(|a, b| a.choices.cmp(&b.choices));
    run.record.sort_by(|a, b| a.at.cmp(&b.at));
    run.stretches = merged(run.stretches);
    let solved = solved.into_inner().unwrap_or_else(PoisonError::into_inner);
    run.stats.absorb_stages(&solved.stages);
    run
}

/// What all workers share.
struct Deciding<'a, P> {
    pool: &'a Pool,
    program: &'a P,
    options: &'a Options,
    meter: &'a Meter,
    solvers: Solvers<'a>,
    /// What the solvers of workers that are through did.
    solved: &'a Mutex<Stats>,
}

impl<'a, P: Program> Explorer for Deciding<'a, P> {
    type Path = P::Path;
    type Worker = Worker<'a>;
    type Done = Done<P::Path>;

    fn worker(&self) -> Worker<'a> {
        Worker::new(self.pool, self.options, self.meter, self.solvers)
    }

    fn run_job(&self, worker: &mut Worker<'a>, path: P::Path, task: Task) -> Self::Done {
        run_job(worker, self.program, path, task)
    }

    fn fills_room(&self, done: &Self::Done) -> bool {
        done.full
    }

    fn retire(&self, worker: Worker<'a>) {
        let mut solved = self.solved.lock().unwrap_or_else(PoisonError::into_inner);
        solved.absorb_stages(&worker.into_stages());
    }
}

/// The run so far.
struct Account {
    run: Run,
    room: Room,
}

impl<P: Program> Ledger<Deciding<'_, P>> for Account {
    fn commit(&mut self, done: Done<P::Path>, waiting: &mut Vec<P::Path>) {
        let Account { run, room } = self;
        for segment in done.segments {
            if room.is_used_up() {
                run.stats.left += u64::from(segment.ended);
                continue;
            }
            room.use_up(segment.paths, segment.findings);
            run.stats.absorb(&segment.stats);
            run.endings.extend(segment.endings);
            run.record.extend(segment.record);
            match run.stretches.len() < MOST_STRETCHES {
                true => run.stretches.extend(segment.stretches),
                false => run.not_observed += segment.stretches.len() as u64,
            }
        }
        waiting.extend(done.waiting);
    }

    fn room(&self) -> Room {
        self.room
    }
}
