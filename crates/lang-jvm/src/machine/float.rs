//! Floating-point numbers that are not known, as words of their bits.
//!
//! Each operation of IEEE 754 is written out as terms over words: both operands are taken apart, the exact
//! result is computed with some bits to spare, and rounded to the nearest number, or to the even one of two
//! that are equally near. Every solver of words understands that. What is no number is one word, the one that
//! `Float.floatToIntBits` gives.

use std::cmp::Ordering;

use term::{Op, Pool, Term};

use super::shadow::{term_of, value_of};
use super::value::Value;
use crate::lower::FloatOp;

/// How many bits the parts of a floating-point number have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Format {
    /// The exponent.
    exponent: u32,
    /// The digits, with the first one, which is not written.
    digits: u32,
}

/// `float`.
pub(super) const FLOAT: Format = Format { exponent: 8, digits: 24 };
/// `double`.
pub(super) const DOUBLE: Format = Format { exponent: 11, digits: 53 };

/// The width of exponents that are computed with: wider than those of any format.
const WIDE: u32 = 16;

/// The result of an operation on values of which one may be unknown; none if it has no term, and where both
/// are known.
pub(super) fn operation(
    pool: &Pool,
    format: Format,
    op: FloatOp,
    a: Value,
    b: Value,
) -> Option<Value> {
    if a.shadow.is_none() && b.shadow.is_none() {
        return None;
    }
    let [a, b] = [a, b].map(|value| term_of(pool, value, format.width()));
    Some(value_of(pool, Floats::new(pool, format).operation(op, a, b)?))
}

/// The order of two values as a number; `nan` where there is none. `order` is that of known ones.
pub(super) fn compared(
    pool: &Pool,
    format: Format,
    a: Value,
    b: Value,
    nan: i8,
    order: impl Fn() -> Option<Ordering>,
) -> Value {
    if a.shadow.is_none() && b.shadow.is_none() {
        return Value::int(order().map_or(i32::from(nan), |order| order as i32));
    }
    let [a, b] = [a, b].map(|value| term_of(pool, value, format.width()));
    value_of(pool, Floats::new(pool, format).compare(a, b, nan.into()))
}

impl Format {
    fn width(self) -> u32 {
        self.exponent + self.digits
    }
}

/// Makes terms of one format.
#[derive(Clone, Copy)]
pub(super) struct Floats<'p> {
    pool: &'p Pool,
    format: Format,
}

/// A finite number that is not zero: the first of its digits is one and stands before the point.
struct Parts {
    is_negative: Term,
    /// The power of two of the first digit, a signed word of [`WIDE`] bits.
    exponent: Term,
    /// Any number of digits, at least two more than the format has; the last is one if any behind it was.
    digits: Term,
}

