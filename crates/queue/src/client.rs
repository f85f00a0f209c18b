//! The client: it puts jobs into the stream and waits for their answers.
//!
//! Only what is stored under the number of a job counts, so it does not matter how often a job was
//! done. Whatever the client hears may come late or not at all: it looks again at intervals, and a job
//! of which neither an answer nor a message is left is put into the stream again.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use async_nats::jetstream::kv::{Entry, Operation, Watch};
use frontend::untrusted;
use futures_util::{StreamExt, TryStreamExt};
use host::TOOL;
use project_state::NamedReport;
use report::{Report, ShardText};
use solve::Interrupt;
use source::counted;

use crate::asked::QueueQuestion;
use crate::bundle::name_of;
use crate::protocol::{Asking, Job, JobAnswer, JobEnd, Presence, key, token, version};
use crate::server::{self, SUBJECT, Server, patiently};

/// How often the client looks at what it was not notified of: itself, and the server.
const TICK: Duration = Duration::from_millis(100);
const RENEW: Duration = Duration::from_secs(5);
/// After how long without an answer the watch is made anew, and lost jobs are looked for: twice as long each time
/// until there is an answer.
const QUIET: Duration = Duration::from_secs(2);
const LONGEST_QUIET: Duration = Duration::from_secs(32);
/// How long a server may take to come back before a call is refused.
const PATIENT: Duration = Duration::from_secs(3);
/// How long what is left at the end may take.
const GOODBYE: Duration = Duration::from_secs(3);

/// The answers to all jobs of a question. A job that has none is an error that says why.
///
/// # Errors
///
/// If the queue cannot be used.
pub fn answers(asked: QueueQuestion<'_>) -> Result<Vec<NamedReport>> {
    let runtime = server::runtime()?;
    runtime.block_on(async {
        let name = server::own_name();
        let server = server::connect(asked.queue, &format!("{TOOL} check {name}"), PATIENT).await?;
        let mut client = Client::new(&asked, &server, name);
        let asked_all = client.ask().await;
        let collected = match asked_all {
            Some(()) => client.collect().await,
            None => Err(anyhow!("the queue was lost before the question was asked")),
        };
        // What is left of a question that was given up keeps nothing busy.
        let _ = tokio::time::timeout(GOODBYE, client.leave()).await;
        collected?;
        client.say_who();
        Ok(client.reports())
    })
}

struct Client<'a> {
    asked: &'a QueueQuestion<'a>,
    server: &'a Server,
    name: String,
    /// The id of this call.
    run: String,
    /// How many jobs there are.
    jobs: usize,
    /// The names of the objects.
    bundle: String,
    question: String,
    answered: BTreeMap<usize, JobAnswer>,
    /// Answers that were too large for a message.
    elsewhere: BTreeMap<usize, String>,
    /// How often jobs were put into the stream.
    rounds: u64,
    /// When there was last a sign that the question is being answered.
    alive: Instant,
    has_complained: bool,
}

impl<'a> Client<'a> {
    fn new(asked: &'a QueueQuestion<'a>, server: &'a Server, name: String) -> Client<'a> {
        let shard = &asked.shard.shard;
        // No other call has the same: the keys of a hasher are random.
        let random = RandomState::new().build_hasher().finish();
        let nonce = name_of(format!("{name} {random}").as_bytes());
        let run = format!("{}-{}", token(&shard.question), &nonce[..12]);
        Client {
            asked,
            server,
            name,
            run,
            jobs: shard.count,
            bundle: String::new(),
            question: String::new(),
            answered: BTreeMap::new(),
            elsewhere: BTreeMap::new(),
            rounds: 0,
            alive: Instant::now(),
            has_complained: false,
        }
    }

    fn interrupt(&self) -> &'a Interrupt {
        self.asked.interrupt
    }

    /// Whether there was no sign of a worker for longer than the user waits.
    fn is_given_up(&self) -> bool {
        self.asked.patience.is_some_and(|patience| self.alive.elapsed() > patience)
    }

    fn is_over(&self) -> bool {
        self.interrupt().is_raised() || self.is_given_up()
    }

    /// Sends the programs and the jobs; none if that was ended.
    async fn ask(&mut self) -> Option<()> {
        let server = self.server;
        let stop = || self.is_over();
        let object = self.asked.bundle.to_bytes();
        let bundle = patiently(&stop, || server.store(&object)).await?;
        let shard = serde_json::to_vec(self.asked.shard).expect("texts and numbers can be written");
        let question = patiently(&stop, || server.store(&shard)).await?;
        (self.bundle, self.question) = (bundle, question);
        let stop = || self.is_over();
        patiently(&stop, || self.show_up()).await?;
        let all: Vec<usize> = (1..=self.jobs).collect();
        self.publish(&all).await
    }

