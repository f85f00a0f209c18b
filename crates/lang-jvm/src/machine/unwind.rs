//! Exceptions: making them, and finding who catches them.

use machine::Host;

use super::class::MethodId;
use super::heap::{Array, Body, Elems};
use super::invoke::Ended;
use super::trap::{Raise, Trap, unverifiable};
use super::value::{Ref, Value};
use super::vm::{FrameKind, InitState, Silent, Vm};

/// As many calls are noted in an exception as `java` notes.
const MOST_CALLS: usize = 1024;

impl Vm {
    /// A new exception object with a message and the calls that are open.
    pub(super) fn make_exception(&mut self, raise: Raise) -> Result<Ref, Trap> {
        let class = self.load(raise.class)?;
        let object = self.new_instance(class);
        let message = match raise.message {
            Some(message) => Value::reference(self.new_text(&message)?),
            None => Value::NULL,
        };
        self.set_named(object, "detailMessage", message);
        self.set_named(object, "cause", Value::reference(object));
        for (field, constant) in
            [("stackTrace", "UNASSIGNED_STACK"), ("suppressedExceptions", "SUPPRESSED_SENTINEL")]
        {
            let value = self.static_named("java/lang/Throwable", constant)?;
            self.set_named(object, field, value);
        }
        self.fill_stack_trace(object)?;
        if raise.class == "java/lang/NullPointerException" && message.as_ref().is_null() {
            self.note_null(object);
        }
        Ok(object)
    }

    /// Writes a field by its name, wherever above the class of the object it is declared.
    pub(super) fn set_named(&mut self, object: Ref, name: &str, value: Value) {
        if let Some(slot) = self.slot_named(object, name)
            && let Some(fields) = self.heap.fields_mut(object)
        {
            fields[slot] = value;
        }
    }

    /// Reads a field by its name, wherever above the class of the object it is declared.
    pub(super) fn get_named(&self, object: Ref, name: &str) -> Value {
        let slot = self.slot_named(object, name);
        slot.and_then(|slot| self.heap.fields(object)?.get(slot).copied()).unwrap_or(Value::ZERO)
    }

    fn slot_named(&self, object: Ref, name: &str) -> Option<usize> {
        let mut at = Some(self.class_of(object));
        while let Some(id) = at {
            let class = self.class(id);
            let field = class.fields.iter().find(|field| &*field.name == name);
            if let Some(field) = field.filter(|field| !field.flags.has(crate::parse::Flags::STATIC))
            {
                return Some(field.slot as usize);
            }
            at = class.super_class;
        }
        None
    }

    /// The value of a static variable of the JDK.
    pub(super) fn static_named(&mut self, class: &str, name: &str) -> Result<Value, Trap> {
        let id = self.load(class)?;
        let field = self.class(id).fields.iter().find(|field| &*field.name == name);
        Ok(field.map_or(Value::ZERO, |field| self.statics[field.slot as usize].value))
    }

    /// Sets a static variable of the JDK.
    pub(super) fn set_static_named(
        &mut self,
        class: &str,
        name: &str,
        value: Value,
    ) -> Result<(), Trap> {
        let id = self.load(class)?;
        let field = self.class(id).fields.iter().find(|field| &*field.name == name);
        if let Some(slot) = field.map(|field| field.slot as usize) {
            self.statics[slot].value = value;
        }
        Ok(())
    }

    /// Notes the open calls in an exception: pairs of method and instruction, innermost first.
    pub(super) fn fill_stack_trace(&mut self, object: Ref) -> Result<(), Trap> {
        let calls = self.open_calls();
        let skip = self.own_calls(&calls, object);
        let packed: Vec<u64> = calls[skip..]
            .iter()
            .take(MOST_CALLS)
            .map(|(method, pc)| u64::from(method.0) << 32 | u64::from(*pc))
            .collect();
        let depth = packed.len();
        let class = self.load("[J")?;
        let trace = self.heap.add(class, Body::Array(Array::new(Elems::Wides(packed.into()))));
        self.set_named(object, "backtrace", Value::reference(trace));
        self.set_named(object, "depth", Value::int(depth as i32));
        Ok(())
    }

