//! What an editor shows of a document: diagnostics, lenses, hovers and actions.
//!
//! Diagnostics are of the text as it is. What is stale or inconclusive is said in so many words, and what
//! was never checked is not called correct.

use std::collections::HashMap;
use std::path::Path;

use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeLens, Command, Diagnostic,
    DiagnosticRelatedInformation, DiagnosticSeverity, Hover, HoverContents, Location,
    MarkupContent, MarkupKind, NumberOrString, Position, Range, TextEdit, Uri, WorkspaceEdit,
};
use report::{
    Accepted, Answer, Doubt, Finding, ListedTarget, Place, Problem, ProblemKind, TargetReport, Tone,
};
use serde_json::{Value, json};
use source::counted;

use crate::call::Unanswered;
use crate::document::{Document, Standing};
use crate::text::{position_of, range_of};
use crate::uri::uri_of;

/// Checks a target, or all of a document.
pub(crate) const CHECK: &str = "tracehound.check";
/// Keeps a finding as a test.
pub(crate) const WRITE_TEST: &str = "tracehound.writeTest";
/// Explains a finding or a code.
pub(crate) const EXPLAIN: &str = "tracehound.explain";
/// All commands.
pub(crate) const COMMANDS: &[&str] = &[CHECK, WRITE_TEST, EXPLAIN];

/// More events of one finding are not linked to their places.
const MOST_EVENTS: usize = 100;

/// The texts of other files: those of the editor first.
pub(crate) type Texts<'a> = dyn Fn(&Path) -> Option<String> + 'a;

/// A document with the texts around it.
pub(crate) struct Shown<'a> {
    pub(crate) document: &'a Document,
    pub(crate) texts: &'a Texts<'a>,
}

