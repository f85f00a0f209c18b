//! The methods of records.

use super::super::class::{ClassId, MethodId};
use super::super::object::gap;
use super::super::trap::{Trap, unverifiable};
use super::super::vm::Vm;
use super::{CallSite, field};
use crate::lower::{Instr, IntOp, Test};
use crate::parse::{Constant, Flags, Type};

/// A component of a record, by its place in the object.
struct Part {
    name: Box<str>,
    kind: Type,
    slot: u32,
}

impl Vm {
    /// `equals`, `hashCode` or `toString` of a record.
    pub(super) fn record_method(
        &mut self,
        class: ClassId,
        site: &CallSite,
    ) -> Result<MethodId, Trap> {
        let parts = self.parts(site)?;
        let instrs = match &*site.name {
            "toString" => self.record_to_string(class, &parts)?,
            "hashCode" => self.record_hash(&parts)?,
            "equals" => self.record_equals(class, &parts)?,
            name => return Err(gap(&format!("the method {name} of a record"))),
        };
        Ok(self.synthesize(class, &site.name, site.kind.clone(), Flags::STATIC, instrs))
    }

    fn parts(&mut self, site: &CallSite) -> Result<Vec<Part>, Trap> {
        let bad = || unverifiable("a record with strange components");
        let mut parts = Vec::new();
        for argument in &site.arguments {
            let Constant::Handle(_, member) = argument else { continue };
            let class = self.load(&member.class)?;
            let kind = Type::parse(&member.descriptor).ok_or_else(bad)?;
            let (_, found) = self.find_field(class, &member.name, &kind).ok_or_else(bad)?;
            let slot = found.slot;
            parts.push(Part { name: member.name.clone(), kind, slot });
        }
        Ok(parts)
    }

    fn record_to_string(&mut self, class: ClassId, parts: &[Part]) -> Result<Vec<Instr>, Trap> {
        let mut instrs = self.new_builder()?;
        let mut literal: Vec<u16> = self.simple_name(class).encode_utf16().collect();
        for (at, part) in parts.iter().enumerate() {
            let comma = if at == 0 { "[" } else { ", " };
            literal.extend(format!("{comma}{}=", part.name).encode_utf16());
            self.append_text(&mut instrs, &mut literal)?;
            instrs.extend([Instr::Load(0), field(&part.kind, part.slot)]);
            instrs.push(self.append(&part.kind)?);
        }
        literal.extend(if parts.is_empty() { "[]" } else { "]" }.encode_utf16());
        self.append_text(&mut instrs, &mut literal)?;
        instrs.extend(self.built()?);
        Ok(instrs)
    }

    fn record_hash(&mut self, parts: &[Part]) -> Result<Vec<Instr>, Trap> {
        let mut instrs = vec![Instr::Const(0)];
        for part in parts {
            let hash = match part.kind.wrapper() {
                Some(wrapper) => {
                    self.library_method(wrapper, "hashCode", &format!("({})I", part.kind))?
                }
                None => {
                    self.library_method("java/util/Objects", "hashCode", "(Ljava/lang/Object;)I")?
                }
            };
            instrs.extend([Instr::Const(31), Instr::Int(IntOp::Mul), Instr::Load(0)]);
            instrs.push(field(&part.kind, part.slot));
            instrs.extend([Instr::CallStatic(hash.0), Instr::Int(IntOp::Add)]);
        }
        instrs.push(Instr::ReturnOne);
        Ok(instrs)
    }

    fn record_equals(&mut self, class: ClassId, parts: &[Part]) -> Result<Vec<Instr>, Trap> {
        // Jumps go to the end, which is not known yet.
        const DIFFERENT: u32 = u32::MAX;
        let mut instrs = vec![Instr::Load(1), Instr::IsA(class.0), Instr::If(Test::Eq, DIFFERENT)];
        for part in parts {
            for object in [0, 1] {
                instrs.extend([Instr::Load(object), field(&part.kind, part.slot)]);
            }
            instrs.extend(match &part.kind {
                Type::Long => vec![Instr::CompareLong, Instr::If(Test::Ne, DIFFERENT)],
                Type::Float | Type::Double => {
                    let wrapper = part.kind.wrapper().expect("a primitive type has a wrapper");
                    let kind = &part.kind;
                    let compare =
                        self.library_method(wrapper, "compare", &format!("({kind}{kind})I"))?;
                    vec![Instr::CallStatic(compare.0), Instr::If(Test::Ne, DIFFERENT)]
                }
                Type::Reference(_) => {
                    let descriptor = "(Ljava/lang/Object;Ljava/lang/Object;)Z";
                    let equals = self.library_method("java/util/Objects", "equals", descriptor)?;
                    vec![Instr::CallStatic(equals.0), Instr::If(Test::Eq, DIFFERENT)]
                }
                Type::Boolean | Type::Byte | Type::Char | Type::Short | Type::Int => {
                    vec![Instr::IfInts(Test::Ne, DIFFERENT)]
                }
            });
        }
        instrs.extend([Instr::Const(1), Instr::ReturnOne, Instr::Const(0), Instr::ReturnOne]);
        let different = (self.code.len() + instrs.len() - 2) as u32;
        for instr in &mut instrs {
            if let Instr::If(_, target) | Instr::IfInts(_, target) = instr {
                *target = different;
            }
        }
        Ok(instrs)
    }

    /// The name of a class in its source.
    pub(in super::super) fn simple_name(&self, class: ClassId) -> String {
        let class = self.class(class);
        let inner = class
            .file
            .as_ref()
            .and_then(|file| file.inner_classes.iter().find(|inner| *inner.name == *class.name));
        match inner {
            Some(inner) => inner.simple.as_deref().unwrap_or("").to_owned(),
            None => class.name.rsplit('/').next().unwrap_or("").to_owned(),
        }
    }
}
