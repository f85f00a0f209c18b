//! The logics of properties: regular expressions and linear time, as trees over events.

use syntax::temporal::{InfixOp, PrefixOp};

use crate::automaton::Letter;

/// A regular expression over events.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Ere {
    /// The empty sequence.
    Epsilon,
    /// No sequence.
    Empty,
    /// One event.
    Event(Letter),
    /// One event of any name.
    Any,
    /// One after the other.
    Then(Vec<Ere>),
    /// Any of these.
    Or(Vec<Ere>),
    /// All of these.
    And(Vec<Ere>),
    /// Any number of repetitions.
    Star(Box<Ere>),
    /// What does not match.
    Not(Box<Ere>),
}

/// A formula of linear time over events, with operators for the past.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Ltl {
    /// A truth value.
    Constant(bool),
    /// The event that happens now.
    Event(Letter),
    /// An operator over one formula.
    Unary(PrefixOp, Box<Ltl>),
    /// An operator over two formulas.
    Binary(InfixOp, Box<Ltl>, Box<Ltl>),
}

impl Ltl {
    /// Whether an operator somewhere in it is chosen. Formulas are nested as deeply as parsers let
    /// them be, so this may recurse.
    pub(crate) fn any(&self, unary: fn(PrefixOp) -> bool, binary: fn(InfixOp) -> bool) -> bool {
        match self {
            Ltl::Constant(_) | Ltl::Event(_) => false,
            Ltl::Unary(op, a) => unary(*op) || a.any(unary, binary),
            Ltl::Binary(op, a, b) => binary(*op) || a.any(unary, binary) || b.any(unary, binary),
        }
    }

    /// Whether it mentions the past.
    pub(crate) fn has_past(&self) -> bool {
        self.any(PrefixOp::is_past, InfixOp::is_past)
    }

    /// Whether it mentions the future.
    pub(crate) fn has_future(&self) -> bool {
        self.any(PrefixOp::is_future, InfixOp::is_future)
    }
}
