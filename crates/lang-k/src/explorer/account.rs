//! What is known so far: configurations that were met, what led to them, and what was found.
//!
//! Two configurations are the same if they are equal and reached under the same conditions. They
//! are told apart by their fingerprints.

use explore::Limit;
use explore::schedule::{Ledger, Room};
use solve::{Solver, Verdict};
use term::Model;

use super::job::{Looked, Search, Stepped, timed_check};
use super::path::{Path, fingerprint};
use super::trail::Trail;
use super::{Found, Solution};
use crate::given_up::{GivenUp, Reasons};

/// The exploration so far.
pub(super) struct Account<'a> {
    search: &'a Search<'a>,
    /// Finds inputs for solutions. Made for the first one that needs it.
    solver: Option<Box<dyn Solver>>,
    trail: Trail,
    given_up: Reasons,
    found: Found,
}

impl<'a> Account<'a> {
    /// Nothing is known but the start.
    pub(super) fn new(search: &'a Search<'a>, start: &Path) -> Account<'a> {
        search.seen.insert(fingerprint(&start.state, &start.past.conds), ());
        let (trail, given_up, found) = (Trail::new(), Reasons::default(), Found::default());
        Account { search, solver: None, trail, given_up, found }
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

    /// Finds values of the symbolic inputs that lead to a solution. Says no if none do: the solver
    /// could not tell so at an earlier branch.
    ///
    /// Which values a solver finds depends on what it was asked before. This one is asked for
    /// solutions only, in their order, which is the same for any number of threads.
    fn find_inputs(&mut self, solution: &mut Solution) -> bool {
        if solution.conds.is_empty() {
            (solution.sure, solution.model) = (true, Some(Model::new()));
            return true;
        }
        let Search { pool, options, solvers, .. } = *self.search;
        let solver = self.solver.get_or_insert_with(solvers);
        self.found.stats.queries += 1;
        match timed_check(&mut **solver, pool, &solution.conds, &options.meter) {
            Verdict::Sat => (solution.sure, solution.model) = (true, solver.model(pool)),
            Verdict::Unknown(reason) => self.given_up.add(GivenUp::Solver(reason)),
            Verdict::Unsat => {
                self.found.stats.infeasible += 1;
                return false;
            }
        }
        true
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
        if let Some(mut solution) = looked.solution
            && self.find_inputs(&mut solution)
        {
            solution.path = self.trail.path(looked.node);
            self.found.solutions.push(*solution);
        }
        waiting.extend(looked.waiting);
        let Some(Stepped { from, successors }) = looked.stepped else { return };
        for (done, fingerprint, state) in successors {
            if self.search.seen.insert(fingerprint, ()).is_none() {
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
