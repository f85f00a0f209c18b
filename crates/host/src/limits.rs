//! The limits of a call that hold whatever it is doing.
//!
//! A thread looks at the clock, at the memory of the process and at the user's signal. When a limit
//! is met it raises a flag, which searches and solvers look at. Code that does not look in time, such
//! as one step of a program that takes hours, is not waited for: the thread then says the [`LastWords`]
//! of the call, most often from what it has [`SoFar`], and ends the process.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use explore::{Budget, Limit, Meter};
use report::Outcome;
use solve::Interrupt;

use crate::{cache, signal, terminal};

/// How often the thread looks.
const LOOK: Duration = Duration::from_millis(20);
/// How long code that was asked to stop may take: this, or a tenth of the limit on time where that is more.
const GRACE: Duration = Duration::from_millis(800);
/// How many times as long a process may take that gets no share of the processor.
const PATIENCE: u32 = 10;

/// What a call says if it cannot come to its end by itself.
pub trait LastWords: Send + Sync {
    /// How far the call has come. While this changes, it is not stuck.
    fn progress(&self) -> usize;

    /// Reports what was found before the limit, and says what the call comes to.
    fn say(&self, limit: Limit) -> Outcome;
}

/// What a call has found so far. The thread that does the work changes it, and the one that watches the
/// limits reports it if the work is stuck.
///
/// ```
/// use host::limits::SoFar;
///
/// let answers = SoFar::new(Vec::new());
/// answers.change(|answers| answers.push("x = 1"));
/// assert_eq!(answers.change(|answers| answers.len()), 1);
/// ```
pub struct SoFar<T>(Arc<Mutex<Known<T>>>);

struct Known<T> {
    /// How often it was changed.
    changes: usize,
    value: T,
}

impl<T> Clone for SoFar<T> {
    fn clone(&self) -> SoFar<T> {
        SoFar(Arc::clone(&self.0))
    }
}

impl<T> SoFar<T> {
    /// What a call knows before it begins.
    pub fn new(value: T) -> SoFar<T> {
        SoFar(Arc::new(Mutex::new(Known { changes: 0, value })))
    }

    /// Changes what is known, which counts as progress. Whatever is written to the user is written in
    /// here, so that nothing comes after the last words.
    pub fn change<R>(&self, change: impl FnOnce(&mut T) -> R) -> R {
        let mut known = self.lock();
        known.changes = known.changes.wrapping_add(1);
        change(&mut known.value)
    }

    /// Last words that are made from what is known by then.
    pub fn last_words<F>(&self, say: F) -> Box<dyn LastWords>
    where
        T: Send + 'static,
        F: Fn(&mut T, Limit) -> Outcome + Send + Sync + 'static,
    {
        Box::new(WordsSoFar { known: self.clone(), say })
    }

    fn lock(&self) -> MutexGuard<'_, Known<T>> {
        // Where the work has panicked, what it had found is as good as before.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct WordsSoFar<T, F> {
    known: SoFar<T>,
    say: F,
}

impl<T, F> LastWords for WordsSoFar<T, F>
where
    T: Send,
    F: Fn(&mut T, Limit) -> Outcome + Send + Sync,
{
    fn progress(&self) -> usize {
        // Work that holds the lock is about to make progress.
        self.known.0.try_lock().map_or(usize::MAX, |known| known.changes)
    }

    fn say(&self, limit: Limit) -> Outcome {
        (self.say)(&mut self.known.lock().value, limit)
    }
}

/// The last words of a call that cannot say more than that it was stopped.
struct Stopped;

impl LastWords for Stopped {
    fn progress(&self) -> usize {
        0
    }

    fn say(&self, limit: Limit) -> Outcome {
        terminal::complain(&format!("error: not decided: {}", stuck_sentence(limit)));
        terminal::complain("  = note: what was found until then could not be reported");
        outcome_of(limit)
    }
}

/// Watches the limits of a call until it is dropped.
pub struct LimitGuard(Arc<Shared>);

struct Shared {
    meter: Arc<Meter>,
    last_words: Box<dyn LastWords>,
    stop: Interrupt,
    is_over: Mutex<bool>,
    wake: Condvar,
}

impl LimitGuard {
    /// Watches from now on. The caller looks at [`LimitGuard::stop`] and reports what it has.
    #[must_use]
    pub fn new(limits: Budget) -> LimitGuard {
        LimitGuard::with_last_words(limits, Box::new(Stopped))
    }

    /// The same for a call that has something to say when it is stuck, and is left alone otherwise.
    /// Once the guard is dropped, the caller reports by itself.
    #[must_use]
    pub fn with_last_words(limits: Budget, last_words: Box<dyn LastWords>) -> LimitGuard {
        let meter = Meter::new(limits, signal::stop_on_signal());
        LimitGuard::of_meter(Arc::new(meter), last_words)
    }

