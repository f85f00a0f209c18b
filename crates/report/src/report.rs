//! The report: everything that any format may tell.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use source::{Diagnostic, Files};

use crate::engine::contradiction;
use crate::jsonl::{jsonl_problem, jsonl_target};
use crate::message::{Message, Tone};
use crate::{
    Acceptance, Answer, Doubt, EngineText, ExplorationText, FailOn, Finding, Outcome, Place,
    Problem, ProblemKind, ShardText, StatsText, TargetSaver,
};

/// Version of the format; grows when a field changes its meaning or goes away.
pub(crate) const SCHEMA: u32 = 1;

/// Everything that one call has to say.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Report {
    /// Version of this format.
    pub schema: u32,
    /// Name and version of the tool.
    pub tool: String,
    /// The outcome of the call.
    pub outcome: Outcome,
    /// The exit code that goes with the outcome.
    pub exit: u8,
    /// How many targets got which answer.
    pub summary: Summary,
    /// Input that could not be used, and remarks on input.
    pub problems: Vec<Problem>,
    /// The targets in the order in which they were asked for, methods of Java programs last.
    pub targets: Vec<TargetReport>,
    /// Which part of a question this answers, where several calls share it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub shard: Option<ShardText>,
    /// The files that findings show, as they were; in saved runs and the reports of shards only.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub sources: Vec<SourceText>,
}

/// A file as it was when it was checked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SourceText {
    /// Its name in places.
    pub file: String,
    /// Its path; files that come with the tool have none.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub path: Option<String>,
    /// Its text.
    pub text: String,
}

/// How many targets got which answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Summary {
    /// Violations found, over all targets, without those that are known or allowed.
    pub violations: u64,
    /// Findings that blame the contracts of callees, over all targets.
    #[serde(default)]
    pub weak_specs: u64,
    /// Findings that are known or allowed, over all targets.
    #[serde(default)]
    pub accepted: u64,
    /// Targets left undecided.
    pub inconclusive: u64,
    /// Targets of which nothing was checked.
    #[serde(default)]
    pub vacuous: u64,
    /// Targets that are proved.
    #[serde(default)]
    pub proved: u64,
    /// Other targets that hold, those that hold within bounds included.
    pub hold: u64,
    /// Those of them that hold within bounds only.
    pub hold_within_bounds: u64,
    /// Problems that kept a target from being checked.
    pub unusable: u64,
    /// Targets that were not explored again, because nothing has changed since.
    #[serde(default)]
    pub cached: u64,
}

/// The report on one target.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TargetReport {
    /// The file that it stands in.
    pub file: String,
    /// Its name in that file.
    pub name: String,
    /// The language of the file.
    pub language: String,
    /// The answer.
    pub answer: Answer,
    /// The bounds within which it holds, for `holds-within-bounds`.
    pub bounds: Vec<String>,
    /// The proof that there is, or why there is none, where one was looked for.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub proof: Option<ProofText>,
    /// Violations, in the order of their paths.
    pub findings: Vec<Finding>,
    /// The doubts that keep the target from being decided, grouped by place and reason.
    pub doubts: Vec<Doubt>,
    /// Limits of the whole run that were met.
    pub limits: Vec<LimitText>,
    /// Further facts that are no findings, such as the answers to a goal, as sentences without a full stop.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub notes: Vec<String>,
    /// Whether no path ever reached an end, so that the answer says nothing about the program.
    pub vacuous: bool,
    /// Whether its precondition is `false` as written: there is no call to check, only callers.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub must_not_be_called: bool,
    /// Assumptions about the machine that the program runs on, as sentences.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub assumptions: Vec<String>,
    /// The trace spec that its events were checked against.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub spec: Option<SpecText>,
    /// The arguments of the call besides the file, where they are part of the question.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub arguments: Vec<String>,
    /// The words of the call that found this, where it is not one of `check`: what shows it again.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub command: Vec<String>,
    /// What the run passed, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub exploration: Option<ExplorationText>,
    /// The answer of each engine, where several engines checked a target.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub engines: Vec<EngineText>,
    /// Whether nothing has changed since it was last explored, and the answer is that of then.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub cached: bool,
    /// Counts.
    pub stats: StatsText,
}

/// The end of the search for a proof.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ProofText {
    /// Whether there is one.
    pub status: ProofStatus,
    /// What it rests on: the call does not break anything if all of this is so.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub rests_on: Vec<String>,
    /// The functions that were taken by their contracts, and are proved with it.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub with: Vec<String>,
    /// What always holds of what the modules keep, and was needed and proved: conditions that hold once the
    /// program is initialised, and that every function keeps which can change it.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub invariants: Vec<String>,
    /// Why there is none, as a sentence without a full stop.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub why_not: Option<String>,
    /// What the modules keep in a counterexample to induction when the call begins.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub state: Vec<String>,
    /// The events that a counterexample to induction has: what happened before the call and in it.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub events: Vec<String>,
    /// What would help.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub helps: Vec<String>,
    /// Whether the user asked for a proof, and so wants to know.
    #[serde(skip)]
    pub asked: bool,
}

