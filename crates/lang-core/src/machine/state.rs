//! States of the machine: what is done now, what is done after that, and the heap.

use std::collections::VecDeque;

use imbl::{HashMap, HashSet, OrdMap, Vector};
use machine::{Event, Exit, Gap, Input};
use rustc_hash::FxHashSet;
use source::Span;
use term::{Cases, Op, Pool, Sort, Term};

use super::env::Env;
use super::facet::{FacetCall, Way};
use super::heap::{Addr, Cell, Heap, Thrown};
use super::measure::{Measured, Measurements};
use super::unknown::{Call, Unknowns};
use super::value::Value;
use crate::expr::{ExprId, OpId};
use crate::session::Wanted;

/// Everything that the rest of a run depends on. Cloning it takes constant time.
#[derive(Clone, Debug)]
pub struct State {
    pub(crate) control: Control,
    pub(crate) store: Store,
}

/// What does not differ between the alternatives of one split.
#[derive(Clone, Default, Debug)]
pub(crate) struct Store {
    pub(crate) stack: Vector<Frame>,
    pub(crate) heap: Heap,
    pub(crate) unknowns: Unknowns,
    /// How many calls were performed instead of run by their bodies.
    pub(crate) abstract_calls: u32,
    /// How often branches were undecided, where that is limited.
    pub(crate) undecided: OrdMap<ExprId, u32>,
    /// The constructors of symbolic terms that were examined: the path has split over them. An
    /// empty table would cost an allocation at each step.
    pub(crate) shapes: Option<HashMap<Term, u32>>,
    /// Those of them that only equations of measures have examined.
    pub(crate) peeked: Option<HashSet<Term>>,
    /// The conditions that the path has taken at branches, their parts included.
    pub(crate) taken: Option<HashSet<Term>>,
    /// What was left open of data whose constructor was not known.
    pub(crate) measured: Option<Measurements>,
    /// The sorts of cells whose contents may be data that the program made, as far as they were noted.
    pub(crate) sorts: Option<HashMap<Addr, Sort>>,
    /// Whether an integer has left the range of the machine on the path.
    pub(crate) overflowed: bool,
    /// Calls that lead from the user's files into a library and have not returned, innermost last:
    /// how many frames waited then, and the place of the call.
    pub(crate) left_at: Vector<(usize, Span)>,
}

impl Store {
    /// Whether the equation of a measure is being computed.
    pub(crate) fn computes_equation(&self) -> bool {
        self.stack.iter().rev().any(|frame| matches!(frame, Frame::Defined(..)))
    }

    /// Whether measures of a symbolic term are left open: nothing has examined its constructor, or only equations have,
    /// and one of them asks.
    pub(crate) fn leaves_open(&self, term: Term) -> bool {
        let is_known = self.shapes.as_ref().is_some_and(|shapes| shapes.contains_key(&term));
        let is_peeked = self.peeked.as_ref().is_some_and(|peeked| peeked.contains(&term));
        !is_known || (is_peeked && self.computes_equation())
    }

    /// Whether the path has taken an alternative of this condition.
    pub(crate) fn has_taken(&self, cond: Term) -> bool {
        self.taken.as_ref().is_some_and(|taken| taken.contains(&cond))
    }

    /// Remembers a condition that the path has taken.
    pub(crate) fn take(&mut self, pool: &Pool, cond: Term) {
        let taken = self.taken.get_or_insert_default();
        taken.insert(cond);
        if let (Op::And, parts) = pool.node(cond) {
            taken.extend(parts.iter().copied());
        }
    }
}

/// What is done now.
#[derive(Clone, Debug)]
pub(crate) enum Control {
    /// Forces the global with this number among those to be initialised, and those after it.
    Initialise(usize),
    /// Collects the arguments of the entry; these are there.
    Inputs(Vec<Value>),
    Eval(ExprId, Env),
    /// Gives a value in weak head normal form to the topmost frame.
    Return(Value),
    Raise(Thrown),
    /// Computes a node whose operands are these.
    Execute(ExprId, Vec<Value>),
    /// Waits for an answer.
    Await(Awaited),
    /// Takes an answer as the result of a call of an unknown function.
    Answered(Call, Term),
    /// Takes an answer as the choice between contract and body.
    Chosen(Box<FacetCall>, Term),
    /// Takes an answer as the choice whether a call by contract raises an exception.
    Raises(Box<FacetCall>, Term),
    /// Makes a call by contract or by body.
    Faced(Box<FacetCall>, Way),
    /// Remembers the constructor of a symbolic term, then goes on.
    Shaped(Term, u32, Box<Control>),
    /// Takes these measurements for what their equations say, then goes on.
    Define(Vec<Measured>, Box<Control>),
    /// Puts this into a cell, then returns unit.
    Write(Addr, Box<Cell>),
    /// Remembers the condition of an alternative, then goes on.
    Taken(Term, Box<Control>),
    /// Remembers that an integer has left the range of the machine, then goes on.
    Overflowed(Box<Control>),
    /// Tells of an event, then returns.
    Announce(Box<Event>),
    Stop(Box<Exit>),
}

