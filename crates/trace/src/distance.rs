//! How far a state is from the states that matter: a dead one, and an accepting one.
//!
//! `DistToDead` (section 5.2 of the paper) is a lower bound on the events that a run still has to
//! produce before the property is certainly broken; the search prefers short ways there.

use std::collections::VecDeque;

use rustc_hash::FxHashSet;

use crate::automaton::{Automaton, Built, StateId};
use crate::context::Context;
use crate::feasible::Feasible;
use crate::regex::Regex;

impl Automaton {
    /// The least number of events that lead to ∅, if it is at most `cutoff`. States are built on
    /// the way.
    pub fn distance_to_dead(
        &mut self,
        ctx: Context<'_>,
        from: StateId,
        cutoff: usize,
        feasible: &mut Feasible<'_>,
    ) -> Option<usize> {
        self.distance(ctx, from, cutoff, feasible, |regex| regex == Regex::EMPTY)
    }

    /// The least number of events that lead to a state which accepts, if it is at most `cutoff`.
    pub fn distance_to_accepting(
        &mut self,
        ctx: Context<'_>,
        from: StateId,
        cutoff: usize,
        feasible: &mut Feasible<'_>,
    ) -> Option<usize> {
        self.distance(ctx, from, cutoff, feasible, |regex| ctx.regexes.nullable(regex))
    }

    fn distance(
        &mut self,
        ctx: Context<'_>,
        from: StateId,
        cutoff: usize,
        feasible: &mut Feasible<'_>,
        goal: impl Fn(Regex) -> bool,
    ) -> Option<usize> {
        let mut queue = VecDeque::from([(from, 0)]);
        let mut met = FxHashSet::from_iter([from]);
        while let Some((state, distance)) = queue.pop_front() {
            if goal(self.regex(state)) {
                return Some(distance);
            }
            if distance < cutoff {
                let edges = self.edges(ctx, state, feasible);
                queue.extend(
                    edges
                        .iter()
                        .filter(|edge| met.insert(edge.to))
                        .map(|edge| (edge.to, distance + 1)),
                );
            }
        }
        None
    }

    /// Whether no accepting state can be reached from a state; none if that takes more states than the
    /// limit. States are built on the way, and no more of them once an accepting one is found.
    pub fn is_dead(
        &mut self,
        ctx: Context<'_>,
        from: StateId,
        limit: usize,
        feasible: &mut Feasible<'_>,
    ) -> Option<bool> {
        let mut todo = VecDeque::from([from]);
        let mut met = FxHashSet::from_iter([from]);
        while let Some(state) = todo.pop_front() {
            if ctx.regexes.nullable(self.regex(state)) {
                return Some(false);
            }
            if met.len() > limit {
                return None;
            }
            let edges = self.edges(ctx, state, feasible);
            todo.extend(edges.iter().map(|edge| edge.to).filter(|to| met.insert(*to)));
            if ctx.regexes.is_stopped() {
                return None;
            }
        }
        Some(true)
    }

    /// For each state of an automaton that is built to its end, whether no accepting state can be
    /// reached from it. None if it is not complete.
    pub fn dead_states(&self, ctx: Context<'_>) -> Option<Vec<bool>> {
        let mut into: Vec<Vec<StateId>> = vec![Vec::new(); self.len()];
        for state in self.states() {
            for edge in self.known_edges(state)? {
                into[edge.to.index()].push(state);
            }
        }
        let mut todo: Vec<StateId> =
            self.states().filter(|state| ctx.regexes.nullable(self.regex(*state))).collect();
        let mut alive = vec![false; self.len()];
        while let Some(state) = todo.pop() {
            if !alive[state.index()] {
                alive[state.index()] = true;
                todo.extend(&into[state.index()]);
            }
        }
        Some(alive.into_iter().map(|alive| !alive).collect())
    }

    /// Whether the language is empty, if the automaton can be built within the limit.
    pub fn is_void(
        &mut self,
        ctx: Context<'_>,
        limit: usize,
        feasible: &mut Feasible<'_>,
    ) -> Option<bool> {
        match self.build(ctx, limit, feasible) {
            Built::Complete => Some(self.dead_states(ctx)?[StateId::START.index()]),
            Built::StateLimit(_) | Built::Stopped => None,
        }
    }
}
