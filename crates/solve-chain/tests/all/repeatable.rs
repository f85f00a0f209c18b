//! Chains whose models depend on the query alone: what was asked before makes no difference.

use proptest::prelude::*;
use solve::{Solver, Verdict};
use solve_chain::{Backend, Config, Stage};
use solve_z3::Search;
use term::{Model, Pool, Term};
use test_support::{WordStep, word_cond};

fn chain(off: &[Stage]) -> Box<dyn Solver> {
    let config = Config::new(Backend::auto(&Search::default())).without(off);
    config.build_repeatable().expect("a chain")
}

fn model_of(solver: &mut dyn Solver, pool: &Pool, query: &[Term]) -> Option<Model> {
    match solver.check(pool, query) {
        Verdict::Sat => solver.model(pool),
        Verdict::Unsat | Verdict::Unknown(_) => None,
    }
}

fn any_cond() -> impl Strategy<Value = Vec<WordStep>> {
    prop::collection::vec((0u8..20, 0u8..9, 0u8..9), 1..5)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn models_do_not_depend_on_earlier_queries(
        conds in prop::collection::vec(any_cond(), 2..6),
        without_words: bool,
    ) {
        let pool = Pool::new();
        let vars: Vec<Term> =
            ["x", "y", "z"].iter().map(|name| pool.var(name, pool.bitvec_sort(8))).collect();
        let conds: Vec<Term> =
            conds.iter().map(|steps| word_cond(&pool, 8, &vars, steps)).collect();
        let off: &[Stage] = if without_words { &[Stage::Words] } else { &[] };
        let queries = (1..=conds.len()).flat_map(|end| [&conds[..end], &conds[end - 1..]]);
        let queries: Vec<&[Term]> = queries.filter(|query| !query.is_empty()).collect();
        let (mut there, mut back) = (chain(off), chain(off));
        let forwards: Vec<Option<Model>> =
            queries.iter().map(|query| model_of(&mut *there, &pool, query)).collect();
        let mut backwards: Vec<Option<Model>> =
            queries.iter().rev().map(|query| model_of(&mut *back, &pool, query)).collect();
        backwards.reverse();
        for ((query, a), b) in queries.iter().zip(&forwards).zip(&backwards) {
            prop_assert_eq!(a, b);
            prop_assert!(a.as_ref().is_none_or(|model| pool.satisfies(model, query)));
        }
    }
}
