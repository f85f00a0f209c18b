//! The meaning of the operators on constants.
//!
//! The constructors fold with this function and nothing else, so evaluation, simplification and
//! replay agree by construction; the property tests ask Z3 whether it agrees too. The meanings are
//! SMT-LIB's, with division by zero fixed as the comments of [`Op`] say.

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

use crate::int::Int;
use crate::literal::{BitVec, Literal, Text};
use crate::op::Op;

/// The value of `op` on constants; none for operators that do not compute on constants alone.
pub(crate) fn fold(op: Op, args: &[&Literal]) -> Option<Literal> {
    match args {
        [Literal::Bool(_), ..] => fold_bools(op, args),
        [Literal::Int(first), rest @ ..] if rest.iter().all(|r| r.as_int().is_some()) => {
            let rest: Vec<&Int> = rest.iter().filter_map(|r| r.as_int()).collect();
            fold_ints(op, first, &rest)
        }
        [Literal::Real(a)] => fold_real(op, a),
        [Literal::Real(a), Literal::Real(b)] => fold_reals(op, a, b),
        [Literal::BitVec(a)] => fold_word(op, a),
        [Literal::BitVec(a), Literal::BitVec(b)] => fold_words(op, a, b),
        [Literal::Text(a), rest @ ..] => fold_text(op, a, rest),
        _ => None,
    }
}

fn fold_bools(op: Op, args: &[&Literal]) -> Option<Literal> {
    let mut bools = args.iter().filter_map(|arg| arg.as_bool());
    match op {
        Op::Not => Some(Literal::Bool(!bools.next()?)),
        Op::And => Some(Literal::Bool(bools.all(|b| b))),
        Op::Or => Some(Literal::Bool(bools.any(|b| b))),
        _ => None,
    }
}

fn fold_ints(op: Op, first: &Int, rest: &[&Int]) -> Option<Literal> {
    let int = |int: Int| Some(Literal::Int(int));
    match (op, rest) {
        (Op::Add, _) => int(rest.iter().fold(first.clone(), |sum, next| sum.add(next))),
        (Op::Mul, _) => int(rest.iter().fold(first.clone(), |product, next| product.mul(next))),
        (Op::Le, [second]) => Some(Literal::Bool(first <= second)),
        (Op::Lt, [second]) => Some(Literal::Bool(first < second)),
        (Op::Div, [second]) => int(first.div_euclid(second)),
        (Op::Mod, [second]) => int(first.rem_euclid(second)),
        (Op::ToReal, []) => Some(Literal::Real(BigRational::from(first.to_big()))),
        (Op::IntToBv(width), []) => Some(Literal::BitVec(word_of_int(width, first))),
        (Op::TextFromInt, []) => {
            let digits = if first.is_negative() { String::new() } else { first.to_string() };
            Some(Literal::Text(Text::from(digits.as_str())))
        }
        (Op::TextFromCode, []) => {
            let code = first.to_i64().and_then(|code| u32::try_from(code).ok());
            let code = code.filter(|code| *code <= Text::MAX_CODE);
            Some(Literal::Text(Text::new(code.into_iter().collect::<Vec<u32>>())))
        }
        _ => None,
    }
}

fn fold_real(op: Op, a: &BigRational) -> Option<Literal> {
    match op {
        Op::Floor => Some(Literal::Int(Int::from(a.floor().to_integer()))),
        _ => None,
    }
}

fn fold_reals(op: Op, a: &BigRational, b: &BigRational) -> Option<Literal> {
    match op {
        Op::Add => Some(Literal::Real(a + b)),
        Op::Mul => Some(Literal::Real(a * b)),
        Op::Le => Some(Literal::Bool(a <= b)),
        Op::Lt => Some(Literal::Bool(a < b)),
        Op::Ratio if b.is_zero() => Some(Literal::Real(BigRational::zero())),
        Op::Ratio => Some(Literal::Real(a / b)),
        _ => None,
    }
}

/// The word of a width that is congruent to an integer.
pub(crate) fn word_of_int(width: u32, int: &Int) -> BitVec {
    let modulus = Int::from(BigInt::one() << width);
    let rest = int.rem_euclid(&modulus).to_big();
    BitVec::new(width, rest.to_biguint().expect("a remainder is not negative"))
}

