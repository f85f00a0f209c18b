//! Following where a run is: the calls that the application makes, and the choices it comes to.
//!
//! A [`Follower`] sees calls at the instructions of the application that make them, with the objects
//! involved, and every choice with the calls of the application that are open then. Of each object it
//! can ask which instruction of the application was running when it was made. Only machines that
//! were made so ([`Vm::follow`]) pay for this.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use machine::{Halt, Host};
use smallvec::SmallVec;
use term::{Pool, Term};

use super::class::{Entry, MethodId};
use super::trace::{Trace, Tracing};
use super::trap::Trap;
use super::value::{Ref, Value};
use super::vm::Vm;
use crate::lower::Instr;
use crate::parse::{Flags, Member, MethodType, Type};

/// So many open calls take a follower as long as one bytecode.
const CALLS_OF_BYTECODE: usize = 16;

/// Someone who follows runs of a machine.
pub trait Follower: Send {
    /// A new run begins.
    fn starts(&mut self);

    /// The method is about to be called with these objects, by the places of its parameters; the
    /// receiver comes first.
    fn enters(&mut self, params: &[(usize, ObjectId)]);

    /// A call begins. The host is the one of the run: it may take an event.
    fn calls(&mut self, vm: &Vm, host: &mut dyn Host, call: &SeenCall) -> Result<(), Halt>;

    /// A call that began last and has not ended has returned.
    fn returns(&mut self, vm: &Vm, host: &mut dyn Host, call: &SeenCall) -> Result<(), Halt>;

    /// A call that began last and has not ended ended with an exception.
    fn fails(&mut self, vm: &Vm, host: &mut dyn Host, call: &SeenCall);

    /// The host is about to be asked for a choice.
    fn chooses(&mut self, vm: &Vm);

    /// An exception comes out of the method; the lines of the application that were running when it
    /// was made, innermost first.
    fn throws(&mut self, _lines: &[SourceLine]) {}

    /// The run has ended; the machine is still as it left it.
    fn ends(&mut self, _vm: &Vm) {}

    /// Whether it wants to know which way runs take through the application.
    fn wants_trace(&self) -> bool {
        false
    }

    /// Whether it wants to see choices of which the ones before leave one alternative only. It has to where
    /// conditions of those may be dropped later.
    fn wants_every_choice(&self) -> bool {
        false
    }

    /// This was the way of the run that has ended, if that was wanted.
    fn went(&mut self, _vm: &Vm, _trace: Trace) {}
}

/// A line of the application.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct SourceLine {
    /// The class, such as `com.acme.Report`.
    pub class: String,
    /// The method.
    pub method: String,
    /// The source file, where the class file names it.
    pub file: Option<String>,
    /// The line, where the class file knows it.
    pub line: Option<u16>,
}

/// Whom a machine tells.
pub type SharedFollower = Arc<Mutex<dyn Follower>>;

/// Which calls are reported, by the member that an instruction names.
pub type Wanted = Arc<dyn Fn(&Member) -> bool + Send + Sync>;

/// An object of a run. No other object of the same run has the same number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ObjectId(pub u32);

/// An instruction of a method.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CodePlace {
    /// A number for [`Vm::method_name`].
    pub method: u32,
    /// The place in the list of instructions.
    pub index: u32,
}

/// A value of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeenValue {
    /// An object, or null.
    Object(Option<ObjectId>),
    /// A number that is known.
    Number(i64),
    /// A number that is not.
    Unknown(Term),
}

/// A call that the application makes.
#[derive(Clone, Debug)]
pub struct SeenCall {
    /// The instruction.
    pub at: CodePlace,
    /// What it names.
    pub member: Arc<Member>,
    /// The receiver; of a constructor, the new object.
    pub receiver: Option<ObjectId>,
    /// The arguments.
    pub args: SmallVec<[SeenValue; 4]>,
    /// The result, once there is one.
    pub result: Option<SeenValue>,
}

/// What a machine that is followed keeps.
#[derive(Clone, Default)]
pub(crate) struct Following {
    wanted: Option<Wanted>,
    follower: Option<SharedFollower>,
    calls: Vec<Followed>,
    open: Vec<(usize, SeenCall)>,
    /// How many frames there are below the call that began last; a number that is never reached if
    /// there is none.
    open_depth: usize,
    /// From which object on an instruction has been running, and whether it makes objects itself.
    births: Vec<(u32, CodePlace, bool)>,
    pub(super) tracing: Tracing,
}

