//! A thread on which checks run, so that a check which ignores interrupts can be left behind.
//!
//! Z3 looks at its flag often, but not everywhere: 4.8.12 unfolds long strings without doing so. The
//! thread that asks must not hang with it. It waits a little after the interrupt, then goes on with
//! "unknown", and the check keeps its thread and its context until it ends by itself.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use crate::context::{Context, Made};
use crate::session::Check;

/// How often a waiting thread asks whether it has waited long enough.
const LOOK: Duration = Duration::from_millis(50);
/// Z3 recurses over terms. Memory that is not touched costs nothing.
const STACK_BYTES: usize = 256 << 20;
/// More checks than these are not left behind at a time: each takes a processor.
const MOST_LEFT: usize = 8;

/// Checks of all solvers that run on although nothing waits for them.
static LEFT_BEHIND: AtomicUsize = AtomicUsize::new(0);

/// How many checks run on although nothing waits for them. While there are some, the destructors of
/// Z3 must not run: see [`crate::exit`].
#[must_use]
pub fn left_behind() -> usize {
    LEFT_BEHIND.load(Ordering::SeqCst)
}

/// Whether no further check may be left behind.
pub(crate) fn is_crowded() -> bool {
    left_behind() >= MOST_LEFT
}

/// The thread of one solver. It starts with the first check.
#[derive(Default)]
pub(crate) struct Checker {
    jobs: Option<Sender<Job>>,
}

struct Job {
    context: Context,
    check: Check,
    answer: Sender<Answer>,
    /// Raised by whichever comes first: the end of the check, or the end of the patience with it.
    is_settled: Arc<AtomicBool>,
}

type Answer = (Context, Made<bool>);

/// What came of a check.
pub(crate) enum Checked {
    /// It came to an end.
    Done(Context, Made<bool>),
    /// It was left behind. Its context lives at least as long as this.
    Left(#[allow(dead_code, reason = "dropping it lets the context go")] Receiver<Answer>),
}

impl Checker {
    /// Runs a check. It is left behind once `is_overdue` says so.
    pub(crate) fn run(
        &mut self,
        context: Context,
        check: Check,
        is_overdue: impl Fn() -> bool,
    ) -> Checked {
        let (answer, reply) = channel();
        let is_settled = Arc::new(AtomicBool::new(false));
        let job = Job { context, check, answer, is_settled: Arc::clone(&is_settled) };
        let Err(job) = self.start(job) else { return self.wait(reply, &is_settled, is_overdue) };
        // There is no room for another thread: the check runs here, and nothing can be left behind.
        let answer = job.check.run(&job.context);
        Checked::Done(job.context, answer)
    }

    fn start(&mut self, job: Job) -> Result<(), Box<Job>> {
        if self.jobs.is_none() {
            let (jobs, todo) = channel();
            let thread = std::thread::Builder::new().name("z3-check".to_owned());
            let started = thread.stack_size(STACK_BYTES).spawn(move || work(&todo));
            self.jobs = started.is_ok().then_some(jobs);
        }
        match &self.jobs {
            Some(jobs) => jobs.send(job).map_err(|unsent| Box::new(unsent.0)),
            None => Err(Box::new(job)),
        }
    }

    fn wait(
        &mut self,
        reply: Receiver<Answer>,
        is_settled: &AtomicBool,
        is_overdue: impl Fn() -> bool,
    ) -> Checked {
        loop {
            match reply.recv_timeout(LOOK) {
                Ok((context, answer)) => return Checked::Done(context, answer),
                Err(RecvTimeoutError::Timeout) if is_overdue() && settle_as_left(is_settled) => {
                    // The thread ends when its check does; the next check gets another one.
                    self.jobs = None;
                    return Checked::Left(reply);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    unreachable!("a thread answers before it ends")
                }
            }
        }
    }
}

/// Counts a check as left behind, unless it has just come to its end.
fn settle_as_left(is_settled: &AtomicBool) -> bool {
    LEFT_BEHIND.fetch_add(1, Ordering::SeqCst);
    let is_left = !is_settled.swap(true, Ordering::SeqCst);
    if !is_left {
        LEFT_BEHIND.fetch_sub(1, Ordering::SeqCst);
    }
    is_left
}

fn work(todo: &Receiver<Job>) {
    while let Ok(Job { context, check, answer, is_settled }) = todo.recv() {
        let found = check.run(&context);
        let was_left = is_settled.swap(true, Ordering::SeqCst);
        // An answer that nothing waits for is dropped, and its context with it.
        drop(answer.send((context, found)));
        if was_left {
            LEFT_BEHIND.fetch_sub(1, Ordering::SeqCst);
        }
    }
}
