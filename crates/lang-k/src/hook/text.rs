//! Strings. Places count characters.

use num_bigint::BigInt;
use num_traits::Num;
use term::{Int, LONGEST_TEXT, Op, Pool, Term};

use super::{Row, wrong_sort};
use crate::context::{Ctx, Halt};
use crate::value::Value;

pub(super) const HOOKS: &[Row] = &[
    ("STRING.concat", concat),
    ("STRING.length", length),
    ("STRING.eq", |c, a| compare(c, a, |x, y| x == y, Pool::eq)),
    ("STRING.ne", |c, a| compare(c, a, |x, y| x != y, |p, x, y| p.not(p.eq(x, y)))),
    ("STRING.lt", |c, a| compare(c, a, |x, y| x < y, |p, x, y| p.text_op(Op::TextLt, &[x, y]))),
    ("STRING.le", |c, a| compare(c, a, |x, y| x <= y, |p, x, y| p.text_op(Op::TextLe, &[x, y]))),
    ("STRING.gt", |c, a| compare(c, a, |x, y| x > y, |p, x, y| p.text_op(Op::TextLt, &[y, x]))),
    ("STRING.ge", |c, a| compare(c, a, |x, y| x >= y, |p, x, y| p.text_op(Op::TextLe, &[y, x]))),
    ("STRING.substr", part),
    ("STRING.find", find),
    ("STRING.rfind", find_last),
    ("STRING.replaceAll", |_, a| replace(a, |text, from, to| text.replace(from, to))),
    ("STRING.replaceFirst", |_, a| replace(a, |text, from, to| text.replacen(from, to, 1))),
    ("STRING.replace", replace_some),
    ("STRING.findChar", |_, a| find_char(a, false)),
    ("STRING.rfindChar", |_, a| find_char(a, true)),
    ("STRING.countAllOccurrences", count),
    ("STRING.int2string", from_int),
    ("STRING.string2int", to_int),
    ("STRING.base2string", from_base),
    ("STRING.string2base", to_base),
    ("STRING.ord", ord),
    ("STRING.chr", chr),
    ("STRING.token2string", token_text),
    ("STRING.bool2string", |_, a| match a {
        [Value::Bool(value)] => Ok(Value::str(&value.to_string())),
        _ => wrong_sort("the text of a truth value"),
    }),
    ("STRING.string2bool", |c, a| match a {
        [Value::Str(text)] => match &**text {
            "true" => Ok(Value::Bool(true)),
            "false" => Ok(Value::Bool(false)),
            _ => c.undefined("the truth value in such a text"),
        },
        _ => Err(Halt::Unsupported("the truth value in a symbolic string".to_owned())),
    }),
];

fn concat(ctx: &Ctx<'_>, args: &mut [Value]) -> Result<Value, Halt> {
    match args {
        [Value::Str(x), Value::Str(y)] => {
            check_length(x.len() + y.len())?;
            Ok(Value::Str([&**x, &**y].concat().into()))
        }
        [x, y] => match ctx.term(x).zip(ctx.term(y)) {
            Some((x, y)) => Ok(ctx.value(ctx.pool.text_concat(&[x, y]))),
            None => wrong_sort("concatenation"),
        },
        _ => wrong_sort("concatenation"),
    }
}

/// Texts with more bytes than programs compute with are not made.
fn check_length(bytes: usize) -> Result<(), Halt> {
    match bytes > LONGEST_TEXT {
        true => Err(Halt::Unsupported("a text of such a length".to_owned())),
        false => Ok(()),
    }
}

/// The same for a text in which one part takes the place of others.
fn check_replaced(text: &str, from: &str, to: &str) -> Result<(), Halt> {
    let more = to.len().saturating_sub(from.len());
    check_length(text.len().saturating_add(text.matches(from).count().saturating_mul(more)))
}

fn length(ctx: &Ctx<'_>, args: &mut [Value]) -> Result<Value, Halt> {
    match args {
        [Value::Str(text)] => Ok(count_value(text.chars().count())),
        [Value::Sym(text, _)] => Ok(ctx.value(ctx.pool.text_op(Op::TextLen, &[*text]))),
        _ => wrong_sort("a length"),
    }
}

