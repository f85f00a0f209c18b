//! A model that Z3 tells satisfies its query by our own evaluation, or is not handed out.

use crate::common;
use solve::{Solver, Verdict};
use term::Pool;
use test_support::{Family, Terms, World};

const QUERIES: u64 = 60;

#[track_caller]
fn check(family: Family) {
    let pool = Pool::new();
    let world = World::new(&pool);
    let mut solver = common::solver(&world.theory);
    let (mut sat, mut unknown) = (0, 0);
    for seed in 0..QUERIES {
        let query = Terms::new(&pool, &world, family, seed).query(4, 6);
        match solver.check(&pool, &query) {
            Verdict::Sat => {
                sat += 1;
                if let Some(model) = solver.model(&pool) {
                    assert!(pool.satisfies(&model, &query));
                } else {
                    let shown: Vec<String> = query.iter().map(|term| pool.show(*term)).collect();
                    eprintln!("no model for seed {seed}: {shown:#?}");
                }
            }
            Verdict::Unsat => {}
            Verdict::Unknown(_) => unknown += 1,
        }
    }
    let missing = solver.without_model();
    eprintln!("{family:?}: {sat} satisfiable, {missing} without a model; {unknown} undecided");
    assert!(sat >= 10, "{sat} of {QUERIES} are satisfiable");
    assert!(missing * 10 <= sat, "{missing} of {sat} have no model");
}

test_support::test_each_family!(check);
