//! Evaluating arguments first: what `strict` means.
//!
//! Heating takes an argument that is no value out of its constructor and leaves a freezer in its
//! place: the constructor with a hole. Cooling puts the value back. Both happen at the front of a
//! computation, millions of times a second, so they are code and not rules.

use crate::context::{Ctx, Halt};
use crate::program::{FunctionId, Strictness};
use crate::value::{Args, Cons, Value};

/// Takes an argument out, if the computation begins with its constructor and it is no value.
pub(crate) fn heat(ctx: &Ctx<'_>, strict: &Strictness, computation: &mut Value) -> bool {
    if !may_heat(ctx, strict, computation) {
        return false;
    }
    let (head, rest) = uncons(std::mem::take(computation));
    let Value::Node(_, mut args) = head else { unreachable!("matched above") };
    let argument = take_argument(&mut args, strict.position);
    *computation = argument.then(Value::Node(strict.freezer, args).then(rest));
    true
}

/// Whether [`heat`] does anything.
pub(crate) fn may_heat(ctx: &Ctx<'_>, strict: &Strictness, computation: &Value) -> bool {
    let head = match computation {
        Value::Seq(cons) => &cons.head,
        item => item,
    };
    match head {
        Value::Node(label, args) => *label == strict.label && is_due(ctx, strict, args),
        _ => false,
    }
}

/// Whether an argument is to be evaluated: it is no value, and those before it are.
pub(crate) fn is_due(ctx: &Ctx<'_>, strict: &Strictness, args: &[Value]) -> bool {
    let is_value = |position: usize| ctx.has_sort(&args[position], strict.result);
    !is_value(strict.position) && strict.after.iter().all(|before| is_value(*before))
}

/// Takes an argument out and leaves nothing in its place.
pub(crate) fn take_argument(args: &mut Args, position: usize) -> Value {
    std::mem::take(&mut args.make_mut()[position])
}

/// Puts a value back, if the computation begins with one in front of the freezer.
pub(crate) fn cool(
    ctx: &mut Ctx<'_>,
    strict: &Strictness,
    computation: &mut Value,
) -> Result<bool, Halt> {
    if !may_cool(ctx, strict, computation) {
        return Ok(false);
    }
    if let Some(function) = strict.anywhere {
        return cool_anywhere(ctx, strict, function, computation);
    }
    let (value, rest) = uncons(std::mem::take(computation));
    let (freezer, rest) = uncons(rest);
    let Value::Node(_, mut args) = freezer else { unreachable!("matched above") };
    args.make_mut()[strict.position] = value;
    *computation = Value::Node(strict.label, args).then(rest);
    Ok(true)
}

/// Whether a computation begins with a value in front of the freezer.
pub(crate) fn may_cool(ctx: &Ctx<'_>, strict: &Strictness, computation: &Value) -> bool {
    let Value::Seq(cons) = computation else { return false };
    let waits = match cons.tail.uncons() {
        Some((Value::Node(label, _), _)) => *label == strict.freezer,
        _ => false,
    };
    waits && ctx.has_sort(&cons.head, strict.result)
}

/// The same where rules may apply to what is put together. They may stop half-way, so the
/// computation changes last.
fn cool_anywhere(
    ctx: &mut Ctx<'_>,
    strict: &Strictness,
    function: FunctionId,
    computation: &mut Value,
) -> Result<bool, Halt> {
    let (value, rest) = uncons(computation.clone());
    let (freezer, rest) = uncons(rest);
    let mut args = freezer.as_apply().map(|(_, args)| args.to_vec()).unwrap_or_default();
    args[strict.position] = value;
    *computation = ctx.call(function, args)?.then(rest);
    Ok(true)
}

/// The first item and the rest, taken out where they are not shared.
pub(crate) fn uncons(computation: Value) -> (Value, Value) {
    match computation {
        Value::Seq(cons) => Cons::into_parts(cons),
        item => (item, Value::Empty),
    }
}
