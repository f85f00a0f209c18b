//! Run-time terms of a rewritten program.
//!
//! A value is a word or a counted reference: cloning it never copies a tree, and a part that no one
//! else holds is changed in place. Maps, lists and sets are persistent collections; a computation
//! (`a ~> b ~> c`) is a chain in one normal form, so that equal terms are equal values.
//!
//! Values are not hash-consed and know no rule. Depth is bounded by memory only: comparing and
//! dropping deep values grow the stack as they go.

mod collection;
mod drop;
mod fingerprint;
mod order;
mod sequence;

use triomphe::Arc;

use term::{Int, Pool, Term};

use crate::signature::{CellId, LabelId, SortId, Symbol};

pub use collection::{List, Map, Set};
pub use drop::Args;
pub(crate) use fingerprint::Fingerprint;
pub use sequence::Cons;

/// A ground term, or one whose numbers, truth values and strings may be symbolic.
#[derive(Clone, Debug, Default)]
pub enum Value {
    /// The computation with nothing to do, `.K`.
    #[default]
    Empty,
    /// An integer.
    Int(Int),
    /// A truth value.
    Bool(bool),
    /// A string.
    Str(Arc<str>),
    /// Bytes.
    Bytes(Arc<Vec<u8>>),
    /// A token of another sort, such as an identifier.
    Token(SortId, Symbol),
    /// A constructor without arguments.
    Leaf(LabelId),
    /// A constructor over at least one argument.
    Node(LabelId, Args),
    /// A computation of two or more items.
    Seq(Arc<Cons>),
    /// A map.
    Map(Arc<Map>),
    /// A list.
    List(Arc<List>),
    /// A set.
    Set(Arc<Set>),
    /// The contents of a cell that has cells inside: one value for each place of its layout.
    Cells(CellId, Args),
    /// The cells that stand at a place where there may be none or several.
    Bag(Arc<Vec<Value>>),
    /// A symbolic number, truth value or string: a term of the pool, never a literal. Its content
    /// hash comes before its handle in the order, so that the order is the same in every run.
    Sym(Term, u64),
}

impl Value {
    /// An integer that fits a machine word.
    #[must_use]
    pub fn int(value: i64) -> Value {
        Value::Int(Int::from(value))
    }

    /// A string.
    #[must_use]
    pub fn str(text: &str) -> Value {
        Value::Str(text.into())
    }

    /// A list.
    #[must_use]
    pub fn list(items: impl IntoIterator<Item = Value>) -> Value {
        Value::List(Arc::new(items.into_iter().collect()))
    }

    /// Bytes.
    #[must_use]
    pub fn bytes(bytes: Vec<u8>) -> Value {
        Value::Bytes(Arc::new(bytes))
    }

    /// A symbolic value. The term is not a literal.
    #[must_use]
    pub fn symbolic(pool: &Pool, term: Term) -> Value {
        Value::Sym(term, pool.content_hash(term))
    }

    /// A constructor over its arguments.
    #[must_use]
    pub fn apply(label: LabelId, args: Vec<Value>) -> Value {
        if args.is_empty() { Value::Leaf(label) } else { Value::Node(label, Args::from(args)) }
    }

    /// The constructor and its arguments, if this is one.
    #[must_use]
    pub fn as_apply(&self) -> Option<(LabelId, &[Value])> {
        match self {
            Value::Leaf(label) => Some((*label, &[])),
            Value::Node(label, args) => Some((*label, args)),
            _ => None,
        }
    }

    /// The integer, if it is a known one.
    #[must_use]
    pub fn as_int(&self) -> Option<&Int> {
        match self {
            Value::Int(int) => Some(int),
            _ => None,
        }
    }
}
