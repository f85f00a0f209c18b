//! Rules that change the front of the computation and leave what is behind it alone.
//!
//! Nearly all rules are of this kind. What they say of the computation is apart from what they say
//! of other cells here, so that they work on a [`Front`] as well as on a configuration.

use smallvec::SmallVec;

use crate::context::{Ctx, Halt};
use crate::expr::Expr;
use crate::front::Front;
use crate::index::Place;
use crate::matcher::Subject;
use crate::pattern::{FrameId, Pattern, Step};
use crate::program::{Rule, Write};
use crate::state::State;
use crate::value::Value;

/// The parts of a rule on the front of the computation.
#[derive(Clone, Debug)]
pub(crate) struct FrontRule {
    /// What the first items look like.
    items: Box<[Pattern]>,
    /// What must match elsewhere.
    steps: Box<[Step]>,
    /// What changes, in the order of the rule.
    changes: Box<[Change]>,
}

/// One change.
#[derive(Clone, Debug)]
enum Change {
    /// New first items in place of those that matched, the last one first.
    Items(Box<[Expr]>),
    /// A new value in a slot.
    Slot(FrameId, usize, Expr),
}

impl FrontRule {
    /// The rule in this form, if it is of this kind.
    pub(crate) fn of(rule: &Rule, place: Place) -> Option<FrontRule> {
        let is_anchored = match (place.bag, &rule.frames[..]) {
            (None, []) => rule.anchor == FrameId::TOP,
            (Some(_), [_]) => rule.anchor != FrameId::TOP,
            _ => false,
        };
        let (Step::Slot(frame, slot, Pattern::Seq(items, rest)), steps) =
            rule.steps.split_first()?
        else {
            return None;
        };
        let unseen = match (&**rest, rule.behind) {
            (Pattern::Any, _) => true,
            (Pattern::Bind(reg), Some(behind)) => *reg == behind,
            _ => false,
        };
        let begins = is_anchored && (*frame, *slot) == (rule.anchor, place.slot);
        let elsewhere = steps.iter().all(|step| looks_elsewhere(rule, place, step));
        if !begins || !unseen || !elsewhere {
            return None;
        }
        let changes = rule.writes.iter().map(|write| change(rule, place, write));
        let changes: Option<Box<[Change]>> = changes.collect();
        Some(FrontRule { items: items.clone(), steps: steps.into(), changes: changes? })
    }

    /// Applies the rule, if it fits. Says whether it did.
    pub(crate) fn apply(
        &self,
        ctx: &mut Ctx<'_>,
        rule: &Rule,
        state: &mut State,
        front: &mut Front,
    ) -> Result<bool, Halt> {
        let fits = self.fits(ctx, rule, state, front);
        if let Ok(true) = fits {
            self.change(ctx, rule, state, front)?;
        }
        ctx.clear_registers(rule.regs);
        fits
    }

    fn fits(
        &self,
        ctx: &mut Ctx<'_>,
        rule: &Rule,
        state: &State,
        front: &mut Front,
    ) -> Result<bool, Halt> {
        ctx.make_registers(rule.regs);
        for frame in &rule.frames {
            // There is one computation, so it is in the first frame.
            ctx.set(frame.index, Value::int(0));
        }
        if !front.reach(self.items.len()) {
            return Ok(false);
        }
        for (nth, pattern) in self.items.iter().enumerate() {
            if !ctx.matches(pattern, front.item(nth))? {
                return Ok(false);
            }
        }
        let requires = rule.requires.as_ref();
        if self.steps.is_empty() {
            return ctx.guard(requires);
        }
        let subject = Subject { top: &state.slots, frames: &rule.frames, steps: &self.steps };
        ctx.run_steps(subject, 0, &mut |ctx| ctx.guard(requires))
    }

    fn change(
        &self,
        ctx: &mut Ctx<'_>,
        rule: &Rule,
        state: &mut State,
        front: &mut Front,
    ) -> Result<(), Halt> {
        ctx.open_files(state);
        let changed = self.make_changes(ctx, rule, state, front);
        ctx.close_files(state);
        changed
    }

    fn make_changes(
        &self,
        ctx: &mut Ctx<'_>,
        rule: &Rule,
        state: &mut State,
        front: &mut Front,
    ) -> Result<(), Halt> {
        ctx.fresh = state.fresh;
        for (reg, value) in &rule.fresh {
            let value = ctx.eval(value)?;
            ctx.set(*reg, value);
        }
        if rule.total {
            self.change_in_place(ctx, rule, state, front)?;
        } else {
            self.change_at_last(ctx, rule, state, front)?;
        }
        state.fresh = ctx.fresh;
        Ok(())
    }

