//! Unknown parts of a trace that are enumerated: their operations are chosen one by one.
//!
//! The engine `naive` takes every operation for every event of a history. The engine `derivative`
//! takes those whose events something asks about ([`crate::relevance`]), and goes on only where the
//! context of the method can still be met by the events that are left (section 6 of the paper: the
//! next events of what is left of it) and where their own contracts allow the events so far,
//! so a history that cannot come to anything is left at its first wrong event (section 7). The same
//! goes for the block of an operation, whose effect is the guide.
//!
//! The values of the events stay variables. What is chosen replaces the answer for the tag, so all
//! that is asked about the trace later folds. Which operation produced a part of a history is
//! left to the solver.

use std::sync::Arc;

use machine::{Machine, Step};
use term::{Cases, Pool, Term};
use trace::{Item, OpId, Regex, Slot};

use crate::compile::{By, PromiseKind};
use crate::machine::{Adds, Harness, Performance, Phase, State};
use crate::memory::Memory;
use crate::past::Asking;
use crate::question::Walk;
use crate::residual::{Followed, Residuals, When};

/// The ways that a choice offers.
type Ways<S> = Vec<(Term, State<S>)>;

/// Adds the way that is taken where none of the others is: events in disorder, and those that were
/// left out because nothing can come of them.
fn or_nothing<S>(pool: &Pool, mut ways: Ways<S>, nothing: State<S>) -> Step<State<S>> {
    let conds: Vec<Term> = ways.iter().map(|(cond, _)| *cond).collect();
    ways.push((pool.not(pool.or(&conds)), nothing));
    Step::Go(Cases::new(ways))
}

/// The condition under which no event is in any of the slots.
fn ended(pool: &Pool, slots: &[Slot]) -> Term {
    pool.and(&slots.iter().map(|slot| slot.is_none(pool)).collect::<Vec<Term>>())
}

/// The operations that the event in a slot can be of.
fn possible(pool: &Pool, ops: impl Iterator<Item = OpId>, slot: &Slot) -> Vec<OpId> {
    ops.filter(|op| slot.is_op(pool, *op) != Term::FALSE).collect()
}

impl<M: Machine> Harness<M> {
    /// What the engine `derivative` remembers before the first event of a history.
    pub(crate) fn nothing_known<S>(&self, pool: &Pool, state: &State<S>, by: &By) -> Memory {
        let (ctx, goal) = (self.ctx(pool), self.goal(state));
        let followed = |rest, from_start| {
            let rest = ctx.regexes.substitute(pool, rest, by);
            (!self.mentions_result(pool, rest)).then_some(Followed { rest, from_start })
        };
        let promises = goal.promises.iter().map(|promise| match promise.kind {
            PromiseKind::Effect(regex, _) => followed(regex, false),
            PromiseKind::Invariant(regex, _)
            | PromiseKind::After(regex, _)
            | PromiseKind::Property(regex, ..) => followed(regex, true),
            PromiseKind::Ensure(_) | PromiseKind::Raises(..) => None,
        });
        let residuals = Residuals::new(goal.before(ctx, by), promises.collect());
        Memory::Followed(Arc::new(residuals))
    }

    /// An expression that waits for the result of the call cannot be followed while it runs.
    fn mentions_result(&self, pool: &Pool, regex: Regex) -> bool {
        self.plan.method.result.is_some_and(|result| {
            let other = pool.var("another result#", pool.sort(result));
            let by = By::from_iter([(result, other)]);
            self.ctx(pool).regexes.substitute(pool, regex, &by) != regex
        })
    }

    /// Splits on the operation of the event in a slot of the history; those before it are chosen.
    pub(crate) fn unfold(
        &self,
        pool: &Pool,
        state: &State<M::State>,
        slot: usize,
        then: &Phase<M::State>,
    ) -> Step<State<M::State>> {
        let history = self.history.choose(pool, &self.values(state, None));
        let slots = history.slots.slots();
        let mut ways = Vec::new();
        if slot >= self.least_history {
            ways.push((ended(pool, &slots[slot..]), self.complete(pool, state, slot, then)));
        }
        if let Some(here) = slots.get(slot) {
            let relevant = self.enumerated(pool);
            let before = slot.checked_sub(1).and_then(|before| {
                let ops = relevant.operations.iter().copied();
                possible(pool, ops, &slots[before]).first().copied()
            });
            let follows = |op: &OpId| before.is_none_or(|before| relevant.may_follow(before, *op));
            for op in possible(pool, relevant.operations.iter().copied().filter(follows), here) {
                ways.extend(self.take(pool, state, (slot, op), then));
            }
        }
        or_nothing(pool, ways, state.with(Phase::Discarded))
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
        let history = self.history.choose(pool, &self.values(&state, None));
        Arc::make_mut(&mut state.trace)[0] = Item::Block(history.slots.clone());
        if let Some(residuals) = state.memory.residuals() {
            if !self.ctx(pool).regexes.nullable(residuals.before) {
                state.phase = Phase::Discarded;
            } else if history.has_blocks() {
                state.phase = Phase::Counting(Box::new(then.clone()));
            }
        }
        state
    }

    /// Splits on whether the libraries could have produced a history whose operations are known.
    pub(crate) fn count(
        &self,
        pool: &Pool,
        state: &State<M::State>,
        then: Phase<M::State>,
    ) -> Step<State<M::State>> {
        let history = self.history.choose(pool, &self.values(state, None));
        let counts = history.counts(self.ctx(pool), &self.plan, &self.libraries);
        Step::Go(Cases::branch(pool, counts, state.with(then), state.with(Phase::Discarded)))
    }

