//! Arguments about the queue that clients and workers share.

use std::path::PathBuf;

use clap::Args;

/// The queue, and who we are there.
#[derive(Args, Clone, PartialEq, Eq, Debug, Default)]
#[command(next_help_heading = "Queue")]
pub struct QueueArgs {
    /// A NATS server with JetStream, such as nats://host:4222, tls://user:password@host or several with
    /// commas between: what is checked there is answered by `tracehound worker`
    #[arg(long, value_name = "URL")]
    pub queue: Option<String>,
    /// The credentials for the server, a file that `nsc` writes; without it NATS_CREDS
    #[arg(long, value_name = "FILE", requires = "queue")]
    pub queue_creds: Option<PathBuf>,
    /// The certificate of who has signed that of the server; without it NATS_CA
    #[arg(long, value_name = "FILE", requires = "queue")]
    pub queue_ca: Option<PathBuf>,
    /// Our own certificate, where the server asks for one; without it NATS_CERT
    #[arg(long, value_name = "FILE", requires_all = ["queue", "queue_key"])]
    pub queue_cert: Option<PathBuf>,
    /// The key of our certificate; without it NATS_KEY
    #[arg(long, value_name = "FILE", requires_all = ["queue", "queue_cert"])]
    pub queue_key: Option<PathBuf>,
}
