//! Messages: the one shape in which anything is drawn for people.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use source::{Diagnostic, Files, Severity};

use crate::Place;
use crate::human::tone_name;

/// How loud a message is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Tone {
    /// The input cannot be used, or a property does not hold.
    Error,
    /// Something is undecided or looks like a mistake.
    Warning,
    /// Worth knowing.
    Note,
}

/// The kind of a problem that kept a target from being checked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ProblemKind {
    /// A file or its contents cannot be used.
    BadInput,
    /// There is no target of the name that was asked for.
    NoTarget,
    /// It could not be checked, because time ran out or the user wanted to stop.
    Stopped,
    /// Changes no answer.
    Remark,
}

/// A remark on a place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Note {
    /// The place.
    pub place: Place,
    /// The remark; may be empty, which only underlines.
    pub text: String,
}

/// A message about the input: a syntax error, a missing file, a name that nothing has.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Problem {
    /// Its effect on the outcome.
    pub kind: ProblemKind,
    /// How loud it is.
    pub tone: Tone,
    /// Stable code with a page under `tracehound explain`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub code: Option<String>,
    /// One sentence, lower case, no full stop.
    pub message: String,
    /// Places, the main one first.
    pub labels: Vec<Note>,
    /// Further facts.
    pub notes: Vec<String>,
    /// Advice: what the user can do.
    pub helps: Vec<String>,
}

impl Problem {
    /// A problem without a place.
    #[must_use]
    pub fn new(kind: ProblemKind, message: impl Into<String>) -> Problem {
        let tone = match kind {
            ProblemKind::BadInput | ProblemKind::NoTarget => Tone::Error,
            ProblemKind::Stopped | ProblemKind::Remark => Tone::Warning,
        };
        let (labels, notes, helps) = (Vec::new(), Vec::new(), Vec::new());
        Problem { kind, tone, code: None, message: message.into(), labels, notes, helps }
    }

    /// The same with advice.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Problem {
        self.helps.push(help.into());
        self
    }

    /// A problem made from a diagnostic of a front end.
    #[must_use]
    pub fn from_diagnostic(files: &Files, diagnostic: &Diagnostic) -> Problem {
        let (kind, tone) = match diagnostic.severity {
            Severity::Error => (ProblemKind::BadInput, Tone::Error),
            Severity::Warning => (ProblemKind::Remark, Tone::Warning),
            Severity::Note => (ProblemKind::Remark, Tone::Note),
        };
        let note = |label: &source::Label| Note {
            place: Place::new(files, label.span),
            text: label.text.clone(),
        };
        Problem {
            kind,
            tone,
            code: diagnostic.code.clone(),
            message: diagnostic.message.clone(),
            labels: diagnostic.labels.iter().map(note).collect(),
            notes: diagnostic.notes.clone(),
            helps: diagnostic.helps.clone(),
        }
    }
}

/// A message for the formats that draw excerpts: findings, doubts, limits and problems all become
/// this.
#[derive(Clone, Debug)]
pub(crate) struct Message<'a> {
    pub(crate) tone: Tone,
    pub(crate) code: Option<&'a str>,
    /// The name of a finding.
    pub(crate) id: Option<&'a str>,
    pub(crate) text: String,
    pub(crate) labels: Vec<Note>,
    pub(crate) notes: Vec<String>,
    pub(crate) helps: Vec<String>,
}

impl Message<'_> {
    /// The message for formats that draw no excerpts: the first line, then one for each place, fact and
    /// advice.
    pub(crate) fn to_plain_text(&self) -> String {
        let code = self.code.map_or_else(String::new, |code| format!("[{code}]"));
        let mut lines = vec![format!("{}{code}: {}", tone_name(self.tone), self.text)];
        lines.extend(self.labels.iter().map(|label| match label.text.is_empty() {
            true => format!(" --> {}", label.place),
            false => format!(" --> {}: {}", label.place, label.text),
        }));
        lines.extend(self.notes.iter().map(|note| format!("  = note: {note}")));
        lines.extend(self.helps.iter().map(|help| format!("  = help: {help}")));
        lines.join("\n")
    }
}

impl<'a> From<&'a Problem> for Message<'a> {
    fn from(problem: &'a Problem) -> Message<'a> {
        Message {
            tone: problem.tone,
            code: problem.code.as_deref(),
            id: None,
            text: problem.message.clone(),
            labels: problem.labels.clone(),
            notes: problem.notes.clone(),
            helps: problem.helps.clone(),
        }
    }
}
