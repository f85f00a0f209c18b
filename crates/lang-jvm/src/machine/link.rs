//! What names in code stand for.
//!
//! Each function finds the target of one kind of instruction. The interpreter then replaces the
//! instruction by one that holds the target, so that a name is looked up once.

use super::class::{ClassId, ClassKind, Code, Entry, Field, MethodId, SigId};
use super::trap::{Trap, raise, unverifiable};
use super::vm::{Site, Vm};
use crate::lower::{self, Instr};
use crate::parse::{Constant, Flags, Member, Type};

impl Vm {
    /// The class whose code is running.
    pub(super) fn current_class(&self) -> ClassId {
        let frame = self.frames.last().expect("code runs in a frame");
        self.method(frame.method).class
    }

    pub(super) fn constant(&self, index: u16) -> Option<&Constant> {
        let file = self.class(self.current_class()).file.as_ref()?;
        file.constants.get(usize::from(index))
    }

    pub(super) fn member(&self, index: u16) -> Result<Member, Trap> {
        match self.constant(index) {
            Some(Constant::Member(member)) => Ok(member.clone()),
            _ => Err(unverifiable("a member that is none")),
        }
    }

    pub(super) fn named_class(&mut self, index: u16) -> Result<ClassId, Trap> {
        match self.constant(index) {
            Some(Constant::Class(name)) => {
                let name = name.clone();
                self.load(&name)
            }
            _ => Err(unverifiable("a class that is none")),
        }
    }

    /// Replaces the running instruction, which is then run again. That is not counted: a run must
    /// count the same whether or not an earlier one has met the instruction.
    pub(super) fn quicken(&mut self, instr: Instr) {
        self.code[self.pc as usize] = instr;
        self.fuel += 1;
    }

    /// A field by name and type, in a class or above it.
    pub(super) fn find_field(
        &self,
        class: ClassId,
        name: &str,
        kind: &Type,
    ) -> Option<(ClassId, &Field)> {
        let matches = |field: &&Field| &*field.name == name && field.kind == *kind;
        let mut waiting = vec![class];
        while let Some(id) = waiting.pop() {
            let class = self.class(id);
            if let Some(field) = class.fields.iter().find(matches) {
                return Some((id, field));
            }
            waiting.extend(class.super_class);
            waiting.extend(class.interfaces.iter().rev());
        }
        None
    }

    /// The place of the field that an instruction names, its class, and whether it is wide.
    pub(super) fn resolve_field(
        &mut self,
        index: u16,
        wants_static: bool,
    ) -> Result<(ClassId, u32, bool), Trap> {
        let member = self.member(index)?;
        let class = self.load(&member.class)?;
        let missing = || raise("java/lang/NoSuchFieldError", &*member.name);
        let kind = Type::parse(&member.descriptor).ok_or_else(missing)?;
        let (owner, field) = self.find_field(class, &member.name, &kind).ok_or_else(missing)?;
        if field.flags.has(Flags::STATIC) != wants_static {
            let message = format!("field {}.{}", member.class, member.name);
            return Err(raise("java/lang/IncompatibleClassChangeError", message));
        }
        Ok((owner, field.slot, kind.is_wide()))
    }

    /// A method that a class has itself.
    pub(super) fn own_method(&self, class: ClassId, sig: SigId) -> Option<MethodId> {
        let methods = self.class(class).methods.iter();
        methods.copied().find(|id| self.method(*id).sig == sig)
    }

    /// A method of a class, of its superclasses, then of its interfaces.
    pub(super) fn find_method(&self, class: ClassId, sig: SigId) -> Option<MethodId> {
        let mut at = Some(class);
        while let Some(id) = at {
            if let Some(found) = self.own_method(id, sig) {
                return Some(found);
            }
            at = self.class(id).super_class;
        }
        self.find_in_interfaces(class, sig)
    }

    /// The most specific method of the interfaces of a class, one with code if there is one.
    fn find_in_interfaces(&self, class: ClassId, sig: SigId) -> Option<MethodId> {
        let mut best: Option<MethodId> = None;
        for ancestor in &self.class(class).ancestors {
            if !self.class(*ancestor).is_interface() {
                continue;
            }
            let Some(found) = self.own_method(*ancestor, sig) else { continue };
            let better = best.is_none_or(|best| self.is_better(found, best));
            if better && !self.method(found).is_static() {
                best = Some(found);
            }
        }
        best
    }

    fn is_better(&self, new: MethodId, old: MethodId) -> bool {
        let (new, old) = (self.method(new), self.method(old));
        let specific = self.is_subclass(new.class, old.class);
        let concrete = |flags: Flags| !flags.has(Flags::ABSTRACT);
        specific
            || concrete(new.flags)
                && !concrete(old.flags)
                && !self.is_subclass(old.class, new.class)
    }

    /// What a call finds for a receiver of this class.
    pub(super) fn select(&mut self, class: ClassId, sig: SigId) -> Option<MethodId> {
        if let Some(known) = self.selected.get(&(class, sig)) {
            return *known;
        }
        let in_table = self.class(class).vindex.get(&sig);
        let found = match in_table.map(|at| self.class(class).vtable[usize::from(*at)]) {
            Some(found) => Some(found),
            None => self.find_method(class, sig),
        };
        self.selected.insert((class, sig), found);
        found
    }

    /// The method that an instruction names.
    pub(super) fn resolve_method(&mut self, member: &Member) -> Result<MethodId, Trap> {
        let class = self.load(&member.class)?;
        let sig = self.sig(&member.name, &member.descriptor);
        // Arrays have the methods of `Object`, with a `clone` of their own that is public.
        self.find_method(class, sig).ok_or_else(|| {
            let message = format!("{}.{}{}", member.class, member.name, member.descriptor);
            raise("java/lang/NoSuchMethodError", message.replace('/', "."))
        })
    }

