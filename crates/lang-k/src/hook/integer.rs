//! Integers.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Pow, Signed, ToPrimitive, Zero};
use term::{Int, MOST_BITS, Pool, Term};

use super::{Row, wrong_sort};
use crate::context::{Ctx, Halt};
use crate::value::Value;

pub(super) const HOOKS: &[Row] = &[
    ("INT.add", |c, a| arith(c, a, Int::add, |p, x, y| p.add(&[x, y]))),
    ("INT.sub", |c, a| arith(c, a, Int::sub, Pool::sub)),
    ("INT.mul", multiply),
    ("INT.tdiv", |c, a| divide(c, a, truncated, symbolic_truncated)),
    ("INT.tmod", |c, a| divide(c, a, truncated_rest, symbolic_truncated_rest)),
    ("INT.ediv", |c, a| divide(c, a, Int::div_euclid, Pool::div)),
    ("INT.emod", |c, a| divide(c, a, Int::rem_euclid, Pool::modulo)),
    ("INT.lt", |c, a| compare(c, a, |x, y| x < y, Pool::lt)),
    ("INT.le", |c, a| compare(c, a, |x, y| x <= y, Pool::le)),
    ("INT.gt", |c, a| compare(c, a, |x, y| x > y, |p, x, y| p.lt(y, x))),
    ("INT.ge", |c, a| compare(c, a, |x, y| x >= y, |p, x, y| p.le(y, x))),
    ("INT.eq", |c, a| compare(c, a, |x, y| x == y, Pool::eq)),
    ("INT.ne", |c, a| compare(c, a, |x, y| x != y, |p, x, y| p.not(p.eq(x, y)))),
    ("INT.min", |c, a| arith(c, a, |x, y| x.min(y).clone(), |p, x, y| p.ite(p.le(x, y), x, y))),
    ("INT.max", |c, a| arith(c, a, |x, y| x.max(y).clone(), |p, x, y| p.ite(p.le(x, y), y, x))),
    ("INT.abs", |c, a| unary(c, a, Int::abs, |p, x| p.ite(p.lt(x, p.int(0)), p.neg(x), x))),
    ("INT.neg", |c, a| unary(c, a, Int::neg, Pool::neg)),
    ("INT.not", |c, a| unary(c, a, complement, |p, x| p.sub(p.int(-1), x))),
    ("INT.and", |_, a| bits(a, |x, y| x & y)),
    ("INT.or", |_, a| bits(a, |x, y| x | y)),
    ("INT.xor", |_, a| bits(a, |x, y| x ^ y)),
    ("INT.pow", power),
    ("INT.powmod", power_modulo),
    ("INT.shl", |_, a| shift(a, |x, by| x << by)),
    ("INT.shr", |_, a| shift(a, |x, by| x >> by)),
    ("INT.log2", logarithm),
    ("INT.bitRange", |c, a| bit_range(c, a, false)),
    ("INT.signExtendBitRange", |c, a| bit_range(c, a, true)),
    ("IO.stdin", |_, _| Ok(Value::int(0))),
    ("IO.stdout", |_, _| Ok(Value::int(1))),
    ("IO.stderr", |_, _| Ok(Value::int(2))),
    ("INT.fresh", |_, a| Ok(std::mem::take(&mut a[0]))),
    ("INT.divides", |c, a| {
        a.swap(0, 1);
        let rest = divide(c, a, Int::rem_euclid, Pool::modulo)?;
        compare(c, &[rest, Value::int(0)], |x, y| x == y, Pool::eq)
    }),
];

fn arith(
    ctx: &Ctx<'_>,
    args: &[Value],
    known: fn(&Int, &Int) -> Int,
    open: fn(&Pool, Term, Term) -> Term,
) -> Result<Value, Halt> {
    if let [Value::Int(x), Value::Int(y)] = args {
        return Ok(Value::Int(known(x, y)));
    }
    let (x, y) = terms(ctx, args)?;
    Ok(ctx.value(open(ctx.pool, x, y)))
}

fn multiply(ctx: &Ctx<'_>, args: &mut [Value]) -> Result<Value, Halt> {
    if let [Value::Int(x), Value::Int(y)] = &*args
        && x.bits() + y.bits() > MOST_BITS
    {
        return Err(Halt::Unsupported("a product with so many bits".to_owned()));
    }
    arith(ctx, args, Int::mul, |p, x, y| p.mul(&[x, y]))
}

