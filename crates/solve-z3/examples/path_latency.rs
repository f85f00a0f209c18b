//! Time per query of growing path conditions, kept along the path and asked from scratch.
//!
//! `cargo run --release -p solve-z3 --example path_latency`

use std::time::{Duration, Instant};

use solve::{Interrupt, QueryLimits, Solver, Theory, Verdict};
use solve_z3::{Search, Z3, Z3Solver};
use term::{Pool, Term};
use test_support::{Dice, Family, Terms, World};

const QUERIES: usize = 10_000;
const LONGEST: usize = 20;

/// Paths as a depth-first search meets them: the last conditions go, others come, and each prefix
/// is asked.
fn paths(pool: &Pool, world: &World, family: Family) -> Vec<Vec<Term>> {
    let mut terms = Terms::new(pool, world, family, 5);
    let mut dice = Dice::new(5);
    let (mut path, mut paths) = (Vec::new(), Vec::new());
    while paths.len() < QUERIES {
        if path.len() >= LONGEST || dice.percent(30) {
            let kept = dice.below(path.len() + 1);
            path.truncate(kept);
        }
        path.extend(terms.query(1, 2));
        paths.push(path.clone());
    }
    paths
}

fn measure(pool: &Pool, solver: &mut dyn Solver, paths: &[Vec<Term>]) -> (Duration, usize) {
    let start = Instant::now();
    let sat = paths.iter().filter(|path| solver.check(pool, path) == Verdict::Sat).count();
    (start.elapsed() / paths.len() as u32, sat)
}

fn solver(z3: &Z3, theory: &Theory) -> Z3Solver {
    z3.solver(theory.clone(), QueryLimits::default(), Interrupt::new())
}

fn main() {
    let z3 = Z3::load(&Search::default()).expect("this measures libz3");
    eprintln!("Z3 {}", z3.version());
    for family in [Family::Elems, Family::Ints, Family::Words, Family::Data] {
        let pool = Pool::new();
        let world = World::new(&pool);
        let paths = paths(&pool, &world, family);
        let (kept, sat) = measure(&pool, &mut solver(&z3, &world.theory), &paths);
        let few = &paths[..paths.len() / 20];
        let start = Instant::now();
        for path in few {
            solver(&z3, &world.theory).check(&pool, path);
        }
        let fresh = start.elapsed() / few.len() as u32;
        eprintln!(
            "{family:?}: {sat} of {} sat; along the path {kept:?}, fresh {fresh:?}",
            paths.len()
        );
    }
}
