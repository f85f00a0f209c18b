//! Which integers the variables of a query can be.
//!
//! A variable whose values lie between two integers has a width, and then bits decide everything about
//! it. The bounds follow from the conjuncts of the query: each one is a sum that is at most zero, and
//! bounds of all its summands but one bound that one.

use rustc_hash::FxHashMap;
use term::{Int, Literal, Op, Pool, Sort, SortNode, Term};

/// How often bounds are passed on from conjunct to conjunct.
const MOST_ROUNDS: usize = 8;
/// Terms deeper than this have no bounds.
const DEEPEST: u32 = 40;

/// The integers between two bounds, where there are any.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Range {
    pub(super) low: Option<Int>,
    pub(super) high: Option<Int>,
}

impl Range {
    fn only(value: Int) -> Range {
        Range { low: Some(value.clone()), high: Some(value) }
    }

    fn between(low: Int, high: Int) -> Range {
        Range { low: Some(low), high: Some(high) }
    }

    /// The bits that all of its values fit in; none if a bound is missing.
    pub(super) fn width(&self) -> Option<usize> {
        let bits = |bound: &Int| bound.to_big().bits() as usize + 1;
        Some(bits(self.low.as_ref()?).max(bits(self.high.as_ref()?)))
    }

    fn add(&self, other: &Range) -> Range {
        let sum = |a: &Option<Int>, b: &Option<Int>| Some(a.as_ref()?.add(b.as_ref()?));
        Range { low: sum(&self.low, &other.low), high: sum(&self.high, &other.high) }
    }

    fn scale(&self, by: &Int) -> Range {
        let times = |bound: &Option<Int>| bound.as_ref().map(|bound| bound.mul(by));
        match by.is_negative() {
            false => Range { low: times(&self.low), high: times(&self.high) },
            true => Range { low: times(&self.high), high: times(&self.low) },
        }
    }

    fn mul(&self, other: &Range) -> Range {
        let is_natural = |range: &Range| range.low.as_ref().is_some_and(|low| !low.is_negative());
        let (Some(a), Some(b)) = (self.ends(), other.ends()) else {
            let low = is_natural(self) && is_natural(other);
            return Range { low: low.then_some(Int::ZERO), high: None };
        };
        let ends = a.iter().flat_map(|a| b.iter().map(|b| a.mul(b)));
        Range { low: ends.clone().min(), high: ends.max() }
    }

    fn join(&self, other: &Range) -> Range {
        let both = |a: &Option<Int>, b: &Option<Int>, pick: fn(Int, Int) -> Int| {
            Some(pick(a.clone()?, b.clone()?))
        };
        Range {
            low: both(&self.low, &other.low, Int::min),
            high: both(&self.high, &other.high, Int::max),
        }
    }

    /// The largest distance from zero.
    fn size(&self) -> Option<Int> {
        Some(self.low.as_ref()?.abs().max(self.high.as_ref()?.abs()))
    }

    fn ends(&self) -> Option<[&Int; 2]> {
        Some([self.low.as_ref()?, self.high.as_ref()?])
    }
}

/// A sum of terms with coefficients, and a constant, that is at most zero.
struct AtMostZero {
    parts: Vec<(Int, Term)>,
    constant: Int,
}

/// The bounds of the unknown integers of a query.
pub(super) struct Ranges<'p> {
    pool: &'p Pool,
    known: FxHashMap<Term, Range>,
    is_changed: bool,
}

