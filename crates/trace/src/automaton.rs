//! The deterministic automaton of an expression, built lazily.
//!
//! A state is an expression; its edges are its next events. States are interned, so an expression
//! that comes back is the same state. Edges that no event can take are left out if the caller's
//! [`Feasible`] says so.

use rustc_hash::FxHashMap;

use crate::alphabet::Event;
use crate::context::Context;
use crate::feasible::{Feasible, Tri};
use crate::letter::Letter;
use crate::next::NextEvent;
use crate::regex::Regex;

/// A state of an [`Automaton`]. The first one is the start.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct StateId(u32);

impl StateId {
    /// The state in which every trace begins.
    pub const START: StateId = StateId(0);

    /// The number of the state, from zero in the order of discovery.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A transition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edge {
    /// The events that take it.
    pub letter: Letter,
    /// Where it leads.
    pub to: StateId,
}

struct State {
    regex: Regex,
    edges: Option<Vec<Edge>>,
}

/// A deterministic symbolic automaton that grows on demand.
pub struct Automaton {
    states: Vec<State>,
    by_regex: FxHashMap<Regex, StateId>,
    unknown: usize,
}

/// Whether an automaton was built to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Built {
    /// All states are there.
    Complete,
    /// The limit on states was met first.
    StateLimit(usize),
    /// It was stopped ([`crate::RegexPool::stop_when`]): the last edges may be incomplete.
    Stopped,
}

impl Automaton {
    /// The automaton of an expression, nothing of it built but the start.
    #[must_use]
    pub fn new(regex: Regex) -> Automaton {
        let mut automaton =
            Automaton { states: Vec::new(), by_regex: FxHashMap::default(), unknown: 0 };
        automaton.state_of(regex);
        automaton
    }

    /// The states found so far, in the order of discovery.
    pub fn states(&self) -> impl ExactSizeIterator<Item = StateId> + use<> {
        (0..self.states.len() as u32).map(StateId)
    }

    /// How many states were found so far.
    #[must_use]
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Whether there are no states, which is never so.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// The expression of a state: what the rest of a trace has to match.
    #[must_use]
    pub fn regex(&self, state: StateId) -> Regex {
        self.states[state.index()].regex
    }

    /// How often it was unknown whether an edge can be taken; such edges are kept.
    #[must_use]
    pub fn unknown(&self) -> usize {
        self.unknown
    }

    /// The edges of a state that have been computed; none if they were not asked for yet.
    #[must_use]
    pub fn known_edges(&self, state: StateId) -> Option<&[Edge]> {
        self.states[state.index()].edges.as_deref()
    }

    /// The edges of a state: disjoint, and together every possible event.
    pub fn edges(
        &mut self,
        ctx: Context<'_>,
        state: StateId,
        feasible: &mut Feasible<'_>,
    ) -> &[Edge] {
        if self.states[state.index()].edges.is_none() {
            let edges = self.compute_edges(ctx, state, feasible);
            self.states[state.index()].edges = Some(edges);
        }
        self.known_edges(state).expect("just computed")
    }

    fn compute_edges(
        &mut self,
        ctx: Context<'_>,
        state: StateId,
        feasible: &mut Feasible<'_>,
    ) -> Vec<Edge> {
        let mut unknown = 0;
        let mut counting = |pool: &term::Pool, terms: &[term::Term]| {
            let answer = feasible(pool, terms);
            unknown += usize::from(answer == Tri::Unknown);
            answer
        };
        let mut next = ctx.next(self.regex(state), &mut counting);
        if let Some(letter) = ctx.other_events(&next, &mut counting) {
            match next.iter_mut().find(|event| event.after == Regex::EMPTY) {
                Some(dead) => {
                    dead.letter = ctx.regexes.letter_or(ctx.pool, dead.letter, letter);
                }
                None => next.push(NextEvent { letter, after: Regex::EMPTY }),
            }
        }
        let mut edges: Vec<Edge> = Vec::new();
        for event in next {
            let letter = ctx.regexes.prune(ctx.pool, ctx.alphabet, event.letter, &mut counting);
            if letter != Letter::NONE {
                edges.push(Edge { letter, to: self.state_of(event.after) });
            }
        }
        self.unknown += unknown;
        edges
    }

    /// Builds all states, or as many as `limit` allows.
    pub fn build(&mut self, ctx: Context<'_>, limit: usize, feasible: &mut Feasible<'_>) -> Built {
        let mut at = 0;
        while at < self.states.len() {
            if self.states.len() > limit {
                return Built::StateLimit(limit);
            }
            self.edges(ctx, StateId(at as u32), feasible);
            if ctx.regexes.is_stopped() {
                return Built::Stopped;
            }
            at += 1;
        }
        Built::Complete
    }

    /// Where a concrete event leads, if its edges have been computed. None if no edge fits, which
    /// for an event of literals and a closed expression means that the edges are not built.
    pub fn step(&self, ctx: Context<'_>, state: StateId, event: &Event) -> Option<StateId> {
        let fits = |edge: &&Edge| {
            ctx.regexes.matches(ctx.pool, ctx.alphabet, edge.letter, event) == term::Term::TRUE
        };
        self.known_edges(state)?.iter().find(fits).map(|edge| edge.to)
    }

    /// The state of an expression, which becomes one of the automaton if it is none yet: expressions whose
    /// states are asked for one after the other share what follows them.
    pub fn state_of(&mut self, regex: Regex) -> StateId {
        let next = StateId(u32::try_from(self.states.len()).expect("fewer than 2^32 states"));
        let states = &mut self.states;
        *self.by_regex.entry(regex).or_insert_with(|| {
            states.push(State { regex, edges: None });
            next
        })
    }
}
