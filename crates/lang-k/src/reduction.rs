//! Which threads may go first: the footprints of rules on configurations with several computations.
//!
//! A computation is a process of its own if it lies in a cell that may be repeated. A rule has
//! effects on three kinds of cells: those of the thread whose computation it begins with, those of
//! other threads that it picks, and those that are there once. A thread is independent if all rules
//! that may apply to its computation stay in its own cells, and no rule of another thread that
//! could pick it has anything to do with them. Cells that no rule changes may be read by all.

use explore::independence::{Footprint, first_alone};

use crate::context::{Ctx, Halt};
use crate::index::{Candidate, Key, Place, Test};
use crate::machine::{Done, cells};
use crate::matcher::bag;
use crate::pattern::{FrameId, Step};
use crate::program::{Program, Rule, Write};
use crate::state::State;
use crate::value::Value;

/// What is known of a definition whose configurations have threads.
#[derive(Debug)]
pub(crate) struct Reduction {
    place: Place,
    /// The slot with the threads.
    threads: usize,
    /// What each rule does in the thread that it begins with; none if it does more than that.
    own: Vec<Option<Footprint>>,
    /// What heating and cooling do.
    computation: Footprint,
    /// What rules do in threads that they pick.
    picked: Vec<Picked>,
}

/// What a rule does in a thread other than the one that it begins with.
#[derive(Debug)]
struct Picked {
    /// What the computation of that thread must begin with.
    front: (Test, Test),
    footprint: Footprint,
}

/// All effects of a rule, by whose cells they are on.
struct Effects {
    own: Footprint,
    shared: Footprint,
    picked: Vec<Picked>,
}

/// Whose cell it is.
enum Owner {
    /// One of the thread that the rule begins with.
    Own(usize),
    /// One of a thread that it picks.
    Picked(FrameId, usize),
    /// One that is there once.
    Shared(usize),
    /// The bag of all threads.
    Threads,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Access {
    Read,
    Write,
}

impl Reduction {
    /// The footprints of the rules; none if there are no threads to tell apart, or rules whose
    /// order is fixed by priorities, or rules that see all threads at once.
    pub(crate) fn of(program: &Program) -> Option<Reduction> {
        let place = program.index.place.filter(|_| !program.needs_configuration)?;
        let threads = place.bag?;
        let same = |rule: &Rule| rule.info.priority == crate::DEFAULT_PRIORITY;
        if !program.rules.iter().all(same) {
            return None;
        }
        let walk = Walk { program, place, threads };
        let effects: Vec<Effects> =
            program.rules.iter().map(|rule| walk.effects(rule)).collect::<Option<_>>()?;
        let mut shared = Footprint::default();
        effects.iter().for_each(|effects| shared.absorb(&effects.shared));
        let own = effects.iter().zip(&program.rules).map(|(effects, rule)| {
            let stays = rule.anchor != FrameId::TOP
                && effects.picked.is_empty()
                && effects.shared.is_independent_of(&shared);
            stays.then(|| effects.own.clone())
        });
        let own = own.collect();
        let mut computation = Footprint::default();
        computation.read(place.slot);
        computation.write(place.slot);
        let picked = effects.into_iter().flat_map(|effects| effects.picked).collect();
        Some(Reduction { place, threads, own, computation, picked })
    }

    /// Whether all that can be done with a computation next is independent of other threads.
    fn is_independent(&self, program: &Program, computation: &Value) -> bool {
        let signature = &program.signature;
        let (first, second) = (Key::first(computation), Key::second(computation));
        let fits = |picked: &&Picked| {
            picked.front.0.may_fit(signature, first) && picked.front.1.may_fit(signature, second)
        };
        let mut touched = Footprint::default();
        self.picked.iter().filter(fits).for_each(|picked| touched.absorb(&picked.footprint));
        let stays = |candidate: &Candidate| match candidate {
            Candidate::Heat(_) | Candidate::Cool(_) => self.computation.is_independent_of(&touched),
            // A rule without a computation belongs to no thread.
            Candidate::Rule(id) if program.rules[id.index()].anchor == FrameId::TOP => true,
            Candidate::Rule(id) => {
                let own = self.own[id.index()].as_ref();
                own.is_some_and(|own| own.is_independent_of(&touched))
            }
        };
        program.index.candidates_of(signature, computation).iter().all(stays)
    }
}

impl Ctx<'_> {
    /// The steps of a thread that is independent of all others, if there is one: then steps of
    /// others need not be considered now.
    pub(crate) fn steps_alone(
        &mut self,
        state: &State,
        reduction: &Reduction,
    ) -> Result<Option<Vec<(Done, State)>>, Halt> {
        let program = self.program;
        let frames = bag(&state.slots[reduction.threads]);
        if frames.len() < 2 {
            return Ok(None);
        }
        let computation = |number: &usize| &cells(&frames[*number])[reduction.place.slot];
        let is_independent =
            |number: &usize| reduction.is_independent(program, computation(number));
        first_alone(0..frames.len(), is_independent, |number| {
            self.steps_of_thread(state, reduction.place, number)
        })
    }
}

/// Finds the effects of rules.
struct Walk<'a> {
    program: &'a Program,
    place: Place,
    threads: usize,
}