fn fold_word(op: Op, a: &BitVec) -> Option<Literal> {
    let width = a.width();
    let word = |width, bits| Some(Literal::BitVec(BitVec::new(width, bits)));
    match op {
        Op::BvNot => word(width, ones(width) - a.unsigned()),
        Op::BvNeg => Some(Literal::BitVec(word_of_int(width, &a.signed().neg()))),
        Op::BvExtract(high, low) => word(high - low + 1, a.unsigned() >> low),
        Op::BvZeroExtend(by) => word(width + by, a.unsigned().clone()),
        Op::BvSignExtend(by) => Some(Literal::BitVec(word_of_int(width + by, &a.signed()))),
        Op::BvToInt => Some(Literal::Int(Int::from(BigInt::from(a.unsigned().clone())))),
        _ => None,
    }
}

fn ones(width: u32) -> BigUint {
    (BigUint::one() << width) - BigUint::one()
}

fn fold_words(op: Op, a: &BitVec, b: &BitVec) -> Option<Literal> {
    let width = a.width();
    let (ua, ub) = (a.unsigned(), b.unsigned());
    let word = |bits| Some(Literal::BitVec(BitVec::new(width, bits)));
    let signed = |int: BigInt| Some(Literal::BitVec(word_of_int(width, &Int::from(int))));
    let truth = |holds| Some(Literal::Bool(holds));
    match op {
        Op::BvAnd => word(ua & ub),
        Op::BvOr => word(ua | ub),
        Op::BvXor => word(ua ^ ub),
        Op::BvAdd => word(ua + ub),
        Op::BvMul => word(ua * ub),
        Op::BvUdiv if ub.is_zero() => word(ones(width)),
        Op::BvUdiv => word(ua / ub),
        Op::BvUrem if ub.is_zero() => word(ua.clone()),
        Op::BvUrem => word(ua % ub),
        Op::BvSdiv if ub.is_zero() => {
            let negative = a.signed().is_negative();
            word(if negative { BigUint::one() } else { ones(width) })
        }
        Op::BvSdiv => signed(a.signed().to_big() / b.signed().to_big()),
        Op::BvSrem if ub.is_zero() => word(ua.clone()),
        Op::BvSrem => signed(a.signed().to_big() % b.signed().to_big()),
        Op::BvShl => word(shift_amount(width, ub).map_or(BigUint::zero(), |by| ua << by)),
        Op::BvLshr => word(shift_amount(width, ub).map_or(BigUint::zero(), |by| ua >> by)),
        Op::BvAshr => {
            let by = shift_amount(width, ub).unwrap_or(width);
            signed(a.signed().to_big() >> by)
        }
        Op::BvUlt => truth(ua < ub),
        Op::BvUle => truth(ua <= ub),
        Op::BvSlt => truth(a.signed() < b.signed()),
        Op::BvSle => truth(a.signed() <= b.signed()),
        Op::BvConcat => {
            let bits = (ua << b.width()) | ub;
            Some(Literal::BitVec(BitVec::new(width + b.width(), bits)))
        }
        _ => None,
    }
}

/// How far to shift, unless everything is shifted out.
fn shift_amount(width: u32, by: &BigUint) -> Option<u32> {
    by.to_u32().filter(|by| *by < width)
}

fn fold_text(op: Op, a: &Text, rest: &[&Literal]) -> Option<Literal> {
    let codes = a.codes();
    let text = |codes: &[u32]| Some(Literal::Text(Text::new(codes)));
    let int = |n: i64| Some(Literal::Int(Int::from(n)));
    let truth = |holds| Some(Literal::Bool(holds));
    match (op, rest) {
        (Op::TextLen, []) => int(codes.len() as i64),
        (Op::TextToInt, []) => Some(Literal::Int(number_of(codes))),
        (Op::TextToCode, []) => int(if let [code] = codes { i64::from(*code) } else { -1 }),
        (Op::TextAt, [Literal::Int(at)]) => text(part(codes, at, &Int::ONE)),
        (Op::TextSub, [Literal::Int(at), Literal::Int(len)]) => text(part(codes, at, len)),
        (Op::TextContains, [Literal::Text(b)]) => truth(find(codes, b.codes(), 0).is_some()),
        (Op::TextPrefix, [Literal::Text(b)]) => truth(b.codes().starts_with(codes)),
        (Op::TextSuffix, [Literal::Text(b)]) => truth(b.codes().ends_with(codes)),
        (Op::TextLt, [Literal::Text(b)]) => truth(a < b),
        (Op::TextLe, [Literal::Text(b)]) => truth(a <= b),
        (Op::TextIndexOf, [Literal::Text(b), Literal::Int(from)]) => {
            let from = from.to_i64().and_then(|from| usize::try_from(from).ok());
            let found = from.and_then(|from| find(codes, b.codes(), from));
            int(found.map_or(-1, |at| at as i64))
        }
        (Op::TextReplace, [Literal::Text(b), Literal::Text(c)]) => {
            match find(codes, b.codes(), 0) {
                Some(at) => {
                    text(&[&codes[..at], c.codes(), &codes[at + b.codes().len()..]].concat())
                }
                None => text(codes),
            }
        }
        (Op::TextConcat, _) => {
            let mut all = codes.to_vec();
            for next in rest {
                let Literal::Text(next) = next else { return None };
                all.extend_from_slice(next.codes());
            }
            text(&all)
        }
        _ => None,
    }
}

