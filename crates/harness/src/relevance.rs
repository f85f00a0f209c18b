//! The operations whose events in a history can matter to a check.
//!
//! An event that leaves every expression as it is, whatever happened before it, can be left out of a
//! history: what is asked about the history is answered as without it. The expressions that count are
//! those of the method, those of the operations that the call may perform, and those of the events that
//! are left: a history has to be one that the libraries allow.

use machine::{EventNames, Machine};
use term::{Pool, Symbol};
use trace::{Event, OpId, Regex, affected_by};

use crate::compile::Scope;
use crate::library::Library;
use crate::machine::Harness;
use crate::plan::{Effect, Role};

impl<M: Machine> Harness<M> {
    /// The operations whose events histories need to have. Every history within the bounds has one of
    /// these operations alone that answers all questions of the check in the same way and is no longer.
    pub(crate) fn relevant_operations(&self, pool: &Pool) -> Vec<OpId> {
        let all: Vec<OpId> = self.plan.alphabet.ops().collect();
        if self.plan.operations.iter().any(|operation| operation.effect == Effect::Block) {
            // Which operation produced an event is not known from its name.
            return all;
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
        all.into_iter().zip(relevant).filter(|(_, relevant)| *relevant).map(|(op, _)| op).collect()
    }

    /// An event of an operation with values that no contract mentions.
    fn any_event(&self, pool: &Pool, op: OpId) -> Event {
        let places = self.plan.alphabet.op(op).places().iter().enumerate();
        let values = places.map(|(at, place)| pool.var(&format!("any#{at}"), place.sort));
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