fn compare(
    ctx: &Ctx<'_>,
    args: &[Value],
    known: fn(&Int, &Int) -> bool,
    open: fn(&Pool, Term, Term) -> Term,
) -> Result<Value, Halt> {
    if let [Value::Int(x), Value::Int(y)] = args {
        return Ok(Value::Bool(known(x, y)));
    }
    let (x, y) = terms(ctx, args)?;
    Ok(ctx.value(open(ctx.pool, x, y)))
}

fn unary(
    ctx: &Ctx<'_>,
    args: &[Value],
    known: fn(&Int) -> Int,
    open: fn(&Pool, Term) -> Term,
) -> Result<Value, Halt> {
    match args {
        [Value::Int(x)] => Ok(Value::Int(known(x))),
        [Value::Sym(x, _)] => Ok(ctx.value(open(ctx.pool, *x))),
        _ => wrong_sort("arithmetic"),
    }
}

fn divide(
    ctx: &Ctx<'_>,
    args: &[Value],
    known: fn(&Int, &Int) -> Int,
    open: fn(&Pool, Term, Term) -> Term,
) -> Result<Value, Halt> {
    match args {
        [_, Value::Int(zero)] if *zero == Int::ZERO => ctx.undefined("division by zero"),
        [Value::Int(x), Value::Int(y)] => Ok(Value::Int(known(x, y))),
        _ => {
            let (x, y) = terms(ctx, args)?;
            if ctx.decide(ctx.pool.eq(y, ctx.pool.int(0)))? {
                return ctx.undefined("division by zero");
            }
            Ok(ctx.value(open(ctx.pool, x, y)))
        }
    }
}

fn terms(ctx: &Ctx<'_>, args: &[Value]) -> Result<(Term, Term), Halt> {
    let is_number = |term: &Term| ctx.pool.sort(*term) == term::Sort::INT;
    let term = |value: &Value| ctx.term(value).filter(is_number);
    match args {
        [x, y] => term(x).zip(term(y)).map_or_else(|| wrong_sort("arithmetic"), Ok),
        _ => wrong_sort("arithmetic"),
    }
}

fn truncated(x: &Int, y: &Int) -> Int {
    if x.is_negative() { x.neg().div_euclid(y).neg() } else { x.div_euclid(y) }
}

fn truncated_rest(x: &Int, y: &Int) -> Int {
    x.sub(&y.mul(&truncated(x, y)))
}

/// Division of the terms rounds towards a remainder of at least zero, which truncates as long as
/// the dividend is not negative.
fn symbolic_truncated(pool: &Pool, x: Term, y: Term) -> Term {
    let negative = pool.neg(pool.div(pool.neg(x), y));
    pool.ite(pool.lt(x, pool.int(0)), negative, pool.div(x, y))
}

fn symbolic_truncated_rest(pool: &Pool, x: Term, y: Term) -> Term {
    pool.sub(x, pool.mul(&[y, symbolic_truncated(pool, x, y)]))
}

fn complement(x: &Int) -> Int {
    Int::from(-1).sub(x)
}

fn bits(args: &[Value], op: fn(BigInt, BigInt) -> BigInt) -> Result<Value, Halt> {
    match args {
        [Value::Int(x), Value::Int(y)] => Ok(Value::Int(op(x.to_big(), y.to_big()).into())),
        [Value::Sym(_, _), _] | [_, Value::Sym(_, _)] => {
            Err(Halt::Unsupported("bits of a symbolic number".to_owned()))
        }
        _ => wrong_sort("arithmetic on bits"),
    }
}

fn shift(args: &[Value], op: fn(BigInt, u64) -> BigInt) -> Result<Value, Halt> {
    match args {
        [Value::Int(x), Value::Int(by)] => {
            match by.to_i64().and_then(|by| u64::try_from(by).ok()) {
                Some(by) if by.saturating_add(x.bits()) <= MOST_BITS => {
                    Ok(Value::Int(op(x.to_big(), by).into()))
                }
                Some(_) => Err(Halt::Unsupported("a shift by so many bits".to_owned())),
                None => Err(Halt::Undefined("a shift by a negative number".to_owned())),
            }
        }
        [Value::Sym(_, _), _] | [_, Value::Sym(_, _)] => {
            Err(Halt::Unsupported("a shift of or by a symbolic number".to_owned()))
        }
        _ => wrong_sort("a shift"),
    }
}