impl Shown<'_> {
    /// Everything that is to be said of the text as it is.
    pub(crate) fn diagnostics(&self) -> Vec<Diagnostic> {
        let mut all: Vec<Diagnostic> = Vec::new();
        // That a file has nothing to check is no fault of it.
        let problems = self.document.problems().iter();
        all.extend(
            problems.filter(|one| one.kind != ProblemKind::NoTarget).map(|p| self.problem(p)),
        );
        for report in self.document.reports() {
            all.extend(report.findings.iter().map(|finding| self.finding(report, finding)));
            all.extend(report.doubts.iter().map(|doubt| self.doubt(report, doubt)));
            all.extend(report.limits.iter().map(|limit| {
                let text = format!("inconclusive: not every path was explored: {}", limit.message);
                let severity = DiagnosticSeverity::WARNING;
                self.diagnostic(self.place_of(report), severity, Some("ENG001"), text)
            }));
        }
        if let Some(Unanswered::Failed(why)) = self.document.why_unanswered() {
            let text = format!("inconclusive: {why}");
            all.push(self.diagnostic(Range::default(), DiagnosticSeverity::WARNING, None, text));
        }
        all
    }

    /// The lines above targets.
    pub(crate) fn lenses(&self) -> Vec<CodeLens> {
        self.document.targets.iter().flat_map(|target| self.lenses_of(target)).collect()
    }

    /// What is known at a position: of findings that show there, and of the target that is defined there.
    pub(crate) fn hover(&self, position: Position) -> Option<Hover> {
        let is_there =
            |range: &Range| range.start.line <= position.line && position.line <= range.end.line;
        let parts = self.document.targets.iter().filter_map(|target| {
            let standing = self.document.standing(&target.title);
            let shows = match &standing {
                Standing::Current(report) => report.findings.iter().any(|finding| {
                    self.own_range(finding.places()).is_some_and(|at| is_there(&at))
                }),
                _ => false,
            };
            let is_here = shows || is_there(&self.range_of_target(target));
            is_here.then(|| hover_text(target, &standing))
        });
        let parts: Vec<String> = parts.collect();
        let value = (!parts.is_empty()).then(|| parts.join("\n\n---\n\n"))?;
        let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value });
        Some(Hover { contents, range: None })
    }

    /// What can be done about findings that show in a range.
    pub(crate) fn actions(&self, range: Range) -> Vec<CodeActionOrCommand> {
        let mut all = Vec::new();
        for report in self.document.reports() {
            for finding in &report.findings {
                let diagnostic = self.finding(report, finding);
                let at = diagnostic.range;
                if range.start.line <= at.end.line && at.start.line <= range.end.line {
                    all.extend(self.actions_of(finding, &diagnostic));
                }
            }
        }
        all
    }

    fn actions_of(&self, finding: &Finding, diagnostic: &Diagnostic) -> Vec<CodeActionOrCommand> {
        let action = |title: String, kind: CodeActionKind| CodeAction {
            title,
            kind: Some(kind),
            diagnostics: Some(vec![diagnostic.clone()]),
            ..CodeAction::default()
        };
        let mut all = Vec::new();
        if let Some((title, edit)) = self.suggestion(finding) {
            let fix = action(title, CodeActionKind::QUICKFIX);
            all.push(CodeAction { edit: Some(edit), ..fix });
        }
        if let Some(edit) = self.allowing(finding).filter(|_| finding.accepted.is_none()) {
            let title = format!("allow {} here, for a reason that you write down", finding.code);
            let allow = action(title, CodeActionKind::QUICKFIX);
            all.push(CodeAction { edit: Some(edit), ..allow });
        }
        if self.is_testable(finding) {
            let title = format!("write a test of {}", finding.id);
            let command = self.command(&title, WRITE_TEST, &finding.id);
            let keep = action(title, CodeActionKind::QUICKFIX);
            all.push(CodeAction { command: Some(command), ..keep });
        }
        let title = format!("explain {}", finding.id);
        let command = self.command(&title, EXPLAIN, &finding.id);
        let explain = action(title, CodeActionKind::QUICKFIX);
        all.push(CodeAction { command: Some(command), ..explain });
        all.into_iter().map(CodeActionOrCommand::CodeAction).collect()
    }

    /// A change of a contract that the report suggests.
    fn suggestion(&self, finding: &Finding) -> Option<(String, WorkspaceEdit)> {
        let suggested = finding.suggestion.as_ref()?;
        let location = self.location(&suggested.place)?;
        let edit = TextEdit { range: location.range, new_text: suggested.text.clone() };
        #[expect(clippy::mutable_key_type, reason = "the protocol has it so, and no URI changes")]
        let changes = HashMap::from([(location.uri, vec![edit])]);
        Some((suggested.title.clone(), WorkspaceEdit::new(changes)))
    }

    /// A comment at the place of a finding that allows it, once a reason stands in it.
    fn allowing(&self, finding: &Finding) -> Option<WorkspaceEdit> {
        let line = self.own_range(finding.place.iter())?.start.line;
        let comments = self.document.subject.comments()?;
        let edit = comments.allowing(&self.document.text, line, &finding.code)?;
        #[expect(clippy::mutable_key_type, reason = "the protocol has it so, and no URI changes")]
        let changes = HashMap::from([(self.document.uri.clone(), vec![edit])]);
        Some(WorkspaceEdit::new(changes))
    }

    /// Whether a finding can be kept as a test.
    fn is_testable(&self, finding: &Finding) -> bool {
        let untestable = finding.call.as_ref().is_some_and(|call| call.untestable);
        self.document.subject.has_tests() && finding.weak_specs.is_empty() && !untestable
    }

    fn lenses_of(&self, target: &ListedTarget) -> Vec<CodeLens> {
        let range = self.range_of_target(target);
        let lens = |command: Command| CodeLens { range, command: Some(command), data: None };
        let standing = self.document.standing(&target.title);
        let mut all = vec![lens(self.command("check", CHECK, &target.title))];
        let (title, findings) = (lens_text(&standing), findings_of(&standing));
        all.push(lens(match findings.first() {
            Some(finding) => self.command(&title, EXPLAIN, &finding.id),
            None => self.command(&title, CHECK, &target.title),
        }));
        if let Standing::Current(report) = &standing
            && let Some(finding) = report.findings.iter().find(|one| self.is_testable(one))
        {
            all.push(lens(self.command("write test", WRITE_TEST, &finding.id)));
        }
        all
    }

    fn command(&self, title: &str, command: &str, argument: &str) -> Command {
        let arguments = vec![json!(self.document.uri), json!(argument)];
        Command { title: title.to_owned(), command: command.to_owned(), arguments: Some(arguments) }
    }

    fn problem(&self, problem: &Problem) -> Diagnostic {
        let severity = match problem.tone {
            Tone::Error => DiagnosticSeverity::ERROR,
            Tone::Warning => DiagnosticSeverity::WARNING,
            Tone::Note => DiagnosticSeverity::INFORMATION,
        };
        let first = problem.labels.first();
        let range = first.and_then(|label| self.own_range([&label.place].into_iter()));
        let label = first.map(|label| label.text.as_str()).filter(|text| !text.is_empty());
        let facts = problem.notes.iter().chain(&problem.helps).map(String::as_str);
        let text = paragraph(&problem.message, label.into_iter().chain(facts));
        let code = problem.code.as_deref();
        let mut diagnostic = self.diagnostic(range.unwrap_or_default(), severity, code, text);
        let others = problem.labels.iter().skip(usize::from(range.is_some()));
        diagnostic.related_information =
            self.related(others.map(|label| (&label.place, label.text.clone())));
        diagnostic
    }

    fn finding(&self, report: &TargetReport, finding: &Finding) -> Diagnostic {
        let main = finding.broken.iter().map(|broken| &broken.place).chain(finding.place.as_ref());
        let range = self.own_range(main.clone()).unwrap_or_else(|| self.place_of(report));
        let severity = match (&finding.accepted, finding.weak_specs.is_empty()) {
            (Some(_), _) => DiagnosticSeverity::INFORMATION,
            (None, true) => DiagnosticSeverity::ERROR,
            (None, false) => DiagnosticSeverity::WARNING,
        };
        let accepted = finding.accepted.as_ref().map(Accepted::to_note);
        let how = finding.broken.as_ref().map(|broken| broken.how.clone());
        let notes = accepted.into_iter().chain(how).chain(finding.all_notes());
        let notes: Vec<String> = notes.collect();
        let text = paragraph(&finding.message, notes.iter().map(String::as_str));
        let mut diagnostic = self.diagnostic(range, severity, Some(&finding.code), text);
        let events = finding.events.iter().enumerate().filter_map(|(at, event)| {
            Some((event.place.as_ref()?, format!("event {}: {}", at + 1, event.text)))
        });
        // What an event returned is an input, too, and stands in its text already.
        let is_event =
            |place: &Place| finding.events.iter().any(|event| event.place.as_ref() == Some(place));
        let inputs = finding.inputs.iter().filter_map(|input| {
            let place = input.place.as_ref().filter(|place| !is_event(place))?;
            Some((place, format!("{} = {}", input.name, input.value)))
        });
        // The main place is where the diagnostic is, unless that is in another file.
        let elsewhere = main.filter(|place| Path::new(&place.file) != self.document.file);
        let elsewhere = elsewhere.map(|place| (place, finding.message.clone()));
        let all = elsewhere.chain(inputs).chain(events.take(MOST_EVENTS));
        diagnostic.related_information = self.related(all);
        diagnostic.data = Some(json!({ "id": finding.id, "target": report.title() }));
        diagnostic
    }

    fn doubt(&self, report: &TargetReport, doubt: &Doubt) -> Diagnostic {
        let range = self.own_range(doubt.place.iter()).unwrap_or_else(|| self.place_of(report));
        let what =
            if report.answer == Answer::Vacuous { "nothing was checked" } else { "inconclusive" };
        let message = format!("{what}: {}", doubt.message);
        let text = paragraph(&message, doubt.helps.iter().map(String::as_str));
        let code = Some(doubt.code.as_str()).filter(|code| !code.is_empty());
        self.diagnostic(range, DiagnosticSeverity::WARNING, code, text)
    }

    fn diagnostic(
        &self,
        range: Range,
        severity: DiagnosticSeverity,
        code: Option<&str>,
        message: String,
    ) -> Diagnostic {
        Diagnostic {
            range,
            severity: Some(severity),
            code: code.map(|code| NumberOrString::String(code.to_owned())),
            source: Some("tracehound".to_owned()),
            message,
            ..Diagnostic::default()
        }
    }

    fn related<'p>(
        &self,
        places: impl Iterator<Item = (&'p Place, String)>,
    ) -> Option<Vec<DiagnosticRelatedInformation>> {
        let related = places.filter_map(|(place, message)| {
            Some(DiagnosticRelatedInformation { location: self.location(place)?, message })
        });
        let related: Vec<_> = related.collect();
        (!related.is_empty()).then_some(related)
    }

    /// The first of these places that is in the document.
    fn own_range<'p>(&self, mut places: impl Iterator<Item = &'p Place>) -> Option<Range> {
        let own = places.find(|place| Path::new(&place.file) == self.document.file)?;
        Some(range_of(&self.document.text, own))
    }

    /// Where a target is defined.
    fn place_of(&self, report: &TargetReport) -> Range {
        let title = report.title();
        let listed = self.document.targets.iter().find(|target| target.title == title);
        listed.map_or_else(Range::default, |target| self.range_of_target(target))
    }

    fn range_of_target(&self, target: &ListedTarget) -> Range {
        match &target.place {
            Some(place) => range_of(&self.document.text, place),
            None => method_range(&self.document.text, name_of(&target.title)).unwrap_or_default(),
        }
    }

    /// A place in any file; none in what is no file.
    fn location(&self, place: &Place) -> Option<Location> {
        let path = Path::new(&place.file);
        if path == self.document.file {
            let range = range_of(&self.document.text, place);
            return Some(Location { uri: self.document.uri.clone(), range });
        }
        let uri: Uri = uri_of(path).filter(|_| path.is_absolute())?;
        Some(Location { uri, range: range_of(&(self.texts)(path)?, place) })
    }
}

