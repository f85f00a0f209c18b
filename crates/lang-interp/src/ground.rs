//! Values for what an answer leaves open.
//!
//! Numbers come from the solver's model; for the rest, small values are tried in order until the
//! disequalities are content. Types with few values can make that a search of its own, which is
//! bounded: an answer that cannot be grounded is reported as not confirmed.

use solve::Reason;
use term::{Pool, Term};

use crate::engine::Engine;
use crate::heap::{Heap, Mark};
use crate::value::{Node, Var};
use crate::{Kind, Order, Value};

/// How many values are tried for one answer.
const TRIES: usize = 10_000;

/// Whether an answer has an instance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Grounding {
    /// Everything is bound now.
    Found,
    /// There is none: the path is impossible after all.
    Impossible,
    /// Not known.
    Unknown(Reason),
}

/// A variable that was given a value, to come back to.
struct Try {
    mark: Mark,
    var: Var,
    next: usize,
}

/// Binds all unknowns in `roots`, respecting all constraints. Where the size of the first few counts,
/// they get the smallest values that there are.
pub(crate) fn ground(
    heap: &mut Heap,
    engine: &mut Engine,
    roots: &[Value],
    sized: &[Value],
) -> Grounding {
    match ground_numbers(heap, engine) {
        Grounding::Found => {}
        other => return other,
    }
    let most = match engine.options.order {
        Order::Found => u32::MAX,
        Order::Smallest => heap.least_size(sized),
    };
    Grounder { heap, roots, sized, most, too_big: false, tried: Vec::new() }.run()
}

/// The search for values.
struct Grounder<'g> {
    heap: &'g mut Heap,
    roots: &'g [Value],
    /// The values whose size counts, and how big they may be.
    sized: &'g [Value],
    most: u32,
    /// Whether something was not tried because of its size.
    too_big: bool,
    tried: Vec<Try>,
}

impl Grounder<'_> {
    fn run(&mut self) -> Grounding {
        for _ in 0..TRIES {
            let Some(var) = self.heap.first_open(self.roots) else { return Grounding::Found };
            let mark = self.heap.mark();
            self.tried.push(Try { mark, var, next: 0 });
            if !self.advance() {
                if !self.too_big {
                    return Grounding::Impossible;
                }
                self.too_big = false;
                self.most += 1;
            }
        }
        Grounding::Unknown(Reason::Work(TRIES as u64))
    }

    /// Gives the last variable its next value, or an earlier one if it has no more.
    fn advance(&mut self) -> bool {
        while let Some(attempt) = self.tried.last_mut() {
            self.heap.undo(attempt.mark);
            self.heap.woken.clear();
            let (var, number) = (attempt.var, attempt.next);
            attempt.next += 1;
            match propose(self.heap, var, number) {
                Some(true) if self.is_small() => return true,
                Some(_) => {}
                None => {
                    self.tried.pop();
                }
            }
        }
        false
    }

    fn is_small(&mut self) -> bool {
        let small = self.most == u32::MAX || self.heap.least_size(self.sized) <= self.most;
        self.too_big |= !small;
        small
    }
}

/// Binds a variable to its value of this number: whether that fits, or none if there are no more.
fn propose(heap: &mut Heap, var: Var, number: usize) -> Option<bool> {
    let state = heap.vars[var.0 as usize];
    // Each disequality excludes one symbol or number at most.
    let enough = heap.unequal.len() + 1;
    let value = match state.kind {
        Kind::Any | Kind::Symbol if number <= enough => heap.symbol(&letter(number)),
        Kind::Int if number <= enough => heap.int(number as i64),
        Kind::Bool if number < 2 => Value::from(number == 1),
        Kind::Data(data) => {
            heap.open_as(var, data.by_size().get(number)?);
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
    let vars = heap.open_numbers();
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
    /// The unknowns that the solver knows and that nothing is bound to.
    pub(crate) fn open_numbers(&self) -> Vec<Var> {
        let open = |state: &crate::heap::VarState| state.numeric && state.bound.is_none();
        let vars = (0..).map(Var).zip(&self.vars);
        vars.filter(|(_, state)| open(state)).map(|(var, _)| var).collect()
    }

    /// The unknowns that are bound to terms over themselves: `x = 2 - x`.
    pub(crate) fn numbers_of_themselves(&mut self) -> Vec<Var> {
        let bound = |state: &crate::heap::VarState| state.numeric && state.bound.is_some();
        let vars: Vec<Var> = (0..)
            .map(Var)
            .zip(&self.vars)
            .filter(|(_, state)| bound(state))
            .map(|(var, _)| var)
            .collect();
        let pool = self.pool();
        let is_of_itself =
            |var: &Var| match self.node(self.resolve(self.vars[var.0 as usize].value)) {
                Node::Term(term) => pool.free_vars(&[term]).contains(&self.var_term(*var)),
                _ => false,
            };
        vars.into_iter().filter(is_of_itself).collect()
    }

    /// Puts the only value of a number in its place, also in the constraints.
    pub(crate) fn fix_number(&mut self, var: Var, value: Term) {
        let (pool, mark) = (self.pool(), self.mark());
        let (own, term, fixed) =
            (self.vars[var.0 as usize].value, self.var_term(var), self.of_term(value));
        if self.unify(own, fixed) != Ok(true) {
            self.undo(mark);
            return;
        }
        let by = [(term, value)].into_iter().collect();
        let conds = std::mem::take(&mut self.conds).into_iter();
        self.conds = conds
            .map(|cond| pool.substitute(cond, &by))
            .filter(|cond| *cond != Term::TRUE)
            .collect();
        for index in 0..self.nodes.len() {
            if let Node::Term(shown) = self.nodes[index] {
                let shown = pool.substitute(shown, &by);
                self.nodes[index] = literal_node(&pool, shown);
            }
        }
    }

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
    fn settle_terms(&mut self, pool: &Pool, model: &term::Model) {
        for index in 0..self.nodes.len() {
            if let Node::Term(term) = self.nodes[index] {
                self.nodes[index] = literal_node(pool, pool.eval(term, model));
            }
        }
    }
}

fn literal_node(pool: &Pool, value: Term) -> Node {
    match (pool.as_bool(value), pool.as_i64(value)) {
        (Some(bool), _) => Node::Bool(bool),
        (None, Some(small)) => Node::Int(small),
        (None, None) => Node::Term(value),
    }
}
