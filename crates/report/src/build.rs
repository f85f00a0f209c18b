//! From a run to its report.

use std::fmt::Display;
use std::time::Duration;

use check::Silence;
use explore::{Answers, Ending, EndingKind, Limit, Run, Unconfirmed, Witness};
use machine::{Event, Failure, Gap, Input};
use solve::Reason;
use source::{Files, Span, counted};
use term::{Pool, Term};

use crate::finding::id;
use crate::{
    Answer, BrokenText, CallText, Doubt, EventText, ExchangedText, Finding, InputText, LimitText,
    Place, SolverText, StatsText, SuggestedEdit, TargetReport, WhyText, plain_value,
};

/// Where handles and spans of a run get their meaning from.
pub struct Scene<'a> {
    /// The pool of the run.
    pub pool: &'a Pool,
    /// The files of the run.
    pub files: &'a Files,
    /// Who tells of a violated path, by its number among the endings of the run.
    pub teller: &'a dyn Fn(usize) -> &'a dyn Teller,
}

/// How a language tells of a violated path.
pub trait Teller {
    /// A value of the path.
    fn value(&self, pool: &Pool, value: Term) -> String {
        plain_value(pool, value)
    }

    /// An event of the path.
    fn event(&self, pool: &Pool, event: &Event) -> String {
        let args: Vec<String> = event.args.iter().map(|arg| self.value(pool, *arg)).collect();
        let result = event.result.map(|result| format!(" = {}", self.value(pool, result)));
        format!("{}({}){}", pool.name(event.op), args.join(", "), result.unwrap_or_default())
    }

    /// Further words about the path.
    fn words(&self) -> Words {
        Words::default()
    }
}

/// The words of a language for a violated path, beyond those of every language.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Words {
    /// The call, if the target is one.
    pub call: Option<CallText>,
    /// The part of a property that is broken.
    pub broken: Option<BrokenText>,
    /// Why the events break a property of traces.
    pub why: Option<WhyText>,
    /// Values that were exchanged for others with the same result.
    pub exchanged: Vec<ExchangedText>,
    /// Further facts.
    pub notes: Vec<String>,
    /// A change of a contract with which the counterexample is gone.
    pub suggestion: Option<SuggestedEdit>,
    /// Of several paths that break a property the smallest is reported: compared number by number.
    pub size: Vec<usize>,
}

/// Tells of a path without words of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Plain;

impl Teller for Plain {}

/// The target that was explored.
#[derive(Clone, Copy, Debug)]
pub struct ExploredTarget<'a> {
    /// The file as the user named it.
    pub file: &'a str,
    /// The path of the file from the root of its project, by which findings are named.
    pub path: &'a str,
    /// The name of the target in that file.
    pub name: &'a str,
    /// Where the target is defined, if it has a place.
    pub span: Option<Span>,
    /// The language of the file.
    pub language: &'a str,
    /// Bounds that are part of the question itself, such as the length of histories.
    pub bounds: &'a [String],
}

impl ExploredTarget<'_> {
    /// The target as findings are named by it.
    fn target(&self) -> String {
        format!("{}:{}", self.path, self.name)
    }
}

/// Bounds on single paths that the user made part of the question. A path cut off at such a bound
/// is no surprise, so the target may still hold within it; at any other bound, it is undecided.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Bounds {
    /// The number of splits along a path is part of the question.
    pub depth: bool,
    /// The number of steps along a path is part of the question.
    pub steps: bool,
}

/// How much to tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Detail {
    /// The bounds that the user stated.
    pub bounds: Bounds,
    /// Tell each violated path, instead of one for each property and place.
    pub every_path: bool,
    /// Tell what the solver did and how long the run took.
    pub time: Option<Duration>,
}

impl TargetReport {
    /// The report of a run.
    #[must_use]
    pub fn new(
        scene: &Scene<'_>,
        subject: ExploredTarget<'_>,
        run: &Run,
        detail: Detail,
    ) -> TargetReport {
        let findings = findings(scene, subject, run, detail);
        let (doubts, mut met) = doubts(scene, run, detail.bounds);
        let mut bounds = subject.bounds.to_vec();
        met.retain(|bound| !bounds.contains(bound));
        bounds.append(&mut met);
        let limits: Vec<LimitText> = run.limits.iter().map(|limit| limit_text(*limit)).collect();
        let vacuous = is_vacuous(run, &doubts);
        let solver = detail.time.map(|time| SolverText::new(&run.stats, time));
        let answer = match answer(&findings, &doubts, &limits, &bounds) {
            Answer::Holds | Answer::HoldsWithinBounds if vacuous => Answer::Vacuous,
            answer => answer,
        };
        TargetReport {
            vacuous,
            findings,
            doubts,
            bounds,
            limits,
            stats: StatsText::new(&run.stats, solver),
            ..TargetReport::plain(subject.file, subject.name, subject.language, answer)
        }
    }
}

