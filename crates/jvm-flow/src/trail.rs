//! The way of a run through the graph, rebuilt from what the machine kept of it.

use flow::{MethodId, Step};
use lang_jvm::Mark;
use lang_jvm::code::Op;

use crate::analysis::{Analysis, Spot};
use crate::layout::Layout;
use crate::program::{MethodAt, Program};

/// The most steps that are examined.
const MOST_STEPS: usize = 1 << 20;

/// The way of a run.
#[derive(Clone, Debug, Default)]
pub struct Trail {
    /// What happened, for [`flow::PathSlicer`].
    pub steps: Vec<Step>,
    /// For each choice the step during which it was made.
    pub choices: Vec<Option<usize>>,
}

impl Analysis {
    /// The way of a run, if it is one that this analysis knows of and is not too long. `method` finds
    /// any instruction of a method by the number that the machine has for it.
    #[must_use]
    pub fn trail(&self, marks: &[Mark], method: impl Fn(u32) -> Option<Spot>) -> Option<Trail> {
        let (program, layout) = self.parts();
        let mut walk = Walk { program, layout, trail: Trail::default(), frames: Vec::new() };
        for mark in marks {
            walk.read(*mark, &method)?;
        }
        Some(walk.trail)
    }
}

/// A method that is running.
struct Frame {
    method: MethodAt,
    /// Whether anything of it has run.
    has_begun: bool,
    /// The instruction that comes next, or is running.
    at: usize,
    /// The step of the instruction, if it is running.
    running: Option<usize>,
}

struct Walk<'a> {
    program: &'a Program,
    layout: &'a Layout,
    trail: Trail,
    frames: Vec<Frame>,
}

impl Walk<'_> {
    fn read(&mut self, mark: Mark, method: &dyn Fn(u32) -> Option<Spot>) -> Option<()> {
        match mark {
            Mark::Enter { method: number, at } => {
                let Spot((method, _)) = method(number)?;
                if self.frames.last().is_some_and(|frame| !self.comes_first(method, frame, at)) {
                    self.advance(at?)?;
                }
                self.frames.push(Frame { method, has_begun: false, at: 0, running: None });
            }
            Mark::Leave { at } => {
                self.advance(at)?;
                self.trail.steps.push(Step::Leave);
                self.frames.pop();
            }
            Mark::Jump { at, to } | Mark::Catch { at, to } => {
                self.advance(at)?;
                let frame = self.frames.last_mut()?;
                (frame.at, frame.running) = (to as usize, None);
            }
            Mark::Choice { at: None } => self.trail.choices.push(None),
            Mark::Choice { at: Some(at) } => {
                let step = self.advance(at)?;
                self.trail.choices.push(Some(step));
            }
            Mark::Stop { at } => {
                self.advance(at)?;
            }
        }
        Some(())
    }

    /// Whether a method runs before one that the machine has already got ready: the initialiser of a
    /// class before its methods, and before the initialisers of classes below.
    fn comes_first(&self, method: MethodAt, ready: &Frame, at: Option<u32>) -> bool {
        let is_initializer = &*self.program.method(method).found.info().name == "<clinit>";
        let by_instruction = at.and_then(|at| self.program.calls.get(&(ready.method, at as usize)));
        let is_expected = by_instruction.is_some_and(|calls| calls.initializers.contains(&method));
        is_initializer && !ready.has_begun && !is_expected
    }

    /// Goes on until an instruction is running, and says which step that is.
    fn advance(&mut self, to: u32) -> Option<usize> {
        let (program, layout, steps) = (self.program, self.layout, &mut self.trail.steps);
        let frame = self.frames.last_mut()?;
        if !std::mem::replace(&mut frame.has_begun, true) {
            steps.push(Step::Enter(MethodId(frame.method.0 as u32)));
        }
        let ops = &program.method(frame.method).body.ops;
        loop {
            let here = (frame.method, frame.at);
            let is_event = layout.is_event(here);
            let running = match frame.running {
                Some(running) => running,
                None => {
                    steps.extend(is_event.then(|| Step::At(layout.first(here))));
                    steps.push(Step::At(layout.main(here)));
                    steps.len() - 1
                }
            };
            frame.running = Some(running);
            if frame.at == to as usize {
                return Some(running);
            }
            steps.extend(is_event.then(|| Step::At(layout.after(here))));
            frame.at = behind(ops, frame.at).filter(|_| steps.len() < MOST_STEPS)?;
            frame.running = None;
        }
    }
}

/// Where a method goes on if nothing else is known.
fn behind(ops: &[Op], at: usize) -> Option<usize> {
    let next = match &ops[at] {
        Op::Goto(to) => Some(*to as usize).filter(|to| *to > at),
        Op::Branch(..) | Op::Switch(_) | Op::Return(_) | Op::Throw | Op::Subroutine => None,
        _ => Some(at + 1),
    };
    next.filter(|next| *next < ops.len())
}
