//! Targets of one call that are answered by other machines, over a queue.
//!
//! A client divides its question into jobs, one shard of one target each, and puts them into a stream of NATS
//! JetStream with the programs that they are about. A worker takes a job on lease, answers it as `check --from`
//! answers a shard, in a process of its own, and stores the answer under the number of the job. A lease that runs
//! out, because the worker died, hangs or was cut off, makes the job available again; of two answers to
//! one job the first one stays, and both have the same bytes. So what the client puts together is
//! what one process would have reported.
//!
//! What is in a message stands in `protocol`; the programs are a `Bundle`. The server is known only behind
//! the feature `nats`: `server` connects, `client` asks, `worker` answers, `status` counts. Start reading at `client`.

#[cfg(not(feature = "nats"))]
mod absent;
mod asked;
mod bundle;
#[cfg(feature = "nats")]
mod client;
#[cfg(feature = "nats")]
mod protocol;
#[cfg(feature = "nats")]
mod server;
#[cfg(feature = "nats")]
mod status;
mod verbs;
#[cfg(feature = "nats")]
mod worker;

#[cfg(not(feature = "nats"))]
pub use absent::{answers, queue, worker};
pub use asked::QueueQuestion;
pub use bundle::Bundle;
#[cfg(feature = "nats")]
pub use client::answers;
#[cfg(feature = "nats")]
pub use status::queue;
pub use verbs::{QueueVerb, StatusArgs, WorkerArgs};
#[cfg(feature = "nats")]
pub use worker::worker;
