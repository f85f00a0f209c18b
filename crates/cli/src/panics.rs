//! Bugs in Tracehound: caught once, reported with what is needed to repair them, never shown as a
//! backtrace.

use std::io::Write;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Mutex};

use report::Outcome;

/// Runs `f`; a panic anywhere in it becomes a message and [`Outcome::Bug`].
pub(crate) fn guard(f: impl FnOnce() -> Outcome) -> Outcome {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let sink = Arc::clone(&seen);
    // The hook runs on the thread that panicked, which may be a worker; it only takes notes.
    panic::set_hook(Box::new(move |info| {
        if let Ok(mut notes) = sink.lock() {
            notes.push(info.to_string());
        }
    }));
    // Nothing of `f` is used after a panic, so no broken state can be seen.
    panic::catch_unwind(AssertUnwindSafe(f)).unwrap_or_else(|_| {
        let notes = seen.lock().map(|notes| notes.clone()).unwrap_or_default();
        tell(&notes);
        Outcome::Bug
    })
}

fn tell(notes: &[String]) {
    let mut stderr = std::io::stderr().lock();
    let call: Vec<String> = std::env::args().collect();
    let _ = writeln!(stderr, "error: this is a bug in tracehound, not in your program");
    for note in notes.iter().take(1) {
        let _ = writeln!(stderr, "  = note: {}", note.replace('\n', "\n          "));
    }
    let _ = writeln!(stderr, "  = note: {} on {}", host::TOOL, std::env::consts::OS);
    let _ = writeln!(stderr, "  = note: call: {}", call.join(" "));
    let _ = writeln!(
        stderr,
        "  = help: please report these lines together with the input; no answer was given"
    );
}
