//! Equality, order and hash of values.
//!
//! The order is total and has no meaning beyond that: collections need one. What is shown to people
//! is ordered by its text.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use triomphe::Arc;

use super::drop::{GROWTH, RED_ZONE};
use super::{Cons, Value};

impl PartialEq for Value {
    fn eq(&self, other: &Value) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Value {}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Value) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Value) -> Ordering {
        match (self, other) {
            (Value::Token(sort, text), Value::Token(other_sort, other_text)) => {
                (text, sort).cmp(&(other_text, other_sort))
            }
            (Value::Int(a), Value::Int(b)) => a.cmp(b),
            (Value::Bool(a), Value::Bool(b)) => a.cmp(b),
            (Value::Str(a), Value::Str(b)) => a.cmp(b),
            (Value::Bytes(a), Value::Bytes(b)) => a.cmp(b),
            (Value::Leaf(a), Value::Leaf(b)) => a.cmp(b),
            (Value::Sym(a, by), Value::Sym(b, other)) => {
                by.cmp(other).then_with(|| a.index().cmp(&b.index()))
            }
            (a, b) if a.rank() != b.rank() => a.rank().cmp(&b.rank()),
            (a, b) => stacker::maybe_grow(RED_ZONE, GROWTH, || a.cmp_inner(b)),
        }
    }
}

/// The last rank of values without parts.
const PLAIN: u8 = 6;

impl Value {
    /// A number for each variant.
    fn rank(&self) -> u8 {
        match self {
            Value::Empty => 0,
            Value::Int(_) => 1,
            Value::Bool(_) => 2,
            Value::Str(_) => 3,
            Value::Bytes(_) => 4,
            Value::Token(..) => 5,
            Value::Leaf(_) => 6,
            Value::Node(..) => 7,
            Value::Seq(_) => 8,
            Value::Map(_) => 9,
            Value::List(_) => 10,
            Value::Set(_) => 11,
            Value::Cells(..) => 12,
            Value::Bag(_) => 13,
            Value::Sym(_, _) => 14,
        }
    }

    /// Whether this is a value without parts that nothing is symbolic in. Such values are equal
    /// only if they are the same, and come before all others in the order.
    pub(crate) fn is_plain(&self) -> bool {
        self.rank() <= PLAIN
    }

    /// Compares two values of one variant that have parts.
    fn cmp_inner(&self, other: &Value) -> Ordering {
        match (self, other) {
            (Value::Node(a, _), Value::Node(b, _)) if a != b => a.cmp(b),
            (Value::Cells(a, _), Value::Cells(b, _)) if a != b => a.cmp(b),
            (Value::Node(_, a), Value::Node(_, b)) | (Value::Cells(_, a), Value::Cells(_, b)) => {
                if a.is_same(b) {
                    Ordering::Equal
                } else {
                    a.iter().cmp(b.iter())
                }
            }
            (Value::Seq(a), Value::Seq(b)) => compare_chains(a, b),
            (Value::Map(a), Value::Map(b)) => by_content(a, b),
            (Value::List(a), Value::List(b)) => by_content(a, b),
            (Value::Set(a), Value::Set(b)) => by_content(a, b),
            (Value::Bag(a), Value::Bag(b)) => by_content(a, b),
            _ => Ordering::Equal,
        }
    }
}

fn by_content<T: Ord>(a: &Arc<T>, b: &Arc<T>) -> Ordering {
    if Arc::ptr_eq(a, b) { Ordering::Equal } else { a.cmp(b) }
}

fn compare_chains(a: &Arc<Cons>, b: &Arc<Cons>) -> Ordering {
    let (mut a, mut b) = (a, b);
    loop {
        if Arc::ptr_eq(a, b) {
            return Ordering::Equal;
        }
        match a.head.cmp(&b.head) {
            Ordering::Equal => {}
            unequal => return unequal,
        }
        match (&a.tail, &b.tail) {
            (Value::Seq(next), Value::Seq(other)) => (a, b) = (next, other),
            (last, other) => return last.cmp(other),
        }
    }
}

