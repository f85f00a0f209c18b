//! Which inputs matter for a violation.
//!
//! An input matters if another value of it, with all others as they are, makes the violation go
//! away. A solver proposes such values: ones with which the run would have gone another way. Whether
//! the violation is gone is then seen by running the program on them.

use explore::concolic::{Concolic, Decision};
use rustc_hash::FxHashMap;
use solve::{Solver, Verdict};
use term::{Pool, Term};

use crate::outcome::Weight;
use crate::trial::{Trials, simpler_values};

/// The most values that are tried for one input.
const MOST_VALUES: usize = 4;

/// How many values are tried before a solver is asked.
const PLAIN_VALUES: usize = 2;

/// A run, and the way to make it again with other values.
pub(crate) struct Relevance<'a> {
    pub(crate) pool: &'a Pool,
    pub(crate) solver: &'a mut dyn Solver,
    pub(crate) host: &'a Concolic<'a>,
    pub(crate) trials: &'a Trials<'a, 'a>,
}

impl Relevance<'_> {
    /// How much each input of the run weighs, in the order of asking.
    pub(crate) fn weights(mut self) -> Vec<Weight> {
        let taken: Vec<Term> = self.host.choices.iter().flatten().map(Decision::cond).collect();
        let vars: Vec<Term> = self.host.inputs.iter().map(|(_, var)| *var).collect();
        vars.into_iter().map(|var| self.weight(var, &taken)).collect()
    }

    fn weight(&mut self, var: Term, taken: &[Term]) -> Weight {
        if self.trials.is_over() {
            return Weight::Unclear;
        }
        let conds = self.on(var, taken);
        if conds.is_empty() {
            return Weight::Nothing;
        }
        if let Some(other) = self.plain_way_out(var) {
            return Weight::Decides(other);
        }
        // First any way out, then ways out at single conditions: others may lead to the same.
        let all = self.pool.not(self.pool.and(&conds));
        let single = conds.iter().map(|cond| self.pool.not(*cond));
        let (mut tried, mut proved) = (Vec::new(), false);
        for (at, query) in [all].into_iter().chain(single).take(MOST_VALUES).enumerate() {
            if self.trials.is_over() {
                break;
            }
            match self.solver.check(self.pool, &[query]) {
                Verdict::Unsat if at == 0 => proved = true,
                Verdict::Unsat | Verdict::Unknown(_) => continue,
                Verdict::Sat => {}
            }
            let value = self.solver.model(self.pool).filter(|_| !proved);
            let value = value.and_then(|model| model.value(self.pool, var));
            let Some(value) = value.filter(|value| !tried.contains(value)) else { break };
            let mut values = self.host.model.clone();
            values.set(var, value);
            match self.trials.is_same(values) {
                Some(true) => tried.push(value),
                Some(false) => return Weight::Decides(value),
                None => break,
            }
        }
        if proved { Weight::Nothing } else { Weight::Unclear }
    }

    /// A value that people like to read with which it does not happen.
    fn plain_way_out(&self, var: Term) -> Option<Term> {
        let now = self.host.model.value(self.pool, var)?;
        let others = simpler_values(self.pool, now).into_iter().filter(|other| *other != now);
        others.take(PLAIN_VALUES).find(|other| {
            let mut values = self.host.model.clone();
            values.set(var, *other);
            self.trials.is_same(values) == Some(false)
        })
    }

    /// The conditions on one input that are left if all others have their values.
    fn on(&self, var: Term, taken: &[Term]) -> Vec<Term> {
        let model = &self.host.model;
        let mentions = |cond: &&Term| self.pool.free_vars(&[**cond]).contains(&var);
        let mut left = Vec::new();
        for cond in taken.iter().filter(mentions) {
            let others = self.pool.free_vars(&[*cond]).into_iter().filter(|other| *other != var);
            let values = others.filter_map(|other| Some((other, model.value(self.pool, other)?)));
            let by: FxHashMap<Term, Term> = values.collect();
            let cond = self.pool.substitute(*cond, &by);
            if cond != Term::TRUE && !left.contains(&cond) {
                left.push(cond);
            }
        }
        left
    }
}
