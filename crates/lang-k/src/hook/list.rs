//! Lists.

use triomphe::Arc;

use term::Int;

use super::{Row, wrong_sort};
use crate::context::{Ctx, Halt};
use crate::value::{List, Value};

pub(super) const HOOKS: &[Row] = &[
    ("LIST.unit", |_, _| Ok(Value::List(Arc::default()))),
    ("LIST.element", |_, a| {
        Ok(Value::List(Arc::new(List::from_iter(a.iter_mut().map(std::mem::take)))))
    }),
    ("LIST.concat", concat),
    ("LIST.push", push),
    ("LIST.get", get),
    ("LIST.update", update),
    ("LIST.set", update),
    ("LIST.range", range),
    ("LIST.size", |_, a| Ok(Value::int(items(&a[0])?.len() as i64))),
    ("LIST.in", contains),
    ("LIST.make", make),
    ("LIST.fill", fill),
    ("LIST.updateAll", update_all),
];

fn items(value: &Value) -> Result<&Arc<List>, Halt> {
    match value {
        Value::List(list) => Ok(list),
        _ => wrong_sort("a function of lists"),
    }
}

fn concat(_: &Ctx<'_>, args: &mut [Value]) -> Result<Value, Halt> {
    let [Value::List(left), Value::List(right)] = args else { return wrong_sort("concatenation") };
    if left.len() + right.len() > LONGEST as usize {
        return Err(Halt::Unsupported("a list of such a length".to_owned()));
    }
    let (mut left, right) = (std::mem::take(left), std::mem::take(right));
    match (left.is_empty(), right.len()) {
        (true, _) => return Ok(Value::List(right)),
        // One item at the end is the common case: output streams grow by it.
        (false, 1) => Arc::make_mut(&mut left).push_back(right[0].clone()),
        (false, _) => Arc::make_mut(&mut left).append((*right).clone()),
    }
    Ok(Value::List(left))
}

fn push(_: &Ctx<'_>, args: &mut [Value]) -> Result<Value, Halt> {
    let [item, Value::List(list)] = args else { return wrong_sort("an addition to a list") };
    let mut list = std::mem::take(list);
    Arc::make_mut(&mut list).push_front(std::mem::take(item));
    Ok(Value::List(list))
}

/// The place that an index means: from the end if it is negative.
fn place(ctx: &Ctx<'_>, list: &List, index: &Value) -> Result<Option<usize>, Halt> {
    match index {
        Value::Int(index) => {
            let from_start = if index.is_negative() {
                index.add(&Int::from(list.len() as i64))
            } else {
                index.clone()
            };
            let place = from_start.to_i64().and_then(|at| usize::try_from(at).ok());
            Ok(place.filter(|at| *at < list.len()))
        }
        Value::Sym(index, _) => {
            for at in 0..list.len() {
                if ctx.decide(ctx.pool.eq(*index, ctx.pool.int(at as i64)))? {
                    return Ok(Some(at));
                }
            }
            Ok(None)
        }
        _ => wrong_sort("an index"),
    }
}

fn get(ctx: &Ctx<'_>, args: &mut [Value]) -> Result<Value, Halt> {
    let [Value::List(list), index] = args else { return wrong_sort("a lookup in a list") };
    match place(ctx, list, index)? {
        Some(at) => Ok(list[at].clone()),
        None => ctx.undefined("an item outside of a list"),
    }
}

fn update(ctx: &Ctx<'_>, args: &mut [Value]) -> Result<Value, Halt> {
    let [Value::List(list), index, item] = args else { return wrong_sort("an update of a list") };
    let mut list = std::mem::take(list);
    match place(ctx, &list, index)? {
        Some(at) => {
            Arc::make_mut(&mut list).set(at, std::mem::take(item));
            Ok(Value::List(list))
        }
        None => ctx.undefined("an update outside of a list"),
    }
}

/// The list without so many items in front and so many at the end.
fn range(ctx: &Ctx<'_>, args: &mut [Value]) -> Result<Value, Halt> {
    let [Value::List(list), Value::Int(front), Value::Int(back)] = args else {
        return wrong_sort("a part of a list");
    };
    let count = |int: &Int| int.to_i64().and_then(|int| usize::try_from(int).ok());
    match (count(front), count(back)) {
        (Some(front), Some(back)) if front.saturating_add(back) <= list.len() => {
            let kept = list.len() - front - back;
            Ok(Value::List(Arc::new(list.iter().skip(front).take(kept).cloned().collect())))
        }
        _ => ctx.undefined("a part of a list outside of it"),
    }
}

fn contains(ctx: &Ctx<'_>, args: &mut [Value]) -> Result<Value, Halt> {
    let [item, Value::List(list)] = args else { return wrong_sort("a membership") };
    for other in list.iter() {
        if ctx.equal(item, other)? {
            return Ok(Value::Bool(true));
        }
    }
    Ok(Value::Bool(false))
}

/// Lists longer than this are not made.
const LONGEST: i64 = 1 << 24;

fn make(ctx: &Ctx<'_>, args: &mut [Value]) -> Result<Value, Halt> {
    let [Value::Int(length), item] = args else { return wrong_sort("a list of one item") };
    match length.to_i64() {
        Some(length @ 0..=LONGEST) => {
            let copies = std::iter::repeat_n(item.clone(), length as usize);
            Ok(Value::List(Arc::new(copies.collect())))
        }
        _ => ctx.undefined("a list of such a length"),
    }
}

fn fill(ctx: &Ctx<'_>, args: &mut [Value]) -> Result<Value, Halt> {
    let [Value::List(list), Value::Int(start), Value::Int(count), item] = args else {
        return wrong_sort("a change of a list");
    };
    let mut list = std::mem::take(list);
    let place = |int: &Int| int.to_i64().and_then(|int| usize::try_from(int).ok());
    match place(start).zip(place(count)) {
        Some((start, count)) if start.saturating_add(count) <= list.len() => {
            for at in start..start + count {
                Arc::make_mut(&mut list).set(at, item.clone());
            }
            Ok(Value::List(list))
        }
        _ => ctx.undefined("a change outside of a list"),
    }
}

fn update_all(ctx: &Ctx<'_>, args: &mut [Value]) -> Result<Value, Halt> {
    let [Value::List(list), Value::Int(start), Value::List(by)] = args else {
        return wrong_sort("a change of a list");
    };
    let mut list = std::mem::take(list);
    let start = start.to_i64().and_then(|int| usize::try_from(int).ok());
    match start {
        Some(start) if start.saturating_add(by.len()) <= list.len() => {
            for (nth, item) in by.iter().enumerate() {
                Arc::make_mut(&mut list).set(start + nth, item.clone());
            }
            Ok(Value::List(list))
        }
        _ => ctx.undefined("a change outside of a list"),
    }
}
