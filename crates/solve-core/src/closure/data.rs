//! Algebraic data: sets of possible constructors, fields, and the ban on values inside themselves.
//!
//! A class knows which constructors it may have been made by. When only one is left, the class
//! equals that constructor over the fields of its members, and the closure does the rest. A field
//! of a value that was made by another constructor is the default value of its sort.

use smallvec::SmallVec;
use term::{Op, Pool};

use super::Closure;
use super::intern::MOST_NODES;
use super::kind::{Kind, field_sorts};
use super::merge::Undo;
use super::node::Node;
use super::proof::{Premise, Reason};

/// A node was made by one of these constructors.
#[derive(Clone, Copy)]
pub(super) struct Fact {
    node: Node,
    allowed: u64,
    why: Reason,
}

impl Closure {
    /// Gives a new node of a data sort its set of constructors.
    pub(super) fn add_data(&mut self, node: Node, all: u64) {
        let mask = match self.nodes[node].op {
            Op::Construct(ctor) => 1 << ctor,
            _ => all,
        };
        self.nodes[node].mask = mask;
        if mask.count_ones() == 1 && self.nodes[node].value.is_none() {
            self.dirty_data.push(node);
        }
    }

    /// `node` was made by this constructor, or was not.
    pub(super) fn restrict_to(&mut self, node: Node, ctor: u32, holds: bool, why: Reason) {
        if let Kind::Data { .. } = self.nodes[node].kind {
            let bit = 1 << ctor;
            self.restrict(Fact { node, allowed: if holds { bit } else { !bit }, why });
        }
    }

    fn restrict(&mut self, fact: Fact) {
        let root = self.nodes.root(fact.node);
        let mask = self.nodes[root].mask;
        if mask & !fact.allowed == 0 {
            return;
        }
        self.nodes[root].facts.push(self.facts.len() as u32);
        self.nodes[root].mask &= fact.allowed;
        self.facts.push(fact);
        self.trail.push(Undo::Fact(root, mask));
        self.dirty_data.push(fact.node);
    }

    /// Draws the conclusions from the set of constructors of a class.
    pub(super) fn refine(&mut self, pool: &Pool, node: Node) {
        let root = self.nodes.root(node);
        let (mask, value) = (self.nodes[root].mask, self.nodes[root].value);
        let Kind::Data { all, .. } = self.nodes[root].kind else { return };
        if mask == 0 {
            let premises = self.why_excluded(root, all);
            self.refute(premises);
            return;
        }
        if value.is_none() && mask.count_ones() == 1 {
            self.construct(pool, root, all & !mask);
        }
        for at in 0..self.nodes[root].uses.len() {
            let field = self.nodes[root].uses[at];
            if let Op::Field(ctor, number) = self.nodes[field].op {
                self.resolve_field(pool, field, ctor, number);
            }
        }
    }

    /// Only one constructor is left for a class: it equals that one, over its own fields.
    fn construct(&mut self, pool: &Pool, root: Node, excluded: u64) {
        if self.nodes.len() > MOST_NODES {
            self.counts.gaps += 1;
            return;
        }
        let sort = self.nodes[root].sort;
        let ctor = self.nodes[root].mask.trailing_zeros();
        let mut premises = self.why_excluded(root, excluded);
        let fields: SmallVec<[Node; 4]> = (0..)
            .zip(field_sorts(pool, sort, ctor))
            .map(|(number, sort)| self.node_over(pool, Op::Field(ctor, number), sort, &[root]))
            .collect();
        let value = self.node_over(pool, Op::Construct(ctor), sort, &fields);
        // Both may be nodes that were there before, over operands that are equal and not the same.
        for (at, field) in fields.iter().enumerate() {
            premises.push(Premise::Equal(root, self.nodes.args(*field)[0]));
            premises.push(Premise::Equal(*field, self.nodes.args(value)[at]));
        }
        let why = self.lemmas.add(premises);
        self.equate(root, value, why);
    }

    fn resolve_field(&mut self, pool: &Pool, field: Node, ctor: u32, number: u32) {
        let of = self.nodes.args(field)[0];
        let root = self.nodes.root(of);
        if self.nodes[root].mask & (1 << ctor) == 0 {
            let default = pool
                .default_value(self.nodes[field].sort)
                .expect("a modelled data type has values in every field");
            let default = self.node_of(pool, default);
            if !self.nodes.same(field, default) {
                let premises = self.why_excluded(of, 1 << ctor);
                let why = self.lemmas.add(premises);
                self.equate(field, default, why);
            }
        } else if let Some(value) = self.nodes[root].value {
            let inside = self.nodes.args(value)[number as usize];
            if !self.nodes.same(field, inside) {
                let why = self.lemmas.add([Premise::Equal(of, value)]);
                self.equate(field, inside, why);
            }
        }
    }

    /// Why a node was made by none of the constructors in `bits`, all of which are excluded.
    fn why_excluded(&self, node: Node, bits: u64) -> SmallVec<[Premise; 8]> {
        let root = self.nodes.root(node);
        let mut premises = SmallVec::new();
        let mut left = bits;
        if let Some(value) = self.nodes[root].value {
            let own = self.own_mask(value);
            if left & !own != 0 {
                premises.push(Premise::Equal(node, value));
                left &= own;
            }
        }
        for fact in self.nodes[root].facts.iter().map(|number| self.facts[*number as usize]) {
            if left & !fact.allowed != 0 {
                premises.push(Premise::Equal(node, fact.node));
                premises.push(Premise::Because(fact.why));
                left &= fact.allowed;
            }
        }
        debug_assert!(
            left == 0 || self.conflict.is_some(),
            "a constructor was excluded by nothing"
        );
        premises
    }

    fn own_mask(&self, value: Node) -> u64 {
        match self.nodes[value].op {
            Op::Construct(ctor) => 1 << ctor,
            _ => u64::MAX,
        }
    }

    /// Refutes a value that contains itself.
    pub(super) fn check_acyclic(&mut self, pool: &Pool, node: Node) {
        let start = self.nodes.root(node);
        let search = self.next_search();
        let mut todo: SmallVec<[Node; 16]> = SmallVec::new();
        todo.push(start);
        while let Some(class) = todo.pop() {
            let Some(value) = self.nodes[class].value else { continue };
            // A value without variables is finite, and so is all that equals it.
            if self.nodes[value].term.is_some_and(|term| pool.is_ground(term)) {
                continue;
            }
            for at in 0..self.nodes.args(value).len() {
                let next = self.nodes.root(self.nodes.args(value)[at]);
                if next == start {
                    let premises = self.why_cyclic(start, value);
                    self.refute(premises);
                    return;
                }
                let is_data = matches!(self.nodes[next].kind, Kind::Data { .. });
                if is_data && self.nodes[next].met != search {
                    self.nodes[next].met = search;
                    self.nodes[next].via = value.0;
                    todo.push(next);
                }
            }
        }
    }

    /// Each value on the way from `start` to `last` stands in a field of the one before it.
    fn why_cyclic(&self, start: Node, last: Node) -> SmallVec<[Premise; 8]> {
        let mut premises = SmallVec::new();
        let mut class = start;
        let mut value = last;
        loop {
            let inside = self.nodes.args(value).iter().copied();
            let field = inside
                .clone()
                .find(|field| self.nodes.root(*field) == class)
                .expect("the search came through a field of this value");
            let own = self.nodes[class].value.expect("the search goes on below values only");
            premises.push(Premise::Equal(field, own));
            class = self.nodes.root(value);
            if class == start {
                return premises;
            }
            value = Node(self.nodes[class].via);
        }
    }
}