/// The answer for one target. "Holds" is said only if nothing at all speaks against it.
fn answer(
    findings: &[Finding],
    doubts: &[Doubt],
    limits: &[LimitText],
    bounds: &[String],
) -> Answer {
    if findings.iter().any(|finding| finding.weak_specs.is_empty()) {
        Answer::Violation
    } else if !findings.is_empty() {
        Answer::WeakSpec
    } else if !doubts.is_empty() || !limits.is_empty() {
        Answer::Inconclusive
    } else if !bounds.is_empty() {
        Answer::HoldsWithinBounds
    } else {
        Answer::Holds
    }
}

/// Whether the program was never seen to end, although nothing but stated bounds kept us from looking.
fn is_vacuous(run: &Run, doubts: &[Doubt]) -> bool {
    match Silence::of(run) {
        Silence::Broken => false,
        // A path that a stated bound cuts off is no doubt.
        Silence::Open => doubts.is_empty() && run.limits.is_empty(),
        Silence::Complete => true,
    }
}

fn findings(
    scene: &Scene<'_>,
    subject: ExploredTarget<'_>,
    run: &Run,
    detail: Detail,
) -> Vec<Finding> {
    // Values are in the text that people read, and never in what tells two findings apart.
    let mut all: Vec<(&str, Vec<usize>, Finding)> = Vec::new();
    for (number, ending) in run.endings.iter().enumerate() {
        let EndingKind::Violated(failure, witness) = &ending.kind else { continue };
        let teller = (scene.teller)(number);
        let words = teller.words();
        let size = words.size.clone();
        let mut found = finding((scene, subject, teller), ending, (failure, witness), words);
        let same = |(message, _, known): &&mut (&str, Vec<usize>, Finding)| {
            (&known.code, *message, &known.place)
                == (&found.code, failure.message.as_str(), &found.place)
        };
        let known = all.iter_mut().find(same);
        if known.is_some() && detail.every_path {
            found.id = id_of_path(subject, failure, &found.events);
        }
        match known {
            Some((_, known_size, known)) if !detail.every_path => {
                let more_paths = known.more_paths + 1;
                if size < *known_size {
                    std::mem::swap(known, &mut found);
                    *known_size = size;
                }
                known.more_paths = more_paths;
            }
            _ => all.push((&failure.message, size, found)),
        }
    }
    all.into_iter().map(|(_, _, finding)| finding).collect()
}

fn finding(
    (scene, subject, teller): (&Scene<'_>, ExploredTarget<'_>, &dyn Teller),
    ending: &Ending,
    (failure, witness): (&Failure, &Witness),
    words: Words,
) -> Finding {
    let events = witness.events.iter().map(|event| event_text(scene, teller, event));
    let events: Vec<EventText> = events.collect();
    // What happened before a call is told by its events.
    let is_of_history = |name: &str| name.starts_with("history ") || name.contains(" of history ");
    let is_told = |input: &Input| words.call.is_some() && is_of_history(&input.name);
    let inputs = witness.inputs.iter().filter(|(input, _)| !is_told(input));
    let inputs = inputs.map(|(input, value)| input_text(scene, teller, input, *value));
    let inputs: Vec<InputText> = inputs.collect();
    Finding {
        id: id_of(scene, subject, failure),
        code: failure.code.to_owned(),
        message: failure.text().to_owned(),
        place: place(scene, failure.span),
        inputs,
        events,
        weak_specs: words.call.as_ref().map(weak_specs).unwrap_or_default(),
        call: words.call,
        broken: words.broken,
        why: words.why,
        property: None,
        exchanged: words.exchanged,
        notes: words.notes,
        suggestion: words.suggestion,
        witness: Answers::from(witness).save(scene.pool),
        choices: ending.choices.clone(),
        more_paths: 0,
        accepted: None,
    }
}

