//! `spec learn`: a spec for those who have logs and no spec.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, anyhow};
use frontend::Publisher;
use frontend::args::Format;
use host::limits::LimitGuard;
use host::{TOOL, output, read};
use report::{Envelope, Outcome, ProposalText, RejectedLog, SpecProposals};
use source::counted;
use trace_tools::{Example, Learnt, Proposal};

use super::{SpecLearn, met_limit, plain, tell_limit};

pub(super) fn learn(args: &SpecLearn, terminal: &Publisher) -> Result<Outcome> {
    let guard = terminal.guard(args.limits.budget(), &plain(args.format));
    let examples = |paths: &[PathBuf]| -> Result<Vec<Example>> {
        paths.iter().map(|path| example(path)).collect()
    };
    let (good, bad) = (examples(&args.good)?, examples(&args.bad)?);
    let learnt = trace_tools::learn(&good, &bad, &guard.stop());
    let text = match args.format {
        Format::Json => Envelope::new(TOOL, guard.outcome(), answer(&learnt, &guard)).json(),
        _ => text(&learnt, bad.len()),
    };
    tell_limit(&guard, terminal);
    for name in &learnt.left_out {
        terminal.complain(&format!(
            "warning: events of `{name}` were left out: their arguments differ in number or kind, or it is no name"
        ));
    }
    match &args.output {
        Some(path) => output::to_file(path, &text)?,
        None => {
            output::to_stdout(&text)?;
        }
    }
    Ok(guard.outcome())
}

fn answer(learnt: &Learnt, guard: &LimitGuard) -> SpecProposals {
    let rejected =
        |(log, event): &(String, Option<u64>)| RejectedLog { log: log.clone(), event: *event };
    let proposal = |one: &Proposal| ProposalText {
        property: one.name.clone(),
        formula: one.formula.clone(),
        meaning: one.meaning.clone(),
        support: one.support,
        decided_by: one.decided_by.clone(),
        rejects: one.rejects.iter().map(rejected).collect(),
    };
    SpecProposals {
        declarations: learnt.declarations.clone(),
        proposals: learnt.proposals.iter().map(proposal).collect(),
        tried: learnt.tried.0 as u64,
        candidates: learnt.tried.1 as u64,
        left_out: learnt.left_out.clone(),
        limit: met_limit(guard),
    }
}

/// The events of a log.
fn example(path: &Path) -> Result<Example> {
    let name = path.display().to_string();
    let text = read::source_text(path).map_err(|error| anyhow!(error))?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let event = |(at, line): (usize, &str)| {
        let event = trace_tools::parse_line(line.as_bytes());
        let event = event.with_context(|| format!("{name}:{}", at + 1))?;
        Ok(event.into_owned())
    };
    let events = lines.map(event).collect::<Result<_>>()?;
    Ok(Example { name, events })
}

fn text(learnt: &Learnt, bad: usize) -> String {
    let mut out = String::from("# Proposed from logs: read it before you rely on it.\n\n");
    out.push_str(&learnt.declarations);
    for proposal in &learnt.proposals {
        push_proposal(&mut out, proposal, bad);
    }
    let (tried, all) = learnt.tried;
    let of = if tried == all { String::new() } else { format!(" of {all}") };
    let candidates = counted(tried, "candidate");
    let _ =
        writeln!(out, "\n# {} hold of {candidates}{of} that were tried.", learnt.proposals.len());
    out
}

fn push_proposal(out: &mut String, proposal: &Proposal, bad: usize) {
    let Proposal { name, formula, meaning, support, decided_by, rejects } = proposal;
    let _ = writeln!(out, "\n# {meaning}");
    let _ = writeln!(out, "# {} in {} decide it", counted(*support, "event"), some(decided_by));
    if bad > 0 {
        let place = |(name, event): &(String, Option<u64>)| match event {
            Some(event) => format!("{name} (event {event})"),
            None => format!("{name} (at its end)"),
        };
        let places: Vec<String> = rejects.iter().map(place).collect();
        let said = if places.is_empty() { "no bad log".to_owned() } else { some(&places) };
        let _ = writeln!(out, "# rejects {said}");
    }
    let _ = writeln!(out, "property {name} := {formula}");
}

/// The first few of some names.
fn some(names: &[String]) -> String {
    let shown = names.iter().take(3).cloned().collect::<Vec<String>>().join(", ");
    match names.len().saturating_sub(3) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}
