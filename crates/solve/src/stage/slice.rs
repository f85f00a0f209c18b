//! Independent parts of a query, asked one by one.
//!
//! Two conjuncts depend on each other if they share a variable or an uninterpreted function,
//! directly or through others. While a path grows, the parts that did not change need no answer.

use std::time::Instant;

use rustc_hash::{FxHashMap, FxHashSet};
use term::{Model, Pool, Term, Topic};

use super::prefix;
use crate::{Solver, StageStats, Verdict};

/// The stage. See the module's description.
pub struct Slice<S> {
    inner: S,
    stats: StageStats,
    query: Vec<Term>,
    /// How many conjuncts, from the first, are known to be satisfiable together.
    satisfiable: usize,
    /// The topics of each conjunct.
    topics: FxHashMap<Term, Box<[Topic]>>,
    /// The part that the inner stages were asked last, if they said `Sat`.
    asked_last: Vec<Term>,
    /// The part that was last found to have no model.
    refuted: Vec<Term>,
    /// Models of parts, so that only the part that grew needs a new one.
    models: FxHashMap<Vec<Term>, Model>,
}

/// How many models of parts are kept before all are dropped: bounds the memory.
const KEPT: usize = 256;

impl<S: Solver> Slice<S> {
    /// In front of `inner`.
    pub fn new(inner: S) -> Slice<S> {
        let (stats, topics) = (StageStats::named("slice"), FxHashMap::default());
        let (asked_last, refuted, models) = (Vec::new(), Vec::new(), FxHashMap::default());
        let (query, satisfiable) = (Vec::new(), 0);
        Slice { inner, stats, query, satisfiable, topics, asked_last, refuted, models }
    }

    fn align(&mut self, pool: &Pool, query: &[Term]) {
        let keep = prefix::common(&self.query, query);
        self.satisfiable = self.satisfiable.min(keep);
        self.query.truncate(keep);
        self.query.extend_from_slice(&query[keep..]);
        for &term in &query[keep..] {
            self.topics.entry(term).or_insert_with(|| pool.topics(term).into());
        }
    }

    fn ask(&mut self, pool: &Pool, part: &[Term]) -> Verdict {
        let verdict = self.inner.check(pool, part);
        self.asked_last.clear();
        if verdict == Verdict::Sat {
            self.asked_last.extend_from_slice(part);
        }
        verdict
    }

    /// Adds the values of what a part is about. A solver may tell values of other things too, left
    /// from earlier queries, and those belong to other parts.
    fn take_part(&mut self, model: &mut Model, pool: &Pool, part: Vec<Term>) -> Option<()> {
        let topics: Vec<Topic> =
            part.iter().flat_map(|term| self.topics[term].iter().copied()).collect();
        let of_part = self.model_of(pool, part)?;
        for topic in topics {
            model.take(&of_part, topic);
        }
        Some(())
    }

    fn model_of(&mut self, pool: &Pool, part: Vec<Term>) -> Option<Model> {
        if let Some(model) = self.models.get(&part) {
            return Some(model.clone());
        }
        if part != self.asked_last && self.ask(pool, &part) != Verdict::Sat {
            return None;
        }
        let model = self.inner.model(pool)?;
        if self.models.len() == KEPT {
            self.models.clear();
        }
        self.models.insert(part, model.clone());
        Some(model)
    }

    /// The parts of the query, each in the order of the path; those that have only conjuncts known
    /// to be satisfiable together are left out unless `all` are wanted.
    fn parts(&self, all: bool) -> Vec<Vec<Term>> {
        let mut groups = Groups::new(self.query.len());
        let mut owner: FxHashMap<Topic, usize> = FxHashMap::default();
        for (at, term) in self.query.iter().enumerate() {
            for topic in &self.topics[term] {
                let first = *owner.entry(*topic).or_insert(at);
                groups.join(first, at);
            }
        }
        let mut parts: Vec<Vec<Term>> = Vec::new();
        let mut part_of: FxHashMap<usize, usize> = FxHashMap::default();
        let mut changed: FxHashSet<usize> = FxHashSet::default();
        for (at, term) in self.query.iter().enumerate() {
            let part = *part_of.entry(groups.find(at)).or_insert(parts.len());
            if part == parts.len() {
                parts.push(Vec::new());
            }
            parts[part].push(*term);
            if at >= self.satisfiable {
                changed.insert(part);
            }
        }
        let wanted = |part: &usize| all || changed.contains(part);
        parts.into_iter().enumerate().filter(|(at, _)| wanted(at)).map(|(_, part)| part).collect()
    }
}

/// Disjoint sets of positions.
struct Groups(Vec<usize>);

impl Groups {
    fn new(size: usize) -> Groups {
        Groups((0..size).collect())
    }

    fn find(&mut self, at: usize) -> usize {
        let mut root = at;
        while self.0[root] != root {
            self.0[root] = self.0[self.0[root]];
            root = self.0[root];
        }
        root
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.find(a), self.find(b));
        self.0[a.max(b)] = a.min(b);
    }
}

impl<S: Solver> Solver for Slice<S> {
    fn check(&mut self, pool: &Pool, query: &[Term]) -> Verdict {
        let start = Instant::now();
        self.stats.asked += 1;
        self.align(pool, query);
        let parts = self.parts(false);
        self.stats.time += start.elapsed();
        let mut unknown = None;
        for part in &parts {
            match self.ask(pool, part) {
                Verdict::Sat => {}
                Verdict::Unsat => {
                    self.refuted.clone_from(part);
                    return Verdict::Unsat;
                }
                Verdict::Unknown(reason) => unknown = unknown.or(Some(reason)),
            }
        }
        if let Some(reason) = unknown {
            return Verdict::Unknown(reason);
        }
        self.satisfiable = self.query.len();
        self.stats.sat += u64::from(parts.is_empty());
        Verdict::Sat
    }

    fn model(&mut self, pool: &Pool) -> Option<Model> {
        let mut model = Model::new();
        // The part that was asked last is the one whose model is at hand.
        let (last, others) =
            self.parts(true).into_iter().partition::<Vec<_>, _>(|part| *part == self.asked_last);
        for part in last.into_iter().chain(others) {
            self.take_part(&mut model, pool, part)?;
        }
        Some(model)
    }

    fn blamed(&mut self) -> Option<Vec<Term>> {
        self.inner.blamed().or_else(|| Some(self.refuted.clone()))
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
    use crate::stage::tests::Scripted;

    #[test]
    fn only_the_part_that_grew_is_asked() {
        let pool = Pool::new();
        let [x, y, z] = ["x", "y", "z"].map(|name| pool.var(name, Sort::INT));
        let f = pool.func("f", &[Sort::INT], Sort::INT);
        let mut slice = Slice::new(Scripted::answering(Verdict::Sat));
        let (a, b) = (pool.lt(x, y), pool.lt(pool.int(0), z));
        let c = pool.lt(pool.apply(f, &[z]), pool.int(3));
        let d = pool.lt(pool.int(4), pool.apply(f, &[y]));
        slice.check(&pool, &[a, b]);
        assert_eq!(slice.inner.asked, [vec![a], vec![b]]);
        slice.check(&pool, &[a, b, c]);
        assert_eq!(slice.inner.asked[2..], [vec![b, c]]);
        slice.check(&pool, &[a, b, c, d]);
        assert_eq!(slice.inner.asked[3..], [vec![a, b, c, d]], "the function ties all together");
    }
}
