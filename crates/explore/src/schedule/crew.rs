//! The threads: jobs go out, outcomes come back.
//!
//! The leading thread posts the jobs of a round in chunks, works on them as the others do, and
//! commits outcomes in order as soon as they are there. Alone, it neither posts nor waits. A job
//! that panics is an outcome too: the leading thread raises the panic again, the desk closes, and
//! the others stop.

use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

use super::rounds::{Book, Outcome};
use super::spare::{Seat, SpareThreads};
use super::{Explorer, Ledger, Task};
use crate::{Limit, Meter, Options, Watcher};

/// How often the watcher is notified.
const TELL_EVERY: Duration = Duration::from_millis(100);

/// How many chunks of short jobs each thread should have.
const CHUNKS_EACH: usize = 2;

/// The number of the leading thread; the others count on from it.
pub(super) const LEADER: usize = 0;

/// The threads, as seen by the one that leads them.
pub(super) struct Crew<'a, E: Explorer> {
    explorer: &'a E,
    /// The worker of the leading thread.
    worker: Option<E::Worker>,
    helpers: usize,
    /// Threads that may join.
    spare: &'a SpareThreads,
    /// Starts another thread with this number.
    recruit: &'a dyn Fn(usize, Option<Seat>),
    chunk: usize,
    desk: &'a Desk<E::Path>,
    results: Receiver<Delivery<E>>,
    /// Outcomes whose turn has not come, by the numbers of their chunks.
    arrived: BTreeMap<usize, Vec<Outcome<E>>>,
    /// The numbers of the next chunk and of the next job.
    next: (usize, usize),
}

/// A round that was begun.
pub(super) enum Begun<P> {
    /// Nothing was posted: the leading thread runs it by itself when its turn comes.
    Alone(Vec<P>, Task),
    /// The chunks with these numbers were posted.
    Posted(Range<usize>),
}

/// Jobs that one thread takes at once.
struct Chunk<P> {
    /// Its place among all chunks.
    number: usize,
    /// The place of its first job among all jobs.
    first_job: usize,
    paths: Vec<P>,
    task: Task,
    /// The thread that should take it.
    home: Option<usize>,
}

/// The outcomes of the chunk with this number.
type Delivery<E> = (usize, thread::Result<Vec<Outcome<E>>>);

/// Where threads find their jobs.
struct Desk<P> {
    posted: Mutex<Posted<P>>,
    changed: Condvar,
    /// The smallest number of a job that has used up all room by itself. What later jobs do is not
    /// going to be used.
    enough: AtomicUsize,
}

struct Posted<P> {
    chunks: VecDeque<Chunk<P>>,
    closed: bool,
}

/// Runs `lead` on a large stack of this thread, with the threads of the options, this one included.
pub(super) fn with<E: Explorer<Path: Send, Done: Send> + Sync>(
    explorer: &E,
    options: &Options,
    chunk: usize,
    meter: &Meter,
    watcher: &dyn Watcher,
    lead: impl FnOnce(&mut Crew<'_, E>),
) {
    let (deliver, results) = mpsc::channel();
    let (desk, helpers) = (Desk::new(), options.workers.max(1) - 1);
    thread::scope(|scope| {
        let closing = Closing { desk: &desk, meter };
        let recruit = |number: usize, seat: Option<Seat>| {
            let (desk, deliver) = (&desk, deliver.clone());
            let thread = thread::Builder::new().stack_size(explorer.stack_bytes());
            let work = move || {
                let _seat = seat;
                help(explorer, number, desk, &deliver);
            };
            let spawned = thread.spawn_scoped(scope, work);
            spawned.expect("the system has room for another thread");
        };
        ((LEADER + 1)..=helpers).for_each(|number| recruit(number, None));
        let (worker, arrived, next) = (None, BTreeMap::new(), (0, 0));
        let (chunk, spare) = (chunk.max(1), &options.spare);
        let (desk, recruit) = (&desk, &recruit);
        let crew =
            Crew { explorer, worker, helpers, spare, recruit, chunk, desk, results, arrived, next };
        crew.work(meter, watcher, lead);
        drop(closing);
    });
}

/// Closes the desk when the leading thread is through, or gives up by a panic.
struct Closing<'a, P> {
    desk: &'a Desk<P>,
    meter: &'a Meter,
}

