//! When a path is carried on, and by which thread; not how.
//!
//! Paths wait in a frontier. A round takes a batch of them, runs one job for each on whichever
//! thread is free, and commits the results in the order of the batch. The size of the batch depends
//! on the strategy and on what waits, never on the number of threads, and only the leading thread
//! sees the [`Ledger`]; so the result is the same for any number of threads. Limits, interrupts and
//! panics end the rounds early, and a [`Watcher`] follows how they go.
//!
//! How a path is carried on is up to an [`Explorer`]: by steps and solver queries
//! ([`crate::explore()`]), along a model, by unification. Start reading at [`run`].
//!
//! ```
//! use explore::schedule::{self, Explorer, Ledger, Rank, Ranked, Task};
//! use explore::{Meter, Options, Silent, Strategy};
//! use std::collections::BTreeSet;
//!
//! /// All numbers that come from 1 by doubling and by adding 3.
//! struct Numbers;
//! struct Number(u64);
//!
//! impl Ranked for Number {
//!     fn rank(&self) -> Rank {
//!         Rank { promise: self.0, ..Rank::default() }
//!     }
//! }
//!
//! impl Explorer for Numbers {
//!     type Path = Number;
//!     type Worker = ();
//!     type Done = [u64; 2];
//!
//!     fn worker(&self) {}
//!
//!     fn run_job(&self, (): &mut (), path: Number, _: Task) -> [u64; 2] {
//!         [path.0 * 2, path.0 + 3]
//!     }
//! }
//!
//! /// The numbers below 20, each once.
//! struct Small(BTreeSet<u64>);
//!
//! impl Ledger<Numbers> for Small {
//!     fn commit(&mut self, done: [u64; 2], waiting: &mut Vec<Number>) {
//!         let fresh = done.into_iter().filter(|number| *number < 20 && self.0.insert(*number));
//!         waiting.extend(fresh.map(Number));
//!     }
//! }
//!
//! let options = Options { strategy: Strategy::Bfs, workers: 2, ..Options::default() };
//! let mut small = Small(BTreeSet::from([1]));
//! let start = vec![Number(1)];
//! let rest = schedule::run(&Numbers, &mut small, start, &options, &Meter::default(), &Silent);
//! assert_eq!(rest.left(), 0);
//! assert_eq!(small.0.first(), Some(&1));
//! assert!(small.0.contains(&13) && !small.0.contains(&3));
//! ```

mod crew;
mod frontier;
mod limit;
mod meter;
mod progress;
mod rounds;
mod spare;

pub use frontier::{Discipline, Rank, Ranked, Ties};
pub use limit::{Budget, Limit};
pub use meter::{Meter, resident_mib};
pub use progress::{Progress, Silent, Watcher};
pub use rounds::run;
pub use spare::SpareThreads;

use crate::{Options, Strategy};

/// A way to carry paths on.
///
/// Shared by all threads, each of which has a worker of its own. What a job does depends on its
/// path and its task alone, never on what other jobs did, so it does the same on any thread; what
/// depends on the order of the jobs belongs into the [`Ledger`]. Paths and results go from thread to
/// thread.
pub trait Explorer {
    /// What waits.
    type Path: Ranked;
    /// What one thread works with, such as a solver or a heap: made on that thread and never moved.
    type Worker;
    /// What one job hands back.
    type Done;

    /// Makes the worker of the current thread, when its first job comes.
    fn worker(&self) -> Self::Worker;

    /// Carries a path on for a while. A long job polls the [`Meter`] and, if the run
    /// has to end, hands its path back so that it counts as left.
    fn run_job(&self, worker: &mut Self::Worker, path: Self::Path, task: Task) -> Self::Done;

    /// Whether a job alone used up all the room that its task gave it, so that the later jobs of
    /// its round need not begin: the ledger is full once this one is committed.
    fn fills_room(&self, _done: &Self::Done) -> bool {
        false
    }

    /// The thread that made a path, if its memory is worth staying near to: that thread carries it
    /// on unless another one has nothing else to do. Changes nothing in the result.
    fn home(&self, _path: &Self::Path) -> Option<usize> {
        None
    }

    /// Takes leave of a worker on its thread, when there are no more jobs.
    fn retire(&self, _worker: Self::Worker) {}

