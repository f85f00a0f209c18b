//! Several parameters that stand for every value: each combination has its own state.
//!
//! Slow and plain: every event moves every combination. Values that have not occurred are stood in for
//! by as many symbols as there are parameters, so that combinations of equal and of different such
//! values are all there. A value that occurs for the first time takes the place of a symbol.

use std::collections::BTreeMap;

use term::Sort;
use trace::OpId;

use super::{Class, Core, Instance, Lost, MonitorError, Places};
use crate::log::{Logged, Value};
use crate::monitor::code::{Env, Plain};
use crate::oracle::Oracle;

/// More combinations than these are not followed.
const MAX_TUPLES: usize = 50_000;

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Slot {
    Known(Value<'static>),
    Fresh(u8),
}

#[derive(Clone, Copy)]
struct State {
    state: u32,
    since: Option<u64>,
}

pub(super) struct Many {
    /// The parameters that stand for every value, with their sorts.
    every: Vec<(usize, Sort)>,
    tuples: BTreeMap<Vec<Slot>, State>,
    known: Vec<(Sort, Value<'static>)>,
}

impl Many {
    pub(super) fn new(core: &Core<'_>) -> Result<Many, MonitorError> {
        let sort = |at: usize| core.ctx.pool.sort(core.params[at].var);
        let every: Vec<(usize, Sort)> = core.every().into_iter().map(|at| (at, sort(at))).collect();
        let mut tuples: Vec<Vec<Slot>> = vec![Vec::new()];
        let mut known: Vec<(Sort, Value<'static>)> = Vec::new();
        for (at, sort) in &every {
            let fresh = (0..every.len()).map(|number| Slot::Fresh(number as u8));
            let named = core.named[*at].iter().cloned().map(Slot::Known);
            let domain: Vec<Slot> = fresh.chain(named).collect();
            known.extend(core.named[*at].iter().map(|value| (*sort, value.clone())));
            let longer = |tuple: &Vec<Slot>| {
                let one = |slot: &Slot| tuple.iter().cloned().chain([slot.clone()]).collect();
                domain.iter().map(one).collect::<Vec<Vec<Slot>>>()
            };
            tuples = tuples.iter().flat_map(longer).collect();
            if tuples.len() > MAX_TUPLES {
                return Err(MonitorError::TooMany(MAX_TUPLES));
            }
        }
        let start = State { state: 0, since: None };
        let tuples = tuples.into_iter().map(|tuple| (tuple, start)).collect();
        Ok(Many { every, tuples, known })
    }

    pub(super) fn len(&self) -> usize {
        self.tuples.len()
    }

    /// Every kind of combination that the property tells apart, before anything happens.
    pub(super) fn kinds(&self, core: &Core<'_>) -> Vec<(Vec<Class>, Instance)> {
        let kind = |tuple: &Vec<Slot>| (self.classes(core, tuple), self.instance(core, tuple));
        self.tuples.keys().map(kind).collect()
    }

    pub(super) fn read(
        &mut self,
        core: &mut Core<'_>,
        op: Option<OpId>,
        event: &Logged<'_>,
        places: &[Plain<'_>],
        now: u64,
        oracle: &mut Oracle<'_>,
    ) -> Result<Option<Instance>, MonitorError> {
        self.meet(core, op, event)?;
        let mut changed: Vec<Vec<Slot>> = Vec::new();
        for (tuple, state) in &mut self.tuples {
            let Core { states, given, .. } = &mut *core;
            let mut slots = tuple.iter();
            let params: Places<'_> = given
                .iter()
                .map(|given| match given {
                    Some(value) => Plain::from(value),
                    None => plain(slots.next().expect("a slot for each such parameter")),
                })
                .collect();
            let after = states.step(state.state, op, Env { places, params: &params })?;
            if after != state.state {
                *state = State { state: after, since: state.since.or(Some(now)) };
                changed.push(tuple.clone());
            }
        }
        // Combinations of values that occur are reported rather than those with symbols.
        for tuple in changed {
            let state = self.tuples[&tuple].state;
            let classes = self.classes(core, &tuple);
            if core.is_lost(state, classes, oracle) == Lost::Yes {
                return Ok(Some(self.instance(core, &tuple)));
            }
        }
        Ok(None)
    }

    /// Takes in the values of an event that have not occurred before.
    fn meet(
        &mut self,
        core: &Core<'_>,
        op: Option<OpId>,
        event: &Logged<'_>,
    ) -> Result<(), MonitorError> {
        let Some(op) = op else { return Ok(()) };
        let places = core.ctx.alphabet.op(op).places();
        for (place, value) in places.iter().zip(event.args.iter().chain(&event.result)) {
            let wanted = self.every.iter().any(|(_, sort)| *sort == place.sort);
            let known = self.known.iter().any(|(sort, old)| *sort == place.sort && old == value);
            if wanted && !known {
                let value = value.clone().into_owned();
                self.introduce(place.sort, &value);
                self.known.push((place.sort, value));
            }
            if self.tuples.len() > MAX_TUPLES {
                return Err(MonitorError::TooMany(MAX_TUPLES));
            }
        }
        Ok(())
    }

    fn introduce(&mut self, sort: Sort, value: &Value<'static>) {
        let mut new: Vec<(Vec<Slot>, State)> = Vec::new();
        for (tuple, state) in &self.tuples {
            for symbol in 0..self.every.len() as u8 {
                let of_sort = |at: usize| self.every[at].1 == sort;
                let is_symbol =
                    |(at, slot): (usize, &Slot)| of_sort(at) && *slot == Slot::Fresh(symbol);
                if tuple.iter().enumerate().any(is_symbol) {
                    let put = |(at, slot): (usize, &Slot)| match is_symbol((at, slot)) {
                        true => Slot::Known(value.clone()),
                        false => slot.clone(),
                    };
                    let state = State { since: None, ..*state };
                    new.push((tuple.iter().enumerate().map(put).collect(), state));
                }
            }
        }
        for (tuple, state) in new {
            self.tuples.entry(tuple).or_insert(state);
        }
    }

    fn classes(&self, core: &Core<'_>, tuple: &[Slot]) -> Vec<Class> {
        let class = |(number, slot): (usize, &Slot)| {
            let (at, sort) = self.every[number];
            if let Slot::Known(value) = slot
                && let Some(named) = core.named[at].iter().position(|named| named == value)
            {
                return Class::Named(named);
            }
            let same = |other: &usize| self.every[*other].1 == sort && tuple[*other] == *slot;
            let first = (0..=number).find(same).expect("a slot is equal to itself");
            Class::SameAs(self.every[first].0)
        };
        tuple.iter().enumerate().map(class).collect()
    }

    fn instance(&self, core: &Core<'_>, tuple: &[Slot]) -> Instance {
        let mut values = core.given.clone();
        for ((at, _), slot) in self.every.iter().zip(tuple) {
            values[*at] = match slot {
                Slot::Known(value) => Some(value.clone()),
                Slot::Fresh(_) => None,
            };
        }
        Instance { values, since: self.tuples[tuple].since }
    }

    pub(super) fn end(&self, core: &Core<'_>) -> Option<Instance> {
        let bad = self.tuples.iter().find(|(_, state)| !core.states.accepts(state.state));
        bad.map(|(tuple, _)| self.instance(core, tuple))
    }
}

fn plain(slot: &Slot) -> Plain<'_> {
    match slot {
        Slot::Known(value) => Plain::from(value),
        Slot::Fresh(number) => Plain::Fresh(*number),
    }
}
