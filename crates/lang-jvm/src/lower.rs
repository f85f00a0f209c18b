//! From the bytes of a method to instructions that are fit to be run.
//!
//! Operands are decoded, jumps are indices of instructions, and the depth of the stack is checked at
//! every instruction, so that the interpreter never meets a slot that is not there. Types are not
//! checked: a program that confuses them gets a wrong answer or an error, never a crash.

mod decode;
mod depth;
mod instr;

pub use decode::LowerError;
pub(crate) use depth::{conversion, slots as elem_slots};
pub(crate) use decode::{Base, Guard, Lowered, Switch, lower};
pub(crate) use instr::{Convert, Elem, FloatOp, Instr, IntOp, Test};
