//! The report in the manner of rustc: an excerpt with remarks for each message, then one line.

use std::fmt::Write;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use source::{Diagnostic, File, Files, counted};

use crate::message::{Message, Note, Tone};
use crate::{Answer, Problem, ProofStatus, ProofText, Report, SolverText, StatsText, TargetReport};

/// Whether to use colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paint {
    /// Plain text.
    Plain,
    /// Colours by ANSI escapes.
    Colour,
}

/// Excerpts longer than this are left out: they would hide what they are to show.
const LONGEST_EXCERPT: usize = 64 * 1024;

/// The report for people. Files that are not among `files` are named without an excerpt.
#[must_use]
pub fn human(report: &Report, files: &Files, paint: Paint) -> String {
    let mut out = draw_all(&report.messages(), files, paint);
    for target in &report.targets {
        push_details(&mut out, target);
        push_proof(&mut out, target);
        push_notes(&mut out, target);
    }
    let _ = writeln!(out, "{}", result_line(report));
    if report.summary.cached > 0 {
        let (cached, all) = (report.summary.cached, report.targets.len());
        let are = if cached == 1 { "is" } else { "are" };
        let _ = writeln!(
            out,
            "  = note: {cached} of {} {are} unchanged, from the cache",
            counted(all, "target")
        );
    }
    for assumption in assumptions(report) {
        let _ = writeln!(out, "  = note: {assumption}");
    }
    for condition in conditions_of_proofs(report) {
        let _ = writeln!(out, "  = note: proved if {condition}");
    }
    out
}

/// What every proof of a call rests on, and the result line says.
pub(crate) const RETURNS: &str = "it returns";

/// What proofs rest on besides, each once.
fn conditions_of_proofs(report: &Report) -> Vec<&str> {
    let proofs = report.targets.iter().filter_map(|target| target.proof.as_ref());
    let mut all: Vec<&str> = Vec::new();
    for condition in proofs.filter(|proof| !proof.asked).flat_map(|proof| &proof.rests_on) {
        if condition != RETURNS && !all.contains(&condition.as_str()) {
            all.push(condition);
        }
    }
    all
}

/// That something is proved, with what the proof rests on. Where it does not rest on that the call returns, it shows
/// that, too.
fn proved(proof: &ProofText) -> String {
    let conditions = proof.rests_on.join(" and ");
    match (proof.rests_on.iter().any(|one| one == RETURNS), conditions.is_empty()) {
        (true, _) => format!("proved if {conditions}"),
        (false, true) => "proved, and it returns".to_owned(),
        (false, false) => format!("proved, and it returns, if {conditions}"),
    }
}

/// The proof of a target, or why there is none, for those who asked for one.
fn push_proof(out: &mut String, target: &TargetReport) {
    let Some(proof) = target.proof.as_ref().filter(|proof| proof.asked) else { return };
    let title = target.title();
    let _ = match proof.status {
        ProofStatus::Proved => writeln!(out, "{title}: {}", proved(proof)),
        ProofStatus::NotInductive => writeln!(out, "{title}: not proved, as it is not inductive"),
        ProofStatus::Open => writeln!(out, "{title}: not proved"),
    };
    if !proof.with.is_empty() {
        let _ = writeln!(out, "  = note: proved together with {}", proof.with.join(", "));
    }
    if !proof.invariants.is_empty() {
        let all: Vec<String> = proof.invariants.iter().map(|one| format!("`{one}`")).collect();
        let all = all.join(", ");
        let _ = writeln!(out, "  = note: every function of the module keeps {all}");
    }
    let why = proof.why_not.iter().map(|why| format!("  = note: {why}"));
    let state = proof.state.iter().map(|kept| format!("      {kept}"));
    let events = proof.events.iter().map(|event| format!("      {event}"));
    let helps = proof.helps.iter().map(|help| format!("  = help: {help}"));
    for line in why.chain(state).chain(events).chain(helps) {
        let _ = writeln!(out, "{line}");
    }
}

