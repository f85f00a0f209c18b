//! The server: how it is reached, and what we keep there.
//!
//! Jobs are in a stream from which a message is gone once it is acknowledged. Answers, clients and
//! workers are in buckets of keys; of the latter two an entry vanishes unless it is renewed, so what is there is alive.
//! Programs and questions are objects, named after their content.

use std::future::Future;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, anyhow, bail};
use async_nats::jetstream::kv::Store;
use async_nats::jetstream::object_store::ObjectStore;
use async_nats::jetstream::stream::{DiscardPolicy, RetentionPolicy, StorageType, Stream};
use async_nats::jetstream::{self, Context, object_store, stream};
use async_nats::{ConnectErrorKind, ConnectOptions, ServerAddr};
use frontend::args::QueueArgs;
use tokio::io::AsyncReadExt;

use crate::bundle::name_of;

/// The stream of jobs, and what its subjects begin with.
const JOBS: &str = "TRACEHOUND_JOBS";
pub(crate) const SUBJECT: &str = "tracehound.job";
/// The buckets.
const ANSWERS: &str = "tracehound_answers";
const CLIENTS: &str = "tracehound_clients";
const WORKERS: &str = "tracehound_workers";
const PROGRAMS: &str = "tracehound_programs";
/// For how long a client and a worker are believed to be there without a sign of life.
pub(crate) const CLIENT_LIVES: Duration = Duration::from_secs(60);
pub(crate) const WORKER_LIVES: Duration = Duration::from_secs(30);
/// For how long jobs and programs, and answers, are kept by the server if they are forgotten.
const KEPT: Duration = Duration::from_secs(7 * 24 * 3600);
const ANSWERS_KEPT: Duration = Duration::from_secs(24 * 3600);
/// How often the connection is tried while nothing goes over it.
const PING: Duration = Duration::from_secs(5);
/// How long one exchange with the server may take before it is tried again.
const EXCHANGE: Duration = Duration::from_secs(10);
/// The pauses between attempts.
const FIRST_PAUSE: Duration = Duration::from_millis(50);
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// A server that was reached.
pub(crate) struct Server {
    context: Context,
    pub(crate) jobs: Stream,
    pub(crate) answers: Store,
    pub(crate) clients: Store,
    pub(crate) workers: Store,
    programs: ObjectStore,
}

/// The runtime of a call: one thread is enough to wait.
pub(crate) fn runtime() -> Result<tokio::runtime::Runtime> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.context("cannot wait for the network")
}

/// The name of this process in messages of others.
pub(crate) fn own_name() -> String {
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let host = host.or_else(|| std::env::var("HOSTNAME").ok()).unwrap_or_default();
    let host = host.trim();
    let host = if host.is_empty() { "host" } else { host };
    format!("{host}:{}", std::process::id())
}

/// The server of these arguments, or of the environment.
fn url_of(args: &QueueArgs) -> Result<String> {
    let url = args.queue.clone().or_else(|| std::env::var("NATS_URL").ok());
    url.context(
        "no queue is named\n  = help: `--queue nats://HOST:4222` names one, and so does NATS_URL",
    )
}

/// A URL without the password in it.
fn shown(url: &str) -> String {
    let hidden = |one: &str| match (one.split_once("://"), one.rsplit_once('@')) {
        (Some((scheme, _)), Some((_, host))) => format!("{scheme}://{host}"),
        (None, Some((_, host))) => host.to_owned(),
        (_, None) => one.to_owned(),
    };
    url.split(',').map(str::trim).map(hidden).collect::<Vec<_>>().join(",")
}