    /// The event in a slot of the history is one of this operation.
    fn take(
        &self,
        pool: &Pool,
        state: &State<M::State>,
        (slot, op): (usize, OpId),
        then: &Phase<M::State>,
    ) -> Ways<M::State> {
        let history = self.history.choose(pool, &self.values(state, None));
        let here = &history.slots.slots()[slot];
        let is_op = here.is_op(pool, op);
        let further = Phase::Unfolding(slot + 1, Box::new(then.clone()));
        let mut taken = state.with(further.clone());
        self.choose(pool, &mut taken, slot, Some(op));
        let Some(residuals) = state.memory.residuals() else { return vec![(is_op, taken)] };
        let ctx = self.ctx(pool);
        if let Some(question) = history.event_question(ctx, slot, op, &self.libraries) {
            let added = Item::Event(here.event(op).clone());
            let trace = Arc::new(vec![Item::Block(history.slots.first(slot)), added]);
            let (walk, no) = (Walk::new(question), Phase::Discarded);
            taken.phase = Phase::Asking(Box::new(Asking { walk, trace, yes: further, no }));
        }
        let after = residuals.read(ctx, &self.compass, here.event(op), When::Before);
        let left = self.plan.history - slot - 1;
        let can_begin = |after: &Residuals| after.can_begin_within(ctx, &self.compass, left);
        let alive = after.into_iter().filter(|(_, after)| can_begin(after));
        let way = |(cond, after)| {
            let memory = Memory::Followed(Arc::new(after));
            (pool.and(&[is_op, cond]), taken.remembering(memory))
        };
        alive.map(way).collect()
    }

    /// Puts an operation, or none, in place of the tag of a slot of the history.
    fn choose(&self, pool: &Pool, state: &mut State<M::State>, slot: usize, op: Option<OpId>) {
        let slot = &self.history.slots().slots()[slot];
        let asked = self.inputs.iter().position(|asked| asked.var == slot.tag());
        let at = asked.expect("the tags of all slots are asked for");
        Arc::make_mut(&mut state.answers)[at] = slot.tag_value(pool, op);
    }
}

/// A block whose operations are chosen.
#[derive(Clone)]
pub(crate) struct Choosing<S> {
    /// The slot that comes next.
    slot: usize,
    /// What the effects of the operation leave to it and those after it.
    rest: Regex,
    performance: Performance<S>,
}

impl<S: Clone> Choosing<S> {
    pub(crate) fn new(effect: Regex, performance: Performance<S>) -> Choosing<S> {
        Choosing { slot: 0, rest: effect, performance }
    }

    /// Where the operation is performed.
    pub(crate) fn performance(&self) -> &Performance<S> {
        &self.performance
    }

    /// Puts an operation, or none, in place of the tag of a slot.
    fn choose(&mut self, pool: &Pool, block: &trace::Slots, slot: usize, op: Option<OpId>) {
        let answers = match &mut self.performance.adds {
            Adds::Event(_) => return,
            // The slots are asked for first, one after the other, however many there are.
            Adds::Block(_, answers) | Adds::Effects(_, answers) => answers,
        };
        let tag = block.slots()[slot].tag();
        let asked = block.variables().iter().position(|(_, var)| *var == tag);
        answers[asked.expect("the tags of all slots are asked for")] =
            block.slots()[slot].tag_value(pool, op);
    }
}

impl<M: Machine> Harness<M> {
    /// Splits on the operation of the event in a slot of a block; those before it are chosen.
    pub(crate) fn unfold_block(
        &self,
        pool: &Pool,
        state: &State<M::State>,
        choosing: &Choosing<M::State>,
    ) -> Step<State<M::State>> {
        let nothing = state.with(Phase::Discarded);
        let Item::Block(block) = self.added(pool, &choosing.performance.adds) else {
            let performance = Box::new(choosing.performance.clone());
            return Step::Go(Cases::one(state.with(Phase::Chosen(performance))));
        };
        let (ctx, slots) = (self.ctx(pool), block.slots());
        let mut last = choosing.clone();
        let variables = match &choosing.performance.adds {
            Adds::Effects(..) => self.effects.slots(),
            Adds::Event(_) | Adds::Block(..) => &self.block,
        };
        (choosing.slot..slots.len()).for_each(|at| last.choose(pool, variables, at, None));
        let mut ways = Vec::new();
        if ctx.regexes.nullable(choosing.rest) {
            let chosen = Phase::Chosen(Box::new(last.performance));
            ways.push((ended(pool, &slots[choosing.slot..]), state.with(chosen)));
        }
        if let Some(here) = slots.get(choosing.slot) {
            for op in possible(pool, ctx.alphabet.ops(), here) {
                let event = here.event(op);
                let after = ctx.regexes.derivative(pool, ctx.alphabet, choosing.rest, event);
                for (cond, rest) in after.into_iter().filter(|(_, rest)| *rest != Regex::EMPTY) {
                    let mut next = Choosing { slot: choosing.slot + 1, rest, ..choosing.clone() };
                    next.choose(pool, variables, choosing.slot, Some(op));
                    let next = state.with(Phase::Choosing(Box::new(next)));
                    ways.push((pool.and(&[here.is_op(pool, op), cond]), next));
                }
            }
        }
        or_nothing(pool, ways, nothing)
    }
}
