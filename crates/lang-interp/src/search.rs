//! The search: runs of an interpreter along all paths, in the order of the engine's scheduler.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

use explore::schedule::{self, Discipline, Explorer, Schedule, Task};
use explore::{Limit, Meter, Strategy};

use crate::answer::{Answer, RunOutcome, Summary, limit_text};
use crate::branches::Prefix;
use crate::heap::Heap;
use crate::ledger::{Answers, Tell};
use crate::run::Program;
use crate::stop::{Cut, Failure, FailureKind, Halt};
use crate::worker::{Done, Worker};
use crate::{Cx, Options, Order, Path, Stop, Tree, Value, Wanted};

/// How many paths are carried on before what comes of them waits: enough for all threads.
const BATCH: usize = 256;
/// How many a thread takes at once: most jobs take a few microseconds.
const CHUNK: usize = 4;
/// Depth first, fewer: each of them dives, and only the first is where it would look by itself.
const DIVES: usize = 16;

/// Runs an interpreter along all its paths and tells the ends that are wanted, the cheapest or the
/// smallest first ([`Options::order`]). Which one is the cheapest is decided to within a few choices.
///
/// `program` is run from its start for each path. `tell` gets each answer as soon as its turn has come and
/// may break off.
///
/// ```
/// use std::ops::ControlFlow;
/// use lang_interp::{Heap, Kind, Options, search};
///
/// let mut found = Vec::new();
/// let coin = |cx: &mut lang_interp::Cx<'_>| {
///     let side = cx.unknown("side", Kind::Bool);
///     if cx.branch(side)? { Ok(cx.int(1)) } else { Err(cx.fail("tails")) }
/// };
/// let summary = search(&mut Heap::new(), &Options::default(), coin, |answer| {
///     found.push(answer.to_string());
///     ControlFlow::Continue(())
/// });
/// assert_eq!(found, ["side = true"]);
/// assert!(summary.is_complete());
/// assert_eq!(summary.stats.failures, 1);
/// ```
pub fn search(
    heap: &mut Heap,
    options: &Options,
    program: impl Fn(&mut Cx<'_>) -> Result<Value, Stop> + Sync,
    mut tell: impl FnMut(&Answer) -> ControlFlow<()>,
) -> Summary {
    search_all(heap, options, &program, &mut |answer| tell(&answer))
}

fn search_all(heap: &mut Heap, options: &Options, program: Program<'_>, tell: Tell<'_>) -> Summary {
    let meter = meter(options);
    let unifying = Unifying { heap: Mutex::new(heap), options, meter: &meter, program };
    let start = Prefix::default();
    let mut answers = Answers::new(options, tell, &start);
    let (explore, watcher) = (&options.explore, &*options.watcher);
    let rest = schedule::run(&unifying, &mut answers, vec![start], explore, &meter, watcher);
    answers.finish(&rest)
}

fn meter(options: &Options) -> Arc<Meter> {
    Arc::new(Meter::new(options.explore.budget, options.explore.interrupt.clone()))
}

/// Carrying paths on by unification: what all threads share.
pub(crate) struct Unifying<'s> {
    /// What was built before the search.
    heap: Mutex<&'s mut Heap>,
    options: &'s Options,
    meter: &'s Arc<Meter>,
    program: Program<'s>,
}

impl<'s> Explorer for Unifying<'s> {
    type Path = Prefix;
    type Worker = Worker<'s>;
    type Done = Done;

    fn worker(&self) -> Worker<'s> {
        let heap = self.heap.lock().unwrap_or_else(PoisonError::into_inner).copy();
        Worker::new(heap, self.options, Arc::clone(self.meter), self.program)
    }

    fn run_job(&self, worker: &mut Worker<'s>, path: Prefix, task: Task) -> Done {
        worker.carry_on(path, task.room)
    }

    fn fills_room(&self, done: &Done) -> bool {
        done.full
    }

    /// Deep recursion is the business of [`Cx::call`].
    fn stack_bytes(&self) -> usize {
        4 << 20
    }

    fn schedule(&self, _: &explore::Options) -> Schedule {
        let explore::Options { strategy, seed, .. } = self.options.explore;
        if self.options.is_depth_first() {
            return Schedule {
                discipline: Discipline::Newest,
                batch: DIVES,
                chunk: 1,
                overlap: false,
            };
        }
        let discipline = match (self.options.order, strategy) {
            (Order::Found, Strategy::Random) => Discipline::Random(seed),
            (Order::Found | Order::Smallest, _) => Discipline::Levels,
        };
        Schedule { discipline, batch: BATCH, chunk: CHUNK, overlap: false }
    }
}

