//! Calls and returns.

use machine::Host;
use smallvec::SmallVec;

use super::class::{ClassId, Code, Entry, MethodId};
use super::native::{Args, Outcome};
use super::object::gap;
use super::trap::{Trap, null_pointer, raise, raise_bare};
use super::value::{Ref, Value};
use super::vm::{Frame, FrameKind, Vm};
use crate::note::Note;
use crate::parse::{Flags, Type};

/// Arguments of a call, one for each slot.
pub(super) type Slots = SmallVec<[Value; 8]>;

/// How deep calls from outside may be nested: each takes some of our own stack.
const MOST_NESTED: u32 = 200;

/// How a run ended.
pub(crate) enum Ended {
    /// The method returned.
    Returned(Option<Value>),
    /// An exception came out of it.
    Threw(Ref),
}

impl Vm {
    /// Calls a method from outside and runs it to its end. The caller makes sure that nothing else
    /// is running.
    pub(super) fn call(
        &mut self,
        host: &mut dyn Host,
        method: MethodId,
        args: &[Value],
    ) -> Result<Ended, Trap> {
        if self.nested >= MOST_NESTED {
            return Err(gap(
                "calls between a program and the virtual machine that are nested deeply",
            ));
        }
        self.nested += 1;
        let ended = self.call_nested(host, method, args);
        self.nested -= 1;
        ended
    }

    fn call_nested(
        &mut self,
        host: &mut dyn Host,
        method: MethodId,
        args: &[Value],
    ) -> Result<Ended, Trap> {
        let depth = self.frames.len();
        let room = self.sp + args.len();
        if self.stack.len() < room {
            self.stack.resize(room, Value::ZERO);
        }
        args.iter().for_each(|arg| self.push(*arg));
        let base = self.sp - args.len();
        if self.method(method).entry == Entry::Unready {
            self.prepare(method)?;
        }
        self.push_frame(method, base, FrameKind::Entry)?;
        let class = self.method(method).class;
        if self.method(method).is_static() {
            match self.ensure_ready(class) {
                Ok(()) | Err(Trap::Retry) => {}
                Err(other) => return Err(other),
            }
        }
        self.run(host, depth)
    }

    /// Opens a frame over arguments that start at `base` on the stack.
    #[inline]
    pub(super) fn push_frame(
        &mut self,
        id: MethodId,
        base: usize,
        kind: FrameKind,
    ) -> Result<(), Trap> {
        let code = match self.methods[id.0 as usize].entry {
            Entry::Code(code) => code,
            Entry::Unready => self.prepare(id)?,
            Entry::Nothing => return Err(self.no_code(id)),
        };
        if self.frames.len() >= self.frame_limit {
            self.too_deep()?;
        }
        self.enter(id, code, base, kind);
        Ok(())
    }

    /// More calls are open than expected. Whether there is room for them depends on the machine and on
    /// how it is started, up to the point where there is none anywhere.
    #[cold]
    fn too_deep(&mut self) -> Result<(), Trap> {
        if self.frames.len() >= self.options.max_frames {
            return Err(raise_bare("java/lang/StackOverflowError"));
        }
        self.note(Note::DeepCalls(self.options.sure_frames));
        self.frame_limit = self.options.max_frames;
        Ok(())
    }

    #[inline]
    fn enter(&mut self, method: MethodId, code: Code, base: usize, kind: FrameKind) {
        if self.following.tracing.is_on() {
            self.trace_enter(method);
        }
        let args = usize::from(self.methods[method.0 as usize].args);
        let top = base + usize::from(code.locals);
        let room = top + usize::from(code.stack);
        if self.stack.len() < room {
            self.stack.resize(room + 1024, Value::ZERO);
        }
        // Shadows of earlier calls must not be left in variables that were not set yet.
        self.stack[base + args..top].fill(Value::ZERO);
        let caller_base = self.base as u32;
        self.frames.push(Frame {
            method,
            caller_pc: self.pc,
            caller_base,
            base: base as u32,
            kind,
        });
        self.pc = code.start;
        self.base = base;
        self.sp = top;
    }

