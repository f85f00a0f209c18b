//! A thread that interrupts a check which takes too long or is no longer wanted.
//!
//! Most checks take microseconds, so starting and ending one costs an uncontended lock:
//! while checks come, the watching thread wakes by itself every few milliseconds, and only after a
//! quiet time does it sleep until it is woken.

use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use solve::{Interrupt, Reason};

use crate::context::InterruptHandle;

/// How often a running check is polled: the delay of an interrupt, and the grain of a time-out.
const TICK: Duration = Duration::from_millis(5);
/// How long a check may ignore its interrupt before it is left behind.
const GRACE: Duration = Duration::from_secs(1);
/// After this many looks without a check the thread goes to sleep.
const QUIET: u32 = 100;

/// Watches the checks of one solver.
pub(crate) struct Watch {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
    time: Option<Duration>,
}

struct Shared {
    state: Mutex<State>,
    wake: Condvar,
    interrupt: Interrupt,
}

#[derive(Default)]
struct State {
    running: Option<Running>,
    asleep: bool,
    finished: bool,
}

struct Running {
    handle: InterruptHandle,
    deadline: Option<(Instant, Duration)>,
    /// Why it was interrupted, and when.
    stopped: Option<(Reason, Instant)>,
}

impl Watch {
    pub(crate) fn new(time: Option<Duration>, interrupt: Interrupt) -> Watch {
        let shared = Arc::new(Shared { state: Mutex::default(), wake: Condvar::new(), interrupt });
        let watched = Arc::clone(&shared);
        let thread = std::thread::Builder::new()
            .name("z3-watch".to_owned())
            .spawn(move || watched.watch())
            .ok();
        Watch { shared, thread, time }
    }

    /// Runs `work`, interrupting it when its time is up or the run is. The second result says
    /// whether that happened.
    pub(crate) fn during<T>(
        &self,
        handle: InterruptHandle,
        work: impl FnOnce() -> T,
    ) -> (T, Option<Reason>) {
        let deadline = self.time.map(|time| (Instant::now() + time, time));
        {
            let mut state = self.shared.lock();
            state.running = Some(Running { handle, deadline, stopped: None });
            if state.asleep {
                state.asleep = false;
                self.shared.wake.notify_all();
            }
        }
        let result = work();
        let running = self.shared.lock().running.take();
        (result, running.and_then(|running| running.stopped).map(|(reason, _)| reason))
    }

    /// Whether the running check was interrupted so long ago that it will not notice any more.
    pub(crate) fn is_overdue(&self) -> bool {
        let state = self.shared.lock();
        let stopped = state.running.as_ref().and_then(|running| running.stopped.as_ref());
        stopped.is_some_and(|(_, since)| since.elapsed() >= GRACE)
    }

    /// Whether answers are not wanted any more.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.shared.interrupt.is_raised()
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.shared.lock().finished = true;
        self.shared.wake.notify_all();
        if let Some(thread) = self.thread.take() {
            // A watching thread that panicked has nothing left to say.
            let _ = thread.join();
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no code that can panic runs under this lock")
    }

    fn watch(&self) {
        let mut quiet = 0;
        let mut state = self.lock();
        while !state.finished {
            quiet = if state.running.is_some() { 0 } else { quiet + 1 };
            if let Some(running) = &mut state.running {
                running.look(&self.interrupt);
            }
            state = if quiet > QUIET { self.sleep(state) } else { self.doze(state) };
        }
    }

    fn doze<'a>(&self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        let woken = self.wake.wait_timeout(state, TICK);
        woken.expect("no code that can panic runs under this lock").0
    }

    fn sleep<'a>(&self, mut state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        state.asleep = true;
        while state.asleep && !state.finished {
            state = self.wake.wait(state).expect("no code that can panic runs under this lock");
        }
        state
    }
}

impl Running {
    /// Z3 may miss an interrupt that comes before it has begun, so each look repeats it.
    fn look(&mut self, interrupt: &Interrupt) {
        if self.stopped.is_none() {
            let now = Instant::now();
            let reason = match self.deadline {
                _ if interrupt.is_raised() => Some(Reason::Interrupted),
                Some((deadline, time)) if now >= deadline => Some(Reason::Timeout(time)),
                _ => None,
            };
            self.stopped = reason.map(|reason| (reason, now));
        }
        if self.stopped.is_some() {
            self.handle.interrupt();
        }
    }
}
