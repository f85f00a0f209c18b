//! Matching: running the steps of a left-hand side.
//!
//! Where a pattern asks for a constant and the value is symbolic, matching goes on under the
//! condition that they are equal. The conditions of a match are decided together with the side
//! condition of the rule, so a rule that fails for another reason never splits a path.

mod cells;

use triomphe::Arc;

use term::Term;

use crate::arbitrary::looked_into;
use crate::context::{Ctx, Halt};
use crate::hook::{find_item, settle, unfold};
use crate::pattern::{FrameId, FrameRef, Key, Pattern, Reg, Step};
use crate::signature::{Builtin, LabelId};
use crate::value::{List, Value};

pub(crate) use cells::is_absent;

/// What the steps of one match look at.
#[derive(Clone, Copy)]
pub(crate) struct Subject<'s> {
    /// The slots of the outermost frame; empty for a call of a function.
    pub(crate) top: &'s [Value],
    /// How the other frames are reached.
    pub(crate) frames: &'s [FrameRef],
    /// The steps.
    pub(crate) steps: &'s [Step],
}

/// Called for each match. Says whether this one is enough.
pub(crate) type OnMatch<'f, 'a> = &'f mut dyn FnMut(&mut Ctx<'a>) -> Result<bool, Halt>;

impl<'a> Ctx<'a> {
    pub(crate) fn reg(&self, reg: Reg) -> &Value {
        &self.regs[self.base + reg.index()]
    }

    pub(crate) fn set(&mut self, reg: Reg, value: Value) {
        self.regs[self.base + reg.index()] = value;
    }

    /// The number that a register holds.
    pub(crate) fn number(&self, reg: Reg) -> usize {
        let number = self.reg(reg).as_int().and_then(term::Int::to_i64);
        number.and_then(|number| usize::try_from(number).ok()).expect("set by a pick")
    }

    /// Whether a value looks like a pattern; fills the registers of the pattern.
    ///
    /// What most arguments are matched with is answered where it is asked.
    #[inline]
    pub(crate) fn matches(&mut self, pattern: &Pattern, value: &Value) -> Result<bool, Halt> {
        match pattern {
            Pattern::Any => Ok(true),
            Pattern::Bind(reg) => {
                self.set(*reg, value.clone());
                Ok(true)
            }
            pattern => self.matches_parts(pattern, value),
        }
    }

    fn matches_parts(&mut self, pattern: &Pattern, value: &Value) -> Result<bool, Halt> {
        match pattern {
            Pattern::Any => Ok(true),
            Pattern::OfSort(sort) => self.sort_test(value, *sort),
            Pattern::Bind(reg) => {
                self.set(*reg, value.clone());
                Ok(true)
            }
            Pattern::BindSort(reg, sort) => {
                let fits = self.sort_test(value, *sort)?;
                if fits {
                    self.set(*reg, value.clone());
                }
                Ok(fits)
            }
            Pattern::Same(reg) => {
                let known = self.reg(*reg).clone();
                self.suppose_equal(&known, value)
            }
            Pattern::Const(constant) => self.matches_constant(constant, value),
            Pattern::Node(label, patterns) => match value {
                Value::Node(own, args) if own == label => self.matches_all(patterns, args),
                Value::Sym(..) => self.may_be_built_with(*label, value),
                _ => Ok(false),
            },
            Pattern::Seq(items, rest) => self.matches_sequence(items, rest, value),
            Pattern::As(reg, inner) => {
                self.set(*reg, value.clone());
                self.matches(inner, value)
            }
            Pattern::Cells(_) if self.arbitrary_sort(value).is_some() => {
                Err(looked_into("the cells"))
            }
            Pattern::Cells(cells) => self.matches_cells(cells, value),
        }
    }

    /// Whether a symbolic value is built with a label: never, unless it is arbitrary.
    fn may_be_built_with(&self, label: LabelId, value: &Value) -> Result<bool, Halt> {
        match self.arbitrary_sort(value) {
            Some(sort) if self.program.signature.may_have_sort(label, sort) => {
                Err(looked_into("the parts"))
            }
            _ => Ok(false),
        }
    }

    fn matches_constant(&mut self, constant: &Value, value: &Value) -> Result<bool, Halt> {
        match value {
            Value::Sym(_, _) => self.suppose_equal(constant, value),
            _ => Ok(constant == value),
        }
    }

