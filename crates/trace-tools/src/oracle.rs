//! A solver as this crate asks it: one question at a time, with a record of what it did not know.

use solve::{Interrupt, Reason, Solver, Verdict};
use term::{Model, Pool, Term};
use trace::{RegexPool, Tri};

/// A solver, with what it could not decide.
pub struct Oracle<'s> {
    solver: &'s mut dyn Solver,
    asked: u64,
    unknown: u64,
    reason: Option<Reason>,
    stop: Interrupt,
}

impl<'s> Oracle<'s> {
    /// Asks this solver.
    pub fn new(solver: &'s mut dyn Solver) -> Oracle<'s> {
        Oracle::until(solver, Interrupt::new())
    }

    /// Asks this solver until `stop` is raised. From then on it knows nothing, and searches end.
    pub fn until(solver: &'s mut dyn Solver, stop: Interrupt) -> Oracle<'s> {
        Oracle { solver, asked: 0, unknown: 0, reason: None, stop }
    }

    /// Whether searches have to end. What was enumerated since then is incomplete.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.is_raised()
    }

    /// A pool whose enumerations end when those of this oracle do.
    #[must_use]
    pub fn regexes(&self, pool: &Pool) -> RegexPool {
        let (regexes, stop) = (RegexPool::new(pool), self.stop.clone());
        regexes.stop_when(move || stop.is_raised());
        regexes
    }

    /// Whether all terms can be true at once.
    pub fn feasible(&mut self, pool: &Pool, terms: &[Term]) -> Tri {
        if let tri @ (Tri::Yes | Tri::No) = trace::plain(pool, terms) {
            return tri;
        }
        if self.is_stopped() {
            self.unknown += 1;
            self.reason.get_or_insert(Reason::Interrupted);
            return Tri::Unknown;
        }
        self.asked += 1;
        match self.solver.check(pool, terms) {
            Verdict::Sat => Tri::Yes,
            Verdict::Unsat => Tri::No,
            Verdict::Unknown(reason) => {
                self.unknown += 1;
                self.reason.get_or_insert(reason);
                Tri::Unknown
            }
        }
    }

    /// Values that make all terms true, if the solver finds and tells them.
    pub fn model(&mut self, pool: &Pool, terms: &[Term]) -> Option<Model> {
        match self.feasible(pool, terms) {
            Tri::Yes if terms.iter().all(|term| *term == Term::TRUE) => Some(Model::new()),
            Tri::Yes => self.solver.model(pool).filter(|model| pool.satisfies(model, terms)),
            Tri::No | Tri::Unknown => None,
        }
    }

    /// How many questions went to the solver.
    #[must_use]
    pub fn asked(&self) -> u64 {
        self.asked
    }

    /// How many it could not decide.
    #[must_use]
    pub fn unknown(&self) -> u64 {
        self.unknown
    }

    /// Why it could not decide the first of them.
    #[must_use]
    pub fn reason(&self) -> Option<&Reason> {
        self.reason.as_ref()
    }
}
