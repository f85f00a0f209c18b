//! Branches that were not taken: what waits in a search.

use std::sync::Arc;

use explore::Chain;
use explore::schedule::{Rank, Ranked};
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Model, Pool, Term};

use crate::judge::Place;

/// Inputs that a run stands for.
#[derive(Clone, Default)]
pub(crate) struct Region {
    /// What they satisfy.
    pub(crate) conds: Chain<Term>,
    /// Numbers that a run went on with as they were, and of which this is another try. There may be
    /// any number of values, so there is no third.
    pub(crate) pinned: Chain<Term>,
}

/// A branch that was not taken.
pub(crate) struct Branch {
    /// The conditions on the way to it that matter, and its own.
    pub(crate) region: Region,
    /// The values of the run that came by, which satisfy all of them but the last.
    pub(crate) model: Arc<Model>,
    /// Where it is; none where that is not asked for, and for the first run.
    pub(crate) place: Option<Place>,
    pub(crate) rank: Rank,
}

impl Ranked for Branch {
    fn rank(&self) -> Rank {
        self.rank
    }
}

/// Which conditions hang together, by their inputs.
#[derive(Default)]
pub(crate) struct Related {
    /// The inputs of conditions.
    vars: FxHashMap<Term, Arc<[Term]>>,
}

/// How many conditions are remembered.
const KEPT: usize = 100_000;

impl Related {
    /// The conditions that the last one hangs together with, in order, and it. Values that satisfy all
    /// but the last still satisfy the others, whatever the inputs of these are.
    pub(crate) fn of_last(&mut self, pool: &Pool, conds: &Chain<Term>) -> Vec<Term> {
        let mut rest: Vec<(Term, Arc<[Term]>)> =
            conds.backwards().map(|cond| (*cond, self.vars(pool, *cond))).collect();
        let Some((_, vars)) = rest.first() else { return Vec::new() };
        let mut reached: FxHashSet<Term> = vars.iter().copied().collect();
        let mut is_related = vec![false; rest.len()];
        is_related[0] = true;
        let mut order: Vec<usize> = (1..rest.len()).collect();
        loop {
            let before = reached.len();
            order.retain(|at| {
                let vars = &rest[*at].1;
                is_related[*at] = vars.iter().any(|var| reached.contains(var));
                if is_related[*at] {
                    reached.extend(vars.iter().copied());
                }
                !is_related[*at]
            });
            if reached.len() == before {
                break;
            }
            // What hangs together in a row is found by going along it, in either direction.
            order.reverse();
        }
        let mut at = 0;
        rest.retain(|_| {
            at += 1;
            is_related[at - 1]
        });
        rest.iter().rev().map(|(cond, _)| *cond).collect()
    }

    fn vars(&mut self, pool: &Pool, cond: Term) -> Arc<[Term]> {
        if self.vars.len() >= KEPT && !self.vars.contains_key(&cond) {
            self.vars.clear();
        }
        let vars = self.vars.entry(cond).or_insert_with(|| pool.free_vars(&[cond]).into());
        Arc::clone(vars)
    }
}

#[cfg(test)]
mod tests {
    use term::Sort;

    use super::*;

    #[test]
    fn conditions_hang_together_by_inputs_of_others() {
        let pool = Pool::new();
        let [a, b, c, d, e] = ["a", "b", "c", "d", "e"].map(|name| pool.var(name, Sort::INT));
        let conds = [pool.lt(a, b), pool.lt(d, e), pool.lt(b, c), pool.lt(d, pool.int(3))];
        let related = |last: Term| {
            let mut chain = Chain::new();
            conds.into_iter().chain([last]).for_each(|cond| chain.push(cond));
            Related::default().of_last(&pool, &chain)
        };
        let last = pool.lt(c, pool.int(0));
        assert_eq!(related(last), [conds[0], conds[2], last]);
        let last = pool.lt(a, pool.int(0));
        assert_eq!(related(last), [conds[0], conds[2], last]);
        let last = pool.lt(e, c);
        assert_eq!(related(last), [conds[0], conds[1], conds[2], conds[3], last]);
    }
}
