//! Strict total orders as a graph between classes.
//!
//! `a < b` is a strict edge, and `¬(a < b)` is an edge from `b` to `a` that is not, for the order is
//! total. A cycle with a strict edge is a conflict; all classes on any other cycle are equal. What
//! remains has no cycles, and every way to line it up is a model.
//!
//! All orders share the graph: each has a sort of its own, so they never touch.

use std::cmp::Ordering;

use smallvec::SmallVec;
use term::{Literal, Pool};

use super::Closure;
use super::merge::Undo;
use super::node::Node;
use super::proof::{Premise, Reason};

/// `from` is before `to`, or equal to it if the edge is not strict.
#[derive(Clone, Copy)]
pub(super) struct Edge {
    pub(super) from: Node,
    pub(super) to: Node,
    pub(super) strict: bool,
    pub(super) why: Reason,
}

type Cycle = SmallVec<[Edge; 8]>;

impl Closure {
    /// `a < b` holds, or does not.
    pub(super) fn order(&mut self, a: Node, b: Node, holds: bool, why: Reason) {
        let (from, to) = if holds { (a, b) } else { (b, a) };
        self.add_edge(Edge { from, to, strict: holds, why });
    }

    fn add_edge(&mut self, edge: Edge) {
        let root = self.nodes.root(edge.from);
        self.nodes[root].above.push(self.edges.len() as u32);
        self.edges.push(edge);
        self.trail.push(Undo::Above(root));
        self.dirty_order.push(edge.from);
    }

    /// Looks for a cycle through the class of a node. New edges and merged classes are visited in
    /// turn, so no cycle is missed.
    pub(super) fn check_order(&mut self, node: Node) {
        let Some(cycle) = self.cycle_through(node) else { return };
        let premises = premises(&cycle);
        if cycle.iter().any(|edge| edge.strict) {
            self.refute(premises);
            return;
        }
        let why = self.lemmas.add(premises);
        for edge in &cycle {
            self.equate(edge.from, edge.to, why);
        }
    }

    /// The edges of a cycle from the class of `node` back to it, in order. Edges from the class to
    /// itself are such cycles, but only the strict ones are worth telling.
    fn cycle_through(&mut self, node: Node) -> Option<Cycle> {
        let start = self.nodes.root(node);
        let search = self.next_search();
        let mut todo: SmallVec<[Node; 16]> = SmallVec::new();
        todo.push(start);
        while let Some(class) = todo.pop() {
            for at in 0..self.nodes[class].above.len() {
                let number = self.nodes[class].above[at];
                let edge = self.edges[number as usize];
                let next = self.nodes.root(edge.to);
                if next == start {
                    if class != start || edge.strict {
                        return Some(self.cycle_to(start, edge));
                    }
                } else if self.nodes[next].met != search {
                    self.nodes[next].met = search;
                    self.nodes[next].via = number;
                    todo.push(next);
                }
            }
        }
        None
    }

    fn cycle_to(&self, start: Node, last: Edge) -> Cycle {
        let mut cycle = Cycle::new();
        let mut edge = last;
        cycle.push(edge);
        while self.nodes.root(edge.from) != start {
            edge = self.edges[self.nodes[self.nodes.root(edge.from)].via as usize];
            cycle.push(edge);
        }
        cycle.reverse();
        cycle
    }

    /// Puts a number literal between its neighbours.
    pub(super) fn add_number(&mut self, pool: &Pool, node: Node) {
        let this: &Closure = self;
        let placed = |side: Ordering| {
            let numbers = this.numbers.iter().copied();
            numbers.filter(move |other| this.compare(pool, *other, node) == Some(side))
        };
        let order = |a: &Node, b: &Node| this.compare(pool, *a, *b).unwrap_or(Ordering::Equal);
        let below = placed(Ordering::Less).max_by(order);
        let above = placed(Ordering::Greater).min_by(order);
        self.numbers.push(node);
        if let Some(below) = below {
            self.add_edge(Edge { from: below, to: node, strict: true, why: Reason::Fact });
        }
        if let Some(above) = above {
            self.add_edge(Edge { from: node, to: above, strict: true, why: Reason::Fact });
        }
    }

    fn compare(&self, pool: &Pool, a: Node, b: Node) -> Option<Ordering> {
        let literal = |node: Node| self.nodes[node].term.and_then(|term| pool.as_literal(term));
        match (literal(a)?, literal(b)?) {
            (Literal::Int(a), Literal::Int(b)) => Some(a.cmp(b)),
            (Literal::Real(a), Literal::Real(b)) => Some(a.cmp(b)),
            _ => None,
        }
    }
}

/// All edges, and that each one starts where the one before it ended.
fn premises(cycle: &Cycle) -> SmallVec<[Premise; 16]> {
    let mut premises = SmallVec::new();
    for (at, edge) in cycle.iter().enumerate() {
        let next = cycle[(at + 1) % cycle.len()];
        premises.push(Premise::Because(edge.why));
        premises.push(Premise::Equal(edge.to, next.from));
    }
    premises
}