impl<P> Drop for Closing<'_, P> {
    fn drop(&mut self) {
        if thread::panicking() {
            // The run is lost; the others need not finish what they are at.
            self.meter.stop(Limit::Interrupted);
        }
        self.desk.lock().closed = true;
        self.desk.changed.notify_all();
    }
}

/// Tells the watcher how it goes, until the other end of the channel is dropped.
fn tell(watcher: &dyn Watcher, meter: &Meter, stopped: &Receiver<()>) {
    while stopped.recv_timeout(TELL_EVERY) == Err(RecvTimeoutError::Timeout) {
        watcher.progress(&meter.progress());
    }
}

/// Works on chunks until the desk closes.
fn help<E: Explorer>(
    explorer: &E,
    thread: usize,
    desk: &Desk<E::Path>,
    deliver: &Sender<Delivery<E>>,
) {
    let mut worker = None;
    while let Some(mut chunk) = desk.wait_for_chunk(thread) {
        let number = chunk.number;
        chunk.task.thread = thread;
        let result =
            catch_unwind(AssertUnwindSafe(|| run_chunk(explorer, &mut worker, desk, chunk)));
        let broken = result.is_err();
        // The leading thread no longer listens if it has seen another panic; that is all right.
        let _ = deliver.send((number, result));
        if broken {
            // The worker may be half-way through something.
            return;
        }
    }
    if let Some(worker) = worker {
        explorer.retire(worker);
    }
}

fn run_chunk<E: Explorer>(
    explorer: &E,
    worker: &mut Option<E::Worker>,
    desk: &Desk<E::Path>,
    chunk: Chunk<E::Path>,
) -> Vec<Outcome<E>> {
    let worker = worker.get_or_insert_with(|| explorer.worker());
    let task = chunk.task;
    let run = |(job, path): (usize, E::Path)| {
        if job > desk.enough.load(Relaxed) {
            return Outcome::Skipped(path);
        }
        let done = explorer.run_job(worker, path, task);
        if explorer.fills_room(&done) {
            desk.enough.fetch_min(job, Relaxed);
        }
        Outcome::Done(done)
    };
    (chunk.first_job..).zip(chunk.paths).map(run).collect()
}

impl<P> Desk<P> {
    fn new() -> Desk<P> {
        let posted = Mutex::new(Posted { chunks: VecDeque::new(), closed: false });
        Desk { posted, changed: Condvar::new(), enough: AtomicUsize::new(usize::MAX) }
    }

    fn lock(&self) -> MutexGuard<'_, Posted<P>> {
        self.posted.lock().expect("no code that can panic runs under this lock")
    }

    /// The next chunk, if one is there.
    fn next_chunk(&self, thread: usize) -> Option<Chunk<P>> {
        self.lock().take(thread)
    }

    /// The next chunk, once it is there; none if there will be no more.
    fn wait_for_chunk(&self, thread: usize) -> Option<Chunk<P>> {
        let idle = |posted: &mut Posted<P>| posted.chunks.is_empty() && !posted.closed;
        let waited = self.changed.wait_while(self.lock(), idle);
        let mut posted = waited.expect("no code that can panic runs under this lock");
        if posted.closed { None } else { posted.take(thread) }
    }
}

impl<P> Posted<P> {
    /// The next chunk for a thread: one of its own, one without a thread, or else the last one of another
    /// thread, which that thread would come to last.
    fn take(&mut self, thread: usize) -> Option<Chunk<P>> {
        let first = |home| self.chunks.iter().position(|chunk| chunk.home == home);
        let at = first(Some(thread)).or_else(|| first(None));
        self.chunks.remove(at.unwrap_or(self.chunks.len().saturating_sub(1)))
    }
}

