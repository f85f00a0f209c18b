//! Asking a solver, and not believing it.

use solve::{NoSolver, Solver, Verdict};
use solve_core::Cdcl;
use term::{Op, Term, Visit};

use crate::brute::Brute;
use crate::signature::Signature;

/// The query as text.
pub(crate) fn show(sig: &Signature, query: &[Term]) -> String {
    term::write_script(&sig.pool, query).0
}

/// The verdict, after asking for the model of a `Sat` and looking for a model of an `Unsat`, and for one
/// of the terms that are blamed for it.
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
            let blamed = solver.blamed().expect("it was decided here");
            assert!(blamed.iter().all(|term| query.contains(term)));
            let found = Brute::new(&sig.pool, sig.less).has_model(&blamed);
            assert_ne!(found, Some(true), "wrongly blamed: {}", show(sig, &blamed));
            let alone = Cdcl::new(&sig.theory, NoSolver::new()).check(&sig.pool, &blamed);
            assert_ne!(alone, Verdict::Sat, "wrongly blamed: {}", show(sig, &blamed));
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
