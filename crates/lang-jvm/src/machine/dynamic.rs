//! `invokedynamic`, without method handles.
//!
//! The bootstrap methods that compilers use are known: those of lambdas, of string concatenation and
//! of the methods of records. For each call site a method is written in our own instructions that
//! does what the bootstrap method promises; the call site then is a plain call of it. Any other
//! bootstrap method is a gap.

mod concat;
mod lambda;
mod record;

use std::sync::Arc;

use super::class::{ClassId, Code, Entry, Method, MethodId};
use super::object::gap;
use super::trap::{Trap, unverifiable};
use super::vm::Vm;
use crate::lower::Instr;
use crate::parse::{Constant, Flags, Member, MethodType, Type};

/// A call site with what its bootstrap method is given.
struct CallSite {
    /// Index of the constant: two sites of a class with one index are the same.
    index: u16,
    name: Box<str>,
    kind: MethodType,
    arguments: Vec<Constant>,
}

impl Vm {
    /// The call that stands for an `invokedynamic` instruction.
    pub(super) fn link_dynamic(&mut self, index: u16) -> Result<Instr, Trap> {
        let here = self.current_class();
        if let Some(known) = self.call_sites.get(&(here, index)) {
            return Ok(Instr::CallStatic(known.0));
        }
        let (bootstrap, site) = self.call_site(here, index)?;
        let method = match (&*bootstrap.class, &*bootstrap.name) {
            ("java/lang/invoke/LambdaMetafactory", _) => self.lambda(here, &site)?,
            ("java/lang/invoke/StringConcatFactory", _) => self.concatenation(here, &site)?,
            ("java/lang/runtime/ObjectMethods", _) => self.record_method(here, &site)?,
            (class, name) => {
                let class = class.replace('/', ".");
                return Err(gap(&format!("a call site made by {class}.{name}")));
            }
        };
        self.call_sites.insert((here, index), method);
        Ok(Instr::CallStatic(method.0))
    }

    fn call_site(&self, class: ClassId, index: u16) -> Result<(Member, CallSite), Trap> {
        let bad = || unverifiable("a call site that is none");
        let file = self.class(class).file.as_ref().ok_or_else(bad)?;
        let Some(Constant::Dynamic { bootstrap, name, descriptor }) =
            file.constants.get(usize::from(index))
        else {
            return Err(bad());
        };
        let kind = MethodType::parse(descriptor).ok_or_else(bad)?;
        let bootstrap = file.bootstraps.get(usize::from(*bootstrap)).ok_or_else(bad)?;
        let Some(Constant::Handle(_, member)) = file.constants.get(usize::from(bootstrap.handle))
        else {
            return Err(bad());
        };
        let constant = |index: &u16| file.constants.get(usize::from(*index)).cloned();
        let arguments = bootstrap.arguments.iter().filter_map(constant).collect();
        Ok((member.clone(), CallSite { index, name: name.clone(), kind, arguments }))
    }

    /// Adds a method made of instructions of ours.
    fn synthesize(
        &mut self,
        class: ClassId,
        name: &str,
        kind: MethodType,
        flags: u16,
        instrs: Vec<Instr>,
    ) -> MethodId {
        let receiver = usize::from(flags & Flags::STATIC == 0);
        let args = (kind.param_slots() + receiver) as u16;
        // No instruction pushes more than two slots.
        let stack = (instrs.len() * 2) as u16;
        let code = Code { start: self.code.len() as u32, locals: args, stack };
        self.code.extend(instrs);
        let sig = self.sig(name, &kind.to_string());
        self.add_method(Method {
            class,
            name: name.into(),
            sig,
            kind: Arc::new(kind),
            flags: Flags(flags),
            args,
            entry: Entry::Code(code),
            model: None,
            index: None,
            guards: Arc::from([]),
            offsets: Arc::from([]),
        })
    }

    /// A method of the JDK, to be called as it is.
    fn library_method(
        &mut self,
        class: &str,
        name: &str,
        descriptor: &str,
    ) -> Result<MethodId, Trap> {
        let [class, name, descriptor] = [class, name, descriptor].map(Box::from);
        self.resolve_method(&Member { class, name, descriptor, of_interface: false })
    }
}

/// Pushes a local variable.
fn load(kind: &Type, local: usize) -> Instr {
    if kind.is_wide() { Instr::LoadWide(local as u16) } else { Instr::Load(local as u16) }
}

/// Pushes a field of the object on the stack.
fn field(kind: &Type, slot: u32) -> Instr {
    if kind.is_wide() { Instr::FieldWide(slot) } else { Instr::Field(slot) }
}
