//! Which inputs matter for a violation, where the conditions of its path are known.
//!
//! An input matters if another value of it, with all others as they are, makes the violation go
//! away. A solver proposes such values: ones with which the run would have gone another way. Whether
//! the violation is gone is then seen by running the program on them. Where the solver shows that no
//! value leads another way, the input does not matter.

use explore::Answers;
use rustc_hash::FxHashMap;
use solve::{Solver, Verdict};
use term::{Pool, Term};

use crate::exchange::Trials;

/// The most values that a solver proposes for one input.
const MOST_VALUES: usize = 4;

/// How many plain values are tried before a solver is asked.
const PLAIN_VALUES: usize = 2;

/// Whether an input matters for a violation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Weight {
    /// With any other value, the same happens.
    Nothing,
    /// With this value instead, it does not happen.
    Decides(Term),
    /// It plays a part on the way, and whether it matters is not known.
    Unclear,
}

/// A violation with the conditions of its path, and the way to run it on other values.
pub struct Weighing<'a> {
    /// Where terms live.
    pub pool: &'a Pool,
    /// Proposes values.
    pub solver: &'a mut dyn Solver,
    /// What the branches of the path have decided, over the variables of inputs.
    pub path: &'a [Term],
    /// The variables of the inputs, in the order of asking.
    pub vars: &'a [Term],
    /// Their values, in the same order.
    pub known: &'a Answers,
    /// Runs the program on other values.
    pub trials: &'a Trials<'a>,
    /// Values that people like to read, in place of one, the simplest first.
    pub plain: &'a dyn Fn(Term) -> Vec<Term>,
}

impl Weighing<'_> {
    /// How much each input weighs, in the order of asking.
    pub fn weights(mut self) -> Vec<Weight> {
        (0..self.vars.len()).map(|at| self.weight(at)).collect()
    }

    fn weight(&mut self, at: usize) -> Weight {
        if (self.trials.is_over)() {
            return Weight::Unclear;
        }
        let conds = self.conds_on(at);
        if conds.is_empty() {
            return Weight::Nothing;
        }
        if let Some(other) = self.plain_way_out(at) {
            return Weight::Decides(other);
        }
        self.proposed_way_out(at, &conds)
    }

    /// Asks for any way out first, then for ways out at single conditions: others may lead to the same.
    fn proposed_way_out(&mut self, at: usize, conds: &[Term]) -> Weight {
        let all = self.pool.not(self.pool.and(conds));
        let single = conds.iter().map(|cond| self.pool.not(*cond));
        let mut tried = Vec::new();
        for (number, query) in [all].into_iter().chain(single).take(MOST_VALUES).enumerate() {
            if (self.trials.is_over)() {
                break;
            }
            match self.solver.check(self.pool, &[query]) {
                Verdict::Unsat if number == 0 => return Weight::Nothing,
                Verdict::Unsat | Verdict::Unknown(_) => continue,
                Verdict::Sat => {}
            }
            let model = self.solver.model(self.pool);
            let value = model.and_then(|model| model.value(self.pool, self.vars[at]));
            let Some(value) = value.filter(|value| !tried.contains(value)) else { break };
            match self.is_same(at, value) {
                Some(false) => return Weight::Decides(value),
                // The values of the other conditions may be inputs where these are none.
                Some(true) | None => tried.push(value),
            }
        }
        Weight::Unclear
    }

    /// A value that people like to read with which it does not happen.
    fn plain_way_out(&self, at: usize) -> Option<Term> {
        let now = self.known.inputs[at];
        let others = (self.plain)(now).into_iter().filter(|other| *other != now);
        others.take(PLAIN_VALUES).find(|other| self.is_same(at, *other) == Some(false))
    }

    fn is_same(&self, at: usize, value: Term) -> Option<bool> {
        let mut answers = self.known.clone();
        answers.inputs[at] = value;
        (self.trials.is_same)(&answers)
    }

    /// The conditions on one input that are left if all others have their values.
    fn conds_on(&self, at: usize) -> Vec<Term> {
        let values = self.vars.iter().copied().zip(self.known.inputs.iter().copied());
        let others = values.filter(|(var, _)| *var != self.vars[at]);
        let by: FxHashMap<Term, Term> = others.collect();
        let mut left = Vec::new();
        for cond in self.path {
            if !self.pool.free_vars(&[*cond]).contains(&self.vars[at]) {
                continue;
            }
            let cond = self.pool.substitute(*cond, &by);
            if cond != Term::TRUE && !left.contains(&cond) {
                left.push(cond);
            }
        }
        left
    }
}

