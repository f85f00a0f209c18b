//! The chain against bare Z3 on random paths of every theory, with random stages left out: the
//! same answers, and models that our evaluator accepts. Unknown answers are counted and shown.

use solve::{AnswerStore, Solver, Theory, Verdict};
use solve_chain::{Backend, Config, Stage};
use solve_z3::Search;
use term::{Pool, Term};
use test_support::{Dice, Family, Terms, WordStep, World, word_cond};
use testbed::{amount, sample};

/// Paths of each family, usually and in a nightly run.
const PATHS: (u64, u64) = (3, 30);
const QUERIES: usize = 25;
/// Paths of words of each width.
const PATHS_OF_WIDTH: (u64, u64) = (1, 10);
const QUERIES_OF_WIDTH: usize = 12;
/// How many widths a usual run takes besides those of machines and what lies beyond them.
const WIDTHS: usize = 12;
const USUAL_WIDTHS: [u32; 6] = [1, 8, 16, 32, 64, 65];

/// What one query may cost in a usual run. Some about texts would take Z3 all of its time.
const WORK: u64 = 30_000;

struct Pair {
    chain: Box<dyn Solver>,
    /// Another chain, which shares the answers of the first.
    again: Box<dyn Solver>,
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
        if !matches!(chain, Verdict::Unknown(_)) {
            let again = self.again.check(pool, query);
            let agrees = again == chain || matches!(again, Verdict::Unknown(_));
            assert!(agrees, "{place}: another answer to {}", show(pool, query));
        }
        if chain == Verdict::Sat {
            let again = self.again.check(pool, query) == Verdict::Sat;
            let other = if again { self.again.model(pool) } else { None };
            let models = [self.chain.model(pool), other];
            for model in models.into_iter().flatten() {
                let place = format!("{place}: wrong model of {}", show(pool, query));
                assert!(pool.satisfies(&model, query), "{place}");
            }
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

/// The library that the environment names, or that of the system.
fn z3() -> Backend {
    let search = Search { exactly: testbed::named_z3(), ..Search::default() };
    Backend::z3(&search).expect("the tests need libz3")
}

/// The chain without some stages, beside Z3 alone.
fn pair(z3: &Backend, theory: &Theory, off: &[Stage], work: Option<u64>) -> Pair {
    let answers = AnswerStore::new();
    let build = |off: &[Stage]| {
        let mut config = Config::new(z3.clone()).without(off);
        config.limits.work = work;
        config.answers = Some(answers.clone());
        config.build(theory).expect("the back end is loaded")
    };
    let (chain, again, bare) = (build(off), build(off), build(&Stage::ALL));
    Pair { chain, again, bare, decided: 0, unknown: 0 }
}

fn check(family: Family) {
    let z3 = z3();
    let (mut decided, mut unknown) = (0, 0);
    for seed in 0..amount(PATHS.0, PATHS.1) {
        let pool = Pool::new();
        let world = World::new(&pool);
        let mut dice = Dice::new(seed);
        let off: Vec<Stage> =
            Stage::ALL.into_iter().filter(|_| seed > 0 && dice.percent(30)).collect();
        let mut pair = pair(&z3, &world.theory, &off, amount(Some(WORK), None));
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

/// Words of every width that fits a register, and of one that does not.
#[test]
fn words_of_every_width() {
    let z3 = z3();
    let (mut decided, mut unknown) = (0, 0);
    let widths: Vec<u32> = (1..=65).filter(|width| !USUAL_WIDTHS.contains(width)).collect();
    for seed in 0..amount(PATHS_OF_WIDTH.0, PATHS_OF_WIDTH.1) {
        for &width in sample("widths of words", &widths, WIDTHS).into_iter().chain(&USUAL_WIDTHS) {
            let pool = Pool::new();
            let mut dice = Dice::new(seed * 100 + u64::from(width));
            let sort = pool.bitvec_sort(width);
            let vars: Vec<Term> =
                (0..1 + dice.below(3)).map(|at| pool.var(&format!("x{at}"), sort)).collect();
            let mut pair =
                pair(&z3, &Theory::empty(), &[Stage::Core, Stage::Cdcl][..dice.below(3)], None);
            let mut path = Vec::new();
            for number in 0..QUERIES_OF_WIDTH {
                if dice.percent(25) {
                    path.truncate(dice.below(path.len() + 1));
                }
                path.push(word_cond(&pool, width, &vars, &steps(&mut dice, width)));
                pair.ask(&pool, &path, &format!("width {width}, seed {seed}, query {number}"));
            }
            decided += pair.decided;
            unknown += pair.unknown;
        }
    }
    eprintln!("words of every width: {decided} decided, {unknown} unknown");
    assert!(decided > unknown, "hardly anything was decided");
}

/// Wide products and quotients take Z3 minutes, so conditions on wide words are short.
fn steps(dice: &mut Dice, width: u32) -> Vec<WordStep> {
    let most = if width <= 16 { 6 } else { 2 };
    let mut step = || [256; 3].map(|bound| dice.below(bound) as u8).into();
    let mut steps: Vec<WordStep> = (0..most).map(|_| step()).collect();
    steps.truncate(1 + dice.below(most));
    steps
}