/// Whether there is a proof.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ProofStatus {
    /// There is one.
    Proved,
    /// The contracts do not say enough: what they allow can break a promise, although no call was seen to.
    NotInductive,
    /// None was found.
    Open,
}

/// A trace spec that the events of a program were checked against.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SpecText {
    /// Its file.
    pub file: String,
    /// The property that was asked for; without one, all of them.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub property: Option<String>,
}

/// A limit that was met.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LimitText {
    /// Which limit: `time`, `paths`, `depth`, `steps`, `events`, `solver-time`, `memory`, `findings` or
    /// `interrupted`.
    pub kind: String,
    /// The message, with the number.
    pub message: String,
    /// The option that sets this limit.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub option: Option<String>,
}

/// Collects what belongs to one report.
#[derive(Clone, Debug, Default)]
pub struct ReportBuilder {
    problems: Vec<Problem>,
    targets: Vec<TargetReport>,
    /// The names of the findings so far.
    names: BTreeSet<String>,
    interrupted: bool,
    allow_vacuous: bool,
    fail_on: FailOn,
    /// Which findings are accepted.
    acceptance: Option<Acceptance>,
    /// Gets each line of JSON Lines as soon as it is known.
    lines: Option<fn(&str)>,
    /// Gets each target before names of findings are told apart.
    saver: Option<TargetSaver>,
    /// Gets everything that this one gets.
    mirror: Option<ReportMirror>,
}

/// What was added to a report so far, for a thread that has to finish it if the one that makes it
/// cannot.
#[derive(Clone, Debug, Default)]
pub struct ReportMirror(Arc<Mutex<ReportBuilder>>);

impl ReportMirror {
    /// The report as far as it is known.
    #[must_use]
    pub fn so_far(&self) -> ReportBuilder {
        self.lock().clone()
    }

    /// How many targets are in it.
    #[must_use]
    pub fn targets(&self) -> usize {
        self.lock().targets.len()
    }

    fn lock(&self) -> MutexGuard<'_, ReportBuilder> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ReportBuilder {
    /// Nothing to say yet.
    #[must_use]
    pub fn new() -> ReportBuilder {
        ReportBuilder::default()
    }

    /// Nothing to say yet; what is added is also handed on as lines of JSON, at once.
    #[must_use]
    pub fn streaming(lines: fn(&str)) -> ReportBuilder {
        ReportBuilder { lines: Some(lines), ..ReportBuilder::default() }
    }

    /// Hands what is added from now on on as lines of JSON.
    pub fn hand_on(&mut self, lines: fn(&str)) {
        self.lines = Some(lines);
    }

    /// Gives each target that is added from now on to a saver, too.
    pub fn save_by(&mut self, saver: TargetSaver) {
        self.saver = Some(saver);
    }

    /// Whatever is added from now on is added to the mirror, too, and not handed on from there.
    pub fn mirror_in(&mut self, mirror: &ReportMirror) {
        *mirror.lock() = ReportBuilder { lines: None, saver: None, ..self.clone() };
        self.mirror = Some(mirror.clone());
    }

    /// Adds a message about the input.
    pub fn problem(&mut self, problem: Problem) {
        if let Some(mirror) = &self.mirror {
            mirror.lock().problem(problem.clone());
        }
        if let Some(lines) = self.lines {
            lines(&jsonl_problem(&problem));
        }
        self.problems.push(problem);
    }

    /// Adds a target. No two findings of a report have one name: those that differ in nothing that
    /// names are made of, such as the lines of their events, are told apart by their number.
    pub fn target(&mut self, mut target: TargetReport) {
        if let Some(TargetSaver(save)) = &self.saver {
            save(&target);
        }
        if target.answer == Answer::Vacuous && target.doubts.is_empty() {
            target.doubts.push(vacuity(&target));
        }
        for finding in &mut target.findings {
            let plain = finding.id.clone();
            let mut number = 1;
            while !self.names.insert(finding.id.clone()) {
                number += 1;
                finding.id = format!("{plain}-{number}");
            }
        }
        if let Some(acceptance) = &self.acceptance {
            acceptance.apply(&mut target);
        }
        if let Some(lines) = self.lines {
            lines(&jsonl_target(&target));
        }
        if let Some(mirror) = &self.mirror {
            mirror.lock().targets.push(target.clone());
        }
        self.targets.push(target);
    }

