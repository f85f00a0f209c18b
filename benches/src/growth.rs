//! How time grows with the number of variables and conditions: the chain without a back end beside Z3.
//!
//! Each query is asked of a solver that has seen nothing but a variable. It has as many conditions as variables, and values are drawn first so
//! that they satisfy all of them; the refutable query has one condition more, which all others together
//! exclude. Time is that of the processor.

use std::time::Duration;

use solve::{QueryLimits, Theory, Verdict};
use solve_chain::{Backend, Config, Stage};
use term::{Op, Pool, Sort, Term};
use test_support::Dice;

use crate::cpu::cpu_time;

const SIZES: [usize; 7] = [2, 5, 10, 20, 50, 100, 200];
/// Queries of each size whose times are averaged.
const SAMPLES: u64 = 5;
/// A solver that takes longer for a query is not asked larger ones.
const PATIENCE: Duration = Duration::from_secs(5);
/// What one query may take.
const TIME: Duration = Duration::from_secs(20);

/// What the conditions of a query are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// `x - y <= c`
    Differences,
    /// `a*x + b*y + c*z <= d`
    Sums,
    /// `x - 2 * (y div 3) + (z mod 5) <= d`
    Quotients,
    /// `x < y` in a strict partial order of elements; each element but one is below another.
    Orders,
    /// The same of machine words of 32 bits, `x + y + z <= d`, where the sums of small words do not wrap around.
    Words,
}

/// Prints a table for each kind of conditions, or for the one that is wanted.
pub(crate) fn print(z3: &Backend, wanted: Option<&str>) {
    for (shape, name, what) in [
        (Shape::Differences, "differences", "differences of two integers"),
        (Shape::Sums, "sums", "sums of three integers with coefficients"),
        (Shape::Quotients, "quotients", "sums with quotients and remainders by constants"),
        (Shape::Orders, "orders", "a strict partial order of elements"),
        (Shape::Words, "words", "sums of three words of 32 bits"),
    ] {
        if wanted.is_some_and(|wanted| wanted != name) {
            continue;
        }
        println!("\nµs per query, {what}\n");
        println!("| variables and conditions | core, sat | Z3, sat | core, unsat | Z3, unsat |");
        println!("|--:|--:|--:|--:|--:|");
        let core = Config::new(Backend::None);
        let bare = Config::new(z3.clone()).without(&Stage::ALL);
        let asked =
            |config: &Config, expected| Column { config: config.clone(), expected, is_over: false };
        let mut columns = [
            asked(&core, Verdict::Sat),
            asked(&bare, Verdict::Sat),
            asked(&core, Verdict::Unsat),
            asked(&bare, Verdict::Unsat),
        ];
        for size in SIZES {
            let cells: Vec<String> =
                columns.iter_mut().map(|column| column.cell(shape, size)).collect();
            println!("| {size} | {} |", cells.join(" | "));
        }
    }
}

/// What one solver is asked, with growing size.
struct Column {
    config: Config,
    expected: Verdict,
    /// Whether it is not asked any more, because it has taken too long.
    is_over: bool,
}

impl Column {
    fn cell(&mut self, shape: Shape, size: usize) -> String {
        if self.is_over {
            return "–".to_owned();
        }
        let (text, time) = average(&self.config, shape, size, &self.expected);
        self.is_over = time > PATIENCE;
        text
    }
}

/// The mean time of queries that are decided as they must be, or how many are not.
fn average(config: &Config, shape: Shape, size: usize, expected: &Verdict) -> (String, Duration) {
    let mut config = config.clone();
    config.limits = QueryLimits { time: Some(TIME), ..QueryLimits::default() };
    let (mut spent, mut open) = (Duration::ZERO, 0);
    for seed in 0..SAMPLES {
        let pool = Pool::new();
        let (query, theory) = match shape {
            Shape::Orders => ordered(&pool, size, seed, expected),
            _ => (query(&pool, shape, size, seed, expected), Theory::empty()),
        };
        let mut solver = config.build(&theory).expect("the back end is loaded");
        // What a new solver costs does not grow with the query.
        solver.check(&pool, &[pool.var("unrelated", Sort::BOOL)]);
        let start = cpu_time();
        let verdict = solver.check(&pool, &query);
        spent += cpu_time().saturating_sub(start);
        match verdict {
            Verdict::Unknown(_) => open += 1,
            verdict => assert_eq!(verdict, *expected, "{size} conditions, seed {seed}"),
        }
    }
    let mean = spent.as_secs_f64() * 1e6 / SAMPLES as f64;
    let text = match open {
        0 => format!("{mean:.0}"),
        _ => format!("{mean:.0} ({open} of {SAMPLES} open)"),
    };
    (text, spent / SAMPLES as u32)
}

