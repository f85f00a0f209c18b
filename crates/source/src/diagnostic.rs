//! Diagnostics: errors, warnings and notes about places in the source.

use crate::Span;

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// Worth knowing; changes no result.
    Note,
    /// Likely a mistake; the run goes on.
    Warning,
    /// The input cannot be used, or the program breaks its property.
    Error,
}

/// A remark on a place. The first label of a diagnostic is its main place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// The remark; may be empty, which only underlines.
    pub text: String,
}

/// A message with the places it mentions, and advice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// Stable code such as `TOY001`, with a page under `tracehound explain`.
    pub code: Option<String>,
    /// One sentence, lower case, no full stop.
    pub message: String,
    /// Places, the main one first.
    pub labels: Vec<Label>,
    /// Further facts.
    pub notes: Vec<String>,
    /// Advice: what the user can do.
    pub helps: Vec<String>,
}

impl Diagnostic {
    /// An error without a place yet.
    #[must_use]
    pub fn error(message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Error, message.into())
    }

    /// A warning without a place yet.
    #[must_use]
    pub fn warning(message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Warning, message.into())
    }

    /// A note without a place yet.
    #[must_use]
    pub fn note(message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Note, message.into())
    }

    fn new(severity: Severity, message: String) -> Diagnostic {
        let (labels, notes, helps) = (Vec::new(), Vec::new(), Vec::new());
        Diagnostic { severity, code: None, message, labels, notes, helps }
    }

    /// The same with a stable code.
    #[must_use]
    pub fn with_code(mut self, code: impl Into<String>) -> Diagnostic {
        self.code = Some(code.into());
        self
    }

    /// The same with a further place; the first one added is the main place.
    #[must_use]
    pub fn at(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// The same with a further fact.
    #[must_use]
    pub fn with_note(mut self, note: impl Into<String>) -> Diagnostic {
        self.notes.push(note.into());
        self
    }

    /// The same with advice.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Diagnostic {
        self.helps.push(help.into());
        self
    }
}