/// What is done with an answer.
#[derive(Clone, Debug)]
pub(crate) enum Awaited {
    /// It is the value of an expression.
    Value,
    /// It is the next argument of the entry, after these.
    Argument(Vec<Value>),
    /// It is the result of a call of an unknown function.
    Call(Call),
    /// It is the result of an operation.
    Result(Performance),
    /// It chooses between contract and body.
    Facet(Box<FacetCall>),
    /// It chooses whether a call by contract raises an exception.
    Raises(Box<FacetCall>),
    /// It is what a call by contract left in a mutable cell.
    Left(Addr),
    /// It stands for the items that were left in an array; then this node is computed.
    LeftItems(Addr, ExprId, Vec<Value>),
}

/// An operation that is being performed.
#[derive(Clone, Debug)]
pub(crate) struct Performance {
    pub(crate) op: OpId,
    pub(crate) args: Vec<Term>,
    pub(crate) span: Option<Span>,
}

/// What is done with a value once it is there.
#[derive(Clone, Debug)]
pub(crate) enum Frame {
    /// Binds the value of a `let` and goes on with its body.
    Let(ExprId, Env),
    /// Takes the value as the next operand of a node, after these.
    Operands(ExprId, Env, Vec<Value>),
    /// Calls the value with arguments; the place is that of the call.
    Apply(Vec<Value>, Option<Span>),
    /// Looks at the value.
    Case(ExprId, Env),
    /// Writes the value over the suspended one.
    Update(Addr),
    /// Lets the value pass, and catches exceptions.
    Catch(ExprId, Env),
    /// Goes on computing values as a whole.
    Deepen(Box<Deepening>),
    /// Takes the value as the result of an operation.
    Performed(Performance),
    /// Goes on with initialising.
    Initialised(usize),
    /// Goes on with a call by contract, once the state is there that its body could change.
    Facing(Box<FacetCall>),
    /// Takes the value for that of a measurement, then goes on with further ones, then with what comes next.
    Defined(Term, Vec<Measured>, Box<Control>),
    /// Leaves the path: that the call returns is another one, on which its contract stands for it.
    MustRaise(Option<Span>),
}

/// Values that are computed down to their leaves, for a goal.
#[derive(Clone, Debug)]
pub(crate) struct Deepening {
    pub(crate) goal: Goal,
    pub(crate) values: Vec<Value>,
    /// Not visited yet; the next one is last, or first if there is a limit.
    pub(crate) todo: VecDeque<Value>,
    /// How many suspended values may still be computed.
    pub(crate) left: Option<usize>,
    /// Cells that were visited: data may be shared and even cyclic.
    pub(crate) seen: FxHashSet<Addr>,
}

/// What values are computed as a whole for.
#[derive(Clone, Debug)]
pub(crate) enum Goal {
    /// To be the operands of a node.
    Execute(ExprId),
    /// To be the arguments of an unknown function; the place is that of the call.
    Unknown(Term, Option<Span>),
    /// To be the arguments of an operation; the place is that of the call.
    Perform(OpId, Option<Span>),
    /// To be the result of an operation.
    Performed(Performance),
    /// To be the result of the run.
    Finish(Wanted),
}

/// What a small step leads to.
pub(crate) enum Outcome {
    Go(Control),
    Split(Cases<Control>),
    Ask(Input, Control),
    Emit(Event, Control),
    Stop(Exit),
    Gap(Gap),
}

impl Outcome {
    pub(crate) fn value(value: Value) -> Outcome {
        Outcome::Go(Control::Return(value))
    }

    pub(crate) fn term(term: Term) -> Outcome {
        Outcome::value(Value::Term(term))
    }

    pub(crate) fn gap(what: impl Into<String>, span: Option<Span>) -> Outcome {
        Outcome::Gap(Gap { what: what.into(), span })
    }
}

impl State {
    /// How many frames wait on the stack.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.store.stack.len()
    }

    /// The call of an unknown function whose result is asked for: the function and its arguments.
    #[must_use]
    pub fn asked_call(&self) -> Option<(Term, &[Term])> {
        match &self.control {
            Control::Await(Awaited::Call(call)) => Some((call.function, &call.args)),
            _ => None,
        }
    }

    /// How many calls were performed as operations although they could be run by their bodies.
    #[must_use]
    pub fn abstract_calls(&self) -> u32 {
        self.store.abstract_calls
    }
}