/// A part of a URL, in which `%` and two digits stand for a byte.
fn decoded(part: &str) -> String {
    let (mut bytes, mut rest) = (Vec::new(), part.as_bytes());
    while let [first, after @ ..] = rest {
        let digits = after.get(..2).and_then(|two| std::str::from_utf8(two).ok());
        let byte = digits.and_then(|two| u8::from_str_radix(two, 16).ok());
        (rest, _) = match (first, byte) {
            (b'%', Some(byte)) => (&after[2..], bytes.push(byte)),
            _ => (after, bytes.push(*first)),
        };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A file that an option names, or else a variable of the environment.
fn named(option: Option<&std::path::PathBuf>, variable: &str) -> Option<std::path::PathBuf> {
    let given = || std::env::var_os(variable).filter(|path| !path.is_empty()).map(Into::into);
    option.cloned().or_else(given)
}

/// Connects, and makes sure that there is what we need. A server that cannot be reached is tried again for this time:
/// it may be about to restart.
///
/// # Errors
///
/// If the server cannot be reached, does not let us in, or has no JetStream.
pub(crate) async fn connect(args: &QueueArgs, name: &str, patience: Duration) -> Result<Server> {
    let begun = Instant::now();
    loop {
        match connected(args, name).await? {
            Err(error) if begun.elapsed() > patience => return Err(error),
            Err(_) => {}
            Ok(server) => return Ok(server),
        }
        tokio::time::sleep(LONGEST_PAUSE / 4).await;
    }
}

/// Connects once. The inner error is one that may be over soon.
async fn connected(args: &QueueArgs, name: &str) -> Result<Result<Server>> {
    let url = url_of(args)?;
    let shown = shown(&url);
    let addresses: Vec<ServerAddr> = url
        .split(',')
        .map(|one| one.trim().parse().map_err(|error| anyhow!("`{shown}` is no queue: {error}")))
        .collect::<Result<_>>()?;
    let pause = |attempt: usize| {
        let doubled = 1 << attempt.min(5);
        (FIRST_PAUSE * doubled).min(LONGEST_PAUSE)
    };
    let options = ConnectOptions::new().name(name).reconnect_delay_callback(pause);
    let mut options = options.max_reconnects(None).ping_interval(PING);
    // The client leaves what stands in a URL to its callers.
    if let Some(address) = addresses.iter().find(|address| address.has_user_pass()) {
        let user = address.username().map(decoded).unwrap_or_default();
        options = match address.password().map(decoded) {
            Some(password) => options.user_and_password(user, password),
            None => options.token(user),
        };
    }
    if let Some(file) = named(args.queue_creds.as_ref(), "NATS_CREDS") {
        let cannot = || format!("cannot use the credentials for the queue in `{}`", file.display());
        options = options.credentials_file(&file).await.with_context(cannot)?;
    }
    if let Some(file) = named(args.queue_ca.as_ref(), "NATS_CA") {
        options = options.add_root_certificates(file).require_tls(true);
    }
    let own = named(args.queue_cert.as_ref(), "NATS_CERT");
    if let Some((cert, key)) = own.zip(named(args.queue_key.as_ref(), "NATS_KEY")) {
        options = options.add_client_certificate(cert, key).require_tls(true);
    }
    let unreached = || format!("cannot reach the queue at `{shown}`");
    let client = match tokio::time::timeout(EXCHANGE, options.connect(addresses)).await {
        Ok(Ok(client)) => client,
        Ok(Err(error)) if error.kind() == ConnectErrorKind::Io => {
            return Ok(Err(error).with_context(unreached));
        }
        Ok(Err(error)) => return Err(error).with_context(unreached),
        Err(_) => return Ok(Err(anyhow!("it does not answer")).with_context(unreached)),
    };
    let mut context = jetstream::new(client);
    context.set_timeout(EXCHANGE / 2);
    let server = Server::prepared(context).await;
    Ok(server.with_context(|| {
        format!("the server at `{shown}` cannot serve as a queue: it has to run with JetStream (`nats-server -js`)")
    }))
}

impl Server {
    async fn prepared(context: Context) -> Result<Server> {
        let jobs = context.get_or_create_stream(stream::Config {
            name: JOBS.to_owned(),
            subjects: vec![format!("{SUBJECT}.>")],
            retention: RetentionPolicy::WorkQueue,
            storage: StorageType::File,
            max_age: KEPT,
            ..stream::Config::default()
        });
        let jobs = jobs.await?;
        let answers = bucket(&context, ANSWERS, ANSWERS_KEPT).await?;
        let clients = bucket(&context, CLIENTS, CLIENT_LIVES).await?;
        let workers = bucket(&context, WORKERS, WORKER_LIVES).await?;
        let programs = match context.get_object_store(PROGRAMS).await {
            Ok(known) => known,
            Err(_) => {
                let bucket = PROGRAMS.to_owned();
                let new = object_store::Config {
                    bucket,
                    max_age: KEPT,
                    ..object_store::Config::default()
                };
                context.create_object_store(new).await?
            }
        };
        Ok(Server { context, jobs, answers, clients, workers, programs })
    }

    /// Puts a job into the stream.
    pub(crate) async fn publish(&self, subject: String, id: String, job: Vec<u8>) -> Result<()> {
        let message = jetstream::message::PublishMessage::build();
        let message = message.payload(job.into()).message_id(id);
        self.context.send_publish(subject, message).await?.await?;
        Ok(())
    }

    /// Stores an object and returns its name, which says what is in it.
    pub(crate) async fn store(&self, object: &[u8]) -> Result<String> {
        let name = name_of(object);
        if self.programs.info(&name).await.is_ok_and(|info| !info.deleted) {
            return Ok(name);
        }
        let mut rest = object;
        self.programs.put(name.as_str(), &mut rest).await?;
        Ok(name)
    }

    /// An object, which is what its name says.
    pub(crate) async fn object(&self, name: &str) -> Result<Vec<u8>> {
        let mut object = self.programs.get(name).await?;
        let mut bytes = Vec::new();
        object.read_to_end(&mut bytes).await?;
        if name_of(&bytes) != name {
            bail!("the object `{name}` is damaged");
        }
        Ok(bytes)
    }

    /// Removes the answers of a run; if that fails, the server removes them some day.
    pub(crate) async fn forget_answers(&self, run: &str) {
        if let Ok(stream) = self.context.get_stream(format!("KV_{ANSWERS}")).await {
            let _ = stream.purge().filter(format!("$KV.{ANSWERS}.{run}.>")).await;
        }
    }

    /// Removes an object; if that fails, the server removes it some day.
    pub(crate) async fn remove(&self, name: &str) {
        let _ = self.programs.delete(name).await;
    }
}

async fn bucket(context: &Context, name: &str, lives: Duration) -> Result<Store> {
    if let Ok(known) = context.get_key_value(name).await {
        return Ok(known);
    }
    // As the client makes a bucket; but it asks for an account first, and does not understand what servers
    // before 2.10 answer.
    let made = context.get_or_create_stream(stream::Config {
        name: format!("KV_{name}"),
        subjects: vec![format!("$KV.{name}.>")],
        max_messages_per_subject: 1,
        max_age: lives,
        allow_rollup: true,
        deny_delete: true,
        allow_direct: true,
        discard: DiscardPolicy::New,
        storage: StorageType::File,
        ..stream::Config::default()
    });
    made.await?;
    Ok(context.get_key_value(name).await?)
}

/// The values in a bucket that are alive and can be read.
pub(crate) async fn all<T: serde::de::DeserializeOwned>(bucket: &Store) -> Result<Vec<T>> {
    use futures_util::TryStreamExt;
    let keys: Vec<String> = bucket.keys().await?.try_collect().await?;
    let mut all = Vec::new();
    for key in keys {
        let value = bucket.get(key).await?;
        all.extend(value.and_then(|bytes| serde_json::from_slice(&bytes).ok()));
    }
    Ok(all)
}

/// Tries something until the server answers or `stop` says so: lost connections come back.
pub(crate) async fn patiently<T, E: std::fmt::Display, F: Future<Output = Result<T, E>>>(
    stop: &dyn Fn() -> bool,
    exchange: impl Fn() -> F,
) -> Option<T> {
    let mut pause = FIRST_PAUSE;
    loop {
        if stop() {
            return None;
        }
        if let Ok(Ok(done)) = tokio::time::timeout(EXCHANGE, exchange()).await {
            return Some(done);
        }
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_urls_are_decoded() {
        assert_eq!(decoded("p%40ss%2Fw%"), "p@ss/w%");
        assert_eq!(decoded("100%zz"), "100%zz");
    }

    #[test]
    fn passwords_are_not_shown() {
        assert_eq!(shown("nats://me:secret@host:4222"), "nats://host:4222");
        assert_eq!(shown("tls://a:1, nats://token@b:2"), "tls://a:1,nats://b:2");
        assert_eq!(shown("host:4222"), "host:4222");
    }
}
