//! Properties of traces as people write them: LTLf, regular expressions and automata in one tree.
//!
//! A formula is judged on a *suffix* of a trace: the events from some position to the end, perhaps
//! none. Letters, `F` and `U` need a position that has an event; `G`, `W` and `R` hold where there is
//! none. That is the finite-trace semantics of De Giacomo and Vardi, extended to the empty trace:
//!
//! | formula | holds on a suffix when |
//! |---|---|
//! | event | it has a first event, and that belongs |
//! | `X φ` | it has a first event, and `φ` holds on what follows that, **which may be empty** |
//! | `N φ` | it has at most one event, or `φ` holds on what follows the first |
//! | `F φ`, `G φ` | `φ` holds from some position, from every position |
//! | `φ U ψ` | `ψ` holds from some position, and `φ` from every position before it |
//! | `φ W ψ` | `φ U ψ` or `G φ` |
//! | `φ R ψ` | not (`!φ U !ψ`): `ψ` holds up to and including the first position where `φ` holds |
//! | `last` | it has exactly one event |
//! | `φ ; ψ` | it can be cut in two (either part may be empty) so that `φ` holds on the first part taken alone and `ψ` on the second |
//!
//! DIVERGENCE: in the textbook `X φ` is false at the last event for every `φ`. The paper reads `X R`
//! as `•·R`, and its `stored(k, v) = F(<put k v> && X G ~<put k _>)` must hold right after the put;
//! so do we. The two readings differ only where `φ` holds on the empty suffix; the textbook's is
//! `X (any && φ)`, and `N φ` is its dual. DIVERGENCE: the paper translates `G R` as `¬(•*·¬R)` and
//! `W` as `¬(•*·R) ∨ (ℓ*·R)`; taken literally the first demands `R` of the empty suffix too, so that
//! `G` of a letter is empty, and the second accepts traces in which `ℓ` fails. We follow the
//! textbook, as the paper's own examples do.

use std::sync::Arc;

use term::Term;

use crate::alphabet::OpId;

/// A set of events as written: the tree behind a letter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EventSet {
    /// Every event, if the condition holds; it mentions no formals.
    Any(Term),
    /// Events of one operation that satisfy a condition over its formals.
    Call(OpId, Term),
    /// Events that do not belong.
    Not(Box<EventSet>),
    /// Events that belong to all.
    And(Vec<EventSet>),
    /// Events that belong to at least one.
    Or(Vec<EventSet>),
}

/// An explicit automaton, perhaps nondeterministic and incomplete.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StateMachine {
    /// The names of the states, for people.
    pub states: Vec<String>,
    /// The number of the first state.
    pub start: usize,
    /// From, events, to.
    pub transitions: Vec<(usize, EventSet, usize)>,
    /// Which states decide.
    pub marks: Marks,
}

/// Which states of an automaton decide, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Marks {
    /// A trace belongs if some run over it ends in one of these states.
    Accepting(Vec<usize>),
    /// A trace belongs unless some run over a beginning of it reaches one of these states.
    Violating(Vec<usize>),
}

/// A property of traces. See the table above for what each means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Formula {
    /// Every trace.
    True,
    /// No trace.
    False,
    /// Begins with an event of the set.
    Event(EventSet),
    /// Is exactly one event of the set: the letter of a regular expression.
    One(EventSet),
    /// Exactly one event.
    Last,
    /// The empty trace.
    Empty,
    /// Does not hold.
    Not(Box<Formula>),
    /// All hold.
    And(Vec<Formula>),
    /// At least one holds.
    Or(Vec<Formula>),
    /// If the first holds, so does the second.
    Implies(Box<Formula>, Box<Formula>),
    /// Both hold or neither.
    Iff(Box<Formula>, Box<Formula>),
    /// `X`.
    Next(Box<Formula>),
    /// `N`.
    WeakNext(Box<Formula>),
    /// `F`.
    Finally(Box<Formula>),
    /// `G`.
    Globally(Box<Formula>),
    /// `U`.
    Until(Box<Formula>, Box<Formula>),
    /// `W`.
    WeakUntil(Box<Formula>, Box<Formula>),
    /// `R`.
    Release(Box<Formula>, Box<Formula>),
    /// `;` between all of these.
    Then(Vec<Formula>),
    /// Any number of repetitions, none included.
    Star(Box<Formula>),
    /// An explicit automaton.
    Machine(Arc<StateMachine>),
}

