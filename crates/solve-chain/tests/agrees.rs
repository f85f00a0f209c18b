//! The chain against bare Z3 on random paths of every theory, with random stages left out: the
//! same answers, and models that our evaluator accepts. Unknown answers are counted and shown.

use solve::{Solver, Verdict};
use solve_chain::{Backend, Config, Stage};
use solve_z3::Search;
use term::{Pool, Term};
use test_support::{Dice, Family, Terms, World};

const PATHS: u64 = 6;
const QUERIES: usize = 25;

struct Pair {
    chain: Box<dyn Solver>,
    bare: Box<dyn Solver>,
    decided: usize,
    unknown: usize,
}

impl Pair {
    fn ask(&mut self, pool: &Pool, query: &[Term], place: &str) {
        let (chain, bare) = (self.chain.check(pool, query), self.bare.check(pool, query));
        match (&chain, &bare) {
            (Verdict::Unknown(_), _) | (_, Verdict::Unknown(_)) => self.unknown += 1,
            _ => {
                assert_eq!(chain, bare, "{place}: {}", show(pool, query));
                self.decided += 1;
            }
        }
        if chain == Verdict::Sat
            && let Some(model) = self.chain.model(pool)
        {
            assert!(pool.satisfies(&model, query), "{place}: wrong model of {}", show(pool, query));
        }
    }
}

fn show(pool: &Pool, query: &[Term]) -> String {
    query.iter().map(|term| format!("\n  {}", pool.show(*term))).collect()
}

/// A path that grows, shrinks, and repeats itself, as an exploration does.
fn walk(dice: &mut Dice, terms: &mut Terms<'_>, pool: &Pool, path: &mut Vec<Term>) {
    if dice.percent(25) {
        path.truncate(dice.below(path.len() + 1));
    }
    let next = match path.first() {
        Some(&known) if dice.percent(10) => pool.not(known),
        _ => terms.query(1, 4)[0],
    };
    path.push(next);
}

fn check(family: Family) {
    let z3 = Backend::z3(&Search::default()).expect("the tests need libz3");
    let (mut decided, mut unknown) = (0, 0);
    for seed in 0..PATHS {
        let pool = Pool::new();
        let world = World::new(&pool);
        let mut dice = Dice::new(seed);
        let off = Stage::ALL.into_iter().filter(|_| seed > 0 && dice.percent(30)).collect();
        let build = |off: Vec<Stage>| {
            let config = Config::new(z3.clone()).without(&off);
            config.build(&world.theory).expect("the back end is loaded")
        };
        let (chain, bare) = (build(off), build(Stage::ALL.to_vec()));
        let mut pair = Pair { chain, bare, decided: 0, unknown: 0 };
        let mut terms = Terms::new(&pool, &world, family, seed);
        let mut path = Vec::new();
        for number in 0..QUERIES {
            walk(&mut dice, &mut terms, &pool, &mut path);
            pair.ask(&pool, &path, &format!("{family:?}, seed {seed}, query {number}"));
        }
        decided += pair.decided;
        unknown += pair.unknown;
    }
    eprintln!("{family:?}: {decided} decided, {unknown} unknown");
    assert!(decided > unknown, "{family:?}: hardly anything was decided");
}

test_support::test_each_family!(check);
