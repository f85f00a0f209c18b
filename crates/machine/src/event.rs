//! Observable events.

use source::Span;
use term::{Symbol, Term};

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
