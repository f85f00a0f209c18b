//! The constructors simplify: does a term still mean what it was made from?
//!
//! Z3 is asked whether the simplified and the raw term can differ. What it cannot decide is counted
//! and shown; there must be little of it.

use crate::common;
use solve::{Solver, Verdict};
use term::{Op, Pool, Sort, Term};
use test_support::{Drawn, Family, Terms, World};

const TERMS: u64 = 250;
const SIZE: usize = 8;

fn differ(pool: &Pool, drawn: Drawn) -> Term {
    let same = pool.raw(Op::Eq, &[drawn.raw, drawn.made], Sort::BOOL);
    pool.raw(Op::Not, &[same], Sort::BOOL)
}

#[track_caller]
fn check(family: Family) {
    let pool = Pool::new();
    let world = World::new(&pool);
    let mut solver = common::solver(&world.theory);
    let (mut asked, mut unknown) = (0, 0);
    for seed in 0..TERMS {
        let mut terms = Terms::new(&pool, &world, family, seed);
        let sort = terms.sort();
        let drawn = terms.term(sort, SIZE);
        if drawn.raw == drawn.made {
            continue;
        }
        asked += 1;
        match solver.check(&pool, &[differ(&pool, drawn)]) {
            Verdict::Unsat => {}
            Verdict::Unknown(_) => unknown += 1,
            Verdict::Sat => {
                panic!("seed {seed}: {} became {}", pool.show(drawn.raw), pool.show(drawn.made))
            }
        }
    }
    eprintln!("{family:?}: {asked} simplified terms, of which Z3 cannot decide {unknown}");
    assert!(asked > 50, "the constructors change too little for this to say much: {asked}");
    assert!(unknown * 10 < asked, "{unknown} of {asked} are undecided");
}

test_support::test_each_family!(check);
