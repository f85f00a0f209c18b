//! Functions on values of every sort.

use super::{Row, wrong_sort};
use crate::context::{Ctx, Halt, has_symbols};
use crate::value::Value;

/// Whether all arguments are symbolic, and there are some: what `symbolic` asks of variables.
pub(crate) const IS_SYMBOLIC: &str = "#rule.symbolic";
/// True if no argument is symbolic; otherwise what follows is not known. What `concrete` asks.
pub(crate) const NEEDS_CONCRETE: &str = "#rule.concrete";

pub(super) const HOOKS: &[Row] = &[
    ("KEQUAL.eq", |c, a| c.equality(&a[0], &a[1])),
    ("KEQUAL.ne", |c, a| match c.equality(&a[0], &a[1])? {
        Value::Bool(equal) => Ok(Value::Bool(!equal)),
        Value::Sym(term, _) => Ok(c.value(c.pool.not(term))),
        _ => wrong_sort("an equality"),
    }),
    ("KEQUAL.ite", |c, a| {
        let chosen = if c.holds(&a[0])? { 1 } else { 2 };
        Ok(std::mem::take(&mut a[chosen]))
    }),
    ("KREFLECTION.isConcrete", |_, a| Ok(Value::Bool(!a.iter().any(has_symbols)))),
    (IS_SYMBOLIC, |_, a| Ok(Value::Bool(!a.is_empty() && a.iter().all(has_symbols)))),
    (NEEDS_CONCRETE, needs_concrete),
];

/// A rule for known values says nothing of symbolic ones, and no later rule may take its place.
fn needs_concrete(_: &Ctx<'_>, args: &mut [Value]) -> Result<Value, Halt> {
    match args.iter().any(has_symbols) {
        true => Err(Halt::Unsupported("a rule for concrete values on symbolic ones".to_owned())),
        false => Ok(Value::Bool(true)),
    }
}
