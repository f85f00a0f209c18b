//! Queries that were answered before, on this path or another.
//!
//! A query is a set: order does not matter to it. A superset of an unsatisfiable set is
//! unsatisfiable. `Unknown` is never kept, since it may depend on time.

use std::time::Instant;

use rustc_hash::{FxHashMap, FxHashSet};
use term::{Model, Pool, Term};

use crate::{Solver, StageStats, Verdict};

/// How many answers are kept before the cache starts anew: bounds its memory.
const CAPACITY: usize = 200_000;

/// How many unsatisfiable sets are tried for one member, so that a common member stays cheap.
const TRIED_PER_MEMBER: usize = 32;

/// The stage. See the module's description.
pub struct Cache<S> {
    inner: S,
    stats: StageStats,
    /// Whether the set, as sorted handles, is satisfiable.
    answers: FxHashMap<Box<[u32]>, bool>,
    /// Unsatisfiable sets by one of their members: the last one of the path, which is rarest.
    unsat: FxHashMap<Term, Vec<Box<[u32]>>>,
    query: Vec<Term>,
    answered_here: bool,
}

impl<S: Solver> Cache<S> {
    /// In front of `inner`.
    pub fn new(inner: S) -> Cache<S> {
        Cache {
            inner,
            stats: StageStats::named("cache"),
            answers: FxHashMap::default(),
            unsat: FxHashMap::default(),
            query: Vec::new(),
            answered_here: false,
        }
    }

    fn known(&self, key: &[u32], query: &[Term]) -> Option<bool> {
        if let Some(answer) = self.answers.get(key) {
            return Some(*answer);
        }
        let members: FxHashSet<u32> = key.iter().copied().collect();
        let includes = |set: &[u32]| set.iter().all(|member| members.contains(member));
        let unsat =
            query.iter().filter_map(|term| self.unsat.get(term)).flatten().any(|set| includes(set));
        unsat.then_some(false)
    }

    fn keep(&mut self, key: Box<[u32]>, query: &[Term], satisfiable: bool) {
        if self.answers.len() == CAPACITY {
            self.answers.clear();
            self.unsat.clear();
        }
        if !satisfiable && let Some(last) = query.last() {
            let sets = self.unsat.entry(*last).or_default();
            if sets.len() < TRIED_PER_MEMBER {
                sets.push(key.clone());
            }
        }
        self.answers.insert(key, satisfiable);
    }
}

/// A query as a set: sorted handles, each once.
fn key_of(query: &[Term]) -> Box<[u32]> {
    let mut key: Vec<u32> = query.iter().map(|term| term.index() as u32).collect();
    key.sort_unstable();
    key.dedup();
    key.into()
}

impl<S: Solver> Solver for Cache<S> {
    fn check(&mut self, pool: &Pool, query: &[Term]) -> Verdict {
        let start = Instant::now();
        self.stats.asked += 1;
        let key = key_of(query);
        let known = self.known(&key, query);
        self.answered_here = known.is_some();
        self.stats.time += start.elapsed();
        match known {
            Some(true) => {
                self.stats.sat += 1;
                self.query = query.to_vec();
                return Verdict::Sat;
            }
            Some(false) => {
                self.stats.unsat += 1;
                return Verdict::Unsat;
            }
            None => {}
        }
        let verdict = self.inner.check(pool, query);
        match verdict {
            Verdict::Sat => self.keep(key, query, true),
            Verdict::Unsat => self.keep(key, query, false),
            Verdict::Unknown(_) => {}
        }
        verdict
    }

    fn model(&mut self, pool: &Pool) -> Option<Model> {
        if self.answered_here && self.inner.check(pool, &self.query) != Verdict::Sat {
            return None;
        }
        self.inner.model(pool)
    }

    fn blamed(&mut self) -> Option<Vec<Term>> {
        if self.answered_here { None } else { self.inner.blamed() }
    }

    fn work(&self) -> u64 {
        self.inner.work()
    }

    fn stats(&self) -> Vec<StageStats> {
        [vec![self.stats.clone()], self.inner.stats()].concat()
    }
}

#[cfg(test)]
mod tests {
    use term::Sort;

    use super::*;
    use crate::Reason;
    use crate::stage::tests::Scripted;

    #[test]
    fn sets_are_remembered_and_unknown_is_not() {
        let pool = Pool::new();
        let [p, q, r] = ["p", "q", "r"].map(|name| pool.var(name, Sort::BOOL));
        let mut cache = Cache::new(Scripted::answering(Verdict::Unsat));
        assert_eq!(cache.check(&pool, &[p, q]), Verdict::Unsat);
        assert_eq!(cache.check(&pool, &[q, p]), Verdict::Unsat);
        assert_eq!(cache.check(&pool, &[r, p, q]), Verdict::Unsat);
        assert_eq!(cache.inner.asked.len(), 1);
        cache.inner.answer = Verdict::Unknown(Reason::NeedsBackend);
        cache.check(&pool, &[r]);
        cache.check(&pool, &[r]);
        assert_eq!(cache.inner.asked.len(), 3);
        cache.inner.answer = Verdict::Sat;
        assert_eq!(cache.check(&pool, &[p]), Verdict::Sat);
        assert_eq!(cache.check(&pool, &[p]), Verdict::Sat);
        assert_eq!(cache.inner.asked.len(), 4);
    }
}