    /// How much stack a job may need. Front ends and solvers may recurse more deeply than the usual
    /// stack of a thread allows; memory is taken only as it is used.
    fn stack_bytes(&self) -> usize {
        64 << 20
    }

    /// In which order and in which portions the jobs are run.
    fn schedule(&self, options: &Options) -> Schedule {
        Schedule::of(options)
    }
}

/// What is known so far. Only the leading thread, the one that calls [`run`], sees it.
pub trait Ledger<E: Explorer> {
    /// Takes in the result of a job, in the order of the jobs, whichever thread was first. Paths
    /// that wait from now on are added to `waiting`, the one to carry on first at the front; with
    /// [`Discipline::Levels`] at the back.
    fn commit(&mut self, done: E::Done, waiting: &mut Vec<E::Path>);

    /// Whether a path whose turn has come is still worth it. Asked for a whole batch before its
    /// first job begins, in the order of the frontier.
    fn admit(&mut self, _path: &E::Path) -> bool {
        true
    }

    /// What may still be done.
    fn room(&self) -> Room {
        Room::UNLIMITED
    }

    /// Whether nothing more may be done.
    fn is_full(&self) -> bool {
        self.room().is_used_up()
    }
}

/// The order and the portions of the jobs of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Schedule {
    /// Which path comes next.
    pub discipline: Discipline,
    /// How many paths are carried on before the first result is committed. Decides what is
    /// explored, so it may depend on the search but not on the machine it runs on.
    pub batch: usize,
    /// How many jobs a thread takes at once: more than one where jobs are so short that handing
    /// them out costs as much as running them. Changes nothing in the result.
    pub chunk: usize,
    /// Whether a round may begin before the results of the one before it are committed, where the oldest
    /// path comes next and enough of them wait. For explorers whose jobs do not look at
    /// [`Task::room`], and ledgers that admit every path.
    pub overlap: bool,
}

impl Schedule {
    /// What the options mean unless the explorer knows better.
    ///
    /// Depth first keeps the batch small: each path of a round dives, and only the first is where
    /// it would look by itself.
    #[must_use]
    pub fn of(options: &Options) -> Schedule {
        let batch = match options.strategy {
            Strategy::Dfs => 16,
            Strategy::Bfs | Strategy::Random | Strategy::Priority => 64,
        };
        let discipline = Discipline::of(options.strategy, options.seed);
        Schedule { discipline, batch, chunk: 1, overlap: false }
    }
}

/// How much a job may do. An explorer whose jobs are small anyway need not look at it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Task {
    /// How often it may carry a path on.
    pub quantum: u64,
    /// After how many paths that ended it stops.
    pub ends: u64,
    /// What the whole run may still do.
    pub room: Room,
    /// The number of the thread that runs it, for [`Explorer::home`]: no result may depend on it.
    pub thread: usize,
}

/// What may still be done; none means no limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Room {
    /// How many paths may end.
    pub paths: Option<u64>,
    /// How many violations or answers may be found.
    pub findings: Option<u64>,
}

impl Room {
    /// No limit.
    pub const UNLIMITED: Room = Room { paths: None, findings: None };

    /// All the room that a budget gives.
    #[must_use]
    pub fn of(budget: &Budget) -> Room {
        Room { paths: budget.paths, findings: budget.findings }
    }

    /// Whether nothing more may be done.
    #[must_use]
    pub fn is_used_up(&self) -> bool {
        self.paths == Some(0) || self.findings == Some(0)
    }

    /// Takes paths that ended and findings away.
    pub fn use_up(&mut self, paths: u64, findings: u64) {
        self.paths = self.paths.map(|room| room.saturating_sub(paths));
        self.findings = self.findings.map(|room| room.saturating_sub(findings));
    }
}

/// What a search has left.
#[derive(Debug)]
pub struct Rest<P> {
    /// The paths that still wait, in the order in which they would have come.
    pub waiting: Vec<P>,
    /// Paths whose turn had come when nothing more was to be done.
    pub skipped: u64,
    /// The limit that ended the search, if paths are left and the budget knows it.
    pub limit: Option<Limit>,
}

impl<P> Rest<P> {
    /// How many paths are left.
    #[must_use]
    pub fn left(&self) -> u64 {
        self.waiting.len() as u64 + self.skipped
    }
}
