//! Constants are folded by our own arithmetic: does Z3 agree, for every operator and at the edges?

use crate::common;
use solve::{Solver, Verdict};
use term::{Op, Pool, Sort};
use test_support::{Family, Terms, World};

/// Draws of operands for each operator at each sort.
const DRAWS: u64 = 40;

#[test]
fn folding_agrees_with_z3() {
    let pool = Pool::new();
    let world = World::new(&pool);
    let mut solver = common::solver(&world.theory);
    let mut unknown = Vec::new();
    let ground = world.forms.iter().filter(|form| !matches!(form.op, Op::Apply(_)));
    for (number, form) in ground.enumerate() {
        for draw in 0..DRAWS {
            let seed = number as u64 * DRAWS + draw;
            let mut terms = Terms::new(&pool, &world, Family::Mixed, seed).ground();
            let drawn = terms.of_form(form, (draw % 3) as usize);
            let same = pool.raw(Op::Eq, &[drawn.raw, drawn.made], Sort::BOOL);
            match solver.check(&pool, &[pool.raw(Op::Not, &[same], Sort::BOOL)]) {
                Verdict::Unsat => {}
                Verdict::Unknown(_) => unknown.push(pool.show(drawn.raw)),
                Verdict::Sat => {
                    panic!("{} was folded to {}", pool.show(drawn.raw), pool.show(drawn.made))
                }
            }
        }
    }
    eprintln!("undecided: {}", unknown.len());
    assert!(unknown.len() < 20, "{unknown:#?}");
}
