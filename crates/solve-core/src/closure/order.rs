//! Strict total orders as a graph between classes.
//!
//! `a < b` is a strict edge, and `¬(a < b)` is an edge from `b` to `a` that is not, for the order is
//! total. A cycle with a strict edge is a conflict; all classes on any other cycle are equal. What
//! remains has no cycles, and every way to line it up is a model.
//!
//! All total orders share one graph: each has a sort of its own, so they never touch. A partial order
//! has a graph of its own, with strict edges only. There `¬(a < b)` is no edge, since neither may be
//! before the other; it is a conflict if a way leads from `a` to `b`. The model of a partial order is
//! what its edges say and nothing else.

use std::cmp::Ordering;

use smallvec::SmallVec;
use term::{Func, Literal, Pool};

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
    pub(super) graph: Graph,
}

/// To which graph an edge belongs: that of all total orders, or that of a partial order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Graph(u32);

impl Graph {
    pub(super) const TOTAL: Graph = Graph(0);

    /// That of the partial order with this number.
    pub(super) fn partial(number: usize) -> Graph {
        Graph(number as u32 + 1)
    }
}

/// `a` is not before `b` in a partial order.
#[derive(Clone, Copy)]
pub(super) struct Unordered {
    a: Node,
    b: Node,
    graph: Graph,
    why: Reason,
}

/// Edges, each of which starts in the class where the one before it ended.
type Way = SmallVec<[Edge; 8]>;

impl Closure {
    /// `a < b` holds, or does not.
    pub(super) fn order(&mut self, a: Node, b: Node, holds: bool, why: Reason) {
        let (from, to) = if holds { (a, b) } else { (b, a) };
        self.add_edge(Edge { from, to, strict: holds, why, graph: Graph::TOTAL });
    }

    /// Whether a predicate is an order, of any kind.
    pub(super) fn is_order(&self, func: Func) -> bool {
        self.orders.contains(&func) || self.partial_orders.contains(&func)
    }

    /// An order holds between two nodes, or does not.
    pub(super) fn order_by(&mut self, func: Func, (a, b): (Node, Node), holds: bool, why: Reason) {
        let Some(number) = self.partial_orders.iter().position(|known| *known == func) else {
            return self.order(a, b, holds, why);
        };
        let graph = Graph::partial(number);
        if holds {
            return self.add_edge(Edge { from: a, to: b, strict: true, why, graph });
        }
        let fact = Unordered { a, b, graph, why };
        self.unordered.push(fact);
        self.check_unordered(fact);
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
        for number in 0..self.partial_orders.len() {
            self.check_partial_order(node, Graph::partial(number));
        }
        let Some(cycle) = self.way(node, node, Graph::TOTAL) else { return };
        let premises = premises_of_cycle(&cycle);
        if cycle.iter().any(|edge| edge.strict) {
            self.refute(premises);
            return;
        }
        let why = self.lemmas.add(premises);
        for edge in &cycle {
            self.equate(edge.from, edge.to, why);
        }
    }

    /// Looks for a cycle through the class of a node, and for a way through it between nodes that are
    /// not related.
    fn check_partial_order(&mut self, node: Node, graph: Graph) {
        if let Some(cycle) = self.way(node, node, graph) {
            self.refute(premises_of_cycle(&cycle));
            return;
        }
        // The search found no way back, so it has met all classes that come after this one.
        let (start, search) = (self.nodes.root(node), self.search);
        let ends_behind = |fact: &&Unordered| {
            let end = self.nodes.root(fact.b);
            fact.graph == graph && (end == start || self.nodes[end].met == search)
        };
        let facts: SmallVec<[Unordered; 8]> =
            self.unordered.iter().filter(ends_behind).copied().collect();
        for fact in facts {
            self.check_unordered(fact);
        }
    }

    fn check_unordered(&mut self, fact: Unordered) {
        if let Some(way) = self.way(fact.a, fact.b, fact.graph) {
            let mut premises = premises(&way);
            premises.push(Premise::Equal(fact.a, way[0].from));
            premises.push(Premise::Equal(way[way.len() - 1].to, fact.b));
            premises.push(Premise::Because(fact.why));
            self.refute(premises);
        }
    }

    /// The edges of a way from the class of one node to that of another, at least one. Edges from a
    /// class to itself are such ways, but only the strict ones are worth telling.
    fn way(&mut self, from: Node, to: Node, graph: Graph) -> Option<Way> {
        let (start, end) = (self.nodes.root(from), self.nodes.root(to));
        let search = self.next_search();
        let mut todo: SmallVec<[Node; 16]> = SmallVec::new();
        todo.push(start);
        while let Some(class) = todo.pop() {
            for at in 0..self.nodes[class].above.len() {
                let number = self.nodes[class].above[at];
                let edge = self.edges[number as usize];
                if edge.graph != graph {
                    continue;
                }
                let next = self.nodes.root(edge.to);
                if next == end && (class != end || edge.strict) {
                    return Some(self.way_back(start, edge));
                }
                if next != start && self.nodes[next].met != search {
                    self.nodes[next].met = search;
                    self.nodes[next].via = number;
                    todo.push(next);
                }
            }
        }
        None
    }

    fn way_back(&self, start: Node, last: Edge) -> Way {
        let mut way = Way::new();
        let mut edge = last;
        way.push(edge);
        while self.nodes.root(edge.from) != start {
            edge = self.edges[self.nodes[self.nodes.root(edge.from)].via as usize];
            way.push(edge);
        }
        way.reverse();
        way
    }

    /// Puts the literal of a rational number between its neighbours.
    pub(super) fn add_number(&mut self, pool: &Pool, node: Node) {
        let this: &Closure = self;
        let placed = |side: Ordering| {
            let numbers = this.rationals.iter().copied();
            numbers.filter(move |other| this.compare(pool, *other, node) == Some(side))
        };
        let order = |a: &Node, b: &Node| this.compare(pool, *a, *b).unwrap_or(Ordering::Equal);
        let below = placed(Ordering::Less).max_by(order);
        let above = placed(Ordering::Greater).min_by(order);
        self.rationals.push(node);
        let graph = Graph::TOTAL;
        if let Some(below) = below {
            self.add_edge(Edge { from: below, to: node, strict: true, why: Reason::Fact, graph });
        }
        if let Some(above) = above {
            self.add_edge(Edge { from: node, to: above, strict: true, why: Reason::Fact, graph });
        }
    }

    fn compare(&self, pool: &Pool, a: Node, b: Node) -> Option<Ordering> {
        let literal = |node: Node| self.nodes[node].term.and_then(|term| pool.as_literal(term));
        match (literal(a)?, literal(b)?) {
            (Literal::Real(a), Literal::Real(b)) => Some(a.cmp(b)),
            _ => None,
        }
    }
}

/// All edges, and that each one starts where the one before it ended.
fn premises(way: &Way) -> SmallVec<[Premise; 16]> {
    let links = way.windows(2).map(|pair| Premise::Equal(pair[0].to, pair[1].from));
    way.iter().map(|edge| Premise::Because(edge.why)).chain(links).collect()
}

/// The same, and that the last one ends where the first one starts.
fn premises_of_cycle(cycle: &Way) -> SmallVec<[Premise; 16]> {
    let mut premises = premises(cycle);
    premises.push(Premise::Equal(cycle[cycle.len() - 1].to, cycle[0].from));
    premises
}
