//! The machine: everything that a run reads and writes.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use machine::Host;
use rustc_hash::{FxHashMap, FxHashSet};
use term::Term;

use super::class::{Class, ClassId, Method, MethodId, SigId};
use super::files::Files;
use super::follow::Following;
use super::heap::Heap;
use super::native::{Access, Tables, Variable};
use super::path_facts::PathFacts;
use super::snapshot::Snapshot;
use super::trap::Trap;
use super::value::{Ref, Value};
use crate::class_path::ClassPath;
use crate::lower::{Instr, Switch};
use crate::note::Note;
use crate::options::VmOptions;

/// An exception that does not know where it was made.
#[derive(Clone)]
pub(super) struct Silent {
    pub(super) object: Ref,
    /// The calls that were open where it was thrown, innermost first.
    pub(super) calls: Arc<[(MethodId, u32)]>,
}

/// Where the standard input of a program comes from. Each call gives some bytes more, none at the end.
pub type Input = Arc<Mutex<dyn FnMut() -> Vec<u8> + Send>>;

/// Where what a program writes is handed on at once.
pub type Echo = Arc<Mutex<dyn FnMut(OutputStream, &[u8]) + Send>>;

/// A stream that a program writes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OutputStream {
    /// The standard output.
    Output,
    /// The standard error.
    Errors,
}

/// A Java virtual machine that can be put back to a snapshot.
///
/// What was loaded and linked stays for the next run; what a program can see of it (objects, static
/// variables, which classes are initialised) is put back.
#[derive(Clone)]
pub struct Vm {
    pub(super) path: ClassPath,
    pub(super) options: VmOptions,

    // What is loaded: grows and stays.
    pub(super) classes: Vec<Class>,
    pub(super) class_names: FxHashMap<Arc<str>, ClassId>,
    pub(super) methods: Vec<Method>,
    pub(super) sigs: FxHashMap<(Box<str>, Box<str>), SigId>,
    pub(super) code: Vec<Instr>,
    pub(super) wides: Vec<u64>,
    pub(super) switches: Vec<Switch>,
    /// Where subroutines may return to, with the depth of the stack there.
    pub(super) returns: FxHashMap<u32, u16>,
    pub(super) sites: Vec<Site>,
    pub(super) selected: FxHashMap<(ClassId, SigId), Option<MethodId>>,
    pub(super) call_sites: FxHashMap<(ClassId, u16), MethodId>,
    pub(super) accesses: Vec<Access>,
    pub(super) texts: Vec<Box<[u16]>>,
    pub(super) text_ids: FxHashMap<Box<[u16]>, u32>,
    pub(super) tables: Tables,

    // What a program sees: put back by a reset.
    pub(super) heap: Heap,
    pub(super) statics: Vec<Static>,
    pub(super) states: Vec<InitState>,
    pub(super) mirrors: Vec<Ref>,
    /// The class of each mirror.
    pub(super) mirrored: FxHashMap<Ref, ClassId>,
    /// What the handles of variables stand for.
    pub(super) handles: FxHashMap<Ref, Variable>,
    /// The objects of texts; null where there is none yet.
    pub(super) interned: Vec<Ref>,
    /// The boxes that `valueOf` gave for numbers that are not known.
    pub(super) unknown_boxes: FxHashSet<Ref>,
    /// The streams that lead to the standard output and to the standard error.
    pub(super) own_streams: Vec<Ref>,
    /// How many arrays of unknown length were made.
    pub(super) open_arrays: u32,
    /// The magnitudes of unknown numbers that were written as texts, with how many digits they have.
    pub(super) written: Vec<(Term, u32)>,
    pub(super) thread: Ref,
    pub(super) output: Vec<u8>,
    pub(super) errors: Vec<u8>,
    pub(super) files: Files,
    /// Where the standard input comes from; none if it is empty.
    pub(super) input: Option<Input>,
    /// Where what a program writes is handed on; none if it is only kept.
    pub(super) echo: Option<Echo>,
    pub(super) notes: BTreeSet<Note>,
    pub(super) inputs: u32,
    pub(super) snapshot: Option<Arc<Snapshot>>,
    pub(super) silent: Option<Silent>,
    pub(super) following: Following,
    pub(super) path_facts: PathFacts,

    // Where the run is.
    pub(super) stack: Vec<Value>,
    pub(super) frames: Vec<Frame>,
    /// How many frames there may be before that is noted.
    pub(super) frame_limit: usize,
    /// How many calls from outside are nested.
    pub(super) nested: u32,
    pub(super) pc: u32,
    pub(super) sp: usize,
    pub(super) base: usize,
    /// Instructions until the host is notified of a step.
    pub(super) fuel: u32,
    pub(super) executed: u64,
    /// What was executed when the run began.
    pub(super) started: u64,
}

/// A static variable.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Static {
    pub(super) value: Value,
    pub(super) class: ClassId,
}

/// A call through an interface, with the answer for the class met last.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Site {
    pub(super) sig: SigId,
    pub(super) args: u8,
    pub(super) class: ClassId,
    pub(super) method: MethodId,
}

/// How far the initialisation of a class is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum InitState {
    /// Not begun.
    Linked,
    /// Begun, or done: the only thread may use the class.
    Ready,
    /// An exception came out of it.
    Failed,
}

/// A call that is being run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    pub(super) method: MethodId,
    /// The instruction of the caller, to return to.
    pub(super) caller_pc: u32,
    /// Where the locals of the caller start.
    pub(super) caller_base: u32,
    /// Where the locals start; also the height of the caller's stack without the arguments.
    pub(super) base: u32,
    pub(super) kind: FrameKind,
}

