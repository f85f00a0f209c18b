//! Watching one combination of objects without running the program.
//!
//! The paper enumerates the event sequences that may follow a point (its Postset) up to a bound and
//! compares each with those found. Here the observer's states are pairs: a state of the automaton and
//! a node in the tree of the essences found so far, or none if the events that mattered have left the
//! tree. A pair is a violation if the automaton's state is and the essence was not found before, so
//! one backward analysis answers for sequences of any length, and nothing is cut off.

use flow::{MayEvent, MethodId, Next, Observer, PointId};
use typestate::{Letter, Property, Source, State};

use crate::analysis::Analysis;
use crate::event::Event;
use crate::site::Site;
use crate::trie::Essences;

/// What a parameter of a property is bound to.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Bound {
    /// Anything.
    Free,
    /// An object that comes from one of these sites, ascending.
    From(Vec<Site>),
}

/// A combination of objects, as far as can be said of it beforehand.
pub type Tuple = Vec<Bound>;

/// Where a combination of objects stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage<'e> {
    /// No event has concerned it so far.
    Unborn,
    /// In this state, by these events.
    In(State, &'e [(Letter, PointId)]),
}

/// Watches one combination of objects.
pub(crate) struct Watch<'a> {
    pub(crate) analysis: &'a Analysis,
    pub(crate) property: usize,
    pub(crate) tuple: &'a [Bound],
    pub(crate) found: &'a Essences,
}

/// The two states without events so far: one from which only new violations count, one from which
/// all do.
const UNBORN: usize = 0;
const UNBORN_FOR_ALL: usize = 1;
const FIRST: usize = 2;

/// A state and the node of the tree; none is off the tree.
type Pair = (State, Option<usize>);

impl Watch<'_> {
    fn property(&self) -> &Property {
        &self.analysis.properties[self.property]
    }

    /// The number of a stage, if only new violations count.
    pub(crate) fn number(found: &Essences, stage: Stage<'_>) -> usize {
        match stage {
            Stage::Unborn => UNBORN,
            Stage::In(state, events) => pair_number(found, (state, found.walk(events))),
        }
    }

    /// The number of a stage, if all violations count.
    pub(crate) fn number_for_all(found: &Essences, stage: Stage<'_>) -> usize {
        match stage {
            Stage::Unborn => UNBORN_FOR_ALL,
            Stage::In(state, _) => pair_number(found, (state, None)),
        }
    }

    fn pair(&self, number: usize) -> Option<Pair> {
        let number = number.checked_sub(FIRST)?;
        let width = self.found.len() + 1;
        let state = self.property().automaton.states().nth(number / width)?;
        let node = number % width;
        Some((state, (node < self.found.len()).then_some(node)))
    }

    /// How an event that may happen concerns the combination.
    pub(crate) fn concern(&self, event: &Event) -> Concern {
        let mut concern = if event.certain { Concern::Must } else { Concern::May };
        for (param, sites) in &event.params {
            match &self.tuple[*param] {
                Bound::Free => concern = Concern::May,
                Bound::From(own) => {
                    if !own.iter().any(|site| sites.contains(site.index())) {
                        return Concern::Not;
                    }
                    let same = own.len() == 1 && self.analysis.is_only(own[0], sites);
                    if !same {
                        concern = Concern::May;
                    }
                }
            }
        }
        concern
    }

    /// Whether an event that does not concern the combination went to another receiver: nothing else
    /// decides whether it does.
    fn is_plain(&self, event: &Event) -> bool {
        let mut sources = self.property().events[event.decl].sources();
        let only = (sources.next(), sources.next());
        event.certain && matches!(only, (Some((_, Source::Target)), None))
    }

    /// What may come of something that is not known: a violation, or any state if only the end of the
    /// program is one.
    fn anything(&self) -> Vec<Next> {
        let automaton = &self.property().automaton;
        let numbers = automaton.states().map(|state| pair_number(self.found, (state, None)));
        let violating = automaton.states().find(|state| automaton.is_violating(*state));
        match violating {
            Some(state) => vec![Next::to(pair_number(self.found, (state, None)))],
            None => numbers.map(Next::to).collect(),
        }
    }

    /// Where an event leads. A violation that is known already leads nowhere, since runs end there.
    fn take(&self, number: usize, event: &Event, at: PointId) -> Option<usize> {
        let property = self.property();
        let decl = &property.events[event.decl];
        let automaton = &property.automaton;
        let (from, node) = match number {
            UNBORN | UNBORN_FOR_ALL => {
                let starts = decl.creation || !self.analysis.has_creation(self.property);
                if !starts {
                    return Some(number);
                }
                (automaton.start(), (number == UNBORN).then_some(0))
            }
            _ => self.pair(number)?,
        };
        let to = automaton.step(from, decl.letter)?;
        let step = (decl.letter, self.analysis.event_place(at));
        let node = match node {
            Some(node) if to != from => self.found.step(node, step),
            same => same,
        };
        let is_known =
            automaton.is_violating(to) && node.is_some_and(|node| self.found.is_end(node));
        (!is_known).then(|| pair_number(self.found, (to, node)))
    }
}

fn pair_number(found: &Essences, (state, node): Pair) -> usize {
    FIRST + state.index() * (found.len() + 1) + node.unwrap_or(found.len())
}

/// How all events of a property concern a combination of objects.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Concerns(pub(crate) Box<[Concern]>);

/// How an event concerns a combination of objects.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Concern {
    Not,
    May,
    Must,
}

impl Observer for Watch<'_> {
    fn states(&self) -> usize {
        FIRST + self.property().automaton.states().count() * (self.found.len() + 1)
    }

    fn step(&self, state: usize, _: MayEvent, at: PointId, is_other: bool) -> Vec<Next> {
        let mut states = vec![Next { state, is_other }];
        if self.analysis.is_wild(at) {
            states.extend(self.anything());
        }
        for event in self.analysis.events_at(self.property, at) {
            let concern = self.concern(event);
            if concern == Concern::Not {
                continue;
            }
            let is_plain = self.is_plain(event);
            let mut after: Vec<Next> = Vec::new();
            for next in states {
                // Nothing comes behind a violation.
                if self.is_violation(next.state) {
                    after.push(next);
                    continue;
                }
                // What is not behind the variable is not concerned.
                if !next.is_other {
                    let taken = self.take(next.state, event, at);
                    after.extend(taken.map(Next::to));
                }
                if concern == Concern::May || next.is_other {
                    after.push(Next { is_other: next.is_other || is_plain, ..next });
                }
            }
            after.sort_unstable();
            after.dedup();
            states = after;
        }
        states
    }

    fn handles(&self) -> usize {
        self.analysis.handles(self.property).count
    }

    fn handles_of(&self, method: MethodId) -> usize {
        self.analysis.handles(self.property).of_method.get(&method).copied().unwrap_or(0)
    }

    fn handle(&self, at: PointId) -> Option<usize> {
        self.analysis.handles(self.property).through.get(&at).copied()
    }

    fn renews(&self, at: PointId) -> Option<usize> {
        self.analysis.handles(self.property).renewed.get(&at).copied()
    }

    fn is_violation(&self, state: usize) -> bool {
        self.pair(state).is_some_and(|(state, node)| {
            let known = node.is_some_and(|node| self.found.is_end(node));
            self.property().automaton.is_violating(state) && !known
        })
    }

    fn is_bad_end(&self, state: usize) -> bool {
        self.pair(state).is_some_and(|(state, node)| {
            let known = node.is_some_and(|node| self.found.is_end(node));
            self.property().automaton.is_unfinished(state) && !known
        })
    }
}
