//! Floating-point numbers: known ones, in the two formats that machines have. Others are refused.

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
    ("FLOAT.trunc", |c, a| one(c, a, f64::trunc)),
    ("FLOAT.exp", |c, a| one(c, a, f64::exp)),
    ("FLOAT.log", |c, a| one(c, a, f64::ln)),
    ("FLOAT.sin", |c, a| one(c, a, f64::sin)),
    ("FLOAT.cos", |c, a| one(c, a, f64::cos)),
    ("FLOAT.tan", |c, a| one(c, a, f64::tan)),
    ("FLOAT.asin", |c, a| one(c, a, f64::asin)),
    ("FLOAT.acos", |c, a| one(c, a, f64::acos)),
    ("FLOAT.atan", |c, a| one(c, a, f64::atan)),
    ("FLOAT.atan2", |c, a| two(c, a, f64::atan2)),
    ("FLOAT.add", |c, a| two(c, a, |x, y| x + y)),
    ("FLOAT.sub", |c, a| two(c, a, |x, y| x - y)),
    ("FLOAT.mul", |c, a| two(c, a, |x, y| x * y)),
    ("FLOAT.div", |c, a| two(c, a, |x, y| x / y)),
    ("FLOAT.rem", |c, a| two(c, a, |x, y| x % y)),
    ("FLOAT.pow", |c, a| two(c, a, f64::powf)),
    ("FLOAT.max", |c, a| two(c, a, f64::max)),
    ("FLOAT.min", |c, a| two(c, a, f64::min)),
    ("FLOAT.root", root),
    ("FLOAT.sqrt", |c, a| one(c, a, f64::sqrt)),
    ("FLOAT.lt", |c, a| compare(c, a, |x, y| x < y)),
    ("FLOAT.le", |c, a| compare(c, a, |x, y| x <= y)),
    ("FLOAT.gt", |c, a| compare(c, a, |x, y| x > y)),
    ("FLOAT.ge", |c, a| compare(c, a, |x, y| x >= y)),
    ("FLOAT.eq", |c, a| compare(c, a, |x, y| x == y)),
    ("FLOAT.ne", |c, a| compare(c, a, |x, y| x != y)),
    ("FLOAT.sign", |c, a| Ok(Value::Bool(number(c, a)?.number.is_sign_negative()))),
    ("FLOAT.isNaN", |c, a| Ok(Value::Bool(number(c, a)?.number.is_nan()))),
    ("FLOAT.isInfinite", |c, a| Ok(Value::Bool(number(c, a)?.number.is_infinite()))),
    ("FLOAT.precision", |c, a| Ok(Value::int(number(c, a)?.format.precision()))),
    ("FLOAT.exponentBits", |c, a| Ok(Value::int(number(c, a)?.format.exponent_bits()))),
    ("FLOAT.exponent", exponent),
    ("FLOAT.maxValue", |c, a| {
        let format = format(a)?;
        value(c, Float { number: format.largest(), format })
    }),
    ("FLOAT.minValue", |c, a| {
        let format = format(a)?;
        value(c, Float { number: format.smallest(), format })
    }),
    ("FLOAT.round", |c, a| {
        let format = format(&a[1..])?;
        value(c, Float { format, ..number(c, a)? })
    }),
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

/// A number with the format in which arithmetic on it is done.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Float {
    number: f64,
    format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Format {
    /// 24 bits of precision, 8 of the exponent.
    Single,
    /// 53 bits of precision, 11 of the exponent.
    Double,
}

impl Format {
    fn of(precision: i64, exponent_bits: i64) -> Option<Format> {
        let all = [Format::Single, Format::Double].into_iter();
        all.into_iter().find(|format| {
            (format.precision(), format.exponent_bits()) == (precision, exponent_bits)
        })
    }

    fn precision(self) -> i64 {
        match self {
            Format::Single => 24,
            Format::Double => 53,
        }
    }

    fn exponent_bits(self) -> i64 {
        match self {
            Format::Single => 8,
            Format::Double => 11,
        }
    }

    fn largest(self) -> f64 {
        match self {
            Format::Single => f64::from(f32::MAX),
            Format::Double => f64::MAX,
        }
    }