/// What there is to say of a target besides its findings.
fn push_notes(out: &mut String, target: &TargetReport) {
    if !target.notes.is_empty() {
        let _ = writeln!(out, "{}: {}", target.title(), answer_name(target.answer));
    }
    for note in &target.notes {
        let _ = writeln!(out, "  = note: {note}");
    }
}

/// The assumptions of all targets, each once.
fn assumptions(report: &Report) -> Vec<&str> {
    let mut all: Vec<&str> = Vec::new();
    for assumption in report.targets.iter().flat_map(|target| &target.assumptions) {
        if !all.contains(&assumption.as_str()) {
            all.push(assumption);
        }
    }
    all
}

/// Messages about the input alone, for calls that make no report.
#[must_use]
pub fn problems_as_text(problems: &[Problem], files: &Files, paint: Paint) -> String {
    let messages: Vec<Message<'_>> = problems.iter().map(Message::from).collect();
    draw_all(&messages, files, paint)
}

/// Diagnostics alone, for calls that make no report.
#[must_use]
pub fn diagnostics_as_text(files: &Files, diagnostics: &[Diagnostic], paint: Paint) -> String {
    let problems: Vec<Problem> =
        diagnostics.iter().map(|d| Problem::from_diagnostic(files, d)).collect();
    problems_as_text(&problems, files, paint)
}

fn draw_all(messages: &[Message<'_>], files: &Files, paint: Paint) -> String {
    let renderer = match paint {
        Paint::Plain => Renderer::plain(),
        Paint::Colour => Renderer::styled(),
    };
    let mut out = String::new();
    for message in messages {
        out.push_str(&draw(message, files, &renderer));
        out.push_str("\n\n");
    }
    out
}

fn draw(message: &Message<'_>, files: &Files, renderer: &Renderer) -> String {
    let level = level(message.tone);
    let title = level.primary_title(message.text.as_str());
    let title = match message.code {
        Some(code) => title.id(code),
        None => title,
    };
    let mut group = Group::with_title(title);
    for part in excerpts(&message.labels, files) {
        group = match part {
            Excerpt::Text(snippet) => group.element(snippet),
            Excerpt::Name(origin) => group.element(origin),
        };
    }
    group = group.elements(message.notes.iter().map(|note| Level::NOTE.message(note.as_str())));
    group = group.elements(message.helps.iter().map(|help| Level::HELP.message(help.as_str())));
    renderer.render(&[group])
}

fn level(tone: Tone) -> Level<'static> {
    match tone {
        Tone::Error => Level::ERROR,
        Tone::Warning => Level::WARNING,
        Tone::Note => Level::NOTE,
    }
}

pub(crate) fn tone_name(tone: Tone) -> &'static str {
    match tone {
        Tone::Error => "error",
        Tone::Warning => "warning",
        Tone::Note => "note",
    }
}

enum Excerpt<'a> {
    Text(Snippet<'a, Annotation<'a>>),
    Name(Origin<'a>),
}

/// One excerpt for each file that labels mention, in the order of the labels.
fn excerpts<'a>(labels: &'a [Note], files: &'a Files) -> Vec<Excerpt<'a>> {
    let mut names: Vec<&str> = Vec::new();
    for label in labels {
        if !names.contains(&label.place.file.as_str()) {
            names.push(&label.place.file);
        }
    }
    let main = labels.first();
    names.into_iter().map(|name| excerpt(name, labels, main, files)).collect()
}

fn excerpt<'a>(
    name: &'a str,
    labels: &'a [Note],
    main: Option<&'a Note>,
    files: &'a Files,
) -> Excerpt<'a> {
    let here: Vec<&Note> = labels.iter().filter(|label| label.place.file == name).collect();
    let file = files.iter().find(|file| file.name() == name);
    match file.and_then(|file| window(file, &here)) {
        Some(window) => Excerpt::Text(snippet(name, &window, &here, main)),
        None => {
            let place = &here[0].place;
            Excerpt::Name(Origin::path(name).line(place.line).char_column(place.column))
        }
    }
}

/// The lines that some labels lie in.
struct Window<'a> {
    text: &'a str,
    first_line: usize,
    first_byte: usize,
}

