//! Operations as events show them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use source::Files;
use term::Pool;
use trace::Spec;

use crate::log::{Logged, Value};

/// An operation.
#[derive(Clone, Debug)]
pub(super) struct Op {
    pub(super) name: String,
    /// The sort of each argument.
    sorts: Vec<Sort>,
    result: Option<Sort>,
    /// The arguments by whose values events are told apart.
    tells: Vec<usize>,
}

/// What stands in a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sort {
    Bool,
    /// Texts or numbers. Places that share values have the same number.
    Element(usize),
}

/// The operations, by name.
pub(super) struct Ops {
    all: Vec<Op>,
    /// Names of others, which no spec can declare: their events differ in kind, or the name is no name.
    pub(super) left_out: Vec<String>,
}

/// The values that stand in a place.
type Values<'e> = BTreeSet<&'e Value<'static>>;

impl Ops {
    pub(super) fn of<'e>(events: impl Iterator<Item = &'e Logged<'static>>) -> Ops {
        let mut places: BTreeMap<(String, usize), Values<'e>> = BTreeMap::new();
        let mut shapes: BTreeMap<String, BTreeSet<(usize, bool)>> = BTreeMap::new();
        for event in events {
            let name = event.op.to_string();
            let shape = (event.args.len(), event.result.is_some());
            shapes.entry(name.clone()).or_default().insert(shape);
            for (at, value) in event.args.iter().enumerate() {
                places.entry((name.clone(), at)).or_default().insert(value);
            }
            if let Some(value) = &event.result {
                places.entry((name, RESULT)).or_default().insert(value);
            }
        }
        let mixed: BTreeSet<String> = places
            .iter()
            .filter(|(_, values)| is_bool(values).is_none())
            .map(|((name, _), _)| name.clone())
            .collect();
        let groups = Groups::of(&places);
        let (mut all, mut left_out) = (Vec::new(), Vec::new());
        for (name, shapes) in shapes {
            let mut shapes = shapes.into_iter();
            match (shapes.next(), shapes.next()) {
                (Some((arity, has_result)), None) if !mixed.contains(&name) && is_op(&name) => {
                    let sort = |at: usize| groups.sort(&places, &(name.clone(), at));
                    let sorts = (0..arity).map(sort).collect();
                    let result = has_result.then(|| sort(RESULT));
                    let tells =
                        (0..arity).filter(|at| groups.is_shared(&places, &(name.clone(), *at)));
                    all.push(Op { sorts, result, tells: tells.collect(), name });
                }
                _ => left_out.push(name),
            }
        }
        Ops { all, left_out }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Op> {
        self.all.iter()
    }

    /// Places of two operations where the same values stand.
    pub(super) fn shared_places(&self, first: &Op, second: &Op) -> Vec<(usize, usize)> {
        let mut pairs = Vec::new();
        for (a, sort) in first.sorts.iter().enumerate() {
            let same = second.sorts.iter().enumerate().filter(|(_, other)| *other == sort);
            if matches!(sort, Sort::Element(_)) {
                pairs.extend(same.map(|(b, _)| (a, b)));
            }
        }
        pairs
    }

    /// The sorts, operations and ghosts as a spec has them.
    pub(super) fn declarations(&self) -> String {
        let sorts = self.all.iter().flat_map(|op| op.sorts.iter().chain(&op.result));
        let elements: BTreeSet<usize> = sorts
            .filter_map(|sort| match sort {
                Sort::Element(group) => Some(*group),
                Sort::Bool => None,
            })
            .collect();
        let mut out = String::new();
        for group in &elements {
            let _ = writeln!(out, "sort Value{group}");
        }
        for op in &self.all {
            let place = |(at, sort): (usize, &Sort)| format!("x{}: {}", at + 1, sort.name());
            let places: Vec<String> = op.sorts.iter().enumerate().map(place).collect();
            let result = op.result.map(|sort| format!(" : {}", sort.name())).unwrap_or_default();
            let _ = writeln!(out, "op {}({}){result}", op.name, places.join(", "));
        }
        if !self.left_out.is_empty() {
            out.push_str("op ...\n");
        }
        for group in &elements {
            let _ = writeln!(out, "ghost v{group}: Value{group}");
        }
        out
    }
}

