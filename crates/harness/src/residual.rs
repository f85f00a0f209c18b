//! The continuation effect `R_cont`: what the promises of a method leave to the rest of a call.
//!
//! Each event replaces the expressions by their derivatives (rule DAPPEND of the paper). A promise
//! whose expression has become ∅ is broken whatever comes; from then on nothing is followed that
//! could only confirm it.
//!
//! DIVERGENCE: the paper's engine stops there and reports. A call that then comes to an operation
//! which its contract forbids never returns, and promises are on calls that return; otherwise engines
//! could disagree. So ours lets the call run on, before all other paths, to see it return, and the
//! answer names that reading.

use std::sync::Mutex;

use rustc_hash::FxHashMap;
use term::Cases;
use trace::{Automaton, Context, Event, Item, Regex, StateId, plain};

use crate::question::known_events;

/// The expressions that are followed along a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Residuals {
    /// What the rest of the history has to match for the call to be made.
    pub(crate) before: Regex,
    /// What the rest of the events has to match, for each promise.
    promises: Vec<Option<Followed>>,
}

/// A promise on traces that is followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Followed {
    /// What the rest has to match.
    pub(crate) rest: Regex,
    /// Whether the history counts, too, or only the call.
    pub(crate) from_start: bool,
}

/// Whether an event belongs to the history or to the call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum When {
    Before,
    During,
}

impl Residuals {
    /// Nothing has happened. A promise that is not on traces alone is not followed.
    pub(crate) fn new(before: Regex, promises: Vec<Option<Followed>>) -> Residuals {
        Residuals { before, promises }
    }

    /// Whether the promise with this number is kept if nothing more happens; none if it is not
    /// followed.
    pub(crate) fn kept(&self, ctx: Context<'_>, number: usize) -> Option<bool> {
        self.promises[number].map(|followed| ctx.regexes.nullable(followed.rest))
    }

    /// What an event leaves.
    pub(crate) fn read(
        &self,
        ctx: Context<'_>,
        compass: &Compass,
        event: &Event,
        when: When,
    ) -> Cases<Residuals> {
        let derive = |regex| ctx.regexes.derivative(ctx.pool, ctx.alphabet, regex, event);
        let mut all = Cases::one(self.clone());
        if when == When::Before {
            all = all.then(ctx.pool, |known| {
                let before = |regex| compass.normal(ctx, regex);
                derive(known.before).map(|r| Residuals { before: before(r), ..known.clone() })
            });
        }
        for number in 0..self.promises.len() {
            all = all.then(ctx.pool, |known| match known.promises[number] {
                Some(followed) if followed.from_start || when == When::During => {
                    derive(followed.rest).map(|rest| known.with(number, compass.normal(ctx, rest)))
                }
                Some(_) | None => Cases::one(known),
            });
        }
        // Ways that leave the same are one.
        all.merged(ctx.pool)
    }

    /// What all events of an item leave, whose operations are known.
    pub(crate) fn read_all(
        &self,
        ctx: Context<'_>,
        compass: &Compass,
        item: &Item,
        when: When,
    ) -> Cases<Residuals> {
        let events = known_events(ctx, std::slice::from_ref(item));
        events.iter().fold(Cases::one(self.clone()), |known, event| {
            known.then(ctx.pool, |known| known.read(ctx, compass, event, when))
        })
    }

    /// Once a promise is beyond repair those after it do not matter: the first broken one is
    /// reported.
    fn with(&self, number: usize, rest: Regex) -> Residuals {
        let mut known = self.clone();
        let changed = known.promises[number].iter_mut();
        changed.for_each(|followed| followed.rest = rest);
        if rest == Regex::EMPTY {
            let after = known.promises[number + 1..].iter_mut().flatten();
            after.for_each(|followed| followed.rest = Regex::EMPTY);
        }
        known
    }

    /// The distance of the nearest promise to where it is beyond repair, and that of the history to
    /// where the call can be made.
    pub(crate) fn distances(&self, ctx: Context<'_>, compass: &Compass) -> (u64, u64) {
        let followed = self.promises.iter().flatten();
        let dead = followed.map(|followed| compass.to_dead(ctx, followed.rest));
        (dead.min().unwrap_or(FAR), compass.to_accepting(ctx, self.before))
    }

    /// Whether so many events more can make a history for which the call can be made.
    pub(crate) fn can_begin_within(
        &self,
        ctx: Context<'_>,
        compass: &Compass,
        events: usize,
    ) -> bool {
        self.before != Regex::EMPTY && compass.to_accepting(ctx, self.before) <= events as u64
    }
}

/// A distance that is this or more is not measured.
const FAR: u64 = 4;

/// Automata with more states than these are not built to see whether they accept anything.
const MOST_STATES: usize = 24;

/// Tells how far expressions are from ∅ and from accepting, and remembers it. What it tells is a
/// function of the expression alone.
pub(crate) struct Compass {
    /// The expressions that were asked about and what follows them: to find the next events of an expression
    /// is what takes time, and what is left of an expression is asked about soon after it.
    automaton: Mutex<Automaton>,
    dead: Mutex<FxHashMap<Regex, u64>>,
    accepting: Mutex<FxHashMap<Regex, u64>>,
    void: Mutex<FxHashMap<Regex, bool>>,
}

impl Default for Compass {
    fn default() -> Compass {
        Compass {
            automaton: Mutex::new(Automaton::new(Regex::EMPTY)),
            dead: Mutex::default(),
            accepting: Mutex::default(),
            void: Mutex::default(),
        }
    }
}

impl Compass {
    /// ∅ for an expression that accepts nothing, and the expression itself otherwise.
    fn normal(&self, ctx: Context<'_>, regex: Regex) -> Regex {
        let void = remembered(&self.void, regex, || {
            self.walk(regex, |automaton, state| {
                automaton.is_dead(ctx, state, MOST_STATES, &mut plain).unwrap_or(false)
            })
        });
        if void { Regex::EMPTY } else { regex }
    }

    /// A lower bound on the events that lead to ∅ (`DistToDead`).
    fn to_dead(&self, ctx: Context<'_>, regex: Regex) -> u64 {
        remembered(&self.dead, regex, || {
            self.walk(regex, |automaton, state| {
                let found = automaton.distance_to_dead(ctx, state, FAR as usize, &mut plain);
                found.map_or(FAR, |distance| distance as u64)
            })
        })
    }

    /// A lower bound on the events that lead to an expression which accepts.
    fn to_accepting(&self, ctx: Context<'_>, regex: Regex) -> u64 {
        remembered(&self.accepting, regex, || {
            self.walk(regex, |automaton, state| {
                let found = automaton.distance_to_accepting(ctx, state, FAR as usize, &mut plain);
                found.map_or(FAR, |distance| distance as u64)
            })
        })
    }

    /// Starts at an expression in the automaton that all of them share.
    fn walk<T>(&self, regex: Regex, find: impl FnOnce(&mut Automaton, StateId) -> T) -> T {
        let mut automaton = self.automaton.lock().expect("no thread panics while holding it");
        let state = automaton.state_of(regex);
        find(&mut automaton, state)
    }
}

fn remembered<T: Copy>(
    known: &Mutex<FxHashMap<Regex, T>>,
    regex: Regex,
    find: impl FnOnce() -> T,
) -> T {
    let lock = || known.lock().expect("no thread panics while holding it");
    if let Some(known) = lock().get(&regex) {
        return *known;
    }
    let found = find();
    lock().insert(regex, found);
    found
}