/// None if the lines are too long to be of use, or the labels do not fit the text.
fn window<'a>(file: &'a File, labels: &[&Note]) -> Option<Window<'a>> {
    let text = file.text();
    let start = labels.iter().map(|label| label.place.start_byte as usize).min()?;
    let end = labels.iter().map(|label| label.place.end_byte as usize).max()?;
    let first_byte = text.get(..start)?.rfind('\n').map_or(0, |at| at + 1);
    let last_byte = end + text.get(end..)?.find('\n').unwrap_or(text.len() - end);
    let text = text.get(first_byte..last_byte)?;
    let first_line = labels.iter().map(|label| label.place.line).min()?;
    (text.len() <= LONGEST_EXCERPT).then_some(Window { text, first_line, first_byte })
}

fn snippet<'a>(
    name: &'a str,
    window: &Window<'a>,
    labels: &[&'a Note],
    main: Option<&'a Note>,
) -> Snippet<'a, Annotation<'a>> {
    let annotation = |label: &&'a Note| {
        let is_main = main.is_some_and(|main| std::ptr::eq(main, *label));
        let kind = if is_main { AnnotationKind::Primary } else { AnnotationKind::Context };
        let byte = |byte: u32| byte as usize - window.first_byte;
        let span = byte(label.place.start_byte)..byte(label.place.end_byte);
        let text = (!label.text.is_empty()).then_some(label.text.as_str());
        kind.span(span).label(text)
    };
    Snippet::source(window.text)
        .line_start(window.first_line)
        .path(name)
        .annotations(labels.iter().map(annotation))
}

/// The last line: what it all comes to.
pub(crate) fn result_line(report: &Report) -> String {
    let summary = &report.summary;
    let mut parts = Vec::new();
    if summary.unusable > 0 {
        parts.push(counted(summary.unusable, "input problem"));
    }
    parts.push(counted(summary.violations, "violation"));
    if summary.weak_specs > 0 {
        parts.push(counted(summary.weak_specs, "weak spec"));
    }
    if summary.accepted > 0 {
        parts.push(format!("{} known or allowed", summary.accepted));
    }
    parts.push(format!("{} inconclusive", summary.inconclusive));
    if summary.vacuous > 0 {
        parts.push(format!("{} vacuous", summary.vacuous));
    }
    if summary.proved > 0 {
        let proofs = report.targets.iter().filter(|target| target.answer == Answer::Proved);
        let rests = |proof: &ProofText| proof.rests_on.iter().any(|one| one == RETURNS);
        let whole = proofs.filter(|target| !target.proof.as_ref().is_none_or(rests)).count();
        let rest = usize::try_from(summary.proved).unwrap_or(usize::MAX).saturating_sub(whole);
        let they = if rest == 1 { "it returns" } else { "they return" };
        parts.extend((rest > 0).then(|| format!("{rest} proved if {they}")));
        parts.extend((whole > 0).then(|| format!("{whole} proved")));
    }
    if summary.hold > 0 || summary.proved == 0 {
        let hold = if summary.hold == 1 { "holds" } else { "hold" };
        parts.push(format!("{} {hold}{}", summary.hold, within(report)));
    }
    let more = beyond(report);
    let stopped = if report.exit == 130 { " (interrupted)" } else { "" };
    format!("result: {}{more}{stopped}", parts.join(", "))
}

/// How many paths of the targets that hold within bounds went beyond them.
fn beyond(report: &Report) -> String {
    let bounded = |target: &&TargetReport| target.answer == Answer::HoldsWithinBounds;
    match report.targets.iter().filter(bounded).map(|target| target.stats.cut_off).sum::<u64>() {
        0 => String::new(),
        1 => "; 1 longer path was not explored".to_owned(),
        count => format!("; {count} longer paths were not explored"),
    }
}

/// More of them say nothing to people; the JSON format has those of each target.
const MOST_BOUNDS: usize = 6;

