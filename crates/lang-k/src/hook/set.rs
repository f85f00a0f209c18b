//! Sets.

use triomphe::Arc;

use super::{Row, wrong_sort};
use crate::context::{Ctx, Halt, has_symbols};
use crate::value::{Set, Value};

pub(super) const HOOKS: &[Row] = &[
    ("SET.unit", |_, _| Ok(Value::Set(Arc::default()))),
    ("SET.element", |_, a| Ok(Value::Set(Arc::new(Set::unit(std::mem::take(&mut a[0])))))),
    ("SET.concat", |c, a| join(c, a)),
    ("SET.union", |c, a| join(c, a)),
    ("SET.intersection", |c, a| keep(c, a, true)),
    ("SET.difference", |c, a| keep(c, a, false)),
    ("SET.in", |c, a| match a {
        [item, Value::Set(set)] => Ok(Value::Bool(find(c, set, item)?.is_some())),
        _ => wrong_sort("a membership"),
    }),
    ("SET.inclusion", inclusion),
    ("SET.size", |_, a| Ok(Value::int(items(&a[0])?.len() as i64))),
    ("SET.choice", |c, a| match items(&a[0])?.iter().next() {
        Some(first) => Ok(first.clone()),
        None => c.undefined("an item of the empty set"),
    }),
    ("SET.set2list", |_, a| Ok(Value::List(Arc::new(items(&a[0])?.iter().cloned().collect())))),
    ("SET.list2set", |c, a| match &a[0] {
        Value::List(list) => {
            let mut set = Set::new();
            for item in list.iter() {
                if find(c, &set, item)?.is_none() {
                    set.insert(item.clone());
                }
            }
            Ok(Value::Set(Arc::new(set)))
        }
        _ => wrong_sort("the set of a list"),
    }),
    ("SET.set2list", |_, a| match a {
        [Value::Set(set)] => Ok(Value::List(Arc::new(set.iter().cloned().collect()))),
        _ => wrong_sort("the list of a set"),
    }),
    ("SET.list2set", |c, a| match a {
        [Value::List(list)] => {
            let mut set = Set::new();
            for item in list.iter() {
                if find(c, &set, item)?.is_none() {
                    set.insert(item.clone());
                }
            }
            Ok(Value::Set(Arc::new(set)))
        }
        _ => wrong_sort("the set of a list"),
    }),
];

fn items(value: &Value) -> Result<&Arc<Set>, Halt> {
    match value {
        Value::Set(set) => Ok(set),
        _ => wrong_sort("a function of sets"),
    }
}

/// The item of a set that equals `item` on this path.
pub(crate) fn find(ctx: &Ctx<'_>, set: &Set, item: &Value) -> Result<Option<Value>, Halt> {
    if set.contains(item) {
        return Ok(Some(item.clone()));
    }
    if item.is_plain() && set.get_max().is_none_or(Value::is_plain) {
        return Ok(None);
    }
    let is_known = !has_symbols(item);
    for other in set.iter() {
        let plainly_different = is_known && !has_symbols(other);
        if !plainly_different && ctx.equal(other, item)? {
            return Ok(Some(other.clone()));
        }
    }
    Ok(None)
}

fn join(ctx: &Ctx<'_>, args: &mut [Value]) -> Result<Value, Halt> {
    let [Value::Set(left), Value::Set(right)] = args else { return wrong_sort("a union of sets") };
    let mut left = std::mem::take(left);
    for item in right.iter() {
        if find(ctx, &left, item)?.is_none() {
            Arc::make_mut(&mut left).insert(item.clone());
        }
    }
    Ok(Value::Set(left))
}

/// The items of the first set that are in the second, or that are not.
fn keep(ctx: &Ctx<'_>, args: &mut [Value], common: bool) -> Result<Value, Halt> {
    let [Value::Set(left), Value::Set(right)] = args else {
        return wrong_sort("a choice of items");
    };
    let mut kept = Set::new();
    for item in left.iter() {
        if find(ctx, right, item)?.is_some() == common {
            kept.insert(item.clone());
        }
    }
    Ok(Value::Set(Arc::new(kept)))
}

fn inclusion(ctx: &Ctx<'_>, args: &mut [Value]) -> Result<Value, Halt> {
    let [Value::Set(small), Value::Set(large)] = args else { return wrong_sort("an inclusion") };
    for item in small.iter() {
        if find(ctx, large, item)?.is_none() {
            return Ok(Value::Bool(false));
        }
    }
    Ok(Value::Bool(true))
}
