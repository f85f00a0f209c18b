//! Values as handles.

use term::Term;

use crate::Symbol;

/// A handle to a value of a [`Heap`](crate::Heap): known, unknown, or partly known.
///
/// A handle is a number that means nothing outside its heap. Equal values may have different
/// handles: ask [`Cx::eq`](crate::Cx::eq). Those made during a run of a search are gone after it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Value(pub(crate) u32);

impl Value {
    /// The truth value false.
    pub const FALSE: Value = Value(0);
    /// The truth value true.
    pub const TRUE: Value = Value(1);
}

impl From<bool> for Value {
    fn from(value: bool) -> Value {
        if value { Value::TRUE } else { Value::FALSE }
    }
}

/// A variable, by its number in the heap.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Var(pub(crate) u32);

/// What a handle stands for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Node {
    /// A variable, which may be bound.
    Var(Var),
    /// A constructor over its fields.
    Con(Head),
    /// A function: can be taken apart like a constructor but not compared.
    Fun(Head),
    /// An integer of machine size.
    Int(i64),
    /// A truth value.
    Bool(bool),
    /// A symbol.
    Sym(Symbol),
    /// An integer or truth value that is no small literal, as a term for the solver.
    Term(Term),
    /// In patterns of negative constraints only: any value of the variable's kind.
    Wild(Var),
}

/// A constructor and where its fields are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Head {
    pub(crate) name: Symbol,
    pub(crate) start: u32,
    pub(crate) len: u32,
}

/// What is known of a value, as far as it goes without making a choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Nothing but its kind.
    Unknown,
    /// A constructor, with the number of its fields.
    Con(Symbol, usize),
    /// A function, with the number of its fields.
    Fun(Symbol, usize),
    /// An integer.
    Int(i64),
    /// A truth value.
    Bool(bool),
    /// A symbol.
    Symbol(Symbol),
    /// An integer or truth value under constraints.
    Constrained,
}