/// The name of a target without its file.
fn name_of(title: &str) -> &str {
    // Types of parameters of Java methods come behind colons, too.
    let head = title.split('(').next().unwrap_or(title);
    let start = head.rfind(':').map_or(0, |at| at + 1);
    &title[start..]
}

/// Where a method such as `A#f(x: int)` is most likely defined: its name in front of a bracket.
fn method_range(text: &str, name: &str) -> Option<Range> {
    let name = name.split('(').next()?.rsplit('#').next()?;
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let found = text.match_indices(name).find(|(at, _)| {
        let (before, after) = (&text[..*at], text[at + name.len()..].trim_start());
        // In front of a definition there is a type; in front of a call there is not.
        let last = before.trim_end();
        let word = last.rsplit(|c| !is_word(c)).next().unwrap_or_default();
        let is_typed = last.ends_with(|c| is_word(c) || c == '>' || c == ']');
        before.ends_with(char::is_whitespace)
            && after.starts_with('(')
            && is_typed
            && !["return", "new", "else", "throw", "assert"].contains(&word)
    });
    let (at, name) = found.filter(|(_, name)| !name.is_empty())?;
    Some(Range { start: position_of(text, at), end: position_of(text, at + name.len()) })
}

/// A first line and further ones.
fn paragraph<'a>(first: &'a str, rest: impl Iterator<Item = &'a str>) -> String {
    [first].into_iter().chain(rest).collect::<Vec<_>>().join("\n")
}

