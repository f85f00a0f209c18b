//! The verbs of those who run workers.

use std::num::NonZeroUsize;
use std::time::Duration;

use clap::{Args, Subcommand};
use frontend::args::{QueueArgs, TrustArgs};
use frontend::quantity;

/// Arguments of `worker`.
#[derive(Args, Clone, Debug)]
pub struct WorkerArgs {
    /// How many jobs are answered at once, each on one thread; by default as many as there are processors
    #[arg(short, long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,
    /// After how long without a sign of life of the worker a job is given to another one
    #[arg(long, value_name = "DURATION", default_value = "30s", value_parser = quantity::duration)]
    pub lease: Duration,
    /// Stop once there was no job for so long
    #[arg(long, value_name = "DURATION", value_parser = quantity::duration)]
    pub idle: Option<Duration>,
    /// What code of programs may do.
    #[command(flatten)]
    pub trust: TrustArgs,
    /// The queue.
    #[command(flatten)]
    pub queue: QueueArgs,
}

/// What is asked of a queue.
#[derive(Subcommand, Clone, Debug)]
pub enum QueueVerb {
    /// Show who is there, what is asked, and how far it has come
    Status(StatusArgs),
}

/// Arguments of `queue status`.
#[derive(Args, Clone, Debug)]
pub struct StatusArgs {
    /// The queue.
    #[command(flatten)]
    pub queue: QueueArgs,
}
