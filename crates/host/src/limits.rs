//! The limits of a call that hold whatever it is doing.
//!
//! A thread looks at the clock, at the memory of the process and at the user's signal. When a limit
//! is met it raises a flag, which searches and solvers look at. Code that does not look in time, such
//! as one step of a program that takes hours, is not waited for: the process then ends with the limit
//! as its answer, after [`LastWords`] if the call has any.

use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use explore::{Budget, Limit, Meter};
use report::Outcome;
use solve::Interrupt;

use crate::{cache, signal, terminal};

/// How often the thread looks.
const LOOK: Duration = Duration::from_millis(20);
/// How long code that was asked to stop may take, if there are no last words.
const GRACE: Duration = Duration::from_secs(5);
/// How long it may take otherwise: this, or a tenth of the limit on time where that is more.
const SHORT_GRACE: Duration = Duration::from_millis(800);
/// How many times as long a process may take that gets no share of the processor.
const PATIENCE: u32 = 10;

/// What a call says if it cannot come to its end by itself.
pub trait LastWords: Send + Sync {
    /// How far the call has come. While this changes, it is not stuck.
    fn progress(&self) -> usize;

    /// Reports what was found before the limit, and says what the call comes to.
    fn say(&self, limit: Limit) -> Outcome;
}

/// Watches the limits of a call until it is dropped.
pub struct LimitGuard(Arc<Shared>);

struct Shared {
    meter: Meter,
    last_words: Option<Box<dyn LastWords>>,
    stop: Interrupt,
    is_over: Mutex<bool>,
    wake: Condvar,
}

impl LimitGuard {
    /// Watches from now on. The caller looks at [`LimitGuard::stop`] and reports what it has.
    #[must_use]
    pub fn new(limits: Budget) -> LimitGuard {
        LimitGuard::start(limits, None)
    }

    /// The same for a call that has something to say when it is stuck, and is left alone otherwise.
    /// Once the guard is dropped, the caller reports by itself.
    #[must_use]
    pub fn with_last_words(limits: Budget, words: Box<dyn LastWords>) -> LimitGuard {
        LimitGuard::start(limits, Some(words))
    }

    fn start(limits: Budget, last_words: Option<Box<dyn LastWords>>) -> LimitGuard {
        let shared = Arc::new(Shared {
            meter: Meter::new(limits, signal::stop_on_signal()),
            last_words,
            stop: Interrupt::new(),
            is_over: Mutex::new(false),
            wake: Condvar::new(),
        });
        let watched = Arc::clone(&shared);
        std::thread::spawn(move || match &watched.last_words {
            None => watched.watch(),
            Some(words) => watched.wait_until_stuck(&**words),
        });
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

    /// Waits until the call is over, or stays at one point for too long after a limit was met.
    fn wait_until_stuck(&self, words: &dyn LastWords) {
        let poisoned = "no code that can panic runs under this lock";
        let mut is_over = self.is_over.lock().expect(poisoned);
        let mut stuck: Option<Stuck> = None;
        while !*is_over {
            let progress = words.progress();
            stuck = self.meter.exceeded().map(|limit| match stuck.take() {
                Some(known) if known.progress == progress => known,
                _ => Stuck { limit, progress, since: Instant::now(), spent: processor_time() },
            });
            if let Some(stuck) = &stuck
                && stuck.is_too_long(self.grace())
            {
                // The lock is held: a caller that comes to its end after all waits here for ours.
                let outcome = words.say(stuck.limit);
                cache::remove_private();
                solve_z3::exit(outcome.exit_code());
            }
            is_over = self.wake.wait_timeout(is_over, LOOK).expect(poisoned).0;
        }
    }

    fn grace(&self) -> Duration {
        let tenth = self.meter.budget().time.map_or(Duration::ZERO, |time| time / 10);
        SHORT_GRACE.max(tenth)
    }

    /// The first limit that was met, after a look at everything.
    fn look(&self) -> Option<Limit> {
        self.meter.poll(0);
        self.meter.met()
    }
}

/// A call that exceeds a limit and does not get on.
struct Stuck {
    limit: Limit,
    progress: usize,
    since: Instant,
    /// The time of the processor that the process had taken by then, where the system tells.
    spent: Option<Duration>,
}

impl Stuck {
    /// Whether it had the processor for that long, or could have had it for much longer: on a busy
    /// machine a call that is about to end by itself is not cut short.
    fn is_too_long(&self, grace: Duration) -> bool {
        let waited = self.since.elapsed();
        let had = self.spent.zip(processor_time()).map(|(then, now)| now.saturating_sub(then));
        waited >= grace && (had.is_none_or(|had| had >= grace) || waited >= grace * PATIENCE)
    }
}

/// The time of the processor that the process has taken, where the system tells.
fn processor_time() -> Option<Duration> {
    /// The unit of the system, which is the same on all machines that Linux runs on.
    const TICK: Duration = Duration::from_millis(10);
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program comes before, in parentheses, and may have spaces in it.
    let (_, fields) = stat.rsplit_once(')')?;
    let field = |nth: usize| fields.split_whitespace().nth(nth)?.parse::<u32>().ok();
    Some(TICK * field(11)?.saturating_add(field(12)?))
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
