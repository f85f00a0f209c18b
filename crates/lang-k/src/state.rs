//! A configuration, and what rules change in it.

use triomphe::Arc;

use crate::context::{Ctx, Halt};
use crate::hook::MemoryFiles;
use crate::matcher::Subject;
use crate::pattern::{FrameId, FrameRef};
use crate::program::{Rule, Write};
use crate::value::Value;

/// A configuration. Cloning copies one reference for each cell.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct State {
    /// The slots of the outermost frame.
    pub slots: Vec<Value>,
    /// The next number for fresh variables.
    pub fresh: u64,
    /// The files, if there are any.
    pub files: Option<Arc<MemoryFiles>>,
}

/// A place in a bag.
struct InBag {
    outer: FrameId,
    slot: usize,
    number: usize,
}

impl State {
    /// What the steps of a rule look at.
    pub(crate) fn subject<'s>(&'s self, rule: &'s Rule) -> Subject<'s> {
        Subject { top: &self.slots, frames: &rule.frames, steps: &rule.steps }
    }

    /// Makes the changes of a rule whose left-hand side has filled the registers.
    pub(crate) fn apply(&mut self, ctx: &mut Ctx<'_>, rule: &Rule) -> Result<(), Halt> {
        ctx.open_files(self);
        let applied = self.make_changes(ctx, rule);
        ctx.close_files(self);
        applied
    }

    fn make_changes(&mut self, ctx: &mut Ctx<'_>, rule: &Rule) -> Result<(), Halt> {
        ctx.fresh = self.fresh;
        for (reg, value) in &rule.fresh {
            let value = ctx.eval(value)?;
            ctx.set(*reg, value);
        }
        ctx.event_args = ctx.event_regs.iter().map(|reg| ctx.reg(*reg).clone()).collect();
        if rule.total && !ctx.careful {
            self.give_up(ctx, rule);
            for write in &rule.writes {
                let value = self.written(ctx, write)?;
                self.write(ctx, rule, write, value);
            }
        } else {
            let values: Vec<Value> = rule
                .writes
                .iter()
                .map(|write| self.written(ctx, write))
                .collect::<Result<_, _>>()?;
            for (write, value) in rule.writes.iter().zip(values) {
                self.write(ctx, rule, write, value);
            }
        }
        self.fresh = ctx.fresh;
        self.remove(ctx, rule);
        Ok(())
    }

    /// Drops what will be overwritten, so that the registers alone hold what is in it: then maps
    /// and nodes are changed in place.
    fn give_up(&mut self, ctx: &Ctx<'_>, rule: &Rule) {
        for write in &rule.writes {
            match write {
                Write::Slot(FrameId::TOP, slot, _) => self.slots[*slot] = Value::Empty,
                Write::Slot(frame, slot, _) => {
                    self.frame_mut(ctx, &rule.frames, *frame)[*slot] = Value::Empty;
                }
                Write::Scatter(..) | Write::Remove(_) | Write::Add(..) => {}
            }
        }
    }

    fn written(&self, ctx: &mut Ctx<'_>, write: &Write) -> Result<Value, Halt> {
        match write {
            Write::Slot(_, _, expr) | Write::Scatter(_, _, _, expr) | Write::Add(_, _, _, expr) => {
                ctx.eval(expr)
            }
            Write::Remove(_) => Ok(Value::Empty),
        }
    }

    fn write(&mut self, ctx: &Ctx<'_>, rule: &Rule, write: &Write, value: Value) {
        match write {
            Write::Slot(FrameId::TOP, slot, _) => self.slots[*slot] = value,
            Write::Slot(frame, slot, _) => {
                self.frame_mut(ctx, &rule.frames, *frame)[*slot] = value;
            }
            Write::Scatter(frame, slots, cell, _) => {
                let Value::Cells(_, parts) = value else { return };
                let start = ctx.program.layout.cell(*cell).slots.start;
                let target = self.frame_mut(ctx, &rule.frames, *frame);
                for slot in slots {
                    target[*slot] = parts[slot - start].clone();
                }
            }
            Write::Add(frame, slot, in_front, _) => {
                let more = match value {
                    Value::Bag(frames) => frames.to_vec(),
                    Value::Empty => Vec::new(),
                    frame => vec![frame],
                };
                let target = &mut self.frame_mut(ctx, &rule.frames, *frame)[*slot];
                let frames = bag_mut(target);
                let at = if *in_front { 0 } else { frames.len() };
                frames.splice(at..at, more);
            }
            // Frames go last, since they are known by their numbers.
            Write::Remove(_) => {}
        }
    }

    fn remove(&mut self, ctx: &Ctx<'_>, rule: &Rule) {
        let removed = rule.writes.iter().filter_map(|write| match write {
            Write::Remove(frame) => {
                let FrameRef { outer, slot, index } = rule.frames[frame.index() - 1];
                Some(InBag { outer, slot, number: ctx.number(index) })
            }
            Write::Slot(..) | Write::Scatter(..) | Write::Add(..) => None,
        });
        let mut removed: Vec<InBag> = removed.collect();
        // Inner bags first, and in each the last frame first: numbers before it stay as they are.
        removed.sort_by_key(|place| std::cmp::Reverse((place.outer, place.slot, place.number)));
        for InBag { outer, slot, number } in removed {
            bag_mut(&mut self.frame_mut(ctx, &rule.frames, outer)[slot]).remove(number);
        }
    }

    pub(crate) fn frame_mut(
        &mut self,
        ctx: &Ctx<'_>,
        frames: &[FrameRef],
        frame: FrameId,
    ) -> &mut [Value] {
        if frame == FrameId::TOP {
            return &mut self.slots;
        }
        let FrameRef { outer, slot, index } = frames[frame.index() - 1];
        let number = ctx.number(index);
        let bag = bag_mut(&mut self.frame_mut(ctx, frames, outer)[slot]);
        match &mut bag[number] {
            Value::Cells(_, slots) => slots.make_mut(),
            _ => unreachable!("bags hold frames"),
        }
    }
}

/// The frames of a bag, for change.
pub(crate) fn bag_mut(value: &mut Value) -> &mut Vec<Value> {
    if !matches!(value, Value::Bag(_)) {
        *value = Value::Bag(Arc::default());
    }
    match value {
        Value::Bag(frames) => Arc::make_mut(frames),
        _ => unreachable!("made a bag above"),
    }
}