    /// All new values can be made, so old ones go first: the registers alone hold what is in them,
    /// and maps and nodes are changed in place.
    fn change_in_place(
        &self,
        ctx: &mut Ctx<'_>,
        rule: &Rule,
        state: &mut State,
        front: &mut Front,
    ) -> Result<(), Halt> {
        for change in &self.changes {
            match change {
                Change::Items(_) => front.drop_items(self.items.len()),
                Change::Slot(frame, slot, _) => {
                    state.frame_mut(ctx, &rule.frames, *frame)[*slot] = Value::Empty;
                }
            }
        }
        for change in &self.changes {
            match change {
                Change::Items(items) => match &**items {
                    [only] => front.push(ctx.eval(only)?),
                    items => {
                        let mut values: SmallVec<[Value; 4]> = SmallVec::new();
                        for item in items {
                            values.push(ctx.eval(item)?);
                        }
                        values.into_iter().rev().for_each(|value| front.push(value));
                    }
                },
                Change::Slot(frame, slot, value) => {
                    let value = ctx.eval(value)?;
                    state.frame_mut(ctx, &rule.frames, *frame)[*slot] = value;
                }
            }
        }
        Ok(())
    }

    /// A value may be missing, and then nothing changes.
    fn change_at_last(
        &self,
        ctx: &mut Ctx<'_>,
        rule: &Rule,
        state: &mut State,
        front: &mut Front,
    ) -> Result<(), Halt> {
        let mut values = Vec::new();
        for change in &self.changes {
            match change {
                Change::Items(items) => values.extend(ctx.eval_all(items)?),
                Change::Slot(_, _, value) => values.push(ctx.eval(value)?),
            }
        }
        let mut values = values.into_iter();
        for change in &self.changes {
            match change {
                Change::Items(items) => {
                    front.drop_items(self.items.len());
                    let items: SmallVec<[Value; 4]> = values.by_ref().take(items.len()).collect();
                    items.into_iter().rev().for_each(|value| front.push(value));
                }
                Change::Slot(frame, slot, _) => {
                    let value = values.next().expect("one was made for each slot");
                    state.frame_mut(ctx, &rule.frames, *frame)[*slot] = value;
                }
            }
        }
        Ok(())
    }
}

/// Whether a slot has neither the computation in it nor frames with computations.
fn is_elsewhere(rule: &Rule, place: Place, frame: FrameId, slot: usize) -> bool {
    let is_bag = frame == FrameId::TOP && place.bag == Some(slot);
    !is_bag && (frame, slot) != (rule.anchor, place.slot)
}

/// Whether a step has nothing to do with the computation or with frames.
fn looks_elsewhere(rule: &Rule, place: Place, step: &Step) -> bool {
    match step {
        Step::Slot(frame, slot, _) => is_elsewhere(rule, place, *frame, *slot),
        Step::Capture(..) | Step::Pick { .. } | Step::Count { .. } | Step::OtherFrames { .. } => {
            false
        }
        Step::Reg(..)
        | Step::Entry { .. }
        | Step::MapRest { .. }
        | Step::MapSize(..)
        | Step::Member { .. }
        | Step::SetRest { .. }
        | Step::SetSize(..)
        | Step::List { .. }
        | Step::Infix { .. }
        | Step::Never => true,
    }
}

fn change(rule: &Rule, place: Place, write: &Write) -> Option<Change> {
    match write {
        Write::Slot(frame, slot, expr) if is_elsewhere(rule, place, *frame, *slot) => {
            Some(Change::Slot(*frame, *slot, expr.clone()))
        }
        Write::Slot(frame, _, expr) if *frame == rule.anchor => {
            new_items(rule, expr).map(Change::Items)
        }
        Write::Slot(..) | Write::Scatter(..) | Write::Remove(_) | Write::Add(..) => None,
    }
}

/// What comes in front of what is behind, from left to right.
fn new_items(rule: &Rule, computation: &Expr) -> Option<Box<[Expr]>> {
    let is_behind = |expr: &Expr| match expr {
        Expr::Reg(reg) | Expr::Take(reg) => Some(*reg) == rule.behind,
        _ => false,
    };
    match computation {
        Expr::Seq(items) => {
            let (last, items) = items.split_last()?;
            is_behind(last).then(|| items.into())
        }
        whole => is_behind(whole).then(Box::default),
    }
}
