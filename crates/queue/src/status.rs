//! Who is there, what is asked, and how far it has come.

use std::time::Duration;

use anyhow::{Result, anyhow};
use futures_util::TryStreamExt;
use host::{TOOL, Terminal, output};
use report::Outcome;
use source::counted;

use crate::protocol::{Asking, Presence};
use crate::server::{self, SUBJECT, Server};
use crate::verbs::QueueVerb;

/// How long the server may take to answer.
const PATIENCE: Duration = Duration::from_secs(20);

/// Answers a question about a queue.
///
/// # Errors
///
/// If the server cannot be reached.
pub fn queue(verb: &QueueVerb, _terminal: &Terminal) -> Result<Outcome> {
    let QueueVerb::Status(args) = verb;
    let text = server::runtime()?.block_on(async {
        let name = format!("{TOOL} queue {}", server::own_name());
        let server = server::connect(&args.queue, &name, Duration::ZERO).await?;
        let text = tokio::time::timeout(PATIENCE, status(&server)).await;
        text.map_err(|_| anyhow!("the server does not answer"))?
    })?;
    output::to_stdout(&text)?;
    Ok(Outcome::NoneFound)
}

async fn status(server: &Server) -> Result<String> {
    let mut clients: Vec<Asking> = server::all(&server.clients).await?;
    let mut workers: Vec<Presence> = server::all(&server.workers).await?;
    clients.sort_by(|one, other| one.client.cmp(&other.client));
    workers.sort_by(|one, other| one.name.cmp(&other.name));
    let waiting = server.jobs.info_with_subjects(format!("{SUBJECT}.>")).await?;
    let waiting: Vec<(String, usize)> = waiting.try_collect().await?;
    let mut text = String::new();
    for Asking { run, tool, client, jobs, answered } in &clients {
        let left = waiting.iter().filter(|(subject, _)| subject.contains(run.as_str())).count();
        let at = workers.iter().flat_map(|worker| &worker.at);
        let at_work = at.filter(|job| job.starts_with(run.as_str())).count();
        let answered = (*answered).max(jobs.saturating_sub(left));
        text.push_str(&format!(
            "{client} asks {}: {answered} answered, {at_work} at work, {} waiting ({tool})\n",
            counted(*jobs, "target"),
            left.saturating_sub(at_work)
        ));
    }
    for Presence { name, tool, at, answered, busy_millis } in &workers {
        let busy = Duration::from_millis(*busy_millis);
        text.push_str(&format!(
            "{name} is at {}, has answered {answered} in {busy:.1?} ({tool})\n",
            counted(at.len(), "target")
        ));
    }
    if clients.is_empty() && workers.is_empty() {
        text.push_str("there is no client and no worker\n");
    }
    Ok(text)
}
