//! Ctrl-C and termination: the user wants to see what there is.
//!
//! The handler is set once, before anything is read. While there is nothing to report, a signal ends
//! the process at once; a verb that can stop and report what it has says so by asking for the flag.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use report::Outcome;
use solve::Interrupt;

/// Signals that come closer together than this count as one: `timeout` sends its signal twice.
const ONE_SIGNAL: Duration = Duration::from_millis(200);
/// How long a verb that was asked to stop may take to report what it has.
const PATIENCE: Duration = Duration::from_secs(15);
/// How long it may take while it reads, and so has nothing to report.
const PATIENCE_WITH_READING: Duration = Duration::from_secs(3);

static FLAG: OnceLock<Interrupt> = OnceLock::new();
/// Whether a verb looks at the flag.
static IS_HEARD: AtomicBool = AtomicBool::new(false);
/// Whether a verb is reading its input.
static IS_READING: AtomicBool = AtomicBool::new(false);

/// Handles SIGINT, SIGTERM and SIGHUP: the first asks the verb to stop, a second ends the process.
pub fn install() {
    if let Err(error) = set_handler() {
        crate::terminal::complain(&format!("warning: cannot watch for Ctrl-C: {error}"));
    }
}

/// The flag that a signal raises. From here on the caller looks at it, and reports what it has.
pub fn stop_on_signal() -> Interrupt {
    IS_HEARD.store(true, Ordering::SeqCst);
    flag().clone()
}

/// Runs what reads input: while it does, there is nothing to report.
pub fn while_reading<T>(read: impl FnOnce() -> T) -> T {
    IS_READING.store(true, Ordering::SeqCst);
    let done = read();
    IS_READING.store(false, Ordering::SeqCst);
    done
}

fn set_handler() -> Result<(), ctrlc::Error> {
    let flag = flag().clone();
    let mut first: Option<Instant> = None;
    ctrlc::set_handler(move || {
        flag.raise();
        let is_first = first.is_none();
        if !IS_HEARD.load(Ordering::SeqCst) {
            end("interrupted before there was anything to report");
        }
        if first.get_or_insert_with(Instant::now).elapsed() > ONE_SIGNAL {
            end("interrupted again, nothing more is reported");
        }
        if is_first {
            std::thread::spawn(lose_patience);
        }
    })
}

/// Ends the process if it does not end by itself.
fn lose_patience() {
    let started = Instant::now();
    loop {
        std::thread::sleep(ONE_SIGNAL);
        let is_reading = IS_READING.load(Ordering::SeqCst);
        if is_reading && started.elapsed() > PATIENCE_WITH_READING {
            end("interrupted before there was anything to report");
        }
        if started.elapsed() > PATIENCE {
            end("interrupted, and the report did not come in time");
        }
    }
}

fn flag() -> &'static Interrupt {
    FLAG.get_or_init(Interrupt::new)
}

fn end(why: &str) -> ! {
    crate::terminal::complain(&format!("error: {why}"));
    crate::cache::remove_private();
    solve_z3::exit(Outcome::Interrupted.exit_code())
}
