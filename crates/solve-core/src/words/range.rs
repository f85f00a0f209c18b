//! What a condition can come to if its variables lie in ranges.
//!
//! Every register gets a range of unsigned numbers that holds whatever it may be. Where a result may
//! wrap around, its range is everything; so "it cannot hold" is certain, and nothing else is said.
//! That decides what hash codes and remainders ask: whether a sum of characters is zero, whether a
//! remainder is an index.

use super::program::{Binary, Instr, Program, Unary, mask};

/// The least and the greatest value.
pub(crate) type Range = (u64, u64);

const ANY: Range = (0, 1);

impl Program {
    /// Whether the condition may hold for some values of its variables within their ranges.
    pub(crate) fn may_hold(&self, input: impl Fn(usize) -> Range) -> bool {
        let mut ranges: Vec<Range> = Vec::with_capacity(self.code.len());
        for instr in &self.code {
            let at = |reg: u32| ranges[reg as usize];
            let range = match *instr {
                Instr::Constant(value) => (value, value),
                Instr::Variable(place) => input(place),
                Instr::Unary(op, a) => unary(op, at(a)),
                Instr::Binary(op, width, a, b) => binary(op, width, at(a), at(b)),
                Instr::Ite(cond, yes, no) => match at(cond) {
                    (0, 0) => at(no),
                    (1, 1) => at(yes),
                    _ => (at(yes).0.min(at(no).0), at(yes).1.max(at(no).1)),
                },
            };
            ranges.push(range);
        }
        ranges.last().is_some_and(|(_, most)| *most != 0)
    }
}

fn unary(op: Unary, (low, high): Range) -> Range {
    match op {
        Unary::Complement(mask) => (mask - high, mask - low),
        Unary::Negate(_) if high == 0 => (0, 0),
        Unary::Negate(mask) if low > 0 => (mask - high + 1, mask - low + 1),
        Unary::Negate(mask) => (0, mask),
        Unary::Extract(by, mask) if high >> by <= mask => (low >> by, high >> by),
        Unary::Extract(_, mask) => (0, mask),
        Unary::SignExtend(from, mask) => {
            let negative = 1 << (from - 1);
            let sign = mask & !super::program::mask(from);
            match (low >= negative, high >= negative) {
                (false, false) => (low, high),
                (true, true) => (low | sign, high | sign),
                (false, true) | (true, false) => (0, mask),
            }
        }
        Unary::Same => (low, high),
    }
}

fn binary(op: Binary, width: u32, a: Range, b: Range) -> Range {
    let full = (0, mask(width));
    match op {
        Binary::And if width == 1 => (a.0 & b.0, a.1 & b.1),
        Binary::And => masked(a, b).unwrap_or((0, a.1.min(b.1))),
        Binary::Or => (a.0.max(b.0), ones_up_to(a.1 | b.1)),
        Binary::Xor => (0, ones_up_to(a.1 | b.1)),
        Binary::Add => sum(width, a, b),
        Binary::Mul => match a.1.checked_mul(b.1) {
            Some(most) if most <= full.1 => (a.0 * b.0, most),
            _ => full,
        },
        Binary::Udiv if b.0 > 0 => (a.0 / b.1, a.1 / b.0),
        Binary::Urem if b.0 > 0 => remainder(a, b),
        Binary::Sdiv if b.0 > 0 && is_positive(width, a) && is_positive(width, b) => {
            (a.0 / b.1, a.1 / b.0)
        }
        Binary::Srem if b.0 > 0 && is_positive(width, a) && is_positive(width, b) => {
            remainder(a, b)
        }
        Binary::Lshr if b.0 == b.1 && b.0 < width.into() => (a.0 >> b.0, a.1 >> b.0),
        Binary::Ashr if b.0 == b.1 && b.0 < width.into() && is_positive(width, a) => {
            (a.0 >> b.0, a.1 >> b.0)
        }
        Binary::Shl if b.0 == b.1 && b.0 < width.into() && a.1 <= full.1 >> b.0 => {
            (a.0 << b.0, a.1 << b.0)
        }
        Binary::Udiv | Binary::Urem | Binary::Sdiv | Binary::Srem => full,
        Binary::Lshr | Binary::Ashr | Binary::Shl => full,
        Binary::Ult => truth(a.1 < b.0, a.0 >= b.1),
        Binary::Ule => truth(a.1 <= b.0, a.0 > b.1),
        Binary::Slt | Binary::Sle => {
            // Without its sign the order of words of one sign is the same; otherwise it is turned.
            let turned = |range: Range| {
                let sign = 1 << (width - 1);
                let same = (range.0 >= sign) == (range.1 >= sign);
                if same { (range.0 ^ sign, range.1 ^ sign) } else { full }
            };
            let op = if matches!(op, Binary::Slt) { Binary::Ult } else { Binary::Ule };
            binary(op, width, turned(a), turned(b))
        }
        Binary::Eq => truth(a.0 == a.1 && a == b, a.1 < b.0 || b.1 < a.0),
        Binary::Concat(second) => ((a.0 << second) | b.0, (a.1 << second) | b.1),
    }
}