/// The bounds of the targets that hold within bounds, each once: of one on a number the least, within
/// which all of them hold.
fn within(report: &Report) -> String {
    let mut bounds: Vec<&str> = Vec::new();
    let bounded = |target: &&TargetReport| target.answer == Answer::HoldsWithinBounds;
    for bound in report.targets.iter().filter(bounded).flat_map(|target| &target.bounds) {
        let same = |known: &&mut &str| match (number_in(known), number_in(bound)) {
            (Some((known, _)), Some((name, _))) => known == name,
            _ => **known == bound.as_str(),
        };
        match bounds.iter_mut().find(same) {
            Some(known) if number_in(known) > number_in(bound) => *known = bound,
            Some(_) => {}
            None => bounds.push(bound),
        }
    }
    let more = bounds.len().saturating_sub(MOST_BOUNDS);
    let shown = bounds[..bounds.len() - more].join(", ");
    let shown = match more {
        0 => shown,
        _ => format!("{shown} and {}", counted(more, "other bound")),
    };
    match report.summary.hold_within_bounds {
        0 => String::new(),
        count if count == report.summary.hold => format!(" within {shown}"),
        count => format!(" ({count} of them within {shown})"),
    }
}

/// What a bound limits, and its number, if it is one on a number.
fn number_in(bound: &str) -> Option<(&str, u64)> {
    let (name, number) = bound.split_once(" ≤ ")?;
    Some((name, number.parse().ok()?))
}

/// Counts of a target, for those who asked for them.
fn push_details(out: &mut String, target: &TargetReport) {
    let Some(solver) = &target.stats.solver else { return };
    let _ = writeln!(out, "{}: {}", target.title(), answer_name(target.answer));
    let _ = writeln!(out, "  {}", path_counts(&target.stats));
    push_queries(out, solver);
    // One engine has said what is said of the target.
    for text in target.engines.iter().filter(|_| target.engines.len() > 1) {
        let _ = writeln!(
            out,
            "  by {}: {}, {} paths",
            text.engine,
            answer_name(text.answer),
            text.paths
        );
    }
    push_stages(out, solver);
}

/// The counters of a solver as lines of text.
#[must_use]
pub fn solver_as_text(solver: &SolverText) -> String {
    let mut out = String::new();
    push_queries(&mut out, solver);
    push_stages(&mut out, solver);
    out
}

fn push_queries(out: &mut String, solver: &SolverText) {
    let _ = writeln!(out, "  {} queries, {} ms", solver.queries, solver.run_ms);
}

fn push_stages(out: &mut String, solver: &SolverText) {
    for stage in &solver.stages {
        let _ = writeln!(
            out,
            "  {:<10} asked {:>8}  sat {:>8}  unsat {:>8}  unknown {:>6}  {:>10.3} ms",
            stage.name,
            stage.asked,
            stage.sat,
            stage.unsat,
            stage.unknown,
            stage.time_us as f64 / 1000.0
        );
    }
}

fn path_counts(stats: &StatsText) -> String {
    let counts = [
        (stats.finished, "finished"),
        (stats.violated, "violated"),
        (stats.unconfirmed, "unconfirmed"),
        (stats.discarded, "discarded"),
        (stats.infeasible, "infeasible"),
        (stats.unsupported, "unsupported"),
        (stats.unknown, "unknown"),
        (stats.cut_off, "cut off"),
        (stats.left, "left"),
    ];
    let told = counts.iter().filter(|(count, _)| *count > 0);
    let told = told.map(|(count, name)| format!("{count} {name}"));
    let pruned = stats.pruned_because.iter().map(|(why, count)| format!("{count} pruned: {why}"));
    let told: Vec<String> = told.chain(pruned).collect();
    format!("paths: {}; {} steps, depth {}", told.join(", "), stats.steps, stats.depth)
}

pub(crate) fn answer_name(answer: Answer) -> &'static str {
    match answer {
        Answer::Violation => "violation",
        Answer::WeakSpec => "weak spec",
        Answer::Proved => "proved",
        Answer::Holds => "holds",
        Answer::HoldsWithinBounds => "holds within bounds",
        Answer::Inconclusive => "inconclusive",
        Answer::Vacuous => "vacuous",
    }
}
