//! Steps of a run on known values.
//!
//! The same rules in the same order as [`Ctx::step`], but on a computation whose first items are on
//! a stack. A rule that looks at more than the first items sees the whole configuration. This is
//! the fast one of both; tests hold it against the other, step by step.

use crate::context::{Ctx, Halt, Known};
use crate::front::Front;
use crate::index::{Candidate, Place};
use crate::machine::Try;
use crate::program::Program;
use crate::state::State;

/// A run that is under way: it holds the computation of its state.
pub(crate) struct Runner<'a> {
    ctx: Ctx<'a>,
    place: Option<Place>,
    front: Front,
}

impl<'a> Runner<'a> {
    /// A run of a program. Nothing is taken from a state yet.
    pub(crate) fn new(program: &'a Program, pool: &'a term::Pool, known: &'a Known) -> Runner<'a> {
        let ctx = Ctx::concrete(program, pool, known);
        Runner { ctx, place: program.index.place, front: Front::default() }
    }

    /// Makes one step by the first rule that applies. Says whether there was one.
    ///
    /// From here on the state is not whole until [`Runner::pause`].
    pub(crate) fn step(&mut self, state: &mut State) -> Result<bool, Halt> {
        let place = match self.place {
            Some(place) if place.bag.is_none() => place,
            _ => return Ok(self.ctx.step(state)?.is_some()),
        };
        let program = self.ctx.program;
        let first = self.front.first();
        let second = || self.front.second();
        for candidate in program.index.candidates(&program.signature, first, second) {
            if self.attempt(state, place, *candidate)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn attempt(
        &mut self,
        state: &mut State,
        place: Place,
        candidate: Candidate,
    ) -> Result<bool, Halt> {
        let program = self.ctx.program;
        match candidate {
            Candidate::Heat(nth) => {
                Ok(self.front.heat(&self.ctx, &program.strictness[nth as usize]))
            }
            Candidate::Cool(nth) if program.strictness[nth as usize].anywhere.is_none() => {
                Ok(self.front.cool(&self.ctx, &program.strictness[nth as usize]))
            }
            Candidate::Rule(id) => match &program.front_rules[id.index()] {
                Some(front_rule) => {
                    let rule = &program.rules[id.index()];
                    front_rule.apply(&mut self.ctx, rule, state, &mut self.front)
                }
                None => self.attempt_whole(state, place, candidate),
            },
            Candidate::Cool(_) => self.attempt_whole(state, place, candidate),
        }
    }

    /// Tries something that needs the whole configuration.
    fn attempt_whole(
        &mut self,
        state: &mut State,
        place: Place,
        candidate: Candidate,
    ) -> Result<bool, Halt> {
        self.pause(state);
        let done = self.ctx.attempt(state, place, Try::at_top(candidate));
        self.resume(state);
        Ok(done?.is_some())
    }

    /// Takes the computation from the state.
    pub(crate) fn resume(&mut self, state: &mut State) {
        if let Some(Place { bag: None, slot, .. }) = self.place {
            self.front.open(std::mem::take(&mut state.slots[slot]));
        }
    }

    /// Gives the computation back to the state, which is whole then.
    pub(crate) fn pause(&mut self, state: &mut State) {
        if let Some(Place { bag: None, slot, .. }) = self.place {
            state.slots[slot] = self.front.close();
        }
    }
}
