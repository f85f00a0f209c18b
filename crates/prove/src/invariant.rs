//! Invariants of what a program keeps.
//!
//! A condition on the state is an invariant if it holds at first and after each step from any state in which all
//! invariants hold. So all candidates are tried together: those that do not hold at first are dropped, then
//! those that a step breaks from a state in which all of the others hold, until none is broken. What is
//! left is the largest set of candidates that are invariants together (Houdini).

use solve::{Solver, Verdict};
use term::{Model, Pool, Term};

use crate::transition::state_left;

/// A condition on the state before and after a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// Of the state before.
    pub before: Term,
    /// Of the state after.
    pub after: Term,
    /// For people.
    pub text: String,
}

/// How the state comes about: the conditions of all paths.
#[derive(Clone, Default, Debug)]
pub struct StateSteps {
    /// Those that lead to the first state, which is the state after.
    pub first: Vec<Vec<Term>>,
    /// Those of all steps from a state before to one after.
    pub later: Vec<Vec<Term>>,
}

/// Looks for invariants among candidates.
pub struct Invariants<'a> {
    /// Where the terms live.
    pub pool: &'a Pool,
    /// What decides about steps.
    pub solver: &'a mut dyn Solver,
    /// Whether to give up.
    pub is_late: &'a dyn Fn() -> bool,
    /// A condition that is at least as strong, said of the parts of what it is about.
    pub expanded: &'a dyn Fn(Term) -> Term,
    /// What is always true of what some conditions mention.
    pub facts: &'a dyn Fn(&[Term]) -> Vec<Term>,
}

impl Invariants<'_> {
    /// The candidates that are invariants, all together; none if the time was over.
    pub fn among(&mut self, steps: &StateSteps, mut candidates: Vec<Candidate>) -> Vec<Candidate> {
        for path in &steps.first {
            while self.drop_broken(path, &[], &mut candidates) {}
        }
        loop {
            let before = candidates.len();
            for path in &steps.later {
                loop {
                    if (self.is_late)() {
                        return Vec::new();
                    }
                    let assumed: Vec<Term> = candidates.iter().map(|one| one.before).collect();
                    if !self.drop_broken(path, &assumed, &mut candidates) {
                        break;
                    }
                }
            }
            if candidates.len() == before {
                return candidates;
            }
        }
    }

    /// Drops candidates that a path breaks from a state in which some conditions hold; false if it breaks none.
    fn drop_broken(
        &mut self,
        path: &[Term],
        assumed: &[Term],
        candidates: &mut Vec<Candidate>,
    ) -> bool {
        let before = candidates.len();
        let settled = |one: &Candidate| self.settled(path, one.after);
        let kept: Vec<Term> = candidates.iter().map(settled).collect();
        match self.breaks(path, assumed, &kept) {
            Broken::None => return false,
            Broken::By(model) => {
                let mut each = kept.iter();
                candidates.retain(|_| {
                    let kept = each.next().expect("there is one for each");
                    self.pool.eval(*kept, &model) != Term::FALSE
                });
            }
            Broken::Perhaps => {}
        }
        if candidates.len() == before {
            // Which one is broken is not known: each has to be shown for itself.
            candidates.retain(|one| {
                let kept = self.settled(path, one.after);
                matches!(self.breaks(path, assumed, &[kept]), Broken::None)
            });
        }
        candidates.len() < before
    }

    /// A condition on the state after a path, said of what the path leaves there.
    fn settled(&self, path: &[Term], after: Term) -> Term {
        let by = path.iter().find_map(|cond| state_left(self.pool, *cond)).into_iter().collect();
        (self.expanded)(self.pool.substitute(after, &by))
    }

    fn breaks(&mut self, path: &[Term], assumed: &[Term], kept: &[Term]) -> Broken {
        let broken = self.pool.not(self.pool.and(kept));
        let mut query = [path, assumed, &[broken]].concat();
        query.extend((self.facts)(&query));
        match self.solver.check(self.pool, &query) {
            Verdict::Unsat => Broken::None,
            Verdict::Unknown(_) => Broken::Perhaps,
            Verdict::Sat => self.solver.model(self.pool).map_or(Broken::Perhaps, Broken::By),
        }
    }

    /// Some of the invariants that are invariants by themselves, those among them that have these numbers.
    pub fn closed(&mut self, steps: &StateSteps, all: &[Candidate], used: &[usize]) -> Vec<usize> {
        let mut chosen = used.to_vec();
        loop {
            let Some(model) = self.broken_by(steps, all, &chosen) else { return chosen };
            let is_false = |at: &usize| {
                !chosen.contains(at) && self.pool.eval(all[*at].before, &model) == Term::FALSE
            };
            match (0..all.len()).find(is_false) {
                Some(more) => chosen.push(more),
                None => return (0..all.len()).collect(),
            }
        }
    }

    /// Values of a step that breaks some of the invariants where only these are known; without values if it
    /// is not known which.
    fn broken_by(
        &mut self,
        steps: &StateSteps,
        all: &[Candidate],
        chosen: &[usize],
    ) -> Option<Model> {
        let assumed: Vec<Term> = chosen.iter().map(|at| all[*at].before).collect();
        steps.later.iter().find_map(|path| {
            let kept: Vec<Term> =
                chosen.iter().map(|at| self.settled(path, all[*at].after)).collect();
            match self.breaks(path, &assumed, &kept) {
                Broken::None => None,
                Broken::By(model) => Some(model),
                Broken::Perhaps => Some(Model::default()),
            }
        })
    }
}

/// What breaks some of several conditions.
enum Broken {
    /// Nothing.
    None,
    /// A step on these values.
    By(Model),
    /// Something may.
    Perhaps,
}