/// Elements of which each is below the next one, in an order that is drawn, and one further pair for each; the
/// refutable query closes a cycle through all of them.
fn ordered(pool: &Pool, size: usize, seed: u64, expected: &Verdict) -> (Vec<Term>, Theory) {
    let mut dice = Dice::new(seed * 1000 + size as u64);
    let (order, theory) = crate::partial_order(pool);
    let sort = pool.signature(order).0[0];
    let mut elements: Vec<Term> = (0..size).map(|at| pool.var(&format!("e{at}"), sort)).collect();
    for at in (1..size).rev() {
        elements.swap(at, dice.below(at + 1));
    }
    let below = |low: usize, high: usize| pool.apply(order, &[elements[low], elements[high]]);
    let mut query: Vec<Term> = (1..size).map(|high| below(high - 1, high)).collect();
    query.extend((1..size).map(|high| below(dice.below(high), high)));
    for at in (1..query.len()).rev() {
        query.swap(at, dice.below(at + 1));
    }
    if *expected == Verdict::Unsat {
        query.push(below(size - 1, 0));
    }
    (query, theory)
}

fn query(pool: &Pool, shape: Shape, size: usize, seed: u64, expected: &Verdict) -> Vec<Term> {
    let mut dice = Dice::new(seed * 1000 + size as u64);
    let sort = if shape == Shape::Words { pool.bitvec_sort(32) } else { Sort::INT };
    let vars: Vec<(Term, i64)> =
        (0..size).map(|at| (pool.var(&format!("x{at}"), sort), dice.below(100) as i64)).collect();
    let mut query = Vec::new();
    // The sum of all left sides, and of all right sides.
    let mut both: Vec<(Vec<(Term, i64)>, i64)> = Vec::new();
    for number in 0..size {
        let coefficients: &[i64] = match shape {
            Shape::Differences => &[1, -1],
            Shape::Sums => &[1, 2, -3],
            Shape::Quotients | Shape::Orders => &[1, -2, 1],
            Shape::Words => &[1, 1, 1],
        };
        let mut parts: Vec<(Term, i64)> = Vec::new();
        let mut value = 0;
        for (place, by) in coefficients.iter().enumerate() {
            // The first variable comes in turn, so that all are mentioned.
            let at = if place == 0 { number } else { dice.below(size) };
            let (var, number) = vars[at];
            let (part, number) = match (shape, place) {
                (Shape::Quotients, 1) => (pool.div(var, pool.int(3)), number.div_euclid(3)),
                (Shape::Quotients, 2) => (pool.modulo(var, pool.int(5)), number.rem_euclid(5)),
                _ => (var, number),
            };
            parts.push((part, *by));
            value += by * number;
        }
        let limit = value + dice.below(5) as i64;
        query.push(at_most(pool, shape, &parts, limit));
        both.push((parts, limit));
    }
    if shape == Shape::Words {
        // Small words, whose sums do not wrap around.
        let most = pool.bitvec(32, 1000);
        query.extend(vars.iter().map(|(var, _)| pool.word(Op::BvUle, &[*var, most])));
    }
    if *expected == Verdict::Unsat {
        query.push(excluded(pool, shape, &both));
    }
    query
}

fn at_most(pool: &Pool, shape: Shape, parts: &[(Term, i64)], limit: i64) -> Term {
    match shape {
        Shape::Words => {
            let limit = u64::try_from(limit).expect("sums of natural numbers");
            pool.word(Op::BvUle, &[word_sum(pool, parts), pool.bitvec(32, limit)])
        }
        Shape::Differences | Shape::Sums | Shape::Quotients | Shape::Orders => {
            pool.le(sum(pool, parts), pool.int(limit))
        }
    }
}

fn sum(pool: &Pool, parts: &[(Term, i64)]) -> Term {
    let parts: Vec<Term> =
        parts.iter().map(|(term, by)| pool.mul(&[pool.int(*by), *term])).collect();
    pool.add(&parts)
}

fn word_sum(pool: &Pool, parts: &[(Term, i64)]) -> Term {
    let sum = parts.iter().map(|(term, _)| *term).reduce(|a, b| pool.word(Op::BvAdd, &[a, b]));
    sum.expect("a sum has parts")
}

/// What the conditions exclude together: that the sum of all left sides is beyond that of the right ones. Of
/// words, whose long sums wrap around, that of the first left side is.
fn excluded(pool: &Pool, shape: Shape, both: &[(Vec<(Term, i64)>, i64)]) -> Term {
    if shape == Shape::Words {
        return pool.not(at_most(pool, shape, &both[0].0, both[0].1 + 1));
    }
    let parts: Vec<(Term, i64)> = both.iter().flat_map(|(parts, _)| parts.clone()).collect();
    let limit: i64 = both.iter().map(|(_, limit)| *limit).sum();
    pool.lt(pool.int(limit), sum(pool, &parts))
}
