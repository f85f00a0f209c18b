//! The messages of null pointer exceptions, which say what was null.

use std::sync::Arc;

use super::class::{Entry, MethodId};
use super::object::gap;
use super::trap::Trap;
use super::value::{Ref, Value};
use super::vm::Vm;
use crate::lower::{Base, Explained, Instr, lower, null_slot};
use crate::note::Note;
use crate::parse::{ClassFile, Constant, Flags, Variable};

/// In the field `extendedMessageState`: the message was not made yet.
const OPEN: i32 = 1;
/// In the same field: there is no message, or it has been made.
const DONE: i32 = 2;

/// What the real virtual machine would say of a null.
enum Met {
    /// The running instruction met it, and its code says what it is.
    Here,
    /// Nothing: a native method met it, or code that is not shown.
    Elsewhere,
    /// A method of the library met it that has a model here.
    InModel,
}

impl Vm {
    /// Notes in a new null pointer exception where its message is to be found.
    pub(super) fn note_null(&mut self, object: Ref) {
        let (state, message) = match self.met() {
            Met::Here => (OPEN, Ref::NULL),
            Met::Elsewhere => (DONE, Ref::NULL),
            // The library overwrites the message before it is seen, by asking for it.
            Met::InModel => (OPEN, object),
        };
        self.set_named(object, "extendedMessageState", Value::int(state));
        self.set_named(object, "extendedMessage", Value::reference(message));
    }

    /// The message of an exception that was made without one.
    pub(super) fn null_message(&mut self, object: Ref) -> Result<Option<String>, Trap> {
        if self.get_named(object, "extendedMessage").as_ref() == object {
            return Err(gap("the message of a null pointer exception in the library"));
        }
        let Some((method, pc)) = self.trace_of(object).first().copied() else { return Ok(None) };
        let Some((file, info, at)) = self.instruction(method, pc) else { return Ok(None) };
        let (file, name) = (Arc::clone(file), self.class(self.method(method).class).name.clone());
        let variables = self.variables(&name, method)?;
        let code = Explained::new(&file, &file.methods[info], &variables, at);
        let message = code.and_then(|code| code.message(at));
        if message.is_some() && self.class(self.method(method).class).is_ours() {
            let setting = "variables in messages of exceptions with the names that they have here";
            self.note(Note::Setting(setting));
        }
        Ok(message)
    }

    fn met(&mut self) -> Met {
        let Some(method) = self.frames.last().map(|frame| frame.method) else {
            return Met::Elsewhere;
        };
        if self.method(method).index.is_none() || self.calls_native(method) {
            return Met::Elsewhere;
        }
        if self.meets_null(method) { Met::Here } else { Met::InModel }
    }

    /// Whether the running instruction calls a static method that is native in the JDK, too.
    fn calls_native(&mut self, method: MethodId) -> bool {
        let Some((file, _, _)) = self.instruction(method, self.pc) else { return false };
        let (file, at) = (Arc::clone(file), self.pc);
        let Some(Instr::InvokeStatic(index)) = self.plain_instruction(method, at) else {
            return false;
        };
        let Some(Constant::Member(member)) = file.constants.get(usize::from(index)) else {
            return false;
        };
        let called = self.resolve_method(member);
        called.is_ok_and(|called| self.method(called).flags.has(Flags::NATIVE))
    }

    /// An instruction as it stands in the class file.
    fn plain_instruction(&self, method: MethodId, pc: u32) -> Option<Instr> {
        let (file, info, at) = self.instruction(method, pc)?;
        let code = file.methods[info].code.as_ref()?;
        let lowered = lower(code, &file.constants, Base::default()).ok()?;
        lowered.instrs.get(at).copied()
    }

    /// Whether the running instruction has a null where it needs an object.
    fn meets_null(&self, method: MethodId) -> bool {
        let Some(instr) = self.plain_instruction(method, self.pc) else { return false };
        let Some((file, _, _)) = self.instruction(method, self.pc) else { return false };
        match (instr, null_slot(&file.constants, instr)) {
            // These have taken their operand already, and nothing else can fail in them.
            (Instr::Throw | Instr::MonitorEnter | Instr::MonitorExit, _) => true,
            (_, Some(slot)) => self.peek(slot).as_ref().is_null(),
            (_, None) => false,
        }
    }

    /// The class file of a method, its place in it, and the number of one of its instructions.
    fn instruction(&self, id: MethodId, pc: u32) -> Option<(&Arc<ClassFile>, usize, usize)> {
        let method = self.method(id);
        let Entry::Code(code) = method.entry else { return None };
        let at = pc.checked_sub(code.start)? as usize;
        let file = self.class(method.class).file.as_ref()?;
        let info = usize::from(method.index?);
        let is_there = info < file.methods.len() && at < method.offsets.len();
        is_there.then_some((file, info, at))
    }

    fn variables(&self, class: &str, method: MethodId) -> Result<Vec<Variable>, Trap> {
        let found = self.path.find(class).map_err(super::load::unreadable)?;
        let index = self.method(method).index.map(usize::from);
        let variables = found.zip(index).map(|(found, at)| Variable::of_method(&found.bytes, at));
        Ok(variables.and_then(Result::ok).unwrap_or_default())
    }
}