impl<'a, E: Explorer> Crew<'a, E> {
    /// Runs `lead`, and tells the watcher meanwhile how it goes.
    fn work(mut self, meter: &Meter, watcher: &dyn Watcher, lead: impl FnOnce(&mut Crew<'a, E>)) {
        let (ends_telling, ended) = mpsc::channel::<()>();
        thread::scope(|scope| {
            // Dropped at the end and by a panic: then no watcher is notified any more.
            let _ends_telling = ends_telling;
            if watcher.listens() {
                scope.spawn(move || tell(watcher, meter, &ended));
            }
            let stack = self.explorer.stack_bytes();
            stacker::maybe_grow(stack, stack, || {
                lead(&mut self);
                if let Some(worker) = self.worker.take() {
                    self.explorer.retire(worker);
                }
            });
        });
    }

    /// Hands out one job for each path.
    pub(super) fn begin(&mut self, batch: Vec<E::Path>, task: Task) -> Begun<E::Path> {
        self.grow(batch.len());
        match self.is_shared(batch.len()) {
            true => Begun::Posted(self.post(batch, task)),
            false => Begun::Alone(batch, task),
        }
    }

    /// Takes the threads that are free, as far as a round of so many jobs has work for them.
    fn grow(&mut self, jobs: usize) {
        while self.helpers + 1 < jobs
            && self.is_worth(self.helpers + 1, jobs)
            && let Some(seat) = self.spare.take()
        {
            self.helpers += 1;
            (self.recruit)(LEADER + self.helpers, Some(seat));
        }
    }

    /// Whether a round of so many jobs is worth waking the other threads. Where jobs are so short that
    /// several make a chunk, only if there are some chunks for each thread.
    fn is_shared(&self, jobs: usize) -> bool {
        self.helpers > 0 && self.is_worth(self.helpers, jobs)
    }

    fn is_worth(&self, helpers: usize, jobs: usize) -> bool {
        let least = match self.chunk {
            1 => 2,
            chunk => chunk * CHUNKS_EACH * (helpers + 1),
        };
        jobs >= least
    }

    /// Sees a round through that was begun, and commits the outcomes in the order of its paths. Rounds
    /// are finished in the order in which they were begun.
    pub(super) fn finish<L: Ledger<E>>(
        &mut self,
        round: Begun<E::Path>,
        book: &mut Book<'_, E, L>,
    ) {
        match round {
            Begun::Alone(batch, task) => self.run_alone(batch, task, book),
            Begun::Posted(chunks) => self.collect(chunks, book),
        }
    }

    fn run_alone<L: Ledger<E>>(
        &mut self,
        batch: Vec<E::Path>,
        task: Task,
        book: &mut Book<'_, E, L>,
    ) {
        let explorer = self.explorer;
        let worker = self.worker.get_or_insert_with(|| explorer.worker());
        for path in batch {
            match book.is_full() {
                false => book.commit_done(explorer.run_job(worker, path, task)),
                true => book.skip(),
            }
        }
    }

    /// Posts the jobs of a round, and returns the numbers of their chunks.
    fn post(&mut self, batch: Vec<E::Path>, task: Task) -> Range<usize> {
        let mut batch = batch.into_iter().peekable();
        let mut posted = self.desk.lock();
        let first = self.next.0;
        let (mut number, mut first_job) = self.next;
        while let Some(first) = batch.next() {
            let home = self.explorer.home(&first);
            let mut paths = vec![first];
            while paths.len() < self.chunk
                && let Some(path) = batch.next_if(|path| self.explorer.home(path) == home)
            {
                paths.push(path);
            }
            let jobs = paths.len();
            posted.chunks.push_back(Chunk { number, first_job, paths, task, home });
            (number, first_job) = (number + 1, first_job + jobs);
        }
        drop(posted);
        self.desk.changed.notify_all();
        self.next = (number, first_job);
        first..number
    }

    /// Works on the posted chunks and commits their outcomes as their turn comes.
    fn collect<L: Ledger<E>>(&mut self, chunks: Range<usize>, book: &mut Book<'_, E, L>) {
        for number in chunks {
            let outcomes = loop {
                for (number, result) in self.results.try_iter() {
                    self.arrived.insert(number, raise(result));
                }
                if let Some(outcomes) = self.arrived.remove(&number) {
                    break outcomes;
                }
                let (number, outcomes) = self.next_delivery();
                self.arrived.insert(number, outcomes);
            };
            for outcome in outcomes {
                book.commit(outcome);
            }
            if book.is_full() {
                // What comes later counts as left, whatever it does.
                self.desk.enough.store(0, Relaxed);
            }
        }
    }

    /// Runs a chunk, or waits for another thread if none is left.
    fn next_delivery(&mut self) -> (usize, Vec<Outcome<E>>) {
        if let Some(chunk) = self.desk.next_chunk(LEADER) {
            let number = chunk.number;
            return (number, run_chunk(self.explorer, &mut self.worker, self.desk, chunk));
        }
        let (number, result) = self.results.recv().expect("a thread at work delivers");
        (number, raise(result))
    }
}

/// The outcomes, unless a job has panicked.
fn raise<T>(result: thread::Result<T>) -> T {
    result.unwrap_or_else(|payload| resume_unwind(payload))
}
