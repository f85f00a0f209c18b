//! What the machine of a call tells besides events.
//!
//! A contract may mention more than arguments, result and events: what functions of the program say
//! of them, what its variables hold before and after the call, how the call ended. The machine
//! computes that and tells it as an event that is no part of the trace. It may also call the program before
//! the call that is checked, because what the program keeps depends on earlier calls; what such
//! calls do to the libraries belongs to the history.

use std::sync::Arc;

use machine::{Event, Machine, Step};
use term::{Cases, Pool, Symbol, Term};

use crate::machine::{Harness, Phase, State};
use crate::plan::TrialNote;

/// The notes so far.
#[derive(Clone, Default)]
pub(crate) struct Noted {
    /// Variables of the contract with their values.
    pub(crate) values: Vec<(Term, Term)>,
    /// Calls of the program by itself: how many items the trace had, and what was called.
    pub(crate) calls: Vec<(usize, Event)>,
    /// How many items the trace had when the call began.
    pub(crate) begun: Option<usize>,
}

impl<S> State<S> {
    /// How many items of the trace are history.
    pub(crate) fn begun(&self) -> usize {
        self.told.begun.unwrap_or(1)
    }
}

impl<M: Machine> Harness<M> {
    /// What an event of this name tells, if it is not one of the call.
    pub(crate) fn note(&self, name: Symbol) -> Option<&TrialNote> {
        let notes = &self.plan.method.trial.as_ref()?.notes;
        notes.iter().find(|(known, _)| *known == name).map(|(_, note)| note)
    }

    /// Whether the call that is checked has begun.
    pub(crate) fn has_begun<S>(&self, state: &State<S>) -> bool {
        self.plan.method.trial.is_none() || state.told.begun.is_some()
    }

    pub(crate) fn take_note(
        &self,
        pool: &Pool,
        mut state: State<M::State>,
        (note, shown): (&TrialNote, &Event),
        next: M::State,
    ) -> Step<State<M::State>> {
        let told = Arc::make_mut(&mut state.told);
        let value = shown.args.first().copied();
        match note {
            TrialNote::Value(var) => told.values.extend(value.map(|value| (*var, value))),
            TrialNote::OwnCall { name, args } => {
                let args = match (args, value) {
                    (2.., Some(tuple)) => {
                        (0..*args as u32).map(|at| pool.field(0, at, tuple)).collect()
                    }
                    _ => value.into_iter().collect(),
                };
                let call = Event { op: pool.symbol(name), args, result: None, span: shown.span };
                told.calls.push((state.trace.len(), call));
            }
            TrialNote::Unmentioned => {}
            TrialNote::Began => {
                told.begun = Some(state.trace.len());
                let covered = self.covers(pool, &state);
                let (yes, no) = (state.with(Phase::Running(next)), state.with(Phase::Discarded));
                return Step::Go(Cases::branch(pool, covered, yes, no));
            }
        }
        Step::Go(Cases::one(state.with(Phase::Running(next))))
    }

    /// The condition under which the contract covers the call that begins now.
    fn covers(&self, pool: &Pool, state: &State<M::State>) -> Term {
        let (ctx, by) = (self.ctx(pool), self.values(state, None));
        let goal = self.goal(state);
        pool.and(&[
            goal.required(pool, &by),
            self.belongs(pool, &state.trace, 0..state.trace.len(), goal.before(ctx, &by)),
        ])
    }

    /// What the call returned, which the machine notes if it does more than call; none if an exception
    /// came out of it.
    pub(crate) fn returned_value(
        &self,
        state: &State<M::State>,
        result: Option<Term>,
    ) -> Option<Term> {
        match (&self.plan.method.trial, self.plan.method.result) {
            (Some(_), Some(var)) => {
                let told = state.told.values.iter().rev().find(|(known, _)| *known == var);
                told.map(|(_, value)| *value)
            }
            _ => result,
        }
    }
}
