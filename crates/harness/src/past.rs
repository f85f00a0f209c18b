//! How engines answer questions on the past of a call.
//!
//! The engine `slots` answers each at once by a term. The engine `derivative` knows the operations of
//! the trace and reads event by event. The engine `naive` puts questions off until the call is over,
//! or until it has to know on which of two ways to go on.

use std::sync::Arc;

use machine::{Machine, Step};
use term::{Cases, Pool, Term};
use trace::Item;

use crate::engine::Engine;
use crate::machine::{Harness, Performance, Phase, State};
use crate::memory::Memory;
use crate::question::{Answer, Question, Walk};
use crate::residual::When;

/// A question that is answered event by event.
#[derive(Clone)]
pub(crate) struct Asking<S> {
    pub(crate) walk: Walk,
    /// What the question is about.
    pub(crate) trace: Arc<Vec<Item>>,
    pub(crate) yes: Phase<S>,
    pub(crate) no: Phase<S>,
}

impl<M: Machine> Harness<M> {
    /// All inputs are known: splits on whether the call may be made.
    pub(crate) fn begin(
        &self,
        pool: &Pool,
        mut state: State<M::State>,
        inner: M::State,
    ) -> Step<State<M::State>> {
        let by = self.values(&state, None);
        state.trace = Arc::new(vec![Item::Block(self.history.choose(pool, &by).slots)]);
        let running = Phase::Running(inner);
        let required = || self.goal(&state).required(pool, &by);
        if self.plan.method.trial.is_some() {
            // The machine brings about the state of the program first, and says when the call begins.
            let counts =
                self.history.choose(pool, &by).counts(self.ctx(pool), &self.plan, &self.libraries);
            let (yes, no) = (state.with(running), state.with(Phase::Discarded));
            return Step::Go(Cases::branch(pool, counts, yes, no));
        }
        let (memory, cond, yes) = match self.engine {
            Engine::Slots | Engine::Opaque => {
                let history = self.history.choose(pool, &by).slots;
                let least = history.slots().iter().take(self.least_history);
                let mut parts: Vec<Term> = least.map(|slot| pool.not(slot.is_none(pool))).collect();
                parts.push(self.may_begin(pool, &state));
                (Memory::Terms, pool.and(&parts), running)
            }
            Engine::Derivative => {
                let memory = self.nothing_known(pool, &state, &by);
                (memory, required(), Phase::Unfolding(0, Box::new(running)))
            }
            Engine::Naive => (Memory::Owed(Arc::default()), required(), running),
        };
        state.memory = memory;
        Step::Go(Cases::branch(pool, cond, state.with(yes), state.with(Phase::Discarded)))
    }

    /// The condition under which the call may be made.
    fn may_begin<S>(&self, pool: &Pool, state: &State<S>) -> Term {
        let (ctx, by) = (self.ctx(pool), self.values(state, None));
        let goal = self.goal(state);
        pool.and(&[
            self.history.choose(pool, &by).counts(ctx, &self.plan, &self.libraries),
            goal.required(pool, &by),
            self.belongs(pool, &state.trace, 0..1, goal.before(ctx, &by)),
        ])
    }

    /// Goes one way or the other, by a question on the trace and what is perhaps added to it. An
    /// engine that puts questions off has to [`Harness::recall`] the history first.
    pub(crate) fn decide(
        &self,
        pool: &Pool,
        state: &State<M::State>,
        (question, added): (Question, Option<Item>),
        (yes, no): (Phase<M::State>, Phase<M::State>),
    ) -> Step<State<M::State>> {
        let trace: Vec<Item> = state.trace.iter().cloned().chain(added).collect();
        let plain = question.plain(pool);
        if plain.is_none() && state.memory.residuals().is_some() {
            let (walk, trace) = (Walk::new(question), Arc::new(trace));
            let asking = Phase::Asking(Box::new(Asking { walk, trace, yes, no }));
            return Step::Go(Cases::one(state.with(asking)));
        }
        let belongs = |items, regex| self.belongs(pool, &trace, items, regex);
        let cond = plain.unwrap_or_else(|| question.term(pool, belongs));
        Step::Go(Cases::branch(pool, cond, state.with(yes), state.with(no)))
    }

    /// Goes on where the trace is as a contract wants it; other ways are excluded.
    pub(crate) fn demand(
        &self,
        pool: &Pool,
        state: &State<M::State>,
        (question, added): (Question, Option<Item>),
        yes: Phase<M::State>,
    ) -> Step<State<M::State>> {
        let Memory::Owed(owed) = &state.memory else {
            return self.decide(pool, state, (question, added), (yes, Phase::Discarded));
        };
        let possible = question.possible(pool);
        let owed = Arc::new(owed.iter().cloned().chain([question]).collect());
        let next = state.with(yes).remembering(Memory::Owed(owed));
        Step::Go(Cases::branch(pool, possible, next, state.with(Phase::Discarded)))
    }

    /// Whether questions are put off.
    pub(crate) fn owes(&self, state: &State<M::State>) -> bool {
        matches!(state.memory, Memory::Owed(_))
    }

    /// Chooses the history, if it is not known, and asks what was put off; then goes on.
    pub(crate) fn recall(&self, state: &State<M::State>, then: Phase<M::State>) -> State<M::State> {
        state.with(match self.owes(state) {
            true => Phase::Unfolding(0, Box::new(Phase::Owing(Box::new(then)))),
            false => then,
        })
    }

    /// Splits on whether all is as the questions that were put off want it. From then on they are
    /// answered at once.
    pub(crate) fn settle(
        &self,
        pool: &Pool,
        state: &State<M::State>,
        then: Phase<M::State>,
    ) -> Step<State<M::State>> {
        let mut parts = vec![self.may_begin(pool, state)];
        if let Memory::Owed(owed) = &state.memory {
            let belongs = |items, regex| self.belongs(pool, &state.trace, items, regex);
            parts.extend(owed.iter().map(|question| question.term(pool, belongs)));
        }
        let next = state.with(then).remembering(Memory::Terms);
        Step::Go(Cases::branch(pool, pool.and(&parts), next, state.with(Phase::Discarded)))
    }

    /// Reads one event more for a question.
    pub(crate) fn ask(
        &self,
        pool: &Pool,
        state: &State<M::State>,
        asking: &Asking<M::State>,
    ) -> Step<State<M::State>> {
        let answers = asking.walk.clone().step(self.ctx(pool), &asking.trace);
        Step::Go(answers.map(|answer| match answer {
            Answer::Yes => state.with(asking.yes.clone()),
            Answer::No => state.with(asking.no.clone()),
            Answer::Open(walk) => {
                state.with(Phase::Asking(Box::new(Asking { walk, ..asking.clone() })))
            }
        }))
    }

    /// Splits on what a performance leaves of the promises, if they are followed.
    pub(crate) fn follow(
        &self,
        pool: &Pool,
        state: &State<M::State>,
        performance: Box<Performance<M::State>>,
    ) -> Step<State<M::State>> {
        let added = self.added(pool, &performance.adds);
        let next = state.with(Phase::Followed(performance));
        let Some(residuals) = state.memory.residuals() else {
            return Step::Go(Cases::one(next));
        };
        let after = residuals.read_all(self.ctx(pool), &self.compass, &added, When::During);
        Step::Go(after.map(|after| next.remembering(Memory::Followed(Arc::new(after)))))
    }
}