    fn matches_all(&mut self, patterns: &[Pattern], values: &[Value]) -> Result<bool, Halt> {
        if patterns.len() != values.len() {
            return Ok(false);
        }
        for (pattern, value) in patterns.iter().zip(values) {
            if !self.matches(pattern, value)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn matches_sequence(
        &mut self,
        items: &[Pattern],
        rest: &Pattern,
        value: &Value,
    ) -> Result<bool, Halt> {
        let mut left = value;
        for item in items {
            if matches!(left, Value::Sym(..)) && self.is_arbitrary_computation(left) {
                return Err(looked_into("the items"));
            }
            let Some((head, tail)) = left.uncons() else { return Ok(false) };
            if !self.matches(item, head)? {
                return Ok(false);
            }
            left = tail;
        }
        self.matches(rest, left)
    }

    /// Stops in front of a step that takes an arbitrary collection apart.
    fn refuse_arbitrary(&self, step: &Step) -> Result<(), Halt> {
        let collection = match step {
            Step::Entry { map, .. } | Step::MapRest { map, .. } | Step::MapSize(map, _) => *map,
            Step::Member { set, .. } | Step::SetRest { set, .. } | Step::SetSize(set, _) => *set,
            Step::List { list, .. } | Step::Infix { list, .. } => *list,
            Step::Slot(..)
            | Step::Reg(..)
            | Step::Pick { .. }
            | Step::Capture(..)
            | Step::Count { .. }
            | Step::OtherFrames { .. }
            | Step::Never => return Ok(()),
        };
        match self.arbitrary_sort(self.reg(collection)) {
            None => Ok(()),
            Some(_) => Err(looked_into("the items")),
        }
    }

    /// Whether an arbitrary value may have any number of items.
    fn is_arbitrary_computation(&self, value: &Value) -> bool {
        let signature = &self.program.signature;
        let sort = self.arbitrary_sort(value).map(|sort| signature.sort_info(sort).builtin);
        sort == Some(Some(Builtin::K))
    }

    /// Whether two values are equal, perhaps under a condition of this match.
    fn suppose_equal(&mut self, a: &Value, b: &Value) -> Result<bool, Halt> {
        match self.equality(a, b)? {
            Value::Bool(equal) => Ok(equal),
            Value::Sym(cond, _) => Ok(self.suppose(cond)),
            _ => Ok(false),
        }
    }

    /// Goes on under a condition, unless the path knows that it does not hold.
    fn suppose(&mut self, cond: Term) -> bool {
        match self.decide(cond) {
            Ok(holds) => holds,
            Err(_) => {
                self.pending.push(cond);
                true
            }
        }
    }

    /// Runs the steps from `at` on, for each way in which they succeed.
    pub(crate) fn run_steps(
        &mut self,
        subject: Subject<'_>,
        at: usize,
        on_match: OnMatch<'_, 'a>,
    ) -> Result<bool, Halt> {
        for (nth, step) in subject.steps.iter().enumerate().skip(at) {
            if self.proves {
                self.refuse_arbitrary(step)?;
            }
            let goes_on = match step {
                Step::Slot(FrameId::TOP, slot, pattern) => {
                    self.matches(pattern, &subject.top[*slot])?
                }
                Step::Slot(frame, slot, pattern) => {
                    let value = self.frame(subject, *frame)[*slot].clone();
                    self.matches(pattern, &value)?
                }
                Step::Reg(reg, pattern) => {
                    let value = self.reg(*reg).clone();
                    self.matches(pattern, &value)?
                }
                Step::Pick { .. }
                | Step::Entry { key: Key::Open(_), .. }
                | Step::Member { item: Key::Open(_), .. }
                | Step::Infix { .. } => {
                    // Choices behind choices may be many.
                    self.tick()?;
                    let choice = self.choices(subject, step)?;
                    return self.try_choices(subject, nth, choice, on_match);
                }
                other => self.run_plain(subject, other)?,
            };
            if !goes_on {
                return Ok(false);
            }
        }
        on_match(self)
    }

    /// The slots of a frame.
    pub(crate) fn frame<'s>(&self, subject: Subject<'s>, frame: FrameId) -> &'s [Value] {
        if frame == FrameId::TOP {
            return subject.top;
        }
        let FrameRef { outer, slot, index } = subject.frames[frame.index() - 1];
        match &bag(&self.frame(subject, outer)[slot])[self.number(index)] {
            Value::Cells(_, slots) => slots,
            _ => unreachable!("bags hold frames"),
        }
    }