/// The name of a finding: what is wrong with which target, and the text at its place.
///
/// Neither values nor events are part of it. Which path shows a fault, and how short its history has
/// become, depend on the time there was to look for it.
fn id_of(scene: &Scene<'_>, subject: ExploredTarget<'_>, failure: &Failure) -> String {
    let at = failure.span.map(|span| text_at(scene, subject, span)).unwrap_or_default();
    let what = format!("{}\n{at}", failure.message);
    id(failure.code, &subject.target(), &what, &[])
}

/// The name of a further path to a fault, where each path is reported.
fn id_of_path(subject: ExploredTarget<'_>, failure: &Failure, events: &[EventText]) -> String {
    id(failure.code, &subject.target(), &failure.message, events)
}

/// A place that survives moves of lines: the text there, and how often it occurs between there and
/// the definition of the target.
fn text_at(scene: &Scene<'_>, subject: ExploredTarget<'_>, span: Span) -> String {
    let text = scene.files.get(span.file).text();
    let line = text[span.range()].lines().next().unwrap_or_default().trim();
    let home = subject.span.filter(|home| home.file == span.file).map_or(0, |home| home.start);
    let between = &text[home.min(span.start) as usize..home.max(span.start) as usize];
    let before = if line.is_empty() { 0 } else { between.matches(line).count() };
    format!("{line}\n{before}")
}

/// The functions that have bodies but were run by their contracts, each once.
fn weak_specs(call: &CallText) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for by_contract in call.by_contract.iter().filter(|known| known.has_body) {
        if !names.contains(&by_contract.callee) {
            names.push(by_contract.callee.clone());
        }
    }
    names
}

fn input_text(scene: &Scene<'_>, teller: &dyn Teller, input: &Input, value: Term) -> InputText {
    InputText {
        name: input.name.clone(),
        value: teller.value(scene.pool, value),
        term: scene.pool.show(value),
        sort: scene.pool.show_sort(input.sort),
        place: place(scene, input.span),
    }
}

fn event_text(scene: &Scene<'_>, teller: &dyn Teller, event: &Event) -> EventText {
    let show = |term: &Term| teller.value(scene.pool, *term);
    EventText {
        text: teller.event(scene.pool, event),
        op: scene.pool.name(event.op).to_owned(),
        args: event.args.iter().map(show).collect(),
        result: event.result.as_ref().map(show),
        state: None,
        place: place(scene, event.span),
    }
}

fn place(scene: &Scene<'_>, span: Option<Span>) -> Option<Place> {
    span.map(|span| Place::new(scene.files, span))
}

/// The doubts, grouped by place and reason, and the stated bounds that paths met.
fn doubts(scene: &Scene<'_>, run: &Run, stated: Bounds) -> (Vec<Doubt>, Vec<String>) {
    let (mut doubts, mut bounds): (Vec<Doubt>, Vec<String>) = (Vec::new(), Vec::new());
    for ending in &run.endings {
        match &ending.kind {
            EndingKind::Violated(..) => {}
            EndingKind::Unconfirmed(failure, why) => {
                add(&mut doubts, unconfirmed(scene, failure, why))
            }
            EndingKind::Unsupported(gap) => add(&mut doubts, unsupported(scene, gap)),
            EndingKind::Unknown(reason) => add(&mut doubts, unknown(reason)),
            EndingKind::CutOff(limit, place) => match stated_bound(*limit, stated) {
                Some(bound) => bounds.push(bound),
                None => add(&mut doubts, cut_off(scene, *limit, *place)),
            },
        }
    }
    bounds.sort();
    bounds.dedup();
    (doubts, bounds)
}

fn add(doubts: &mut Vec<Doubt>, doubt: Doubt) {
    let same = |known: &&mut Doubt| {
        (&known.code, &known.message, &known.place) == (&doubt.code, &doubt.message, &doubt.place)
    };
    match doubts.iter_mut().find(same) {
        Some(known) => known.paths += 1,
        None => doubts.push(doubt),
    }
}

fn doubt(code: &str, message: String, place: Option<Place>, help: Option<&str>) -> Doubt {
    let helps = help.iter().map(|help| (*help).to_owned()).collect();
    Doubt { code: code.to_owned(), message, place, paths: 1, helps }
}

