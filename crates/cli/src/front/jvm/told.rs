//! What a search in a Java program found, as a report.

use jvm_srv::{Outcome, Pruned, Replayed, Step, Violation, java_value};
use lang_jvm::Shape;
use lang_jvm::parse::Type;
use report::{Answer, Doubt, EventText, Finding, InputText, StatsText, TargetReport, finding_id};
use term::{Pool, Term};
use typestate::Property;

use super::Question;

/// The code of a property that is broken.
const BROKEN: &str = "JVM003";
/// The code of something that was not looked at.
const NOT_LOOKED_AT: &str = "ENG001";

/// The report on a method.
pub(super) fn told(pool: &Pool, question: &Question, outcome: &Outcome) -> TargetReport {
    let title = format!("{}:{}", question.classes, question.entry);
    let confirmed = outcome.violations.iter().filter(|found| found.replay == Replayed::Confirmed);
    let findings: Vec<Finding> =
        confirmed.map(|found| finding(pool, question, outcome, found, &title)).collect();
    let doubts = doubts(outcome);
    let has_lengths =
        question.entry.params.iter().any(|param| !matches!(param.shape, Shape::Scalar(_)));
    let answer = match (findings.is_empty(), doubts.is_empty() && outcome.left == 0) {
        (false, _) => Answer::Violation,
        (true, true) if has_lengths => Answer::HoldsWithinBounds,
        (true, true) => Answer::Holds,
        (true, false) => Answer::Inconclusive,
    };
    TargetReport {
        file: question.classes.clone(),
        name: question.entry.to_string(),
        language: "java".to_owned(),
        answer,
        bounds: has_lengths.then(|| "lengths of inputs as given".to_owned()).into_iter().collect(),
        stats: stats(outcome, findings.len() as u64),
        findings,
        doubts,
        limits: Vec::new(),
        vacuous: outcome.runs == outcome.discarded,
        engines: Vec::new(),
    }
}

fn finding(
    pool: &Pool,
    question: &Question,
    outcome: &Outcome,
    found: &Violation,
    title: &str,
) -> Finding {
    let property = &question.analysis.properties()[found.property];
    let message = message(property, found);
    let events: Vec<EventText> = found.events.iter().map(event).collect();
    let inputs = found.inputs.iter().map(|(input, value, _)| InputText {
        name: input.name.clone(),
        value: shown(pool, question, &input.name, *value),
        term: pool.show(*value).to_string(),
        sort: pool.show_sort(pool.sort(*value)).to_string(),
        place: None,
    });
    let inputs: Vec<InputText> = inputs.collect();
    Finding {
        id: finding_id(BROKEN, title, &message, &events),
        code: BROKEN.to_owned(),
        message,
        place: None,
        inputs,
        events,
        call: None,
        weak_specs: Vec::new(),
        broken: None,
        exchanged: Vec::new(),
        notes: notes(outcome, found),
        witness: String::new(),
        choices: Vec::new(),
        more_paths: 0,
    }
}

fn message(property: &Property, found: &Violation) -> String {
    let place = found.events.last().map_or(String::new(), |step| format!(" at {}", place(step)));
    let ends = if found.at_end { " by ending where it does" } else { "" };
    format!("{} is broken{place}{ends}", property.name)
}

fn place(step: &Step) -> String {
    match (&step.file, step.line) {
        (Some(file), Some(line)) => format!("{file}:{line}"),
        (Some(file), None) => file.clone(),
        (None, _) => step.method.clone(),
    }
}

fn event(step: &Step) -> EventText {
    let objects: Vec<String> =
        step.objects.iter().map(|(name, class)| format!("{name}: {class}")).collect();
    let text = format!(
        "{}({}) at {}, {} -> {}",
        step.event,
        objects.join(", "),
        place(step),
        step.from,
        step.to
    );
    EventText { text, op: step.event.clone(), args: objects, result: None, place: None }
}

fn notes(outcome: &Outcome, found: &Violation) -> Vec<String> {
    let mut notes = Vec::new();
    let matter: Vec<&str> = found
        .inputs
        .iter()
        .filter(|(_, _, matters)| *matters)
        .map(|(input, ..)| input.name.as_str())
        .collect();
    notes.push(match matter.is_empty() {
        true => "it happens with any inputs".to_owned(),
        false => format!("what matters of the inputs: {}", matter.join(", ")),
    });
    notes.push(format!(
        "found in run {} of {}; {}",
        found.run,
        outcome.runs,
        pruned(&outcome.pruned)
    ));
    notes.push(match outcome.is_complete() {
        true => "the whole path space was explored".to_owned(),
        false => "not the whole path space was explored".to_owned(),
    });
    let believed = |why: &String| format!("no branch was left out by reading the classes: {why}");
    notes.extend(outcome.distrust.iter().map(believed));
    notes
}

fn pruned(pruned: &Pruned) -> String {
    format!(
        "branches left out: {} behind which nothing can go wrong, {} with violations like those \
         found, {} that no event depends on, {} that no input takes",
        pruned.harmless, pruned.equivalent, pruned.irrelevant, pruned.infeasible
    )
}

/// What keeps the answer from being certain.
fn doubts(outcome: &Outcome) -> Vec<Doubt> {
    let doubt = |message: String, help: Option<&str>| Doubt {
        code: NOT_LOOKED_AT.to_owned(),
        message,
        place: None,
        paths: 0,
        helps: help.map(str::to_owned).into_iter().collect(),
    };
    let mut doubts: Vec<Doubt> = outcome
        .gaps
        .iter()
        .map(|gap| doubt(format!("not everything was looked at: {gap}"), None))
        .collect();
    for found in &outcome.violations {
        if let Replayed::Not(why) = &found.replay {
            doubts.push(doubt(format!("a violation was not confirmed: {why}"), None));
        }
    }
    doubts
}

fn stats(outcome: &Outcome, violated: u64) -> StatsText {
    StatsText {
        finished: outcome.runs - outcome.discarded.min(outcome.runs),
        violated,
        discarded: outcome.discarded,
        infeasible: outcome.pruned.infeasible,
        unsupported: outcome.gaps.len() as u64,
        unknown: 0,
        cut_off: 0,
        left: outcome.left,
        steps: outcome.runs,
        depth: 0,
        solver: None,
    }
}

/// A value in the syntax of Java.
fn shown(pool: &Pool, question: &Question, name: &str, value: Term) -> String {
    let base = name.split('[').next().unwrap_or(name);
    let param = question.entry.params.iter().find(|param| param.name == base);
    match param {
        Some(param) => java_value(pool, element(&param.shape), value),
        None => pool.show(value).to_string(),
    }
}

/// The type of the unknowns of an input.
pub(super) fn element(shape: &Shape) -> &Type {
    match shape {
        Shape::Scalar(kind) | Shape::Array(kind, _) => kind,
        Shape::Text(_) => &Type::Char,
        Shape::List { element, .. } => element,
    }
}
