//! Steps of a configuration: which rules apply, and what they lead to.

use crate::context::{Ctx, Halt};
use crate::heat;
use crate::index::{Candidate, Place};
use crate::matcher::bag;
use crate::pattern::{FrameId, Reg, Step};
use crate::program::{Program, Rule, RuleId};
use crate::state::{State, bag_mut};
use crate::value::Value;

/// What was done in a step.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Done {
    /// A rule of the definition was applied.
    Rule(RuleId),
    /// An argument was taken out for evaluation: a number in [`Program::strictness`].
    Heat(u32),
    /// A value was put back.
    Cool(u32),
}

/// One computation of a configuration, and something that may be done with it.
#[derive(Clone, Copy)]
pub(crate) struct Try {
    /// The number of its frame in the bag of frames that have one.
    number: Option<usize>,
    candidate: Candidate,
    priority: u32,
}

impl Try {
    /// In the only computation.
    pub(crate) fn alone(place: Place, candidate: Candidate) -> Try {
        Try { number: place.bag.map(|_| 0), candidate, priority: 0 }
    }
}

impl<'a> Ctx<'a> {
    /// Makes one step by the first rule that applies; none if no rule does.
    pub fn step(&mut self, state: &mut State) -> Result<Option<Done>, Halt> {
        let Some(place) = self.program.index.place else { return Ok(None) };
        self.see(state);
        if place.bag.is_some() {
            return self.step_many(state, place);
        }
        let program = self.program;
        let computation = &state.slots[place.slot];
        for candidate in program.index.candidates_of(&program.signature, computation) {
            if let Some(done) = self.attempt(state, place, Try::alone(place, *candidate))? {
                return Ok(Some(done));
            }
        }
        Ok(None)
    }

    fn step_many(&mut self, state: &mut State, place: Place) -> Result<Option<Done>, Halt> {
        for attempt in self.tries(state, place) {
            if let Some(done) = self.attempt(state, place, attempt)? {
                return Ok(Some(done));
            }
        }
        Ok(None)
    }

    /// All states that one step may lead to, each with what was done.
    ///
    /// Rules of one priority are equals; those of a higher number apply only where none of a lower
    /// one does.
    pub fn successors(&mut self, state: &State) -> Result<Vec<(Done, State)>, Halt> {
        let Some(place) = self.program.index.place else { return Ok(Vec::new()) };
        self.see(state);
        let tries = self.tries(state, place);
        self.all_of(state, place, tries)
    }

    /// The same for the computation with this number alone. Rules without a computation belong to
    /// none.
    pub(crate) fn steps_of_thread(
        &mut self,
        state: &State,
        place: Place,
        number: usize,
    ) -> Result<Vec<(Done, State)>, Halt> {
        let mut tries = self.tries(state, place);
        tries.retain(|attempt| attempt.number == Some(number) && self.has_anchor(attempt));
        self.all_of(state, place, tries)
    }

    fn has_anchor(&self, attempt: &Try) -> bool {
        match attempt.candidate {
            Candidate::Heat(_) | Candidate::Cool(_) => true,
            Candidate::Rule(id) => self.program.rules[id.index()].anchor != FrameId::TOP,
        }
    }

    fn all_of(
        &mut self,
        state: &State,
        place: Place,
        tries: Vec<Try>,
    ) -> Result<Vec<(Done, State)>, Halt> {
        let mut found: Vec<(Done, State)> = Vec::new();
        self.listed_args.clear();
        let mut reached = 0;
        for attempt in tries {
            if !found.is_empty() && attempt.priority > reached {
                break;
            }
            self.attempt_all(state, place, attempt, &mut found)?;
            reached = attempt.priority;
        }
        Ok(found)
    }

    /// Everything that may be done, smallest priority first.
    fn tries(&self, state: &State, place: Place) -> Vec<Try> {
        let program = self.program;
        let mut tries = Vec::new();
        let mut add = |number: Option<usize>, computation: &Value| {
            let candidates = program.index.candidates_of(&program.signature, computation);
            tries.extend(candidates.iter().map(|candidate| {
                let priority = program.priority(*candidate);
                Try { number, candidate: *candidate, priority }
            }));
        };
        match place.bag {
            None => add(None, &state.slots[place.slot]),
            Some(slot) => {
                for (number, frame) in bag(&state.slots[slot]).iter().enumerate() {
                    add(Some(number), &cells(frame)[place.slot]);
                }
                if bag(&state.slots[slot]).is_empty() {
                    add(None, &Value::Empty);
                }
            }
        }
        tries.sort_by_key(|attempt| attempt.priority);
        tries
    }

    pub(crate) fn attempt(
        &mut self,
        state: &mut State,
        place: Place,
        attempt: Try,
    ) -> Result<Option<Done>, Halt> {
        match attempt.candidate {
            Candidate::Heat(nth) => {
                let strict = &self.program.strictness[nth as usize];
                let computation = computation_mut(state, place, attempt.number);
                Ok(heat::heat(self, strict, computation).then_some(Done::Heat(nth)))
            }
            Candidate::Cool(nth) => {
                let strict = &self.program.strictness[nth as usize];
                let computation = computation_mut(state, place, attempt.number);
                Ok(heat::cool(self, strict, computation)?.then_some(Done::Cool(nth)))
            }
            Candidate::Rule(id) => {
                let rule = &self.program.rules[id.index()];
                if !self.prepare(rule, attempt.number) {
                    return Ok(None);
                }
                let requires = rule.requires.as_ref();
                let matched =
                    self.run_steps(state.subject(rule), 0, &mut |ctx| ctx.guard(requires))?;
                if matched {
                    self.event_regs = self.registers_of_event(id);
                    state.apply(self, rule)?;
                }
                self.clear_registers(rule.regs);
                Ok(matched.then_some(Done::Rule(id)))
            }
        }
    }