    /// Says that the user accepts targets of which nothing is checked: they do not change the
    /// outcome.
    pub fn allow_vacuous(&mut self) {
        self.allow_vacuous = true;
    }

    /// Says from which answer on the call fails.
    pub fn fail_on(&mut self, fail_on: FailOn) {
        self.fail_on = fail_on;
    }

    /// Says which findings are accepted: they do not change the outcome.
    pub fn accept_by(&mut self, acceptance: Acceptance) {
        self.acceptance = Some(acceptance);
    }

    /// Says that the user stopped the call before everything was done.
    pub fn interrupted(&mut self) {
        self.interrupted = true;
    }

    /// The report by the tool of this name and version.
    #[must_use]
    pub fn finish(self, tool: impl Into<String>) -> Report {
        let outcome = self.outcome();
        Report {
            schema: SCHEMA,
            tool: tool.into(),
            outcome,
            exit: outcome.exit_code(),
            summary: Summary::of(&self.problems, &self.targets),
            problems: self.problems,
            targets: self.targets,
            shard: None,
            sources: Vec::new(),
        }
    }

    fn outcome(&self) -> Outcome {
        let problem = |problem: &Problem| match problem.kind {
            ProblemKind::BadInput => Outcome::BadInput,
            ProblemKind::NoTarget => Outcome::NoTarget,
            ProblemKind::Stopped if self.fail_on >= FailOn::Inconclusive => Outcome::Inconclusive,
            ProblemKind::Stopped | ProblemKind::Remark => Outcome::NoneFound,
        };
        let problems = self.problems.iter().map(problem);
        let allowed =
            |target: &&TargetReport| !(self.allow_vacuous && target.answer == Answer::Vacuous);
        let fails = self.targets.iter().filter(allowed).filter_map(TargetReport::fails_from);
        let answers = fails.filter(|from| *from <= self.fail_on).map(|from| match from {
            FailOn::Violation | FailOn::Weak => Outcome::Violation,
            FailOn::Inconclusive => Outcome::Inconclusive,
            FailOn::Vacuous => Outcome::Vacuous,
            FailOn::Never => Outcome::NoneFound,
        });
        let start = if self.interrupted { Outcome::Interrupted } else { Outcome::NoneFound };
        problems.chain(answers).fold(start, Outcome::and)
    }
}

impl Summary {
    fn of(problems: &[Problem], targets: &[TargetReport]) -> Summary {
        let mut summary = Summary::default();
        let unusable = problems.iter().filter(|problem| problem.kind != ProblemKind::Remark);
        summary.unusable = unusable.count() as u64;
        for target in targets {
            let new = || target.findings.iter().filter(|finding| finding.is_new());
            let weak = new().filter(|finding| !finding.weak_specs.is_empty()).count() as u64;
            let new = new().count() as u64;
            summary.violations += new - weak;
            summary.weak_specs += weak;
            summary.accepted += target.findings.len() as u64 - new;
            summary.cached += u64::from(target.cached);
            match target.answer {
                Answer::Violation | Answer::WeakSpec => {}
                Answer::Inconclusive => summary.inconclusive += 1,
                Answer::Vacuous => summary.vacuous += 1,
                Answer::Proved => summary.proved += 1,
                Answer::Holds => summary.hold += 1,
                Answer::HoldsWithinBounds => {
                    summary.hold += 1;
                    summary.hold_within_bounds += 1;
                }
            }
        }
        summary
    }
}

impl Report {
    /// All messages in the order in which they are reported.
    pub(crate) fn messages(&self) -> Vec<Message<'_>> {
        let mut all: Vec<Message<'_>> = self.problems.iter().map(Message::from).collect();
        for target in &self.targets {
            all.extend(target.findings.iter().map(Finding::to_message));
            all.extend(target.open_messages());
        }
        all
    }
}