fn findings_of<'a>(standing: &Standing<'a>) -> &'a [Finding] {
    match standing {
        Standing::Current(report) | Standing::Stale(report) => &report.findings,
        Standing::Unchecked | Standing::Checking | Standing::Cancelled | Standing::Failed(_) => &[],
    }
}

/// How we stand with a target in a few words.
fn lens_text(standing: &Standing<'_>) -> String {
    match standing {
        Standing::Unchecked => "not checked".to_owned(),
        Standing::Checking => "checking…".to_owned(),
        Standing::Cancelled => "not checked: cancelled".to_owned(),
        Standing::Failed(_) => "inconclusive: the check failed".to_owned(),
        Standing::Stale(report) => format!("stale: {} before the last change", answer_text(report)),
        Standing::Current(report) => answer_text(report),
    }
}

/// An answer in a few words.
fn answer_text(report: &TargetReport) -> String {
    let within = match report.bounds.is_empty() {
        true => String::new(),
        false => format!(" within {}", report.bounds.join(", ")),
    };
    match report.answer {
        Answer::Violation => {
            let accepted = report.findings.iter().filter(|one| one.accepted.is_some()).count();
            let found = counted(report.findings.len(), "counterexample");
            match accepted {
                0 => found,
                all if all == report.findings.len() => format!("{found}, known or allowed"),
                some => format!("{found}, {some} known or allowed"),
            }
        }
        Answer::WeakSpec => "a contract is too weak".to_owned(),
        Answer::Proved => "proved".to_owned(),
        Answer::Holds | Answer::HoldsWithinBounds => format!("holds{within}"),
        Answer::Inconclusive => match open_reason(report) {
            Some(reason) => format!("inconclusive: {reason}"),
            None => "inconclusive".to_owned(),
        },
        Answer::Vacuous => "nothing was checked".to_owned(),
    }
}