/// Every value begins with one word that tells its kind and how many parts come, so that what two
/// values write is never the same unless they are.
impl Hash for Value {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let start = |about: u64| u64::from(self.rank()) | about << 8;
        match self {
            Value::Empty => state.write_u64(start(0)),
            Value::Int(int) => match int.to_i64() {
                Some(small) => {
                    state.write_u64(start(0));
                    state.write_i64(small);
                }
                None => {
                    state.write_u64(start(1));
                    int.hash(state);
                }
            },
            Value::Bool(value) => state.write_u64(start(u64::from(*value))),
            Value::Str(text) => {
                state.write_u64(start(0));
                text.hash(state);
            }
            Value::Bytes(bytes) => {
                state.write_u64(start(0));
                bytes.hash(state);
            }
            Value::Token(sort, text) => {
                state.write_u64(start(sort.index() as u64));
                text.hash(state);
            }
            Value::Leaf(label) => state.write_u64(start(label.index() as u64)),
            Value::Sym(term, _) => {
                state.write_u64(start(0));
                term.hash(state);
            }
            Value::Seq(cons) => {
                state.write_u64(start(0));
                cons.fingerprint().hash(state);
            }
            Value::Node(..)
            | Value::Cells(..)
            | Value::Map(_)
            | Value::List(_)
            | Value::Set(_)
            | Value::Bag(_) => {
                state.write_u64(start(self.about()));
                stacker::maybe_grow(RED_ZONE, GROWTH, || self.hash_parts(state));
            }
        }
    }
}

impl Value {
    /// What is to be known of a value with parts before they come: its label and their number.
    fn about(&self) -> u64 {
        match self {
            Value::Node(label, args) => label.index() as u64 ^ (args.len() as u64) << 32,
            Value::Cells(cell, args) => cell.index() as u64 ^ (args.len() as u64) << 32,
            Value::Map(map) => map.entries.len() as u64,
            Value::List(list) => list.len() as u64,
            Value::Set(set) => set.len() as u64,
            Value::Bag(bag) => bag.len() as u64,
            _ => 0,
        }
    }

    fn hash_parts<H: Hasher>(&self, state: &mut H) {
        match self {
            Value::Node(_, args) | Value::Cells(_, args) => {
                args.iter().for_each(|arg| arg.hash(state));
            }
            Value::Map(map) => {
                map.entries.iter().for_each(|entry| entry.hash(state));
                map.chunks.hash(state);
            }
            Value::List(list) => list.iter().for_each(|item| item.hash(state)),
            Value::Set(set) => set.iter().for_each(|item| item.hash(state)),
            Value::Bag(bag) => bag.iter().for_each(|item| item.hash(state)),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use triomphe::Arc;

    use term::{Pool, Sort};

    use super::*;
    use crate::signature::{CellId, LabelId, SortId, Symbol};
    use crate::value::Args;

    /// One value of each kind, and whether it has parts or is symbolic.
    fn kinds() -> Vec<(Value, bool)> {
        let part = || Args::from([Value::int(1)]);
        let pool = Pool::new();
        vec![
            (Value::Empty, false),
            (Value::int(-3), false),
            (Value::Bool(true), false),
            (Value::str("a"), false),
            (Value::bytes(vec![1]), false),
            (Value::Token(SortId::new(0), Symbol::new(0)), false),
            (Value::Leaf(LabelId::new(0)), false),
            (Value::Node(LabelId::new(0), part()), true),
            (Value::int(1).then(Value::int(2)), true),
            (Value::Map(Arc::default()), true),
            (Value::List(Arc::default()), true),
            (Value::Set(Arc::default()), true),
            (Value::Cells(CellId::new(0), part()), true),
            (Value::Bag(Arc::default()), true),
            (Value::symbolic(&pool, pool.var("x", Sort::INT)), true),
        ]
    }

    #[test]
    fn plain_values_come_first() {
        let kinds = kinds();
        assert!(kinds.is_sorted_by_key(|(value, _)| value));
        for (value, has_parts) in kinds {
            assert_eq!(value.is_plain(), !has_parts, "{value:?}");
        }
    }
}
