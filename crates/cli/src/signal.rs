//! Ctrl-C: the user wants to see what there is.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use report::Outcome;
use solve::Interrupt;

/// Signals that come closer together than this count as one: `timeout` sends its signal twice.
const ONE_SIGNAL: Duration = Duration::from_millis(200);

/// The flag of this call, once somebody watches for signals.
static INTERRUPT: OnceLock<Interrupt> = OnceLock::new();

/// The first signal asks the run to stop and tell what it has; the second one ends the process.
/// Whoever asks again gets the same flag.
pub(crate) fn stop_on_signal() -> Result<Interrupt> {
    if let Some(known) = INTERRUPT.get() {
        return Ok(known.clone());
    }
    let interrupt = INTERRUPT.get_or_init(Interrupt::new).clone();
    let flag = interrupt.clone();
    let mut first: Option<Instant> = None;
    ctrlc::set_handler(move || {
        flag.raise();
        if first.get_or_insert_with(Instant::now).elapsed() > ONE_SIGNAL {
            std::process::exit(Outcome::Interrupted.exit_code().into());
        }
    })
    .context("cannot watch for Ctrl-C")?;
    Ok(interrupt)
}