    fn no_code(&mut self, id: MethodId) -> Trap {
        let method = self.method(id);
        let name = format!("{}.{}", self.class(method.class).source_name(), method.name);
        raise("java/lang/AbstractMethodError", name)
    }

    /// Calls a method whose arguments are on the stack.
    #[inline]
    pub(super) fn invoke(&mut self, host: &mut dyn Host, id: MethodId) -> Result<(), Trap> {
        let method = &self.methods[id.0 as usize];
        let base = self.sp - usize::from(method.args);
        match (method.model, method.entry) {
            (None, Entry::Code(code)) => {
                if self.frames.len() >= self.frame_limit {
                    self.too_deep()?;
                }
                self.enter(id, code, base, FrameKind::Call);
                Ok(())
            }
            (None, Entry::Unready) => self.push_frame(id, base, FrameKind::Call),
            (None, Entry::Nothing) => self.stub(id, base),
            (Some(model), _) => {
                if self.open_arrays > 0 {
                    self.close_arguments(host, base)?;
                }
                let outcome = model(self, host, Args { base })?;
                self.finish_native(host, id, base, outcome)
            }
        }
    }

    fn finish_native(
        &mut self,
        host: &mut dyn Host,
        id: MethodId,
        base: usize,
        outcome: Outcome,
    ) -> Result<(), Trap> {
        match outcome {
            Outcome::Body => return self.push_frame(id, base, FrameKind::Call),
            Outcome::Then(method, args) => {
                self.sp = base;
                self.push_args(&args);
                return self.invoke(host, method);
            }
            Outcome::Enter(method, args, kind) => {
                self.sp = base;
                self.push_args(&args);
                return self.push_frame(method, base, kind);
            }
            Outcome::Void => self.sp = base,
            Outcome::One(value) => {
                self.sp = base;
                self.push_room(value);
            }
            Outcome::Wide(value) => {
                self.sp = base;
                self.push_room(value);
                self.push_room(Value::ZERO);
            }
        }
        self.pc += 1;
        Ok(())
    }

    fn push_args(&mut self, args: &[Value]) {
        args.iter().for_each(|arg| self.push_room(*arg));
    }

    /// Pushes where the frame was not made for it.
    pub(super) fn push_room(&mut self, value: Value) {
        if self.stack.len() <= self.sp {
            self.stack.resize(self.sp + 1024, Value::ZERO);
        }
        self.push(value);
    }

    /// A native method that is not implemented. One that returns nothing does nothing, and that is
    /// noted; a result would have to be invented, so the path ends. An abstract method is an error.
    fn stub(&mut self, id: MethodId, base: usize) -> Result<(), Trap> {
        let method = self.method(id);
        if !method.flags.has(Flags::NATIVE) {
            return Err(self.no_code(id));
        }
        let name = format!("{}.{}", self.class(method.class).source_name(), method.name);
        if method.kind.result.is_some() {
            return Err(Trap::Gap(format!("the native method {name}")));
        }
        self.note(Note::Stubbed(name));
        self.sp = base;
        self.pc += 1;
        Ok(())
    }

    /// Calls by the class of the receiver.
    #[inline]
    pub(super) fn call_virtual(
        &mut self,
        host: &mut dyn Host,
        at: u16,
        args: u8,
    ) -> Result<(), Trap> {
        let receiver = self.peek(usize::from(args) - 1).as_ref();
        if receiver.is_null() {
            return Err(null_pointer());
        }
        let class = self.heap.object(receiver).class;
        let table = &self.classes[class.0 as usize].vtable;
        let Some(method) = table.get(usize::from(at)) else {
            return Err(super::trap::unverifiable("a receiver of another class"));
        };
        self.invoke(host, *method)
    }

