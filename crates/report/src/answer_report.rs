//! What the answers of all verbs have in common where they are reports: each thing that was asked is a target.

use crate::{
    Answer, Doubt, Envelope, EventText, Finding, InputText, Place, Report, ReportBuilder,
    StatsText, TargetReport, finding_id,
};

/// The code of what a limit left open.
pub(crate) const LEFT_OPEN: &str = "ENG001";
/// The code of what is not modelled.
pub(crate) const NOT_MODELLED: &str = "ENG002";
/// The code of what a solver could not tell.
pub(crate) const NOT_KNOWN: &str = "ENG003";
/// The code of what was found and not seen again.
pub(crate) const NOT_CONFIRMED: &str = "ENG004";

/// What a verb was asked about.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AskedTarget {
    /// The file as the user named it, or what stands in its place.
    pub file: String,
    /// The path of the file from the root of its project, by which findings are named.
    pub path: String,
    /// The name of the target in that file.
    pub name: String,
    /// The language of the file.
    pub language: String,
    /// Where the target is defined, if it has a place.
    pub place: Option<Place>,
    /// The arguments of the call that are part of the question, as `replay` reads them.
    pub arguments: Vec<String>,
}

/// An answer of a verb that all formats can show.
pub trait VerbAnswer {
    /// Its targets, each with what was found.
    fn targets(&self, asked: &AskedTarget) -> Vec<TargetReport>;
}

impl<T: VerbAnswer> Envelope<T> {
    /// The same as a report, with the outcome and the exit code of the verb.
    #[must_use]
    pub fn to_report(&self, asked: &AskedTarget) -> Report {
        let mut builder = ReportBuilder::new();
        self.answer.targets(asked).into_iter().for_each(|target| builder.target(target));
        let (outcome, exit) = (self.outcome, self.exit);
        Report { outcome, exit, ..builder.finish(self.tool.clone()) }
    }
}

impl AskedTarget {
    /// The target of the same file with this name.
    #[must_use]
    pub fn named(&self, name: impl Into<String>) -> AskedTarget {
        AskedTarget { name: name.into(), ..self.clone() }
    }

    /// The report on it. What was found and what is open decide the answer, unless they are nothing.
    pub(crate) fn target(
        &self,
        findings: Vec<Finding>,
        doubts: Vec<Doubt>,
        otherwise: Answer,
    ) -> TargetReport {
        let answer = match (findings.is_empty(), doubts.is_empty()) {
            (false, _) => Answer::Violation,
            (true, false) => Answer::Inconclusive,
            (true, true) => otherwise,
        };
        let arguments = self.arguments.clone();
        let plain = TargetReport::plain(&self.file, &self.name, &self.language, answer);
        TargetReport { findings, doubts, arguments, ..plain }
    }

    /// A finding in it. Of the message, `what` is that part by which the finding is named.
    pub(crate) fn finding(&self, code: &str, what: &str, message: String) -> Finding {
        let id = finding_id(code, &format!("{}:{}", self.path, self.name), what, &[]);
        Finding { place: self.place.clone(), ..Finding::plain(id, code, message) }
    }
}

impl TargetReport {
    /// The report on a target of which nothing is known but the answer.
    #[must_use]
    pub fn plain(file: &str, name: &str, language: &str, answer: Answer) -> TargetReport {
        TargetReport {
            file: file.to_owned(),
            name: name.to_owned(),
            language: language.to_owned(),
            answer,
            bounds: Vec::new(),
            proof: None,
            findings: Vec::new(),
            doubts: Vec::new(),
            limits: Vec::new(),
            notes: Vec::new(),
            vacuous: false,
            must_not_be_called: false,
            assumptions: Vec::new(),
            spec: None,
            arguments: Vec::new(),
            command: Vec::new(),
            exploration: None,
            engines: Vec::new(),
            cached: false,
            stats: StatsText::nothing(),
        }
    }
}

impl Finding {
    /// A finding of which nothing is known but this.
    pub(crate) fn plain(id: String, code: &str, message: String) -> Finding {
        Finding {
            id,
            code: code.to_owned(),
            message,
            place: None,
            inputs: Vec::new(),
            events: Vec::new(),
            call: None,
            weak_specs: Vec::new(),
            broken: None,
            why: None,
            property: None,
            exchanged: Vec::new(),
            notes: Vec::new(),
            suggestion: None,
            witness: String::new(),
            choices: Vec::new(),
            more_paths: 0,
            accepted: None,
        }
    }
}

impl Doubt {
    /// A doubt about a whole target.
    pub(crate) fn plain(code: &str, message: impl Into<String>) -> Doubt {
        let (code, message) = (code.to_owned(), message.into());
        Doubt { code, message, place: None, paths: 0, helps: Vec::new() }
    }
}

impl InputText {
    /// An input of which nothing is known but its value in the syntax of the language.
    pub(crate) fn plain(name: String, value: String) -> InputText {
        InputText { name, term: value.clone(), value, sort: String::new(), place: None }
    }
}

impl EventText {
    /// An event of which nothing is known but its text.
    pub(crate) fn plain(text: String) -> EventText {
        let (op, args) = (text.clone(), Vec::new());
        EventText { text, op, args, result: None, state: None, place: None }
    }
}
