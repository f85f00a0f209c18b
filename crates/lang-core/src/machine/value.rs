//! Values of the machine.
//!
//! A first-order value that is symbolic or scalar is a term. Constructed data is a machine value,
//! because its fields may be functions, cells or suspended, and because the sort of a polymorphic
//! constructor is not known where it is applied. The same data may thus be a term or an object:
//! code that compares or takes apart values treats both alike, and `reify` makes the term of an
//! object where the sort is known.
//!
//! Lists are long and continuations nest deeply, so dropping a value never recurses: see
//! [`Remains`].

use std::sync::Arc;

use term::Term;

use super::env::Env;
use super::heap::Addr;
use crate::expr::{CtorId, ExprId, OpId};

/// A value, or a reference to one that is not computed yet.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    /// A scalar, an unknown function, or data that is symbolic.
    Term(Term),
    /// Data that the program made.
    Data(Arc<Object>),
    /// A function: the lambda and the environment in which it stands.
    Closure(ExprId, Env),
    /// A function with too few arguments.
    Partial(Arc<Partial>),
    /// A function that performs an operation of the session when it is called.
    Operation(OpId),
    /// A mutable cell.
    Ref(Addr),
    /// A mutable array.
    Array(Addr),
    /// A suspended value. Never the result of an evaluation.
    Thunk(Addr),
}

/// A constructor with its fields.
#[derive(Debug)]
pub(crate) struct Object {
    pub(crate) ctor: CtorId,
    pub(crate) fields: Box<[Value]>,
    /// Whether something below may be suspended.
    open: bool,
}

/// A function that waits for more arguments.
#[derive(Debug)]
pub(crate) struct Partial {
    pub(crate) callee: Value,
    pub(crate) args: Vec<Value>,
}

impl Value {
    pub(crate) fn data(ctor: CtorId, fields: Vec<Value>) -> Value {
        let open = fields.iter().any(Value::is_open);
        Value::Data(Arc::new(Object { ctor, fields: fields.into(), open }))
    }

    pub(crate) fn partial(callee: Value, args: Vec<Value>) -> Value {
        Value::Partial(Arc::new(Partial { callee, args }))
    }

    /// Whether something that is not computed yet may hide in this value as data: behind a thunk,
    /// in a cell, or in a field.
    pub(crate) fn is_open(&self) -> bool {
        match self {
            Value::Term(_) | Value::Closure(..) | Value::Partial(_) | Value::Operation(_) => false,
            Value::Data(object) => object.open,
            Value::Ref(_) | Value::Array(_) | Value::Thunk(_) => true,
        }
    }

    /// What kind of value it is, as a noun phrase.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Value::Term(_) => "a first-order value",
            Value::Data(_) => "a constructed value",
            Value::Closure(..) | Value::Partial(_) | Value::Operation(_) => "a function",
            Value::Ref(_) => "a mutable cell",
            Value::Array(_) => "a mutable array",
            Value::Thunk(_) => "a suspended value",
        }
    }
}

impl Drop for Object {
    fn drop(&mut self) {
        Remains::default().clear(|remains| self.leave(remains));
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        Remains::default().clear(|remains| self.leave(remains));
    }
}

impl Object {
    fn leave(&mut self, remains: &mut Remains) {
        self.fields.iter_mut().for_each(|field| remains.value(field));
    }
}

impl Partial {
    fn leave(&mut self, remains: &mut Remains) {
        remains.value(&mut self.callee);
        self.args.iter_mut().for_each(|arg| remains.value(arg));
    }
}

/// What dropped values leave behind, taken apart one by one instead of by recursion.
#[derive(Default)]
pub(crate) struct Remains(Vec<Value>);

impl Remains {
    /// Takes apart what `first` leaves, and what that leaves, until nothing remains.
    pub(crate) fn clear(mut self, first: impl FnOnce(&mut Remains)) {
        first(&mut self);
        while let Some(value) = self.0.pop() {
            match value {
                Value::Data(object) => {
                    if let Some(mut object) = Arc::into_inner(object) {
                        object.leave(&mut self);
                    }
                }
                Value::Partial(partial) => {
                    if let Some(mut partial) = Arc::into_inner(partial) {
                        partial.leave(&mut self);
                    }
                }
                Value::Closure(_, env) => env.leave(&mut self),
                Value::Term(_)
                | Value::Operation(_)
                | Value::Ref(_)
                | Value::Array(_)
                | Value::Thunk(_) => {}
            }
        }
    }

    /// Takes a value over if it is the last owner of something. If another thread lets go of the
    /// same thing at this moment, that is missed, and one level of recursion follows.
    pub(crate) fn value(&mut self, value: &mut Value) {
        let last = match value {
            Value::Data(object) => Arc::strong_count(object) == 1,
            Value::Partial(partial) => Arc::strong_count(partial) == 1,
            Value::Closure(_, env) => env.is_last(),
            Value::Term(_)
            | Value::Operation(_)
            | Value::Ref(_)
            | Value::Array(_)
            | Value::Thunk(_) => false,
        };
        if last {
            self.0.push(std::mem::replace(value, Value::Term(Term::FALSE)));
        }
    }
}
