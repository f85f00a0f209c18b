//! Why a query has no model.

use term::{Pool, Term};

use crate::{Solver, Verdict};

/// Terms of a query that have no model together, in their order; none unless the solver says that the
/// query has none.
///
/// It starts from what the solver blames and leaves out one term after the other, with at most
/// `most_queries` further queries. If these suffice, no term of the result can be left out as far as
/// the solver can tell.
pub fn unsat_core(
    solver: &mut dyn Solver,
    pool: &Pool,
    query: &[Term],
    most_queries: usize,
) -> Option<Vec<Term>> {
    if solver.check(pool, query) != Verdict::Unsat {
        return None;
    }
    let mut core = narrowed(solver, query.to_vec());
    // Terms after this one are needed.
    let mut at = core.len();
    for _ in 0..most_queries {
        let Some(next) = at.checked_sub(1) else { break };
        at = next;
        let mut fewer = core.clone();
        fewer.remove(at);
        if solver.check(pool, &fewer) == Verdict::Unsat {
            let needed = core.split_off(at + 1);
            core = narrowed(solver, fewer);
            // Whatever was found to be needed stays blamed.
            at = core.iter().position(|term| needed.contains(term)).unwrap_or(core.len());
        }
    }
    Some(core)
}

/// The terms that the solver blames, in the order of the query that it was asked.
fn narrowed(solver: &mut dyn Solver, query: Vec<Term>) -> Vec<Term> {
    match solver.blamed() {
        Some(blamed) => query.into_iter().filter(|term| blamed.contains(term)).collect(),
        None => query,
    }
}

#[cfg(test)]
mod tests {
    use term::{Model, Sort};

    use super::*;
    use crate::StageStats;

    /// Says `Unsat` of whatever has these two terms in it, and blames some more.
    struct Clash {
        terms: [Term; 2],
        blames: bool,
        last: Vec<Term>,
        asked: usize,
    }

    impl Solver for Clash {
        fn check(&mut self, _: &Pool, query: &[Term]) -> Verdict {
            self.asked += 1;
            self.last = query.to_vec();
            match self.terms.iter().all(|term| query.contains(term)) {
                true => Verdict::Unsat,
                false => Verdict::Sat,
            }
        }

        fn model(&mut self, _: &Pool) -> Option<Model> {
            None
        }

        fn blamed(&mut self) -> Option<Vec<Term>> {
            let from = self.last.iter().position(|term| self.terms.contains(term))?;
            self.blames.then(|| self.last[from..].to_vec())
        }

        fn stats(&self) -> Vec<StageStats> {
            Vec::new()
        }
    }

    #[test]
    fn what_is_not_needed_is_left_out() {
        let pool = Pool::new();
        let query: Vec<Term> = (0..9).map(|n| pool.var(&format!("p{n}"), Sort::BOOL)).collect();
        for (a, b) in [(0, 1), (2, 7), (7, 8), (0, 8), (3, 4)] {
            for blames in [true, false] {
                let terms = [query[a], query[b]];
                let mut clash = Clash { terms, blames, last: Vec::new(), asked: 0 };
                assert_eq!(unsat_core(&mut clash, &pool, &query, 100), Some(terms.to_vec()));
                assert!(clash.asked <= 10, "{} queries", clash.asked);
                let cut = unsat_core(&mut clash, &pool, &query, 1).expect("it has no model");
                assert!(terms.iter().all(|term| cut.contains(term)));
                assert_eq!(unsat_core(&mut clash, &pool, &query[a + 1..], 9), None);
            }
        }
    }
}
