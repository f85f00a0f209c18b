//! Growing path conditions, as an exploration asks them.
//!
//! A path grows by one condition at a time; when it cannot grow, its negation is taken; now and
//! then the exploration goes back some splits. The queries are a function of the seed alone.

use term::{Pool, Sort, Term};

/// A sequence of queries; neighbours share long prefixes.
pub(crate) type Queries = Vec<Vec<Term>>;

/// What conditions are made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// Equalities over an uninterpreted sort, a unary function, and a strict total order.
    Order,
    /// Linear comparisons of integers.
    Linear,
}

/// Small random numbers without a dependency.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }
}

/// `count` queries. `possible` tells whether a path can be taken; it shapes the paths, so that they
/// grow as in an exploration, and is not part of what is measured.
pub(crate) fn queries(
    pool: &Pool,
    kind: Kind,
    count: usize,
    seed: u64,
    possible: &mut dyn FnMut(&[Term]) -> bool,
) -> Queries {
    let mut dice = Dice(seed);
    let mut path: Vec<Term> = Vec::new();
    let mut queries = Vec::with_capacity(count);
    while queries.len() < count {
        if path.len() > 30 || dice.roll(12) == 0 {
            let keep = dice.roll(path.len() + 1);
            path.truncate(keep);
        }
        let cond = condition(pool, kind, &mut dice);
        path.push(cond);
        queries.push(path.clone());
        if !possible(&path) {
            path.pop();
            path.push(pool.not(cond));
        }
    }
    queries
}

fn condition(pool: &Pool, kind: Kind, dice: &mut Dice) -> Term {
    let atom = match kind {
        Kind::Order => order_atom(pool, dice),
        Kind::Linear => linear_atom(pool, dice),
    };
    if dice.roll(2) == 0 { atom } else { pool.not(atom) }
}

/// The order that [`Kind::Order`] mentions.
pub(crate) fn order(pool: &Pool) -> (Sort, term::Func) {
    let sort = pool.elem_sort("Elem");
    (sort, pool.func("before", &[sort, sort], Sort::BOOL))
}

fn order_atom(pool: &Pool, dice: &mut Dice) -> Term {
    let (sort, before) = order(pool);
    let next = pool.func("next", &[sort], sort);
    let mut operand = || {
        let var = pool.var(&format!("e{}", dice.roll(10)), sort);
        if dice.roll(4) == 0 { pool.apply(next, &[var]) } else { var }
    };
    let (a, b) = (operand(), operand());
    if dice.roll(2) == 0 { pool.eq(a, b) } else { pool.apply(before, &[a, b]) }
}

fn linear_atom(pool: &Pool, dice: &mut Dice) -> Term {
    let mut operand = || pool.var(&format!("n{}", dice.roll(8)), Sort::INT);
    let (a, b, c) = (operand(), operand(), operand());
    let offset = pool.int(dice.roll(20) as i64 - 10);
    match dice.roll(3) {
        0 => pool.le(pool.add(&[a, offset]), b),
        1 => pool.le(pool.add(&[a, b]), pool.add(&[c, offset])),
        _ => pool.eq(pool.add(&[a, offset]), b),
    }
}
