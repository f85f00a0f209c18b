//! Floating-point numbers on terms: IEEE 754 on constants, exact on unknowns.

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{FromPrimitive, ToPrimitive};
use term::{BitVec, Literal, Pool, Sort, Term};

use crate::{FloatOp, FloatWidth};

/// An operation on terms; none if the operands do not fit it, or if its exact result is unknown.
pub(super) fn float(pool: &Pool, op: FloatOp, width: FloatWidth, terms: &[Term]) -> Option<Term> {
    let numbers: Option<Vec<Number>> = terms.iter().map(|term| number(pool, *term)).collect();
    match numbers.as_deref() {
        Some([one]) => unary(pool, op, width, *one),
        Some([one, other]) => binary(pool, op, width, *one, *other),
        Some(_) => None,
        None => exact(pool, op, terms),
    }
}

/// An integer as a floating-point number: a word if `words` says so.
pub(super) fn from_int(pool: &Pool, width: FloatWidth, words: bool, int: Term) -> Option<Term> {
    match pool.as_literal(int) {
        Some(Literal::Int(value)) => {
            let form = if words { Form::Word } else { Form::Rational };
            // A single is rounded once, from the integer itself.
            let value = match width {
                FloatWidth::Double => value.to_big().to_f64()?,
                FloatWidth::Single => f64::from(value.to_big().to_f32()?),
            };
            made(pool, width, form, value)
        }
        _ if !words && pool.sort(int) == Sort::INT => Some(pool.to_real(int)),
        _ => None,
    }
}

/// A constant, computed in 64 bits whatever its width.
#[derive(Clone, Copy)]
struct Number {
    value: f64,
    form: Form,
}

/// How a constant is written as a term.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Word,
    Rational,
}

fn number(pool: &Pool, term: Term) -> Option<Number> {
    match pool.as_literal(term)? {
        Literal::BitVec(word) if word.width() == 32 => {
            let value = f64::from(f32::from_bits(word.unsigned().to_u32()?));
            Some(Number { value, form: Form::Word })
        }
        Literal::BitVec(word) => {
            Some(Number { value: f64::from_bits(word.unsigned().to_u64()?), form: Form::Word })
        }
        Literal::Real(ratio) => Some(Number { value: ratio.to_f64()?, form: Form::Rational }),
        Literal::Bool(_) | Literal::Int(_) | Literal::Text(_) | Literal::Elem(..) => None,
    }
}

/// The term of a constant. There is no rational number for what is not finite.
fn made(pool: &Pool, width: FloatWidth, form: Form, value: f64) -> Option<Term> {
    let value = match width {
        FloatWidth::Single => f64::from(value as f32),
        FloatWidth::Double => value,
    };
    match (form, width) {
        (Form::Rational, _) => Some(pool.real(BigRational::from_f64(value)?)),
        (Form::Word, FloatWidth::Double) => Some(word(pool, 64, value.to_bits())),
        (Form::Word, FloatWidth::Single) => {
            Some(word(pool, 32, u64::from((value as f32).to_bits())))
        }
    }
}

fn word(pool: &Pool, width: u32, bits: u64) -> Term {
    pool.literal(Literal::BitVec(BitVec::new(width, BigUint::from(bits))))
}

fn unary(pool: &Pool, op: FloatOp, width: FloatWidth, number: Number) -> Option<Term> {
    let value = number.value;
    let result = match op {
        FloatOp::Neg => -value,
        FloatOp::Abs => value.abs(),
        FloatOp::Sqrt => value.sqrt(),
        FloatOp::Exp => value.exp(),
        FloatOp::ExpM1 => value.exp_m1(),
        FloatOp::Log => value.ln(),
        FloatOp::Log1P => value.ln_1p(),
        FloatOp::Sin => value.sin(),
        FloatOp::Cos => value.cos(),
        FloatOp::Tan => value.tan(),
        FloatOp::Asin => value.asin(),
        FloatOp::Acos => value.acos(),
        FloatOp::Atan => value.atan(),
        FloatOp::Sinh => value.sinh(),
        FloatOp::Cosh => value.cosh(),
        FloatOp::Tanh => value.tanh(),
        FloatOp::Asinh => value.asinh(),
        FloatOp::Acosh => value.acosh(),
        FloatOp::Atanh => value.atanh(),
        FloatOp::Widen => value,
        FloatOp::Truncate => return Some(pool.int(BigInt::from_f64(value.trunc())?)),
        FloatOp::Add
        | FloatOp::Sub
        | FloatOp::Mul
        | FloatOp::Div
        | FloatOp::Pow
        | FloatOp::Equal
        | FloatOp::Less
        | FloatOp::AtMost => return None,
    };
    made(pool, width, number.form, result)
}