    /// Calls through an interface.
    #[inline]
    pub(super) fn call_interface(&mut self, host: &mut dyn Host, at: u32) -> Result<(), Trap> {
        let site = self.sites[at as usize];
        let receiver = self.peek(usize::from(site.args) - 1).as_ref();
        if receiver.is_null() {
            return Err(null_pointer());
        }
        let class = self.heap.object(receiver).class;
        if class == site.class {
            return self.invoke(host, site.method);
        }
        let method = self.select_for(class, site.sig)?;
        let site = &mut self.sites[at as usize];
        (site.class, site.method) = (class, method);
        self.invoke(host, method)
    }

    fn select_for(&mut self, class: ClassId, sig: super::class::SigId) -> Result<MethodId, Trap> {
        self.select(class, sig)
            .ok_or_else(|| raise("java/lang/AbstractMethodError", self.class(class).source_name()))
    }

    /// Returns from the running method. The answer is whether the whole run has ended.
    #[inline]
    pub(super) fn leave(
        &mut self,
        host: &mut dyn Host,
        slots: usize,
    ) -> Result<Option<Ended>, Trap> {
        if !self.following.is_on() {
            return self.leave_frame(slots);
        }
        self.trace_leave();
        let left = self.frames.last().expect("code runs in a frame").method;
        let ended = self.leave_frame(slots)?;
        if self.following.returned_to(self.frames.len()) {
            self.innermost_returned(host)?;
        }
        if self.class(self.method(left).class).is_ours() {
            self.note_birth(false);
        }
        Ok(ended)
    }

    #[inline]
    fn leave_frame(&mut self, slots: usize) -> Result<Option<Ended>, Trap> {
        let frame = self.frames.pop().expect("code runs in a frame");
        let value = if slots == 0 { Value::ZERO } else { self.stack[self.sp - slots] };
        self.sp = frame.base as usize;
        self.base = frame.caller_base as usize;
        self.pc = frame.caller_pc;
        match frame.kind {
            FrameKind::Call => {
                if slots == 1 {
                    self.push(value);
                } else if slots == 2 {
                    self.push_wide(value);
                }
                self.pc += 1;
                Ok(None)
            }
            FrameKind::Init(_) => Ok(None),
            FrameKind::Entry => Ok(Some(Ended::Returned((slots > 0).then_some(value)))),
            FrameKind::Yield(object) | FrameKind::Construct(object) => {
                self.push_room(Value::reference(object));
                self.pc += 1;
                Ok(None)
            }
            FrameKind::Drop => {
                self.pc += 1;
                Ok(None)
            }
            FrameKind::Thread(starter) | FrameKind::LastWords(starter) => {
                self.end_thread(starter);
                self.pc += 1;
                Ok(None)
            }
            FrameKind::Reflect => {
                let kind = self.method(frame.method).kind.result.clone();
                let boxed = self.reflected(kind.as_ref(), value)?;
                self.push_room(boxed);
                self.pc += 1;
                Ok(None)
            }
        }
    }

    /// A value as an object: primitives in their wrappers, null for `void`.
    pub(super) fn wrap(&mut self, kind: Option<&Type>, value: Value) -> Result<Value, Trap> {
        let Some(kind) = kind else { return Ok(Value::NULL) };
        let Some(wrapper) = kind.wrapper() else { return Ok(value) };
        let class = self.load(wrapper)?;
        // A new one each time: calls by reflection make them without the caches of `valueOf`.
        let object = self.new_instance(class);
        let (_, field) =
            self.find_field(class, "value", kind).expect("every wrapper has a field `value`");
        let slot = field.slot as usize;
        if let Some(fields) = self.heap.fields_mut(object) {
            fields[slot] = value;
        }
        Ok(Value::reference(object))
    }

    /// The primitive value in a wrapper, with its type.
    pub(super) fn unwrap(&self, object: Ref) -> Option<(Type, Value)> {
        let class = self.class(self.class_of(object));
        let field = class.fields.iter().find(|field| &*field.name == "value")?;
        let wrapper = field.kind.wrapper()?;
        if wrapper != &*class.name {
            return None;
        }
        let value = *self.heap.fields(object)?.get(field.slot as usize)?;
        Some((field.kind.clone(), value))
    }
}
