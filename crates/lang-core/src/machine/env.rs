//! Environments: persistent lists of what is in scope.
//!
//! Each binder adds one entry in front, in the order that `check` counts. The functions of one
//! `let rec` share an entry, from which their closures are made when they are looked up: so an
//! environment holds no reference to itself, and reference counts suffice.

use std::sync::Arc;

use super::value::{Remains, Value};
use crate::expr::{Expr, ExprId};
use crate::program::{Place, Program};

/// What is in scope. Cloning costs nothing.
#[derive(Clone, Default, Debug)]
pub(crate) struct Env(Option<Arc<Entry>>);

#[derive(Debug)]
struct Entry {
    bound: Bound,
    outer: Env,
}

#[derive(Debug)]
enum Bound {
    Value(Value),
    /// The functions of a `let rec`.
    Group(ExprId),
}

impl Env {
    /// This environment with one more value in front.
    pub(crate) fn with(self, value: Value) -> Env {
        Env(Some(Arc::new(Entry { bound: Bound::Value(value), outer: self })))
    }

    /// This environment with the functions of a `let rec` in front.
    pub(crate) fn with_group(self, let_rec: ExprId) -> Env {
        Env(Some(Arc::new(Entry { bound: Bound::Group(let_rec), outer: self })))
    }

    /// The value at a place that was computed for this point of the program.
    pub(crate) fn get(&self, program: &Program, place: Place) -> Value {
        let mut env = self;
        for _ in 0..place.up {
            env = &env.entry().outer;
        }
        match &env.entry().bound {
            Bound::Value(value) => value.clone(),
            Bound::Group(let_rec) => {
                let Expr::LetRec { functions, .. } = program.expr(*let_rec) else {
                    unreachable!("groups are made by `let rec`")
                };
                Value::Closure(functions[place.member as usize].1, env.clone())
            }
        }
    }

    /// All values, innermost first; functions of a `let rec` hold no others.
    pub(crate) fn values(&self) -> impl Iterator<Item = Value> {
        let mut env = self.clone();
        std::iter::from_fn(move || {
            loop {
                let entry = env.0.clone()?;
                env = entry.outer.clone();
                if let Bound::Value(value) = &entry.bound {
                    return Some(value.clone());
                }
            }
        })
    }

    /// The `let rec`s whose functions are in scope.
    pub(crate) fn groups(&self) -> impl Iterator<Item = ExprId> {
        let mut env = self.clone();
        std::iter::from_fn(move || {
            loop {
                let entry = env.0.clone()?;
                env = entry.outer.clone();
                if let Bound::Group(group) = entry.bound {
                    return Some(group);
                }
            }
        })
    }

    /// The same for environments that are one and the same.
    pub(crate) fn address(&self) -> usize {
        self.0.as_ref().map_or(0, |entry| Arc::as_ptr(entry) as usize)
    }

    fn entry(&self) -> &Entry {
        self.0.as_ref().expect("the program was checked: every variable is in scope")
    }

    pub(crate) fn is_last(&self) -> bool {
        self.0.as_ref().is_some_and(|entry| Arc::strong_count(entry) == 1)
    }

    /// Hands over what this environment alone holds.
    pub(crate) fn leave(mut self, remains: &mut Remains) {
        while let Some(mut entry) = self.0.take().and_then(Arc::into_inner) {
            self = std::mem::take(&mut entry.outer);
            if let Bound::Value(value) = &mut entry.bound {
                remains.value(value);
            }
        }
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        let outer = std::mem::take(&mut self.outer);
        Remains::default().clear(|remains| {
            if let Bound::Value(value) = &mut self.bound {
                remains.value(value);
            }
            outer.leave(remains);
        });
    }
}