/// Sums, products and quotients of singles are the same whether they are rounded from 64 bits or at
/// once, because 64 bits are more than twice as many.
fn binary(pool: &Pool, op: FloatOp, width: FloatWidth, one: Number, other: Number) -> Option<Term> {
    let (a, b) = (one.value, other.value);
    let result = match op {
        FloatOp::Add => a + b,
        FloatOp::Sub => a - b,
        FloatOp::Mul => a * b,
        FloatOp::Div => a / b,
        FloatOp::Pow => a.powf(b),
        FloatOp::Equal => return Some(pool.bool(a == b)),
        FloatOp::Less => return Some(pool.bool(a < b)),
        FloatOp::AtMost => return Some(pool.bool(a <= b)),
        _ => return None,
    };
    made(pool, width, one.form, result)
}

/// An operation on rational numbers that are not all known.
fn exact(pool: &Pool, op: FloatOp, terms: &[Term]) -> Option<Term> {
    if terms.iter().any(|term| pool.sort(*term) != Sort::REAL) {
        return None;
    }
    let zero = pool.real_ratio(0, 1);
    match (op, terms) {
        (FloatOp::Add, &[a, b]) => Some(pool.add(&[a, b])),
        (FloatOp::Sub, &[a, b]) => Some(pool.sub(a, b)),
        (FloatOp::Mul, &[a, b]) => Some(pool.mul(&[a, b])),
        (FloatOp::Div, &[a, b]) => Some(pool.ratio(a, b)),
        (FloatOp::Neg, &[a]) => Some(pool.neg(a)),
        (FloatOp::Abs, &[a]) => Some(pool.ite(pool.lt(a, zero), pool.neg(a), a)),
        (FloatOp::Equal, &[a, b]) => Some(pool.eq(a, b)),
        (FloatOp::Less, &[a, b]) => Some(pool.lt(a, b)),
        (FloatOp::AtMost, &[a, b]) => Some(pool.le(a, b)),
        (FloatOp::Truncate, &[a]) => {
            let below = pool.neg(pool.floor(pool.neg(a)));
            Some(pool.ite(pool.lt(a, zero), below, pool.floor(a)))
        }
        (FloatOp::Widen, &[a]) => Some(a),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn words(pool: &Pool, values: &[f64]) -> Vec<Term> {
        values.iter().map(|value| word(pool, 64, value.to_bits())).collect()
    }

    fn rationals(pool: &Pool, values: &[f64]) -> Vec<Term> {
        let ratio = |value: &f64| BigRational::from_f64(*value).expect("it is finite");
        values.iter().map(|value| pool.real(ratio(value))).collect()
    }

    proptest! {
        #[test]
        fn words_compute_as_the_machine_does(a: f64, b: f64) {
            let pool = Pool::new();
            let compute = |op, values: &[f64]| {
                float(&pool, op, FloatWidth::Double, &words(&pool, values)).expect("they are known")
            };
            let bits = |value: f64| word(&pool, 64, value.to_bits());
            prop_assert_eq!(compute(FloatOp::Mul, &[a, b]), bits(a * b));
            prop_assert_eq!(compute(FloatOp::Div, &[a, b]), bits(a / b));
            prop_assert_eq!(compute(FloatOp::Less, &[a, b]), pool.bool(a < b));
            prop_assert_eq!(compute(FloatOp::Sqrt, &[a]), bits(a.sqrt()));
        }

        #[test]
        fn singles_round_once(a: f32, b: f32) {
            let pool = Pool::new();
            let single = |value: f32| word(&pool, 32, u64::from(value.to_bits()));
            for (op, expected) in [(FloatOp::Add, a + b), (FloatOp::Mul, a * b), (FloatOp::Div, a / b)] {
                let found = float(&pool, op, FloatWidth::Single, &[single(a), single(b)]);
                if !expected.is_nan() {
                    prop_assert_eq!(found, Some(single(expected)));
                }
            }
        }

        #[test]
        fn rational_constants_round_as_words_do(a in -1e9f64..1e9, b in -1e9f64..1e9) {
            let pool = Pool::new();
            for (op, expected) in [(FloatOp::Add, a + b), (FloatOp::Mul, a * b)] {
                let found = float(&pool, op, FloatWidth::Double, &rationals(&pool, &[a, b]));
                prop_assert_eq!(found, Some(rationals(&pool, &[expected])[0]));
            }
        }
    }

    #[test]
    fn what_is_not_finite_is_no_rational_number() {
        let pool = Pool::new();
        let zeros = rationals(&pool, &[0.0, 0.0]);
        assert_eq!(float(&pool, FloatOp::Div, FloatWidth::Double, &zeros), None);
    }
}
