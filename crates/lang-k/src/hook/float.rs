//! Floating-point numbers: known ones, of double precision, whatever precision is asked for.

use num_bigint::BigInt;
use num_traits::{FromPrimitive, ToPrimitive};

use super::{Row, wrong_sort};
use crate::context::{Ctx, Halt};
use crate::value::Value;

pub(super) const HOOKS: &[Row] = &[
    ("FLOAT.neg", |c, a| one(c, a, |x| -x)),
    ("FLOAT.abs", |c, a| one(c, a, f64::abs)),
    ("FLOAT.floor", |c, a| one(c, a, f64::floor)),
    ("FLOAT.ceil", |c, a| one(c, a, f64::ceil)),
    ("FLOAT.add", |c, a| two(c, a, |x, y| x + y)),
    ("FLOAT.sub", |c, a| two(c, a, |x, y| x - y)),
    ("FLOAT.mul", |c, a| two(c, a, |x, y| x * y)),
    ("FLOAT.div", |c, a| two(c, a, |x, y| x / y)),
    ("FLOAT.rem", |c, a| two(c, a, |x, y| x % y)),
    ("FLOAT.pow", |c, a| two(c, a, f64::powf)),
    ("FLOAT.max", |c, a| two(c, a, f64::max)),
    ("FLOAT.min", |c, a| two(c, a, f64::min)),
    ("FLOAT.lt", |c, a| compare(c, a, |x, y| x < y)),
    ("FLOAT.le", |c, a| compare(c, a, |x, y| x <= y)),
    ("FLOAT.gt", |c, a| compare(c, a, |x, y| x > y)),
    ("FLOAT.ge", |c, a| compare(c, a, |x, y| x >= y)),
    ("FLOAT.eq", |c, a| compare(c, a, |x, y| x == y)),
    ("FLOAT.ne", |c, a| compare(c, a, |x, y| x != y)),
    ("FLOAT.int2float", from_int),
    ("FLOAT.float2int", to_int),
    ("STRING.float2string", |c, a| Ok(Value::str(&shown(number(c, a)?)))),
    ("STRING.string2float", |c, a| match a {
        [Value::Str(text)] => match read(text) {
            Some(number) => value(c, number),
            None => c.undefined("the number in such a text"),
        },
        _ => wrong_sort("the number in a text"),
    }),
];

/// The number of a token: without the letters that tell its precision.
fn read(text: &str) -> Option<f64> {
    let digits = text.split(['p', 'P']).next().unwrap_or(text);
    let digits = digits.trim_end_matches(['f', 'F', 'd', 'D']);
    match digits {
        "Infinity" | "+Infinity" => Some(f64::INFINITY),
        "-Infinity" => Some(f64::NEG_INFINITY),
        digits => digits.parse().ok(),
    }
}

fn shown(number: f64) -> String {
    match number {
        f64::INFINITY => "Infinity".to_owned(),
        f64::NEG_INFINITY => "-Infinity".to_owned(),
        number => format!("{number:?}"),
    }
}

fn float(ctx: &Ctx<'_>, value: &Value) -> Result<f64, Halt> {
    let Value::Token(_, symbol) = value else { return wrong_sort("arithmetic") };
    match read(&ctx.program.signature.text(*symbol)) {
        Some(number) => Ok(number),
        None => wrong_sort("arithmetic"),
    }
}

fn number(ctx: &Ctx<'_>, args: &[Value]) -> Result<f64, Halt> {
    args.first().map_or_else(|| wrong_sort("arithmetic"), |value| float(ctx, value))
}

fn value(ctx: &Ctx<'_>, number: f64) -> Result<Value, Halt> {
    let signature = &ctx.program.signature;
    match signature.sort("Float") {
        Some(sort) => Ok(Value::Token(sort, signature.made_symbol(&shown(number)))),
        None => wrong_sort("arithmetic"),
    }
}

fn one(ctx: &Ctx<'_>, args: &[Value], op: fn(f64) -> f64) -> Result<Value, Halt> {
    value(ctx, op(number(ctx, args)?))
}

fn pair(ctx: &Ctx<'_>, args: &[Value]) -> Result<(f64, f64), Halt> {
    match args {
        [x, y] => Ok((float(ctx, x)?, float(ctx, y)?)),
        _ => wrong_sort("arithmetic"),
    }
}

fn two(ctx: &Ctx<'_>, args: &[Value], op: fn(f64, f64) -> f64) -> Result<Value, Halt> {
    let (x, y) = pair(ctx, args)?;
    value(ctx, op(x, y))
}

fn compare(ctx: &Ctx<'_>, args: &[Value], op: fn(&f64, &f64) -> bool) -> Result<Value, Halt> {
    let (x, y) = pair(ctx, args)?;
    Ok(Value::Bool(op(&x, &y)))
}

fn from_int(ctx: &Ctx<'_>, args: &mut [Value]) -> Result<Value, Halt> {
    match args.first() {
        Some(Value::Int(int)) => value(ctx, int.to_big().to_f64().unwrap_or(f64::NAN)),
        Some(Value::Sym(_, _)) => Err(Halt::Unsupported("a symbolic Float".to_owned())),
        _ => wrong_sort("a number"),
    }
}

/// The nearest integer; of two, the even one.
fn to_int(ctx: &Ctx<'_>, args: &mut [Value]) -> Result<Value, Halt> {
    match BigInt::from_f64(number(ctx, args)?.round_ties_even()) {
        Some(int) => Ok(Value::Int(int.into())),
        None => ctx.undefined("the integer of a number without end"),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_shown_is_read_back(number in any::<f64>().prop_filter("a number", |n| !n.is_nan())) {
            prop_assert_eq!(read(&shown(number)), Some(number));
        }
    }

    #[test]
    fn precisions_are_left_out() {
        assert_eq!(
            [read("1.5f"), read("2p53x11"), read("-Infinity")],
            [Some(1.5), Some(2.0), Some(f64::NEG_INFINITY)]
        );
        assert_eq!(read("one"), None);
    }
}
