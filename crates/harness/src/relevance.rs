//! The histories that need not be explored, since others come to the same.
//!
//! An event that leaves every expression as it is, whatever happened before it, can be left out of a
//! history: what is asked about the history is answered as without it. The expressions that count are
//! those of the method, those of the operations that the call may perform, and those of the events that
//! are left: a history has to be one that the libraries allow.
//!
//! Two neighbouring events whose order matters to none of these expressions can be exchanged, so of the histories
//! that differ in such orders one is enough: the one whose operations come in the order of the alphabet.

use machine::{EventNames, Machine};
use term::{Pool, Symbol};
use trace::{Event, OpId, Regex, affected_by, commuting};

use crate::compile::Scope;
use crate::library::Library;
use crate::machine::Harness;
use crate::plan::{Effect, Role};

/// The histories that are enumerated. Every history within the bounds has one of these that answers all
/// questions of the check in the same way and is no longer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Relevant {
    /// The operations that they are of.
    pub(crate) operations: Vec<OpId>,
    /// Operations whose neighbouring events can be exchanged, the smaller one first.
    exchangeable: Vec<(OpId, OpId)>,
}

impl Relevant {
    /// All histories of these operations.
    pub(crate) fn all(operations: Vec<OpId>) -> Relevant {
        Relevant { operations, exchangeable: Vec::new() }
    }

    /// Whether an event may follow one of another operation: a history in which the two are exchanged is not
    /// enumerated as well.
    pub(crate) fn may_follow(&self, before: OpId, op: OpId) -> bool {
        !self.exchangeable.contains(&(op, before))
    }
}

impl<M: Machine> Harness<M> {
    /// The histories that the engine `derivative` enumerates.
    pub(crate) fn relevant_histories(&self, pool: &Pool) -> Relevant {
        let all: Vec<OpId> = self.plan.alphabet.ops().collect();
        if self.plan.operations.iter().any(|operation| operation.effect == Effect::Block) {
            // Which operation produced an event is not known from its name.
            return Relevant::all(all);
        }
        let events: Vec<Event> = all.iter().map(|op| self.any_event(pool, *op)).collect();
        let mut relevant = vec![false; all.len()];
        let mut asked = self.asked_of_histories();
        asked.extend(self.asked_by_calls(pool));
        let mut seen: Vec<Regex> = Vec::new();
        while let Some(regex) = asked.pop() {
            if seen.contains(&regex) {
                continue;
            }
            seen.push(regex);
            let affected = affected_by(self.ctx(pool), regex, &events);
            for (number, _) in affected.iter().enumerate().filter(|(_, affected)| **affected) {
                if !std::mem::replace(&mut relevant[number], true) && !self.plan.any_history {
                    let library = self.libraries.get(&self.plan.alphabet.op(all[number]).name);
                    asked.extend(library.into_iter().flat_map(Library::asked_of_the_past));
                }
            }
        }
        let named = all.into_iter().zip(events).zip(relevant).filter(|(_, relevant)| *relevant);
        let (operations, events): (Vec<OpId>, Vec<Event>) = named.map(|(both, _)| both).unzip();
        let exchangeable = self.exchangeable(pool, &operations, &events, &seen);
        Relevant { operations, exchangeable }
    }

    /// The pairs of operations whose neighbouring events can be exchanged.
    fn exchangeable(
        &self,
        pool: &Pool,
        operations: &[OpId],
        events: &[Event],
        asked: &[Regex],
    ) -> Vec<(OpId, OpId)> {
        let ctx = self.ctx(pool);
        let mut free = vec![vec![true; operations.len()]; operations.len()];
        for regex in asked {
            let commute = commuting(ctx, *regex, events);
            let both = free.iter_mut().flatten().zip(commute.into_iter().flatten());
            both.for_each(|(free, commute)| *free &= commute);
        }
        for (number, op) in operations.iter().enumerate().filter(|_| !self.plan.any_history) {
            // Whether the library allows an event must not depend on the other one.
            let library = self.libraries.get(&self.plan.alphabet.op(*op).name);
            for regex in library.into_iter().flat_map(Library::asked_of_the_past) {
                for (other, affected) in affected_by(ctx, regex, events).into_iter().enumerate() {
                    free[number][other] &= !affected;
                    free[other][number] &= !affected;
                }
            }
        }
        let pairs =
            (0..operations.len()).flat_map(|i| (i + 1..operations.len()).map(move |j| (i, j)));
        pairs.filter(|(i, j)| free[*i][*j]).map(|(i, j)| (operations[i], operations[j])).collect()
    }

    /// An event of an operation with values that no contract mentions.
    fn any_event(&self, pool: &Pool, op: OpId) -> Event {
        let places = self.plan.alphabet.op(op).places().iter().enumerate();
        let values = places.map(|(at, place)| pool.var(&format!("any#{op:?}#{at}"), place.sort));
        Event { op: Some(op), values: values.collect() }
    }

    /// The expressions of the method that histories have to match.
    fn asked_of_histories(&self) -> Vec<Regex> {
        let mut asked = Vec::new();
        for goal in &self.goals {
            asked.extend(goal.formal_before());
            let promises = goal.promises.iter().filter_map(|promise| promise.on_traces());
            asked.extend(promises.filter(|(_, scope)| *scope == Scope::History).map(|(r, _)| r));
        }
        asked
    }

    /// The expressions of the operations that the call may perform.
    fn asked_by_calls(&self, pool: &Pool) -> Vec<Regex> {
        let ahead = self.inner.outlook(pool, &self.inner.start(pool)).events;
        let performs = |name: Symbol| match &ahead {
            EventNames::Any => true,
            EventNames::Of(names) => names.contains(&name),
        };
        let operations = self.plan.operations.iter();
        let asking = operations.filter(|one| one.role == Role::Callee || performs(one.name));
        asking.flat_map(|one| self.libraries[&one.name].asked_of_the_past()).collect()
    }
}