fn unsupported(scene: &Scene<'_>, gap: &Gap) -> Doubt {
    let message = format!("not decided: {} is not modelled", gap.what);
    doubt("ENG002", message, place(scene, gap.span), None)
}

fn unknown(reason: &Reason) -> Doubt {
    let message = format!("not decided whether a path can be taken: {reason}");
    doubt("ENG003", message, None, advice(reason))
}

fn unconfirmed(scene: &Scene<'_>, failure: &Failure, why: &Unconfirmed) -> Doubt {
    let what = format!("possible {}: {}", failure.code, failure.text());
    let at = place(scene, failure.span);
    match why {
        Unconfirmed::Unknown(reason) => {
            doubt("ENG003", format!("{what}; not decided: {reason}"), at, advice(reason))
        }
        Unconfirmed::NoModel => {
            doubt("ENG004", format!("{what}; the solver gave no inputs to confirm it"), at, None)
        }
        Unconfirmed::Replay(how) => {
            let help = "this is a fault of tracehound: please report it with the program";
            doubt("ENG004", format!("{what}; the replay went another way: {how}"), at, Some(help))
        }
        Unconfirmed::Undecided(_) => doubt("ENG004", format!("{what}; {why}"), at, None),
    }
}

/// Advice on a solver that gave up.
fn advice(reason: &Reason) -> Option<&'static str> {
    match reason {
        Reason::NeedsBackend => Some("`tracehound doctor` says how to get Z3"),
        Reason::Timeout(_) => Some("a larger --solver-timeout may decide it"),
        Reason::Memory(_) => Some("a larger --solver-memory may decide it"),
        Reason::Failed(_) => Some("`tracehound doctor` checks the solvers"),
        Reason::Disagreement(_) => Some("one of the solvers is wrong: please report it"),
        Reason::Interrupted | Reason::Work(_) | Reason::Incomplete(_) | Reason::Axioms => None,
    }
}

fn cut_off(scene: &Scene<'_>, limit: Limit, span: Option<Span>) -> Doubt {
    let text = limit_text(limit);
    let message = format!("not decided: a path was cut off: {}", text.message);
    let help = text.option.map(|option| format!("a larger {option} lets it go on"));
    doubt("ENG001", message, place(scene, span), help.as_deref())
}

fn stated_bound(limit: Limit, stated: Bounds) -> Option<String> {
    match limit {
        Limit::Depth(depth) => stated.depth.then(|| format!("depth ≤ {depth}")),
        Limit::Steps(steps) => stated.steps.then(|| format!("steps ≤ {steps}")),
        Limit::Events(events) => Some(format!("events ≤ {events}")),
        Limit::Unrolling(times) => Some(format!("unrolling ≤ {times}")),
        Limit::Time(_)
        | Limit::Paths(_)
        | Limit::SolverTime(_)
        | Limit::Memory(_)
        | Limit::Findings(_)
        | Limit::Interrupted => None,
    }
}

/// A limit in words.
#[must_use]
pub fn limit_text(limit: Limit) -> LimitText {
    let (kind, message, option) = match limit {
        Limit::Time(time) => ("time", format!("time limit of {time:?} reached"), Some("--timeout")),
        Limit::Paths(n) => ("paths", reached(n, "path"), Some("--max-paths")),
        Limit::Depth(n) => ("depth", reached(n, "split"), Some("--max-depth")),
        Limit::Steps(n) => ("steps", reached(n, "step"), Some("--max-steps")),
        Limit::Events(n) => ("events", reached(n, "event"), Some("--events")),
        Limit::Unrolling(n) => {
            let turns = counted(n, "undecided turn");
            ("unrolling", format!("limit of {turns} at one branch reached"), Some("--unroll"))
        }
        Limit::SolverTime(time) => {
            ("solver-time", format!("solver time limit of {time:?} reached"), Some("--solver-time"))
        }
        Limit::Memory(mib) => {
            ("memory", format!("memory limit of {mib} MiB reached"), Some("--memory"))
        }
        Limit::Findings(n) => ("findings", reached(n, "finding"), Some("--max-findings")),
        Limit::Interrupted => ("interrupted", "interrupted".to_owned(), None),
    };
    LimitText { kind: kind.to_owned(), message, option: option.map(str::to_owned) }
}

fn reached<N: Display + PartialEq + From<u8>>(count: N, noun: &str) -> String {
    format!("limit of {} reached", counted(count, noun))
}
