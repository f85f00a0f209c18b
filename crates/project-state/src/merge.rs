//! Putting the reports of shards together: what one call would have reported.

use std::collections::BTreeMap;

use anyhow::{Result, bail};
use report::{
    Outcome, Problem, ProblemKind, Report, ReportBuilder, ShardText, ShardedTarget, TargetReport,
};
use source::{Files, counted};

/// A report that was named, or why it cannot be read.
pub struct NamedReport {
    /// The name of its file.
    pub name: String,
    /// The report.
    pub report: Result<Report>,
}

/// Adds what the reports of shards say to a report, in the order of the question. A target whose shard is
/// missing or damaged becomes what `unchecked` makes of it, with the reason. Where the question is known, no report at
/// all is an answer, too.
///
/// # Errors
///
/// If the reports are of different questions, or none of them is the report of a shard.
pub fn merge(
    reports: Vec<NamedReport>,
    question: Option<&ShardText>,
    builder: &mut ReportBuilder,
    unchecked: &dyn Fn(&ShardedTarget, String) -> TargetReport,
) -> Result<()> {
    let mut damaged = Vec::new();
    let mut shards: BTreeMap<usize, (String, ShardText, Report)> = BTreeMap::new();
    for NamedReport { name, report } in reports {
        let report = match report {
            Ok(report) => report,
            Err(error) => {
                damaged.push(format!("{error:#}"));
                continue;
            }
        };
        let Some(shard) = report.shard.clone() else {
            bail!(
                "`{name}` is not the report of a shard\n  = help: `tracehound check --from SHARD --format json` \
                 writes such reports"
            );
        };
        if let Some((first, known, _)) = shards.values().next()
            && !known.is_beside(&shard)
        {
            bail!(
                "`{first}` and `{name}` are about different questions\n  = help: shards of one `tracehound split` \
                 belong together"
            );
        }
        if let Some((first, _, known)) = shards.get(&shard.number) {
            if known.targets != report.targets {
                bail!("`{first}` and `{name}` are two different reports of shard {}", shard.number);
            }
            continue;
        }
        shards.insert(shard.number, (name, shard, report));
    }
    let first = shards.values().next().map(|(_, whole, _)| whole);
    let Some(whole) = first.or(question) else {
        match damaged.first() {
            Some(why) => bail!("{why}"),
            None => bail!("there is no report to merge"),
        }
    };
    let whole = whole.clone();
    for problem in problems(&whole, &shards) {
        builder.problem(problem);
    }
    let missing = whole.count - shards.len();
    let why = missing_because(&damaged);
    if missing > 0 {
        let shards = counted(missing, "shard");
        let verb = if missing == 1 { "is" } else { "are" };
        let message = format!("{shards} of {} {verb} missing{why}", whole.count);
        builder.problem(Problem::new(ProblemKind::Stopped, message));
    }
    if shards.values().any(|(_, _, report)| report.outcome == Outcome::Interrupted) {
        builder.interrupted();
    }
    for target in &whole.targets {
        let own = shards.get(&target.shard).map(|(name, _, report)| (name, report));
        let reports: Vec<&TargetReport> =
            own.iter().flat_map(|(_, report)| &report.targets).collect();
        let reports = reports.into_iter().filter(|report| target.is_of(report));
        let mut reports = reports.cloned().map(as_of_this_call).peekable();
        if reports.peek().is_none() {
            let reason = match own {
                Some((name, _)) => format!("`{name}` does not have it"),
                None => format!("shard {} of {} is missing{why}", target.shard, whole.count),
            };
            builder.target(unchecked(target, reason));
        }
        reports.for_each(|report| builder.target(report));
    }
    Ok(())
}

/// The texts that reports show.
#[must_use]
pub fn files_of(reports: &[NamedReport]) -> Files {
    let mut files = Files::new();
    let reports = reports.iter().filter_map(|named| named.report.as_ref().ok());
    for source in reports.flat_map(|report| &report.sources) {
        if !files.iter().any(|known| known.name() == source.file) {
            files.add(&source.file, &source.text);
        }
    }
    files
}

/// What was said of the input, each thing once.
fn problems(
    whole: &ShardText,
    shards: &BTreeMap<usize, (String, ShardText, Report)>,
) -> Vec<Problem> {
    let mut all: Vec<Problem> = Vec::new();
    let reported = shards.values().flat_map(|(_, _, report)| &report.problems);
    for problem in whole.problems.iter().chain(reported) {
        if !all.contains(problem) {
            all.push(problem.clone());
        }
    }
    all
}

fn missing_because(damaged: &[String]) -> String {
    match damaged {
        [] => String::new(),
        [one] => format!(": {one}"),
        [first, rest @ ..] => format!(": {first} (and {} more)", rest.len()),
    }
}

/// A target as the call reports it that makes the merged report: that tells the names of findings apart, and has
/// nothing in a cache.
fn as_of_this_call(mut target: TargetReport) -> TargetReport {
    target.cached = false;
    for finding in &mut target.findings {
        if let Some((end, _)) = finding.id.match_indices('-').nth(1) {
            finding.id.truncate(end);
        }
    }
    target
}
