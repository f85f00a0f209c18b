//! Histories that are enumerated: their operations are chosen one by one.
//!
//! The engine `naive` takes every operation for every event. The engine `derivative` goes on only
//! with those that the context of the method leaves open (section 6 of the paper: the next events of
//! what is left of it) and that their own contracts allow after the events so far, so a history
//! that cannot come to anything is left at its first wrong event (section 7).
//!
//! The values of the events stay variables. What is chosen replaces the answer for the tag, so all
//! that is asked about the history later folds.

use std::sync::Arc;

use machine::{Machine, Step};
use term::{Cases, Pool, Term};
use trace::{OpId, Regex};

use crate::compile::PromiseKind;
use crate::machine::{Asking, By, Harness, Phase, State};
use crate::memory::{Known, Memory};
use crate::question::Walk;
use crate::residual::{Followed, Residuals, When};

/// The ways that a choice offers.
type Ways<S> = Vec<(Term, State<S>)>;

impl<M: Machine> Harness<M> {
    /// What the engine `derivative` remembers before the first event of a history.
    pub(crate) fn nothing_known(&self, pool: &Pool, by: &By) -> Memory {
        let put = |regex| self.regexes.substitute(pool, regex, by);
        let followed = |rest, from_start| {
            let rest = put(rest);
            (!self.speaks_of_result(pool, rest)).then_some(Followed { rest, from_start })
        };
        let promises = self.promises.iter().map(|promise| match promise.kind {
            PromiseKind::Effect(regex, _) => followed(regex, false),
            PromiseKind::Invariant(regex, _) => followed(regex, true),
            PromiseKind::Ensure(_) => None,
        });
        let residuals = Residuals::new(self.before.map_or(Regex::ALL, put), promises.collect());
        Memory::Followed(Arc::new(Known { history: Vec::new(), residuals }))
    }

    /// An expression that waits for the result of the call cannot be followed while it runs.
    fn speaks_of_result(&self, pool: &Pool, regex: Regex) -> bool {
        self.plan.method.result.is_some_and(|result| {
            let other = pool.var("another result#", pool.sort(result));
            self.regexes.substitute(pool, regex, &By::from_iter([(result, other)])) != regex
        })
    }

    /// Splits on the operation of the event in a slot; the slots before it are chosen.
    pub(crate) fn unfold(
        &self,
        pool: &Pool,
        state: &State<M::State>,
        slot: usize,
        then: Box<Phase<M::State>>,
    ) -> Step<State<M::State>> {
        let history = self.chosen(pool, state);
        let slots = history.slots.slots();
        let ended: Vec<Term> = slots[slot..].iter().map(|slot| slot.is_none(pool)).collect();
        let mut ways = vec![(pool.and(&ended), self.complete(pool, state, slot, &then))];
        if let Some(here) = slots.get(slot) {
            for op in self.plan.alphabet.ops().filter(|op| here.is_op(pool, *op) != Term::FALSE) {
                ways.extend(self.take(pool, state, (slot, op), &then));
            }
        }
        let conds: Vec<Term> = ways.iter().map(|(cond, _)| *cond).collect();
        ways.push((pool.not(pool.or(&conds)), state.with(Phase::Discarded)));
        Step::Go(Cases::new(ways))
    }

    /// The history has ended before this slot.
    fn complete(
        &self,
        pool: &Pool,
        state: &State<M::State>,
        slot: usize,
        then: &Phase<M::State>,
    ) -> State<M::State> {
        let mut state = state.with(then.clone());
        for slot in slot..self.plan.history {
            self.choose(pool, &mut state, slot, None);
        }
        let known = state.memory.known();
        if known.is_some_and(|known| !self.regexes.nullable(known.residuals.before)) {
            state.phase = Phase::Discarded;
        }
        state
    }

    /// The event in a slot is one of this operation.
    fn take(
        &self,
        pool: &Pool,
        state: &State<M::State>,
        (slot, op): (usize, OpId),
        then: &Phase<M::State>,
    ) -> Ways<M::State> {
        let (ctx, history) = (self.ctx(pool), self.chosen(pool, state));
        let here = &history.slots.slots()[slot];
        let further = Phase::Unfolding(slot + 1, Box::new(then.clone()));
        let mut taken = state.with(further.clone());
        self.choose(pool, &mut taken, slot, Some(op));
        let Some(known) = state.memory.known() else {
            return vec![(here.is_op(pool, op), taken)];
        };
        if let Some(question) = history.allowed(ctx, &self.libraries, slot, op) {
            let walk = Walk::new(question, slot);
            taken.phase = Phase::Asking(Box::new(Asking { walk, yes: further }));
        }
        let event = here.event(op);
        let after = known.residuals.read(ctx, &self.compass, event, When::Before);
        let after = after.into_iter().filter(|(_, after)| after.before != Regex::EMPTY);
        let remember = |residuals| {
            let history = [known.history.as_slice(), std::slice::from_ref(event)].concat();
            Memory::Followed(Arc::new(Known { history, residuals }))
        };
        let way = |(cond, residuals)| {
            let memory = remember(residuals);
            (pool.and(&[here.is_op(pool, op), cond]), taken.remembering(memory))
        };
        after.map(way).collect()
    }

    /// Puts an operation, or none, in place of the tag of a slot.
    fn choose(&self, pool: &Pool, state: &mut State<M::State>, slot: usize, op: Option<OpId>) {
        let slot = &self.history.slots().slots()[slot];
        let asked = self.inputs.iter().position(|asked| asked.var == slot.tag());
        let at = asked.expect("the tags of all slots are asked for");
        Arc::make_mut(&mut state.answers)[at] = slot.tag_value(pool, op);
    }
}
