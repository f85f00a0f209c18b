//! A second opinion.
//!
//! Every n-th query is asked of another solver too. Two definite answers that differ, or a model
//! that does not satisfy its query by our own evaluation, make the answer unknown and are kept.

use std::time::Instant;

use term::{Model, Pool, Term};

use crate::{Reason, Solver, StageStats, Verdict};

/// A solver whose answers are compared with those of another.
pub struct Audit<S, T> {
    first: S,
    second: T,
    every: u64,
    disagreements: Vec<Disagreement>,
    stats: StageStats,
}

/// A query on which one of the solvers is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disagreement {
    /// The query.
    pub query: Vec<Term>,
    /// A description of what happened.
    pub what: String,
}

impl<S: Solver, T: Solver> Audit<S, T> {
    /// Asks `second` about every `every`-th query, beginning with the first one.
    pub fn new(first: S, second: T, every: u64) -> Audit<S, T> {
        let stats = StageStats::named("audit");
        Audit { first, second, every: every.max(1), disagreements: Vec::new(), stats }
    }

    /// The disagreements found so far, in order.
    pub fn disagreements(&self) -> &[Disagreement] {
        &self.disagreements
    }

    /// The objection to an answer of the first solver, if there is one.
    fn objection(&mut self, pool: &Pool, query: &[Term], verdict: &Verdict) -> Option<String> {
        let satisfied = |model: &Model| pool.satisfies(model, query);
        if *verdict == Verdict::Sat
            && self.first.model(pool).is_some_and(|model| !satisfied(&model))
        {
            return Some("a model does not satisfy its query".to_owned());
        }
        match (verdict, self.second.check(pool, query)) {
            (Verdict::Sat, Verdict::Unsat) => {
                let confirmed = self.first.model(pool).is_some_and(|model| satisfied(&model));
                let who = if confirmed { ", but the first one has a model" } else { "" };
                Some(format!("sat for the first solver and unsat for the second{who}"))
            }
            (Verdict::Unsat, Verdict::Sat) => {
                let refuted = self.second.model(pool).is_some_and(|model| satisfied(&model));
                let who = if refuted { ", which has a model" } else { "" };
                Some(format!("unsat for the first solver and sat for the second{who}"))
            }
            (Verdict::Sat | Verdict::Unsat | Verdict::Unknown(_), _) => None,
        }
    }
}

impl<S: Solver, T: Solver> Solver for Audit<S, T> {
    fn check(&mut self, pool: &Pool, query: &[Term]) -> Verdict {
        let verdict = self.first.check(pool, query);
        let is_audited = self.stats.asked.is_multiple_of(self.every);
        self.stats.asked += 1;
        if !is_audited {
            return verdict;
        }
        let start = Instant::now();
        let objection = self.objection(pool, query, &verdict);
        self.stats.time += start.elapsed();
        let Some(what) = objection else { return verdict };
        self.stats.unknown += 1;
        self.disagreements.push(Disagreement { query: query.to_vec(), what: what.clone() });
        Verdict::Unknown(Reason::Disagreement(what))
    }

    fn model(&mut self, pool: &Pool) -> Option<Model> {
        self.first.model(pool)
    }

    fn stats(&self) -> Vec<StageStats> {
        let mut stats = vec![self.stats.clone()];
        stats.extend(self.first.stats());
        stats.extend(self.second.stats());
        stats
    }
}

#[cfg(test)]
mod tests {
    use term::Sort;

    use super::*;

    /// Answers the same to everything.
    struct Says(Verdict, Option<Model>);

    impl Solver for Says {
        fn check(&mut self, _: &Pool, _: &[Term]) -> Verdict {
            self.0.clone()
        }

        fn model(&mut self, _: &Pool) -> Option<Model> {
            self.1.clone()
        }

        fn stats(&self) -> Vec<StageStats> {
            vec![StageStats::named("says")]
        }
    }

    fn unknown() -> Verdict {
        Verdict::Unknown(Reason::NeedsBackend)
    }

    #[track_caller]
    fn check(first: Says, second: Says, expected_objections: usize) {
        let pool = Pool::new();
        let p = pool.var("p", Sort::BOOL);
        let told = first.0.clone();
        let mut audit = Audit::new(first, second, 2);
        let verdicts = [(); 3].map(|()| audit.check(&pool, &[p]));
        let objections = verdicts.iter().filter(|verdict| **verdict != told).count();
        assert_eq!(
            (objections, audit.disagreements().len()),
            (expected_objections, expected_objections)
        );
        assert_eq!(verdicts[1], told, "only every second query is audited");
    }

    #[test]
    fn contradictions_are_found_and_unknowns_are_none() {
        check(Says(Verdict::Sat, None), Says(Verdict::Unsat, None), 2);
        check(Says(Verdict::Unsat, None), Says(Verdict::Sat, None), 2);
        check(Says(Verdict::Sat, None), Says(Verdict::Sat, None), 0);
        check(Says(Verdict::Sat, None), Says(unknown(), None), 0);
        check(Says(unknown(), None), Says(Verdict::Unsat, None), 0);
    }

    #[test]
    fn a_model_that_does_not_hold_is_found() {
        // By default `p` is false.
        check(Says(Verdict::Sat, Some(Model::new())), Says(Verdict::Sat, None), 2);
    }
}
