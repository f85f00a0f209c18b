//! Which ways of a program are followed, and in which order.

use term::{Pool, Symbol};

use crate::Machine;

/// Orders the ways that a program can go, and leaves some of them out.
///
/// A guide decides what is worth a look, never what is true: a way may be left out only for one of the
/// reasons of [`Pruned`], each of which says that nothing is missed. Every machine guides the search
/// of its own states, by [`Machine::rank`] and [`Machine::prune`]; `explore::concolic` takes a guide of
/// the branches that a run did not take.
pub trait Guide {
    /// The kind of way: a state of a machine, or a branch that a run did not take.
    type Way;

    /// How promising a way is; the smallest first.
    fn rank(&mut self, _: &Pool, _: &Self::Way) -> u64 {
        0
    }

    /// Why a way is left out; none if it is followed.
    fn prune(&mut self, pool: &Pool, way: &Self::Way) -> Option<Pruned>;
}

impl<M: Machine> Guide for &M {
    type Way = M::State;

    fn rank(&mut self, pool: &Pool, state: &M::State) -> u64 {
        Machine::rank(*self, pool, state)
    }

    fn prune(&mut self, pool: &Pool, state: &M::State) -> Option<Pruned> {
        Machine::prune(*self, pool, state)
    }
}

/// Why a way is left out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Pruned {
    /// No violation can be reached on it.
    Harmless,
    /// Its violations are like those that were found already.
    Equivalent,
    /// No event depends on it.
    Irrelevant,
}

impl Pruned {
    /// All reasons.
    pub const ALL: [Pruned; 3] = [Pruned::Harmless, Pruned::Equivalent, Pruned::Irrelevant];

    /// The reason as reports name it.
    #[must_use]
    pub fn reason(self) -> &'static str {
        match self {
            Pruned::Harmless => "no violation reachable",
            Pruned::Equivalent => "only violations like those found",
            Pruned::Irrelevant => "no event depends on it",
        }
    }
}

/// What the rest of a run can come to, as far as that is known without running it. What is not
/// here cannot happen.
#[derive(Clone, Debug, Default)]
pub struct Outlook {
    /// Whether it may fail by itself, or come to something that is not modelled.
    pub fails: bool,
    /// The operations whose events it may perform.
    pub events: EventNames,
}

/// A set of operations, by their names.
#[derive(Clone, Debug)]
pub enum EventNames {
    /// All there are.
    Any,
    /// These, each once.
    Of(Vec<Symbol>),
}

impl Default for EventNames {
    fn default() -> EventNames {
        EventNames::Of(Vec::new())
    }
}

impl EventNames {
    /// Adds the operations of another set.
    pub fn absorb(&mut self, others: &EventNames) {
        match (&mut *self, others) {
            (EventNames::Any, _) => {}
            (_, EventNames::Any) => *self = EventNames::Any,
            (EventNames::Of(_), EventNames::Of(others)) => {
                others.iter().for_each(|name| self.insert(*name));
            }
        }
    }

    /// Adds an operation.
    pub fn insert(&mut self, name: Symbol) {
        match self {
            EventNames::Of(names) if !names.contains(&name) => names.push(name),
            EventNames::Any | EventNames::Of(_) => {}
        }
    }
}

impl Outlook {
    /// Of which nothing is known.
    pub const ANYTHING: Outlook = Outlook { fails: true, events: EventNames::Any };

    /// Adds what another part of the run can come to.
    pub fn absorb(&mut self, other: &Outlook) {
        self.fails |= other.fails;
        self.events.absorb(&other.events);
    }
}
