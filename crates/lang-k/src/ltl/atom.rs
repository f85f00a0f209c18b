//! What a formula says of one configuration.

use term::{Pool, Term};

use super::syntax::{Comparison, Number, Property};
use crate::context::{Ctx, Halt};
use crate::hook;
use crate::machine::computations;
use crate::role::Role;
use crate::state::State;
use crate::value::Value;

/// Whether an atom holds in a configuration.
pub(super) fn holds(ctx: &Ctx<'_>, state: &State, atom: &Property) -> Result<bool, Halt> {
    match atom {
        Property::At(label) => Ok(stands_at(ctx, state, label)),
        Property::Compare(comparison, left, right) => {
            let (left, right) = (number(ctx, state, left), number(ctx, state, right));
            match (left, right) {
                (Ok(left), Ok(right)) => compare(ctx, *comparison, &left, &right),
                // What has no value, such as a variable before its declaration, satisfies nothing.
                (Err(Halt::Undefined(_)), _) | (_, Err(Halt::Undefined(_))) => Ok(false),
                (Err(halt), _) | (_, Err(halt)) => Err(halt),
            }
        }
        Property::Predicate(name, args) => {
            let args = args.iter().map(|arg| number(ctx, state, arg)).collect::<Result<_, _>>();
            match args.and_then(|args| predicate(ctx, name, args)) {
                Err(Halt::Undefined(_)) => Ok(false),
                value => ctx.holds(&value?),
            }
        }
        Property::Constant(value) => Ok(*value),
        Property::Not(_)
        | Property::And(..)
        | Property::Or(..)
        | Property::Next(_)
        | Property::Until(..)
        | Property::Release(..) => unreachable!("only atoms are asked for"),
    }
}

/// What a function of the definition says of numbers.
fn predicate(ctx: &Ctx<'_>, name: &str, args: Vec<Value>) -> Result<Value, Halt> {
    let signature = &ctx.program.signature;
    // A label is named after its syntax, which begins with the name of the function.
    let is_named = |label: &str| {
        let behind = label.strip_prefix(name);
        behind.is_some_and(|behind| !behind.starts_with(char::is_alphanumeric))
    };
    let found = signature.labels().find(|(label, info)| {
        let computes = matches!(ctx.program.roles[label.index()], Role::Function(_));
        computes && is_named(&info.name) && info.args.len() == args.len()
    });
    match found {
        Some((label, _)) => Ctx::new(ctx.program, ctx.pool, ctx.known).construct(label, args),
        None => Err(Halt::Unsupported(format!("the predicate `{name}`, which is no function"))),
    }
}

/// Whether some computation begins with a statement that has this label: a constructor whose first
/// argument is the name.
fn stands_at(ctx: &Ctx<'_>, state: &State, label: &str) -> bool {
    let signature = &ctx.program.signature;
    computations(ctx.program, state).into_iter().any(|computation| {
        let Some((first, _)) = computation.uncons() else { return false };
        let Some((constructor, args)) = first.as_apply() else { return false };
        let is_labelled = signature.label_info(constructor).name.contains(':');
        let named = |arg: &Value| matches!(arg, Value::Token(_, t) if signature.text(*t) == label);
        is_labelled && args.first().is_some_and(named)
    })
}

fn number(ctx: &Ctx<'_>, state: &State, number: &Number) -> Result<Value, Halt> {
    match number {
        Number::Constant(value) => Ok(Value::int(*value)),
        Number::Variable(name) => variable(ctx, state, name),
        Number::Apply(hook, left, right) => {
            let mut args = [self::number(ctx, state, left)?, self::number(ctx, state, right)?];
            hook::by_name(hook).expect("arithmetic is built in").apply(ctx, &mut args)
        }
    }
}

/// The value of a program variable: what a map of the configuration gives for its name, or, if that
/// is a location, what another map gives for the location.
fn variable(ctx: &Ctx<'_>, state: &State, name: &str) -> Result<Value, Halt> {
    let maps = maps(state);
    let signature = &ctx.program.signature;
    let is_name = |key: &Value| matches!(key, Value::Token(_, t) if signature.text(*t) == name);
    let direct = maps.iter().find_map(|map| {
        map.entries.iter().find(|(key, _)| is_name(key)).map(|(_, value)| value.clone())
    });
    let Some(direct) = direct else {
        return ctx.undefined(format!("the variable {name} has no value"));
    };
    let stored = maps.iter().find_map(|map| {
        let is_store = map.entries.keys().all(|key| matches!(key, Value::Int(_)));
        map.entries.get(&direct).filter(|_| is_store).cloned()
    });
    Ok(stored.unwrap_or(direct))
}

/// The maps of a configuration, outer ones first.
fn maps(state: &State) -> Vec<std::rc::Rc<crate::value::Map>> {
    let mut found = Vec::new();
    let mut todo: Vec<&Value> = state.slots.iter().rev().collect();
    while let Some(value) = todo.pop() {
        match value {
            Value::Map(map) => found.push(map.clone()),
            Value::Bag(frames) => todo.extend(frames.iter().rev()),
            Value::Cells(_, slots) => todo.extend(slots.iter().rev()),
            _ => {}
        }
    }
    found
}

fn compare(
    ctx: &Ctx<'_>,
    comparison: Comparison,
    left: &Value,
    right: &Value,
) -> Result<bool, Halt> {
    let (Some(left), Some(right)) = (ctx.term(left), ctx.term(right)) else {
        return Ok(false);
    };
    let pool: &Pool = ctx.pool;
    if pool.sort(left) != pool.sort(right) {
        return Ok(false);
    }
    let cond: Term = match comparison {
        Comparison::Equal => pool.eq(left, right),
        Comparison::Different => pool.not(pool.eq(left, right)),
        Comparison::AtMost => pool.le(left, right),
        Comparison::Less => pool.lt(left, right),
    };
    ctx.decide(cond)
}