impl Op {
    /// No place, or each by whose values events are told apart.
    pub(super) fn ghost_places(&self) -> Vec<Option<usize>> {
        match self.tells.is_empty() {
            true => vec![None],
            false => self.tells.iter().copied().map(Some).collect(),
        }
    }

    /// The pattern of an event, with the ghost in a place.
    pub(super) fn event(&self, place: Option<usize>) -> String {
        let arg = |at: usize| match (Some(at) == place, self.sorts[at]) {
            (true, Sort::Element(group)) => format!(" v{group}"),
            _ => " _".to_owned(),
        };
        let args: String = match place {
            None => String::new(),
            Some(_) => (0..self.sorts.len()).map(arg).collect(),
        };
        format!("<{}{args}>", self.name)
    }

    /// A part of a name of a property.
    pub(super) fn tag(&self, place: Option<usize>) -> String {
        let name = self.name.replace('.', "_");
        match place {
            Some(at) if self.sorts.len() > 1 => format!("{name}_x{}", at + 1),
            _ => name,
        }
    }

    pub(super) fn words(&self, place: Option<usize>) -> String {
        match place {
            None => format!("`{}`", self.name),
            Some(at) if self.sorts.len() > 1 => {
                format!("`{}` with a value as argument {}", self.name, at + 1)
            }
            Some(_) => format!("`{}` of a value", self.name),
        }
    }
}

impl Sort {
    fn name(self) -> String {
        match self {
            Sort::Bool => "Bool".to_owned(),
            Sort::Element(group) => format!("Value{group}"),
        }
    }
}

/// The place of results.
const RESULT: usize = usize::MAX;

/// Places that share values.
struct Groups {
    /// By place in order, the first place of its group.
    first: Vec<usize>,
}

type Places<'e> = BTreeMap<(String, usize), Values<'e>>;

impl Groups {
    fn of(places: &Places<'_>) -> Groups {
        let all: Vec<&Values<'_>> = places.values().collect();
        let mut first: Vec<usize> = (0..all.len()).collect();
        for later in 0..all.len() {
            for earlier in 0..later {
                if first[later] != first[earlier] && are_alike(all[later], all[earlier]) {
                    let old = first[later].max(first[earlier]);
                    let new = first[later].min(first[earlier]);
                    first.iter_mut().filter(|one| **one == old).for_each(|one| *one = new);
                }
            }
        }
        Groups { first }
    }

    fn first(&self, places: &Places<'_>, place: &(String, usize)) -> usize {
        let at = places.keys().position(|known| known == place);
        self.first[at.expect("every event of the operation has this place")]
    }

    fn sort(&self, places: &Places<'_>, place: &(String, usize)) -> Sort {
        if is_bool(&places[place]) == Some(true) {
            return Sort::Bool;
        }
        let firsts: BTreeSet<usize> = self.first.iter().copied().collect();
        Sort::Element(firsts.range(..=self.first(places, place)).count())
    }

    /// Whether the values of a place tell events apart: another place has them too, or there is no other argument.
    fn is_shared(&self, places: &Places<'_>, place: &(String, usize)) -> bool {
        if is_bool(&places[place]) != Some(false) {
            return false;
        }
        let first = self.first(places, place);
        let is_alone =
            places.keys().filter(|(name, at)| *name == place.0 && *at != RESULT).count() == 1;
        is_alone || self.first.iter().filter(|other| **other == first).count() > 1
    }
}

/// Whether the values of two places may be the same things: half of those of one stand in the other, too.
fn are_alike(a: &Values<'_>, b: &Values<'_>) -> bool {
    let common = a.intersection(b).count();
    let both = is_bool(a) == Some(false) && is_bool(b) == Some(false);
    both && common > 0 && 2 * common >= a.len().min(b.len())
}

/// Whether values are truth values; none if some are and some are not.
fn is_bool(values: &Values<'_>) -> Option<bool> {
    let bools = values.iter().filter(|value| matches!(value, Value::Bool(_))).count();
    match bools {
        0 => Some(false),
        n if n == values.len() => Some(true),
        _ => None,
    }
}

/// Whether a spec can have an operation of this name.
fn is_op(name: &str) -> bool {
    let text = format!("op {name}()\nproperty p := G <{name}>");
    let (spec, _) = Spec::read(&Pool::new(), &Files::new().add("name.trace", &text));
    spec.is_some_and(|spec| spec.alphabet.len() == 1)
}
