//! Substitution that respects binders.
//!
//! A constructor marked `binder` binds its first argument in its last one. What is put in place of a
//! variable must not be caught by a binder on the way: such a binder gets a fresh name first.

use std::collections::BTreeSet;
use triomphe::Arc;

use super::{Row, wrong_sort};
use crate::context::Ctx;
use crate::signature::{SortId, Symbol};
use crate::value::{Map, Set, Value};

pub(super) const HOOKS: &[Row] = &[
    ("SUBSTITUTION.substOne", |ctx, args| match args {
        [body, value, variable] => {
            let by = Map::of([(variable.clone(), value.clone())]);
            Ok(substitute(ctx, body, &by))
        }
        _ => wrong_sort("a substitution"),
    }),
    ("SUBSTITUTION.substMany", |ctx, args| match args {
        [body, Value::Map(by)] => Ok(substitute(ctx, body, by)),
        _ => wrong_sort("a substitution"),
    }),
    ("SUBSTITUTION.freeVariables", |ctx, args| {
        let free = args.first().map(|body| free_variables(ctx, body)).unwrap_or_default();
        Ok(Value::Set(Arc::new(free.into_iter().collect::<Set>())))
    }),
];

const RED_ZONE: usize = 64 * 1024;
const GROWTH: usize = 4 * 1024 * 1024;

/// The tokens that occur free in a value.
fn free_variables(ctx: &Ctx<'_>, value: &Value) -> BTreeSet<Value> {
    let signature = &ctx.program.signature;
    let mut free = BTreeSet::new();
    let mut todo: Vec<(&Value, imbl::OrdSet<Value>)> = vec![(value, imbl::OrdSet::new())];
    while let Some((value, bound)) = todo.pop() {
        match value {
            Value::Token(sort, _) if signature.is_variable(*sort) && !bound.contains(value) => {
                free.insert(value.clone());
            }
            Value::Node(label, args) if signature.is_binder(*label) => {
                let inner = bound.update(args[0].clone());
                todo.extend(args[1..].iter().map(|arg| (arg, inner.clone())));
            }
            Value::Node(_, args) => todo.extend(args.iter().map(|arg| (arg, bound.clone()))),
            Value::Seq(_) => todo.extend(value.items().map(|item| (item, bound.clone()))),
            _ => {}
        }
    }
    free
}

fn substitute(ctx: &Ctx<'_>, value: &Value, by: &Map) -> Value {
    stacker::maybe_grow(RED_ZONE, GROWTH, || substitute_here(ctx, value, by))
}

fn substitute_here(ctx: &Ctx<'_>, value: &Value, by: &Map) -> Value {
    match value {
        Value::Token(..) => by.entries.get(value).unwrap_or(value).clone(),
        Value::Node(label, args) if ctx.program.signature.is_binder(*label) => {
            let (variable, inner) = bring_in(ctx, &args[0], &args[1..], by);
            let rest = args[1..].iter().map(|arg| substitute(ctx, arg, &inner));
            Value::apply(*label, std::iter::once(variable).chain(rest).collect())
        }
        Value::Node(label, args) => {
            Value::apply(*label, args.iter().map(|arg| substitute(ctx, arg, by)).collect())
        }
        Value::Seq(_) => {
            let items: Vec<Value> = value.items().map(|item| substitute(ctx, item, by)).collect();
            items.into_iter().rev().fold(Value::Empty, |rest, item| item.then(rest))
        }
        other => other.clone(),
    }
}

/// The variable of a binder and the substitution below it.
fn bring_in(ctx: &Ctx<'_>, variable: &Value, body: &[Value], by: &Map) -> (Value, Map) {
    let mut inner = by.clone();
    inner.entries.remove(variable);
    let free: BTreeSet<Value> = body.iter().flat_map(|body| free_variables(ctx, body)).collect();
    let brought = inner.entries.iter().filter(|(key, _)| free.contains(*key));
    let brought: BTreeSet<Value> =
        brought.flat_map(|(_, value)| free_variables(ctx, value)).collect();
    if !brought.contains(variable) {
        return (variable.clone(), inner);
    }
    let Value::Token(sort, text) = variable else { return (variable.clone(), inner) };
    let fresh =
        fresh_name(ctx, *sort, *text, |name| !brought.contains(name) && !free.contains(name));
    inner.entries.insert(variable.clone(), fresh.clone());
    (fresh, inner)
}

/// A name like another one that is not taken.
fn fresh_name(
    ctx: &Ctx<'_>,
    sort: SortId,
    like: Symbol,
    is_free: impl Fn(&Value) -> bool,
) -> Value {
    let signature = &ctx.program.signature;
    let stem = signature.text(like);
    let names =
        (0..).map(|n: u64| Value::Token(sort, signature.made_symbol(&format!("{stem}{n}"))));
    names.into_iter().find(is_free).expect("there are names without end")
}