    /// A step, not on a single value, that succeeds in one way at most.
    fn run_plain(&mut self, subject: Subject<'_>, step: &Step) -> Result<bool, Halt> {
        match step {
            Step::Capture(frame, slots, cell, reg) => {
                let frame = self.frame(subject, *frame);
                let captured = cells::capture(&self.program.layout, *cell, slots, frame);
                self.set(*reg, captured);
                Ok(true)
            }
            Step::Count { frame, slot, count } => {
                Ok(bag(&self.frame(subject, *frame)[*slot]).len() == *count)
            }
            Step::OtherFrames { frame, slot, without, into } => {
                let without: Vec<usize> = without.iter().map(|reg| self.number(*reg)).collect();
                let frames = bag(&self.frame(subject, *frame)[*slot]).iter().enumerate();
                let others = frames.filter(|(at, _)| !without.contains(at));
                let others: Vec<Value> = others.map(|(_, frame)| frame.clone()).collect();
                self.set(*into, Value::Bag(Arc::new(others)));
                Ok(true)
            }
            Step::Entry { map, key: Key::Known(key), value, found, others } => {
                self.known_entry(*map, key, value, *found, others)
            }
            Step::MapRest { map, without, into } => self.map_rest(*map, without, into),
            Step::MapSize(map, size) => self.map_size(*map, *size),
            Step::Member { set, item: Key::Known(item), found, others } => {
                self.known_member(*set, item, *found, others)
            }
            Step::SetRest { set, without, into } => self.set_rest(*set, without, into),
            Step::SetSize(set, size) => {
                Ok(matches!(self.reg(*set), Value::Set(set) if set.len() == *size))
            }
            Step::List { list, front, rest, back } => {
                self.match_list(*list, front, rest.as_ref(), back)
            }
            Step::Never => Ok(false),
            Step::Slot(..)
            | Step::Reg(..)
            | Step::Pick { .. }
            | Step::Entry { .. }
            | Step::Member { .. }
            | Step::Infix { .. } => unreachable!("these steps are run by `run_steps`"),
        }
    }

    fn known_entry(
        &mut self,
        map: Reg,
        key: &crate::expr::Expr,
        value: &Pattern,
        found: Reg,
        others: &[Reg],
    ) -> Result<bool, Halt> {
        let Value::Map(entries) = self.reg(map).clone() else { return Ok(false) };
        let key = self.eval(key)?;
        let (entries, place) = match entries.entries.get(&key) {
            Some(_) => (entries, Some(key)),
            None if key.is_plain() && entries.chunks.is_empty() && entries.has_plain_keys() => {
                return Ok(false);
            }
            None => settle(self, &entries, &key)?,
        };
        let Some(place) = place else { return Ok(false) };
        if others.iter().any(|other| *self.reg(*other) == place) {
            return Ok(false);
        }
        let there = entries.entries[&place].clone();
        self.set(found, place);
        if let Value::Map(known) = self.reg(map)
            && !Arc::ptr_eq(known, &entries)
        {
            self.set(map, Value::Map(entries));
        }
        self.matches(value, &there)
    }

    fn map_rest(&mut self, map: Reg, without: &[Reg], into: &Pattern) -> Result<bool, Halt> {
        let Value::Map(mut rest) = self.reg(map).clone() else { return Ok(false) };
        for key in without {
            let key = self.reg(*key).clone();
            Arc::make_mut(&mut rest).entries.remove(&key);
        }
        self.matches(into, &Value::Map(rest))
    }

    fn map_size(&mut self, map: Reg, size: usize) -> Result<bool, Halt> {
        let Value::Map(mut entries) = self.reg(map).clone() else { return Ok(false) };
        while !entries.chunks.is_empty() && entries.entries.len() <= size {
            entries = unfold(self, entries)?;
        }
        Ok(entries.chunks.is_empty() && entries.entries.len() == size)
    }

    fn known_member(
        &mut self,
        set: Reg,
        item: &crate::expr::Expr,
        found: Reg,
        others: &[Reg],
    ) -> Result<bool, Halt> {
        let Value::Set(items) = self.reg(set).clone() else { return Ok(false) };
        let item = self.eval(item)?;
        let Some(item) = find_item(self, &items, &item)? else { return Ok(false) };
        if others.iter().any(|other| *self.reg(*other) == item) {
            return Ok(false);
        }
        self.set(found, item);
        Ok(true)
    }

    fn set_rest(&mut self, set: Reg, without: &[Reg], into: &Pattern) -> Result<bool, Halt> {
        let Value::Set(mut rest) = self.reg(set).clone() else { return Ok(false) };
        for item in without {
            let item = self.reg(*item).clone();
            Arc::make_mut(&mut rest).remove(&item);
        }
        self.matches(into, &Value::Set(rest))
    }

    fn match_list(
        &mut self,
        list: Reg,
        front: &[Pattern],
        rest: Option<&Pattern>,
        back: &[Pattern],
    ) -> Result<bool, Halt> {
        let Value::List(items) = self.reg(list).clone() else { return Ok(false) };
        let fixed = front.len() + back.len();
        if items.len() < fixed || (rest.is_none() && items.len() != fixed) {
            return Ok(false);
        }
        let back_start = items.len() - back.len();
        let at = (0..front.len()).chain(back_start..items.len());
        for (pattern, at) in front.iter().chain(back).zip(at) {
            if !self.matches(pattern, &items[at])? {
                return Ok(false);
            }
        }
        match rest {
            None | Some(Pattern::Any) => Ok(true),
            Some(rest) => {
                let middle = part(&items, front.len(), back_start);
                self.matches(rest, &middle)
            }
        }
    }

