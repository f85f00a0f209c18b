//! Integers and rational numbers.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed, Zero};
use term::Op;

use super::Value;

/// The value of an operator on numbers; none for other operators.
pub(super) fn apply(op: Op, args: &[Value]) -> Option<Value> {
    match args {
        [Value::Int(_), ..] => of_ints(op, &ints(args)?),
        [Value::Real(_), ..] => of_reals(op, &reals(args)?),
        _ => None,
    }
}

fn ints(args: &[Value]) -> Option<Vec<BigInt>> {
    let one = |arg: &Value| if let Value::Int(int) = arg { Some(int.clone()) } else { None };
    args.iter().map(one).collect()
}

fn reals(args: &[Value]) -> Option<Vec<BigRational>> {
    let one = |arg: &Value| if let Value::Real(real) = arg { Some(real.clone()) } else { None };
    args.iter().map(one).collect()
}

fn of_ints(op: Op, args: &[BigInt]) -> Option<Value> {
    Some(match (op, args) {
        (Op::Add, _) => Value::Int(args.iter().sum()),
        (Op::Mul, _) => Value::Int(args.iter().product()),
        (Op::Le, [a, b]) => Value::Bool(a <= b),
        (Op::Lt, [a, b]) => Value::Bool(a < b),
        (Op::Div, [a, b]) => Value::Int(quotient(a, b)),
        (Op::Mod, [a, b]) => Value::Int(a - b * quotient(a, b)),
        (Op::ToReal, [a]) => Value::Real(BigRational::from(a.clone())),
        _ => return None,
    })
}

/// The quotient that leaves a remainder from zero up to the size of the divisor; zero for a
/// divisor of zero.
fn quotient(a: &BigInt, b: &BigInt) -> BigInt {
    if b.is_zero() {
        return BigInt::zero();
    }
    let towards_zero = a / b;
    let rest = a - b * &towards_zero;
    match (rest.is_negative(), b.is_negative()) {
        (false, _) => towards_zero,
        (true, false) => towards_zero - 1,
        (true, true) => towards_zero + 1,
    }
}

fn of_reals(op: Op, args: &[BigRational]) -> Option<Value> {
    Some(match (op, args) {
        (Op::Add, _) => Value::Real(args.iter().sum()),
        (Op::Mul, _) => Value::Real(args.iter().product()),
        (Op::Le, [a, b]) => Value::Bool(a <= b),
        (Op::Lt, [a, b]) => Value::Bool(a < b),
        (Op::Ratio, [_, b]) if b.is_zero() => Value::Real(BigRational::zero()),
        (Op::Ratio, [a, b]) => Value::Real(a / b),
        (Op::Floor, [a]) => Value::Int(a.floor().to_integer()),
        _ => return None,
    })
}
