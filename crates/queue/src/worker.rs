//! The worker: it takes jobs on lease and answers them.
//!
//! A job is a call of `check --from` in a process of its own, in a folder with the programs of the question. While
//! it runs, the worker renews the lease; if it does not, because it was killed, hangs or has lost the
//! connection, the server gives the job to another worker. An answer is stored before the job is acknowledged.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use async_nats::jetstream::AckKind;
use async_nats::jetstream::Message;
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::kv::CreateErrorKind;
use child::Ended;
use futures_util::StreamExt;
use futures_util::future::join_all;
use host::{TOOL, Terminal, cache, signal};
use project_state::ShardFile;
use report::Outcome;
use solve::Interrupt;

use crate::bundle::Bundle;
use crate::protocol::{Job, JobAnswer, JobEnd, Presence, key, token, version};
use crate::server::{self, SUBJECT, Server, patiently};
use crate::verbs::WorkerArgs;

/// How long the server keeps a question for a job open before it is asked again.
const FETCH: Duration = Duration::from_secs(2);
/// How long a server may take to be there: workers and servers are started together.
const PATIENT: Duration = Duration::from_secs(30);
const TICK: Duration = Duration::from_millis(50);
/// How often the worker says that it is there, and looks whether its clients are.
const RENEW: Duration = Duration::from_secs(3);
/// How often a lease is renewed while it lasts.
const PER_LEASE: u32 = 4;
/// How often a job is begun before it is answered by the reason why nothing came of it, and how often if a
/// worker has said why.
const MOST_DELIVERIES: i64 = 20;
const MOST_REFUSALS: i64 = 3;
/// The pause before a job that one worker cannot do is given to another.
const AFTER_REFUSAL: Duration = Duration::from_millis(300);
/// The pause before a job is begun again whose programs are not there.
const IF_TOO_EARLY: Duration = Duration::from_secs(1);
/// Larger answers are objects.
const LARGEST_MESSAGE: usize = 256 << 10;
/// Options of `check` that say which code is run or loaded, or where is written.
const NATIVE: [&str; 7] =
    ["allow-native", "native-replay", "z3", "audit", "dump-smt", "proof", "tests"];

/// Answers jobs until the user ends it.
///
/// # Errors
///
/// If the queue cannot be used.
pub fn worker(args: &WorkerArgs, terminal: &Terminal) -> Result<Outcome> {
    let interrupt = signal::stop_on_signal();
    let name = server::own_name();
    server::runtime()?.block_on(async {
        let title = format!("{TOOL} worker {name}");
        let server = server::connect(&args.queue, &title, PATIENT).await?;
        let worker = Worker::new(args, &server, &interrupt, terminal, name)?;
        if !terminal.quiet {
            terminal.complain(&format!("{}: waiting for jobs", worker.name));
        }
        let slots = join_all((0..worker.slots).map(|_| worker.serve()));
        tokio::select! {
            _ = slots => {}
            () = worker.be_there() => {}
        }
        let key = token(&worker.name);
        let _ = tokio::time::timeout(RENEW, server.workers.purge(key)).await;
        Ok(Outcome::NoneFound)
    })
}

struct Worker<'a> {
    args: &'a WorkerArgs,
    server: &'a Server,
    interrupt: &'a Interrupt,
    terminal: &'a Terminal,
    name: String,
    slots: usize,
    /// Where programs are unpacked, each bundle once.
    folder: PathBuf,
    at: RefCell<BTreeSet<String>>,
    /// The last question, by its name: most jobs are about the one before.
    question: RefCell<(String, Vec<u8>)>,
    answered: Cell<u64>,
    busy: Cell<Duration>,
    /// When the last job was done.
    last: Cell<Instant>,
}

