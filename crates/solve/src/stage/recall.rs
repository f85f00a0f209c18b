//! Queries that some solver of the run has answered before. See [`AnswerStore`].

use std::time::Instant;

use term::{Model, Pool, Term};

use super::prefix;
use crate::answers::Place;
use crate::{AnswerStore, Solver, StageStats, Verdict};

/// The stage. See the module's description.
pub struct Recall<S> {
    inner: S,
    answers: AnswerStore,
    stats: StageStats,
    query: Vec<Term>,
    /// Where the first terms of `query` stand among the answers.
    places: Vec<Place>,
    answered_here: bool,
}

impl<S: Solver> Recall<S> {
    /// In front of `inner`, with answers of the same theory.
    pub fn new(answers: AnswerStore, inner: S) -> Recall<S> {
        let (query, places) = (Vec::new(), Vec::new());
        let stats = StageStats::named("recall");
        Recall { inner, answers, stats, query, places, answered_here: false }
    }

    fn find(&mut self, query: &[Term]) -> Option<bool> {
        let keep = prefix::common(&self.query, query);
        self.query.truncate(keep);
        self.query.extend_from_slice(&query[keep..]);
        self.places.truncate(keep);
        self.answers.find(query, &mut self.places)
    }
}

impl<S: Solver> Solver for Recall<S> {
    fn check(&mut self, pool: &Pool, query: &[Term]) -> Verdict {
        if !self.answers.belong_to(pool) {
            self.answered_here = false;
            return self.inner.check(pool, query);
        }
        let start = Instant::now();
        self.stats.asked += 1;
        let known = self.find(query);
        self.answered_here = known.is_some();
        self.stats.time += start.elapsed();
        match known {
            Some(true) => {
                self.stats.sat += 1;
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
            Verdict::Sat => self.answers.keep(query, &mut self.places, true),
            Verdict::Unsat => self.answers.keep(query, &mut self.places, false),
            Verdict::Unknown(_) => {}
        }
        verdict
    }

    /// A model is found again: which one it is must not depend on who asked first.
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
    fn what_one_solver_was_told_another_knows() {
        let pool = Pool::new();
        let [p, q, r] = ["p", "q", "r"].map(|name| pool.var(name, Sort::BOOL));
        let answers = AnswerStore::new();
        let recall = |answer| Recall::new(answers.clone(), Scripted::answering(answer));
        let mut first = recall(Verdict::Sat);
        first.check(&pool, &[p, q]);
        first.inner.answer = Verdict::Unsat;
        first.check(&pool, &[p, q, r]);
        let mut second = recall(Verdict::Unknown(Reason::NeedsBackend));
        assert_eq!(second.check(&pool, &[p, q, r]), Verdict::Unsat);
        assert_eq!(second.check(&pool, &[p, q]), Verdict::Sat);
        assert_eq!(second.inner.asked.len(), 0);
        assert_eq!(second.check(&pool, &[p]), Verdict::Unknown(Reason::NeedsBackend));
        assert_eq!(second.check(&pool, &[p]), Verdict::Unknown(Reason::NeedsBackend));
        assert_eq!(second.inner.asked.len(), 2, "what is not known is asked again");
    }

    #[test]
    fn the_model_of_a_known_answer_is_asked_for() {
        let pool = Pool::new();
        let [p, q] = ["p", "q"].map(|name| pool.var(name, Sort::BOOL));
        let answers = AnswerStore::new();
        let recall = || Recall::new(answers.clone(), Scripted::answering(Verdict::Sat));
        recall().check(&pool, &[p, q]);
        let mut second = recall();
        assert_eq!(second.check(&pool, &[p, q]), Verdict::Sat);
        assert!(second.model(&pool).is_some());
        assert_eq!(second.inner.asked, [vec![p, q]]);
    }
}
