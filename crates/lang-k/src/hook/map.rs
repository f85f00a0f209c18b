//! Maps.

use triomphe::Arc;

use super::{Row, wrong_sort};
use crate::context::{Ctx, Halt};
use crate::value::{List, Map, Value};

pub(super) const HOOKS: &[Row] = &[
    ("MAP.unit", |_, _| Ok(Value::Map(Arc::default()))),
    ("MAP.element", element),
    ("MAP.concat", concat),
    ("MAP.lookup", lookup),
    ("MAP.lookupOrDefault", lookup_or_default),
    ("MAP.update", update),
    ("MAP.updateAll", update_all),
    ("MAP.remove", remove),
    ("MAP.removeAll", remove_all),
    ("MAP.difference", difference),
    ("MAP.in_keys", in_keys),
    ("MAP.keys", |c, a| {
        Ok(Value::Set(Arc::new(known(c, &a[0])?.entries.keys().cloned().collect())))
    }),
    ("MAP.keys_list", |c, a| {
        Ok(Value::List(Arc::new(known(c, &a[0])?.entries.keys().cloned().collect())))
    }),
    ("MAP.values", |c, a| {
        Ok(Value::List(Arc::new(known(c, &a[0])?.entries.values().cloned().collect::<List>())))
    }),
    ("MAP.size", |c, a| Ok(Value::int(known(c, &a[0])?.entries.len() as i64))),
    ("MAP.inclusion", inclusion),
    ("MAP.choice", choice),
];

fn element(_: &Ctx<'_>, args: &mut [Value]) -> Result<Value, Halt> {
    match args {
        [key, value] => {
            let entry = (std::mem::take(key), std::mem::take(value));
            Ok(Value::Map(Arc::new(Map::of([entry]))))
        }
        _ => wrong_sort("an entry"),
    }
}

/// The union of two maps without a common key.
fn concat(ctx: &Ctx<'_>, args: &mut [Value]) -> Result<Value, Halt> {
    let [Value::Map(left), Value::Map(right)] = args else { return wrong_sort("a union of maps") };
    let (mut left, mut right) = (std::mem::take(left), std::mem::take(right));
    if left.entries.len() < right.entries.len() {
        std::mem::swap(&mut left, &mut right);
    }
    for key in right.entries.keys() {
        if find_key(ctx, &left, key)?.is_some() {
            return ctx.undefined("a union of maps with a common key");
        }
    }
    let map = Arc::make_mut(&mut left);
    map.entries.extend(right.entries.iter().map(|(key, value)| (key.clone(), value.clone())));
    map.chunks.extend(right.chunks.iter().cloned());
    Ok(Value::Map(left))
}

fn lookup(ctx: &Ctx<'_>, args: &mut [Value]) -> Result<Value, Halt> {
    let [Value::Map(map), key] = args else { return wrong_sort("a lookup") };
    let (map, place) = settle(ctx, map, key)?;
    match place {
        Some(place) => Ok(map.entries[&place].clone()),
        None => ctx.undefined("the value of a key that is not in the map"),
    }
}

fn lookup_or_default(ctx: &Ctx<'_>, args: &mut [Value]) -> Result<Value, Halt> {
    let [Value::Map(map), key, default] = args else { return wrong_sort("a lookup") };
    let (map, place) = settle(ctx, map, key)?;
    Ok(place.map_or_else(|| default.clone(), |place| map.entries[&place].clone()))
}

fn update(ctx: &Ctx<'_>, args: &mut [Value]) -> Result<Value, Halt> {
    let [Value::Map(map), key, value] = args else { return wrong_sort("an update") };
    let (mut map, place) = settle_taken(ctx, std::mem::take(map), key)?;
    let key = place.unwrap_or_else(|| std::mem::take(key));
    Arc::make_mut(&mut map).entries.insert(key, std::mem::take(value));
    Ok(Value::Map(map))
}

fn update_all(ctx: &Ctx<'_>, args: &mut [Value]) -> Result<Value, Halt> {
    let [Value::Map(map), Value::Map(by)] = args else { return wrong_sort("an update") };
    let mut map = std::mem::take(map);
    for (key, value) in &known_map(ctx, by)?.entries {
        let place = find_key(ctx, &map, key)?.unwrap_or_else(|| key.clone());
        Arc::make_mut(&mut map).entries.insert(place, value.clone());
    }
    Ok(Value::Map(map))
}

fn remove(ctx: &Ctx<'_>, args: &mut [Value]) -> Result<Value, Halt> {
    let [Value::Map(map), key] = args else { return wrong_sort("a removal") };
    let (mut map, place) = settle_taken(ctx, std::mem::take(map), key)?;
    if let Some(place) = place {
        Arc::make_mut(&mut map).entries.remove(&place);
    }
    Ok(Value::Map(map))
}

