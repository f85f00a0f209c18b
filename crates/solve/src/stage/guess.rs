//! Products of unknown integers, by trying values.
//!
//! Solvers of linear arithmetic often give up on products and on quotients by unknowns, after a long
//! time. But programs with such a product fail at few kinds of numbers: small ones, powers of two,
//! the ends of the machine's range and what they are compared with. So those are tried first; what
//! none of them satisfies is handed on.

use std::time::Instant;

use term::{Literal, Model, Op, Pool, Sort, Term, Visit};

use crate::{Solver, StageStats, Verdict};

/// Queries with more unknowns are handed on.
const MOST_UNKNOWNS: usize = 3;

/// How many combinations of values are tried for one query.
const MOST_TRIALS: usize = 1500;

/// Small numbers, powers of two near the root and the ends of words of 63 and 64 bits.
const USUAL: [i64; 14] = [
    0,
    1,
    -1,
    2,
    3,
    -2,
    1 << 31,
    -(1 << 31),
    1 << 32,
    3_037_000_500,
    (1 << 62) - 1,
    -(1 << 62),
    i64::MAX,
    i64::MIN,
];

/// The stage. See the module's description.
pub struct Guess<S> {
    inner: S,
    stats: StageStats,
    found: Option<Model>,
}

impl<S: Solver> Guess<S> {
    /// In front of `inner`.
    pub fn new(inner: S) -> Guess<S> {
        Guess { inner, stats: StageStats::named("guess"), found: None }
    }
}

impl<S: Solver> Solver for Guess<S> {
    fn check(&mut self, pool: &Pool, query: &[Term]) -> Verdict {
        let start = Instant::now();
        self.stats.asked += 1;
        self.found = guess(pool, query);
        self.stats.time += start.elapsed();
        if self.found.is_some() {
            self.stats.sat += 1;
            return Verdict::Sat;
        }
        self.inner.check(pool, query)
    }

    fn model(&mut self, pool: &Pool) -> Option<Model> {
        self.found.clone().or_else(|| self.inner.model(pool))
    }

    fn blamed(&mut self) -> Option<Vec<Term>> {
        self.inner.blamed()
    }

    fn work(&self) -> u64 {
        self.inner.work()
    }

    fn stats(&self) -> Vec<StageStats> {
        [vec![self.stats.clone()], self.inner.stats()].concat()
    }
}

/// Values that satisfy a query with products of unknown integers.
fn guess(pool: &Pool, query: &[Term]) -> Option<Model> {
    let unknowns = pool.free_vars(query);
    let few = (1..=MOST_UNKNOWNS).contains(&unknowns.len());
    if !few || unknowns.iter().any(|var| pool.sort(*var) != Sort::INT) {
        return None;
    }
    let values = candidates(pool, query)?;
    let combinations = values.len().checked_pow(u32::try_from(unknowns.len()).ok()?)?;
    (0..combinations.min(MOST_TRIALS)).find_map(|number| {
        let (mut model, mut rest) = (Model::new(), number);
        for var in &unknowns {
            model.set(*var, values[rest % values.len()]);
            rest /= values.len();
        }
        pool.satisfies(&model, query).then_some(model)
    })
}

/// The values worth trying, if there is a product; none if a query has functions without a meaning.
fn candidates(pool: &Pool, query: &[Term]) -> Option<Vec<Term>> {
    let (mut nonlinear, mut defined) = (false, true);
    let mut values: Vec<Term> = USUAL.iter().map(|value| pool.int(*value)).collect();
    let mut met = Vec::new();
    pool.walk(
        query,
        |_| Visit::Descend,
        |term| {
            let args = pool.args(term);
            let unknown = |arg: &&Term| pool.as_literal(**arg).is_none();
            match pool.op(term) {
                Op::Mul => nonlinear |= args.iter().filter(unknown).count() > 1,
                Op::Div | Op::Mod => nonlinear |= unknown(&&args[1]),
                Op::Apply(_) => defined = false,
                Op::Lit(_) if matches!(pool.as_literal(term), Some(Literal::Int(_))) => {
                    met.push(term);
                }
                _ => {}
            }
        },
    );
    for value in met.into_iter().take(8) {
        for near in [value, pool.add(&[value, pool.int(1)]), pool.sub(value, pool.int(1))] {
            if !values.contains(&near) {
                values.push(near);
            }
        }
    }
    (nonlinear && defined).then_some(values)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Reason;
    use crate::stage::tests::Scripted;

    fn unknown() -> Scripted {
        Scripted::answering(Verdict::Unknown(Reason::NeedsBackend))
    }

    #[test]
    fn products_are_found_by_trying() {
        let pool = Pool::new();
        let [x, y] = ["x", "y"].map(|name| pool.var(name, Sort::INT));
        let mut guess = Guess::new(unknown());
        let product = pool.mul(&[x, y]);
        let beyond_one = [x, y].map(|factor| pool.lt(pool.int(1), factor));
        let query = [pool.eq(product, pool.int(721)), beyond_one[0], beyond_one[1]];
        assert_eq!(guess.check(&pool, &query), Verdict::Unknown(Reason::NeedsBackend));
        let query = [pool.lt(pool.int(1000), product), pool.lt(x, pool.int(0))];
        assert_eq!(guess.check(&pool, &query), Verdict::Sat);
        let model = guess.model(&pool).expect("it was found");
        assert!(pool.satisfies(&model, &query));
    }

    #[test]
    fn everything_else_is_handed_on() {
        let pool = Pool::new();
        let (x, b) = (pool.var("x", Sort::INT), pool.var("b", Sort::BOOL));
        let func = pool.func("f", &[Sort::INT], Sort::INT);
        let square = pool.mul(&[x, x]);
        let mut guess = Guess::new(unknown());
        let linear = pool.lt(x, pool.int(5));
        let applied = pool.eq(square, pool.apply(func, &[x]));
        for query in [vec![linear], vec![applied], vec![pool.eq(square, pool.int(4)), b]] {
            assert_ne!(guess.check(&pool, &query), Verdict::Sat);
        }
        assert_eq!(guess.inner.asked.len(), 3);
    }
}