    /// Says that we are there: workers leave jobs alone whose client is gone.
    async fn show_up(&self) -> Result<()> {
        let asking = Asking {
            run: self.run.clone(),
            tool: TOOL.to_owned(),
            client: self.name.clone(),
            jobs: self.jobs,
            answered: self.answered.len(),
        };
        let text = serde_json::to_vec(&asking)?;
        self.server.clients.put(&self.run, text.into()).await?;
        Ok(())
    }

    fn subject(&self, number: &str) -> String {
        format!("{SUBJECT}.{}.{}.{number}", version(), self.run)
    }

    async fn publish(&mut self, numbers: &[usize]) -> Option<()> {
        self.rounds += 1;
        for &number in numbers {
            let job = Job {
                tool: TOOL.to_owned(),
                run: self.run.clone(),
                number,
                bundle: self.bundle.clone(),
                question: self.question.clone(),
            };
            let job = serde_json::to_vec(&job).expect("texts and numbers can be written");
            // The server drops a message whose id it knows: one that was sent twice is there once.
            let id = format!("{}.{}", key(&self.run, number), self.rounds);
            let subject = self.subject(&number.to_string());
            let stop = || self.is_over();
            let server = self.server;
            patiently(&stop, || server.publish(subject.clone(), id.clone(), job.clone())).await?;
        }
        Some(())
    }

    /// Takes answers in until all are there, or nothing more is to be expected.
    async fn collect(&mut self) -> Result<()> {
        let mut watch: Option<Watch> = None;
        let (mut renewed, mut heard, mut quiet) = (Instant::now(), Instant::now(), QUIET);
        while self.answered.len() < self.jobs && !self.is_over() {
            if watch.is_none() {
                let keys = format!("{}.*", self.run);
                let made = self.server.answers.watch_with_history(keys);
                let made = tokio::time::timeout(RENEW, made).await;
                watch = made.ok().and_then(Result::ok);
            }
            let next = async {
                match &mut watch {
                    Some(watch) => watch.next().await,
                    None => {
                        tokio::time::sleep(TICK).await;
                        None
                    }
                }
            };
            match tokio::time::timeout(TICK, next).await {
                Ok(Some(Ok(entry))) => {
                    if self.take(&entry).await {
                        (heard, self.alive) = (Instant::now(), Instant::now());
                        quiet = QUIET;
                    }
                }
                // The watch has ended, most often with the connection.
                Ok(Some(Err(_)) | None) => watch = None,
                Err(_) => {}
            }
            if renewed.elapsed() > RENEW {
                renewed = Instant::now();
                let _ = tokio::time::timeout(RENEW, self.renew()).await;
            }
            if heard.elapsed() > quiet {
                (heard, watch) = (Instant::now(), None);
                quiet = (quiet * 2).min(LONGEST_QUIET);
                let _ = tokio::time::timeout(RENEW, self.restore()).await;
            }
        }
        Ok(())
    }

    /// Takes an answer in; whether it is one.
    async fn take(&mut self, entry: &Entry) -> bool {
        if entry.operation != Operation::Put {
            return false;
        }
        let Ok(answer) = serde_json::from_slice::<JobAnswer>(&entry.value) else { return false };
        let number = answer.number;
        if number == 0 || number > self.jobs || self.answered.contains_key(&number) {
            return false;
        }
        let mut answer = answer;
        if let JobEnd::Elsewhere(name) = &answer.end {
            let name = name.clone();
            let Ok(text) = self.server.object(&name).await else { return false };
            let Ok(text) = String::from_utf8(text) else { return false };
            answer.end = JobEnd::Report(text);
            self.elsewhere.insert(number, name);
        }
        self.answered.insert(number, answer);
        true
    }

    /// Says again that we are there, and looks who works.
    async fn renew(&mut self) -> Result<()> {
        self.show_up().await?;
        let workers: Vec<Presence> = server::all(&self.server.workers).await?;
        let (own, others): (Vec<&Presence>, Vec<&Presence>) =
            workers.iter().partition(|worker| worker.tool == TOOL);
        if !own.is_empty() {
            self.alive = Instant::now();
        } else if !self.has_complained {
            self.has_complained = true;
            self.asked.terminal.complain(&no_worker(&others));
        }
        Ok(())
    }

