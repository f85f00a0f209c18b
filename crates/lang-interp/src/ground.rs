//! Values for what an answer leaves open.
//!
//! Numbers come from the solver's model; for the rest, small values are tried in order until the
//! disequalities are content. Types with few values can make that a search of its own, which is
//! bounded: an answer that cannot be grounded is told as not confirmed.

use rustc_hash::FxHashMap;
use solve::Reason;

use crate::engine::Engine;
use crate::heap::{Heap, Mark};
use crate::value::{Node, Var};
use crate::{Ctor, DataType, Kind, Value};

/// How many values are tried for one answer.
const TRIES: usize = 10_000;

/// Whether an answer has an instance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Grounding {
    /// Everything is bound now.
    Found,
    /// There is none: the path is impossible after all.
    Impossible,
    /// Nobody knows.
    Unknown(Reason),
}

/// A variable that was given a value, to come back to.
struct Try {
    mark: Mark,
    var: Var,
    next: usize,
}

/// Binds all unknowns in `roots`, respecting all constraints.
pub(crate) fn ground(heap: &mut Heap, engine: &mut Engine, roots: &[Value]) -> Grounding {
    match ground_numbers(heap, engine) {
        Grounding::Found => {}
        other => return other,
    }
    let mut tried: Vec<Try> = Vec::new();
    let mut heights = Heights::default();
    for _ in 0..TRIES {
        let attempt = match heap.first_open(roots) {
            None => return Grounding::Found,
            Some(var) => Try { mark: heap.mark(), var, next: 0 },
        };
        tried.push(attempt);
        if !advance(heap, &mut tried, &mut heights) {
            return Grounding::Impossible;
        }
    }
    Grounding::Unknown(Reason::Work(TRIES as u64))
}

/// Gives the last variable its next value, or an earlier one if it has no more.
fn advance(heap: &mut Heap, tried: &mut Vec<Try>, heights: &mut Heights) -> bool {
    while let Some(attempt) = tried.last_mut() {
        heap.undo(attempt.mark);
        heap.woken.clear();
        let number = attempt.next;
        attempt.next += 1;
        match propose(heap, attempt.var, number, heights) {
            Some(true) => return true,
            Some(false) => {}
            None => {
                tried.pop();
            }
        }
    }
    false
}

/// Binds a variable to its value of this number: whether that fits, or none if there are no more.
fn propose(heap: &mut Heap, var: Var, number: usize, heights: &mut Heights) -> Option<bool> {
    let state = heap.vars[var.0 as usize];
    // Each disequality excludes one symbol or number at most.
    let enough = heap.unequal.len() + 1;
    let value = match state.kind {
        Kind::Any | Kind::Symbol if number <= enough => heap.symbol(&letter(number)),
        Kind::Int if number <= enough => heap.int(number as i64),
        Kind::Bool if number < 2 => Value::from(number == 1),
        Kind::Data(data) => {
            let ctor = *heights.sorted(data).get(number)?;
            heap.open_as(var, ctor);
            return Some(heap.wake() == Ok(true));
        }
        Kind::Any | Kind::Symbol | Kind::Int | Kind::Bool => return None,
    };
    Some(heap.unify(state.value, value) == Ok(true))
}

/// `a` to `z`, then `a1` and so on.
fn letter(number: usize) -> String {
    let letter = char::from(b'a' + (number % 26) as u8);
    match number / 26 {
        0 => letter.to_string(),
        round => format!("{letter}{round}"),
    }
}