/// An instruction of the application that calls.
#[derive(Clone)]
struct Followed {
    call: Instr,
    member: Option<Arc<Member>>,
}

impl Following {
    /// Forgets the run before.
    pub(super) fn reset(&mut self) {
        self.open.clear();
        self.births.clear();
        self.open_depth = usize::MAX;
    }

    #[inline]
    pub(super) fn returned_to(&self, depth: usize) -> bool {
        self.open_depth == depth
    }

    pub(super) fn is_on(&self) -> bool {
        self.wanted.is_some()
    }

    fn reopen(&mut self) {
        self.open_depth = self.open.last().map_or(usize::MAX, |(depth, _)| *depth);
    }
}

fn lock(follower: &SharedFollower) -> MutexGuard<'_, dyn Follower + 'static> {
    follower.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Vm {
    /// Makes this a machine that can be followed, and says which calls are reported. To be called
    /// before anything of the application runs.
    pub fn follow(&mut self, wanted: Wanted) {
        self.following.wanted = Some(wanted);
        self.following.reset();
    }

    pub(crate) fn set_follower(&mut self, follower: Option<SharedFollower>) {
        let trace = self.take_trace();
        if let (Some(before), Some(trace)) = (&self.following.follower, trace) {
            lock(before).went(self, trace);
        }
        self.following.reset();
        let (mut traces, mut every_choice) = (false, false);
        if let Some(follower) = &follower {
            let mut follower = lock(follower);
            follower.starts();
            traces = follower.wants_trace();
            every_choice = follower.wants_every_choice();
        }
        self.path_facts.switch_off(every_choice);
        self.following.tracing.start(traces);
        self.following.follower = follower;
    }

    /// Tells that the run has ended.
    pub(crate) fn tell_end(&self) {
        if let Some(follower) = &self.following.follower {
            lock(follower).ends(self);
        }
    }

    /// Tells of the objects that the first method gets.
    pub(super) fn tell_params(&self, method: MethodId, slots: &[Value]) {
        let Some(follower) = &self.following.follower else { return };
        let receiver = self.receiver_class(method).map(|class| Type::named(&class));
        let kinds = receiver.into_iter().chain(self.param_kinds(method));
        let (mut params, mut slot) = (Vec::new(), 0);
        for (index, kind) in kinds.enumerate() {
            if kind.is_reference() && !slots[slot].as_ref().is_null() {
                params.push((index, ObjectId(slots[slot].as_ref().0)));
            }
            slot += kind.slots();
        }
        lock(follower).enters(&params);
    }

    /// Tells of an exception that comes out of the first method.
    pub(crate) fn tell_thrown(&self, object: Ref) {
        let Some(follower) = &self.following.follower else { return };
        let trace = self.thrown_from(object).into_iter();
        let own = trace.filter(|(id, _)| self.class(self.method(*id).class).is_ours());
        let lines: Vec<SourceLine> = own.map(|(id, pc)| self.source_line(id, pc)).collect();
        lock(follower).throws(&lines);
    }

    fn source_line(&self, id: MethodId, pc: u32) -> SourceLine {
        let (method, line) = (self.method(id), self.line(id, pc));
        let class = self.class(method.class);
        let file = class.file.as_ref().and_then(|file| file.source_file.as_deref());
        SourceLine {
            class: class.source_name(),
            method: method.name.to_string(),
            file: file.map(str::to_owned),
            line,
        }
    }

    /// The class, name and descriptor of a method.
    #[must_use]
    pub fn method_name(&self, method: u32) -> (&str, &str, String) {
        let method = self.method(MethodId(method));
        (&self.class(method.class).name, &method.name, method.kind.to_string())
    }

    /// The name of the class of an object.
    #[must_use]
    pub fn class_name(&self, object: ObjectId) -> &str {
        &self.class(self.class_of(Ref(object.0))).name
    }

    /// The names of the class of an object and of everything above it; its own name comes first.
    #[must_use]
    pub fn classes_of(&self, object: ObjectId) -> Vec<&str> {
        let class = self.class_of(Ref(object.0));
        let above = self.class(class).ancestors.iter().filter(|id| **id != class);
        [class].iter().chain(above).map(|id| &*self.class(*id).name).collect()
    }

    /// The text of a string, if all of it is known.
    #[must_use]
    pub fn text_of(&self, object: ObjectId) -> Option<String> {
        self.text(Ref(object.0))
    }

    /// The thread that is running.
    #[must_use]
    pub fn current_thread(&self) -> ObjectId {
        ObjectId(self.thread.0)
    }

    /// How many elements an array has, or UTF-16 units a text.
    #[must_use]
    pub fn length_of(&self, pool: &Pool, object: ObjectId) -> Option<Term> {
        let object = Ref(object.0);
        if &*self.class(self.class_of(object)).name == "java/lang/String" {
            let units = self.heap.array(self.get_named(object, "value").as_ref())?;
            let wide = self.get_named(object, "coder").as_int() == 1;
            return Some(pool.bitvec(32, (units.len() >> u32::from(wide)) as u64));
        }
        match self.heap.array(object) {
            Some(array) => Some(pool.bitvec(32, array.len() as u64)),
            None => self.open_length(object)?.shadow,
        }
    }

    /// The number in a box such as an `Integer`, with its type.
    #[must_use]
    pub fn unboxed(&self, object: ObjectId) -> Option<(Type, SeenValue)> {
        let class = self.class_name(object);
        let kind = Type::PRIMITIVES.into_iter().find(|kind| kind.wrapper() == Some(class))?;
        Some((kind, seen_value(self.get_named(Ref(object.0), "value"), false)))
    }

    /// The line of an instruction.
    #[must_use]
    pub fn line_of(&self, place: CodePlace) -> SourceLine {
        let id = MethodId(place.method);
        let start = match self.method(id).entry {
            Entry::Code(code) => code.start,
            Entry::Unready | Entry::Nothing => 0,
        };
        self.source_line(id, start.wrapping_add(place.index))
    }

    /// The instructions of the application that are running, outermost first.
    #[must_use]
    pub fn own_places(&self) -> Vec<CodePlace> {
        let mut places = Vec::new();
        let mut pc = self.pc;
        for frame in self.frames.iter().rev() {
            places.extend(self.own_place(frame.method, pc));
            pc = frame.caller_pc;
        }
        places.reverse();
        places
    }

    /// The instruction of the application that was running when an object was made, whether it made
    /// the object itself, and whether no other object of its class was made there in this run. None
    /// for objects that are older. Of what it makes itself an instruction makes one at a time, so it
    /// is not looked for others there.
    #[must_use]
    pub fn birth(&self, object: ObjectId) -> Option<(CodePlace, bool, bool)> {
        let births = &self.following.births;
        let after = births.partition_point(|(first, ..)| *first <= object.0);
        let (_, place, own) = births[after.checked_sub(1)?];
        Some((place, own, own || self.is_only_one(object, place)))
    }

    /// Whether no other object of the class of this one was made where it was made.
    fn is_only_one(&self, object: ObjectId, place: CodePlace) -> bool {
        let (births, class) = (&self.following.births, self.class_of(Ref(object.0)));
        let mut end = self.heap.len();
        for (first, other, _) in births.iter().rev() {
            let mut made = *first..end;
            let is_other = |id: u32| id != object.0 && self.class_of(Ref(id)) == class;
            if *other == place && made.any(is_other) {
                return false;
            }
            end = *first;
        }
        true
    }

    /// Whether a method is written in the application.
    pub(super) fn is_own(&self, id: MethodId) -> bool {
        let method = self.method(id);
        self.class(method.class).is_ours() && method.index.is_some()
    }

    fn own_place(&self, id: MethodId, pc: u32) -> Option<CodePlace> {
        let Entry::Code(code) = self.method(id).entry else { return None };
        self.is_own(id).then(|| CodePlace { method: id.0, index: pc.wrapping_sub(code.start) })
    }

    /// Whether the running code is of the application, and is followed.
    pub(super) fn is_followed(&self) -> bool {
        let Some(frame) = self.frames.last().filter(|_| self.following.is_on()) else {
            return false;
        };
        self.own_place(frame.method, self.pc).is_some()
    }

    /// Puts an instruction in place of a call that was linked. In code that is followed, the call goes
    /// through [`Vm::followed_call`].
    pub(super) fn quicken_call(&mut self, index: u16, call: Instr) {
        let is_call = matches!(
            call,
            Instr::CallVirtual(..)
                | Instr::CallSpecial(_)
                | Instr::CallStatic(_)
                | Instr::CallInterface(_)
        );
        if !is_call || !self.is_followed() {
            return self.quicken(call);
        }
        let wanted = self.following.wanted.clone();
        let is_exact = matches!(self.code[self.pc as usize], Instr::InvokeSpecial(_));
        // What compilers add calls what was written; no author means that call.
        let running = self.frames.last().map(|frame| self.method(frame.method).flags);
        let is_bridge = running.is_some_and(|flags| flags.has(Flags::BRIDGE));
        let member = self.member(index).ok().filter(|member| {
            // A method of the same class that is called exactly is a private one.
            let is_super = is_exact && &*member.name != "<init>" && !self.is_running(&member.class);
            !is_super && !is_bridge && wanted.is_some_and(|f| f(member))
        });
        let at = self.following.calls.len() as u32;
        self.following.calls.push(Followed { call, member: member.map(Arc::new) });
        self.quicken(Instr::Followed(at));
    }

    /// Whether the running code is of this class.
    fn is_running(&self, class: &str) -> bool {
        let running = self.frames.last().map(|frame| self.method(frame.method).class);
        running.is_some_and(|running| &*self.class(running).name == class)
    }

    /// A call from code that is followed.
    pub(super) fn followed_call(&mut self, host: &mut dyn Host, at: u32) -> Result<(), Trap> {
        let Followed { call, member } = self.following.calls[at as usize].clone();
        self.note_birth(false);
        let seen = member.filter(|_| self.following.follower.is_some());
        let Some(seen) = seen.and_then(|member| self.seen(call, member)) else {
            return self.dispatch(host, call);
        };
        let depth = self.frames.len();
        // A class may have to be initialised first; then the call has not begun.
        let ended = match self.dispatch(host, call) {
            Err(trap @ (Trap::Throw(_) | Trap::Raise(_))) => Some(trap),
            Err(other) => return Err(other),
            Ok(()) => None,
        };
        self.tell(|follower, vm| follower.calls(vm, host, &seen))?;
        match ended {
            Some(trap) => {
                self.tell(|follower, vm| {
                    follower.fails(vm, host, &seen);
                    Ok(())
                })?;
                Err(trap)
            }
            None if self.frames.len() == depth => self.call_returned(host, seen),
            None => {
                self.following.open.push((depth, seen));
                self.following.reopen();
                Ok(())
            }
        }
    }

    fn dispatch(&mut self, host: &mut dyn Host, call: Instr) -> Result<(), Trap> {
        match call {
            Instr::CallVirtual(at, args) => self.call_virtual(host, at, args),
            Instr::CallSpecial(method) => self.call_special(host, MethodId(method)),
            Instr::CallInterface(site) => self.call_interface(host, site),
            Instr::CallStatic(method) => {
                self.ensure_ready(self.methods[method as usize].class)?;
                self.invoke(host, MethodId(method))
            }
            _ => unreachable!("only calls are followed"),
        }
    }

    /// The call that is about to be made; none if its receiver is null, or if it is a part of making
    /// an object that is made elsewhere.
    fn seen(&self, call: Instr, member: Arc<Member>) -> Option<SeenCall> {
        let kind = MethodType::parse(&member.descriptor)?;
        let frame = self.frames.last()?;
        let at = self.own_place(frame.method, self.pc)?;
        let has_receiver = !matches!(call, Instr::CallStatic(_));
        let slots = kind.param_slots() + usize::from(has_receiver);
        let base = self.sp - slots;
        let receiver = has_receiver.then(|| self.stack[base].as_ref());
        let makes = &*member.name != "<init>" || !self.is_own_constructor(receiver);
        if receiver.is_some_and(Ref::is_null) || !makes {
            return None;
        }
        let (mut args, mut slot) = (SmallVec::new(), base + usize::from(has_receiver));
        for param in &kind.params {
            args.push(seen_value(self.stack[slot], param.is_reference()));
            slot += param.slots();
        }
        let receiver = receiver.map(|object| ObjectId(object.0));
        Some(SeenCall { at, member, receiver, args, result: None })
    }

    /// Whether a constructor calls another one for the same object.
    fn is_own_constructor(&self, receiver: Option<Ref>) -> bool {
        let frame = self.frames.last().expect("code runs in a frame");
        &*self.method(frame.method).name == "<init>"
            && receiver == Some(self.stack[frame.base as usize].as_ref())
    }

    /// The call that began last has returned; its result is on the stack.
    pub(super) fn innermost_returned(&mut self, host: &mut dyn Host) -> Result<(), Trap> {
        let Some((_, seen)) = self.following.open.pop() else { return Ok(()) };
        self.following.reopen();
        self.call_returned(host, seen)
    }

    fn call_returned(&mut self, host: &mut dyn Host, mut seen: SeenCall) -> Result<(), Trap> {
        let kind = MethodType::parse(&seen.member.descriptor);
        seen.result = kind.and_then(|kind| kind.result).map(|result| {
            let value = self.stack[self.sp - result.slots()];
            seen_value(value, result.is_reference())
        });
        self.tell(|follower, vm| follower.returns(vm, host, &seen))
    }

    /// An exception has left all calls above this many frames.
    pub(super) fn unwound_to(&mut self, host: &mut dyn Host, depth: usize) {
        while let Some((at, seen)) = self.following.open.pop_if(|(at, _)| *at >= depth) {
            debug_assert!(at >= depth);
            if let Some(follower) = self.following.follower.clone() {
                lock(&follower).fails(self, host, &seen);
            }
        }
        self.following.reopen();
        self.note_birth(false);
    }

    fn tell(
        &self,
        what: impl FnOnce(&mut dyn Follower, &Vm) -> Result<(), Halt>,
    ) -> Result<(), Trap> {
        match &self.following.follower {
            Some(follower) => Ok(what(&mut *lock(follower), self)?),
            None => Ok(()),
        }
    }

    /// The innermost instruction of the application that is running.
    fn own_innermost(&self) -> Option<CodePlace> {
        let mut pc = self.pc;
        for frame in self.frames.iter().rev() {
            let place = self.own_place(frame.method, pc);
            if place.is_some() {
                return place;
            }
            pc = frame.caller_pc;
        }
        None
    }

    pub(super) fn innermost_place(&self) -> Option<u32> {
        self.own_innermost().map(|place| place.index)
    }

    /// From here on, new objects come from the innermost instruction of the application.
    pub(super) fn note_birth(&mut self, own: bool) {
        if self.following.follower.is_none() {
            return;
        }
        let Some(place) = self.own_innermost() else { return };
        let first = self.heap.len();
        let births = &mut self.following.births;
        // An instruction that made nothing leaves no trace.
        if births.last().is_some_and(|(known, ..)| *known == first) {
            births.pop();
        }
        births.push((first, place, own));
    }

    /// Whether a condition holds on this path: the host is asked, unless the path tells.
    pub(super) fn decide(&mut self, host: &mut dyn Host, cond: Term) -> Result<bool, Halt> {
        if let Some(settled) = self.path_facts.settled(host.pool(), cond) {
            return Ok(settled);
        }
        let holds = self.ask_host(host, cond)?;
        let pool = host.pool();
        self.path_facts.assume(pool, if holds { cond } else { pool.not(cond) });
        Ok(holds)
    }

    /// As [`Vm::decide`], also if the path tells.
    pub(super) fn ask_host(&mut self, host: &mut dyn Host, cond: Term) -> Result<bool, Halt> {
        self.tell_choice();
        host.branch(cond)
    }

    /// Asks the host for one of several alternatives, unless the path leaves one only.
    pub(super) fn choose(&mut self, host: &mut dyn Host, conds: &[Term]) -> Result<usize, Halt> {
        if let Some(only) = self.path_facts.only(host.pool(), conds) {
            return Ok(only);
        }
        self.tell_choice();
        let taken = host.choose(conds)?;
        self.path_facts.assume(host.pool(), conds[taken]);
        Ok(taken)
    }

    fn tell_choice(&mut self) {
        self.trace_choice();
        let Some(follower) = &self.following.follower else { return };
        lock(follower).chooses(self);
        self.burn(self.frames.len() / CALLS_OF_BYTECODE);
    }
}

fn seen_value(value: Value, is_object: bool) -> SeenValue {
    match (is_object, value.shadow) {
        (true, _) => {
            let object = value.as_ref();
            SeenValue::Object((!object.is_null()).then_some(ObjectId(object.0)))
        }
        (false, Some(term)) => SeenValue::Unknown(term),
        (false, None) => SeenValue::Number(value.bits as i64),
    }
}