    /// The smallest number above zero, which need not be normal.
    fn smallest(self) -> f64 {
        match self {
            Format::Single => f64::from(f32::from_bits(1)),
            Format::Double => f64::from_bits(1),
        }
    }

    /// The nearest number that the format has. The sum, product, quotient or root of numbers of single
    /// precision is right when it is rounded twice.
    fn rounded(self, number: f64) -> f64 {
        match self {
            Format::Single => f64::from(number as f32),
            Format::Double => number,
        }
    }
}

/// The number of a token, with the letters that tell its precision.
fn read(text: &str) -> Option<Float> {
    let (digits, format) = match text.split_once(['p', 'P']) {
        Some((digits, format)) => {
            let (precision, exponent_bits) = format.split_once(['x', 'X'])?;
            (digits, Format::of(precision.parse().ok()?, exponent_bits.parse().ok()?)?)
        }
        None => match text.strip_suffix(['f', 'F']) {
            Some(digits) => (digits, Format::Single),
            None => (text.trim_end_matches(['d', 'D']), Format::Double),
        },
    };
    let number = match (digits, format) {
        ("Infinity" | "+Infinity", _) => f64::INFINITY,
        ("-Infinity", _) => f64::NEG_INFINITY,
        (digits, Format::Single) => f64::from(digits.parse::<f32>().ok()?),
        (digits, Format::Double) => digits.parse().ok()?,
    };
    Some(Float { number, format })
}

fn shown(Float { number, format }: Float) -> String {
    match (number, format) {
        (f64::INFINITY, Format::Double) => "Infinity".to_owned(),
        (f64::NEG_INFINITY, Format::Double) => "-Infinity".to_owned(),
        (f64::INFINITY, Format::Single) => "Infinityf".to_owned(),
        (f64::NEG_INFINITY, Format::Single) => "-Infinityf".to_owned(),
        (number, Format::Double) => format!("{number:?}"),
        (number, Format::Single) => format!("{:?}f", number as f32),
    }
}

fn float(ctx: &Ctx<'_>, value: &Value) -> Result<Float, Halt> {
    let Value::Token(_, symbol) = value else { return wrong_sort("arithmetic") };
    let text = ctx.program.signature.text(*symbol);
    read(&text).ok_or_else(|| Halt::Unsupported(format!("the precision of the number {text}")))
}

fn number(ctx: &Ctx<'_>, args: &[Value]) -> Result<Float, Halt> {
    args.first().map_or_else(|| wrong_sort("arithmetic"), |value| float(ctx, value))
}

/// The format of two arguments: precision and bits of the exponent.
fn format(args: &[Value]) -> Result<Format, Halt> {
    let small = |value: Option<&Value>| value.and_then(Value::as_int).and_then(term::Int::to_i64);
    let (precision, exponent) = (small(args.first()), small(args.get(1)));
    let format = precision.zip(exponent).and_then(|(p, e)| Format::of(p, e));
    let other = || Halt::Unsupported("a Float other than of single or double precision".to_owned());
    format.ok_or_else(other)
}

fn value(ctx: &Ctx<'_>, Float { number, format }: Float) -> Result<Value, Halt> {
    let signature = &ctx.program.signature;
    let rounded = Float { number: format.rounded(number), format };
    match signature.sort("Float") {
        Some(sort) => Ok(Value::Token(sort, signature.made_symbol(&shown(rounded)))),
        None => wrong_sort("arithmetic"),
    }
}

/// The value of a number of double precision, if the definition has such numbers.
pub(super) fn double(ctx: &Ctx<'_>, number: f64) -> Option<Value> {
    value(ctx, Float { number, format: Format::Double }).ok()
}

fn one(ctx: &Ctx<'_>, args: &[Value], op: fn(f64) -> f64) -> Result<Value, Halt> {
    let Float { number, format } = number(ctx, args)?;
    value(ctx, Float { number: op(number), format })
}

fn pair(ctx: &Ctx<'_>, args: &[Value]) -> Result<(Float, Float), Halt> {
    let [x, y] = args else { return wrong_sort("arithmetic") };
    let (x, y) = (float(ctx, x)?, float(ctx, y)?);
    match x.format == y.format {
        true => Ok((x, y)),
        false => ctx.undefined("arithmetic on numbers of different precisions"),
    }
}

