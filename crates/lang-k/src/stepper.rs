//! Going through a run step by step: what can be done next, what was done, and back again.
//!
//! A moment is a configuration with the conditions under which it was reached. What can be done in
//! it is a choice: rules that apply, arguments that can be evaluated next, or, where a step depends
//! on a symbolic value, the condition and its negation.

use explore::{Bias, follow};
use solve::Solver;
use source::Files;
use term::{Pool, Term};

use crate::context::{Ctx, Halt, Known};
use crate::language::Language;
use crate::machine::Done;
use crate::run::{Ending, rest};
use crate::state::State;
use crate::why::rule_title;

/// What leads from a moment to the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    /// A step.
    Step(Done),
    /// A condition that is taken to hold.
    Assume(Term),
}

/// A configuration with the conditions under which it was reached.
#[derive(Clone, Debug)]
pub struct Moment {
    /// The configuration.
    pub state: State,
    /// The conditions.
    pub conds: Vec<Term>,
    /// The same, and what follows from them.
    pub known: Known,
    /// What led here; none at the start.
    pub by: Option<Move>,
}

/// What can be done.
#[derive(Clone, Debug)]
pub enum Next {
    /// One of these, each with the moment that it leads to.
    Choices(Vec<Moment>),
    /// Nothing.
    End(Ending),
}

/// A run on its way.
pub struct Stepper<'a> {
    language: &'a Language,
    pool: &'a Pool,
    solver: &'a mut dyn Solver,
    moments: Vec<Moment>,
}

impl<'a> Stepper<'a> {
    /// A run from a configuration, under conditions that hold at first.
    pub fn new(
        language: &'a Language,
        pool: &'a Pool,
        start: State,
        assumed: &[Term],
        solver: &'a mut dyn Solver,
    ) -> Stepper<'a> {
        let known = assumed.iter().fold(Known::default(), |known, cond| known.with(pool, *cond));
        let first = Moment { state: start, conds: assumed.to_vec(), known, by: None };
        Stepper { language, pool, solver, moments: vec![first] }
    }

    /// The moment.
    #[must_use]
    pub fn now(&self) -> &Moment {
        self.moments.last().expect("the first moment is never taken back")
    }

    /// The moment before.
    #[must_use]
    pub fn before(&self) -> Option<&Moment> {
        self.moments.len().checked_sub(2).map(|at| &self.moments[at])
    }

    /// How many steps were made; conditions that were taken to hold do not count.
    #[must_use]
    pub fn steps(&self) -> usize {
        self.moments.iter().filter(|moment| matches!(moment.by, Some(Move::Step(_)))).count()
    }

    /// What can be done.
    pub fn choices(&mut self) -> Next {
        loop {
            let now = self.now().clone();
            let mut ctx = Ctx::new(&self.language.compiled.program, self.pool, &now.known);
            match ctx.successors(&now.state) {
                Ok(steps) if steps.is_empty() => {
                    let program = &self.language.compiled.program;
                    return Next::End(rest(program, self.pool, &now.state));
                }
                Ok(steps) => {
                    let moment =
                        |(done, state)| Moment { state, by: Some(Move::Step(done)), ..now.clone() };
                    return Next::Choices(steps.into_iter().map(moment).collect());
                }
                Err(Halt::Undecided(cond)) => {
                    let mut both = self.both_ways(&now, cond);
                    match (both.pop(), both.pop()) {
                        (Some(second), Some(first)) => return Next::Choices(vec![first, second]),
                        // The other way is impossible, so nothing is to be chosen.
                        (Some(only), None) => self.learn(only),
                        (None, _) => return Next::End(Ending::Halted(Halt::Undecided(cond))),
                    }
                }
                Err(halt) => return Next::End(Ending::Halted(halt)),
            }
        }
    }

    /// The same moment where a condition holds, and where it does not, as far as that can be.
    fn both_ways(&mut self, now: &Moment, cond: Term) -> Vec<Moment> {
        let mut ways = Vec::new();
        for cond in [cond, self.pool.not(cond)] {
            let mut conds = now.conds.clone();
            conds.push(cond);
            if follow(&self.solver.check(self.pool, &conds), Bias::Verify) {
                let known = now.known.clone().with(self.pool, cond);
                let by = Some(Move::Assume(cond));
                ways.push(Moment { conds, known, by, state: now.state.clone() });
            }
        }
        ways
    }

    /// Keeps what follows from the conditions anyway.
    fn learn(&mut self, only: Moment) {
        let now = self.moments.last_mut().expect("the first moment is never taken back");
        now.known = only.known;
    }

    /// Goes on to one of the moments that [`Stepper::choices`] has listed.
    pub fn go(&mut self, moment: Moment) {
        self.moments.push(moment);
    }

    /// Goes back to the moment before. Says whether there is one.
    pub fn back(&mut self) -> bool {
        let can = self.moments.len() > 1;
        if can {
            self.moments.pop();
        }
        can
    }

    /// Whether a condition can hold now.
    pub fn is_possible(&mut self, cond: Term) -> bool {
        let mut query = self.now().conds.clone();
        query.push(cond);
        follow(&self.solver.check(self.pool, &query), Bias::Verify)
    }
}

/// What was done, in words.
#[must_use]
pub fn done_title(language: &Language, files: &Files, done: Done) -> String {
    let program = &language.compiled.program;
    let strict = |nth: u32| {
        let strict = &program.strictness[nth as usize];
        (strict.position + 1, &program.signature.label_info(strict.label).name)
    };
    match done {
        Done::Rule(id) => rule_title(language, files, id),
        Done::Heat(nth) => {
            let (argument, label) = strict(nth);
            format!("evaluate argument {argument} of `{label}`")
        }
        Done::Cool(nth) => {
            let (argument, label) = strict(nth);
            format!("put the value back as argument {argument} of `{label}`")
        }
    }
}