/// A formula that is nested deeper than [`Formula::MAX_DEPTH`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the property is nested more than {} levels deep", Formula::MAX_DEPTH)]
pub struct TooDeep;

impl Formula {
    /// How deep formulas may be nested.
    pub const MAX_DEPTH: usize = 256;

    /// The formulas directly below.
    #[must_use]
    pub fn parts(&self) -> Vec<&Formula> {
        match self {
            Formula::True
            | Formula::False
            | Formula::Event(_)
            | Formula::One(_)
            | Formula::Last
            | Formula::Empty
            | Formula::Machine(_) => Vec::new(),
            Formula::Not(a)
            | Formula::Next(a)
            | Formula::WeakNext(a)
            | Formula::Finally(a)
            | Formula::Globally(a)
            | Formula::Star(a) => vec![a],
            Formula::And(parts) | Formula::Or(parts) | Formula::Then(parts) => {
                parts.iter().collect()
            }
            Formula::Implies(a, b)
            | Formula::Iff(a, b)
            | Formula::Until(a, b)
            | Formula::WeakUntil(a, b)
            | Formula::Release(a, b) => vec![a, b],
        }
    }

    /// The conditions on events that stand in the formula.
    #[must_use]
    pub fn conditions(&self) -> Vec<Term> {
        let conditions = self.event_sets().into_iter().filter_map(|set| match set {
            EventSet::Any(cond) | EventSet::Call(_, cond) => Some(*cond),
            EventSet::Not(_) | EventSet::And(_) | EventSet::Or(_) => None,
        });
        conditions.collect()
    }

    /// The sets of events that stand in the formula, and those that they are made of.
    pub(crate) fn event_sets(&self) -> Vec<&EventSet> {
        let (mut todo, mut sets) = (vec![self], Vec::new());
        while let Some(formula) = todo.pop() {
            match formula {
                Formula::Event(set) | Formula::One(set) => sets.push(set),
                Formula::Machine(machine) => {
                    sets.extend(machine.transitions.iter().map(|(_, set, _)| set));
                }
                _ => todo.extend(formula.parts()),
            }
        }
        let mut at = 0;
        while let Some(set) = sets.get(at).copied() {
            sets.extend(set.parts());
            at += 1;
        }
        sets
    }

    /// Whether the formula, sets of events included, is nested no deeper than allowed.
    pub fn check_depth(&self) -> Result<(), TooDeep> {
        let mut todo = vec![(self, 1)];
        while let Some((formula, depth)) = todo.pop() {
            if depth > Formula::MAX_DEPTH {
                return Err(TooDeep);
            }
            let sets: Vec<&EventSet> = match formula {
                Formula::Event(set) | Formula::One(set) => vec![set],
                Formula::Machine(machine) => {
                    machine.transitions.iter().map(|(_, set, _)| set).collect()
                }
                _ => Vec::new(),
            };
            for set in sets {
                set.check_depth(depth)?;
            }
            todo.extend(formula.parts().into_iter().map(|part| (part, depth + 1)));
        }
        Ok(())
    }
}

impl EventSet {
    /// The sets directly below.
    #[must_use]
    pub fn parts(&self) -> Vec<&EventSet> {
        match self {
            EventSet::Any(_) | EventSet::Call(..) => Vec::new(),
            EventSet::Not(inner) => vec![inner],
            EventSet::And(parts) | EventSet::Or(parts) => parts.iter().collect(),
        }
    }

    fn check_depth(&self, above: usize) -> Result<(), TooDeep> {
        let mut todo = vec![(self, above)];
        while let Some((set, depth)) = todo.pop() {
            if depth > Formula::MAX_DEPTH {
                return Err(TooDeep);
            }
            todo.extend(set.parts().into_iter().map(|part| (part, depth + 1)));
        }
        Ok(())
    }
}
