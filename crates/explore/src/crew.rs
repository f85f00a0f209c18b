//! The threads: jobs go out, outcomes come back.
//!
//! Workers take jobs from one queue. A job that panics is an outcome too: the thread that handed it
//! out raises the panic again, the queue closes, and the other workers stop.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use solve::StageStats;
use term::Pool;

use crate::budget::Meter;
use crate::job::{Done, Program, Task, run_job};
use crate::worker::{Solvers, Worker};
use crate::{Limit, Options, Stats, Watcher};

/// Front ends and solvers may recurse more deeply than the usual stack of a thread allows. Memory
/// is taken only as it is used.
const STACK_BYTES: usize = 64 << 20;
/// How often the watcher is told.
const TELL_EVERY: Duration = Duration::from_millis(100);

/// What all workers share.
pub(crate) struct Setting<'a, P: Program> {
    pub(crate) pool: &'a Pool,
    pub(crate) program: &'a P,
    pub(crate) options: &'a Options,
    pub(crate) meter: &'a Meter,
    pub(crate) solvers: Solvers<'a>,
}

/// The workers, as seen by the thread that hands out the jobs.
pub(crate) struct Crew<'a, P> {
    jobs: Sender<Job<P>>,
    results: Receiver<Outcome<P>>,
    enough: &'a AtomicUsize,
    meter: &'a Meter,
    watcher: &'a dyn Watcher,
    told: Instant,
}

struct Job<P> {
    /// Place in the round.
    number: usize,
    path: P,
    task: Task,
}

/// What became of the job with this number.
type Outcome<P> = (usize, thread::Result<Done<P>>);

/// Where workers find their jobs.
struct Desk<'a, P> {
    queue: &'a Mutex<Receiver<Job<P>>>,
    /// The smallest number of a job that has used up all room by itself. What later jobs of the
    /// round do is not going to be looked at.
    enough: &'a AtomicUsize,
    outcomes: Sender<Outcome<P>>,
}

/// Runs `lead` with a crew at work, and returns its result and what the solvers did.
pub(crate) fn with<P: Program, R>(
    setting: &Setting<'_, P>,
    watcher: &dyn Watcher,
    lead: impl FnOnce(&mut Crew<'_, P::Path>) -> R,
) -> (R, Vec<StageStats>) {
    let (jobs, queue) = mpsc::channel();
    let (outcomes, results) = mpsc::channel();
    let (queue, enough) = (Mutex::new(queue), AtomicUsize::new(usize::MAX));
    let desk = Desk { queue: &queue, enough: &enough, outcomes };
    thread::scope(|scope| {
        let start = |_| {
            let desk = Desk { outcomes: desk.outcomes.clone(), ..desk };
            let thread = thread::Builder::new().stack_size(STACK_BYTES);
            let spawned = thread.spawn_scoped(scope, move || work(setting, &desk));
            spawned.expect("the system has room for another thread")
        };
        let threads: Vec<_> = (0..setting.options.workers.max(1)).map(start).collect();
        let told = Instant::now();
        let meter = setting.meter;
        let mut crew = Crew { jobs, results, enough: &enough, meter, watcher, told };
        let result = lead(&mut crew);
        drop(crew);
        let mut total = Stats::default();
        for thread in threads {
            let stages = thread.join().expect("a worker hands the panics of its jobs on");
            total.absorb_stages(&stages);
        }
        (result, total.stages)
    })
}

/// Takes jobs until there will be no more; then tells what the solvers of this worker did.
fn work<P: Program>(setting: &Setting<'_, P>, desk: &Desk<'_, P::Path>) -> Vec<StageStats> {
    let mut worker = None;
    while let Some(Job { number, path, task }) = desk.next_job() {
        if number > desk.enough.load(Relaxed) {
            let skipped = Done { segments: Vec::new(), waiting: vec![path], full: true };
            desk.deliver(number, Ok(skipped));
            continue;
        }
        let result = catch_unwind(AssertUnwindSafe(|| {
            let worker = worker.get_or_insert_with(|| {
                Worker::new(setting.pool, setting.options, setting.meter, setting.solvers)
            });
            run_job(worker, setting.program, path, task)
        }));
        let broken = result.is_err();
        desk.deliver(number, result);
        if broken {
            // The solver may be half-way through a query.
            return Vec::new();
        }
    }
    worker.map(Worker::into_stages).unwrap_or_default()
}

impl<P> Desk<'_, P> {
    fn next_job(&self) -> Option<Job<P>> {
        self.queue.lock().expect("no code that can panic runs under this lock").recv().ok()
    }

    /// Nobody listens any more when another job of the round has panicked; that is all right.
    fn deliver(&self, number: usize, result: thread::Result<Done<P>>) {
        if result.as_ref().is_ok_and(|done| done.full) {
            self.enough.fetch_min(number, Relaxed);
        }
        let _ = self.outcomes.send((number, result));
    }
}

impl<P> Crew<'_, P> {
    /// Runs one job for each path and returns the outcomes in the order of the paths. `others` is
    /// the number of paths that wait for a later round.
    pub(crate) fn round(&mut self, batch: Vec<P>, task: Task, others: usize) -> Vec<Done<P>> {
        self.enough.store(usize::MAX, Relaxed);
        let mut outcomes: Vec<Option<Done<P>>> = Vec::new();
        for (number, path) in batch.into_iter().enumerate() {
            outcomes.push(None);
            self.jobs.send(Job { number, path, task }).expect("the queue outlives the crew");
        }
        for done in 0..outcomes.len() {
            let (number, result) = self.next_outcome(others + outcomes.len() - done);
            match result {
                Ok(done) => outcomes[number] = Some(done),
                Err(payload) => {
                    // The run is lost; the others need not finish what they are at.
                    self.meter.stop(Limit::Interrupted);
                    resume_unwind(payload);
                }
            }
        }
        outcomes.into_iter().map(|done| done.expect("every job has an outcome")).collect()
    }

    /// Waits for a worker, and tells the watcher now and then.
    fn next_outcome(&mut self, waiting: usize) -> Outcome<P> {
        loop {
            if self.told.elapsed() >= TELL_EVERY {
                self.watcher.progress(&self.meter.progress(waiting as u64));
                self.told = Instant::now();
            }
            match self.results.recv_timeout(TELL_EVERY) {
                Ok(outcome) => return outcome,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    unreachable!("the desk keeps a sender as long as the crew lives")
                }
            }
        }
    }
}
