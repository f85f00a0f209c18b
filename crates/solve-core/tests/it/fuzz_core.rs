//! Random conjunctions: the stage against a solver that tries values.

use crate::check::{checked, has_bounds, show};
use crate::random::Writer;
use crate::signature::Signature;
use proptest::prelude::*;
use solve::{NoSolver, Solver, Verdict};
use solve_core::Core;
use term::{Op, Term};

fn conjunction(sig: &Signature, bytes: &[u8]) -> Vec<Term> {
    Writer::new(sig, bytes).list(12, Writer::literal)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn conjunctions_are_decided_rightly(bytes in prop::collection::vec(any::<u8>(), 0..90)) {
        let sig = Signature::new();
        let query = conjunction(&sig, &bytes);
        let verdict = checked(&sig, &mut Core::new(&sig.theory, NoSolver::new()), &query);
        let is_for_others = || query.iter().any(|literal| has_connective(&sig, *literal));
        prop_assert!(
            !matches!(verdict, Verdict::Unknown(_)) || is_for_others() || has_bounds(&sig, &query),
            "not answered: {}", show(&sig, &query)
        );
    }

    #[test]
    fn a_path_that_grows_and_shrinks_is_decided_as_if_fresh(
        bytes in prop::collection::vec(any::<u8>(), 0..60),
        moves in prop::collection::vec((0usize..8, prop::collection::vec(any::<u8>(), 0..20)), 1..12),
    ) {
        let sig = Signature::new();
        let mut query = conjunction(&sig, &bytes);
        let mut kept = Core::new(&sig.theory, NoSolver::new());
        for (back, more) in moves {
            query.truncate(query.len().saturating_sub(back));
            query.extend(conjunction(&sig, &more));
            let verdict = checked(&sig, &mut kept, &query);
            let fresh = Core::new(&sig.theory, NoSolver::new()).check(&sig.pool, &query);
            prop_assert_eq!(verdict, fresh, "{}", show(&sig, &query));
        }
    }
}

/// Whether a literal was rewritten into connectives, such as an equation of constructors.
fn has_connective(sig: &Signature, literal: Term) -> bool {
    let pool = &sig.pool;
    let atom = match pool.node(literal) {
        (Op::Not, &[inner]) => inner,
        _ => literal,
    };
    matches!(pool.op(atom), Op::And | Op::Or)
}
