//! The decision procedure: congruence closure with orders and algebraic data, undone step by step.
//!
//! Terms become nodes, equal nodes share a class, and everything else is attached to classes: what
//! they must differ from, which constructors they may have, which classes lie above them in an
//! order. Each change is written on a trail, so that taking back an assumption costs what making it
//! did. After [`Closure::propagate`] a conflict is a proof that the assumptions exclude each other;
//! [`Closure::settle`] decides what is left open, and then [`Closure::model`] tells a model.
//!
//! Operators that are not modelled are functions of which nothing is known. That is enough for
//! `Unsat`; it counts as a gap, and a closure with a gap never claims a model.

mod assume;
mod data;
mod intern;
mod judge;
mod kind;
mod merge;
mod model;
mod node;
mod number;
mod order;
mod product;
mod proof;
mod settle;
mod spread;
mod value;

use hashbrown::HashTable;
use rustc_hash::FxHashMap;
use solve::Theory;
use term::{Func, Pool, Term};

use kind::Kinds;
use merge::Undo;
use node::{Node, Nodes};
use number::Numbers;
use order::{Edge, Unordered};
use proof::{Lemmas, Premise, Reason};

pub(crate) use assume::Shape;
pub(crate) use proof::Tag;
pub(crate) use settle::Settled;

/// The state of the decision procedure.
#[derive(Default)]
pub(crate) struct Closure {
    orders: Vec<Func>,
    partial_orders: Vec<Func>,
    kinds: Kinds,
    nodes: Nodes,
    by_term: FxHashMap<Term, Node>,
    /// Nodes by operator and classes of operands.
    table: HashTable<Node>,
    lemmas: Lemmas,
    apart: Vec<Apart>,
    facts: Vec<data::Fact>,
    edges: Vec<Edge>,
    /// Nodes that partial orders do not relate.
    unordered: Vec<Unordered>,
    /// Nodes that may have to be decided before there is a model.
    open: Vec<Node>,
    /// Literals of rational numbers, for the order between them.
    rationals: Vec<Node>,
    numbers: Numbers,
    counts: Counts,
    trail: Vec<Undo>,
    levels: Vec<Level>,

    conflict: Option<Reason>,
    pending: Vec<(Node, Node, Reason)>,
    dirty_data: Vec<Node>,
    dirty_shape: Vec<Node>,
    dirty_order: Vec<Node>,
    /// Number of the last search through a graph.
    search: u32,
}

/// Two nodes that are different.
#[derive(Clone, Copy)]
struct Apart {
    a: Node,
    b: Node,
    why: Reason,
}

/// What stands in the way of a model.
#[derive(Clone, Copy, Default)]
struct Counts {
    /// Terms and literals that are not modelled.
    gaps: u32,
    /// Machine words, and the bits of the narrowest.
    words: u32,
    narrowest: u32,
}

/// The sizes of everything that only grows within a level.
#[derive(Clone, Copy)]
struct Level {
    trail: usize,
    lemmas: usize,
    apart: usize,
    facts: usize,
    edges: usize,
    unordered: usize,
    open: usize,
    rationals: usize,
    numbers: number::Mark,
    counts: Counts,
}

impl Closure {
    /// A closure that knows the strict orders of a theory.
    pub(crate) fn new(theory: &Theory) -> Closure {
        let mut closure = Closure {
            orders: theory.orders().to_vec(),
            partial_orders: theory.partial_orders().to_vec(),
            ..Closure::default()
        };
        closure.add_truth_values();
        closure
    }

    /// Number of open levels.
    pub(crate) fn depth(&self) -> usize {
        self.levels.len()
    }

    /// Opens a level: whatever is assumed from now on can be taken back together.
    pub(crate) fn push(&mut self) {
        self.levels.push(Level {
            trail: self.trail.len(),
            lemmas: self.lemmas.len(),
            apart: self.apart.len(),
            facts: self.facts.len(),
            edges: self.edges.len(),
            unordered: self.unordered.len(),
            open: self.open.len(),
            rationals: self.rationals.len(),
            numbers: self.numbers.mark(),
            counts: self.counts,
        });
    }

    /// Takes back all levels but the first `depth`.
    pub(crate) fn pop_to(&mut self, depth: usize) {
        if depth >= self.levels.len() {
            return;
        }
        let level = self.levels[depth];
        while self.trail.len() > level.trail {
            self.undo_last();
        }
        self.levels.truncate(depth);
        self.lemmas.truncate(level.lemmas);
        self.apart.truncate(level.apart);
        self.facts.truncate(level.facts);
        self.edges.truncate(level.edges);
        self.unordered.truncate(level.unordered);
        self.open.truncate(level.open);
        self.rationals.truncate(level.rationals);
        self.numbers.go_back(level.numbers);
        self.counts = level.counts;
        self.conflict = None;
    }

    /// Whether everything assumed is within what the closure decides.
    pub(crate) fn is_modelled(&self) -> bool {
        self.counts.gaps == 0
    }

    /// Draws all conclusions; false if the assumptions exclude each other.
    pub(crate) fn propagate(&mut self, pool: &Pool) -> bool {
        while self.conflict.is_none() {
            if let Some((a, b, why)) = self.pending.pop() {
                self.merge(a, b, why);
            } else if let Some(node) = self.dirty_data.pop() {
                self.refine(pool, node);
            } else if let Some(node) = self.dirty_order.pop() {
                self.check_order(node);
            } else if let Some(node) = self.dirty_shape.pop() {
                self.check_acyclic(pool, node);
            } else if let Some((a, b)) = self.numbers.equal.pop() {
                self.equate_numbers(a, b);
            } else if self.numbers.simplex.needs_check() {
                self.check_bounds();
            } else if let Some(var) = self.numbers.simplex.next_fixed() {
                self.tell_fixed(pool, var);
            } else {
                return true;
            }
        }
        self.pending.clear();
        self.dirty_data.clear();
        self.dirty_order.clear();
        self.dirty_shape.clear();
        self.numbers.equal.clear();
        false
    }

    /// The assumptions that exclude each other, after [`Closure::propagate`] said that some do.
    pub(crate) fn conflicting(&self) -> Vec<Tag> {
        self.explain(self.conflict.expect("asked only after a conflict"))
    }

    fn refute(&mut self, premises: impl IntoIterator<Item = Premise>) {
        if self.conflict.is_none() {
            self.conflict = Some(self.lemmas.add(premises));
        }
    }

    fn next_search(&mut self) -> u32 {
        self.search += 1;
        self.search
    }
}