/// The answers of a search, all in one list.
pub fn solve(
    heap: &mut Heap,
    options: &Options,
    program: impl Fn(&mut Cx<'_>) -> Result<Value, Stop> + Sync,
) -> (Vec<Answer>, Summary) {
    let mut answers = Vec::new();
    let summary = search_all(heap, options, &program, &mut |answer| {
        answers.push(answer);
        ControlFlow::Continue(())
    });
    (answers, summary)
}

/// Runs an interpreter once, with these values for its unknowns in the order in which it asks.
///
/// ```
/// use lang_interp::{Heap, Kind, Options, RunOutcome, run_once};
///
/// let mut heap = Heap::new();
/// let seven = heap.int(7);
/// let seven = heap.tree(seven);
/// let double = |cx: &mut lang_interp::Cx<'_>| {
///     let n = cx.unknown("n", Kind::Int);
///     cx.add(n, n)
/// };
/// let answer = run_once(&mut heap, &Options::default(), &[seven], double);
/// assert!(matches!(answer, Ok(RunOutcome::Value(tree)) if tree.to_string() == "14"));
/// ```
pub fn run_once(
    heap: &mut Heap,
    options: &Options,
    given: &[Tree],
    program: impl Fn(&mut Cx<'_>) -> Result<Value, Stop> + Sync,
) -> Result<RunOutcome, NoOutcome> {
    let mut worker = Worker::new(heap.copy(), options, meter(options), &program);
    let end = worker.run(None, Some(given));
    let forked = worker.engine.account.stats.forks > 0;
    match end.result {
        Ok(value) if !forked => Ok(RunOutcome::Value(worker.heap.tree(value))),
        Err(Halt::Failed(failure)) if !forked => Ok(RunOutcome::Failed(failure)),
        Ok(_) | Err(Halt::Failed(_) | Halt::Suspended) => Ok(RunOutcome::Failed(not_concrete())),
        Err(Halt::Discarded) => Err(NoOutcome::Discarded),
        Err(Halt::CutOff(cut)) => Err(NoOutcome::CutOff(cut)),
        Err(Halt::Ended(limit)) => Err(NoOutcome::Limit(limit)),
    }
}

/// Runs an interpreter again along a path that a search has reported.
pub fn replay(
    heap: &mut Heap,
    options: &Options,
    path: &Path,
    program: impl Fn(&mut Cx<'_>) -> Result<Value, Stop> + Sync,
) -> Result<Answer, NoOutcome> {
    let options = Options { wanted: Wanted::All, ..options.clone() };
    let mut worker = Worker::new(heap.copy(), &options, meter(&options), &program);
    path.choices().clone_into(&mut worker.engine.prefix);
    let end = worker.run(None, None);
    match end.result {
        Ok(_) | Err(Halt::Failed(_)) => {
            let answer = worker.answer(&end).map(|answer| Answer { path: path.clone(), ..answer });
            answer.ok_or(NoOutcome::Discarded)
        }
        Err(Halt::Discarded | Halt::Suspended) => Err(NoOutcome::Discarded),
        Err(Halt::CutOff(cut)) => Err(NoOutcome::CutOff(cut)),
        Err(Halt::Ended(limit)) => Err(NoOutcome::Limit(limit)),
    }
}

/// Why a single run has no outcome.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoOutcome {
    /// An assumption does not hold.
    Discarded,
    /// It met a limit.
    CutOff(Cut),
    /// The time ran out, or the user stopped it.
    Limit(Limit),
}

impl fmt::Display for NoOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoOutcome::Discarded => f.write_str("an assumption does not hold"),
            NoOutcome::CutOff(cut) => write!(f, "{cut}"),
            NoOutcome::Limit(limit) => f.write_str(&limit_text(*limit)),
        }
    }
}

impl std::error::Error for NoOutcome {}

fn not_concrete() -> Failure {
    let message = "the run depends on something that is unknown".to_owned();
    Failure { kind: FailureKind::NotConcrete, message, site: None }
}
