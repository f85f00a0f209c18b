//! Random formulas: the stages against a solver that tries values.

use crate::check::{checked, has_bounds, show};
use crate::random::Writer;
use crate::signature::Signature;
use proptest::prelude::*;
use solve::{NoSolver, Solver, Verdict};
use solve_core::{Cdcl, Core};
use term::Term;

fn query(sig: &Signature, bytes: &[u8]) -> Vec<Term> {
    Writer::new(sig, bytes).list(10, Writer::formula)
}

fn chain(sig: &Signature) -> impl Solver {
    Core::new(&sig.theory, Cdcl::new(&sig.theory, NoSolver::new()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn formulas_are_decided_rightly(bytes in prop::collection::vec(any::<u8>(), 0..160)) {
        let sig = Signature::new();
        let query = query(&sig, &bytes);
        let verdict = checked(&sig, &mut Cdcl::new(&sig.theory, NoSolver::new()), &query);
        prop_assert!(
            !matches!(verdict, Verdict::Unknown(_)) || has_bounds(&sig, &query),
            "not answered: {}", show(&sig, &query)
        );
    }

    #[test]
    fn a_path_that_grows_and_shrinks_is_decided_as_if_fresh(
        bytes in prop::collection::vec(any::<u8>(), 0..60),
        moves in prop::collection::vec((0usize..6, prop::collection::vec(any::<u8>(), 0..30)), 1..10),
    ) {
        let sig = Signature::new();
        let mut path = query(&sig, &bytes);
        let mut kept = chain(&sig);
        for (back, more) in moves {
            path.truncate(path.len().saturating_sub(back));
            path.extend(query(&sig, &more));
            let verdict = checked(&sig, &mut kept, &path);
            let fresh = Cdcl::new(&sig.theory, NoSolver::new()).check(&sig.pool, &path);
            prop_assert_eq!(verdict, fresh, "{}", show(&sig, &path));
        }
    }
}
