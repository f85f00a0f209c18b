//! What a formula says of one configuration.

use term::{Pool, Sort, Term};

use super::syntax::{Comparison, Number, Property};
use crate::context::{Ctx, Halt};
use crate::hook;
use crate::machine::computations;
use crate::program::Program;
use crate::role::Role;
use crate::signature::{Builtin, LabelId, LabelInfo, Signature};
use crate::state::State;
use crate::value::Value;

/// Whether an atom holds in a configuration.
pub(super) fn holds(ctx: &Ctx<'_>, state: &State, atom: &Property) -> Result<bool, Halt> {
    match atom {
        Property::At(label) => Ok(stands_at(ctx, state, &label.text)),
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
            match args.and_then(|args| predicate(ctx, &name.text, args)) {
                Err(Halt::Undefined(_)) => Ok(false),
                value => ctx.holds(&value?),
            }
        }
        Property::Constant(value) => Ok(*value),
        Property::Not(_)
        | Property::And(..)
        | Property::Or(..)
        | Property::Iff(..)
        | Property::Next(_)
        | Property::Until(..)
        | Property::WeakUntil(..)
        | Property::Release(..) => unreachable!("only atoms are asked for"),
    }
}

/// What a function of the definition says of numbers.
fn predicate(ctx: &Ctx<'_>, name: &str, args: Vec<Value>) -> Result<Value, Halt> {
    let mut found = predicates(ctx.program).filter(|(_, own, _)| *own == name);
    match found.find(|(_, _, info)| info.args.len() == args.len()) {
        Some((label, _, _)) => ctx.fresh_context().construct(label, args),
        None => Err(Halt::Unsupported(format!("the predicate `{name}`, which is not a function"))),
    }
}

/// The functions of the definition that give truth values, with their names: a label is named after
/// its syntax, which begins with the name of the function.
pub(super) fn predicates(program: &Program) -> impl Iterator<Item = (LabelId, &str, &LabelInfo)> {
    let signature = &program.signature;
    let bool = signature.builtin(Builtin::Bool);
    let computes = |label: LabelId| matches!(program.roles[label.index()], Role::Function(_));
    let labels = signature.labels().filter(move |(label, info)| {
        computes(*label) && bool.is_some_and(|bool| info.sort == bool)
    });
    labels.map(|(label, info)| {
        let part = |c: char| c.is_alphanumeric() || c == '#';
        let end = info.name.find(|c: char| !part(c)).unwrap_or(info.name.len());
        (label, &info.name[..end], info)
    })
}

/// The label of a statement: the first argument of a constructor that is written with a colon.
pub(super) fn statement_label(signature: &Signature, value: &Value) -> Option<String> {
    let (constructor, args) = value.as_apply()?;
    match args.first()? {
        Value::Token(_, text) if signature.label_info(constructor).name.contains(':') => {
            Some(signature.text(*text))
        }
        _ => None,
    }
}

/// Whether some computation begins with a statement that has this label.
fn stands_at(ctx: &Ctx<'_>, state: &State, label: &str) -> bool {
    let signature = &ctx.program.signature;
    computations(ctx.program, state).into_iter().any(|computation| {
        let first = computation.uncons().map(|(first, _)| first);
        first.and_then(|first| statement_label(signature, first)).is_some_and(|own| own == label)
    })
}

fn number(ctx: &Ctx<'_>, state: &State, number: &Number) -> Result<Value, Halt> {
    match number {
        Number::Constant(value) => Ok(Value::int(*value)),
        Number::Variable(name) => variable(ctx, state, &name.text),
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
fn maps(state: &State) -> Vec<triomphe::Arc<crate::value::Map>> {
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
    let pool: &Pool = ctx.pool;
    let is_number = |term: &Term| pool.sort(*term) == Sort::INT;
    let number = |value: &Value| ctx.term(value).filter(is_number);
    let (Some(left), Some(right)) = (number(left), number(right)) else {
        return Err(Halt::Unsupported("a comparison of values that are not numbers".to_owned()));
    };
    let cond: Term = match comparison {
        Comparison::Equal => pool.eq(left, right),
        Comparison::Different => pool.not(pool.eq(left, right)),
        Comparison::AtMost => pool.le(left, right),
        Comparison::Less => pool.lt(left, right),
    };
    ctx.decide(cond)
}