impl TargetReport {
    /// The messages on what is left open: doubts and limits.
    pub(crate) fn open_messages(&self) -> Vec<Message<'_>> {
        let title = &self.title();
        let doubts = self.doubts.iter().map(|doubt| doubt.to_message(title));
        doubts.chain(self.limits.iter().map(|limit| limit.to_message(title))).collect()
    }

    /// The same with further things that keep the target from being decided.
    #[must_use]
    pub fn doubting(mut self, files: &Files, faults: &[Diagnostic]) -> TargetReport {
        self.doubts.extend(faults.iter().map(|fault| doubt(files, fault)));
        if !faults.is_empty() && !self.answer.is_finding() {
            self.answer = Answer::Inconclusive;
            self.vacuous = false;
        }
        self
    }

    /// The same with reasons why nothing of the target, or of a part of its contract, was checked.
    #[must_use]
    pub fn vacuous_because(mut self, files: &Files, faults: &[Diagnostic]) -> TargetReport {
        self.doubts.extend(faults.iter().map(|fault| doubt(files, fault)));
        if !faults.is_empty() && self.answer != Answer::Inconclusive && !self.answer.is_finding() {
            self.answer = Answer::Vacuous;
            self.vacuous = true;
        }
        self
    }

    /// The same where paths without an end have shown all that was asked about them: within its
    /// bounds, the target holds.
    #[must_use]
    pub fn seen_without_end(mut self) -> TargetReport {
        if self.answer == Answer::Vacuous {
            (self.answer, self.vacuous) = (Answer::HoldsWithinBounds, false);
        }
        self
    }

    /// The same with the end of the search for a proof. What is proved has no bounds, and nothing of it is
    /// open.
    #[must_use]
    pub fn with_proof(mut self, proof: Option<ProofText>) -> TargetReport {
        let is_proved = proof.as_ref().is_some_and(|proof| proof.status == ProofStatus::Proved);
        if is_proved && self.answer == Answer::Violation {
            self.answer = Answer::Inconclusive;
            self.doubts
                .push(contradiction("there is a violation, but also a proof that there is none"));
        } else if is_proved && self.answer != Answer::WeakSpec && self.answer != Answer::Vacuous {
            self.answer = Answer::Proved;
            self.bounds.clear();
            self.doubts.clear();
            self.limits.clear();
        }
        self.proof = proof.filter(|_| !self.answer.is_finding() && self.answer != Answer::Vacuous);
        self
    }

    /// The same for a target whose precondition is `false` as written: that no call satisfies it is
    /// what its author means, and it is up to its callers not to call it.
    #[must_use]
    pub fn not_to_be_called(mut self) -> TargetReport {
        if self.answer == Answer::Vacuous {
            self.answer = Answer::Holds;
        }
        self.vacuous = false;
        self.must_not_be_called = true;
        self
    }

    /// The same, where this is taken for granted of the machine that the program runs on.
    #[must_use]
    pub fn assuming(mut self, assumptions: Vec<String>) -> TargetReport {
        self.assumptions.extend(assumptions);
        self
    }

    /// The same, whose events were checked against this spec.
    #[must_use]
    pub fn against(mut self, spec: Option<SpecText>) -> TargetReport {
        self.spec = spec;
        self
    }

    /// The same for a question that these arguments are part of.
    #[must_use]
    pub fn asked_with(mut self, arguments: Vec<String>) -> TargetReport {
        self.arguments = arguments;
        self
    }

    /// `file:name`, as the user writes it on the command line.
    #[must_use]
    pub fn title(&self) -> String {
        format!("{}:{}", self.file, self.name)
    }
}

impl LimitText {
    /// Whether the user stopped the call.
    pub(crate) fn is_interruption(&self) -> bool {
        self.kind == "interrupted"
    }

    /// Whether as much was found as was asked for.
    pub(crate) fn is_wanted_count(&self) -> bool {
        self.kind == "findings"
    }

    fn to_message(&self, title: &str) -> Message<'_> {
        let advice = |option: &String| format!("a larger {option} lets the search go on");
        Message {
            tone: if self.kind == "findings" { Tone::Note } else { Tone::Warning },
            code: Some("ENG001"),
            id: None,
            text: format!("not every path of `{title}` was explored: {}", self.message),
            labels: Vec::new(),
            notes: Vec::new(),
            helps: self.option.iter().map(advice).collect(),
        }
    }
}

fn doubt(files: &Files, fault: &Diagnostic) -> Doubt {
    Doubt {
        code: fault.code.clone().unwrap_or_default(),
        message: fault.message.clone(),
        place: fault.labels.first().map(|label| Place::new(files, label.span)),
        paths: 0,
        helps: fault.helps.clone(),
    }
}

/// Why nothing of a target was checked, where its language has not said so.
fn vacuity(target: &TargetReport) -> Doubt {
    let title = target.title();
    let (code, message, help) = match target.stats.cut_off {
        0 => (
            "SPC001",
            format!("the assumptions of `{title}` exclude every input, so nothing was checked"),
            "look for assumptions that contradict each other",
        ),
        _ => (
            "SPC014",
            format!("no path of `{title}` ends within the bounds, so nothing was checked"),
            "look for a loop or a recursion that never ends; if it does end, larger bounds show it",
        ),
    };
    let allow = "--allow-vacuous accepts targets of which nothing is checked";
    let helps = vec![help.to_owned(), allow.to_owned()];
    Doubt { code: code.to_owned(), message, place: None, paths: 0, helps }
}