    pub(super) fn link_virtual(&mut self, index: u16) -> Result<Instr, Trap> {
        let member = self.member(index)?;
        if let Some(linked) = self.link_handle(&member) {
            return linked;
        }
        let id = self.resolve_method(&member)?;
        let method = self.method(id);
        if method.is_static() {
            return Err(raise("java/lang/IncompatibleClassChangeError", &*member.name));
        }
        let (sig, args) = (method.sig, method.args as u8);
        if method.flags.has(Flags::PRIVATE) {
            return Ok(Instr::CallSpecial(id.0));
        }
        let owner = self.class(method.class);
        match owner.vindex.get(&sig) {
            Some(at) if !owner.is_interface() => Ok(Instr::CallVirtual(*at, args)),
            Some(_) | None => Ok(self.interface_site(sig, args)),
        }
    }

    pub(super) fn link_interface(&mut self, index: u16) -> Result<Instr, Trap> {
        let member = self.member(index)?;
        let id = self.resolve_method(&member)?;
        let method = self.method(id);
        if method.is_static() {
            return Err(raise("java/lang/IncompatibleClassChangeError", &*member.name));
        }
        let (sig, args) = (method.sig, method.args as u8);
        if method.flags.has(Flags::PRIVATE) {
            return Ok(Instr::CallSpecial(id.0));
        }
        Ok(self.interface_site(sig, args))
    }

    pub(super) fn interface_site(&mut self, sig: SigId, args: u8) -> Instr {
        // No object is of a primitive type, so the first call always looks.
        let (class, method) = (ClassId(u32::MAX), MethodId(u32::MAX));
        self.sites.push(Site { sig, args, class, method });
        Instr::CallInterface(self.sites.len() as u32 - 1)
    }

    pub(super) fn link_special(&mut self, index: u16) -> Result<Instr, Trap> {
        let member = self.member(index)?;
        let id = self.resolve_method(&member)?;
        let here = self.current_class();
        let method = self.method(id);
        if method.is_static() {
            return Err(raise("java/lang/IncompatibleClassChangeError", &*member.name));
        }
        let named = method.class;
        let is_super_call = &*method.name != "<init>"
            && !method.flags.has(Flags::PRIVATE)
            && !self.class(named).is_interface()
            && here != named
            && self.is_subclass(here, named);
        let sig = method.sig;
        let above = self.class(here).super_class;
        match above.filter(|_| is_super_call).and_then(|above| self.select(above, sig)) {
            Some(found) => Ok(Instr::CallSpecial(found.0)),
            None => Ok(Instr::CallSpecial(id.0)),
        }
    }

    pub(super) fn link_static(&mut self, index: u16) -> Result<(ClassId, Instr), Trap> {
        let member = self.member(index)?;
        let id = self.resolve_method(&member)?;
        if !self.method(id).is_static() {
            return Err(raise("java/lang/IncompatibleClassChangeError", &*member.name));
        }
        Ok((self.method(id).class, Instr::CallStatic(id.0)))
    }

    /// Lowers the code of a method that is called for the first time.
    pub(super) fn prepare(&mut self, id: MethodId) -> Result<Code, Trap> {
        let method = self.method(id);
        let name = format!("{}.{}", self.class(method.class).name, method.name);
        let nothing = || raise("java/lang/AbstractMethodError", name.replace('/', "."));
        let file = self.class(method.class).file.clone().ok_or_else(nothing)?;
        let info = method.index.and_then(|index| file.methods.get(usize::from(index)));
        let bytes = info.and_then(|info| info.code.as_ref()).ok_or_else(nothing)?;
        if method.args > bytes.max_locals {
            return Err(unverifiable(&format!("{name}: more arguments than variables")));
        }
        let base = lower::Base {
            code: self.code.len() as u32,
            wides: self.wides.len() as u32,
            switches: self.switches.len() as u32,
        };
        let lowered = lower::lower(bytes, &file.constants, base)
            .map_err(|error| unverifiable(&format!("{name}: {error}")))?;
        self.code.extend(lowered.instrs);
        if self.following.is_on() && self.is_own(id) {
            self.trace_jumps(base.code);
        }
        self.wides.extend(lowered.wides);
        self.switches.extend(lowered.switches);
        self.returns.extend(lowered.returns);
        let code = Code { start: base.code, locals: bytes.max_locals, stack: bytes.max_stack };
        let method = &mut self.methods[id.0 as usize];
        method.guards = lowered.guards.into();
        method.offsets = lowered.offsets.into();
        method.entry = Entry::Code(code);
        Ok(code)
    }

    /// The line of an instruction of a method.
    pub(super) fn line(&self, method: MethodId, pc: u32) -> Option<u16> {
        let method = self.method(method);
        let Entry::Code(code) = method.entry else { return None };
        let offset = *method.offsets.get(pc.checked_sub(code.start)? as usize)?;
        let file = self.class(method.class).file.as_ref()?;
        let lines = &file.methods.get(usize::from(method.index?))?.code.as_ref()?.lines;
        let after = lines.partition_point(|(start, _)| *start <= offset);
        after.checked_sub(1).map(|at| lines[at].1)
    }

    /// Whether a class is an array, and of what.
    pub(super) fn component(&self, class: ClassId) -> Option<ClassId> {
        match self.class(class).kind {
            ClassKind::Array(_, component) => Some(component),
            ClassKind::Plain | ClassKind::Primitive(_) => None,
        }
    }
}
