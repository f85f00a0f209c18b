//! An interpreter that is written in the language: a file that defines `interp`.

use std::fmt;

use lang_interp::{Cx, Interpreter, Stop, Value};

use super::definitions::Definitions;
use super::tree::Program;

/// The name of the function from programs to values.
pub const INTERP: &str = "interp";
/// The name of the function from values to what is seen of them.
pub const OBSERVE: &str = "observe";

/// An interpreter defined by a file: `interp` runs a program; `observe`, if it is defined, tells what
/// is seen of a value, because functions cannot be compared.
#[derive(Clone, Debug)]
pub struct DefinedInterpreter {
    definitions: Definitions,
    interp: usize,
    observe: Option<usize>,
}

/// A file that does not define [`INTERP`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoInterp;

impl fmt::Display for NoInterp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the file does not define `{INTERP}`, the function from programs to values")
    }
}

impl std::error::Error for NoInterp {}

impl DefinedInterpreter {
    /// The interpreter that a file defines; its goals do not matter.
    pub fn new(program: &Program) -> Result<DefinedInterpreter, NoInterp> {
        let (definitions, (interp, observe)) = Definitions::new(program, |_, names| {
            let place = |wanted| names.iter().rposition(|name| name == wanted);
            (place(INTERP), place(OBSERVE))
        });
        Ok(DefinedInterpreter { definitions, interp: interp.ok_or(NoInterp)?, observe })
    }

    fn apply(&self, cx: &mut Cx<'_>, place: usize, argument: Value) -> Result<Value, Stop> {
        let function = self.definitions.frame(cx)?[place];
        cx.call(|cx| self.definitions.interpreter().apply(cx, function, argument, None))
    }
}

impl Interpreter for DefinedInterpreter {
    fn eval(&self, cx: &mut Cx<'_>, program: Value) -> Result<Value, Stop> {
        self.apply(cx, self.interp, program)
    }

    fn observe(&self, cx: &mut Cx<'_>, value: Value) -> Result<Value, Stop> {
        match self.observe {
            Some(observe) => self.apply(cx, observe, value),
            None => Ok(value),
        }
    }
}
