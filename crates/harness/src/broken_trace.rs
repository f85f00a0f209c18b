//! The property of traces that a concrete call breaks, with the trace that breaks it: for pictures that show why.

use machine::{Input, Machine};
use term::{Model, Pool, Term};
use trace::{Event, Formula};

use crate::compile::PromiseKind;
use crate::machine::Harness;
use crate::rerun::Performed;

/// A property of traces and a trace of values that does not have it.
#[derive(Clone, Debug)]
pub struct BrokenTrace {
    /// Its name, if it is a property of a spec.
    pub name: Option<String>,
    /// The property.
    pub formula: Formula,
    /// The values of what it mentions.
    pub model: Model,
    /// The events that it is about.
    pub trace: Vec<Event>,
}

impl<M: Machine> Harness<M> {
    /// The first property of traces that a violation breaks, if it breaks one: inputs, functions and events are those
    /// of [`Harness::confirm`].
    pub fn broken_trace(
        &self,
        pool: &Pool,
        inputs: &[(Input, Term)],
        functions: &Model,
        events: &[machine::Event],
    ) -> Option<BrokenTrace> {
        let parts = self.take_apart(pool, inputs, functions, events).ok()?;
        let added = |done: &[Performed]| -> Vec<Event> {
            done.iter().flat_map(|done| done.added.clone()).collect()
        };
        let (own, call) = parts.performed.split_at(parts.before);
        let call = added(call);
        let whole: Vec<Event> =
            parts.history.iter().cloned().chain(added(own)).chain(call.iter().cloned()).collect();
        for promise in &self.goals[parts.case].promises {
            let (name, formula, trace) = match &promise.kind {
                PromiseKind::Effect(_, formula) => (None, formula, &call),
                PromiseKind::Invariant(_, formula) | PromiseKind::After(_, formula) => {
                    (None, formula, &whole)
                }
                PromiseKind::Property(_, formula, name) => (Some(name.clone()), formula, &whole),
                PromiseKind::Ensure(_) | PromiseKind::Raises(..) => continue,
            };
            if self.judge(pool, &parts.model, trace, formula) == Ok(false) {
                let (formula, trace) = (formula.clone(), trace.clone());
                return Some(BrokenTrace { name, formula, model: parts.model, trace });
            }
        }
        None
    }
}
