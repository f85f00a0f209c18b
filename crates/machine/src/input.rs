//! The inputs that a program takes from outside.

use source::Span;
use term::Sort;

/// An input that a program asks for: a parameter, a `read`, the answer of an unknown function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Input {
    /// A name for people. Several inputs may share one; the engine numbers them.
    pub name: String,
    /// The sort of the answer.
    pub sort: Sort,
    /// Where the program asks.
    pub span: Option<Span>,
}