impl<'p> Floats<'p> {
    pub(super) fn new(pool: &'p Pool, format: Format) -> Floats<'p> {
        Floats { pool, format }
    }

    /// The result of an operation; none of a remainder, which has no such term.
    pub(super) fn operation(self, op: FloatOp, a: Term, b: Term) -> Option<Term> {
        Some(match op {
            FloatOp::Add => self.add(a, b),
            FloatOp::Sub => self.add(a, self.negate(b)),
            FloatOp::Mul => self.multiply(a, b),
            FloatOp::Div => self.divide(a, b),
            FloatOp::Rem => return None,
        })
    }

    /// The same number with the other sign.
    pub(super) fn negate(self, a: Term) -> Term {
        self.word(Op::BvXor, a, self.sign_bit())
    }

    /// -1, 0 or 1 as an int, and `unordered` if one side is no number.
    pub(super) fn compare(self, a: Term, b: Term, unordered: i32) -> Term {
        let pool = self.pool;
        let int = |int: i32| pool.bitvec(32, u64::from(int as u32));
        let is_nan = pool.or(&[self.is_nan(a), self.is_nan(b)]);
        let both_zero = pool.and(&[self.is_zero(a), self.is_zero(b)]);
        let is_same = pool.or(&[pool.eq(a, b), both_zero]);
        let (a_negative, b_negative) = (self.is_negative(a), self.is_negative(b));
        let (below, above) = (self.word(Op::BvUlt, a, b), self.word(Op::BvUlt, b, a));
        let by_size = pool.ite(a_negative, above, below);
        let same_sign = pool.eq(a_negative, b_negative);
        let is_less = pool.ite(same_sign, by_size, a_negative);
        let order = pool.ite(is_less, int(-1), int(1));
        pool.ite(is_nan, int(unordered), pool.ite(is_same, int(0), order))
    }

    fn add(self, a: Term, b: Term) -> Term {
        let pool = self.pool;
        let digits = self.format.digits;
        // The larger one comes first, so that the difference is not negative.
        let is_swapped = self.word(Op::BvUlt, self.magnitude(a), self.magnitude(b));
        let (large, small) = (pool.ite(is_swapped, b, a), pool.ite(is_swapped, a, b));
        let (large_exponent, large_digits) = self.fixed(large);
        let (small_exponent, small_digits) = self.fixed(small);
        // One digit before for a carry, three behind for what is shifted out.
        let width = digits + 4;
        let wide = |term| shl(pool, zero_extend(pool, term, width), 3);
        let gap = sub(pool, large_exponent, small_exponent);
        let shifted = shift_right_sticky(pool, wide(small_digits), gap);
        let is_difference = pool.not(pool.eq(self.is_negative(a), self.is_negative(b)));
        let plus = self.word(Op::BvAdd, wide(large_digits), shifted);
        let minus = sub(pool, wide(large_digits), shifted);
        let sum = pool.ite(is_difference, minus, plus);
        let (normal, lost) = normalised(pool, sum);
        let exponent = sub(pool, add(pool, large_exponent, wide_number(pool, 1)), lost);
        let is_negative = self.is_negative(large);
        let rounded = self.rounded(&Parts { is_negative, exponent, digits: normal });
        // Zero is negative only as the sum of two negative zeros.
        let both_negative = pool.and(&[self.is_negative(a), self.is_negative(b)]);
        let zero = pool.ite(both_negative, self.sign_bit(), self.number(0));
        let is_zero = pool.eq(sum, pool.bitvec(width, 0));
        let finite = pool.ite(is_zero, zero, rounded);
        let opposite = pool.and(&[self.is_infinite(a), self.is_infinite(b), is_difference]);
        let is_nan = pool.or(&[self.is_nan(a), self.is_nan(b), opposite]);
        let special = pool.ite(self.is_infinite(a), a, b);
        let is_infinite = pool.or(&[self.is_infinite(a), self.is_infinite(b)]);
        pool.ite(is_nan, self.nan(), pool.ite(is_infinite, special, finite))
    }

    fn multiply(self, a: Term, b: Term) -> Term {
        let pool = self.pool;
        let width = 2 * self.format.digits;
        let (x, y) = (self.parts(a), self.parts(b));
        let [left, right] = [x.digits, y.digits].map(|digits| zero_extend(pool, digits, width));
        let product = pool.word(Op::BvMul, &[left, right]);
        let is_long = pool.eq(bit(pool, product, width - 1), pool.bitvec(1, 1));
        let digits = pool.ite(is_long, product, shl(pool, product, 1));
        let carry = pool.ite(is_long, wide_number(pool, 1), wide_number(pool, 0));
        let exponent = add(pool, add(pool, x.exponent, y.exponent), carry);
        let is_negative = self.signs_differ(a, b);
        let rounded = self.rounded(&Parts { is_negative, exponent, digits });
        let is_zero = pool.or(&[self.is_zero(a), self.is_zero(b)]);
        let is_infinite = pool.or(&[self.is_infinite(a), self.is_infinite(b)]);
        let is_nan = pool.or(&[self.is_nan(a), self.is_nan(b), pool.and(&[is_zero, is_infinite])]);
        let infinite = pool.ite(is_infinite, self.infinity(is_negative), rounded);
        let finite = pool.ite(is_zero, self.zero(is_negative), infinite);
        pool.ite(is_nan, self.nan(), finite)
    }

    fn divide(self, a: Term, b: Term) -> Term {
        let pool = self.pool;
        let digits = self.format.digits;
        let width = 2 * digits + 2;
        let (x, y) = (self.parts(a), self.parts(b));
        let dividend = shl(pool, zero_extend(pool, x.digits, width), digits + 2);
        let divisor = zero_extend(pool, y.digits, width);
        let quotient = pool.word(Op::BvUdiv, &[dividend, divisor]);
        let rest = pool.word(Op::BvUrem, &[dividend, divisor]);
        // Between 2^(digits+1) and 2^(digits+3), and one digit more for the rest.
        let quotient = extract(pool, quotient, digits + 2, 0);
        let has_rest = pool.not(pool.eq(rest, pool.bitvec(width, 0)));
        let quotient = pool.word(Op::BvConcat, &[quotient, flag(pool, has_rest)]);
        let is_long = pool.eq(bit(pool, quotient, digits + 3), pool.bitvec(1, 1));
        let normal = pool.ite(is_long, quotient, shl(pool, quotient, 1));
        let borrow = pool.ite(is_long, wide_number(pool, 0), wide_number(pool, 1));
        let exponent = sub(pool, sub(pool, x.exponent, y.exponent), borrow);
        let is_negative = self.signs_differ(a, b);
        let rounded = self.rounded(&Parts { is_negative, exponent, digits: normal });
        let both = |f: fn(Floats<'p>, Term) -> Term| pool.and(&[f(self, a), f(self, b)]);
        let is_nan = pool.or(&[
            self.is_nan(a),
            self.is_nan(b),
            both(Floats::is_zero),
            both(Floats::is_infinite),
        ]);
        let is_zero = pool.or(&[self.is_zero(a), self.is_infinite(b)]);
        let is_infinite = pool.or(&[self.is_infinite(a), self.is_zero(b)]);
        let finite = pool.ite(is_infinite, self.infinity(is_negative), rounded);
        pool.ite(is_nan, self.nan(), pool.ite(is_zero, self.zero(is_negative), finite))
    }

    /// A signed integer as the nearest number.
    pub(super) fn of_int(self, int: Term, width: u32) -> Term {
        let pool = self.pool;
        let is_negative = pool.eq(bit(pool, int, width - 1), pool.bitvec(1, 1));
        let magnitude = pool.ite(is_negative, pool.word(Op::BvNeg, &[int]), int);
        let (normal, lost) = normalised(pool, magnitude);
        let exponent = sub(pool, wide_number(pool, u64::from(width - 1)), lost);
        let digits = self.padded(normal, width);
        let rounded = self.rounded(&Parts { is_negative, exponent, digits });
        pool.ite(pool.eq(int, pool.bitvec(width, 0)), self.number(0), rounded)
    }

    /// The integer that is left without the digits behind the point; the nearest one if it is too large,
    /// and zero of what is no number.
    pub(super) fn to_int(self, a: Term, width: u32) -> Term {
        let pool = self.pool;
        let digits = self.format.digits;
        let x = self.parts(a);
        let room = width.max(digits);
        let wide = zero_extend(pool, x.digits, room);
        let point = wide_number(pool, u64::from(digits - 1));
        let is_left = signed_less(pool, point, x.exponent);
        let amount = |term| resize(pool, term, room);
        let left = pool.word(Op::BvShl, &[wide, amount(sub(pool, x.exponent, point))]);
        let right = pool.word(Op::BvLshr, &[wide, amount(sub(pool, point, x.exponent))]);
        let magnitude = extract(pool, pool.ite(is_left, left, right), width - 1, 0);
        let is_negative = self.is_negative(a);
        let signed = pool.ite(is_negative, pool.word(Op::BvNeg, &[magnitude]), magnitude);
        let least = pool.bitvec(width, 1 << (width - 1));
        let most = pool.bitvec(width, (1 << (width - 1)) - 1);
        let is_large = pool.or(&[
            pool.not(signed_less(pool, x.exponent, wide_number(pool, u64::from(width - 1)))),
            self.is_infinite(a),
        ]);
        let is_small = pool.or(&[
            signed_less(pool, x.exponent, wide_number(pool, 0)),
            self.is_zero(a),
            self.is_nan(a),
        ]);
        let fitting = pool.ite(is_large, pool.ite(is_negative, least, most), signed);
        pool.ite(is_small, pool.bitvec(width, 0), fitting)
    }

    /// The nearest number of another format.
    pub(super) fn converted(self, a: Term, to: Format) -> Term {
        let pool = self.pool;
        let other = Floats::new(pool, to);
        let x = self.parts(a);
        let digits = other.padded(x.digits, self.format.digits);
        let (is_negative, exponent) = (self.is_negative(a), x.exponent);
        let rounded = other.rounded(&Parts { is_negative, exponent, digits });
        let finite = pool.ite(self.is_zero(a), other.zero(is_negative), rounded);
        let infinite = pool.ite(self.is_infinite(a), other.infinity(is_negative), finite);
        pool.ite(self.is_nan(a), other.nan(), infinite)
    }

    /// Whether a word is no number.
    pub(super) fn is_nan(self, a: Term) -> Term {
        self.word(Op::BvUlt, self.infinite_magnitude(), self.magnitude(a))
    }

    /// A number as a word, rounded.
    fn rounded(self, parts: &Parts) -> Term {
        let pool = self.pool;
        let Format { exponent: exponent_bits, digits } = self.format;
        let (bias, have) = (self.bias(), width_of(pool, parts.digits));
        let least = wide_number(pool, 1_u64.wrapping_sub(bias) & 0xffff);
        // What is too small for the exponent loses digits.
        let is_small = signed_less(pool, parts.exponent, least);
        let lost = pool.ite(is_small, sub(pool, least, parts.exponent), wide_number(pool, 0));
        let shifted = shift_right_sticky(pool, parts.digits, lost);
        let kept = extract(pool, shifted, have - 1, have - digits);
        let half = bit(pool, shifted, have - digits - 1);
        let rest = extract(pool, shifted, have - digits - 2, 0);
        let rest_width = have - digits - 1;
        let has_rest = flag(pool, pool.not(pool.eq(rest, pool.bitvec(rest_width, 0))));
        let odd = bit(pool, kept, 0);
        let up = pool.word(Op::BvAnd, &[half, pool.word(Op::BvOr, &[has_rest, odd])]);
        let width = exponent_bits + digits;
        let biased = add(pool, parts.exponent, wide_number(pool, bias));
        let biased = pool.ite(is_small, wide_number(pool, 0), biased);
        let biased = extract(pool, biased, exponent_bits, 0);
        let written = pool.word(Op::BvConcat, &[biased, extract(pool, kept, digits - 2, 0)]);
        // A carry goes on into the exponent, where it belongs.
        let magnitude = pool.word(Op::BvAdd, &[written, zero_extend(pool, up, width)]);
        let most = wide_number(pool, bias);
        let is_large = pool.or(&[
            signed_less(pool, most, parts.exponent),
            pool.not(self.word(Op::BvUlt, magnitude, self.infinite_magnitude())),
        ]);
        let signed = pool.ite(
            parts.is_negative,
            pool.word(Op::BvOr, &[magnitude, self.sign_bit()]),
            magnitude,
        );
        pool.ite(is_large, self.infinity(parts.is_negative), signed)
    }

    /// A finite number by its exponent and digits, of which the first may be zero: the exponent of small
    /// numbers is not lowered.
    fn fixed(self, a: Term) -> (Term, Term) {
        let pool = self.pool;
        let Format { exponent, digits } = self.format;
        let written = extract(pool, a, exponent + digits - 2, digits - 1);
        let is_small = pool.eq(written, pool.bitvec(exponent, 0));
        let biased = pool.ite(is_small, wide_number(pool, 1), zero_extend(pool, written, WIDE));
        let first = pool.ite(is_small, pool.bitvec(1, 0), pool.bitvec(1, 1));
        let all = pool.word(Op::BvConcat, &[first, extract(pool, a, digits - 2, 0)]);
        (sub(pool, biased, wide_number(pool, self.bias())), all)
    }

    /// A finite number that is not zero, with as many digits as the format has.
    fn parts(self, a: Term) -> Parts {
        let pool = self.pool;
        let (exponent, digits) = self.fixed(a);
        let (digits, lost) = normalised(pool, digits);
        Parts { is_negative: self.is_negative(a), exponent: sub(pool, exponent, lost), digits }
    }

    /// Digits with zeros behind them, as many as rounding needs.
    fn padded(self, digits: Term, width: u32) -> Term {
        let wanted = self.format.digits + 2;
        match width < wanted {
            true => {
                let zeros = self.pool.bitvec(wanted - width, 0);
                self.pool.word(Op::BvConcat, &[digits, zeros])
            }
            false => digits,
        }
    }

    fn bias(self) -> u64 {
        (1 << (self.format.exponent - 1)) - 1
    }

    fn number(self, bits: u64) -> Term {
        self.pool.bitvec(self.format.width(), bits)
    }

    fn sign_bit(self) -> Term {
        self.number(1 << (self.format.width() - 1))
    }

    fn infinite_magnitude(self) -> Term {
        let Format { exponent, digits } = self.format;
        self.number(((1 << exponent) - 1) << (digits - 1))
    }

    fn nan(self) -> Term {
        let quiet = self.number(1 << (self.format.digits - 2));
        self.word(Op::BvOr, self.infinite_magnitude(), quiet)
    }

    fn infinity(self, is_negative: Term) -> Term {
        let positive = self.infinite_magnitude();
        self.pool.ite(is_negative, self.word(Op::BvOr, positive, self.sign_bit()), positive)
    }

    fn zero(self, is_negative: Term) -> Term {
        self.pool.ite(is_negative, self.sign_bit(), self.number(0))
    }

    fn magnitude(self, a: Term) -> Term {
        let most = (1 << (self.format.width() - 1)) - 1;
        self.word(Op::BvAnd, a, self.number(most))
    }

    fn is_negative(self, a: Term) -> Term {
        let zero = self.number(0);
        self.pool.word(Op::BvSlt, &[a, zero])
    }

    fn is_zero(self, a: Term) -> Term {
        self.pool.eq(self.magnitude(a), self.number(0))
    }

    fn is_infinite(self, a: Term) -> Term {
        self.pool.eq(self.magnitude(a), self.infinite_magnitude())
    }

    fn signs_differ(self, a: Term, b: Term) -> Term {
        self.pool.not(self.pool.eq(self.is_negative(a), self.is_negative(b)))
    }

    fn word(self, op: Op, a: Term, b: Term) -> Term {
        self.pool.word(op, &[a, b])
    }
}

/// The digits shifted until the first is one, and by how much, in [`WIDE`] bits. Zero stays what it is.
fn normalised(pool: &Pool, digits: Term) -> (Term, Term) {
    let width = width_of(pool, digits);
    let (mut digits, mut lost) = (digits, wide_number(pool, 0));
    let mut step = width.next_power_of_two() / 2;
    while step > 0 {
        if step < width {
            let first = extract(pool, digits, width - 1, width - step);
            let is_empty = pool.eq(first, pool.bitvec(step, 0));
            digits = pool.ite(is_empty, shl(pool, digits, step), digits);
            let more = add(pool, lost, wide_number(pool, u64::from(step)));
            lost = pool.ite(is_empty, more, lost);
        }
        step /= 2;
    }
    (digits, lost)
}

/// Shifts to the right, by an amount that is not negative; the last digit is one if any was lost.
fn shift_right_sticky(pool: &Pool, digits: Term, by: Term) -> Term {
    let width = width_of(pool, digits);
    let is_far = pool.not(signed_less(pool, by, wide_number(pool, u64::from(width))));
    let by = pool.ite(is_far, wide_number(pool, u64::from(width)), by);
    let amount = resize(pool, by, width);
    let kept = pool.word(Op::BvLshr, &[digits, amount]);
    let back = pool.word(Op::BvShl, &[kept, amount]);
    let is_lost = flag(pool, pool.not(pool.eq(back, digits)));
    pool.word(Op::BvOr, &[kept, zero_extend(pool, is_lost, width)])
}

fn width_of(pool: &Pool, term: Term) -> u32 {
    match pool.sort_node(pool.sort(term)) {
        term::SortNode::BitVec(width) => *width,
        _ => 0,
    }
}

fn extract(pool: &Pool, term: Term, high: u32, low: u32) -> Term {
    match high + 1 - low == width_of(pool, term) {
        true => term,
        false => pool.word(Op::BvExtract(high, low), &[term]),
    }
}

fn bit(pool: &Pool, term: Term, at: u32) -> Term {
    extract(pool, term, at, at)
}

/// A condition as a word of one bit.
fn flag(pool: &Pool, cond: Term) -> Term {
    pool.ite(cond, pool.bitvec(1, 1), pool.bitvec(1, 0))
}

fn zero_extend(pool: &Pool, term: Term, width: u32) -> Term {
    match width - width_of(pool, term) {
        0 => term,
        by => pool.word(Op::BvZeroExtend(by), &[term]),
    }
}

/// A number that is not negative, in another width that it fits.
fn resize(pool: &Pool, term: Term, width: u32) -> Term {
    match width < width_of(pool, term) {
        true => extract(pool, term, width - 1, 0),
        false => zero_extend(pool, term, width),
    }
}

fn shl(pool: &Pool, term: Term, by: u32) -> Term {
    pool.word(Op::BvShl, &[term, pool.bitvec(width_of(pool, term), by.into())])
}

fn add(pool: &Pool, a: Term, b: Term) -> Term {
    pool.word(Op::BvAdd, &[a, b])
}

fn sub(pool: &Pool, a: Term, b: Term) -> Term {
    add(pool, a, pool.word(Op::BvNeg, &[b]))
}

fn signed_less(pool: &Pool, a: Term, b: Term) -> Term {
    pool.word(Op::BvSlt, &[a, b])
}

fn wide_number(pool: &Pool, number: u64) -> Term {
    pool.bitvec(WIDE, number)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use term::{Literal, Model};

    use super::*;

    const OPS: [FloatOp; 4] = [FloatOp::Add, FloatOp::Sub, FloatOp::Mul, FloatOp::Div];

    /// Bits of which the corners, and numbers near each other, are as likely as the rest.
    fn double() -> impl Strategy<Value = u64> {
        let corners = [0.0, -0.0, 1.0, 0.1, f64::MAX, f64::MIN_POSITIVE, 5e-324, f64::INFINITY];
        let corners: Vec<u64> =
            corners.into_iter().flat_map(|x: f64| [x.to_bits(), (-x).to_bits()]).collect();
        let plain = (-4000_i32..4000).prop_map(|n| (f64::from(n) / 16.0).to_bits());
        let small = any::<u64>().prop_map(|bits| bits & 0x800f_ffff_ffff_ffff);
        let near = (0x3fe0_0000_0000_0000_u64..0x4010_0000_0000_0000).prop_map(|bits| bits);
        prop_oneof![
            any::<u64>(),
            proptest::sample::select(corners),
            plain,
            small,
            near,
            Just(f64::NAN.to_bits())
        ]
    }

    /// Of the bits of a double, those of a float of the same kind.
    fn float() -> impl Strategy<Value = u32> {
        let narrow = double().prop_map(|bits| (f64::from_bits(bits) as f32).to_bits());
        let small = any::<u32>().prop_map(|bits| bits & 0x807f_ffff);
        prop_oneof![any::<u32>(), narrow, small]
    }

    fn known(pool: &Pool, term: Term) -> u64 {
        match pool.as_literal(term) {
            Some(Literal::BitVec(word)) => word.unsigned().iter_u64_digits().next().unwrap_or(0),
            _ => panic!("a literal"),
        }
    }

    /// The value of what is made of two unknowns that have these values.
    fn value(width: u32, values: [u64; 2], made: impl Fn(&Pool, Term, Term) -> Term) -> u64 {
        let pool = Pool::new();
        let [a, b] = ["a", "b"].map(|name| pool.var(name, pool.bitvec_sort(width)));
        let mut model = Model::new();
        model.set(a, pool.bitvec(width, values[0]));
        model.set(b, pool.bitvec(width, values[1]));
        known(&pool, pool.eval(made(&pool, a, b), &model))
    }

    fn canonical(x: f64) -> u64 {
        if x.is_nan() { 0x7ff8_0000_0000_0000 } else { x.to_bits() }
    }

    fn canonical_float(x: f32) -> u64 {
        u64::from(if x.is_nan() { 0x7fc0_0000 } else { x.to_bits() })
    }

    fn by_machine(op: FloatOp, a: f64, b: f64) -> f64 {
        match op {
            FloatOp::Add => a + b,
            FloatOp::Sub => a - b,
            FloatOp::Mul => a * b,
            FloatOp::Div => a / b,
            FloatOp::Rem => a % b,
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1500))]

        #[test]
        fn doubles_are_those_of_the_machine(a in double(), b in double()) {
            for op in OPS {
                let found = value(64, [a, b], |pool, a, b| {
                    Floats::new(pool, DOUBLE).operation(op, a, b).expect("a term")
                });
                let expected = by_machine(op, f64::from_bits(a), f64::from_bits(b));
                prop_assert_eq!(found, canonical(expected), "{:?} {:x} {:x}", op, a, b);
            }
        }

        #[test]
        fn floats_are_those_of_the_machine(a in float(), b in float()) {
            let (x, y) = (f32::from_bits(a), f32::from_bits(b));
            for (op, expected) in OPS.into_iter().zip([x + y, x - y, x * y, x / y]) {
                let found = value(32, [a.into(), b.into()], |pool, a, b| {
                    Floats::new(pool, FLOAT).operation(op, a, b).expect("a term")
                });
                prop_assert_eq!(found, canonical_float(expected), "{:?} {:x} {:x}", op, a, b);
            }
        }

        #[test]
        fn comparisons_are_those_of_the_machine(a in double(), b in double(), same: bool) {
            let b = if same { a } else { b };
            for unordered in [-1, 1] {
                let found = value(64, [a, b], |pool, a, b| {
                    Floats::new(pool, DOUBLE).compare(a, b, unordered)
                });
                let order = f64::from_bits(a).partial_cmp(&f64::from_bits(b));
                let expected = order.map_or(unordered, |order| order as i32);
                prop_assert_eq!(found as u32 as i32, expected);
            }
        }

        #[test]
        fn conversions_are_those_of_the_machine(a in double(), f in float(), int: i64, by in 0..60_u32) {
            let int = int >> by;
            let of_float = |to| move |pool: &Pool, a: Term, _: Term| match to {
                0 => Floats::new(pool, FLOAT).to_int(a, 32),
                1 => Floats::new(pool, FLOAT).to_int(a, 64),
                _ => Floats::new(pool, FLOAT).converted(a, DOUBLE),
            };
            let x = f32::from_bits(f);
            let found = [0, 1, 2].map(|to| value(32, [f.into(), 0], of_float(to)));
            let expected = [(x as i32) as u32 as u64, x as i64 as u64, canonical(x.into())];
            prop_assert_eq!(found, expected);
            let of_double = |to| move |pool: &Pool, a: Term, _: Term| match to {
                0 => Floats::new(pool, DOUBLE).to_int(a, 32),
                1 => Floats::new(pool, DOUBLE).to_int(a, 64),
                _ => Floats::new(pool, DOUBLE).converted(a, FLOAT),
            };
            let x = f64::from_bits(a);
            let found = [0, 1, 2].map(|to| value(64, [a, 0], of_double(to)));
            let expected = [(x as i32) as u32 as u64, x as i64 as u64, canonical_float(x as f32)];
            prop_assert_eq!(found, expected);
            let long = |format| move |pool: &Pool, a: Term, _: Term| Floats::new(pool, format).of_int(a, 64);
            prop_assert_eq!(value(64, [int as u64, 0], long(DOUBLE)), canonical(int as f64));
            prop_assert_eq!(value(64, [int as u64, 0], long(FLOAT)), canonical_float(int as f32));
            let small = int as i32;
            let found = [DOUBLE, FLOAT].map(|format| {
                value(32, [u64::from(small as u32), 0], |pool, a, _| Floats::new(pool, format).of_int(a, 32))
            });
            prop_assert_eq!(found, [canonical(small.into()), canonical_float(small as f32)]);
        }
    }
}
