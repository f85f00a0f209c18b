//! The definitions of a file, ready to run.

use lang_interp::{Cx, Stop, Value};

use super::code::{Code, Compiler, Functions, Names};
use super::interpret::{Frame, Interpreter, taken};
use super::tree::{Definition, Program};

/// What a file defines, as code.
#[derive(Clone, Debug)]
pub(crate) struct Definitions {
    functions: Functions,
    defined: Vec<Defined>,
}

#[derive(Clone, Debug)]
enum Defined {
    Values(Vec<Code>),
    Group(usize),
}

impl Definitions {
    /// Compiles the definitions of a file and, with `rest`, what sees them.
    pub(crate) fn new<T>(
        program: &Program,
        rest: impl FnOnce(&mut Compiler, &mut Names) -> T,
    ) -> (Definitions, T) {
        let (mut compiler, mut names) = (Compiler::default(), Names::new());
        let define = |definition| define(&mut compiler, &mut names, definition);
        let defined = program.definitions.iter().map(define).collect();
        let rest = rest(&mut compiler, &mut names);
        (Definitions { functions: compiler.functions, defined }, rest)
    }

    /// Who runs code that sees the definitions.
    pub(crate) fn interpreter(&self) -> Interpreter<'_> {
        Interpreter { functions: &self.functions, outside_in: false }
    }

    /// The values of the definitions, in order.
    pub(crate) fn frame(&self, cx: &mut Cx<'_>) -> Result<Frame, Stop> {
        let (interpreter, mut frame) = (self.interpreter(), Frame::new());
        for definition in &self.defined {
            let values = match definition {
                Defined::Values(codes) => {
                    let eval = |code| interpreter.eval(cx, &mut frame, code, None);
                    codes.iter().map(eval).collect::<Result<Vec<Value>, Stop>>()?
                }
                Defined::Group(group) => {
                    let captured = taken(&frame, &self.functions.groups[*group].captured);
                    interpreter.members(cx, *group, captured)?
                }
            };
            frame.extend(values);
        }
        Ok(frame)
    }
}

fn define(compiler: &mut Compiler, names: &mut Names, definition: &Definition) -> Defined {
    let bindings = &definition.bindings;
    let defined = match definition.recursive {
        true => Defined::Group(compiler.group(names, bindings)),
        false => {
            Defined::Values(bindings.iter().map(|(_, value)| compiler.expr(names, value)).collect())
        }
    };
    names.extend(bindings.iter().map(|(name, _)| name.clone()));
    defined
}
