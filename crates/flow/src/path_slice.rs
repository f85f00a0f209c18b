//! What matters for the events of one run: slicing by the dependences of a path.
//!
//! The steps of a run are visited from its end to its beginning, as Jhala and Majumdar do ("Path
//! slicing", PLDI 2005), with a set of storage whose values matter behind: it is *live*. An event
//! matters, and what it reads is live. A step matters that writes what is live; then that is live no
//! more, and what the step reads is. A step from which the run could have gone on in another way
//! matters if on some way, up to the point where all ways meet, there may be an event or something is
//! written that is live there. The ways that were not taken are known by what they may do at most.
//!
//! What this means: a run that goes the same way at all steps that matter has the same events,
//! whichever way it goes at the others. Runs that never end are left aside.
//!
//! In contrast to [`crate::Relevance`], each call has variables of its own, and a write of a variable
//! ends the life of what was there before.

use crate::bits::Bits;
use crate::effect::Effects;
use crate::graph::{Action, Graph, MethodId, Point, PointId};
use crate::storage::{Slot, Slots, Storage};

/// What happens in a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// The step at a point of the innermost method begins.
    At(PointId),
    /// A method is entered, called by the step that began last, if there is one.
    Enter(MethodId),
    /// The innermost method is left.
    Leave,
}

/// Slices runs of a program.
pub struct PathSlicer<'g> {
    graph: &'g Graph,
    slots: Slots,
    effects: Effects<'g>,
}

impl<'g> PathSlicer<'g> {
    /// For runs of a program whose places are such storage, in the order of their numbers.
    #[must_use]
    pub fn new(graph: &'g Graph, storage: &[Storage]) -> PathSlicer<'g> {
        let slots = Slots::new(graph, storage);
        let effects = Effects::new(graph, &slots);
        PathSlicer { graph, slots, effects }
    }

    /// The steps that matter for the events of a run, by their places in the list.
    pub fn slice(&mut self, steps: &[Step]) -> Result<Bits, Misfit> {
        let calls = Calls::of(self.graph, steps)?;
        Ok(Walk::new(self, steps, calls).run())
    }
}

/// A run did what the graph does not know of, so the graph is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Misfit {
    /// The method in which it did so; none if nothing was running.
    pub method: Option<MethodId>,
}

/// A call of a method in a run.
#[derive(Clone, Copy, Debug)]
struct Call {
    method: MethodId,
    /// The step that calls, and when it began.
    by: Option<(PointId, u32)>,
}

/// The calls of a run.
struct Calls {
    /// Those that ended, in the order of their ends.
    left: Vec<Call>,
    /// Those that did not, outermost first.
    open: Vec<Call>,
}

impl Calls {
    /// The calls of a run that fits a graph.
    fn of(graph: &Graph, steps: &[Step]) -> Result<Calls, Misfit> {
        let mut calls = Calls { left: Vec::new(), open: Vec::new() };
        let mut last: Vec<Option<(PointId, u32)>> = Vec::new();
        for (at, step) in steps.iter().enumerate() {
            let method = calls.open.last().map(|call| call.method);
            calls.add(graph, *step, at as u32, &mut last).ok_or(Misfit { method })?;
        }
        Ok(calls)
    }

    /// Adds a step, if it fits; `last` has the step that began last in each method that is running.
    fn add(
        &mut self,
        graph: &Graph,
        step: Step,
        at: u32,
        last: &mut Vec<Option<(PointId, u32)>>,
    ) -> Option<()> {
        match step {
            Step::Enter(method) => {
                let by = last.last().copied();
                let calls_it = |(by, _): (PointId, u32)| match &graph.point(by).action {
                    Action::Call(methods) => methods.contains(&method),
                    Action::Step | Action::Branch | Action::Event(_) | Action::Return => false,
                };
                by.is_none_or(|by| by.is_some_and(calls_it)).then_some(())?;
                self.open.push(Call { method, by: by.flatten() });
                last.push(None);
            }
            Step::Leave => {
                let (point, _) = last.pop()??;
                graph.point(point).leaves().then_some(())?;
                self.left.push(self.open.pop()?);
            }
            Step::At(point) => {
                let follows = match *last.last()? {
                    Some((before, _)) => graph.point(before).successors().any(|p| p == point),
                    None => point == graph.method(self.open.last()?.method).entry,
                };
                follows.then_some(())?;
                *last.last_mut()? = Some((point, at));
            }
        }
        Some(())
    }
}

/// When a variable is live from now on back: the time until which it was, for those that are not.
const LIVE: u32 = 0;
const NEVER: u32 = u32::MAX;

/// A call that the walk is in.
struct Frame {
    first: u32,
    /// For each variable the earliest known time at which it is live.
    variables: Vec<u32>,
    result: u32,
    /// For each point when it came next.
    seen: Vec<u32>,
    /// When the call ended.
    end: u32,
    /// Whether it matters behind the call if it ends with an exception.
    escape_matters: bool,
    /// The step that is calling, if the walk has come to the end of its calls already.
    calling: Option<u32>,
    /// Whether it matters how the calling step goes on, its results, and what it hands over.
    way_matters: bool,
    results_matter: bool,
    params_matter: bool,
}

struct Walk<'s, 'g> {
    graph: &'g Graph,
    slots: &'s Slots,
    effects: &'s mut Effects<'g>,
    steps: &'s [Step],
    calls: Calls,
    frames: Vec<Frame>,
    live: Bits,
    needed: Bits,
}

impl<'s, 'g> Walk<'s, 'g> {
    fn new(slicer: &'s mut PathSlicer<'g>, steps: &'s [Step], calls: Calls) -> Walk<'s, 'g> {
        let PathSlicer { graph, slots, effects } = slicer;
        Walk {
            graph,
            live: Bits::empty(slots.shared),
            needed: Bits::empty(steps.len()),
            slots,
            effects,
            steps,
            calls,
            frames: Vec::new(),
        }
    }