/// A word under a mask that leaves it as it is.
fn masked(a: Range, b: Range) -> Option<Range> {
    let keeps = |word: Range, mask: Range| {
        mask.0 == mask.1 && mask.0 == ones_up_to(mask.0) && word.1 <= mask.0
    };
    if keeps(a, b) { Some(a) } else { keeps(b, a).then_some(b) }
}

fn sum(width: u32, a: Range, b: Range) -> Range {
    let most = u128::from(mask(width));
    let (low, high) = (u128::from(a.0) + u128::from(b.0), u128::from(a.1) + u128::from(b.1));
    match (low > most, high > most) {
        (false, false) => (low as u64, high as u64),
        (true, true) => ((low - most - 1) as u64, (high - most - 1) as u64),
        (false, true) | (true, false) => (0, mask(width)),
    }
}

fn remainder(a: Range, b: Range) -> Range {
    if a.1 < b.0 { a } else { (0, a.1.min(b.1 - 1)) }
}

fn is_positive(width: u32, range: Range) -> bool {
    range.1 >> (width - 1) == 0
}

/// As many ones as the highest bit of a number has places.
fn ones_up_to(value: u64) -> u64 {
    if value == 0 { 0 } else { u64::MAX >> value.leading_zeros() }
}

fn truth(always: bool, never: bool) -> Range {
    match (always, never) {
        (true, _) => (1, 1),
        (_, true) => (0, 0),
        (false, false) => ANY,
    }
}

#[cfg(test)]
mod tests {
    use term::{Op, Pool, Term};

    use super::*;

    fn may_hold(cond: impl Fn(&Pool, Term) -> Term, range: Range) -> bool {
        let pool = Pool::new();
        let var = pool.var("x", pool.bitvec_sort(32));
        let program = Program::of(&pool, cond(&pool, var)).expect("it is about words");
        program.may_hold(|_| range)
    }

    #[test]
    fn a_remainder_is_below_what_it_is_of() {
        let is = |value: u64| {
            move |pool: &Pool, x: Term| {
                let rest = pool.word(Op::BvUrem, &[x, pool.bitvec(32, 16)]);
                pool.eq(rest, pool.bitvec(32, value))
            }
        };
        assert!(may_hold(is(15), (0, 1_000)));
        assert!(!may_hold(is(16), (0, 1_000)));
        assert!(!may_hold(is(7), (0, 6)));
    }

    #[test]
    fn a_sum_that_may_wrap_around_may_be_anything() {
        let is_zero = |pool: &Pool, x: Term| {
            let sum = pool.word(Op::BvAdd, &[x, pool.bitvec(32, 5)]);
            pool.eq(sum, pool.bitvec(32, 0))
        };
        assert!(!may_hold(is_zero, (0, 1_000)));
        assert!(may_hold(is_zero, (0, u64::from(u32::MAX))));
    }
}
