//! What a monitor has seen, beside each configuration.
//!
//! Configurations are many and states of a monitor are few, so a configuration has the number of
//! its state. Reading an event leads to a state under a condition. As with everything that depends
//! on a symbolic value, an undecided condition halts the step; the path is split, and the step is
//! made again.

use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError};

use explore::EndingKind;
use machine::{Event, EventNames, Failure, Guide, Monitor, Pruned};
use rustc_hash::FxHashMap;
use term::{Model, Pool, Term};

use super::Events;
use crate::context::{Ctx, Halt};
use crate::state::State;

/// A state of the monitor, by its number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct WatchId(u32);

/// What comes of the events of a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Followed {
    /// The path goes on.
    On(WatchId),
    /// The property is broken.
    Broken(Box<Failure>),
}

/// A path that breaks a property.
pub(crate) struct Broken<'a> {
    pub(crate) failure: Failure,
    /// Values that satisfy its conditions.
    pub(crate) model: &'a Model,
    /// The steps that were chosen, where there was a choice.
    pub(crate) choices: &'a [u32],
    /// How many steps it has.
    pub(crate) steps: u64,
}

/// Follows the events of paths, and guides them by what was seen. The start has the state with the number zero.
pub(crate) trait Follow: Sync {
    /// Which steps are events.
    fn events(&self) -> &Events;

    /// Reads the events of a step.
    fn read(&self, ctx: &Ctx<'_>, from: WatchId, events: &[Event]) -> Result<Followed, Halt>;

    /// Whether nothing can be broken any more once this was seen.
    fn is_harmless(&self, at: WatchId) -> bool;

    /// How many events it takes at least to break the property once this was seen.
    fn distance(&self, at: WatchId) -> u64;

    /// The failure of a run that ends in a configuration; with the reason, where a term has no value
    /// there.
    fn broken_at_end(&self, at: WatchId, state: &State, undefined: Option<&str>)
    -> Option<Failure>;

    /// Runs a path that breaks a property again, on values.
    fn confirm(&self, broken: Broken<'_>) -> EndingKind;
}

/// Paths are guided by what the monitor has seen on them.
impl Guide for &dyn Follow {
    type Way = WatchId;

    fn rank(&mut self, _: &Pool, seen: &WatchId) -> u64 {
        self.distance(*seen)
    }

    fn prune(&mut self, _: &Pool, seen: &WatchId) -> Option<Pruned> {
        self.is_harmless(*seen).then_some(Pruned::Harmless)
    }
}

/// The states of a monitor.
pub(super) struct States<'a, W: Monitor> {
    pool: &'a Pool,
    monitor: &'a W,
    known: Mutex<Known<W::State>>,
}

struct Known<S> {
    numbers: FxHashMap<S, WatchId>,
    states: Vec<S>,
}

impl<'a, W: Monitor<State: Hash + Eq>> States<'a, W> {
    /// The start of a monitor with these parameters.
    pub(super) fn new(pool: &'a Pool, monitor: &'a W, inputs: &[Term]) -> States<'a, W> {
        let known = Known { numbers: FxHashMap::default(), states: Vec::new() };
        let states = States { pool, monitor, known: Mutex::new(known) };
        states.number(monitor.start(pool, inputs));
        states
    }

    fn lock(&self) -> MutexGuard<'_, Known<W::State>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn number(&self, state: W::State) -> WatchId {
        let mut known = self.lock();
        if let Some(number) = known.numbers.get(&state) {
            return *number;
        }
        let number = WatchId(u32::try_from(known.states.len()).expect("monitors have few states"));
        known.numbers.insert(state.clone(), number);
        known.states.push(state);
        number
    }

    fn state(&self, number: WatchId) -> W::State {
        self.lock().states[number.0 as usize].clone()
    }

    pub(super) fn read(
        &self,
        ctx: &Ctx<'_>,
        from: WatchId,
        events: &[Event],
    ) -> Result<Followed, Halt> {
        let mut state = self.state(from);
        for event in events {
            state = self.read_one(ctx, &state, event)?;
            if let Some(failure) = self.monitor.broken_by(self.pool, &state, event) {
                return Ok(Followed::Broken(Box::new(failure)));
            }
        }
        Ok(Followed::On(self.number(state)))
    }

    pub(super) fn is_harmless(&self, at: WatchId) -> bool {
        !self.monitor.can_break(self.pool, &self.state(at), &EventNames::Any)
    }

    pub(super) fn distance(&self, at: WatchId) -> u64 {
        self.monitor.distance(self.pool, &self.state(at))
    }

    /// The state whose condition holds on the path.
    fn read_one(&self, ctx: &Ctx<'_>, state: &W::State, event: &Event) -> Result<W::State, Halt> {
        let cases = self.monitor.read(self.pool, state, event);
        let cases = cases.map_err(|gap| Halt::Unsupported(gap.what))?;
        for (cond, next) in cases {
            if ctx.decide(cond)? {
                return Ok(next);
            }
        }
        Err(Halt::Unsupported("an event that leads to no state of the monitor".to_owned()))
    }

    pub(super) fn broken_at_end(&self, at: WatchId) -> Option<Failure> {
        self.monitor.broken_at_end(self.pool, &self.state(at), None)
    }
}
