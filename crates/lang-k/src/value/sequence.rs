//! Computations: `a ~> b ~> c` as a chain.
//!
//! Normal form: no item is itself a computation, an empty chain is [`Value::Empty`] and a chain of
//! one item is that item. So every value is a computation, too.

use std::sync::OnceLock;
use triomphe::Arc;

use super::{Fingerprint, Value};

/// A computation of two or more items.
///
/// It knows its fingerprint once it was asked for: in a search, long computations have their
/// ends in common and differ in their first items.
#[derive(Clone, Debug)]
pub struct Cons {
    /// The first item: neither empty nor a computation of several items.
    pub(crate) head: Value,
    /// The others: not empty.
    pub(crate) tail: Value,
    fingerprint: OnceLock<Fingerprint>,
}

impl Cons {
    fn new(head: Value, tail: Value) -> Arc<Cons> {
        Arc::new(Cons { head, tail, fingerprint: OnceLock::new() })
    }

    /// The head and the tail, taken out for good.
    pub(crate) fn into_parts(mut cons: Arc<Cons>) -> (Value, Value) {
        match Arc::get_mut(&mut cons) {
            Some(Cons { head, tail, .. }) => (std::mem::take(head), std::mem::take(tail)),
            None => (cons.head.clone(), cons.tail.clone()),
        }
    }

    /// The fingerprint of the computation, from the end on as far as it is not known.
    pub(super) fn fingerprint(&self) -> Fingerprint {
        let mut unknown = Vec::new();
        let mut at = self;
        let mut below = loop {
            if let Some(known) = at.fingerprint.get().copied() {
                break known;
            }
            unknown.push(at);
            match &at.tail {
                Value::Seq(next) => at = next,
                last => break Fingerprint::of(last),
            }
        };
        for cons in unknown.into_iter().rev() {
            below = Fingerprint::of(&(&cons.head, below));
            let _ = cons.fingerprint.set(below);
        }
        below
    }
}

impl Value {
    /// `self ~> rest`.
    #[must_use]
    pub fn then(self, rest: Value) -> Value {
        match (self, rest) {
            (Value::Empty, rest) => rest,
            (first, Value::Empty) => first,
            (Value::Seq(cons), rest) => Value::Seq(cons).append(rest),
            (head, tail) => Value::Seq(Cons::new(head, tail)),
        }
    }

    fn append(self, rest: Value) -> Value {
        let items: Vec<Value> = self.items().cloned().collect();
        items.into_iter().rev().fold(rest, |tail, head| Value::Seq(Cons::new(head, tail)))
    }

    /// The first item of a computation and the rest; none if there is nothing to do.
    #[must_use]
    pub fn uncons(&self) -> Option<(&Value, &Value)> {
        match self {
            Value::Empty => None,
            Value::Seq(cons) => Some((&cons.head, &cons.tail)),
            item => Some((item, &Value::Empty)),
        }
    }

    /// The items of a computation.
    pub fn items(&self) -> impl Iterator<Item = &Value> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let (head, tail) = rest.uncons()?;
            rest = tail;
            Some(head)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn computations_have_one_form() {
        let [a, b, c] = [1, 2, 3].map(Value::int);
        let left = a.clone().then(b.clone()).then(c.clone());
        let right = a.clone().then(b.then(c));
        assert_eq!(left, right);
        assert_eq!(left.items().count(), 3);
        assert_eq!(a.clone().then(Value::Empty), a);
        assert_eq!(Value::Empty.then(a.clone()), a);
        assert_eq!(Value::Empty.items().count(), 0);
    }

    #[test]
    fn long_sequences_do_not_overflow_the_stack() {
        let long = || (0..1_000_000).fold(Value::Empty, |rest, n| Value::int(n).then(rest));
        assert_eq!(long(), long());
    }
}