    /// The same for a call that has a meter already, whose time began with it.
    #[must_use]
    pub fn of_meter(meter: Arc<Meter>, last_words: Box<dyn LastWords>) -> LimitGuard {
        let shared = Arc::new(Shared {
            meter,
            last_words,
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
    /// Waits until the call is over, or stays at one point for too long after a limit was met.
    fn watch(&self) {
        let poisoned = "no code that can panic runs under this lock";
        let mut is_over = self.is_over.lock().expect(poisoned);
        let mut stuck: Option<Stuck> = None;
        while !*is_over {
            let exceeded = self.meter.exceeded();
            if let Some(limit) = exceeded {
                self.meter.stop(limit);
                self.stop.raise();
            }
            let progress = self.last_words.progress();
            stuck = exceeded.map(|limit| match stuck.take() {
                Some(known) if known.progress == progress => known,
                _ => Stuck { limit, progress, since: Instant::now(), spent: processor_time() },
            });
            if let Some(stuck) = &stuck
                && stuck.is_too_long(self.grace())
            {
                // The lock is held: a caller that comes to its end after all waits here for ours.
                let outcome = self.last_words.say(stuck.limit);
                cache::remove_private();
                solve_z3::exit(outcome.exit_code());
            }
            is_over = self.wake.wait_timeout(is_over, LOOK).expect(poisoned).0;
        }
    }

    fn grace(&self) -> Duration {
        let tenth = self.meter.budget().time.map_or(Duration::ZERO, |time| time / 10);
        GRACE.max(tenth)
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

/// The time of the processor that this process has taken, where the system tells.
fn processor_time() -> Option<Duration> {
    child::processor_time(std::process::id())
}

/// A limit in a sentence.
pub fn sentence(limit: Limit) -> String {
    let told = report::limit_text(limit);
    match told.option {
        Some(option) => format!("{} ({option})", told.message),
        None => told.message,
    }
}

/// Where a limit was met, if a step does not come to its end.
pub const IN_A_LONG_STEP: &str = "in the middle of a long step";

/// A limit in a sentence, where it was met in the middle of a step that does not come to its end.
pub fn stuck_sentence(limit: Limit) -> String {
    format!("{}, {IN_A_LONG_STEP}", sentence(limit))
}

/// What a call comes to that met a limit.
#[must_use]
pub fn outcome_of(limit: Limit) -> Outcome {
    match limit {
        Limit::Interrupted => Outcome::Interrupted,
        _ => Outcome::Inconclusive,
    }
}

#[cfg(test)]
mod tests {
    //! Last words end their process, so each test looks at a process of its own.

    use std::io::{BufRead, BufReader, Read};
    use std::process::{Child, Command, Stdio};

    use super::*;

    /// Names what the process of a test does.
    const PROCESS: &str = "TRACEHOUND_TEST_STUCK";

    /// The process of the tests below; without a name there is nothing to do.
    #[test]
    #[expect(clippy::print_stdout, reason = "another process reads it")]
    fn process() {
        let Ok(name) = std::env::var(PROCESS) else { return };
        signal::install();
        let so_far = SoFar::new(vec!["one"]);
        let words = so_far.last_words(|found, limit| {
            println!("found {found:?}: {}", stuck_sentence(limit));
            outcome_of(limit)
        });
        let (time, memory_mib) = match name.as_str() {
            "time" | "lively" => (Some(Duration::from_millis(50)), None),
            "memory" => (None, Some(1)),
            _ => (None, None),
        };
        let limits = Budget { time, memory_mib, ..Budget::UNLIMITED };
        let guard = LimitGuard::with_last_words(limits, words);
        so_far.change(|found| found.push("two"));
        println!("\nready");
        let started = Instant::now();
        // One long step, unless there is progress.
        while name != "lively" || started.elapsed() < GRACE * 2 {
            if name == "lively" {
                so_far.change(|found| found.push("more"));
            }
            std::hint::spin_loop();
        }
        drop(guard);
        std::process::exit(7);
    }

    fn start(name: &str) -> Child {
        let tests = std::env::current_exe().expect("this is a process");
        let mut command = Command::new(tests);
        command.args(["--exact", "limits::tests::process", "--nocapture"]).env(PROCESS, name);
        command.stdout(Stdio::piped()).spawn().expect("it can be started")
    }

    /// Waits until the process is at work, does something to it, and returns its exit code and last words.
    fn ended(mut child: Child, then: impl FnOnce(&Child)) -> (Option<i32>, String) {
        let mut stdout = BufReader::new(child.stdout.take().expect("it is piped"));
        let mut line = String::new();
        while line.trim() != "ready" {
            line.clear();
            assert_ne!(stdout.read_line(&mut line).expect("it is read"), 0, "it ended before");
        }
        then(&child);
        let mut words = String::new();
        stdout.read_to_string(&mut words).expect("it is read");
        (child.wait().expect("it ends").code(), words)
    }

    #[test]
    fn a_stuck_call_says_what_it_has_found_when_its_time_is_over() {
        let (code, words) = ended(start("time"), |_| {});
        let why = "time limit of 50ms reached (--timeout), in the middle of a long step";
        assert_eq!(words.trim(), format!("found [\"one\", \"two\"]: {why}"));
        assert_eq!(code, Some(3));
    }

    #[test]
    fn a_stuck_call_ends_when_it_takes_too_much_memory() {
        let (code, words) = ended(start("memory"), |_| {});
        assert!(words.starts_with("found [\"one\", \"two\"]: "), "{words}");
        assert!(words.contains("--memory"), "{words}");
        assert_eq!(code, Some(3));
    }

    #[test]
    fn a_stuck_call_ends_at_a_signal() {
        for signal in ["-INT", "-TERM"] {
            let (code, words) = ended(start("signal"), |child| {
                let kill = Command::new("kill").args([signal, &child.id().to_string()]).status();
                assert!(kill.expect("there is a `kill`").success());
            });
            assert!(words.starts_with("found [\"one\", \"two\"]: "), "{signal}: {words}");
            assert_eq!(code, Some(130), "{signal}: {words}");
        }
    }

    #[test]
    fn a_call_that_gets_on_is_left_alone() {
        let (code, words) = ended(start("lively"), |_| {});
        assert_eq!((code, words.as_str()), (Some(7), ""));
    }
}
