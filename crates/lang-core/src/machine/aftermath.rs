//! Effects of a call by contract that no contract covers.
//!
//! The body of the function is left aside, but not what it can do: write to mutable cells that the
//! caller sees, and raise an exception. What such cells hold afterwards is an input when it is looked
//! at. Whether an exception comes out of the call is an input, too, and then the body says which.

use machine::Input;
use rustc_hash::FxHashSet;
use source::Span;
use term::{Cases, Sort, Term};

use super::Run;
use super::facet::{FacetCall, Way};
use super::heap::{Addr, Cell, Left};
use super::state::{Awaited, Control, Frame, Outcome, Store};
use super::value::Value;
use crate::expr::{GlobalId, OpId};
use crate::reach::Effects;
use crate::session::Facet;

impl Run<'_> {
    /// What the body can do that an operation stands for.
    fn effects(&self, op: OpId) -> Option<&Effects> {
        self.session.standing(op)?.effects.as_ref()
    }

    /// Asks whether a call by contract raises an exception, where that makes a difference.
    pub(super) fn ask_end(&self, call: FacetCall, store: &mut Store) -> Outcome {
        if !self.may_raise(call.op, store) {
            return self.face(call, Way::Return, store);
        }
        let name = format!("{} raises", self.name(call.op));
        let input = Input { name, sort: Sort::BOOL, span: call.span };
        Outcome::Ask(input, Control::Await(Awaited::Raises(Box::new(call))))
    }

    fn may_raise(&self, op: OpId, store: &Store) -> bool {
        let raises = self.effects(op).is_some_and(|effects| effects.raises);
        let handles = |frame: &Frame| matches!(frame, Frame::Catch(..));
        raises
            && match self.function(op) {
                Some((_, Facet::Returns)) => true,
                // An exception that nothing handles is found where the callee is checked.
                Some((_, Facet::Contract)) => store.stack.iter().any(handles),
                // Where the call is by its body, it raises what the body raises.
                Some((_, Facet::Either)) | None => false,
            }
    }

    /// Splits on whether a call by contract raises an exception.
    pub(super) fn choose_end(&self, call: Box<FacetCall>, raises: Term) -> Outcome {
        let (yes, no) = (call.clone(), call);
        self.split(Cases::branch(
            self.pool,
            raises,
            Control::Faced(yes, Way::Raise),
            Control::Faced(no, Way::Return),
        ))
    }

    /// Runs the body of a function for its exceptions, if it is to.
    pub(super) fn raise(&self, call: FacetCall, store: &mut Store) -> Outcome {
        if let Some((global, Facet::Returns)) = self.function(call.op) {
            store.stack.push_back(Frame::MustRaise(call.span));
            return self.face(call, Way::Body(global), store);
        }
        let name = self.name(call.op);
        let what = format!(
            "an exception out of `{name}`, of which its contract says nothing and which is handled"
        );
        Outcome::gap(what, call.span)
    }

    /// A global that the body of a function could change, and that is not computed yet.
    pub(super) fn state_to_compute(&self, op: OpId, store: &Store) -> Option<GlobalId> {
        let effects = self.effects(op).filter(|effects| effects.writes)?;
        let waits = |global: &&GlobalId| {
            matches!(store.heap.get(Addr::of_global(**global)), Cell::Suspended(..))
        };
        effects.state.iter().find(waits).copied()
    }

    /// Forgets what is in the cells that the body of a function can write to.
    pub(super) fn forget_written(&self, op: OpId, store: &mut Store) {
        let Some(effects) = self.effects(op).filter(|effects| effects.writes) else { return };
        let (mut seen, mut todo) = (FxHashSet::default(), Vec::new());
        todo.extend(effects.state.iter().map(|global| Value::Thunk(Addr::of_global(*global))));
        while let Some(value) = todo.pop() {
            match value {
                Value::Term(_) | Value::Operation(_) => {}
                Value::Data(object) => todo.extend(object.fields.iter().cloned()),
                Value::Closure(_, env) => todo.extend(env.values()),
                Value::Partial(partial) => {
                    todo.push(partial.callee.clone());
                    todo.extend(partial.args.iter().cloned());
                }
                Value::Ref(addr) | Value::Array(addr) | Value::Thunk(addr) => {
                    if seen.insert(addr) {
                        todo.extend(self.forget_cell(op, addr, store));
                    }
                }
            }
        }
    }

    /// Forgets what is in a cell if it is mutable; what was there before.
    fn forget_cell(&self, by: OpId, addr: Addr, store: &mut Store) -> Vec<Value> {
        let (sort, held) = match store.heap.get(addr).clone() {
            Cell::Suspended(_, env) => return env.values().collect(),
            Cell::Done(value) => return vec![value],
            Cell::Raised(thrown) => return vec![thrown.exception],
            Cell::Busy | Cell::Left(_) => return Vec::new(),
            Cell::Ref(value) => {
                let sort = match store.heap.resolved(&value) {
                    Value::Term(term) => Some(self.pool.sort(term)),
                    _ => None,
                };
                (sort, vec![value])
            }
            Cell::Array(items) => (None, items.iter().cloned().collect()),
        };
        store.heap.set(addr, Cell::Left(Left { by, sort }));
        held
    }

    /// Asks what a call by contract left in a cell, once that is read.
    pub(super) fn look_at_left(
        &self,
        addr: Addr,
        left: Left,
        span: Option<Span>,
        store: &mut Store,
    ) -> Outcome {
        let Some(sort) = left.sort else { return Outcome::gap(self.what_is_left(left), span) };
        let name = format!("state left by {}", self.name(left.by));
        if let Some(value) = self.unasked(&name, sort, store) {
            return Outcome::Go(self.leave_in_cell(addr, value, store));
        }
        Outcome::Ask(Input { name, sort, span }, Control::Await(Awaited::Left(addr)))
    }

    pub(super) fn leave_in_cell(&self, addr: Addr, value: Term, store: &mut Store) -> Control {
        store.heap.set(addr, Cell::Ref(Value::Term(value)));
        Control::Return(Value::Term(value))
    }

    pub(super) fn what_is_left(&self, left: Left) -> String {
        let name = self.name(left.by);
        format!("what `{name}` leaves in mutable data, of which its contract says nothing")
    }

    fn name(&self, op: OpId) -> &str {
        self.pool.name(self.session.operation(op).name)
    }
}
