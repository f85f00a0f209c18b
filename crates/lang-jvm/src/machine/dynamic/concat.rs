//! String concatenation.

use super::super::class::{ClassId, MethodId};
use super::super::trap::{Trap, unverifiable};
use super::super::vm::Vm;
use super::{CallSite, load};
use crate::lower::Instr;
use crate::parse::{Constant, Flags, Type};

/// Stands for an argument in a recipe.
const ARGUMENT: u16 = 1;
/// Stands for a constant in a recipe.
const CONSTANT: u16 = 2;

const BUILDER: &str = "java/lang/StringBuilder";

impl Vm {
    /// A method that puts its arguments together as the recipe of the call site says.
    pub(super) fn concatenation(
        &mut self,
        class: ClassId,
        site: &CallSite,
    ) -> Result<MethodId, Trap> {
        let plain = vec![ARGUMENT; site.kind.params.len()];
        let (recipe, constants) = match site.arguments.split_first() {
            Some((Constant::Text(recipe), constants)) => (recipe.to_vec(), constants),
            _ => (plain, &[][..]),
        };
        let mut instrs = self.new_builder()?;
        let mut literal = Vec::new();
        let (mut param, mut local, mut constant) = (0, 0, constants.iter());
        for unit in recipe {
            match unit {
                ARGUMENT => {
                    self.append_text(&mut instrs, &mut literal)?;
                    let bad = || unverifiable("a recipe with too many arguments");
                    let kind = site.kind.params.get(param).ok_or_else(bad)?;
                    instrs.push(load(kind, local));
                    instrs.push(self.append(kind)?);
                    (param, local) = (param + 1, local + kind.slots());
                }
                CONSTANT => literal.extend(constant.next().map(constant_text).unwrap_or_default()),
                unit => literal.push(unit),
            }
        }
        self.append_text(&mut instrs, &mut literal)?;
        instrs.extend(self.built()?);
        Ok(self.synthesize(class, "concat", site.kind.clone(), Flags::STATIC, instrs))
    }

    /// Pushes a new string builder.
    pub(super) fn new_builder(&mut self) -> Result<Vec<Instr>, Trap> {
        let class = self.load(BUILDER)?;
        let init = self.library_method(BUILDER, "<init>", "()V")?;
        Ok(vec![Instr::NewOf(class.0), Instr::Dup, Instr::CallSpecial(init.0)])
    }

    /// Appends a text, and forgets it.
    pub(super) fn append_text(
        &mut self,
        instrs: &mut Vec<Instr>,
        literal: &mut Vec<u16>,
    ) -> Result<(), Trap> {
        if literal.is_empty() {
            return Ok(());
        }
        instrs.push(Instr::Text(self.text_id(literal)));
        instrs.push(self.append(&Type::named("java/lang/String"))?);
        literal.clear();
        Ok(())
    }

    /// Appends the value on the stack to the builder below it.
    pub(super) fn append(&mut self, kind: &Type) -> Result<Instr, Trap> {
        let kind = match kind {
            Type::Byte | Type::Short => Type::Int,
            Type::Reference(name) if &**name != "java/lang/String" => {
                Type::named("java/lang/Object")
            }
            kind => kind.clone(),
        };
        let descriptor = format!("({kind})L{BUILDER};");
        Ok(Instr::CallSpecial(self.library_method(BUILDER, "append", &descriptor)?.0))
    }

    /// Returns what the builder on the stack has built.
    pub(super) fn built(&mut self) -> Result<[Instr; 2], Trap> {
        let to_string = self.library_method(BUILDER, "toString", "()Ljava/lang/String;")?;
        Ok([Instr::CallSpecial(to_string.0), Instr::ReturnOne])
    }
}

fn constant_text(constant: &Constant) -> Vec<u16> {
    match constant {
        Constant::Text(units) => units.to_vec(),
        Constant::Int(int) => int.to_string().encode_utf16().collect(),
        Constant::Long(long) => long.to_string().encode_utf16().collect(),
        Constant::Class(name) => name.replace('/', ".").encode_utf16().collect(),
        _ => Vec::new(),
    }
}
