//! Truth values.

use term::{Pool, Term};

use super::{Row, wrong_sort};
use crate::context::{Ctx, Halt};
use crate::value::Value;

pub(super) const HOOKS: &[Row] = &[
    ("BOOL.and", |c, a| binary(c, a, |x, y| x && y, |p, x, y| p.and(&[x, y]))),
    ("BOOL.andThen", |c, a| binary(c, a, |x, y| x && y, |p, x, y| p.and(&[x, y]))),
    ("BOOL.or", |c, a| binary(c, a, |x, y| x || y, |p, x, y| p.or(&[x, y]))),
    ("BOOL.orElse", |c, a| binary(c, a, |x, y| x || y, |p, x, y| p.or(&[x, y]))),
    ("BOOL.xor", |c, a| binary(c, a, |x, y| x != y, |p, x, y| p.not(p.eq(x, y)))),
    ("BOOL.ne", |c, a| binary(c, a, |x, y| x != y, |p, x, y| p.not(p.eq(x, y)))),
    ("BOOL.eq", |c, a| binary(c, a, |x, y| x == y, Pool::eq)),
    ("BOOL.implies", |c, a| binary(c, a, |x, y| !x || y, Pool::implies)),
    ("BOOL.not", not),
];

fn binary(
    ctx: &Ctx<'_>,
    args: &mut [Value],
    known: fn(bool, bool) -> bool,
    open: fn(&Pool, Term, Term) -> Term,
) -> Result<Value, Halt> {
    if let [Value::Bool(x), Value::Bool(y)] = args {
        return Ok(Value::Bool(known(*x, *y)));
    }
    match args {
        [x, y] => {
            let (Some(x), Some(y)) = (ctx.term(x), ctx.term(y)) else {
                return wrong_sort("a connective");
            };
            Ok(ctx.value(open(ctx.pool, x, y)))
        }
        _ => wrong_sort("a connective"),
    }
}

fn not(ctx: &Ctx<'_>, args: &mut [Value]) -> Result<Value, Halt> {
    match args {
        [Value::Bool(value)] => Ok(Value::Bool(!*value)),
        [Value::Sym(term, _)] => Ok(ctx.value(ctx.pool.not(*term))),
        _ => wrong_sort("negation"),
    }
}
