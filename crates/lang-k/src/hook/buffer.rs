//! Texts that are put together piece by piece: a sort of their own, over strings.

use super::{Row, wrong_sort};
use crate::context::{Ctx, Halt};
use crate::value::{Args, Value};

pub(super) const HOOKS: &[Row] = &[
    ("BUFFER.empty", |c, _| buffer(c, Value::str(""))),
    ("BUFFER.concat", |c, a| {
        let (Value::Node(_, parts), Value::Str(more)) = (&a[0], &a[1]) else {
            return wrong_sort("a text that is put together");
        };
        match &parts[0] {
            Value::Str(text) => buffer(c, Value::str(&format!("{text}{more}"))),
            _ => wrong_sort("a text that is put together"),
        }
    }),
    ("BUFFER.toString", |_, a| match &a[0] {
        Value::Node(_, parts) => Ok(parts[0].clone()),
        _ => wrong_sort("a text that is put together"),
    }),
];

/// The value of a text: the label of the empty one over the text.
fn buffer(ctx: &Ctx<'_>, text: Value) -> Result<Value, Halt> {
    match ctx.program.signature.label(".StringBuffer") {
        Some(label) => Ok(Value::Node(label, Args::from([text]))),
        None => wrong_sort("a text that is put together"),
    }
}
