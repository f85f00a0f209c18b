//! A solver that keeps its stack along the path answers as a fresh one does.

use crate::common;
use solve::{Solver, Verdict};
use term::{Pool, Term};
use test_support::{Dice, Family, Terms, World};

const STEPS: usize = 60;

/// A walk over paths: the last terms are dropped, then others are added.
fn step(dice: &mut Dice, terms: &mut Terms<'_>, path: &mut Vec<Term>) {
    if dice.percent(40) {
        let kept = dice.below(path.len() + 1);
        path.truncate(kept);
    }
    path.extend(terms.query(1 + dice.below(2), 4));
}

#[track_caller]
fn check(family: Family) {
    let pool = Pool::new();
    let world = World::new(&pool);
    let mut kept = common::solver(&world.theory);
    let mut dice = Dice::new(family as u64);
    let mut terms = Terms::new(&pool, &world, family, 17);
    let mut path = Vec::new();
    let mut decided = 0;
    for _ in 0..STEPS {
        step(&mut dice, &mut terms, &mut path);
        let (one, other) =
            (kept.check(&pool, &path), common::solver(&world.theory).check(&pool, &path));
        if matches!((&one, &other), (Verdict::Unknown(_), _) | (_, Verdict::Unknown(_))) {
            continue;
        }
        decided += 1;
        assert_eq!(
            one,
            other,
            "{:#?}",
            path.iter().map(|term| pool.show(*term)).collect::<Vec<_>>()
        );
    }
    eprintln!("{family:?}: {decided} of {STEPS} decided by both");
    assert!(decided * 2 > STEPS);
}

#[test]
fn every_family() {
    Family::ALL.into_iter().for_each(check);
}
