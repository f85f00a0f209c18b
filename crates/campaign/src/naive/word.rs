//! Machine words of up to 64 bits.

use num_bigint::BigInt;
use num_traits::{Euclid, ToPrimitive};
use term::Op;

use super::Value;

/// The value of an operator on words; none for other operators.
pub(super) fn apply(op: Op, args: &[Value]) -> Option<Value> {
    match args {
        [Value::Word(width, a)] => of_one(op, *width, *a),
        [Value::Word(width, a), Value::Word(second, b)] => of_two(op, *width, *a, *second, *b),
        [Value::Int(int)] => match op {
            Op::IntToBv(width) => {
                let rest = int.rem_euclid(&(BigInt::from(1) << width));
                Some(Value::Word(width, rest.to_u128()?))
            }
            _ => None,
        },
        _ => None,
    }
}

fn cut(width: u32, bits: u128) -> Value {
    Value::Word(width, bits & mask(width))
}

fn mask(width: u32) -> u128 {
    (1 << width) - 1
}

fn signed(width: u32, bits: u128) -> i128 {
    if bits >> (width - 1) == 1 { bits as i128 - (1 << width) } else { bits as i128 }
}

fn of_one(op: Op, width: u32, a: u128) -> Option<Value> {
    Some(match op {
        Op::BvNot => cut(width, !a),
        Op::BvNeg => cut(width, (1 << width) - a),
        Op::BvExtract(high, low) => cut(high - low + 1, a >> low),
        Op::BvZeroExtend(by) => cut(width + by, a),
        Op::BvSignExtend(by) => cut(width + by, signed(width, a) as u128),
        Op::BvToInt => Value::Int(BigInt::from(a)),
        _ => return None,
    })
}

fn of_two(op: Op, width: u32, a: u128, second: u32, b: u128) -> Option<Value> {
    let (sa, sb) = (signed(width, a), signed(second, b));
    let truth = Value::Bool;
    let by = u32::try_from(b).ok().filter(|by| *by < width);
    Some(match op {
        Op::BvAnd => cut(width, a & b),
        Op::BvOr => cut(width, a | b),
        Op::BvXor => cut(width, a ^ b),
        Op::BvAdd => cut(width, a + b),
        Op::BvMul => cut(width, a.wrapping_mul(b)),
        Op::BvUdiv => cut(width, a.checked_div(b).unwrap_or(u128::MAX)),
        Op::BvUrem => cut(width, a.checked_rem(b).unwrap_or(a)),
        // Division by zero: by the definition of SMT-LIB over the unsigned quotient.
        Op::BvSdiv if b == 0 => cut(width, if sa < 0 { 1 } else { u128::MAX }),
        Op::BvSdiv => cut(width, (sa / sb) as u128),
        Op::BvSrem if b == 0 => cut(width, a),
        Op::BvSrem => cut(width, (sa % sb) as u128),
        Op::BvShl => cut(width, by.map_or(0, |by| a << by)),
        Op::BvLshr => cut(width, by.map_or(0, |by| a >> by)),
        Op::BvAshr => cut(width, (sa >> by.unwrap_or(width)) as u128),
        Op::BvUlt => truth(a < b),
        Op::BvUle => truth(a <= b),
        Op::BvSlt => truth(sa < sb),
        Op::BvSle => truth(sa <= sb),
        Op::BvConcat => cut(width + second, a << second | b),
        _ => return None,
    })
}