fn power(ctx: &Ctx<'_>, args: &mut [Value]) -> Result<Value, Halt> {
    let [base, Value::Int(exponent)] = args else {
        return Err(Halt::Unsupported("a power with a symbolic exponent".to_owned()));
    };
    if exponent.is_negative() {
        return ctx.undefined("a power with a negative exponent");
    }
    // Powers of 0, 1 and -1 are small whatever the exponent.
    if let Value::Int(base) = base
        && [-1, 0, 1].map(Int::from).contains(base)
    {
        let odd = exponent.to_big().is_odd();
        let even_power = if *base == Int::ZERO { base.clone() } else { Int::from(1) };
        let is_one = *exponent == Int::ZERO;
        let power = if odd { base.clone() } else { even_power };
        return Ok(Value::Int(if is_one { Int::from(1) } else { power }));
    }
    let Some(exponent) = exponent.to_i64().and_then(|exponent| u32::try_from(exponent).ok()) else {
        return Err(Halt::Unsupported("a power with so large an exponent".to_owned()));
    };
    match base {
        Value::Int(base) if base.bits() * u64::from(exponent) > MOST_BITS => {
            Err(Halt::Unsupported("a power with so many bits".to_owned()))
        }
        Value::Int(base) => Ok(Value::Int(base.to_big().pow(exponent).into())),
        Value::Sym(base, _) if exponent <= 64 => {
            let factors = vec![*base; exponent as usize];
            Ok(ctx.value(if factors.is_empty() { ctx.pool.int(1) } else { ctx.pool.mul(&factors) }))
        }
        _ => Err(Halt::Unsupported("a high power of a symbolic number".to_owned())),
    }
}

fn power_modulo(ctx: &Ctx<'_>, args: &mut [Value]) -> Result<Value, Halt> {
    let [Value::Int(base), Value::Int(exponent), Value::Int(modulus)] = args else {
        return Err(Halt::Unsupported("a modular power of symbolic numbers".to_owned()));
    };
    let (base, exponent, modulus) = (base.to_big(), exponent.to_big(), modulus.to_big());
    if modulus.is_zero() || exponent.is_negative() {
        return ctx.undefined("a modular power with modulus zero or negative exponent");
    }
    Ok(Value::Int(base.modpow(&exponent, &modulus).mod_floor(&modulus.abs()).into()))
}

/// Some bits of a number, counted from the lowest, as a number of its own; perhaps with a sign.
fn bit_range(ctx: &Ctx<'_>, args: &mut [Value], signed: bool) -> Result<Value, Halt> {
    /// The largest number of bits that is believed to be meant.
    const MOST: usize = 1 << 24;
    let [Value::Int(number), Value::Int(start), Value::Int(length)] = args else {
        return Err(Halt::Unsupported("bits of a symbolic number".to_owned()));
    };
    let small = |int: &Int| int.to_i64().and_then(|int| usize::try_from(int).ok());
    let (Some(start), Some(length)) = (small(start), small(length).filter(|n| *n <= MOST)) else {
        return ctx.undefined("bits at such places");
    };
    if length == 0 {
        return Ok(Value::int(0));
    }
    let modulus = BigInt::from(1) << length;
    let bits = (number.to_big() >> start).mod_floor(&modulus);
    let negative = signed && bits >= BigInt::from(1) << (length - 1);
    Ok(Value::Int((if negative { bits - modulus } else { bits }).into()))
}

fn logarithm(ctx: &Ctx<'_>, args: &mut [Value]) -> Result<Value, Halt> {
    match args {
        [Value::Int(x)] if x.to_big().is_positive() => {
            let bits = x.to_big().bits().to_i64().expect("numbers have fewer than 2^63 bits");
            Ok(Value::int(bits - 1))
        }
        [Value::Int(_)] => ctx.undefined("the logarithm of a number below one"),
        _ => Err(Halt::Unsupported("the logarithm of a symbolic number".to_owned())),
    }
}
