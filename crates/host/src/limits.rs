//! The limits of a call that hold whatever it is doing.
//!
//! A thread looks at the clock, at the memory of the process and at the user's signal. When a limit
//! is met it raises a flag, which searches and solvers look at. Code that does not look in time is
//! not waited for: the process then ends with the limit as its answer.

use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use explore::{Budget, Limit, Meter};
use report::Outcome;
use solve::Interrupt;

use crate::{cache, signal, terminal};

/// How often the thread looks.
const LOOK: Duration = Duration::from_millis(20);
/// How long code that was asked to stop may take.
const GRACE: Duration = Duration::from_secs(5);

/// Watches the limits of a call until it is dropped.
pub struct LimitGuard(Arc<Shared>);

struct Shared {
    meter: Meter,
    stop: Interrupt,
    is_over: Mutex<bool>,
    wake: Condvar,
}

impl LimitGuard {
    /// Watches from now on. The caller looks at [`LimitGuard::stop`] and reports what it has.
    #[must_use]
    pub fn new(limits: Budget) -> LimitGuard {
        let shared = Arc::new(Shared {
            meter: Meter::new(limits, signal::stop_on_signal()),
            stop: Interrupt::new(),
            is_over: Mutex::new(false),
            wake: Condvar::new(),
        });
        let watched = Arc::clone(&shared);
        std::thread::spawn(move || watched.watch());
        LimitGuard(shared)
    }

    /// Raised when a limit is met.
    pub fn stop(&self) -> Interrupt {
        self.0.stop.clone()
    }

    /// The first limit that was met.
    pub fn met(&self) -> Option<Limit> {
        // A search may have seen the flag of the signal before the thread has seen it.
        self.0.look()
    }

    /// What the call comes to as far as limits are concerned.
    pub fn outcome(&self) -> Outcome {
        self.met().map_or(Outcome::NoneFound, outcome_of)
    }
}

impl Drop for LimitGuard {
    fn drop(&mut self) {
        *self.0.is_over.lock().expect("no code that can panic runs under this lock") = true;
        self.0.wake.notify_all();
    }
}

impl Shared {
    fn watch(&self) {
        let poisoned = "no code that can panic runs under this lock";
        let mut is_over = self.is_over.lock().expect(poisoned);
        let mut since: Option<Instant> = None;
        while !*is_over {
            if let Some(limit) = self.look() {
                self.stop.raise();
                if since.get_or_insert_with(Instant::now).elapsed() > GRACE {
                    give_up(limit);
                }
            }
            is_over = self.wake.wait_timeout(is_over, LOOK).expect(poisoned).0;
        }
    }

    /// The first limit that was met, after a look at everything.
    fn look(&self) -> Option<Limit> {
        self.meter.poll(0);
        self.meter.met()
    }
}

/// A limit in a sentence.
pub fn sentence(limit: Limit) -> String {
    let told = report::limit_text(limit);
    match told.option {
        Some(option) => format!("{} ({option})", told.message),
        None => told.message,
    }
}

fn outcome_of(limit: Limit) -> Outcome {
    match limit {
        Limit::Interrupted => Outcome::Interrupted,
        _ => Outcome::Inconclusive,
    }
}

fn give_up(limit: Limit) -> ! {
    terminal::complain(&format!("error: not decided: {}", sentence(limit)));
    terminal::complain("  = note: what was found until then could not be reported");
    cache::remove_private();
    solve_z3::exit(outcome_of(limit).exit_code())
}