/// What happens when a frame is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FrameKind {
    /// The caller goes on behind its call, with the result.
    Call,
    /// The run ends.
    Entry,
    /// The class is initialised, and the caller runs its instruction again.
    Init(ClassId),
    /// The caller goes on with this object in place of a result.
    Yield(Ref),
    /// As [`FrameKind::Yield`], for a constructor that reflection calls: exceptions are wrapped.
    Construct(Ref),
    /// The caller goes on without the result.
    Drop,
    /// The caller goes on with the result in a wrapper; exceptions are wrapped, too.
    Reflect,
    /// A thread ends, and the one that started it goes on.
    Thread(Ref),
    /// As [`FrameKind::Thread`], for what a thread does about an uncaught exception.
    LastWords(Ref),
}

/// Bytecodes that count as one step for the host.
pub(super) const FUEL: u32 = 1024;

impl Vm {
    /// What the program has written to its standard output, as bytes.
    #[must_use]
    pub fn output(&self) -> &[u8] {
        &self.output
    }

    /// What the program has written to its standard error, as bytes.
    #[must_use]
    pub fn errors(&self) -> &[u8] {
        &self.errors
    }

    /// Lets programs read this as their standard input, which is empty otherwise.
    pub fn read_from(&mut self, input: Input) {
        self.input = Some(input);
    }

    /// Hands on what programs write as they write it.
    pub fn echo_to(&mut self, echo: Echo) {
        self.echo = Some(echo);
    }

    /// Keeps what a program writes, and hands it on.
    pub(super) fn print(&mut self, stream: OutputStream, bytes: &[u8]) {
        match stream {
            OutputStream::Output => self.output.extend(bytes),
            OutputStream::Errors => self.errors.extend(bytes),
        }
        if let Some(echo) = &self.echo {
            (echo.lock().unwrap_or_else(PoisonError::into_inner))(stream, bytes);
        }
    }

    /// What was stubbed or simplified since the machine was made, or since its last run began.
    #[must_use]
    pub fn notes(&self) -> &BTreeSet<Note> {
        &self.notes
    }

    /// Number of bytecodes run since the machine was made.
    #[must_use]
    pub fn executed(&self) -> u64 {
        self.executed + u64::from(FUEL.saturating_sub(self.fuel))
    }

    pub(super) fn class(&self, id: ClassId) -> &Class {
        &self.classes[id.0 as usize]
    }

    pub(super) fn method(&self, id: MethodId) -> &Method {
        &self.methods[id.0 as usize]
    }

    /// The class of an object.
    pub(super) fn class_of(&self, object: Ref) -> ClassId {
        self.heap.object(object).class
    }

    #[inline]
    pub(super) fn push(&mut self, value: Value) {
        self.stack[self.sp] = value;
        self.sp += 1;
    }

    #[inline]
    pub(super) fn push_wide(&mut self, value: Value) {
        self.stack[self.sp] = value;
        self.stack[self.sp + 1] = Value::ZERO;
        self.sp += 2;
    }

    #[inline]
    pub(super) fn pop(&mut self) -> Value {
        self.sp -= 1;
        self.stack[self.sp]
    }

    #[inline]
    pub(super) fn pop_wide(&mut self) -> Value {
        self.sp -= 2;
        self.stack[self.sp]
    }

    /// The value this far below the top of the stack; zero is the top.
    #[inline]
    pub(super) fn peek(&self, depth: usize) -> Value {
        self.stack[self.sp - 1 - depth]
    }

    /// Tells the host of the bytecodes run since the last time.
    pub(super) fn tick(&mut self, host: &mut dyn Host) -> Result<(), Trap> {
        self.executed += u64::from(FUEL);
        self.fuel = FUEL;
        if self.heap.grown() > self.options.heap_bytes {
            return Err(self.full_heap());
        }
        if self.executed - self.started > self.options.max_bytecodes {
            let most = self.options.max_bytecodes;
            return Err(Trap::Gap(format!("more than {most} bytecodes in one run")));
        }
        Ok(host.tick()?)
    }

    /// Counts work that took as long as so many bytecodes, so that the host gets to look at its
    /// limits in time.
    pub(super) fn burn(&mut self, bytecodes: usize) {
        let burnt = u32::try_from(bytecodes).unwrap_or(FUEL);
        self.fuel = self.fuel.saturating_sub(burnt).max(1);
    }

    /// Tells the host of work on so many bytes that one instruction did.
    #[inline]
    pub(super) fn charge(&self, host: &mut dyn Host, bytes: usize) -> Result<(), Trap> {
        /// About as much work as the instructions of a step.
        const BYTES_OF_STEP: usize = 1 << 17;
        for _ in 0..bytes / BYTES_OF_STEP {
            host.tick()?;
        }
        Ok(())
    }

    /// Refuses what would take more memory than a run may.
    pub(super) fn room_for(&self, bytes: usize) -> Result<(), Trap> {
        match bytes > self.options.heap_bytes.saturating_sub(self.heap.grown()) {
            true => Err(self.full_heap()),
            false => Ok(()),
        }
    }

    /// The end of a run that takes more memory than it may. How much a Java virtual machine has is up
    /// to its user, so this is no error of the program.
    pub(super) fn full_heap(&self) -> Trap {
        let mib = self.options.heap_bytes >> 20;
        Trap::Gap(format!("a heap of more than {mib} MiB in one run"))
    }

    pub(super) fn note(&mut self, note: Note) {
        self.notes.insert(note);
    }
}
