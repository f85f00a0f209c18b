//! Branches that were not taken: what waits in a search.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use solve::Interrupt;
use term::{Model, Pool, Term, Topic};

use crate::Chain;
use crate::schedule::{Rank, Ranked};

/// Inputs that a run stands for.
#[derive(Clone, Default)]
pub struct Region {
    /// What they satisfy.
    pub conds: Chain<Term>,
    /// Numbers that a run went on with as they were, and of which this is another try. There may be
    /// any number of values, so there is no third.
    pub(super) pinned: Chain<Term>,
}

/// A branch that was not taken.
pub struct Branch<M> {
    /// The conditions on the way to it that matter, and its own.
    pub region: Region,
    /// The values of the run that came by, which satisfy all of them but the last.
    pub(super) model: Arc<Model>,
    /// What is known of it besides; none for the first run, which takes no branch.
    pub mark: Option<M>,
    pub(super) rank: Rank,
}

impl<M> Branch<M> {
    /// What a search begins with: a run on these values.
    #[must_use]
    pub fn first(seeds: &Model) -> Branch<M> {
        let (region, rank) = (Region::default(), Rank::default());
        Branch { region, model: Arc::new(seeds.clone()), mark: None, rank }
    }
}

impl<M> Ranked for Branch<M> {
    fn rank(&self) -> Rank {
        self.rank
    }
}

/// Which conditions hang together, by what they are about.
#[derive(Default)]
pub(super) struct Related {
    topics: FxHashMap<Term, Arc<[Topic]>>,
}

/// How many conditions are remembered.
const KEPT: usize = 100_000;

impl Related {
    /// The conditions that the last one hangs together with, in order, and it. Values that satisfy all
    /// but the last still satisfy the others, whatever the inputs of these are. None if there was no
    /// time for all of them: those of an endless loop are many, and each is deeper than the one before.
    pub(super) fn of_last(
        &mut self,
        pool: &Pool,
        conds: &Chain<Term>,
        stop: &Interrupt,
    ) -> Option<Vec<Term>> {
        let mut rest: Vec<(Term, Arc<[Topic]>)> = Vec::new();
        for cond in conds.backwards() {
            if stop.is_raised() {
                return None;
            }
            rest.push((*cond, self.topics(pool, *cond)));
        }
        let Some((_, topics)) = rest.first() else { return Some(Vec::new()) };
        let mut reached: FxHashSet<Topic> = topics.iter().copied().collect();
        let mut is_related = vec![false; rest.len()];
        is_related[0] = true;
        let mut order: Vec<usize> = (1..rest.len()).collect();
        loop {
            let before = reached.len();
            order.retain(|at| {
                let topics = &rest[*at].1;
                is_related[*at] = topics.iter().any(|topic| reached.contains(topic));
                if is_related[*at] {
                    reached.extend(topics.iter().copied());
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
        Some(rest.iter().rev().map(|(cond, _)| *cond).collect())
    }

    /// What a condition is about.
    pub(super) fn topics(&mut self, pool: &Pool, cond: Term) -> Arc<[Topic]> {
        if self.topics.len() >= KEPT && !self.topics.contains_key(&cond) {
            self.topics.clear();
        }
        let topics = self.topics.entry(cond).or_insert_with(|| pool.topics(cond).into());
        Arc::clone(topics)
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
            Related::default().of_last(&pool, &chain, &Interrupt::new()).expect("there is time")
        };
        let last = pool.lt(c, pool.int(0));
        assert_eq!(related(last), [conds[0], conds[2], last]);
        let last = pool.lt(a, pool.int(0));
        assert_eq!(related(last), [conds[0], conds[2], last]);
        let last = pool.lt(e, c);
        assert_eq!(related(last), [conds[0], conds[1], conds[2], conds[3], last]);
    }

    #[test]
    fn conditions_hang_together_by_functions() {
        let pool = Pool::new();
        let f = pool.func("f", &[Sort::INT], Sort::INT);
        let [a, b] = ["a", "b"].map(|name| pool.var(name, Sort::INT));
        let [of_a, of_b] = [a, b].map(|arg| pool.lt(pool.apply(f, &[arg]), pool.int(0)));
        let mut chain = Chain::new();
        [of_a, of_b].into_iter().for_each(|cond| chain.push(cond));
        let stop = Interrupt::new();
        let related = Related::default().of_last(&pool, &chain, &stop);
        assert_eq!(related, Some(vec![of_a, of_b]));
        stop.raise();
        assert_eq!(Related::default().of_last(&pool, &chain, &stop), None);
    }
}
