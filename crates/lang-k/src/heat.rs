//! Evaluating arguments first: what `strict` means.
//!
//! Heating takes an argument that is no value out of its constructor and leaves a freezer in its
//! place: the constructor with a hole. Cooling puts the value back. Both happen at the front of a
//! computation, millions of times a second, so they are code and not rules.

use std::rc::Rc;

use crate::context::Ctx;
use crate::program::Strictness;
use crate::value::{Cons, Value};

/// Takes an argument out, if the computation begins with its constructor and it is no value.
pub(crate) fn heat(ctx: &Ctx<'_>, strict: &Strictness, computation: &mut Value) -> bool {
    let head = match &*computation {
        Value::Seq(cons) => &cons.head,
        item => item,
    };
    let Value::Node(label, args) = head else { return false };
    let is_value = |position: usize| ctx.has_sort(&args[position], strict.result);
    let due = *label == strict.label
        && !is_value(strict.position)
        && strict.after.iter().all(|before| is_value(*before));
    if !due {
        return false;
    }
    let (head, rest) = uncons(std::mem::take(computation));
    let Value::Node(_, mut args) = head else { unreachable!("looked at above") };
    let argument = match args.try_mut() {
        Some(args) => std::mem::take(&mut args[strict.position]),
        None => {
            let argument = args[strict.position].clone();
            args.make_mut()[strict.position] = Value::Empty;
            argument
        }
    };
    *computation = argument.then(Value::Node(strict.freezer, args).then(rest));
    true
}

/// Puts a value back, if the computation begins with one in front of the freezer.
pub(crate) fn cool(ctx: &Ctx<'_>, strict: &Strictness, computation: &mut Value) -> bool {
    let Value::Seq(cons) = &*computation else { return false };
    let waits = match &cons.tail {
        Value::Node(label, _) => *label == strict.freezer,
        Value::Seq(next) => matches!(&next.head, Value::Node(label, _) if *label == strict.freezer),
        _ => false,
    };
    if !waits || !ctx.has_sort(&cons.head, strict.result) {
        return false;
    }
    let (value, rest) = uncons(std::mem::take(computation));
    let (freezer, rest) = uncons(rest);
    let Value::Node(_, mut args) = freezer else { unreachable!("looked at above") };
    args.make_mut()[strict.position] = value;
    *computation = Value::Node(strict.label, args).then(rest);
    true
}

/// The first item and the rest, taken out where nobody else holds them.
fn uncons(computation: Value) -> (Value, Value) {
    match computation {
        Value::Seq(mut cons) => match Rc::get_mut(&mut cons) {
            Some(Cons { head, tail }) => (std::mem::take(head), std::mem::take(tail)),
            None => (cons.head.clone(), cons.tail.clone()),
        },
        item => (item, Value::Empty),
    }
}