impl<'p> Ranges<'p> {
    pub(super) fn of(pool: &'p Pool, query: &[Term]) -> Ranges<'p> {
        let sums = sums(pool, query);
        let mut ranges = Ranges { pool, known: FxHashMap::default(), is_changed: false };
        for _ in 0..MOST_ROUNDS {
            ranges.is_changed = false;
            sums.iter().for_each(|sum| ranges.pass_on(sum));
            if !ranges.is_changed {
                break;
            }
        }
        ranges
    }

    /// The bounds of a term.
    pub(super) fn range(&self, term: Term) -> Range {
        self.range_below(term, 0)
    }

    fn range_below(&self, term: Term, depth: u32) -> Range {
        if depth == DEEPEST {
            return Range::default();
        }
        let range = |term: Term| self.range_below(term, depth + 1);
        match self.pool.node(term) {
            (Op::Lit(_), _) => literal(self.pool, term).map_or(Range::default(), Range::only),
            (Op::Add, parts) => {
                let sum = parts.iter().map(|part| range(*part)).reduce(|a, b| a.add(&b));
                sum.unwrap_or_default()
            }
            (Op::Mul, &[a, b]) if a == b => {
                let square = range(a).mul(&range(a));
                Range {
                    low: Some(square.low.map_or(Int::ZERO, |low| low.max(Int::ZERO))),
                    ..square
                }
            }
            (Op::Mul, parts) => {
                let product = parts.iter().map(|part| range(*part)).reduce(|a, b| a.mul(&b));
                product.unwrap_or_default()
            }
            (Op::Div, &[a, _]) => match range(a).size() {
                Some(size) => Range::between(size.neg(), size),
                None => Range::default(),
            },
            (Op::Mod, &[a, by]) => match literal(self.pool, by).filter(|by| *by != Int::ZERO) {
                Some(by) => Range::between(Int::ZERO, by.abs().sub(&Int::ONE)),
                // A remainder by zero is the dividend.
                None => match range(by).size() {
                    Some(size) => Range::between(Int::ZERO, size).join(&range(a)),
                    None => Range::default(),
                },
            },
            (Op::Ite, &[_, yes, no]) => range(yes).join(&range(no)),
            (Op::BvToInt, &[word]) => match self.pool.sort_node(self.pool.sort(word)) {
                SortNode::BitVec(width) => {
                    let ones = (num_bigint::BigInt::from(1) << *width) - 1;
                    Range::between(Int::ZERO, Int::from(ones))
                }
                _ => Range::default(),
            },
            _ => self.known.get(&term).cloned().unwrap_or_default(),
        }
    }

    /// What a sum that is at most zero says of each summand.
    fn pass_on(&mut self, sum: &AtMostZero) {
        let lows: Vec<Option<Int>> =
            sum.parts.iter().map(|(by, term)| self.range(*term).scale(by).low).collect();
        for (at, (by, term)) in sum.parts.iter().enumerate() {
            let others = lows.iter().enumerate().filter(|(other, _)| *other != at);
            let rest = others.map(|(_, low)| low.clone()).reduce(|a, b| Some(a?.add(&b?)));
            let Some(rest) = rest.unwrap_or(Some(Int::ZERO)) else { continue };
            // `by * term` is at most this.
            let limit = rest.add(&sum.constant).neg();
            let bound = limit.div_euclid(&by.abs());
            match by.is_negative() {
                false => self.tighten(*term, Range { low: None, high: Some(bound) }),
                true => self.tighten(*term, Range { low: Some(bound.neg()), high: None }),
            }
        }
    }

    fn tighten(&mut self, term: Term, new: Range) {
        match self.pool.node(term) {
            (Op::Mul, &[a, b]) => {
                if let Some(high) = new.high {
                    self.tighten_factors(a, b, &high);
                }
            }
            (Op::Add | Op::Mul | Op::Div | Op::Mod | Op::Ite | Op::BvToInt | Op::Lit(_), _) => {}
            _ => {
                let known = self.known.entry(term).or_default();
                let before = known.clone();
                if let Some(low) = new.low {
                    known.low = Some(known.low.take().map_or(low.clone(), |old| old.max(low)));
                }
                if let Some(high) = new.high {
                    known.high = Some(known.high.take().map_or(high.clone(), |old| old.min(high)));
                }
                self.is_changed |= *known != before;
            }
        }
    }

    /// A product is at most `high`: so is each factor, if the other one is at least one, and the size of
    /// a square's root.
    fn tighten_factors(&mut self, a: Term, b: Term, high: &Int) {
        if a == b {
            let size = Int::from(high.to_big().max(0.into()).sqrt());
            return self.tighten(a, Range::between(size.neg(), size));
        }
        let is_at_least =
            |range: &Range, least: &Int| range.low.as_ref().is_some_and(|low| low >= least);
        for (factor, other) in [(a, b), (b, a)] {
            let is_bounded = is_at_least(&self.range(other), &Int::ONE)
                && is_at_least(&self.range(factor), &Int::ZERO);
            if is_bounded {
                self.tighten(factor, Range { low: None, high: Some(high.clone().max(Int::ZERO)) });
            }
        }
    }
}

fn literal(pool: &Pool, term: Term) -> Option<Int> {
    match pool.as_literal(term) {
        Some(Literal::Int(int)) => Some(int.clone()),
        _ => None,
    }
}

/// The conjuncts of a query that compare integers, as sums.
fn sums(pool: &Pool, query: &[Term]) -> Vec<AtMostZero> {
    let mut sums = Vec::new();
    let mut todo: Vec<(Term, bool)> = query.iter().rev().map(|term| (*term, true)).collect();
    while let Some((term, holds)) = todo.pop() {
        let mut at_most = |a: Term, b: Term, more: i64| {
            let difference = pool.add(&[pool.sub(a, b), pool.int(more)]);
            sums.push(sum(pool, difference));
        };
        match (pool.node(term), holds) {
            ((Op::Not, &[inner]), _) => todo.push((inner, !holds)),
            ((Op::And, parts), true) | ((Op::Or, parts), false) => {
                todo.extend(parts.iter().rev().map(|part| (*part, holds)));
            }
            ((Op::Eq, &[a, b]), true) if pool.sort(a) == Sort::INT => {
                at_most(a, b, 0);
                at_most(b, a, 0);
            }
            ((Op::Le | Op::Lt, &[a, _]), _) if pool.sort(a) != Sort::INT => {}
            ((Op::Le, &[a, b]), true) | ((Op::Lt, &[b, a]), false) => at_most(a, b, 0),
            ((Op::Lt, &[a, b]), true) | ((Op::Le, &[b, a]), false) => at_most(a, b, 1),
            _ => {}
        }
    }
    sums
}

fn sum(pool: &Pool, term: Term) -> AtMostZero {
    let mut sum = AtMostZero { parts: Vec::new(), constant: Int::ZERO };
    let parts = match pool.node(term) {
        (Op::Add, parts) => parts.to_vec(),
        _ => vec![term],
    };
    for part in parts {
        match pool.node(part) {
            (Op::Lit(_), _) => {
                sum.constant = sum.constant.add(&literal(pool, part).expect("an integer"));
            }
            (Op::Mul, [first, rest @ ..]) => match literal(pool, *first) {
                Some(by) => sum.parts.push((by, pool.mul(rest))),
                None => sum.parts.push((Int::ONE, part)),
            },
            _ => sum.parts.push((Int::ONE, part)),
        }
    }
    sum
}
