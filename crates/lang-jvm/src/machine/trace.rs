//! The way that a run takes through the code of the application.
//!
//! Only what cannot be read off the code is kept: where jumps went, which methods were entered and
//! left, which exceptions were caught, and where choices were made. Jumps of code that is followed are
//! instructions of their own ([`Instr::Traced`]), so that the library pays nothing.

use machine::Host;

use super::class::{Entry, MethodId};
use super::trap::Trap;
use super::value::Value;
use super::vm::Vm;
use crate::lower::Instr;

/// Something that happened in the innermost method of the application. Instructions are places in the
/// list of instructions of that method.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// A method was entered, because of this instruction of the one below, if there is one.
    Enter {
        /// A number for [`Vm::method_name`].
        method: u32,
        /// The instruction.
        at: Option<u32>,
    },
    /// The method was left, by a result or by an exception.
    Leave {
        /// The instruction.
        at: u32,
    },
    /// A jump: from here, to there.
    Jump {
        /// The instruction.
        at: u32,
        /// Where the method goes on.
        to: u32,
    },
    /// An exception was caught that came out of this instruction.
    Catch {
        /// The instruction.
        at: u32,
        /// Where the method goes on.
        to: u32,
    },
    /// The host was asked for a choice; none if no method of the application was running.
    Choice {
        /// The instruction.
        at: Option<u32>,
    },
    /// The run ended here without leaving the method.
    Stop {
        /// The instruction.
        at: u32,
    },
}

/// The way of one run.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// What happened, in order.
    pub marks: Vec<Mark>,
    /// Whether there was more than can be kept.
    pub is_cut: bool,
}

/// The most marks of a run.
const MOST_MARKS: usize = 1 << 18;

/// What a machine keeps to trace runs.
#[derive(Clone, Default)]
pub(crate) struct Tracing {
    /// The jumps that [`Instr::Traced`] stands for.
    jumps: Vec<Instr>,
    /// The way so far, if someone wants to know.
    trace: Option<Trace>,
}

impl Tracing {
    /// A new run begins.
    pub(super) fn start(&mut self, is_wanted: bool) {
        self.trace = is_wanted.then(Trace::default);
    }

    #[inline]
    pub(super) fn is_on(&self) -> bool {
        self.trace.is_some()
    }

    fn mark(&mut self, mark: Mark) {
        match &mut self.trace {
            Some(trace) if trace.marks.len() < MOST_MARKS => trace.marks.push(mark),
            Some(trace) => trace.is_cut = true,
            None => {}
        }
    }
}

impl Vm {
    /// Puts instructions that can be traced in place of the jumps of a method that was lowered.
    pub(super) fn trace_jumps(&mut self, start: u32) {
        for pc in start as usize..self.code.len() {
            let instr = self.code[pc];
            let is_jump = match instr {
                Instr::If(..) | Instr::IfInts(..) | Instr::IfSame(_) | Instr::IfDiffer(_) => true,
                Instr::IfNull(_) | Instr::IfNonNull(_) | Instr::Switch(_) => true,
                // What follows can be read off the code, but not how often.
                Instr::Goto(target) => target as usize <= pc,
                _ => false,
            };
            if is_jump {
                let jumps = &mut self.following.tracing.jumps;
                jumps.push(instr);
                self.code[pc] = Instr::Traced(jumps.len() as u32 - 1);
            }
        }
    }

    /// A jump in code that is followed.
    pub(super) fn traced_jump(&mut self, host: &mut dyn Host, at: u32) -> Result<(), Trap> {
        let from = self.pc;
        let to = self.jump(host, self.following.tracing.jumps[at as usize])?;
        if self.following.tracing.is_on() {
            let start = self.start_of(self.frames.last().expect("code runs in a frame").method);
            let mark = Mark::Jump { at: from.wrapping_sub(start), to: to.wrapping_sub(start) };
            self.following.tracing.mark(mark);
        }
        self.pc = to;
        Ok(())
    }

    /// Takes the operands of a jump, and says where it goes.
    fn jump(&mut self, host: &mut dyn Host, jump: Instr) -> Result<u32, Trap> {
        let (holds, target, takes) = match jump {
            Instr::If(test, target) => {
                let value = self.peek(0);
                let holds = match value.shadow {
                    None => test.holds(value.as_int(), 0),
                    Some(_) => self.branch(host, test, value, Value::ZERO)?,
                };
                (holds, target, 1)
            }
            Instr::IfInts(test, target) => {
                let (b, a) = (self.peek(0), self.peek(1));
                let holds = match (a.shadow, b.shadow) {
                    (None, None) => test.holds(a.as_int(), b.as_int()),
                    _ => self.branch(host, test, a, b)?,
                };
                (holds, target, 2)
            }
            Instr::IfSame(target) => (self.same(host)?, target, 2),
            Instr::IfDiffer(target) => (!self.same(host)?, target, 2),
            Instr::IfNull(target) => (self.peek(0).bits == 0, target, 1),
            Instr::IfNonNull(target) => (self.peek(0).bits != 0, target, 1),
            Instr::Switch(at) => {
                let value = self.peek(0);
                let target = match value.shadow {
                    None => self.switches[at as usize].target(value.as_int()),
                    Some(term) => self.symbolic_switch(host, at, term)?,
                };
                (true, target, 1)
            }
            Instr::Goto(target) => (true, target, 0),
            _ => unreachable!("only jumps are traced"),
        };
        self.sp -= takes;
        Ok(if holds { target } else { self.pc + 1 })
    }

    fn start_of(&self, method: MethodId) -> u32 {
        match self.method(method).entry {
            Entry::Code(code) => code.start,
            Entry::Unready | Entry::Nothing => 0,
        }
    }

    /// A method is about to be entered.
    pub(super) fn trace_enter(&mut self, method: MethodId) {
        if self.is_own(method) {
            let at = self.innermost_place();
            self.following.tracing.mark(Mark::Enter { method: method.0, at });
        }
    }

    /// The innermost frame is about to be left.
    pub(super) fn trace_leave(&mut self) {
        let method = self.frames.last().expect("there is one to leave").method;
        if self.following.tracing.is_on() && self.is_own(method) {
            let at = self.pc.wrapping_sub(self.start_of(method));
            self.following.tracing.mark(Mark::Leave { at });
        }
    }

    /// The innermost frame is about to catch an exception.
    pub(super) fn trace_catch(&mut self, to: u32) {
        let method = self.frames.last().expect("there is one that catches").method;
        if self.following.tracing.is_on() && self.is_own(method) {
            let start = self.start_of(method);
            let (at, to) = (self.pc.wrapping_sub(start), to.wrapping_sub(start));
            self.following.tracing.mark(Mark::Catch { at, to });
        }
    }

    /// The host is about to be asked for a choice.
    pub(super) fn trace_choice(&mut self) {
        if self.following.tracing.is_on() {
            let at = self.innermost_place();
            self.following.tracing.mark(Mark::Choice { at });
        }
    }

    /// The way of the run that has ended, if it was wanted.
    pub(super) fn take_trace(&mut self) -> Option<Trace> {
        if self.following.tracing.is_on()
            && let Some(at) = self.innermost_place()
        {
            self.following.tracing.mark(Mark::Stop { at });
        }
        self.following.tracing.trace.take()
    }
}