    /// The calls that are open, innermost first; not all of them if there are very many.
    fn open_calls(&self) -> Vec<(MethodId, u32)> {
        // Those that make an exception are left out, and are few.
        let most = self.frames.len().min(MOST_CALLS + 64);
        let mut calls: Vec<(MethodId, u32)> = Vec::with_capacity(most);
        let mut pc = self.pc;
        for frame in self.frames.iter().rev().take(most) {
            calls.push((frame.method, pc));
            pc = frame.caller_pc;
        }
        calls
    }

    /// Notes where an exception is thrown that does not know itself where it was made.
    pub(super) fn note_silent(&mut self, object: Ref) {
        if self.trace_of(object).is_empty() {
            self.silent = Some(Silent { object, calls: self.open_calls().into() });
        }
    }

    /// The calls that were open when an exception was made, or else when it was thrown.
    pub(super) fn thrown_from(&self, object: Ref) -> Vec<(MethodId, u32)> {
        let made = self.trace_of(object);
        match &self.silent {
            Some(known) if made.is_empty() && known.object == object => known.calls.to_vec(),
            Some(_) | None => made,
        }
    }

    /// How many of the innermost calls only make the exception.
    fn own_calls(&self, calls: &[(MethodId, u32)], object: Ref) -> usize {
        let class = self.class_of(object);
        let is_own = |(method, _): &&(MethodId, u32)| {
            let method = self.method(*method);
            let makes = &*method.name == "<init>" || &*method.name == "fillInStackTrace";
            makes && self.is_subclass(class, method.class)
        };
        calls.iter().take_while(is_own).count()
    }

    /// Leads an exception to its handler. The answer is the end of the run if there is none.
    pub(super) fn unwind(
        &mut self,
        host: &mut dyn Host,
        mut object: Ref,
        depth: usize,
    ) -> Result<Option<Ended>, Trap> {
        loop {
            let Some(frame) = self.frames.last().copied() else {
                return Ok(Some(Ended::Threw(object)));
            };
            if let Some(target) = self.handler(frame.method, object) {
                let locals = match self.method(frame.method).entry {
                    super::class::Entry::Code(code) => usize::from(code.locals),
                    super::class::Entry::Unready | super::class::Entry::Nothing => 0,
                };
                self.trace_catch(target);
                self.sp = frame.base as usize + locals;
                self.push(Value::reference(object));
                self.pc = target;
                self.unwound_to(host, self.frames.len());
                return Ok(None);
            }
            self.trace_leave();
            self.frames.pop();
            self.sp = frame.base as usize;
            self.base = frame.caller_base as usize;
            self.pc = frame.caller_pc;
            match frame.kind {
                FrameKind::Call | FrameKind::Yield(_) | FrameKind::Drop => {}
                FrameKind::Entry => {
                    debug_assert!(self.frames.len() == depth);
                    self.unwound_to(host, depth);
                    return Ok(Some(Ended::Threw(object)));
                }
                FrameKind::Init(class) if self.class(class).module.is_some() => {
                    // Classes of the JDK come up everywhere but here: no fault of the program.
                    let (name, why) = (self.class(class).source_name(), self.describe(object));
                    return Err(Trap::Gap(format!("the initialisation of {name}, with {why}")));
                }
                FrameKind::Init(class) => {
                    self.states[class.0 as usize] = InitState::Failed;
                    object = self.init_error(object)?;
                }
                FrameKind::Reflect | FrameKind::Construct(_) => {
                    object = self.invocation_error(object)?;
                }
                FrameKind::Thread(starter) => {
                    self.last_words(host, object, starter)?;
                    return Ok(None);
                }
                FrameKind::LastWords(starter) => {
                    self.end_thread(starter);
                    self.unwound_to(host, self.frames.len());
                    self.pc += 1;
                    return Ok(None);
                }
            }
        }
    }

