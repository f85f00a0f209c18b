//! What stands in for the client of NATS in builds without it.

use anyhow::{Result, bail};
use host::Terminal;
use project_state::NamedReport;
use report::Outcome;

use crate::asked::QueueQuestion;
use crate::verbs::{QueueVerb, WorkerArgs};

fn missing<T>() -> Result<T> {
    bail!(
        "this build cannot talk to queues\n  = help: `cargo build --release --features queue` makes one that can"
    )
}

/// Says that there is no queue.
///
/// # Errors
///
/// Always.
pub fn answers(_: QueueQuestion<'_>) -> Result<Vec<NamedReport>> {
    missing()
}

/// Says that there is no queue.
///
/// # Errors
///
/// Always.
pub fn worker(_: &WorkerArgs, _: &Terminal) -> Result<Outcome> {
    missing()
}

/// Says that there is no queue.
///
/// # Errors
///
/// Always.
pub fn queue(_: &QueueVerb, _: &Terminal) -> Result<Outcome> {
    missing()
}
