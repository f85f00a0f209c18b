//! Calls that are run by a body or performed as an operation.
//!
//! A function that has a contract can be *performed*: its name is the operation of an event, and
//! its result is an input about which the monitor of the events knows more. Where both are
//! possible the choice is an input, too, so that a replay takes the same one.

use machine::Input;
use source::Span;
use term::{Cases, Sort, Term};

use super::Run;
use super::state::{Awaited, Control, Frame, Goal, Outcome, Store};
use super::value::Value;
use crate::expr::{GlobalId, OpId};
use crate::session::Facet;

/// A call with all of its arguments.
#[derive(Clone, Debug)]
pub(crate) struct FacetCall {
    pub(super) op: OpId,
    pub(super) args: Vec<Value>,
    pub(super) span: Option<Span>,
}

/// How a call is made.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Way {
    Contract,
    Body(GlobalId),
    /// By contract, and it returns.
    Return,
    /// It raises an exception.
    Raise,
}

impl Run<'_> {
    /// Calls a function for which an operation stands.
    pub(super) fn apply_operation(&self, call: FacetCall, store: &mut Store) -> Outcome {
        let Some((global, facet)) = self.function(call.op) else {
            return self.by_contract(call, store);
        };
        let used_up = |limit| store.abstract_calls >= limit;
        match facet {
            Facet::Contract | Facet::Returns => self.face(call, Way::Contract, store),
            Facet::Either if self.session.abstract_limit().is_some_and(used_up) => {
                self.face(call, Way::Body(global), store)
            }
            Facet::Either => {
                let name = self.pool.name(self.session.operation(call.op).name);
                let name = format!("{name} by contract");
                let input = Input { name, sort: Sort::BOOL, span: call.span };
                Outcome::Ask(input, Control::Await(Awaited::Facet(Box::new(call))))
            }
        }
    }

    pub(super) fn function(&self, op: OpId) -> Option<(GlobalId, Facet)> {
        self.session.standing(op)?.function
    }

    /// Splits on how a call is made.
    pub(super) fn choose(&self, call: Box<FacetCall>, by_contract: Term) -> Outcome {
        let (global, _) = self.function(call.op).expect("only calls of functions are chosen");
        let (yes, no) = (call.clone(), call);
        self.split(Cases::branch(
            self.pool,
            by_contract,
            Control::Faced(yes, Way::Contract),
            Control::Faced(no, Way::Body(global)),
        ))
    }

    pub(super) fn face(&self, call: FacetCall, way: Way, store: &mut Store) -> Outcome {
        match way {
            Way::Contract => self.ask_end(call, store),
            Way::Return => {
                if let Some(global) = self.state_to_compute(call.op, store) {
                    store.stack.push_back(Frame::Facing(Box::new(call)));
                    return self.eval_body(global, store);
                }
                store.abstract_calls += 1;
                self.forget_written(call.op, store);
                self.by_contract(call, store)
            }
            Way::Raise => self.raise(call, store),
            Way::Body(global) => {
                store.stack.push_back(Frame::Apply(call.args, call.span));
                self.eval_body(global, store)
            }
        }
    }

    /// The arguments of an operation become terms. One without parameters was called with unit.
    fn by_contract(&self, mut call: FacetCall, store: &mut Store) -> Outcome {
        call.args.truncate(self.session.operation(call.op).params.len());
        self.deepen(Goal::Perform(call.op, call.span), call.args, store)
    }
}
