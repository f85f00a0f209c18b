//! Calls that can no longer break a promise.
//!
//! A promise on traces is followed by derivatives with as little knowledge as possible: the history is
//! any that the contract covers, the events of the call so far are known, and of those that are still to
//! come only the operations are ([`machine::Outlook`]). If every expression that can be left accepts,
//! the promise is kept whatever comes, and no more of the call need be explored. All engines share
//! this, since it asks nothing about a particular history.

use std::sync::{Arc, Mutex, PoisonError};

use machine::{EventNames, Machine};
use rustc_hash::FxHashMap;
use term::{Pool, Term};
use trace::{Context, Event, Item, Regex, can_break, formal_events, left_by_histories};

use crate::compile::Scope;
use crate::machine::{Harness, Phase, State};

/// The properties that are left; none if they are too many.
type Rests = Option<Arc<[Regex]>>;

/// What histories leave of an expression, by the one that they have to match; none if there is too much.
#[derive(Default)]
pub(crate) struct LeftByHistories(Mutex<FxHashMap<(Regex, Regex), Rests>>);

impl LeftByHistories {
    fn of(&self, ctx: Context<'_>, regex: Regex, before: Regex) -> Option<Arc<[Regex]>> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let found = known.entry((regex, before)).or_insert_with(|| {
            let events = formal_events(ctx.alphabet, &EventNames::Any)?;
            left_by_histories(ctx, regex, before, &events).map(Arc::from)
        });
        found.clone()
    }
}

impl<M: Machine> Harness<M> {
    /// Whether the call can break nothing any more, however it goes on.
    pub(crate) fn is_settled(&self, pool: &Pool, state: &State<M::State>) -> bool {
        let Phase::Running(inner) = &state.phase else { return false };
        let promises = &self.goal(state).promises;
        if promises.iter().any(|promise| promise.on_traces().is_none()) {
            return false;
        }
        let ahead = self.inner.outlook(pool, inner);
        let Some(events) = self.events_ahead(&ahead.events).filter(|_| !ahead.fails) else {
            return false;
        };
        let Some(known) = known_events(&state.trace) else { return false };
        let (ctx, by) = (self.ctx(pool), self.values(state, None));
        let before = self.goal(state).before(ctx, &by);
        promises.iter().filter_map(|promise| promise.on_traces()).all(|(regex, scope)| {
            let regex = ctx.regexes.substitute(pool, regex, &by);
            let start = match scope {
                Scope::Call => Some(Arc::from([regex])),
                Scope::History => self.left.of(ctx, regex, before),
            };
            start.is_some_and(|start| !can_break(ctx, after(ctx, &start, &known), &events))
        })
    }

    /// Events of the operations that the call may still perform; none if one of them may be refused, or
    /// may add other events to the trace than its own.
    fn events_ahead(&self, names: &EventNames) -> Option<Vec<Event>> {
        let EventNames::Of(named) = names else { return None };
        let is_plain = |name| match self.libraries.get(name) {
            Some(library) => !library.may_refuse(),
            None => self.plan.alphabet.find(*name).is_some(),
        };
        if !named.iter().all(is_plain) {
            return None;
        }
        formal_events(&self.plan.alphabet, names)
    }
}

/// The events of a call so far, if all of them are known.
fn known_events(trace: &[Item]) -> Option<Vec<&Event>> {
    let known = trace.get(1..)?.iter().map(|item| match item {
        Item::Event(event) => Some(event),
        Item::Block(_) => None,
    });
    known.collect()
}

/// What some events leave of some expressions.
fn after(ctx: Context<'_>, start: &[Regex], events: &[&Event]) -> Vec<Regex> {
    let mut left = start.to_vec();
    for event in events {
        let mut next: Vec<Regex> = Vec::new();
        for regex in left {
            let cases = ctx.regexes.derivative(ctx.pool, ctx.alphabet, regex, event);
            let possible = cases.into_iter().filter(|(cond, _)| *cond != Term::FALSE);
            possible.for_each(|(_, regex)| {
                if !next.contains(&regex) {
                    next.push(regex)
                }
            });
        }
        left = next;
    }
    left
}