fn remove_all(ctx: &Ctx<'_>, args: &mut [Value]) -> Result<Value, Halt> {
    let [Value::Map(map), Value::Set(keys)] = args else { return wrong_sort("a removal") };
    let mut map = std::mem::take(map);
    for key in keys.iter() {
        if let Some(place) = find_key(ctx, &map, key)? {
            Arc::make_mut(&mut map).entries.remove(&place);
        }
    }
    Ok(Value::Map(map))
}

/// The entries of the first map that are not in the second.
fn difference(ctx: &Ctx<'_>, args: &mut [Value]) -> Result<Value, Halt> {
    let [Value::Map(map), Value::Map(other)] = args else { return wrong_sort("a difference") };
    let mut map = std::mem::take(map);
    for (key, value) in &known_map(ctx, other)?.entries {
        if let Some(place) = find_key(ctx, &map, key)?
            && ctx.equal(&map.entries[&place], value)?
        {
            Arc::make_mut(&mut map).entries.remove(&place);
        }
    }
    Ok(Value::Map(map))
}

fn in_keys(ctx: &Ctx<'_>, args: &mut [Value]) -> Result<Value, Halt> {
    match args {
        [key, Value::Map(map)] => Ok(Value::Bool(settle(ctx, map, key)?.1.is_some())),
        _ => wrong_sort("a membership"),
    }
}

fn inclusion(ctx: &Ctx<'_>, args: &mut [Value]) -> Result<Value, Halt> {
    let [Value::Map(small), Value::Map(large)] = args else { return wrong_sort("an inclusion") };
    for (key, value) in &known_map(ctx, small)?.entries {
        match find_key(ctx, large, key)? {
            Some(place) if ctx.equal(&large.entries[&place], value)? => {}
            _ => return Ok(Value::Bool(false)),
        }
    }
    Ok(Value::Bool(true))
}

fn choice(ctx: &Ctx<'_>, args: &mut [Value]) -> Result<Value, Halt> {
    match known(ctx, &args[0])?.entries.keys().next() {
        Some(first) => Ok(first.clone()),
        None => ctx.undefined("a key of the empty map"),
    }
}

/// A map all of whose entries are known: its chunks are unfolded.
fn known(ctx: &Ctx<'_>, value: &Value) -> Result<Arc<Map>, Halt> {
    match value {
        Value::Map(map) => known_map(ctx, map),
        _ => wrong_sort("a function of maps"),
    }
}

fn known_map(ctx: &Ctx<'_>, map: &Arc<Map>) -> Result<Arc<Map>, Halt> {
    let mut map = map.clone();
    while !map.chunks.is_empty() {
        map = unfold(ctx, map)?;
    }
    Ok(map)
}

/// The map, unfolded as far as it takes to say which of its keys equals `key`, and that key.
pub(crate) fn settle(
    ctx: &Ctx<'_>,
    map: &Arc<Map>,
    key: &Value,
) -> Result<(Arc<Map>, Option<Value>), Halt> {
    settle_taken(ctx, map.clone(), key)
}

fn settle_taken(
    ctx: &Ctx<'_>,
    mut map: Arc<Map>,
    key: &Value,
) -> Result<(Arc<Map>, Option<Value>), Halt> {
    loop {
        if let Some(place) = find_key(ctx, &map, key)? {
            return Ok((map, Some(place)));
        }
        if map.chunks.is_empty() {
            return Ok((map, None));
        }
        map = unfold(ctx, map)?;
    }
}

/// The key of a map that equals `key` on this path, among the entries that are known.
pub(crate) fn find_key(ctx: &Ctx<'_>, map: &Map, key: &Value) -> Result<Option<Value>, Halt> {
    if map.entries.contains_key(key) {
        return Ok(Some(key.clone()));
    }
    if key.is_plain() && map.has_plain_keys() {
        return Ok(None);
    }
    let key_is_known = !crate::context::has_symbols(key);
    for place in map.entries.keys() {
        let plainly_different = key_is_known && !crate::context::has_symbols(place);
        if !plainly_different && ctx.equal(place, key)? {
            return Ok(Some(place.clone()));
        }
    }
    Ok(None)
}

/// The map with its first chunk unfolded by one call.
pub(crate) fn unfold(ctx: &Ctx<'_>, mut map: Arc<Map>) -> Result<Arc<Map>, Halt> {
    let chunk = Arc::make_mut(&mut map).chunks.remove(0);
    let unfolded = ctx.unfold_chunk(&chunk)?;
    match concat(ctx, &mut [Value::Map(map), unfolded])? {
        Value::Map(map) => Ok(map),
        _ => wrong_sort("a union of maps"),
    }
}