    /// The alternatives of a step that can succeed in several ways.
    fn choices(&mut self, subject: Subject<'_>, step: &Step) -> Result<Vec<Choice>, Halt> {
        match step {
            Step::Pick { frame, others, only } => {
                let FrameRef { outer, slot, .. } = subject.frames[frame.index() - 1];
                let count = bag(&self.frame(subject, outer)[slot]).len();
                let taken: Vec<usize> = others.iter().map(|reg| self.number(*reg)).collect();
                let fits = |at: &usize| {
                    !taken.contains(at) && only.is_none_or(|place| place.is(*at, count))
                };
                Ok((0..count).filter(fits).map(Choice::Number).collect())
            }
            Step::Entry { map, .. } => {
                let Value::Map(mut entries) = self.reg(*map).clone() else { return Ok(Vec::new()) };
                // Any key may be the one that is looked for, so all of them must be known.
                while !entries.chunks.is_empty() {
                    entries = unfold(self, entries)?;
                }
                self.set(*map, Value::Map(entries.clone()));
                Ok(entries.entries.keys().cloned().map(Choice::Key).collect())
            }
            Step::Member { set, .. } => match self.reg(*set) {
                Value::Set(items) => Ok(items.iter().cloned().map(Choice::Key).collect()),
                _ => Ok(Vec::new()),
            },
            Step::Infix { list, items, .. } => match self.reg(*list) {
                Value::List(all) if all.len() >= items.len() => {
                    Ok((0..=all.len() - items.len()).map(Choice::Number).collect())
                }
                _ => Ok(Vec::new()),
            },
            _ => unreachable!("the step succeeds in one way"),
        }
    }

    fn try_choices(
        &mut self,
        subject: Subject<'_>,
        at: usize,
        choices: Vec<Choice>,
        on_match: OnMatch<'_, 'a>,
    ) -> Result<bool, Halt> {
        let pending = self.pending.len();
        for choice in choices {
            self.pending.truncate(pending);
            if self.take_choice(subject, &subject.steps[at], choice)?
                && self.run_steps(subject, at + 1, on_match)?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Takes one alternative of a step and says whether it fits.
    fn take_choice(
        &mut self,
        subject: Subject<'_>,
        step: &Step,
        choice: Choice,
    ) -> Result<bool, Halt> {
        match (step, choice) {
            (Step::Pick { frame, .. }, Choice::Number(number)) => {
                let index = subject.frames[frame.index() - 1].index;
                self.set(index, Value::int(number as i64));
                Ok(true)
            }
            (Step::Entry { map, key: Key::Open(key), value, found, others }, Choice::Key(at)) => {
                if others.iter().any(|other| *self.reg(*other) == at) || !self.matches(key, &at)? {
                    return Ok(false);
                }
                let Value::Map(entries) = self.reg(*map).clone() else { return Ok(false) };
                let there = entries.entries[&at].clone();
                self.set(*found, at);
                self.matches(value, &there)
            }
            (Step::Member { item: Key::Open(item), found, others, .. }, Choice::Key(at)) => {
                if others.iter().any(|other| *self.reg(*other) == at) || !self.matches(item, &at)? {
                    return Ok(false);
                }
                self.set(*found, at);
                Ok(true)
            }
            (Step::Infix { list, before, items, after }, Choice::Number(start)) => {
                let Value::List(all) = self.reg(*list).clone() else { return Ok(false) };
                for (nth, item) in items.iter().enumerate() {
                    if !self.matches(item, &all[start + nth])? {
                        return Ok(false);
                    }
                }
                let end = start + items.len();
                Ok(self.matches(before, &part(&all, 0, start))?
                    && self.matches(after, &part(&all, end, all.len()))?)
            }
            _ => unreachable!("choices are made for their step"),
        }
    }
}

/// One way in which a step can succeed.
enum Choice {
    Number(usize),
    Key(Value),
}

/// The frames of a bag.
pub(crate) fn bag(value: &Value) -> &[Value] {
    match value {
        Value::Bag(frames) => frames,
        _ => &[],
    }
}

fn part(list: &List, start: usize, end: usize) -> Value {
    if start == 0 && end == list.len() {
        return Value::List(Arc::new(list.clone()));
    }
    let mut part = list.clone();
    Value::List(Arc::new(part.slice(start..end)))
}