/// The first thing that keeps a target from being decided.
fn open_reason(report: &TargetReport) -> Option<&str> {
    let doubt = report.doubts.first().map(|doubt| doubt.message.as_str());
    doubt.or(report.limits.first().map(|limit| limit.message.as_str()))
}

/// What is known of a target, as Markdown.
fn hover_text(target: &ListedTarget, standing: &Standing<'_>) -> String {
    let mut lines = vec![format!("**{}**: {}", code(name_of(&target.title)), lens_text(standing))];
    let report = match standing {
        Standing::Current(report) => report,
        Standing::Stale(report) => {
            lines.push("*stale*: the text has changed since this was found out".to_owned());
            report
        }
        Standing::Failed(why) => return paragraph(&lines[0], ["", *why].into_iter()),
        Standing::Unchecked | Standing::Checking | Standing::Cancelled => return lines.remove(0),
    };
    for finding in &report.findings {
        lines.push(format!("- {}: {}", code(&finding.id), finding.message));
        let events = finding.events.iter().enumerate().filter(|(_, event)| event.place.is_some());
        let events = events.take(MOST_EVENTS);
        let events = events.map(|(at, event)| format!("event {}: {}", at + 1, event.text));
        let accepted = finding.accepted.as_ref().map(Accepted::to_note);
        let facts = accepted.into_iter().chain(finding.all_notes()).chain(events);
        lines.extend(facts.map(|fact| format!("    - {}", code(&fact))));
    }
    lines.extend(report.doubts.iter().map(|doubt| format!("- undecided: {}", doubt.message)));
    lines.extend(report.limits.iter().map(|limit| format!("- undecided: {}", limit.message)));
    if !report.bounds.is_empty() {
        lines.push(format!("- bounds: {}", report.bounds.join(", ")));
    }
    if let Some(proof) = &report.proof {
        lines.extend(proof.rests_on.iter().map(|fact| format!("- the proof rests on: {fact}")));
        lines.extend(proof.why_not.iter().map(|why| format!("- not proved: {why}")));
    }
    lines.extend(report.assumptions.iter().map(|fact| format!("- assumed: {fact}")));
    lines.push(format!("- {} explored to the end", counted(report.stats.finished, "path")));
    lines.join("\n")
}

/// Text that Markdown leaves as it is.
fn code(text: &str) -> String {
    format!("`{}`", text.replace('`', "'").replace('\n', " "))
}

/// The state of a document, for editors that show one.
pub(crate) fn status(document: &Document) -> Value {
    let status = match (&document.running, document.why_unanswered()) {
        (Some(_), _) => "checking",
        (None, Some(Unanswered::Stopped)) => "cancelled",
        (None, Some(Unanswered::Failed(_))) => "failed",
        (None, None) if document.is_checked() => "current",
        (None, None) => "stale",
    };
    let inconclusive = document.reports().filter(|report| report.answer == Answer::Inconclusive);
    json!({
        "uri": document.uri,
        "version": document.version,
        "status": status,
        "violations": document.reports().map(|report| report.findings.len()).sum::<usize>(),
        "inconclusive": inconclusive.count(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_are_found_by_their_names() {
        let text = "class A {\n  int fx(int a) { return f(a); }\n  int f(int a) { return 1; }\n}";
        let range = method_range(text, "A#f(a: int)").expect("it is there");
        assert_eq!((range.start.line, range.start.character), (2, 6));
        assert_eq!(method_range(text, "A#<init>()"), None);
        assert_eq!(name_of("/a:b/A.java:A#f(x: int)"), "A#f(x: int)");
        assert_eq!(name_of("/a/b.ml:M.f"), "M.f");
    }

    #[test]
    fn code_stays_code() {
        assert_eq!(code("a `b`\nc"), "`a 'b' c`");
    }
}
