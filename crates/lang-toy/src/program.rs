//! Programs as lists of instructions.
//!
//! After lowering there are no names, no nesting and no types: a function is a list of instructions
//! over numbered slots. Whatever can fail is preceded by a [`Op::JumpIf`] over an [`Op::Fail`].

use std::sync::Arc;

use machine::Failure;
use source::Span;
use term::Literal;

use crate::ast::{BinaryOp, Scalar, UnaryOp};
use crate::machine::ToyMachine;

/// A program that is ready to run. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Program {
    pub(crate) functions: Arc<[Function]>,
    targets: Arc<[Target]>,
}

/// An entry point: a `check` of the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    /// Its name.
    pub name: String,
    /// The place of its name.
    pub span: Span,
    pub(crate) body: FuncId,
}

impl Program {
    pub(crate) fn new(functions: Vec<Function>, targets: Vec<Target>) -> Program {
        Program { functions: functions.into(), targets: targets.into() }
    }

    /// The entry points in source order; at least one.
    #[must_use]
    pub fn targets(&self) -> &[Target] {
        &self.targets
    }

    /// The machine that runs one of the entry points of this program.
    #[must_use]
    pub fn machine(&self, target: &Target) -> ToyMachine {
        ToyMachine::new(self.clone(), target.body)
    }
}

/// A function by its number in [`Program`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct FuncId(pub(crate) usize);

/// A place for a value in the frame of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Slot(pub(crate) usize);

/// A function. Its arguments arrive in the first slots. The last instruction never falls through.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub(crate) instrs: Vec<Instr>,
    /// How many slots a frame has.
    pub(crate) slots: usize,
}

/// An instruction where it comes from.
#[derive(Clone, Debug)]
pub(crate) struct Instr {
    pub(crate) op: Op,
    pub(crate) span: Span,
}

/// What an instruction does.
#[derive(Clone, Debug)]
pub(crate) enum Op {
    /// Computes a value.
    Set(Slot, Value),
    /// Asks for an input. One element of an array is named after its index, which is in a slot.
    Ask { into: Slot, scalar: Scalar, name: String, element: Option<Slot> },
    /// Goes on elsewhere.
    Jump(usize),
    /// Goes on elsewhere where the condition holds. The only instruction that splits paths.
    JumpIf(Slot, usize),
    /// Runs a function and takes its result.
    Call { into: Option<Slot>, function: FuncId, args: Vec<Slot> },
    /// Ends the function.
    Return(Option<Slot>),
    /// Performs an event.
    Emit { event: String, args: Vec<Slot> },
    /// A property does not hold.
    Fail(Failure),
    /// An assumption does not hold.
    Discard,
}

/// How a value is computed. None of these can fail: the checks stand before them.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Literal(Literal),
    Copy(Slot),
    Unary(UnaryOp, Slot),
    /// `And` and `Or` are strict here.
    Binary(BinaryOp, Slot, Slot),
    Len(Slot),
    /// Whether an index (second) lies in an array (first).
    InBounds(Slot, Slot),
    /// The element of an array (first) at an index (second).
    Element(Slot, Slot),
    /// An array (first) with another value (third) at an index (second).
    With(Slot, Slot, Slot),
    /// An array of these, at least one.
    List(Vec<Slot>),
    /// An array of one value (first) over and over, of a length (second).
    Fill(Slot, Slot),
}