#[cfg(test)]
mod tests {
    use solve::StageStats;
    use term::{Model, Sort};

    use super::*;

    /// Knows the integers from -20 to 20 and no others.
    struct Small {
        var: Term,
        found: Option<Term>,
    }

    impl Solver for Small {
        fn check(&mut self, pool: &Pool, query: &[Term]) -> Verdict {
            let all = pool.and(query);
            self.var = *pool.free_vars(&[all]).first().unwrap_or(&self.var);
            let holds = |value: &Term| {
                let by = FxHashMap::from_iter([(self.var, *value)]);
                pool.substitute(all, &by) == Term::TRUE
            };
            self.found = (-20..=20).map(|number| pool.int(number)).find(holds);
            if self.found.is_some() { Verdict::Sat } else { Verdict::Unsat }
        }

        fn model(&mut self, _: &Pool) -> Option<Model> {
            let mut model = Model::new();
            model.set(self.var, self.found?);
            Some(model)
        }

        fn stats(&self) -> Vec<StageStats> {
            Vec::new()
        }
    }

    /// The weights of two inputs `a` and `b` in a run on these values, which took a path with these
    /// conditions and fails if `fails` says so.
    fn weights(
        pool: &Pool,
        values: [i64; 2],
        path: impl Fn(Term, Term) -> Vec<Term>,
        fails: fn(i64, i64) -> Option<bool>,
    ) -> Vec<Weight> {
        let [a, b] = ["a", "b"].map(|name| pool.var(name, Sort::INT));
        let is_same = |answers: &Answers| {
            let number = |at: usize| pool.as_i64(answers.inputs[at]);
            fails(number(0)?, number(1)?)
        };
        let weighing = Weighing {
            pool,
            solver: &mut Small { var: a, found: None },
            path: &path(a, b),
            vars: &[a, b],
            known: &Answers::from(values.map(|value| pool.int(value)).as_slice()),
            trials: &Trials { is_same: &is_same, is_over: &|| false },
            plain: &|_| vec![pool.int(0)],
        };
        weighing.weights()
    }

    #[test]
    fn an_input_without_conditions_does_not_matter() {
        let pool = Pool::new();
        let path = |a, _| vec![pool.le(pool.int(10), a)];
        let found = weights(&pool, [12, 5], path, |a, _| Some(a >= 10));
        assert_eq!(found, [Weight::Decides(pool.int(0)), Weight::Nothing]);
    }

    #[test]
    fn a_solver_finds_the_value_that_decides() {
        let pool = Pool::new();
        let path = |a, _| vec![pool.not(pool.eq(a, pool.int(7)))];
        let found = weights(&pool, [3, 5], path, |a, _| Some(a != 7));
        assert_eq!(found, [Weight::Decides(pool.int(7)), Weight::Nothing]);
    }

    #[test]
    fn no_value_leads_another_way() {
        // With b = 5 the condition holds for every a.
        let pool = Pool::new();
        let path = |a, b| vec![pool.or(&[pool.le(a, pool.int(40)), pool.eq(b, pool.int(6))])];
        let found = weights(&pool, [3, 5], path, |_, _| Some(true));
        assert_eq!(found[0], Weight::Nothing);
    }

    #[test]
    fn another_way_to_the_same_is_no_proof() {
        let pool = Pool::new();
        let path = |a, _| vec![pool.le(pool.int(10), a)];
        let found = weights(&pool, [12, 5], path, |_, _| Some(true));
        assert_eq!(found[0], Weight::Unclear);
        let found = weights(&pool, [12, 5], path, |_, _| None);
        assert_eq!(found[0], Weight::Unclear);
    }
}
