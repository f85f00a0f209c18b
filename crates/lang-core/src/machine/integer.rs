//! Integers of a machine.
//!
//! Terms are over ideal integers. Where a result may leave the range of the machine, a path splits:
//! inside of the range the ideal result is that of the machine, and outside it wraps around. Whether
//! it may is first estimated from the term alone, so that counters that start at constants cost
//! nothing. Once an integer has wrapped around on a path, further ones are written as remainders and
//! split no more: the number of paths grows with the length of a sum and is not a power of it.
//!
//! Every integer that a program gets from outside is assumed to be in the range where it first
//! appears, so the estimate may take that for granted of variables, fields and functions.

use term::{Cases, Int, Literal, Op, Pool, Sort, SortNode, Term, Visit};

use super::Run;
use super::state::{Control, Outcome, Store};
use super::value::Value;
use crate::session::Values;

/// No string of OCaml or Haskell is longer.
const LONGEST_TEXT: i128 = 1 << 57;

/// The codes of bytes.
const BYTES: Interval = Interval { least: 0, most: 255 };

/// Bounds beyond this are none.
const ENDLESS: i128 = 1 << 120;

/// How many parts of a term are visited for an estimate.
const MOST_PARTS: u32 = 64;

/// A set of integers without gaps, both ends included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Interval {
    least: i128,
    most: i128,
}

impl Values {
    /// What is true of a value. Of data that is not known it says nothing: its parts are covered
    /// when they are examined.
    pub(crate) fn holds(self, pool: &Pool, value: Term) -> Term {
        if self == Values::default() {
            return Term::TRUE;
        }
        if pool.is_ground(value) {
            return pool.bool(self.holds_of_all(pool, value));
        }
        match (pool.sort(value), self.machine()) {
            (Sort::INT, Some(machine)) => machine.range().holds(pool, value),
            (sort, _) if self.bytes == Some(sort) => BYTES.holds(pool, pool.field(0, 0, value)),
            _ => Term::TRUE,
        }
    }

    /// Whether all parts of a value are values of the language.
    fn holds_of_all(self, pool: &Pool, value: Term) -> bool {
        let mut all = true;
        pool.walk(&[value], |_| Visit::Descend, |part| all &= self.holds_of_part(pool, part));
        all
    }

    fn holds_of_part(self, pool: &Pool, part: Term) -> bool {
        match pool.as_literal(part) {
            Some(Literal::Int(int)) => {
                let range = self.machine().map_or(Interval::ALL, Machine::range);
                self.bits.is_none() || int.to_i128().is_some_and(|int| range.contains(int))
            }
            Some(Literal::Text(text)) => {
                self.bytes.is_none() || text.codes().iter().all(|code| *code < 256)
            }
            _ if self.bytes == Some(pool.sort(part)) => {
                let code = literal(pool, pool.field(0, 0, part));
                code.is_some_and(|code| BYTES.contains(code))
            }
            _ => true,
        }
    }

    fn machine(self) -> Option<Machine> {
        self.bits.map(|bits| Machine { bits })
    }
}

/// The integers of a machine: signed, of so many bits.
#[derive(Clone, Copy)]
struct Machine {
    bits: u32,
}

impl Machine {
    fn range(self) -> Interval {
        let half = 1i128 << (self.bits - 1);
        Interval { least: -half, most: half - 1 }
    }

    /// The number of integers.
    fn size(self) -> i128 {
        1i128 << self.bits
    }

    /// The integer of the machine that is the same modulo their number. Summands that are
    /// remainders already need not be.
    fn remainder(self, pool: &Pool, term: Term) -> Term {
        let (size, half) = (int(pool, self.size()), int(pool, self.size() / 2));
        let plain = |summand: Term| match (pool.op(summand), pool.args(summand)) {
            (Op::Mod, &[inner, by]) if by == size => inner,
            (Op::Mul, &[factor, rest]) => match (pool.op(rest), pool.args(rest)) {
                (Op::Mod, &[inner, by]) if by == size => pool.mul(&[factor, inner]),
                _ => summand,
            },
            _ => summand,
        };
        let summands = match pool.op(term) {
            Op::Add => pool.args(term).iter().map(|summand| plain(*summand)).collect(),
            _ => vec![plain(term)],
        };
        let raised = [&summands[..], &[half]].concat();
        pool.sub(pool.modulo(pool.add(&raised), size), half)
    }
}

