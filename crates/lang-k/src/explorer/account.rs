//! What is known so far: configurations that were met, what led to them, and what was found.
//!
//! Two configurations are the same if they are equal and reached under the same conditions. They
//! are told apart by their fingerprints.

use explore::schedule::{Ledger, Room};
use explore::{Ending, EndingKind, Limit, Unconfirmed, follow};
use solve::{Solver, Verdict};
use term::{Model, Term};

use super::job::{Again, Looked, Next, Search, Stepped, Violation, timed_check};
use super::path::Path;
use super::trail::{NodeId, Trail};
use super::{Found, Solution};
use crate::events::Broken;
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
        search
            .seen
            .insert(search.fingerprint(&start.state, &start.past.conds, start.watch), start.depth);
        let (trail, given_up, found) = (Trail::new(), Reasons::default(), Found::default());
        Account { search, solver: None, trail, given_up, found }
    }

    /// The path that has not begun yet, unless its conditions exclude every input.
    pub(super) fn begin(&mut self, start: Path) -> Vec<Path> {
        let (verdict, _) = self.ask(&start.past.conds);
        match &verdict {
            Verdict::Sat => return vec![start],
            Verdict::Unsat => {
                self.found.stats.infeasible += 1;
                self.given_up.add(GivenUp::NoInput);
            }
            Verdict::Unknown(reason) => self.given_up.add(GivenUp::Solver(reason.clone())),
        }
        match follow(&verdict, self.search.options.engine.bias) {
            true => vec![start.unsure()],
            false => Vec::new(),
        }
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
        match self.ask(&solution.conds) {
            (Verdict::Sat, model) => (solution.sure, solution.model) = (true, model),
            (Verdict::Unknown(reason), _) => self.given_up.add(GivenUp::Solver(reason)),
            (Verdict::Unsat, _) => {
                self.found.stats.infeasible += 1;
                return false;
            }
        }
        true
    }

    /// Whether conditions can hold, with values for which they do.
    fn ask(&mut self, conds: &[Term]) -> (Verdict, Option<Model>) {
        if conds.is_empty() {
            return (Verdict::Sat, Some(Model::new()));
        }
        let Search { pool, options, solvers, .. } = *self.search;
        let solver = self.solver.get_or_insert_with(solvers);
        self.found.stats.queries += 1;
        let verdict = timed_check(&mut **solver, pool, conds, &options.meter);
        let model = (verdict == Verdict::Sat).then(|| solver.model(pool)).flatten();
        (verdict, model)
    }

    /// Confirms a path whose events break a property, and takes it in.
    fn violated(&mut self, from: NodeId, violation: Violation) {
        let Violation { failure, past, choice, steps } = violation;
        let mut choices = self.trail.choices(from);
        choices.extend(choice.map(u32::from));
        let kind = match self.ask(&past.conds) {
            (Verdict::Sat, Some(model)) => {
                let follow = self.search.follow.expect("only events are violations");
                follow.confirm(Broken { failure, model: &model, choices: &choices, steps })
            }
            (Verdict::Sat, None) => EndingKind::Unconfirmed(failure, Unconfirmed::NoModel),
            (Verdict::Unknown(why), _) => {
                EndingKind::Unconfirmed(failure, Unconfirmed::Unknown(why))
            }
            (Verdict::Unsat, _) => {
                self.found.stats.infeasible += 1;
                return;
            }
        };
        self.found.violations.push(Ending { choices, kind });
    }

    /// How much was found that is worth reporting: what could not be confirmed is not.
    fn found_so_far(&self) -> u64 {
        let Found { solutions, violations, .. } = &self.found;
        let is_found = |ending: &&Ending| matches!(ending.kind, EndingKind::Violated(..));
        (solutions.len() + violations.iter().filter(is_found).count()) as u64
    }

    /// Why no further path is explored, unless the engine has a reason.
    fn enough(&self) -> Option<GivenUp> {
        let found = self.found_so_far();
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
        for violation in looked.violations {
            self.violated(looked.node, violation);
        }
        waiting.extend(looked.waiting);
        let Some(Stepped { from, successors, again }) = looked.stepped else { return };
        let mut leads_back = false;
        for Next { done, choice, fingerprint, state, watch, promise } in successors {
            let known = self.search.seen.insert(fingerprint, from.depth + 1);
            leads_back |= known.is_some_and(|at| at <= from.depth);
            if self.search.is_new(known, from.depth + 1) {
                if known.is_some() {
                    self.search.seen.set(fingerprint, from.depth + 1);
                }
                let node = self.trail.add(from.node, done, choice);
                waiting.push(from.after(state, (watch, promise), node));
            }
        }
        if let Some(Again { path, leads_back: known }) = again
            && (leads_back || known)
        {
            waiting.push(Path { takes_all: true, ..path });
        }
    }

    fn room(&self) -> Room {
        let left = |most: Option<u64>, used: u64| most.map(|most| most.saturating_sub(used));
        // A path that breaks a property has come to its end as well.
        let ended = self.found.stats.paths + self.found.violations.len() as u64;
        Room {
            paths: left(self.search.options.meter.budget().paths, ended),
            findings: left(self.search.options.bound, self.found_so_far()),
        }
    }

    fn is_full(&self) -> bool {
        self.room().is_used_up()
            || self.search.options.states.is_some_and(|most| self.found.stats.states >= most)
    }
}