fn compare(
    ctx: &Ctx<'_>,
    args: &[Value],
    known: fn(&str, &str) -> bool,
    open: fn(&Pool, Term, Term) -> Term,
) -> Result<Value, Halt> {
    match args {
        [Value::Str(x), Value::Str(y)] => Ok(Value::Bool(known(x, y))),
        [x, y] => match ctx.term(x).zip(ctx.term(y)) {
            Some((x, y)) => Ok(ctx.value(open(ctx.pool, x, y))),
            None => wrong_sort("a comparison"),
        },
        _ => wrong_sort("a comparison"),
    }
}

fn part(ctx: &Ctx<'_>, args: &mut [Value]) -> Result<Value, Halt> {
    match args {
        [Value::Str(text), Value::Int(from), Value::Int(to)] => {
            let place = |at: &Int| at.to_i64().and_then(|at| usize::try_from(at).ok());
            match (place(from), place(to)) {
                (Some(from), Some(to)) if from <= to && to <= text.chars().count() => {
                    let part: String = text.chars().skip(from).take(to - from).collect();
                    Ok(Value::str(&part))
                }
                _ => ctx.undefined("a part of a string outside of it"),
            }
        }
        [text, from, to] => {
            let (Some(text), Some(from), Some(to)) = (ctx.term(text), ctx.term(from), ctx.term(to))
            else {
                return wrong_sort("a part of a string");
            };
            let length = ctx.pool.sub(to, from);
            Ok(ctx.value(ctx.pool.text_op(Op::TextSub, &[text, from, length])))
        }
        _ => wrong_sort("a part of a string"),
    }
}

fn find(ctx: &Ctx<'_>, args: &mut [Value]) -> Result<Value, Halt> {
    match args {
        [Value::Str(text), Value::Str(what), Value::Int(from)] => {
            let from = from.to_i64().and_then(|from| usize::try_from(from).ok()).unwrap_or(0);
            let start = text.char_indices().nth(from).map_or(text.len(), |(at, _)| at);
            let found = text[start..].find(&**what).map(|at| chars_before(text, start + at));
            Ok(found.map_or(Value::int(-1), count_value))
        }
        [text, what, from] => {
            let terms = (ctx.term(text), ctx.term(what), ctx.term(from));
            let (Some(text), Some(what), Some(from)) = terms else { return wrong_sort("a search") };
            Ok(ctx.value(ctx.pool.text_op(Op::TextIndexOf, &[text, what, from])))
        }
        _ => wrong_sort("a search"),
    }
}

fn find_last(_: &Ctx<'_>, args: &mut [Value]) -> Result<Value, Halt> {
    let [Value::Str(text), Value::Str(what), Value::Int(upto)] = args else {
        return Err(Halt::Unsupported("the last place in a symbolic string".to_owned()));
    };
    let upto = upto.to_i64().and_then(|upto| usize::try_from(upto).ok()).unwrap_or(usize::MAX);
    let found = text.rmatch_indices(&**what).map(|(at, _)| chars_before(text, at));
    Ok(found.into_iter().find(|at| *at <= upto).map_or(Value::int(-1), count_value))
}

/// The first or last place, from a place on or up to it, of one of some characters.
fn find_char(args: &[Value], last: bool) -> Result<Value, Halt> {
    let [Value::Str(text), Value::Str(any), Value::Int(place)] = args else {
        return Err(Halt::Unsupported("characters of a symbolic string".to_owned()));
    };
    let place = place.to_i64().and_then(|place| usize::try_from(place).ok());
    let fits = text.chars().enumerate().filter(|(_, c)| any.contains(*c)).map(|(at, _)| at);
    let found = match last {
        false => fits.into_iter().find(|at| *at >= place.unwrap_or(0)),
        true => fits.filter(|at| *at <= place.unwrap_or(usize::MAX)).last(),
    };
    Ok(found.map_or(Value::int(-1), count_value))
}

/// The first so many occurrences replaced.
fn replace_some(ctx: &Ctx<'_>, args: &mut [Value]) -> Result<Value, Halt> {
    let [Value::Str(text), Value::Str(from), Value::Str(to), Value::Int(times)] = args else {
        return Err(Halt::Unsupported("replacement in a symbolic string".to_owned()));
    };
    match times.to_i64().and_then(|times| usize::try_from(times).ok()) {
        Some(times) => {
            check_replaced(text, from, to)?;
            Ok(Value::str(&text.replacen(&**from, to, times)))
        }
        None => ctx.undefined("a negative number of replacements"),
    }
}

fn chars_before(text: &str, byte: usize) -> usize {
    text[..byte].chars().count()
}

