//! What is known so far: configurations that were met, what led to them, and what was found.
//!
//! Two configurations are the same if they are equal and reached under the same conditions. They
//! are told apart by their fingerprints.

use explore::Limit;
use explore::schedule::{Ledger, Room};
use rustc_hash::FxHashSet;

use super::Found;
use super::job::{Looked, Search, Stepped};
use super::path::{Path, fingerprint};
use super::trail::Trail;
use crate::given_up::{GivenUp, Reasons};
use crate::value::Fingerprint;

/// The exploration so far.
pub(super) struct Account<'a> {
    search: &'a Search<'a>,
    seen: FxHashSet<Fingerprint>,
    trail: Trail,
    given_up: Reasons,
    found: Found,
}

impl<'a> Account<'a> {
    /// Nothing is known but the start.
    pub(super) fn new(search: &'a Search<'a>, start: &Path) -> Account<'a> {
        let seen = FxHashSet::from_iter([fingerprint(&start.state, &start.past.conds)]);
        let (trail, given_up, found) = (Trail::new(), Reasons::default(), Found::default());
        Account { search, seen, trail, given_up, found }
    }

    /// What was found, and why so many paths were left.
    pub(super) fn finish(mut self, left: u64, limit: Option<Limit>) -> Found {
        if left > 0
            && let Some(reason) = self.enough().or(limit.map(GivenUp::Limit))
        {
            self.given_up.add(reason);
        }
        self.found.given_up = self.given_up.0;
        self.found
    }

    /// Why no further path is explored, unless the engine has a reason.
    fn enough(&self) -> Option<GivenUp> {
        let found = self.found.solutions.len() as u64;
        let bound =
            self.search.options.bound.filter(|bound| found >= *bound).map(GivenUp::Solutions);
        let states = || self.search.options.states.filter(|most| self.found.stats.states >= *most);
        bound.or_else(|| states().map(GivenUp::States))
    }
}

impl<'a> Ledger<Search<'a>> for Account<'a> {
    fn commit(&mut self, looked: Looked, waiting: &mut Vec<Path>) {
        self.found.stats.absorb(&looked.stats);
        looked.given_up.into_iter().for_each(|reason| self.given_up.add(reason));
        if let Some(mut solution) = looked.solution {
            solution.path = self.trail.path(looked.node);
            self.found.solutions.push(*solution);
        }
        waiting.extend(looked.waiting);
        let Some(Stepped { from, successors }) = looked.stepped else { return };
        for (done, state) in successors {
            if self.seen.insert(fingerprint(&state, &from.past.conds)) {
                waiting.push(from.after(state, self.trail.add(from.node, done)));
            }
        }
    }

    fn room(&self) -> Room {
        let left = |most: Option<u64>, used: u64| most.map(|most| most.saturating_sub(used));
        let Found { solutions, stats, .. } = &self.found;
        Room {
            paths: left(self.search.options.meter.budget().paths, stats.paths),
            findings: left(self.search.options.bound, solutions.len() as u64),
        }
    }

    fn is_full(&self) -> bool {
        self.room().is_used_up()
            || self.search.options.states.is_some_and(|most| self.found.stats.states >= most)
    }
}