impl Run<'_> {
    /// A result as the machine holds it.
    pub(super) fn wrap(&self, term: Term, store: &Store) -> Outcome {
        let Some(integers) = self.session.values().machine() else { return Outcome::term(term) };
        let (pool, range) = (self.pool, integers.range());
        let estimate = estimate(pool, term, range, &mut MOST_PARTS.clone());
        if range.includes(estimate) {
            return Outcome::term(term);
        }
        let wrapped = integers.remainder(pool, term);
        if store.overflowed || pool.is_ground(term) {
            return Outcome::term(wrapped);
        }
        let size = integers.size();
        let near = Interval { least: range.least - size, most: range.most + size };
        let (least, most) = (int(pool, range.least), int(pool, range.most));
        let (below, above) = (pool.lt(term, least), pool.lt(most, term));
        let overflowed = |term| Control::Overflowed(Box::new(Control::Return(Value::Term(term))));
        let inside = (range.holds(pool, term), Control::Return(Value::Term(term)));
        if !near.includes(estimate) {
            let outside = (pool.or(&[below, above]), overflowed(wrapped));
            return self.split(Cases::new([inside, outside]));
        }
        let shifted = |by: i128| overflowed(pool.add(&[term, int(pool, by)]));
        let mut cases = vec![inside];
        if estimate.least < range.least {
            cases.push((below, shifted(size)));
        }
        if estimate.most > range.most {
            cases.push((above, shifted(-size)));
        }
        self.split(Cases::new(cases))
    }

    /// A value under what is true of all values of its sort.
    pub(super) fn known(&self, term: Term) -> Outcome {
        self.under(self.session.values().holds(self.pool, term), term)
    }

    /// An integer that is known to be in an interval.
    pub(super) fn between(&self, term: Term, least: i128, most: i128) -> Outcome {
        self.under(Interval { least, most }.holds(self.pool, term), term)
    }

    /// A value under a condition that it always meets. There is no alternative, so no solver is
    /// asked whether there is this one.
    fn under(&self, cond: Term, term: Term) -> Outcome {
        self.split(Cases::new([(cond, Control::Return(Value::Term(term)))]))
    }
}

impl Interval {
    const ALL: Interval = Interval { least: -ENDLESS, most: ENDLESS };

    fn holds(self, pool: &Pool, term: Term) -> Term {
        pool.and(&[pool.le(int(pool, self.least), term), pool.le(term, int(pool, self.most))])
    }

    fn contains(self, value: i128) -> bool {
        self.least <= value && value <= self.most
    }

    fn includes(self, other: Interval) -> bool {
        self.least <= other.least && other.most <= self.most
    }

    fn join(self, other: Interval) -> Interval {
        Interval { least: self.least.min(other.least), most: self.most.max(other.most) }
    }

    fn plus(self, other: Interval) -> Interval {
        Interval { least: self.least + other.least, most: self.most + other.most }.clamped()
    }

    fn times(self, other: Interval) -> Interval {
        let product = |a: i128, b: i128| match a.checked_mul(b) {
            Some(product) => product,
            None if (a < 0) == (b < 0) => ENDLESS,
            None => -ENDLESS,
        };
        let corners = [
            product(self.least, other.least),
            product(self.least, other.most),
            product(self.most, other.least),
            product(self.most, other.most),
        ];
        let least = corners.into_iter().min().unwrap_or(-ENDLESS);
        let most = corners.into_iter().max().unwrap_or(ENDLESS);
        Interval { least, most }.clamped()
    }

    /// The quotients by a positive number, rounded down.
    fn over(self, divisor: i128) -> Interval {
        Interval { least: self.least.div_euclid(divisor), most: self.most.div_euclid(divisor) }
    }

    /// All numbers that are no further from zero than those in here.
    fn around_zero(self) -> Interval {
        let most = self.least.abs().max(self.most.abs());
        Interval { least: -most, most }
    }

    fn clamped(self) -> Interval {
        let clamp = |bound: i128| bound.clamp(-ENDLESS, ENDLESS);
        Interval { least: clamp(self.least), most: clamp(self.most) }
    }
}

/// Where the value of a term lies, if what comes from outside lies in `outside`. It looks at so many
/// parts, which also bounds the recursion.
fn estimate(pool: &Pool, term: Term, outside: Interval, parts: &mut u32) -> Interval {
    if *parts == 0 {
        return Interval::ALL;
    }
    *parts -= 1;
    let args = pool.args(term);
    let mut of = |at: usize| estimate(pool, args[at], outside, parts);
    match pool.op(term) {
        Op::Lit(_) => literal(pool, term).map_or(Interval::ALL, Interval::only),
        Op::Add => (0..args.len()).fold(Interval::only(0), |sum, at| sum.plus(of(at))),
        Op::Mul => (0..args.len()).fold(Interval::only(1), |product, at| product.times(of(at))),
        Op::Ite => of(1).join(of(2)),
        Op::Div => match literal(pool, args[1]) {
            Some(by) if by > 0 => of(0).over(by),
            _ => of(0).around_zero(),
        },
        Op::Mod => {
            let most = of(1).around_zero().most - 1;
            Interval { least: 0, most: most.max(0) }
        }
        Op::BvToInt => match pool.sort_node(pool.sort(args[0])) {
            SortNode::BitVec(width) if *width < 120 => {
                Interval { least: 0, most: (1i128 << width) - 1 }
            }
            _ => Interval::ALL,
        },
        // The length of what a program measures is assumed to be one; see `Prim::Between`.
        Op::TextLen | Op::TextIndexOf => Interval { least: -1, most: LONGEST_TEXT },
        Op::TextToCode => Interval { least: -1, most: 0x2ffff },
        Op::Var(_) | Op::Apply(_) | Op::Field(..) | Op::Select => outside,
        _ => Interval::ALL,
    }
}

impl Interval {
    fn only(value: i128) -> Interval {
        Interval { least: value, most: value }.clamped()
    }
}

fn literal(pool: &Pool, term: Term) -> Option<i128> {
    pool.as_literal(term)?.as_int()?.to_i128()
}

fn int(pool: &Pool, value: i128) -> Term {
    // Two words hold any bound of a machine of up to 64 bits.
    let high = Int::from((value >> 62) as i64);
    let low = Int::from((value & ((1 << 62) - 1)) as i64);
    pool.int(high.mul(&Int::from(1 << 62)).add(&low))
}
