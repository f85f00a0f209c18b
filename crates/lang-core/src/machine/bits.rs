//! Integers as rows of bits.

use term::{Op, Pool, Term};

use crate::prim::BitOp;

/// An operation on the bits of two integers in the range of a width. Where one side is plain, it is
/// arithmetic; otherwise it goes through words.
pub(super) fn bits(pool: &Pool, op: BitOp, width: u32, a: Term, b: Term) -> Term {
    arithmetic(pool, op, width, a, b).unwrap_or_else(|| {
        let word = |term: Term| pool.word(Op::IntToBv(width), &[term]);
        let op = match op {
            BitOp::And => Op::BvAnd,
            BitOp::Or => Op::BvOr,
            BitOp::Xor => Op::BvXor,
            BitOp::ShiftLeft => Op::BvShl,
            BitOp::ShiftRight => Op::BvLshr,
            BitOp::ShiftRightSigned => Op::BvAshr,
        };
        signed(pool, width, pool.word(Op::BvToInt, &[pool.word(op, &[word(a), word(b)])]))
    })
}

/// The same without words, where the second operand, or either of an `And`, is a plain number.
fn arithmetic(pool: &Pool, op: BitOp, width: u32, a: Term, b: Term) -> Option<Term> {
    if pool.as_i64(a).is_some() && pool.as_i64(b).is_some() {
        return None;
    }
    match (op, pool.as_i64(a), pool.as_i64(b)) {
        (BitOp::And, Some(mask), None) => low_bits(pool, b, mask),
        (BitOp::And, None, Some(mask)) => low_bits(pool, a, mask),
        (BitOp::ShiftLeft, None, Some(by)) if by < i64::from(width) => {
            let shifted = pool.mul(&[a, power(pool, by)]);
            Some(signed(pool, width, pool.modulo(shifted, power(pool, i64::from(width)))))
        }
        (BitOp::ShiftRightSigned, None, Some(by)) if by < i64::from(width) => {
            Some(pool.div(a, power(pool, by)))
        }
        (BitOp::ShiftRight, None, Some(0)) => Some(a),
        (BitOp::ShiftRight, None, Some(by)) if (1..i64::from(width)).contains(&by) => {
            let unsigned = pool.modulo(a, power(pool, i64::from(width)));
            Some(pool.div(unsigned, power(pool, by)))
        }
        _ => None,
    }
}

/// The bits of a number under a mask of ones at its end: a remainder, whatever the sign.
fn low_bits(pool: &Pool, number: Term, mask: i64) -> Option<Term> {
    let size = mask.checked_add(1)?;
    let is_mask = mask >= 0 && size.count_ones() == 1;
    is_mask.then(|| pool.modulo(number, pool.int(size)))
}

/// The signed number with the bits of an unsigned one.
fn signed(pool: &Pool, width: u32, unsigned: Term) -> Term {
    let negative = pool.le(power(pool, i64::from(width) - 1), unsigned);
    let below = pool.sub(unsigned, power(pool, i64::from(width)));
    pool.ite(negative, below, unsigned)
}

fn power(pool: &Pool, exponent: i64) -> Term {
    let two = pool.int(2);
    (0..exponent).fold(pool.int(1), |power, _| pool.mul(&[power, two]))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use term::{Model, Sort};

    use super::*;

    const WIDTH: u32 = 63;

    fn expected(op: BitOp, a: i64, b: i64) -> i64 {
        // The top bit of a word of 64 bits is dropped and the sign drawn out again.
        let narrow = |word: i64| word.wrapping_shl(1) >> 1;
        match op {
            BitOp::And => a & b,
            BitOp::Or => a | b,
            BitOp::Xor => a ^ b,
            BitOp::ShiftLeft if b >= 63 => 0,
            BitOp::ShiftLeft => narrow(a.wrapping_shl(b as u32)),
            BitOp::ShiftRight if b >= 63 => 0,
            BitOp::ShiftRight => narrow(((a as u64 & (u64::MAX >> 1)) >> b) as i64),
            BitOp::ShiftRightSigned => a >> b,
        }
    }

    fn number() -> impl Strategy<Value = i64> {
        let edges = [0, 1, -1, 7, (1 << 62) - 1, -(1 << 62), 1 << 31, -(1 << 31)];
        prop_oneof![prop::sample::select(edges.to_vec()), (-(1i64 << 62)..(1 << 62)), -9i64..9]
    }

    proptest! {
        #[test]
        fn bits_are_those_of_a_machine(a in number(), b in number(), by in 0i64..=63) {
            let pool = Pool::new();
            let ops = [(BitOp::And, b), (BitOp::Or, b), (BitOp::Xor, b), (BitOp::ShiftLeft, by),
                (BitOp::ShiftRight, by), (BitOp::ShiftRightSigned, by)];
            for (op, b) in ops {
                let wanted = expected(op, a, b);
                let plain = bits(&pool, op, WIDTH, pool.int(a), pool.int(b));
                prop_assert_eq!(pool.as_i64(plain), Some(wanted), "{:?} {} {}", op, a, b);
                // The same where one side is known, and where none is.
                let (x, y) = (pool.var("x", Sort::INT), pool.var("y", Sort::INT));
                let mut model = Model::new();
                model.set(x, pool.int(a));
                model.set(y, pool.int(b));
                for term in [bits(&pool, op, WIDTH, x, pool.int(b)), bits(&pool, op, WIDTH, x, y)] {
                    prop_assert_eq!(pool.as_i64(pool.eval(term, &model)), Some(wanted), "{:?}", op);
                }
            }
        }
    }
}