    fn attempt_all(
        &mut self,
        state: &State,
        place: Place,
        attempt: Try,
        found: &mut Vec<(Done, State)>,
    ) -> Result<(), Halt> {
        let program = self.program;
        let Candidate::Rule(id) = attempt.candidate else {
            if !self.may_move(state, place, attempt) {
                return Ok(());
            }
            let mut next = state.clone();
            if let Some(done) = self.attempt(&mut next, place, attempt)? {
                self.list(done, next, Vec::new(), found);
            }
            return Ok(());
        };
        let rule = &program.rules[id.index()];
        if !self.prepare(rule, attempt.number) {
            return Ok(());
        }
        let has_choices = rule.steps.iter().any(Step::is_choice);
        self.run_steps(state.subject(rule), 0, &mut |ctx| {
            if ctx.guard(rule.requires.as_ref())? {
                let kept = has_choices.then(|| ctx.regs.clone());
                let mut next = state.clone();
                ctx.event_regs = ctx.registers_of_event(id);
                next.apply(ctx, rule)?;
                if let Some(kept) = kept {
                    ctx.regs = kept;
                }
                let args = std::mem::take(&mut ctx.event_args);
                ctx.list(Done::Rule(id), next, args, found);
            }
            Ok(false)
        })?;
        Ok(())
    }

    /// The registers with the arguments of the event of a rule, if events are followed.
    fn registers_of_event(&self, id: RuleId) -> &'a [Reg] {
        self.events.map_or(&[], |events| events.registers(id))
    }

    /// Adds a step to those that were found, unless another one does the same.
    fn list(&mut self, done: Done, next: State, args: Vec<Value>, found: &mut Vec<(Done, State)>) {
        if self.events.is_none() {
            if matches!(done, Done::Heat(_) | Done::Cool(_))
                || found.iter().all(|(_, known)| *known != next)
            {
                found.push((done, next));
            }
            return;
        }
        // Steps to one configuration differ if their events do.
        let mut known = found.iter().zip(&self.listed_args);
        if !known.any(|((by, known), own)| *by == done && *own == args && *known == next) {
            found.push((done, next));
            self.listed_args.push(args);
        }
    }

    /// Whether an argument can be taken out or put back, as [`Ctx::attempt`] would.
    fn may_move(&self, state: &State, place: Place, attempt: Try) -> bool {
        let computation = computation(state, place, attempt.number);
        match attempt.candidate {
            Candidate::Heat(nth) => {
                heat::may_heat(self, &self.program.strictness[nth as usize], computation)
            }
            Candidate::Cool(nth) => {
                heat::may_cool(self, &self.program.strictness[nth as usize], computation)
            }
            Candidate::Rule(_) => false,
        }
    }

    /// Room for the registers of a rule, with the frame of its computation set. A rule that does
    /// not mention the computation is tried with the first frame only.
    fn prepare(&mut self, rule: &Rule, number: Option<usize>) -> bool {
        self.make_registers(rule.regs);
        if rule.anchor == FrameId::TOP {
            return number.is_none_or(|number| number == 0);
        }
        match number {
            Some(number) => {
                self.set(rule.frames[rule.anchor.index() - 1].index, Value::int(number as i64));
                true
            }
            None => false,
        }
    }
}

impl Program {
    fn priority(&self, candidate: Candidate) -> u32 {
        match candidate {
            Candidate::Heat(_) | Candidate::Cool(_) => crate::DEFAULT_PRIORITY,
            Candidate::Rule(id) => self.rules[id.index()].info.priority,
        }
    }
}

/// The slots of a frame.
pub(crate) fn cells(frame: &Value) -> &[Value] {
    match frame {
        Value::Cells(_, slots) => slots,
        _ => unreachable!("bags hold frames"),
    }
}

/// A computation, for change.
fn computation(state: &State, place: Place, number: Option<usize>) -> &Value {
    match place.bag.zip(number) {
        None => &state.slots[place.slot],
        Some((slot, number)) => &cells(&bag(&state.slots[slot])[number])[place.slot],
    }
}

fn computation_mut(state: &mut State, place: Place, number: Option<usize>) -> &mut Value {
    let Some((slot, number)) = place.bag.zip(number) else { return &mut state.slots[place.slot] };
    match &mut bag_mut(&mut state.slots[slot])[number] {
        Value::Cells(_, slots) => &mut slots.make_mut()[place.slot],
        _ => unreachable!("bags hold frames"),
    }
}

/// The only computation of a configuration, for change; none if there are others or none.
pub(crate) fn only_computation(state: &mut State, place: Place) -> Option<&mut Value> {
    match place.bag {
        Some(slot) if bag(&state.slots[slot]).len() != 1 => None,
        bag => Some(computation_mut(state, place, bag.map(|_| 0))),
    }
}

/// The computations of a configuration.
#[must_use]
pub fn computations<'s>(program: &Program, state: &'s State) -> Vec<&'s Value> {
    match program.index.place {
        None => Vec::new(),
        Some(Place { bag: None, slot, .. }) => vec![&state.slots[slot]],
        Some(Place { bag: Some(outer), slot, .. }) => {
            bag(&state.slots[outer]).iter().map(|frame| &cells(frame)[slot]).collect()
        }
    }
}