fn replace(args: &[Value], known: fn(&str, &str, &str) -> String) -> Result<Value, Halt> {
    match args {
        [Value::Str(text), Value::Str(from), Value::Str(to)] => {
            check_replaced(text, from, to)?;
            Ok(Value::str(&known(text, from, to)))
        }
        _ => Err(Halt::Unsupported("a replacement in a symbolic string".to_owned())),
    }
}

fn count(_: &Ctx<'_>, args: &mut [Value]) -> Result<Value, Halt> {
    match args {
        [Value::Str(text), Value::Str(what)] => Ok(count_value(text.matches(&**what).count())),
        _ => Err(Halt::Unsupported("occurrences in a symbolic string".to_owned())),
    }
}

fn from_int(ctx: &Ctx<'_>, args: &mut [Value]) -> Result<Value, Halt> {
    match args {
        [Value::Int(int)] => Ok(Value::str(&int.to_string())),
        [Value::Sym(int, _)] => {
            let pool = ctx.pool;
            let digits = |number| pool.text_op(Op::TextFromInt, &[number]);
            let negative = pool.text_concat(&[pool.text("-"), digits(pool.neg(*int))]);
            Ok(ctx.value(pool.ite(pool.lt(*int, pool.int(0)), negative, digits(*int))))
        }
        _ => wrong_sort("the digits of a number"),
    }
}

fn to_int(ctx: &Ctx<'_>, args: &mut [Value]) -> Result<Value, Halt> {
    match args {
        [Value::Str(text)] => parse(ctx, text, 10),
        _ => Err(Halt::Unsupported("the number in a symbolic string".to_owned())),
    }
}

fn from_base(ctx: &Ctx<'_>, args: &mut [Value]) -> Result<Value, Halt> {
    match args {
        [Value::Int(int), Value::Int(base)] => match base.to_i64() {
            Some(base @ 2..=36) => Ok(Value::str(&int.to_big().to_str_radix(base as u32))),
            _ => ctx.undefined("digits to such a base"),
        },
        _ => Err(Halt::Unsupported("digits of a symbolic number".to_owned())),
    }
}

fn to_base(ctx: &Ctx<'_>, args: &mut [Value]) -> Result<Value, Halt> {
    match args {
        [Value::Str(text), Value::Int(base)] => match base.to_i64() {
            Some(base @ 2..=36) => parse(ctx, text, base as u32),
            _ => ctx.undefined("digits to such a base"),
        },
        _ => Err(Halt::Unsupported("the number in a symbolic string".to_owned())),
    }
}

fn parse(ctx: &Ctx<'_>, text: &str, base: u32) -> Result<Value, Halt> {
    let digits = text.trim().strip_prefix('+').unwrap_or(text.trim());
    match BigInt::from_str_radix(digits, base) {
        Ok(int) => Ok(Value::Int(int.into())),
        Err(_) => ctx.undefined(format!("the number in \"{text}\"")),
    }
}

fn ord(ctx: &Ctx<'_>, args: &mut [Value]) -> Result<Value, Halt> {
    match args {
        [Value::Str(text)] => match (text.chars().next(), text.chars().count()) {
            (Some(first), 1) => Ok(Value::int(i64::from(u32::from(first)))),
            _ => ctx.undefined("the code of a string that is not one character"),
        },
        [Value::Sym(text, _)] => Ok(ctx.value(ctx.pool.text_op(Op::TextToCode, &[*text]))),
        _ => wrong_sort("the code of a character"),
    }
}

fn chr(ctx: &Ctx<'_>, args: &mut [Value]) -> Result<Value, Halt> {
    match args {
        [Value::Int(code)] => {
            let code = code.to_i64().and_then(|code| u32::try_from(code).ok());
            match code.and_then(char::from_u32) {
                Some(c) => Ok(Value::str(c.encode_utf8(&mut [0; 4]))),
                None => ctx.undefined("the character of a code that is none"),
            }
        }
        [Value::Sym(code, _)] => Ok(ctx.value(ctx.pool.text_op(Op::TextFromCode, &[*code]))),
        _ => wrong_sort("the character of a code"),
    }
}

fn token_text(ctx: &Ctx<'_>, args: &mut [Value]) -> Result<Value, Halt> {
    match args {
        [Value::Token(_, text)] => Ok(Value::str(&ctx.program.signature.text(*text))),
        [Value::Str(text)] => Ok(Value::Str(text.clone())),
        _ => wrong_sort("the text of a token"),
    }
}

fn count_value(count: usize) -> Value {
    Value::Int(Int::from(BigInt::from(count)))
}
