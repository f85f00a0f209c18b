//! The tools of a JDK as processes that end when we do.

use std::io::Read;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

use anyhow::{Context, Result};
use jvm_flow::FlowError;

/// How often a tool is looked at.
const EVERY: Duration = Duration::from_millis(5);
/// What is kept of what a tool says; a program that runs may say anything.
const MOST_SAID: u64 = 1 << 20;

/// How a tool ended.
pub(super) struct Said {
    pub(super) status: ExitStatus,
    /// What it wrote to standard error.
    pub(super) errors: String,
}

/// A process that is ended when nobody waits for it any more.
struct Ending(Child);

impl Drop for Ending {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Runs a tool to its end. One that is told to stop is killed, and [`FlowError::Interrupted`] comes
/// back.
pub(super) fn run(command: &mut Command, stop: &dyn Fn() -> bool) -> Result<Said> {
    let started = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn();
    let mut tool = Ending(started.context("it cannot be started")?);
    let mut errors = tool.0.stderr.take().context("it has no standard error")?;
    let reader = std::thread::spawn(move || {
        let mut said = Vec::new();
        let kept = errors.by_ref().take(MOST_SAID).read_to_end(&mut said);
        // The rest is read so that the tool can go on.
        kept.and_then(|_| std::io::copy(&mut errors, &mut std::io::sink())).map(|_| said)
    });
    let status = loop {
        if let Some(status) = tool.0.try_wait().context("it cannot be waited for")? {
            break status;
        }
        if stop() {
            return Err(FlowError::Interrupted.into());
        }
        std::thread::sleep(EVERY);
    };
    let said = reader.join().ok().and_then(Result::ok).unwrap_or_default();
    Ok(Said { status, errors: String::from_utf8_lossy(&said).into_owned() })
}