impl<'a> Worker<'a> {
    fn new(
        args: &'a WorkerArgs,
        server: &'a Server,
        interrupt: &'a Interrupt,
        terminal: &'a Terminal,
        name: String,
    ) -> Result<Worker<'a>> {
        let processors = || std::thread::available_parallelism().map_or(1, usize::from);
        Ok(Worker {
            args,
            server,
            interrupt,
            terminal,
            name,
            slots: args.jobs.map_or_else(processors, usize::from),
            folder: cache::folder()?.path.join("queue"),
            at: RefCell::default(),
            question: RefCell::default(),
            answered: Cell::new(0),
            busy: Cell::default(),
            last: Cell::new(Instant::now()),
        })
    }

    fn is_over(&self) -> bool {
        let is_idle =
            |idle: Duration| self.at.borrow().is_empty() && self.last.get().elapsed() > idle;
        self.interrupt.is_raised() || self.args.idle.is_some_and(is_idle)
    }

    /// Says that this worker is there, until it is not any more.
    async fn be_there(&self) {
        while !self.is_over() {
            let presence = Presence {
                name: self.name.clone(),
                tool: TOOL.to_owned(),
                at: self.at.borrow().iter().cloned().collect(),
                answered: self.answered.get(),
                busy_millis: u64::try_from(self.busy.get().as_millis()).unwrap_or(u64::MAX),
            };
            let text = serde_json::to_vec(&presence).expect("texts and numbers can be written");
            let put = self.server.workers.put(token(&self.name), text.into());
            let _ = tokio::time::timeout(RENEW, put).await;
            let begun = Instant::now();
            while begun.elapsed() < RENEW && !self.is_over() {
                tokio::time::sleep(TICK).await;
            }
        }
        // The jobs at work end first.
        std::future::pending::<()>().await;
    }

    /// Answers one job after the other.
    async fn serve(&self) {
        let stop = || self.is_over();
        while !self.is_over() {
            let Some(consumer) = patiently(&stop, || self.consumer()).await else { return };
            while !self.is_over() {
                match self.next(&consumer).await {
                    Ok(Some(message)) => {
                        self.take(&message).await;
                        self.last.set(Instant::now());
                    }
                    Ok(None) => {}
                    // The connection was lost, or the server has forgotten us.
                    Err(_) => {
                        tokio::time::sleep(TICK).await;
                        break;
                    }
                }
            }
        }
    }

    /// All workers of a version take from one consumer, which knows who has which job.
    async fn consumer(&self) -> Result<PullConsumer> {
        let config = pull::Config {
            durable_name: Some(version()),
            filter_subject: format!("{SUBJECT}.{}.>", version()),
            ack_policy: AckPolicy::Explicit,
            ack_wait: self.args.lease,
            max_ack_pending: -1,
            ..pull::Config::default()
        };
        Ok(self.server.jobs.create_consumer(config).await?)
    }

    /// The next job, if one comes soon.
    async fn next(&self, consumer: &PullConsumer) -> Result<Option<Message>> {
        let batch = consumer.batch().max_messages(1).expires(FETCH).messages();
        let mut batch = tokio::time::timeout(FETCH * 2, batch).await??;
        let begun = Instant::now();
        while !self.is_over() {
            match tokio::time::timeout(TICK, batch.next()).await {
                Ok(Some(Ok(message))) => return Ok(Some(message)),
                Ok(Some(Err(error))) => bail!("{error}"),
                Ok(None) => return Ok(None),
                Err(_) if begun.elapsed() > FETCH * 2 => bail!("the server does not answer"),
                Err(_) => {}
            }
        }
        Ok(None)
    }

    /// Answers a job and acknowledges it, or gives it back.
    async fn take(&self, message: &Message) {
        let Ok(job) = serde_json::from_slice::<Job>(&message.payload) else {
            // It would be the same at any other worker.
            let _ = message.ack_with(AckKind::Term).await;
            return;
        };
        let name = key(&job.run, job.number);
        self.at.borrow_mut().insert(name.clone());
        let begun = Instant::now();
        let deliveries = message.info().map_or(1, |info| info.delivered);
        let done = self.answered_while_leased(message, &job, deliveries).await;
        self.at.borrow_mut().remove(&name);
        self.busy.set(self.busy.get() + begun.elapsed());
        let end = match done {
            Done::Answer(end) => end,
            Done::Refused(why) if deliveries >= MOST_REFUSALS => {
                JobEnd::Failed(format!("{}: {why}", self.name))
            }
            Done::Refused(why) => {
                if self.terminal.verbose {
                    self.terminal.complain(&format!("{name}: {why}"));
                }
                let _ = message.ack_with(AckKind::Nak(Some(AFTER_REFUSAL))).await;
                return;
            }
            Done::TooEarly => {
                let _ = message.ack_with(AckKind::Nak(Some(IF_TOO_EARLY))).await;
                return;
            }
            Done::GivenBack => {
                let _ = message.ack_with(AckKind::Nak(None)).await;
                return;
            }
            Done::Unwanted => {
                let _ = message.ack_with(AckKind::Term).await;
                return;
            }
        };
        let millis = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
        let answer = JobAnswer { number: job.number, worker: self.name.clone(), millis, end };
        let never = || self.interrupt.is_raised();
        if patiently(&never, || self.store(&name, &answer)).await.is_some() {
            self.answered.set(self.answered.get() + 1);
            // If this is lost, the job comes again and is found to be answered.
            let _ = tokio::time::timeout(RENEW, message.double_ack()).await;
        }
        if self.terminal.verbose {
            self.terminal.complain(&format!("{name} took {:.1?}", begun.elapsed()));
        }
    }

    /// Stores an answer unless there is one.
    async fn store(&self, name: &str, answer: &JobAnswer) -> Result<()> {
        let mut answer = answer.clone();
        if let JobEnd::Report(text) = &answer.end
            && text.len() > LARGEST_MESSAGE
        {
            answer.end = JobEnd::Elsewhere(self.server.store(text.as_bytes()).await?);
        }
        let text = serde_json::to_vec(&answer)?;
        match self.server.answers.create(name, text.into()).await {
            Err(error) if error.kind() != CreateErrorKind::AlreadyExists => Err(error.into()),
            Ok(_) | Err(_) => Ok(()),
        }
    }

    /// Answers a job, and renews its lease meanwhile.
    async fn answered_while_leased(&self, message: &Message, job: &Job, deliveries: i64) -> Done {
        let unwanted = AtomicBool::new(false);
        let unwanted = Arc::new(unwanted);
        let answer = self.answer(job, deliveries, &unwanted);
        let leased = async {
            let pause = self.args.lease / PER_LEASE;
            loop {
                tokio::time::sleep(pause.min(RENEW)).await;
                let _ = message.ack_with(AckKind::Progress).await;
                let client = tokio::time::timeout(RENEW, self.server.clients.get(&job.run)).await;
                if matches!(client, Ok(Ok(None))) {
                    unwanted.store(true, Relaxed);
                }
            }
        };
        tokio::select! {
            done = answer => done,
            () = leased => Done::GivenBack,
        }
    }

    async fn answer(&self, job: &Job, deliveries: i64, unwanted: &Arc<AtomicBool>) -> Done {
        if job.tool != TOOL {
            return Done::Refused(format!("the job is one of {}, and this is {TOOL}", job.tool));
        }
        let stop = || self.interrupt.is_raised();
        let name = key(&job.run, job.number);
        let (client, known) = tokio::join!(
            patiently(&stop, || self.server.clients.get(&job.run)),
            patiently(&stop, || self.server.answers.get(&name)),
        );
        match (client, known) {
            (Some(Some(_)), Some(None)) => {}
            (Some(None), _) | (_, Some(Some(_))) => return Done::Unwanted,
            (None, _) | (_, None) => return Done::GivenBack,
        }
        if deliveries > MOST_DELIVERIES {
            let why = format!("{MOST_DELIVERIES} workers took it, and none of them answered");
            return Done::Answer(JobEnd::Failed(why));
        }
        let folder = self.folder.join(&job.bundle);
        let objects = async {
            let bundle = match folder.is_dir() {
                true => None,
                false => Some(self.server.object(&job.bundle).await?),
            };
            anyhow::Ok((self.question(&job.question).await?, bundle))
        };
        let Ok((question, bundle)) = objects.await else { return Done::TooEarly };
        let prepared = self.prepared(job.number, &folder, &question, bundle.as_deref());
        let shard = match prepared {
            Ok(prepared) => prepared,
            Err(error) => return Done::Refused(format!("{error:#}")),
        };
        let (interrupt, unwanted) = (self.interrupt.clone(), Arc::clone(unwanted));
        let run = tokio::task::spawn_blocking(move || {
            let stop = || interrupt.is_raised() || unwanted.load(Relaxed);
            match answer_shard(&folder, &shard, &stop) {
                Ok(Some(text)) => Done::Answer(JobEnd::Report(text)),
                Ok(None) if unwanted.load(Relaxed) => Done::Unwanted,
                Ok(None) => Done::GivenBack,
                Err(error) => Done::Refused(format!("{error:#}")),
            }
        });
        run.await.unwrap_or(Done::GivenBack)
    }

    async fn question(&self, name: &str) -> Result<Vec<u8>> {
        let known = self.question.borrow().clone();
        if known.0 == name {
            return Ok(known.1);
        }
        let question = self.server.object(name).await?;
        *self.question.borrow_mut() = (name.to_owned(), question.clone());
        Ok(question)
    }

    /// The shard of a job, whose programs are in its folder from now on.
    fn prepared(
        &self,
        number: usize,
        folder: &Path,
        question: &[u8],
        bundle: Option<&[u8]>,
    ) -> Result<ShardFile> {
        let mut shard: ShardFile =
            serde_json::from_slice(question).context("the question cannot be read")?;
        shard.shard.number = number;
        if !self.args.trust.allow_native
            && let Some(option) = native_option(&shard.words)
        {
            bail!(
                "`{option}` says what code is run or where is written, and is for workers that were started with \
                 --allow-native"
            );
        }
        if let Some(bytes) = bundle {
            Bundle::from_bytes(bytes)?.unpack(folder)?;
        }
        Ok(shard)
    }
}

