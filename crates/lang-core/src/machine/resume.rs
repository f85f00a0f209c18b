//! What frames do with values and with exceptions.

use machine::{Exit, Failure};
use term::Op;

use super::Run;
use super::env::Env;
use super::facet::Way;
use super::heap::{Cell, Thrown};
use super::state::{Control, Frame, Goal, Outcome, Store};
use super::value::Value;
use crate::expr::{Expr, ExprId};

/// Exceptions are shown down to this many levels.
const SHOWN_DEPTH: u32 = 4;

impl Run<'_> {
    /// Gives a value to the topmost frame; without one the run is over.
    pub(super) fn resume(&self, value: Value, store: &mut Store) -> Outcome {
        let Some(frame) = store.stack.pop_back() else { return self.finish(value, store) };
        self.forget_returned(store);
        match frame {
            Frame::Let(id, env) => self.bind_let(id, env, value),
            Frame::Operands(id, env, mut done) => {
                done.push(value);
                self.collect(id, env, done, store)
            }
            Frame::Apply(args, span) => self.apply(value, args, span, store),
            Frame::Case(id, env) => self.look(id, env, value, store),
            Frame::Update(addr) => {
                store.heap.set(addr, Cell::Done(value.clone()));
                Outcome::value(value)
            }
            Frame::Catch(..) => Outcome::value(value),
            Frame::Deepen(mut deepening) => {
                deepening.todo.push_back(value);
                self.go_deeper(deepening, store)
            }
            Frame::Performed(performance) => {
                self.deepen(Goal::Performed(performance), vec![value], store)
            }
            Frame::Initialised(next) => Outcome::Go(Control::Initialise(next)),
            Frame::Facing(call) => Outcome::Go(Control::Faced(call, Way::Return)),
            Frame::Defined(measured, rest, then) => self.defined(measured, &value, rest, then),
            Frame::MustRaise(_) => Outcome::Stop(Exit::Discarded),
        }
    }

    fn finish(&self, value: Value, store: &mut Store) -> Outcome {
        match (self.session.result(), value) {
            (Some(wanted), value) => self.deepen(Goal::Finish(wanted), vec![value], store),
            (None, Value::Term(term)) => Outcome::Stop(Exit::Finished(Some(term))),
            (None, _) => Outcome::Stop(Exit::Finished(None)),
        }
    }

    /// Takes an exception through the topmost frame; without one it is uncaught.
    pub(super) fn unwind(&self, thrown: Thrown, store: &mut Store) -> Outcome {
        let Some(frame) = store.stack.pop_back() else { return self.uncaught(&thrown, store) };
        match frame {
            Frame::Catch(id, env) => {
                self.forget_returned(store);
                Outcome::Go(self.handle(id, env.with(thrown.exception)))
            }
            Frame::Update(addr) => {
                store.heap.set(addr, Cell::Raised(thrown.clone()));
                Outcome::Go(Control::Raise(thrown))
            }
            Frame::Let(..)
            | Frame::Operands(..)
            | Frame::Apply(..)
            | Frame::Case(..)
            | Frame::Deepen(_)
            | Frame::Performed(_)
            | Frame::Initialised(_)
            | Frame::Facing(_)
            | Frame::Defined(..)
            | Frame::MustRaise(_) => Outcome::Go(Control::Raise(thrown)),
        }
    }

    fn uncaught(&self, thrown: &Thrown, store: &Store) -> Outcome {
        let code = self.program.codes().uncaught;
        let message = format!("uncaught exception {}", self.head(&thrown.exception, store));
        let detail = Some(format!("uncaught exception {}", self.show(&thrown.exception, store)));
        let failure = Failure { detail, ..Failure::new(code, message, thrown.span) };
        Outcome::Go(Control::Stop(Box::new(Exit::Failed(failure))))
    }

    /// The constructor of a value, which is the same whatever values are below it.
    fn head(&self, value: &Value, store: &Store) -> String {
        let name = |data, index: u32| self.pool.name(self.pool.ctors(data)[index as usize].name);
        match store.heap.resolved(value) {
            Value::Data(object) => name(object.ctor.data, object.ctor.index).to_owned(),
            Value::Term(term) => {
                match (self.pool.op(term), self.pool.as_data(self.pool.sort(term))) {
                    (Op::Construct(index), Some((data, _))) => name(data, index).to_owned(),
                    _ => "…".to_owned(),
                }
            }
            Value::Closure(..)
            | Value::Partial(_)
            | Value::Operation(_)
            | Value::Ref(_)
            | Value::Array(_)
            | Value::Thunk(_) => "…".to_owned(),
        }
    }

    fn handle(&self, id: ExprId, env: Env) -> Control {
        match self.program.expr(id) {
            Expr::Try { handler, .. } => Control::Eval(*handler, env),
            _ => unreachable!("only a `try` catches"),
        }
    }

    /// A value for people, cut off below some depth.
    fn show(&self, value: &Value, store: &Store) -> String {
        self.show_within(value, store, SHOWN_DEPTH)
    }

    fn show_within(&self, value: &Value, store: &Store, depth: u32) -> String {
        match store.heap.resolved(value) {
            Value::Term(term) => self.pool.show(term),
            Value::Data(_) if depth == 0 => "…".to_owned(),
            Value::Data(object) => {
                let ctor = &self.pool.ctors(object.ctor.data)[object.ctor.index as usize];
                let name = self.pool.name(ctor.name).to_owned();
                let fields: Vec<String> = object
                    .fields
                    .iter()
                    .map(|field| self.show_within(field, store, depth - 1))
                    .collect();
                if fields.is_empty() { name } else { format!("{name}({})", fields.join(", ")) }
            }
            Value::Thunk(_) => "_".to_owned(),
            other @ (Value::Closure(..)
            | Value::Partial(_)
            | Value::Operation(_)
            | Value::Ref(_)
            | Value::Array(_)) => {
                format!("<{}>", other.kind())
            }
        }
    }
}