    /// Stores again what a server may have lost that was killed: it writes to its disk a little later than it
    /// answers. A job of which neither a message nor an answer is left is put into the stream again,
    /// and so is one whose message is there, but is taken for acknowledged.
    async fn restore(&mut self) -> Result<()> {
        self.server.store(&self.asked.bundle.to_bytes()).await?;
        self.server.store(&serde_json::to_vec(self.asked.shard)?).await?;
        let acknowledged = self.server.jobs.consumer_info(version()).await;
        let acknowledged = acknowledged.map_or(0, |info| info.ack_floor.stream_sequence);
        let waiting = self.server.jobs.info_with_subjects(self.subject("*")).await?;
        let waiting: Vec<(String, usize)> = waiting.try_collect().await?;
        let number = |(subject, _): &(String, usize)| subject.rsplit('.').next()?.parse().ok();
        let waiting: BTreeSet<usize> = waiting.iter().filter_map(number).collect();
        let mut lost = Vec::new();
        let is_open =
            |number: &usize| !self.answered.contains_key(number) && !waiting.contains(number);
        let open: Vec<usize> = (1..=self.jobs).filter(is_open).collect();
        for number in waiting {
            let subject = self.subject(&number.to_string());
            let message = self.server.jobs.get_last_raw_message_by_subject(&subject).await;
            if message.is_ok_and(|message| message.sequence <= acknowledged) {
                self.server.jobs.purge().filter(subject).await?;
                if !self.answered.contains_key(&number) {
                    lost.push(number);
                }
            }
        }
        for number in open {
            // The answer is stored before the message goes away.
            match self.server.answers.entry(key(&self.run, number)).await? {
                Some(entry) => drop(self.take(&entry).await),
                None => lost.push(number),
            }
        }
        if !lost.is_empty() {
            self.publish(&lost).await;
        }
        Ok(())
    }

    /// Takes away what the server still has of this question.
    async fn leave(&self) {
        let _ = self.server.clients.purge(&self.run).await;
        let _ = self.server.jobs.purge().filter(self.subject("*")).await;
        self.server.forget_answers(&self.run).await;
        for name in self.elsewhere.values() {
            self.server.remove(name).await;
        }
    }

    /// Where the time went.
    fn say_who(&self) {
        if !self.asked.terminal.verbose {
            return;
        }
        let mut by_worker: BTreeMap<&str, (usize, u64)> = BTreeMap::new();
        for answer in self.answered.values() {
            let (jobs, millis) = by_worker.entry(&answer.worker).or_default();
            (*jobs, *millis) = (*jobs + 1, *millis + answer.millis);
        }
        for (worker, (jobs, millis)) in by_worker {
            let time = Duration::from_millis(millis);
            let text = format!("{worker}: {} in {time:.1?}", counted(jobs, "target"));
            self.asked.terminal.complain(&text);
        }
    }

    fn reports(self) -> Vec<NamedReport> {
        let why = match self.interrupt().is_raised() {
            true => "the call was interrupted".to_owned(),
            false => "no worker is there, and --timeout is over".to_owned(),
        };
        let missing = self.jobs - self.answered.len();
        let shard = &self.asked.shard.shard;
        let named = |(number, answer): (usize, JobAnswer)| {
            let name = format!("the answer of {}", answer.worker);
            NamedReport { report: report_of(number, answer, shard), name }
        };
        let mut all: Vec<NamedReport> = self.answered.into_iter().map(named).collect();
        if missing > 0 {
            all.push(NamedReport { name: "the queue".to_owned(), report: Err(anyhow!(why)) });
        }
        all
    }
}

/// The report of a shard, with what all shards have in common.
fn report_of(number: usize, answer: JobAnswer, shard: &ShardText) -> Result<Report> {
    match answer.end {
        JobEnd::Report(text) => {
            let damaged = || format!("the answer of {} is damaged", answer.worker);
            let mut report = report::parse_json(&text).with_context(damaged)?;
            untrusted::check(&report).with_context(damaged)?;
            report.shard = Some(ShardText { number, ..shard.clone() });
            Ok(report)
        }
        JobEnd::Elsewhere(_) => Err(anyhow!("the answer of {} is lost", answer.worker)),
        JobEnd::Failed(why) => Err(anyhow!("{why}")),
    }
}

fn no_worker(others: &[&Presence]) -> String {
    let mut text = format!("waiting: there is no worker of {TOOL} at the queue");
    if let Some(other) = others.first() {
        text.push_str(&format!(
            "\n  = note: {} is of {}, which answers for its own version alone",
            other.name, other.tool
        ));
    }
    text.push_str("\n  = help: `tracehound worker --queue URL` is one");
    text
}
