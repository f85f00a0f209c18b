//! Functions on values of every sort.

use super::{Row, wrong_sort};
use crate::value::Value;

pub(super) const HOOKS: &[Row] = &[
    ("KEQUAL.eq", |c, a| c.equality(&a[0], &a[1])),
    ("KEQUAL.ne", |c, a| match c.equality(&a[0], &a[1])? {
        Value::Bool(equal) => Ok(Value::Bool(!equal)),
        Value::Sym(term) => Ok(c.value(c.pool.not(term))),
        _ => wrong_sort("an equality"),
    }),
    ("KEQUAL.ite", |c, a| {
        let chosen = if c.holds(&a[0])? { 1 } else { 2 };
        Ok(std::mem::take(&mut a[chosen]))
    }),
];
