//! What a client wants to know.

use std::time::Duration;

use frontend::args::QueueArgs;
use host::Terminal;
use project_state::ShardFile;
use solve::Interrupt;

use crate::Bundle;

/// A question for a queue.
pub struct QueueQuestion<'a> {
    /// Where it is asked.
    pub queue: &'a QueueArgs,
    /// One of its shards, each of which has one target: they differ in their numbers alone.
    pub shard: &'a ShardFile,
    /// What it is about.
    pub bundle: &'a Bundle,
    /// After how long without any sign of a worker it is given up.
    pub patience: Option<Duration>,
    /// Ends the waiting.
    pub interrupt: &'a Interrupt,
    /// Where the user looks.
    pub terminal: &'a Terminal,
}
