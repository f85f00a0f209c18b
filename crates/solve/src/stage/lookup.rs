//! Answers that the path itself gives: a condition, or its negation, is already in it.
//!
//! The stage also opens conjunctions and drops what is plainly true or said twice, so that the
//! stages behind it see each conjunct once, in the order of the path.

use std::time::Instant;

use rustc_hash::FxHashSet;
use term::{Model, Op, Pool, Term};

use super::prefix;
use crate::{Solver, StageStats, Verdict};

/// The stage. See the module's description.
pub struct Lookup<S> {
    inner: S,
    stats: StageStats,
    /// The last query as it was asked.
    query: Vec<Term>,
    /// For each term of `query`, how long `conjuncts` was before it.
    starts: Vec<usize>,
    /// The last query as it was handed on.
    conjuncts: Vec<Term>,
    known: FxHashSet<Term>,
    /// How many conjuncts, from the first, are known to be satisfiable together.
    satisfiable: usize,
    /// The number of conjuncts up to the first that contradicts another, if one does.
    contradiction: Option<usize>,
    /// The conjunct that it contradicts, unless it is plainly false.
    denied: Option<Term>,
    answered_here: bool,
}

impl<S: Solver> Lookup<S> {
    /// In front of `inner`.
    pub fn new(inner: S) -> Lookup<S> {
        Lookup {
            inner,
            stats: StageStats::named("lookup"),
            query: Vec::new(),
            starts: Vec::new(),
            conjuncts: Vec::new(),
            known: FxHashSet::default(),
            satisfiable: 0,
            contradiction: None,
            denied: None,
            answered_here: false,
        }
    }

    /// Makes the state that of `query`.
    fn align(&mut self, pool: &Pool, query: &[Term]) {
        let keep = prefix::common(&self.query, query);
        if let Some(&length) = self.starts.get(keep) {
            for gone in self.conjuncts.drain(length..) {
                self.known.remove(&gone);
            }
            self.satisfiable = self.satisfiable.min(length);
            self.contradiction = self.contradiction.filter(|at| *at <= length);
        }
        self.query.truncate(keep);
        self.starts.truncate(keep);
        for &term in &query[keep..] {
            self.query.push(term);
            self.starts.push(self.conjuncts.len());
            self.assume(pool, term);
        }
    }

    fn assume(&mut self, pool: &Pool, term: Term) {
        let mut todo = vec![term];
        while let Some(term) = todo.pop() {
            match pool.node(term) {
                _ if term == Term::TRUE || self.known.contains(&term) => {}
                (Op::And, parts) => todo.extend(parts.iter().rev()),
                _ => {
                    let denied = Some(pool.not(term)).filter(|other| self.known.contains(other));
                    let contradicts = term == Term::FALSE || denied.is_some();
                    self.conjuncts.push(term);
                    self.known.insert(term);
                    if contradicts && self.contradiction.is_none() {
                        self.contradiction = Some(self.conjuncts.len());
                        self.denied = denied;
                    }
                }
            }
        }
    }

    /// The terms of the query in which conjuncts stood first.
    fn terms_of(&self, conjuncts: &[Term]) -> Vec<Term> {
        let end = |at: usize| self.starts.get(at + 1).copied().unwrap_or(self.conjuncts.len());
        let has_one = |at: usize| {
            let own = &self.conjuncts[self.starts[at]..end(at)];
            own.iter().any(|conjunct| conjuncts.contains(conjunct))
        };
        (0..self.query.len()).filter(|at| has_one(*at)).map(|at| self.query[at]).collect()
    }

    fn answer_here(&mut self) -> Option<Verdict> {
        if self.contradiction.is_some() {
            self.stats.unsat += 1;
            return Some(Verdict::Unsat);
        }
        if self.conjuncts.len() <= self.satisfiable {
            self.stats.sat += 1;
            return Some(Verdict::Sat);
        }
        None
    }
}

impl<S: Solver> Solver for Lookup<S> {
    fn check(&mut self, pool: &Pool, query: &[Term]) -> Verdict {
        let start = Instant::now();
        self.stats.asked += 1;
        self.align(pool, query);
        let answer = self.answer_here();
        self.answered_here = answer.is_some();
        self.stats.time += start.elapsed();
        if let Some(verdict) = answer {
            return verdict;
        }
        let verdict = self.inner.check(pool, &self.conjuncts);
        if verdict == Verdict::Sat {
            self.satisfiable = self.conjuncts.len();
        }
        verdict
    }

    fn model(&mut self, pool: &Pool) -> Option<Model> {
        // The stages behind may have been asked something longer since: ask them for this query.
        if self.answered_here && self.inner.check(pool, &self.conjuncts) != Verdict::Sat {
            return None;
        }
        self.inner.model(pool)
    }

    fn blamed(&mut self) -> Option<Vec<Term>> {
        let conjuncts = match self.contradiction {
            Some(length) => {
                let last = self.conjuncts[length - 1];
                let contradicts = |term: &Term| self.denied == Some(*term);
                let before = self.conjuncts[..length - 1].iter().copied().find(contradicts);
                before.into_iter().chain([last]).collect()
            }
            None => self.inner.blamed()?,
        };
        Some(self.terms_of(&conjuncts))
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

    fn vars(pool: &Pool) -> [Term; 3] {
        ["p", "q", "r"].map(|name| pool.var(name, Sort::BOOL))
    }

    #[test]
    fn a_known_condition_is_not_asked_again() {
        let pool = Pool::new();
        let [p, q, _] = vars(&pool);
        let mut lookup = Lookup::new(Scripted::answering(Verdict::Sat));
        assert_eq!(lookup.check(&pool, &[p, q]), Verdict::Sat);
        assert_eq!(lookup.check(&pool, &[p, q, p]), Verdict::Sat);
        assert_eq!(lookup.check(&pool, &[p, pool.and(&[p, q])]), Verdict::Sat);
        assert_eq!(lookup.inner.asked.len(), 2);
        assert_eq!(lookup.check(&pool, &[p]), Verdict::Sat);
        assert_eq!(lookup.inner.asked.len(), 2);
    }

    #[test]
    fn contradiction_is_forgotten_on_pop() {
        let pool = Pool::new();
        let [p, q, r] = vars(&pool);
        let mut lookup = Lookup::new(Scripted::answering(Verdict::Sat));
        let both = pool.and(&[r, pool.not(p)]);
        assert_eq!(lookup.check(&pool, &[p, q, both]), Verdict::Unsat);
        assert_eq!(lookup.check(&pool, &[p, q, both, r]), Verdict::Unsat);
        assert!(lookup.inner.asked.is_empty());
        assert_eq!(lookup.check(&pool, &[p, q, r]), Verdict::Sat);
        assert_eq!(lookup.inner.asked, [vec![p, q, r]]);
    }

    #[test]
    fn unknown_is_asked_again() {
        let pool = Pool::new();
        let [p, ..] = vars(&pool);
        let unknown = Verdict::Unknown(crate::Reason::NeedsBackend);
        let mut lookup = Lookup::new(Scripted::answering(unknown.clone()));
        assert_eq!(lookup.check(&pool, &[p]), unknown);
        assert_eq!(lookup.check(&pool, &[p]), unknown);
        assert_eq!(lookup.inner.asked.len(), 2);
    }
}