/// The digits' number, or -1.
fn number_of(codes: &[u32]) -> Int {
    let digit = |code: &u32| char::from_u32(*code).and_then(|c| c.to_digit(10));
    match codes.iter().map(digit).collect::<Option<Vec<u32>>>() {
        Some(digits) if !digits.is_empty() => {
            let ten = BigInt::from(10);
            Int::from(digits.iter().fold(BigInt::zero(), |number, digit| number * &ten + digit))
        }
        _ => Int::from(-1),
    }
}

/// The part of `codes` from `at`, at most `len` long; empty if it starts outside or has no length.
fn part<'a>(codes: &'a [u32], at: &Int, len: &Int) -> &'a [u32] {
    let at = at.to_i64().and_then(|at| usize::try_from(at).ok()).filter(|at| *at < codes.len());
    match at {
        Some(at) if *len > Int::ZERO => {
            let room = codes.len() - at;
            let len = len.to_big().abs().to_usize().map_or(room, |len| len.min(room));
            &codes[at..at + len]
        }
        _ => &[],
    }
}

/// The first place of `needle` in `codes` not before `from`.
fn find(codes: &[u32], needle: &[u32], from: usize) -> Option<usize> {
    let last = codes.len().checked_sub(needle.len())?;
    (from..=last).find(|at| codes[*at..].starts_with(needle))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(s: &str) -> Literal {
        Literal::Text(Text::from(s))
    }

    fn int(n: i64) -> Literal {
        Literal::Int(Int::from(n))
    }

    #[track_caller]
    fn check(op: Op, args: &[Literal], expected: Literal) {
        assert_eq!(fold(op, &args.iter().collect::<Vec<_>>()), Some(expected));
    }

    #[test]
    fn strings_at_their_edges() {
        check(Op::TextSub, &[text("abc"), int(1), int(99)], text("bc"));
        check(Op::TextSub, &[text("abc"), int(3), int(1)], text(""));
        check(Op::TextSub, &[text("abc"), int(-1), int(2)], text(""));
        check(Op::TextAt, &[text("abc"), int(2)], text("c"));
        check(Op::TextIndexOf, &[text("abab"), text("ab"), int(1)], int(2));
        check(Op::TextIndexOf, &[text("ab"), text(""), int(2)], int(2));
        check(Op::TextIndexOf, &[text("ab"), text(""), int(3)], int(-1));
        check(Op::TextReplace, &[text("abab"), text(""), text("x")], text("xabab"));
        check(Op::TextToInt, &[text("007")], int(7));
        check(Op::TextToInt, &[text("")], int(-1));
        check(Op::TextFromInt, &[int(-7)], text(""));
        check(Op::TextFromCode, &[int(0x30000)], text(""));
    }

    #[test]
    fn words_at_their_edges() {
        let word = |bits: u32| Literal::BitVec(BitVec::new(4, BigUint::from(bits)));
        check(Op::BvUdiv, &[word(5), word(0)], word(15));
        check(Op::BvSdiv, &[word(13), word(0)], word(1));
        check(Op::BvSdiv, &[word(8), word(15)], word(8));
        check(Op::BvSrem, &[word(13), word(2)], word(15));
        check(Op::BvAshr, &[word(8), word(9)], word(15));
        check(Op::BvShl, &[word(1), word(4)], word(0));
    }

    #[test]
    fn division_rounds_so_that_the_remainder_is_not_negative() {
        for (a, b, quotient, rest) in [(7, 2, 3, 1), (-7, 2, -4, 1), (7, -2, -3, 1), (-7, -2, 4, 1)]
        {
            check(Op::Div, &[int(a), int(b)], int(quotient));
            check(Op::Mod, &[int(a), int(b)], int(rest));
        }
    }
}
