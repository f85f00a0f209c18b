//! The second opinion on a violation.
//!
//! The history, the arguments and the events of a witness are values. The contract of the method is
//! judged on them by [`trace::Judge`], straight from the definition of the formulas.

use machine::{Failure, Input, Machine};
use term::{Model, Pool, Term};
use trace::{Event, Formula, Judge, Slots, Stated};

use crate::compile::PromiseKind;
use crate::machine::Harness;

/// A witness in the words of the method.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    /// What happened before the call.
    pub history: Vec<machine::Event>,
    /// The ghosts of the method by name.
    pub ghosts: Vec<(String, Term)>,
    /// The arguments by name, those that can have but one value included.
    pub args: Vec<(String, Term)>,
}

/// A witness taken apart.
struct Parts {
    history: Vec<Event>,
    call: Vec<Event>,
    model: Model,
    told: Told,
}

impl<M: Machine> Harness<M> {
    /// Judges a violation again. The error says why it is none.
    ///
    /// `inputs` are all inputs with their values in the order of asking, `functions` the tables of
    /// undefined functions, and `events` what was seen. A failure that the program itself states
    /// (an exception that nobody handles) breaks no promise: of it only the start is judged.
    pub fn confirm(
        &self,
        pool: &Pool,
        failure: &Failure,
        inputs: &[(Input, Term)],
        functions: &Model,
        events: &[machine::Event],
    ) -> Result<Told, String> {
        let parts = self.take_apart(pool, inputs, functions, events)?;
        let whole = [parts.history.as_slice(), &parts.call].concat();
        let judge = |trace: &[Event], formula: &Formula| {
            let judge = Judge { pool, alphabet: &self.plan.alphabet, model: &parts.model, trace };
            judge.holds(formula).map_err(|error| error.to_string())
        };
        let case = &self.plan.method.case;
        for Stated { what, .. } in case.context.iter().chain(&case.invariant) {
            if !judge(&parts.history, what)? {
                return Err("the history is not one that the contract speaks of".to_owned());
            }
        }
        let is_true = |term: Term| pool.eval(term, &parts.model) == Term::TRUE;
        if !case.require.iter().all(|stated| is_true(stated.what)) {
            return Err("the arguments are not those that the contract speaks of".to_owned());
        }
        if !self.promises.iter().any(|promise| promise.code() == failure.code) {
            return Ok(parts.told);
        }
        for promise in &self.promises {
            let kept = match &promise.kind {
                PromiseKind::Effect(_, formula) => judge(&parts.call, formula)?,
                PromiseKind::Invariant(_, formula) | PromiseKind::After(_, formula) => {
                    judge(&whole, formula)?
                }
                PromiseKind::Ensure(cond) => is_true(*cond),
            };
            if !kept {
                return Ok(parts.told);
            }
        }
        Err("the independent evaluator finds every promise kept".to_owned())
    }

    fn take_apart(
        &self,
        pool: &Pool,
        inputs: &[(Input, Term)],
        functions: &Model,
        events: &[machine::Event],
    ) -> Result<Parts, String> {
        let own = self.inputs.len();
        if inputs.len() < own + self.asked_args {
            return Err("the call did not begin".to_owned());
        }
        let mut model = functions.clone();
        for (asked, (_, value)) in self.inputs.iter().zip(inputs) {
            model.set(asked.var, *value);
        }
        let mut given = inputs[own..].iter().map(|(_, value)| *value);
        let mut args = Vec::new();
        for param in &self.plan.method.params {
            let value = param.value.or_else(|| given.next()).expect("counted above");
            model.set(param.var, value);
            args.push((param.name.clone(), value));
        }
        let call = self.call_events(pool, events, &mut model)?;
        let history = self.past(pool, &model);
        let ghosts = self.plan.method.case.ghosts.iter();
        let ghosts =
            ghosts.filter_map(|ghost| Some((ghost.name.clone(), model.value(pool, ghost.var)?)));
        let ghosts = ghosts.collect();
        let shown = history.iter().map(|event| self.show(event)).collect();
        Ok(Parts { history, call, told: Told { history: shown, ghosts, args }, model })
    }

    /// The events of the call, without the one that shows its result.
    fn call_events(
        &self,
        pool: &Pool,
        events: &[machine::Event],
        model: &mut Model,
    ) -> Result<Vec<Event>, String> {
        let mut events = events.iter();
        if let Some(result) = self.plan.method.result
            && let Some(shown) =
                events.clone().next_back().filter(|e| e.op == pool.symbol("return"))
        {
            events.next_back();
            model.set(result, *shown.args.first().ok_or("the call did not return")?);
        }
        let event = |event| self.plan.alphabet.event(pool, event).map_err(|e| e.to_string());
        events.map(event).collect()
    }

    fn past(&self, pool: &Pool, model: &Model) -> Vec<Event> {
        let slots: &Slots = self.history.slots();
        slots.history(pool, &self.plan.alphabet, model)
    }

    fn show(&self, event: &Event) -> machine::Event {
        let op = event.op.expect("histories hold declared operations only");
        let declared = self.plan.alphabet.op(op);
        let (args, result) = event.values.split_at(declared.params().len());
        let (args, result) = (args.to_vec(), result.first().copied());
        machine::Event { op: declared.name, args, result, span: None }
    }
}
