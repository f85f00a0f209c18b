//! Observable events.

use source::Span;
use term::{Sort, Symbol, Term};

/// One observable call with its arguments and, if it has one, its result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// The operation.
    pub op: Symbol,
    /// Its arguments.
    pub args: Vec<Term>,
    /// The returned value.
    pub result: Option<Term>,
    /// Where it was performed; none for events of an assumed history.
    pub span: Option<Span>,
}

/// A kind of event that a program can perform, at a place where it does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EventKind {
    /// The name of the operation.
    pub op: String,
    /// The sorts of its arguments.
    pub args: Vec<Sort>,
    /// The sort of its result, if it has one.
    pub result: Option<Sort>,
    /// Where it is performed or declared.
    pub span: Span,
}