/// What came of a delivery.
enum Done {
    Answer(JobEnd),
    /// This worker cannot do it; another one may.
    Refused(String),
    /// What belongs to it is not at the server now: the client stores it again.
    TooEarly,
    /// It is not finished, and can be begun by another worker at once.
    GivenBack,
    /// There is an answer, or the client is gone.
    Unwanted,
}

/// The option by which code would run that comes with the question, or something would be written here.
fn native_option(words: &[String]) -> Option<&str> {
    let mut words = words.iter().map(String::as_str).peekable();
    while let Some(word) = words.next() {
        let Some(option) = word.strip_prefix("--") else { continue };
        let (name, value) = match option.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (option, words.peek().copied()),
        };
        let is_path = |value: &str| value.contains(['/', '.']);
        if NATIVE.contains(&name) || (name == "solver" && value.is_some_and(is_path)) {
            return Some(word);
        }
    }
    None
}

/// The report of a shard without what all shards have in common; none if it was stopped.
fn answer_shard(
    folder: &Path,
    shard: &ShardFile,
    stop: &dyn Fn() -> bool,
) -> Result<Option<String>> {
    let scratch = tempfile::tempdir().context("there is no temporary folder")?;
    let file = shard.write(scratch.path())?;
    let mut command = Command::new(std::env::current_exe().context("this program is gone")?);
    command.args(["check", "--quiet", "--format", "json", "-j", "1", "--from"]).arg(&file);
    // What is found is kept by the client.
    command.current_dir(folder).env("XDG_STATE_HOME", scratch.path());
    let done = match child::run(&mut command, stop)? {
        Ended::Done(done) => done,
        Ended::Stopped => return Ok(None),
    };
    let mut report: serde_json::Value = serde_json::from_slice(&done.stdout).map_err(|_| {
        let said = String::from_utf8_lossy(&done.stderr);
        anyhow::anyhow!("{}: {}", done.status, said.lines().next().unwrap_or("it said nothing"))
    })?;
    let own = report.get("shard").and_then(|shard| shard.get("number")).cloned();
    if own != Some(shard.shard.number.into()) {
        let problems = report["problems"].as_array();
        let first = problems.and_then(|all| all.first()?["message"].as_str());
        bail!("{}", first.unwrap_or("there is no report of the shard"));
    }
    if report["outcome"] == "interrupted" {
        bail!("it was interrupted");
    }
    if let Some(fields) = report.as_object_mut() {
        fields.remove("shard");
        fields.retain(|_, value| !value.is_null());
    }
    let _ = fs::remove_file(&file);
    Ok(Some(report.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_runs_code_is_for_workers_that_allow_it() {
        let option = |words: &[&str]| {
            let words: Vec<String> = words.iter().map(ToString::to_string).collect();
            native_option(&words).map(str::to_owned)
        };
        assert_eq!(option(&["check", "a.toy", "--first", "--solver", "cvc5"]), None);
        assert_eq!(option(&["check", "--solver", "./evil"]).as_deref(), Some("--solver"));
        assert_eq!(option(&["check", "--z3=/x.so"]).as_deref(), Some("--z3=/x.so"));
        assert_eq!(option(&["check", "a.hs", "--allow-native"]).as_deref(), Some("--allow-native"));
        assert_eq!(option(&["check", "--dump-smt", "d"]).as_deref(), Some("--dump-smt"));
    }
}
