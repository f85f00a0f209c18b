//! Steps of a run on known values.
//!
//! The same rules in the same order as [`Ctx::step`], but while there is one computation, its first
//! items are on a stack. A rule that looks at more than them sees the whole configuration. This is
//! the fast one of both; tests hold it against the other, step by step.

use explore::Meter;
use term::Pool;

use crate::context::{Ctx, Halt, Known};
use crate::front::Front;
use crate::index::{Candidate, Place};
use crate::machine::{Try, only_computation};
use crate::program::Program;
use crate::state::State;

/// A run that is under way. While there is one computation, it is held here and not in the state.
pub(crate) struct Runner<'a> {
    ctx: Ctx<'a>,
    /// Where the computation comes from, while it is held here.
    place: Option<Place>,
    front: Front,
}

impl<'a> Runner<'a> {
    /// A run of a program. Nothing is taken from a state yet.
    pub(crate) fn new(
        program: &'a Program,
        pool: &'a Pool,
        known: &'a Known,
        meter: &'a Meter,
    ) -> Runner<'a> {
        let ctx = Ctx::concrete(program, pool, known).metered(meter);
        Runner { ctx, place: None, front: Front::default() }
    }

    /// Takes the computation from a state that is whole, if there is one computation.
    pub(crate) fn resume(&mut self, state: &mut State) {
        let is_whole = self.ctx.program.needs_configuration;
        self.place = self.ctx.program.index.place.filter(|_| !is_whole);
        match self.place.and_then(|place| only_computation(state, place)) {
            Some(computation) => self.front.open(std::mem::take(computation)),
            None => self.place = None,
        }
    }

    /// Gives the computation back to the state, which is whole then.
    pub(crate) fn pause(&mut self, state: &mut State) {
        if let Some(place) = self.place.take() {
            let computation = only_computation(state, place);
            *computation.expect("it was taken from there") = self.front.close();
        }
    }

    /// Makes one step by the first rule that applies. Says whether there was one.
    pub(crate) fn step(&mut self, state: &mut State) -> Result<bool, Halt> {
        let Some(place) = self.place else {
            let done = self.ctx.step(state)?;
            self.resume(state);
            return Ok(done.is_some());
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
        let done = self.ctx.attempt(state, place, Try::alone(place, candidate));
        self.resume(state);
        Ok(done?.is_some())
    }
}