fn two(ctx: &Ctx<'_>, args: &[Value], op: fn(f64, f64) -> f64) -> Result<Value, Halt> {
    let (x, y) = pair(ctx, args)?;
    value(ctx, Float { number: op(x.number, y.number), format: x.format })
}

fn compare(ctx: &Ctx<'_>, args: &[Value], op: fn(&f64, &f64) -> bool) -> Result<Value, Halt> {
    let (x, y) = pair(ctx, args)?;
    Ok(Value::Bool(op(&x.number, &y.number)))
}

fn root(ctx: &Ctx<'_>, args: &mut [Value]) -> Result<Value, Halt> {
    let Float { number, format } = number(ctx, args)?;
    let degree = args.get(1).and_then(Value::as_int).and_then(term::Int::to_i64);
    let number = match degree {
        Some(2) => number.sqrt(),
        Some(3) => number.cbrt(),
        _ => return Err(Halt::Unsupported("a root of a Float of this degree".to_owned())),
    };
    value(ctx, Float { number, format })
}

/// The exponent without its bias, as that of a number from one to two.
fn exponent(ctx: &Ctx<'_>, args: &mut [Value]) -> Result<Value, Halt> {
    let Float { number, format } = number(ctx, args)?;
    if !number.is_finite() || number == 0.0 {
        return Err(Halt::Unsupported("the exponent of zero or of no number".to_owned()));
    }
    let lowest = 2 - (1 << (format.exponent_bits() - 1));
    // Numbers of single precision are normal as numbers of double precision.
    let stored = i64::try_from(number.to_bits() >> 52 & 0x7ff).expect("eleven bits");
    Ok(Value::int((stored - 1023).max(lowest)))
}

fn from_int(ctx: &Ctx<'_>, args: &mut [Value]) -> Result<Value, Halt> {
    let format = format(&args[1..])?;
    match (args.first(), format) {
        (Some(Value::Int(int)), Format::Double) => {
            value(ctx, Float { number: int.to_big().to_f64().unwrap_or(f64::NAN), format })
        }
        (Some(Value::Int(int)), Format::Single) => {
            let number = f64::from(int.to_big().to_f32().unwrap_or(f32::NAN));
            value(ctx, Float { number, format })
        }
        (Some(Value::Sym(_, _)), _) => Err(Halt::Unsupported("a symbolic Float".to_owned())),
        _ => wrong_sort("a number"),
    }
}

/// The nearest integer; of two, the even one.
fn to_int(ctx: &Ctx<'_>, args: &mut [Value]) -> Result<Value, Halt> {
    match BigInt::from_f64(number(ctx, args)?.number.round_ties_even()) {
        Some(int) => Ok(Value::Int(int.into())),
        None => ctx.undefined("the integer of a number without end"),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    type Operation = fn(f64, f64) -> f64;

    proptest! {
        #[test]
        fn what_is_shown_is_read_back(number in any::<f64>(), single in any::<bool>()) {
            let format = if single { Format::Single } else { Format::Double };
            let number = Float { number: format.rounded(number), format };
            prop_assume!(!number.number.is_nan());
            prop_assert_eq!(read(&shown(number)), Some(number));
        }

        #[test]
        fn single_precision_is_that_of_machines(x in any::<f32>(), y in any::<f32>()) {
            let ops: [(f32, Operation); 4] = [
                (x + y, |x, y| x + y),
                (x - y, |x, y| x - y),
                (x * y, |x, y| x * y),
                (x / y, |x, y| x / y),
            ];
            for (expected, op) in ops {
                let number = Format::Single.rounded(op(f64::from(x), f64::from(y)));
                prop_assert!(number as f32 == expected || number.is_nan() && expected.is_nan());
            }
        }
    }

    #[test]
    fn precisions_are_read() {
        let float = |number, format| Some(Float { number, format });
        assert_eq!(read("1.5f"), float(1.5, Format::Single));
        assert_eq!(read("0.1f"), float(f64::from(0.1_f32), Format::Single));
        assert_eq!(read("2p53x11"), float(2.0, Format::Double));
        assert_eq!(read("-Infinity"), float(f64::NEG_INFINITY, Format::Double));
        assert_eq!([read("one"), read("1p10x5")], [None, None]);
    }
}
