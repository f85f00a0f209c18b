//! Ctrl-C: the user wants to see what there is.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use report::Outcome;
use solve::Interrupt;

/// Signals that come closer together than this count as one: `timeout` sends its signal twice.
const ONE_SIGNAL: Duration = Duration::from_millis(200);

/// The flag that signals raise, once somebody watches for them.
static INTERRUPT: OnceLock<Interrupt> = OnceLock::new();

/// The first signal asks the run to stop and tell what it has; the second one ends the process.
pub(crate) fn stop_on_signal() -> Result<Interrupt> {
    let interrupt = Interrupt::new();
    let flag = interrupt.clone();
    let mut first: Option<Instant> = None;
    ctrlc::set_handler(move || {
        flag.raise();
        if first.get_or_insert_with(Instant::now).elapsed() > ONE_SIGNAL {
            std::process::exit(Outcome::Interrupted.exit_code().into());
        }
    })
    .context("cannot watch for Ctrl-C")?;
    Ok(INTERRUPT.get_or_init(|| interrupt).clone())
}

/// Whether a signal came: for work that is done before there is a run, such as reading files.
pub(crate) fn is_raised() -> bool {
    INTERRUPT.get().is_some_and(Interrupt::is_raised)
}
