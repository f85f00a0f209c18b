//! Methods of the library that always return a new object.
//!
//! What the library returns may be anything that it was ever given. Not so if every way through its
//! code ends with an object that was made on that way: `ArrayList.iterator()` is
//! `return new Itr()`. That is read off the code, following calls on the receiver itself.

use flow::Location;
use lang_jvm::code::{Body, CallKind, Op};
use lang_jvm::parse::MethodType;

use crate::hierarchy::{Found, Hierarchy};
use crate::values::{Places, Values};

/// Calls within calls that are followed.
const DEPTH: usize = 4;

/// The class of the new object that a method returns, called on an object of exactly `class`.
pub(crate) fn fresh_result(
    hierarchy: &Hierarchy,
    class: &str,
    name: &str,
    descriptor: &str,
) -> Option<Box<str>> {
    let (mut name, mut descriptor): (Box<str>, Box<str>) = (name.into(), descriptor.into());
    for _ in 0..DEPTH {
        let found = hierarchy.resolve(class, &name, &descriptor)?;
        match returned(&found)? {
            Returned::New(made) => return Some(made),
            Returned::OwnCall(next, kind) => (name, descriptor) = (next, kind),
        }
    }
    None
}

/// What a method returns.
enum Returned {
    /// A new object of this class.
    New(Box<str>),
    /// What another method of the same object returns.
    OwnCall(Box<str>, Box<str>),
}

fn returned(found: &Found) -> Option<Returned> {
    let body = found.body().filter(|_| !found.is_static())?;
    let kind = MethodType::parse(&found.info().descriptor)?;
    let mut places = Places::default();
    let (thrown, this) = (places.fresh(), places.fresh());
    let params = std::iter::once(Some(this)).chain((0..kind.param_slots()).map(|_| None));
    let values = Values::of(&body, &params.collect::<Vec<_>>(), thrown, &mut places);
    let mut origins = returns(&body, &values).map(|at| origin(&body, &values, at, this));
    let first = origins.next()??;
    origins.all(|other| other.is_some_and(|other| same(&body, first, other))).then_some(())?;
    match &body.ops[first] {
        Op::New(class) => Some(Returned::New(class.clone())),
        Op::Call(_, member) => {
            Some(Returned::OwnCall(member.name.clone(), member.descriptor.clone()))
        }
        _ => None,
    }
}

fn same(body: &Body, a: usize, b: usize) -> bool {
    body.ops[a] == body.ops[b]
}

/// The instructions that return an object.
fn returns<'a>(body: &'a Body, values: &'a Values) -> impl Iterator<Item = usize> + 'a {
    let ops = body.ops.iter().enumerate();
    ops.filter(|(at, op)| **op == Op::Return(1) && values.is_reached(*at)).map(|(at, _)| at)
}

/// The one instruction that made what another takes: a `new`, or a call on `this` itself.
fn origin(body: &Body, values: &Values, at: usize, this: Location) -> Option<usize> {
    let found = source(body, values, values.taken(at).first()?)?;
    match &body.ops[found] {
        Op::New(_) => Some(found),
        Op::Call(CallKind::Virtual, _) => {
            let receiver = values.taken(found).first()?;
            let load = source(body, values, receiver);
            // The receiver was loaded from the first parameter, or is it.
            let is_this = match load {
                Some(load) => values.taken(load).first().is_some_and(|from| from[..] == [this]),
                None => receiver[..] == [this],
            };
            is_this.then_some(found)
        }
        _ => None,
    }
}

/// The instruction that a value comes from, through copies.
fn source(body: &Body, values: &Values, from: &[Location]) -> Option<usize> {
    let mut from: Vec<Location> = from.to_vec();
    for _ in 0..body.ops.len() {
        let [place] = from[..] else { return None };
        let at = writer(body, values, place)?;
        from = match &body.ops[at] {
            Op::Load(..) | Op::Store(..) => {
                let before = values.taken(at).first()?;
                match before[..] {
                    [place] if writer(body, values, place).is_some() => before.to_vec(),
                    _ => return Some(at),
                }
            }
            Op::Shuffle(takes, kept) => {
                let index = (place.0 - values.output(at, 0).0) as usize;
                let depth = usize::from(*takes) - 1 - usize::from(kept[index]);
                values.taken(at).get(depth)?.to_vec()
            }
            _ => return Some(at),
        };
    }
    None
}

/// The instruction that writes a place.
fn writer(body: &Body, values: &Values, place: Location) -> Option<usize> {
    (0..body.ops.len()).find(|at| {
        let first = values.output(*at, 0).0;
        (first..first + crate::values::writes(&body.ops[*at]) as u32).contains(&place.0)
    })
}
