//! The names of local variables, where a compiler has left them.

use noak::reader::{AttributeContent, Class};

use super::class_file::{ClassFile, Flags, ParseError, name_of};
use super::descriptor::MethodType;

/// A local variable in a range of the code of its method.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Variable {
    /// The first offset at which the variable has this name.
    pub(crate) start: u32,
    /// The first offset at which it has it no more.
    pub(crate) end: u32,
    pub(crate) slot: u16,
    pub(crate) name: Box<str>,
}

impl Variable {
    /// Reads the variables of a method by its place in the class file. That is asked seldom, so they
    /// are not read with the rest of the class.
    pub(crate) fn of_method(bytes: &[u8], method: usize) -> Result<Vec<Variable>, ParseError> {
        let class = Class::new(bytes)?;
        let pool = class.pool();
        let mut all = Vec::new();
        let Some(method) = class.methods().into_iter().nth(method) else { return Ok(all) };
        for attribute in method?.attributes() {
            let AttributeContent::Code(code) = attribute?.read_content(pool)? else { continue };
            for attribute in code.attributes() {
                let Ok(AttributeContent::LocalVariableTable(table)) = attribute?.read_content(pool)
                else {
                    continue;
                };
                for local in table.locals() {
                    let local = local?;
                    let range = local.range();
                    let name = name_of(pool.retrieve(local.name())?);
                    let (start, end) = (range.start.as_u32(), range.end.as_u32());
                    all.push(Variable { start, end, slot: local.index(), name });
                }
            }
        }
        Ok(all)
    }
}

/// The names of the parameters of a method by its place in the class file, as far as a compiler has left them.
#[must_use]
pub fn parameter_names(bytes: &[u8], class: &ClassFile, method: usize) -> Vec<Option<Box<str>>> {
    let Some(info) = class.methods.get(method) else { return Vec::new() };
    let Some(types) = MethodType::parse(&info.descriptor) else { return Vec::new() };
    let variables = Variable::of_method(bytes, method).unwrap_or_default();
    let mut slot = usize::from(!info.flags.has(Flags::STATIC));
    let mut names = Vec::new();
    for kind in &types.params {
        let is_it =
            |variable: &&Variable| variable.start == 0 && usize::from(variable.slot) == slot;
        names.push(variables.iter().find(is_it).map(|variable| variable.name.clone()));
        slot += kind.slots();
    }
    names
}