impl Walk<'_> {
    /// The effects of a rule; none if it sees all threads at once.
    fn effects(&self, rule: &Rule) -> Option<Effects> {
        let mut effects =
            Effects { own: Footprint::default(), shared: Footprint::default(), picked: Vec::new() };
        self.add_fronts(rule, &mut effects);
        for step in &rule.steps {
            self.add_step(rule, step, &mut effects)?;
        }
        for write in &rule.writes {
            self.add_write(rule, write, &mut effects)?;
        }
        if !rule.fresh.is_empty() {
            // The counter of fresh values, behind the slots that are there once.
            let counter = self.program.layout.size(self.program.layout.top());
            effects.shared.read(counter);
            effects.shared.write(counter);
        }
        Some(effects)
    }

    /// The threads that a rule picks, with what their computations must begin with.
    fn add_fronts(&self, rule: &Rule, effects: &mut Effects) {
        for frame in (1..=rule.frames.len() as u32).map(FrameId) {
            if !self.is_thread(rule, frame) || frame == rule.anchor {
                continue;
            }
            let front = rule.steps.iter().find_map(|step| match step {
                Step::Slot(own, slot, pattern) if (*own, *slot) == (frame, self.place.slot) => {
                    Some(Test::pair(pattern))
                }
                _ => None,
            });
            let front = front.unwrap_or((Test::Any, Test::Any));
            effects.picked.push(Picked { front, footprint: Footprint::default() });
        }
    }

    fn add_step(&self, rule: &Rule, step: &Step, effects: &mut Effects) -> Option<()> {
        match step {
            Step::Slot(frame, slot, _) => self.add(rule, *frame, *slot, Access::Read, effects),
            Step::Capture(frame, slots, _, _) => slots
                .iter()
                .try_for_each(|slot| self.add(rule, *frame, *slot, Access::Read, effects)),
            Step::OtherFrames { frame, slot, .. } => {
                self.add(rule, *frame, *slot, Access::Read, effects)
            }
            // Which threads there are is changed by no step that stays in its own cells.
            Step::Pick { frame, .. } if self.is_thread(rule, *frame) => Some(()),
            Step::Count { frame: FrameId::TOP, slot, .. } if *slot == self.threads => Some(()),
            Step::Pick { frame, .. } => {
                let picked = rule.frames[frame.index() - 1];
                self.add(rule, picked.outer, picked.slot, Access::Read, effects)
            }
            Step::Count { frame, slot, .. } => self.add(rule, *frame, *slot, Access::Read, effects),
            Step::Reg(..)
            | Step::Entry { .. }
            | Step::MapRest { .. }
            | Step::MapSize(..)
            | Step::Member { .. }
            | Step::SetRest { .. }
            | Step::SetSize(..)
            | Step::List { .. }
            | Step::Infix { .. }
            | Step::Never => Some(()),
        }
    }

    fn add_write(&self, rule: &Rule, write: &Write, effects: &mut Effects) -> Option<()> {
        match write {
            Write::Slot(frame, slot, _) => self.add(rule, *frame, *slot, Access::Write, effects),
            Write::Scatter(frame, slots, _, _) => slots
                .iter()
                .try_for_each(|slot| self.add(rule, *frame, *slot, Access::Write, effects)),
            Write::Remove(frame) if self.is_thread(rule, *frame) => {
                // All of its cells go. A rule that ends its own thread is never one that stays.
                let slots = 0..self.program.layout.size(self.place.root);
                effects.shared.write(self.threads);
                slots
                    .into_iter()
                    .try_for_each(|slot| self.add(rule, *frame, slot, Access::Write, effects))
            }
            Write::Remove(frame) => {
                let removed = rule.frames[frame.index() - 1];
                self.add(rule, removed.outer, removed.slot, Access::Write, effects)
            }
            Write::Add(FrameId::TOP, slot, ..) if *slot == self.threads => {
                effects.shared.write(self.threads);
                Some(())
            }
            Write::Add(frame, slot, ..) => self.add(rule, *frame, *slot, Access::Write, effects),
        }
    }

    /// Adds an effect; none if it is on all threads at once.
    fn add(
        &self,
        rule: &Rule,
        frame: FrameId,
        slot: usize,
        access: Access,
        effects: &mut Effects,
    ) -> Option<()> {
        let (footprint, slot) = match self.owner(rule, frame, slot) {
            Owner::Own(slot) => (&mut effects.own, slot),
            Owner::Shared(slot) => (&mut effects.shared, slot),
            Owner::Picked(frame, slot) => {
                let threads = (1..=rule.frames.len() as u32).map(FrameId);
                let mut picked =
                    threads.filter(|frame| self.is_thread(rule, *frame) && *frame != rule.anchor);
                let at = picked.position(|picked| picked == frame);
                (&mut effects.picked[at.expect("all picked threads are listed")].footprint, slot)
            }
            Owner::Threads => return None,
        };
        match access {
            Access::Read => footprint.read(slot),
            Access::Write => footprint.write(slot),
        }
        Some(())
    }

    fn is_thread(&self, rule: &Rule, frame: FrameId) -> bool {
        let frame = rule.frames[frame.index() - 1];
        (frame.outer, frame.slot) == (FrameId::TOP, self.threads)
    }

    /// Whose slot it is. A slot inside of a bag counts as the slot of the bag.
    fn owner(&self, rule: &Rule, mut frame: FrameId, mut slot: usize) -> Owner {
        while frame != FrameId::TOP {
            if self.is_thread(rule, frame) {
                return match frame == rule.anchor {
                    true => Owner::Own(slot),
                    false => Owner::Picked(frame, slot),
                };
            }
            let around = rule.frames[frame.index() - 1];
            (frame, slot) = (around.outer, around.slot);
        }
        if slot == self.threads { Owner::Threads } else { Owner::Shared(slot) }
    }
}
