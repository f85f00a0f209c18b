//! The report as JSON Lines: one object for each thing that is known, in the order in which it
//! becomes known.

use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    Answer, Doubt, Finding, LimitText, Outcome, Problem, Report, StatsText, Summary, TargetReport,
};

/// One line.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub(crate) enum Line<'a> {
    /// The call has begun.
    Start {
        /// Version of this format, which is that of the whole report.
        schema: u32,
        /// Name and version of the tool.
        tool: &'a str,
    },
    /// Input that could not be used, or a remark on it.
    Problem(&'a Problem),
    /// A violation.
    Finding {
        /// The target, as `file:name`.
        target: &'a str,
        #[serde(flatten)]
        finding: &'a Finding,
    },
    /// How far a target has come; not part of a report that is written to a file.
    Progress {
        /// The target, as `file:name`.
        target: &'a str,
        #[serde(flatten)]
        progress: ProgressText,
    },
    /// Something that keeps a target from being decided.
    Inconclusive {
        /// The target, as `file:name`.
        target: &'a str,
        #[serde(flatten)]
        reason: Reason<'a>,
    },
    /// All that there is to say of a target.
    TargetDone {
        /// The target, as `file:name`.
        target: &'a str,
        /// Its language.
        language: &'a str,
        /// The answer.
        answer: Answer,
        /// The bounds within which it holds.
        bounds: &'a [String],
        /// Counts.
        stats: &'a StatsText,
    },
    /// The call has ended.
    Summary {
        /// The outcome of the call.
        outcome: Outcome,
        /// The exit code that goes with it.
        exit: u8,
        #[serde(flatten)]
        summary: Summary,
    },
}

/// How far a target has come.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct ProgressText {
    /// Paths that have ended.
    pub paths: u64,
    /// Paths that wait to be carried on.
    pub waiting: u64,
    /// The greatest number of splits along a path.
    pub depth: u64,
    /// Questions to the solver.
    pub queries: u64,
    /// Violated paths.
    pub findings: u64,
    /// Wall time since the target was begun.
    pub elapsed_ms: u64,
}

/// Why a target is undecided.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Reason<'a> {
    Doubt(&'a Doubt),
    Limit(&'a LimitText),
}

/// The whole report, line by line.
#[must_use]
pub fn jsonl(report: &Report) -> String {
    let mut out = jsonl_start(&report.tool);
    report.problems.iter().for_each(|problem| out.push_str(&jsonl_problem(problem)));
    report.targets.iter().for_each(|target| out.push_str(&jsonl_target(target)));
    out.push_str(&jsonl_summary(report));
    out
}

/// The first line.
#[must_use]
pub fn jsonl_start(tool: &str) -> String {
    line(&Line::Start { schema: crate::SCHEMA, tool })
}

/// The line of a problem.
pub(crate) fn jsonl_problem(problem: &Problem) -> String {
    line(&Line::Problem(problem))
}

/// The line of a finding of a target.
pub(crate) fn jsonl_finding(report: &TargetReport, finding: &Finding) -> String {
    line(&Line::Finding { target: &report.title(), finding })
}

/// The lines of a target.
pub(crate) fn jsonl_target(report: &TargetReport) -> String {
    let target = &report.title();
    let findings = report.findings.iter().map(|finding| Line::Finding { target, finding });
    let doubts = report.doubts.iter().map(Reason::Doubt);
    let reasons = doubts.chain(report.limits.iter().map(Reason::Limit));
    let reasons = reasons.map(|reason| Line::Inconclusive { target, reason });
    let TargetReport { language, answer, bounds, stats, .. } = report;
    let done = Line::TargetDone { target, language, answer: *answer, bounds, stats };
    findings.chain(reasons).chain([done]).map(|one| line(&one)).collect()
}

/// The line of a target that is being checked.
#[must_use]
pub fn jsonl_progress(target: &str, progress: ProgressText) -> String {
    line(&Line::Progress { target, progress })
}

/// The last line.
#[must_use]
pub fn jsonl_summary(report: &Report) -> String {
    let Report { outcome, exit, summary, .. } = *report;
    line(&Line::Summary { outcome, exit, summary })
}

fn line(line: &Line<'_>) -> String {
    let mut text = serde_json::to_string(line)
        .expect("a line holds only strings, numbers and lists, which JSON can hold");
    text.push('\n');
    text
}
