//! The report as JUnit XML, which CI systems read.
//!
//! A file is a suite, a target a test case; where several properties of a target are broken, each has
//! a case of its own. A violation is a failure; one that is known or allowed is skipped. What is undecided is an error: systems show what was
//! skipped as green.

use std::fmt::Write;

use crate::human::answer_name;
use crate::message::Message;
use crate::{Answer, Finding, Problem, ProblemKind, Report, TargetReport};

/// The suite of what is wrong with the input and has no place in a file.
const INPUT: &str = "input";

/// The report as one XML document.
#[must_use]
pub fn junit(report: &Report) -> String {
    let suites = suites(report);
    let all = || suites.iter().flat_map(|(_, cases)| cases);
    let mut out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned();
    let name = attribute(&report.tool);
    let _ = writeln!(out, "<testsuites name=\"{name}\" {}>", counts(all()));
    for (file, cases) in &suites {
        let _ =
            writeln!(out, "  <testsuite name=\"{}\" {}>", attribute(file), counts(cases.iter()));
        cases.iter().for_each(|case| push_case(&mut out, file, case));
        out.push_str("  </testsuite>\n");
    }
    out.push_str("</testsuites>\n");
    out
}

/// One row of a CI system's table.
struct Case {
    name: String,
    line: Option<usize>,
    end: End,
}

/// How a case ended.
enum End {
    /// It holds, within these bounds.
    Passed(String),
    /// Something is wrong with the program or with a specification.
    Failed(Told),
    /// What is wrong is known or allowed.
    Known(Told),
    /// It is not known.
    Undecided(Told),
}

/// What is said of a case.
struct Told {
    kind: String,
    message: String,
    text: String,
}

impl Told {
    fn new<'a>(kind: &str, messages: impl Iterator<Item = Message<'a>>) -> Told {
        let messages: Vec<Message<'_>> = messages.collect();
        let first = messages.first();
        let texts: Vec<String> = messages.iter().map(Message::to_plain_text).collect();
        Told {
            kind: first.and_then(|message| message.code).unwrap_or(kind).to_owned(),
            message: first.map_or_else(|| kind.to_owned(), |message| message.text.clone()),
            text: texts.join("\n"),
        }
    }
}

/// The cases of each file, in the order of the report.
fn suites(report: &Report) -> Vec<(String, Vec<Case>)> {
    let mut suites: Vec<(String, Vec<Case>)> = Vec::new();
    let mut push = |file: &str, case: Case| match suites.iter_mut().find(|(name, _)| name == file) {
        Some((_, cases)) => cases.push(case),
        None => suites.push((file.to_owned(), vec![case])),
    };
    for problem in report.problems.iter().filter(|one| one.kind != ProblemKind::Remark) {
        let file = problem.labels.first().map_or(INPUT, |label| &label.place.file);
        push(file, unusable(problem));
    }
    for target in &report.targets {
        cases(target).into_iter().for_each(|case| push(&target.file, case));
    }
    suites
}

fn unusable(problem: &Problem) -> Case {
    let line = problem.labels.first().map(|label| label.place.line);
    let told = Told::new("problem", [Message::from(problem)].into_iter());
    Case { name: problem.message.clone(), line, end: End::Undecided(told) }
}

fn cases(target: &TargetReport) -> Vec<Case> {
    if !target.findings.is_empty() {
        let by_property = properties(target).into_iter();
        return by_property.map(|property| failed(target, property)).collect();
    }
    let answer = answer_name(target.answer);
    let end = match target.answer {
        Answer::Proved => {
            let rests_on = target.proof.iter().flat_map(|proof| &proof.rests_on);
            let words: Vec<&str> =
                [answer].into_iter().chain(rests_on.map(String::as_str)).collect();
            End::Passed(with_notes(words.join(", "), target))
        }
        Answer::Holds | Answer::HoldsWithinBounds => {
            let bounds = target.bounds.join(", ");
            End::Passed(with_notes(format!("{answer} {bounds}").trim_end().to_owned(), target))
        }
        Answer::Inconclusive | Answer::Vacuous | Answer::Violation | Answer::WeakSpec => {
            End::Undecided(Told::new(answer, target.open_messages().into_iter()))
        }
    };
    vec![Case { name: target.name.clone(), line: None, end }]
}

/// The answer of a target with the facts that are no findings.
fn with_notes(answer: String, target: &TargetReport) -> String {
    std::iter::once(answer).chain(target.notes.iter().cloned()).collect::<Vec<_>>().join("\n")
}

/// The properties that are broken, each once; a target that has only one has no name for it.
fn properties(target: &TargetReport) -> Vec<Option<&str>> {
    let mut names = Vec::new();
    for name in target.findings.iter().map(property) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

fn property(finding: &Finding) -> Option<&str> {
    finding.property.as_ref().map(|property| property.name.as_str())
}

fn failed(target: &TargetReport, name: Option<&str>) -> Case {
    let findings = || target.findings.iter().filter(|finding| property(finding) == name);
    let line = findings().find_map(|finding| finding.place.as_ref()).map(|place| place.line);
    let told = Told::new("violation", findings().map(Finding::to_message));
    let name = match name {
        Some(property) => format!("{} ({property})", target.name),
        None => target.name.clone(),
    };
    let end = match findings().any(Finding::is_new) {
        true => End::Failed(told),
        false => End::Known(told),
    };
    Case { name, line, end }
}

fn counts<'a>(cases: impl Iterator<Item = &'a Case>) -> String {
    let (mut tests, mut failures, mut errors, mut skipped) = (0, 0, 0, 0);
    for case in cases {
        tests += 1;
        match case.end {
            End::Passed(_) => {}
            End::Failed(_) => failures += 1,
            End::Known(_) => skipped += 1,
            End::Undecided(_) => errors += 1,
        }
    }
    let known = if skipped > 0 { format!(" skipped=\"{skipped}\"") } else { String::new() };
    format!("tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\"{known}")
}

fn push_case(out: &mut String, file: &str, case: &Case) {
    let line = case.line.map_or_else(String::new, |line| format!(" line=\"{line}\""));
    let (name, file) = (attribute(&case.name), attribute(file));
    let _ =
        writeln!(out, "    <testcase name=\"{name}\" classname=\"{file}\" file=\"{file}\"{line}>");
    match &case.end {
        End::Passed(bounds) => {
            let _ = writeln!(out, "      <system-out>{}</system-out>", content(bounds));
        }
        End::Failed(told) => push_told(out, "failure", told),
        // Those who read tables see it as what it is: neither passed nor failed.
        End::Known(told) => {
            let message = attribute(&told.message);
            let text = content(&told.text);
            let _ = writeln!(out, "      <skipped message=\"known: {message}\">{text}</skipped>");
        }
        End::Undecided(told) => push_told(out, "error", told),
    }
    out.push_str("    </testcase>\n");
}

fn push_told(out: &mut String, element: &str, told: &Told) {
    let Told { kind, message, text } = told;
    let (kind, message, text) = (attribute(kind), attribute(message), content(text));
    let _ =
        writeln!(out, "      <{element} type=\"{kind}\" message=\"{message}\">{text}</{element}>");
}

/// The value of an attribute, in which plain line ends would be read as spaces.
fn attribute(text: &str) -> String {
    content(text).replace('"', "&quot;").replace('\n', "&#10;").replace('\t', "&#9;")
}

/// The text of an element. Characters that no XML document may contain become replacement
/// characters.
fn content(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\n' | '\t' => out.push(char),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => out.push(char::REPLACEMENT_CHARACTER),
            _ => out.push(char),
        }
    }
    out
}