/// Binds everything that the solver knows to its value in a model.
fn ground_numbers(heap: &mut Heap, engine: &mut Engine) -> Grounding {
    let open = |state: &crate::heap::VarState| state.numeric && state.bound.is_none();
    let vars: Vec<Var> = (0..)
        .map(Var)
        .zip(&heap.vars)
        .filter(|(_, state)| open(state))
        .map(|(var, _)| var)
        .collect();
    // Without constraints any numbers will do, but what is computed from them must be known.
    if heap.conds.is_empty() && vars.is_empty() {
        return Grounding::Found;
    }
    let model = match engine.model(heap) {
        Ok(Some(model)) => model,
        Ok(None) => return Grounding::Impossible,
        Err(reason) => return Grounding::Unknown(reason),
    };
    let pool = heap.pool();
    for var in vars {
        let term = heap.var_term(var);
        let value = pool.eval(term, &model);
        let (own, value) = (heap.vars[var.0 as usize].value, heap.of_term(value));
        if heap.unify(own, value) != Ok(true) {
            return Grounding::Unknown(Reason::Incomplete("the model breaks a disequality".into()));
        }
    }
    heap.settle_terms(&pool, &model);
    Grounding::Found
}

impl Heap {
    /// The first variable in these values that is not bound.
    fn first_open(&self, roots: &[Value]) -> Option<Var> {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut todo: Vec<Value> = roots.iter().rev().copied().collect();
        while let Some(value) = todo.pop() {
            let value = self.resolve(value);
            match self.node(value) {
                Node::Var(var) => return Some(var),
                Node::Con(head) | Node::Fun(head) if seen.insert(value) => {
                    todo.extend(self.fields(head).iter().rev());
                }
                _ => {}
            }
        }
        None
    }

    /// Replaces terms by their values in a model.
    fn settle_terms(&mut self, pool: &term::Pool, model: &term::Model) {
        for index in 0..self.nodes.len() {
            if let Node::Term(term) = self.nodes[index] {
                let value = pool.eval(term, model);
                self.nodes[index] = match (pool.as_bool(value), pool.as_i64(value)) {
                    (Some(bool), _) => Node::Bool(bool),
                    (None, Some(small)) => Node::Int(small),
                    (None, None) => Node::Term(value),
                };
            }
        }
    }
}

/// How deep the smallest value of each constructor is.
#[derive(Default)]
struct Heights {
    known: FxHashMap<*const DataType, Vec<&'static Ctor>>,
}

impl Heights {
    /// The constructors of a type, those of the smallest values first.
    fn sorted(&mut self, data: &'static DataType) -> &[&'static Ctor] {
        self.known.entry(std::ptr::from_ref(data)).or_insert_with(|| {
            let types = reachable(data);
            let mut heights = vec![u32::MAX; types.len()];
            // Each round finds values that are one deeper.
            for _ in 0..types.len() {
                for (number, data) in types.iter().enumerate() {
                    let least = data.ctors().iter().map(|ctor| height(ctor, &types, &heights));
                    heights[number] = least.min().unwrap_or(u32::MAX);
                }
            }
            let mut ctors: Vec<&'static Ctor> = data.ctors().to_vec();
            ctors.sort_by_key(|ctor| height(ctor, &types, &heights));
            ctors
        })
    }
}

/// The types of a value's parts.
fn reachable(data: &'static DataType) -> Vec<&'static DataType> {
    let mut types = vec![data];
    let mut next = 0;
    while next < types.len() {
        for kind in types[next].ctors().iter().flat_map(|ctor| ctor.fields()) {
            if let Kind::Data(data) = kind
                && !types.iter().any(|known| std::ptr::eq(*known, *data))
            {
                types.push(data);
            }
        }
        next += 1;
    }
    types
}

fn height(ctor: &Ctor, types: &[&'static DataType], heights: &[u32]) -> u32 {
    let field = |kind: &Kind| match kind {
        Kind::Data(data) => {
            let place = types.iter().position(|known| std::ptr::eq(*known, *data));
            heights[place.expect("all types that can be reached are listed")]
        }
        Kind::Any | Kind::Int | Kind::Bool | Kind::Symbol => 0,
    };
    ctor.fields().iter().map(field).max().unwrap_or(0).saturating_add(1)
}
