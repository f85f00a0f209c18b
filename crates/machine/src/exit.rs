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
    /// Performed more events than this, the most that are looked at.
    TooManyEvents(u64),
}

/// A property of the program that does not hold on this path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// Stable code, such as `TOY001`.
    pub code: &'static str,
    /// What is wrong, as one sentence without a full stop.
    pub message: String,
    /// Where it shows.
    pub span: Option<Span>,
}

/// Something that the front end does not model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gap {
    /// What it is, as a noun phrase: "a symbolic index into a string".
    pub what: String,
    /// Where it stands.
    pub span: Option<Span>,
}
