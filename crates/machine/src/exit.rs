//! How a program ends.

use source::Span;
use term::Term;

/// How a program ended by itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Exit {
    /// Ran to its end, with its result if it has one.
    Finished(Option<Term>),
    /// Broke a property that is stated in the program.
    Failed(Failure),
    /// Took a way that an assumption excludes: neither good nor bad.
    Discarded,
    /// Performed more events than this, the most that are explored.
    TooManyEvents(u64),
    /// Came once more to a branch that was undecided this often, the most that is explored.
    Unrolled(u64),
}

/// A property of the program that does not hold on this path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// Stable code, such as `TOY001`.
    pub code: &'static str,
    /// The message: what is wrong, as one sentence without a full stop and without values of this
    /// path: with code and place it tells one failure from another.
    pub message: String,
    /// The message with values of this path in it, where that says more.
    pub detail: Option<String>,
    /// Where it shows.
    pub span: Option<Span>,
}

impl Failure {
    /// A failure whose message has no values in it.
    pub fn new(code: &'static str, message: impl Into<String>, span: Option<Span>) -> Failure {
        Failure { code, message: message.into(), detail: None, span }
    }

    /// The message with the values of this path.
    #[must_use]
    pub fn text(&self) -> &str {
        self.detail.as_deref().unwrap_or(&self.message)
    }

    /// The same in other words, with and without values.
    #[must_use]
    pub fn reworded(self, reword: impl Fn(&str) -> String) -> Failure {
        let (message, detail) = (reword(&self.message), self.detail.as_deref().map(&reword));
        Failure { message, detail, ..self }
    }
}

/// Something that the front end does not model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gap {
    /// The missing feature, as a noun phrase: "a symbolic index into a string".
    pub what: String,
    /// Where it stands.
    pub span: Option<Span>,
}