    /// Lets a thread report an uncaught exception; the thread that started it does not see it.
    fn last_words(&mut self, host: &mut dyn Host, object: Ref, starter: Ref) -> Result<(), Trap> {
        self.unwound_to(host, self.frames.len());
        let class = self.load("java/lang/Thread")?;
        let sig = self.sig("dispatchUncaughtException", "(Ljava/lang/Throwable;)V");
        let method = self.own_method(class, sig);
        let method = method.ok_or_else(|| unverifiable("a thread that is none"))?;
        let base = self.sp;
        for value in [self.thread, object].map(Value::reference) {
            self.push_room(value);
        }
        self.push_frame(method, base, FrameKind::LastWords(starter))
    }

    /// The handler of a method for an exception at the running instruction.
    fn handler(&mut self, method: MethodId, object: Ref) -> Option<u32> {
        let guards = std::sync::Arc::clone(&self.method(method).guards);
        let thrown = self.class_of(object);
        let pc = self.pc;
        guards.iter().filter(|guard| (guard.start..guard.end).contains(&pc)).find_map(|guard| {
            let caught = match &guard.class {
                None => true,
                // A class that cannot be loaded is the class of no object.
                Some(name) => self.load(name).is_ok_and(|class| self.is_subclass(thrown, class)),
            };
            caught.then_some(guard.target)
        })
    }

    /// What comes out of an initialiser: errors as they are, exceptions wrapped.
    fn init_error(&mut self, object: Ref) -> Result<Ref, Trap> {
        let error = self.load("java/lang/Error")?;
        if self.is_subclass(self.class_of(object), error) {
            return Ok(object);
        }
        let class = "java/lang/ExceptionInInitializerError";
        let wrapper = self.make_exception(Raise { class, message: None })?;
        self.set_named(wrapper, "cause", Value::reference(object));
        Ok(wrapper)
    }

    /// What comes out of a call by reflection.
    pub(super) fn invocation_error(&mut self, object: Ref) -> Result<Ref, Trap> {
        let class = "java/lang/reflect/InvocationTargetException";
        let wrapper = self.make_exception(Raise { class, message: None })?;
        self.set_named(wrapper, "cause", Value::NULL);
        self.set_named(wrapper, "target", Value::reference(object));
        Ok(wrapper)
    }

    /// An exception as `Throwable.toString` would show it, without running code.
    pub(super) fn describe(&self, object: Ref) -> String {
        let name = self.class(self.class_of(object)).source_name();
        let message = self.get_named(object, "detailMessage").as_ref();
        match self.text(message) {
            Some(message) => format!("{name}: {message}"),
            None => name,
        }
    }

    /// The calls that were open when an exception was made: as stack traces show them.
    pub(super) fn trace_of(&self, object: Ref) -> Vec<(MethodId, u32)> {
        let trace = self.get_named(object, "backtrace").as_ref();
        match self.heap.array(trace).map(|array| &array.elems) {
            Some(Elems::Wides(packed)) => {
                packed.iter().map(|call| (MethodId((call >> 32) as u32), *call as u32)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// A place as stack traces write it: `Report.total(Report.java:12)`.
    pub(super) fn place(&self, method: MethodId, pc: u32) -> String {
        let class = self.class(self.method(method).class);
        let name = &self.method(method).name;
        let file = class.file.as_ref().and_then(|file| file.source_file.as_deref());
        let place = match (file, self.line(method, pc)) {
            (Some(file), Some(line)) => format!("{file}:{line}"),
            (Some(file), None) => file.to_owned(),
            (None, _) => "Unknown Source".to_owned(),
        };
        format!("{}.{name}({place})", class.source_name())
    }
}
