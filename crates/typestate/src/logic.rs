//! The logics of properties: regular expressions and linear time, as trees over events.

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

/// An operator of linear time over one formula.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unary {
    Not,
    Next,
    Finally,
    Globally,
    /// There was an event before, and it held there.
    Before,
    /// It holds here or held at some event before.
    Once,
    /// It holds here and held at all events before.
    Always,
}

/// An operator of linear time over two formulas.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Binary {
    And,
    Or,
    Implies,
    Iff,
    Xor,
    Until,
    WeakUntil,
    Release,
    /// The second held at some event, and the first at all since.
    Since,
}

/// A formula of linear time over events, with operators for the past.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Ltl {
    /// A truth value.
    Constant(bool),
    /// The event that happens now.
    Event(Letter),
    /// An operator over one formula.
    Unary(Unary, Box<Ltl>),
    /// An operator over two formulas.
    Binary(Binary, Box<Ltl>, Box<Ltl>),
}

impl Unary {
    pub(crate) fn is_past(self) -> bool {
        matches!(self, Unary::Before | Unary::Once | Unary::Always)
    }

    pub(crate) fn is_future(self) -> bool {
        matches!(self, Unary::Next | Unary::Finally | Unary::Globally)
    }
}

impl Binary {
    pub(crate) fn is_past(self) -> bool {
        self == Binary::Since
    }

    pub(crate) fn is_future(self) -> bool {
        matches!(self, Binary::Until | Binary::WeakUntil | Binary::Release)
    }
}

impl Ltl {
    /// Whether an operator somewhere in it is chosen. Formulas are nested as deeply as parsers let
    /// them be, so this may recurse.
    pub(crate) fn any(&self, unary: fn(Unary) -> bool, binary: fn(Binary) -> bool) -> bool {
        match self {
            Ltl::Constant(_) | Ltl::Event(_) => false,
            Ltl::Unary(op, a) => unary(*op) || a.any(unary, binary),
            Ltl::Binary(op, a, b) => binary(*op) || a.any(unary, binary) || b.any(unary, binary),
        }
    }

    /// Whether it mentions the past.
    pub(crate) fn has_past(&self) -> bool {
        self.any(Unary::is_past, Binary::is_past)
    }

    /// Whether it mentions the future.
    pub(crate) fn has_future(&self) -> bool {
        self.any(Unary::is_future, Binary::is_future)
    }
}
