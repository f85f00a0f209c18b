//! Asking a solver, and not believing it.

use solve::{Solver, Verdict};
use term::{Op, Term, Visit};

use crate::brute::Brute;
use crate::signature::Signature;

/// The query as text.
pub(crate) fn show(sig: &Signature, query: &[Term]) -> String {
    term::write_script(&sig.pool, query).0
}

/// The verdict, after asking for the model of a `Sat` and looking for a model of an `Unsat`.
pub(crate) fn checked(sig: &Signature, solver: &mut impl Solver, query: &[Term]) -> Verdict {
    let verdict = solver.check(&sig.pool, query);
    match &verdict {
        Verdict::Sat => {
            let model = solver.model(&sig.pool).expect("every sat has a model");
            assert!(sig.pool.satisfies(&model, query), "{}", show(sig, query));
        }
        Verdict::Unsat => {
            let found = Brute::new(&sig.pool, sig.less).has_model(query);
            assert_ne!(found, Some(true), "{}", show(sig, query));
        }
        Verdict::Unknown(_) => {}
    }
    verdict
}

/// Whether a query compares integers, for which not every model is found.
pub(crate) fn has_bounds(sig: &Signature, query: &[Term]) -> bool {
    let mut found = false;
    let is_bound = |term| matches!(sig.pool.op(term), Op::Le | Op::Lt);
    sig.pool.walk(query, |_| Visit::Descend, |term| found |= is_bound(term));
    found
}