    fn run(mut self) -> Bits {
        let end = self.steps.len() as u32;
        for call in std::mem::take(&mut self.calls.open) {
            self.come_back(call, end);
        }
        for (at, step) in self.steps.iter().enumerate().rev() {
            let at = at as u32;
            match *step {
                Step::Leave => {
                    let call = self.calls.left.pop().expect("every end was counted");
                    self.come_back(call, at);
                }
                Step::Enter(_) => self.go_out(),
                Step::At(point) => self.step(point, at),
            }
        }
        self.needed
    }

    /// Comes to the end of a call.
    fn come_back(&mut self, call: Call, end: u32) {
        let (mut escape_matters, mut result) = (false, NEVER);
        if let Some((by, began)) = call.by {
            if self.top().calling != Some(began) {
                self.after(by, began, true);
                self.top().calling = Some(began);
            }
            let caller = self.top();
            escape_matters = caller.way_matters;
            result = if caller.results_matter { LIVE } else { NEVER };
        }
        let points = &self.graph.method(call.method).points;
        self.frames.push(Frame {
            first: points.start,
            variables: vec![NEVER; self.slots.variables_of(call.method)],
            result,
            seen: vec![NEVER; points.len()],
            end,
            escape_matters,
            calling: None,
            way_matters: false,
            results_matter: false,
            params_matter: false,
        });
    }

    /// Comes to the begin of a call. What is live there are parameters.
    fn go_out(&mut self) {
        let left = self.frames.pop().expect("every begin was counted");
        if let Some(caller) = self.frames.last_mut() {
            caller.params_matter |= left.variables.contains(&LIVE);
        }
    }

    fn top(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("steps are made in methods")
    }

    fn step(&mut self, id: PointId, at: u32) {
        if self.top().calling == Some(at) {
            let point = self.graph.point(id);
            let is_live = |slot: Slot| matches!(slot, Slot::Shared(n) if self.live.contains(n));
            let writes = point.defines.iter().any(|place| is_live(self.slots.of(*place)));
            if writes || self.top().params_matter {
                self.needed.insert(at as usize);
                self.read(point, false);
            }
            self.top().params_matter = false;
            self.top().calling = None;
        } else {
            self.after(id, at, false);
        }
        let frame = self.top();
        frame.seen[(id.0 - frame.first) as usize] = at;
    }

    /// Comes to the end of a step, behind all that it calls, if it called something.
    fn after(&mut self, id: PointId, at: u32, has_called: bool) {
        let point = self.graph.point(id);
        let way_matters = point.decides() && self.way_matters(id);
        let is_event = matches!(point.action, Action::Event(_));
        let is_plain = matches!(&point.action, Action::Call(methods) if methods.len() == 1);
        // It may call something else, or fail before it calls anything.
        let may_differ = (point.decides() || !is_plain) && self.calls_writers(point);
        let writes = self.overwrite(point, at);
        let caller = self.top();
        (caller.way_matters, caller.results_matter) = (way_matters, false);
        if way_matters || is_event || may_differ || writes {
            self.needed.insert(at as usize);
            // The rest is handed over, and matters as far as it does in what is called.
            let only_results = has_called && is_plain && !way_matters && !may_differ;
            self.read(point, only_results);
            // How a call goes on may depend on its result.
            self.top().results_matter = writes || way_matters || !is_plain;
        }
    }

    /// Whether it matters which way a step went.
    fn way_matters(&mut self, id: PointId) -> bool {
        let region = self.effects.region(self.slots, id);
        let frame = self.frames.last().expect("steps are made in methods");
        let end = region.end.map(|end| frame.seen[(end.0 - frame.first) as usize]);
        let end = end.unwrap_or(NEVER).min(frame.end);
        let effect = &region.effect;
        effect.events
            || effect.escapes && frame.escape_matters
            || effect.returns && frame.result <= end
            || effect.shared.meets(&self.live)
            || effect.variables.iter().any(|number| frame.variables[*number] <= end)
    }

    /// Whether a step writes what is live. Variables are live no more then.
    fn overwrite(&mut self, point: &Point, at: u32) -> bool {
        let frame = self.frames.last_mut().expect("steps are made in methods");
        let mut writes = false;
        for place in &point.defines {
            let variable = match self.slots.of(*place) {
                Slot::Shared(number) => {
                    writes |= self.live.contains(number);
                    continue;
                }
                // Its turn comes where the call begins.
                Slot::Param(_) => continue,
                Slot::Variable(number) => &mut frame.variables[number],
                Slot::Result => &mut frame.result,
            };
            if *variable == LIVE {
                *variable = at + 1;
                writes = true;
            }
        }
        writes
    }

    /// Whether something that a step may call may be an event or write what is live.
    fn calls_writers(&self, point: &Point) -> bool {
        let Action::Call(methods) = &point.action else { return false };
        let matters = |method: &MethodId| {
            let effect = self.effects.method(*method);
            effect.events || effect.shared.meets(&self.live)
        };
        methods.iter().any(matters)
    }

    /// What a step reads is live.
    fn read(&mut self, point: &Point, only_results: bool) {
        let frame = self.frames.last_mut().expect("steps are made in methods");
        for place in &point.uses {
            match self.slots.of(*place) {
                Slot::Shared(number) => {
                    self.live.insert(number);
                }
                Slot::Variable(number) | Slot::Param(number) if !only_results => {
                    frame.variables[number] = LIVE;
                }
                Slot::Variable(_) | Slot::Param(_) | Slot::Result => {}
            }
        }
    }
}

#[cfg(test)]
mod tests;
