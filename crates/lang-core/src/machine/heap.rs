//! The heap: suspended values and mutable cells, by address.
//!
//! Everything else is held by reference counts. Addresses are never reused, so a state that is
//! cloned shares all of its heap with the clone until one of them writes.

use imbl::Vector;
use source::Span;
use term::{Sort, Symbol, Term};

use super::env::Env;
use super::value::Value;
use crate::expr::{ExprId, GlobalId};

/// The address of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Addr(u32);

impl Addr {
    /// The first cells of a heap are those of the globals.
    pub(crate) fn of_global(global: GlobalId) -> Addr {
        Addr(global.0)
    }
}

/// An exception on its way.
#[derive(Clone, Debug)]
pub(crate) struct Thrown {
    pub(crate) exception: Value,
    /// Where it was raised.
    pub(crate) span: Option<Span>,
}

/// What is at an address.
#[derive(Clone, Debug)]
pub(crate) enum Cell {
    /// To be computed when it is needed.
    Suspended(ExprId, Env),
    /// Being computed: a computation that needs it now would wait forever.
    Busy,
    /// Computed.
    Done(Value),
    /// Its computation raised an exception, and will each time.
    Raised(Thrown),
    /// A mutable cell.
    Ref(Value),
    /// A mutable array. Boxed, because a vector is large and arrays are rare.
    Array(Box<Vector<Value>>),
    /// A mutable array of which only the length is known.
    Open(Box<OpenArray>),
    /// A mutable cell or array that a call by contract, or a loop that is not run, may have written to.
    Left(Left),
}

/// An array whose items are not known, but for those that were written.
#[derive(Clone, Debug)]
pub(crate) struct OpenArray {
    pub(crate) length: Term,
    /// The sort of the items.
    pub(crate) item: Sort,
    pub(crate) items: Items,
    /// Places with what was written there, the latest last.
    pub(crate) written: Vector<(Term, Term)>,
}

/// What the items of an array were at first.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Items {
    /// Those that this term stands for.
    Of(Term),
    /// The same everywhere.
    All(Term),
}

/// What is known of a cell after a call by contract.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Left {
    /// The function that was called, or what else wrote.
    pub(crate) by: Symbol,
    /// The length of an array whose items are of the sort; none for a cell.
    pub(crate) length: Option<Term>,
    /// The sort of what is in it, if it is one value and first-order.
    pub(crate) sort: Option<Sort>,
}

/// All cells of a state.
#[derive(Clone, Default, Debug)]
pub(crate) struct Heap(Vector<Cell>);

impl Heap {
    pub(crate) fn allocate(&mut self, cell: Cell) -> Addr {
        let addr = u32::try_from(self.0.len()).expect("fewer than 2^32 cells");
        self.0.push_back(cell);
        Addr(addr)
    }

    pub(crate) fn get(&self, addr: Addr) -> &Cell {
        &self.0[addr.0 as usize]
    }

    pub(crate) fn set(&mut self, addr: Addr, cell: Cell) {
        self.0.set(addr.0 as usize, cell);
    }

    /// The value itself if it is computed, however often it was suspended; otherwise as it is.
    pub(crate) fn resolved(&self, value: &Value) -> Value {
        let mut value = value;
        while let Value::Thunk(addr) = value
            && let Cell::Done(done) = self.get(*addr)
        {
            value = done;
        }
        value.clone()
    }
}
