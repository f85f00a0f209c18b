//! Merging of classes, and how it is undone.

use hashbrown::hash_table::Entry;
use smallvec::SmallVec;
use term::Op;

use super::kind::Kind;
use super::node::{Node, Role};
use super::proof::{Premise, Reason};
use super::{Apart, Closure};

/// One change, as it has to be known for taking it back.
#[derive(Clone, Copy)]
pub(super) enum Undo {
    /// A node was made.
    Node,
    /// The last use was added to this class.
    Use(Node),
    /// The last disequality was added to this class.
    Apart(Node),
    /// The last fact was added to this class, which had this mask.
    Fact(Node, u64),
    /// The last edge was added to this class.
    Above(Node),
    /// The node got a linear form.
    Form(Node),
    /// The class got a member that speaks for it in arithmetic.
    Number(Node),
    /// The node was entered in the table.
    Entered(Node),
    /// The node was taken out of the table.
    Removed(Node),
    /// One class was put into another, because of the proof edge between these two nodes.
    Merged { from: Node, edge: (Node, Node), before: Before },
}

/// A class before another one was put into it.
#[derive(Clone, Copy)]
pub(super) struct Before {
    value: Option<Node>,
    number: Option<Node>,
    mask: u64,
    uses: u32,
    apart: u32,
    facts: u32,
    above: u32,
}

impl Closure {
    /// Asks for two nodes to be in one class.
    pub(super) fn equate(&mut self, a: Node, b: Node, why: Reason) {
        if !self.nodes.same(a, b) {
            self.pending.push((a, b, why));
        }
    }

    /// Asks for two nodes to be in different classes.
    pub(super) fn separate(&mut self, a: Node, b: Node, why: Reason) {
        if self.nodes.same(a, b) {
            self.refute([Premise::Equal(a, b), Premise::Because(why)]);
            return;
        }
        let number = self.apart.len() as u32;
        self.apart.push(Apart { a, b, why });
        for side in [a, b] {
            let root = self.nodes.root(side);
            self.nodes[root].apart.push(number);
            self.trail.push(Undo::Apart(root));
        }
    }

    pub(super) fn merge(&mut self, a: Node, b: Node, why: Reason) {
        let (mut from, mut into) = (self.nodes.root(a), self.nodes.root(b));
        if from == into {
            return;
        }
        let (mut child, mut other) = (a, b);
        if self.weight(from) > self.weight(into) {
            std::mem::swap(&mut from, &mut into);
            std::mem::swap(&mut child, &mut other);
        }
        self.reroot(child);
        self.nodes[child].proof = Some((other, why));
        self.remove_uses(from);
        let clash = self.apart_between(from, into);
        let decided = self.newly_decided(from, into);
        self.join(from, into, (child, other));
        self.enter_uses(from);
        if let Some(Apart { a, b, why }) = clash {
            self.refute([Premise::Equal(a, b), Premise::Because(why)]);
        }
        for node in decided {
            self.decide(node);
        }
        self.after_join(from, into);
    }

    fn weight(&self, root: Node) -> usize {
        let slot = &self.nodes[root];
        slot.size as usize + slot.uses.len() + slot.above.len()
    }

    fn remove_uses(&mut self, from: Node) {
        for at in 0..self.nodes[from].uses.len() {
            let node = self.nodes[from].uses[at];
            if self.remove_from_table(node) {
                self.trail.push(Undo::Removed(node));
            }
        }
    }

    fn enter_uses(&mut self, from: Node) {
        for at in 0..self.nodes[from].uses.len() {
            let node = self.nodes[from].uses[at];
            self.enter_in_table(node);
        }
    }

    /// Enters a node in the table, or asks for it to equal the congruent one that is there.
    pub(super) fn enter_in_table(&mut self, node: Node) {
        let nodes = &self.nodes;
        let (op, sort, args) = (nodes[node].op, nodes[node].sort, nodes.args(node));
        let hash_of = |node: &Node| {
            nodes.signature_hash(nodes[*node].op, nodes[*node].sort, nodes.args(*node))
        };
        let same = |known: &Node| nodes.has_signature(*known, op, sort, args);
        match self.table.entry(hash_of(&node), same, hash_of) {
            Entry::Occupied(known) => {
                let known = *known.get();
                self.equate(node, known, Reason::Congruence(node, known));
            }
            Entry::Vacant(free) => {
                free.insert(node);
                self.trail.push(Undo::Entered(node));
            }
        }
    }

    fn remove_from_table(&mut self, node: Node) -> bool {
        let nodes = &self.nodes;
        let hash = nodes.signature_hash(nodes[node].op, nodes[node].sort, nodes.args(node));
        match self.table.find_entry(hash, |known| *known == node) {
            Ok(found) => {
                found.remove();
                true
            }
            Err(_) => false,
        }
    }

    fn insert_in_table(&mut self, node: Node) {
        let nodes = &self.nodes;
        let hash_of = |node: &Node| {
            nodes.signature_hash(nodes[*node].op, nodes[*node].sort, nodes.args(*node))
        };
        self.table.insert_unique(hash_of(&node), node, hash_of);
    }

    /// A disequality between two classes, looked for in the shorter list.
    fn apart_between(&self, from: Node, into: Node) -> Option<Apart> {
        let (one, two) = (&self.nodes[from].apart, &self.nodes[into].apart);
        let shorter = if one.len() <= two.len() { one } else { two };
        let joins = |apart: &Apart| {
            let (a, b) = (self.nodes.root(apart.a), self.nodes.root(apart.b));
            (a, b) == (from, into) || (a, b) == (into, from)
        };
        shorter.iter().map(|number| self.apart[*number as usize]).find(joins)
    }

    /// If only one of two classes has a truth value: what waits for that of the other one.
    fn newly_decided(&self, from: Node, into: Node) -> SmallVec<[Node; 4]> {
        let open = match (self.nodes[from].value, self.nodes[into].value) {
            _ if self.nodes[from].kind != Kind::Bool => return SmallVec::new(),
            (Some(_), None) => into,
            (None, Some(_)) => from,
            (None, None) | (Some(_), Some(_)) => return SmallVec::new(),
        };
        let atoms = self.nodes.members(open).filter(|node| self.nodes[*node].role == Role::Atom);
        let waits = |node: &Node| {
            self.nodes[*node].role == Role::Choice
                && self.nodes.same(self.nodes.args(*node)[0], open)
        };
        atoms.chain(self.nodes[open].uses.iter().copied().filter(waits)).collect()
    }

    fn join(&mut self, from: Node, into: Node, edge: (Node, Node)) {
        let slot = &self.nodes[into];
        let before = Before {
            value: slot.value,
            number: slot.number,
            mask: slot.mask,
            uses: slot.uses.len() as u32,
            apart: slot.apart.len() as u32,
            facts: slot.facts.len() as u32,
            above: slot.above.len() as u32,
        };
        self.trail.push(Undo::Merged { from, edge, before });
        self.relabel(from, into);
        self.swap_rings(from, into);
        self.append_lists(from, into);
        let (value, number) = (self.nodes[from].value, self.nodes[from].number);
        let (mask, size) = (self.nodes[from].mask, self.nodes[from].size);
        let slot = &mut self.nodes[into];
        slot.value = slot.value.or(value);
        slot.number = slot.number.or(number);
        slot.mask &= mask;
        slot.size += size;
    }

    /// The lists of `from` stay as they are: they are what it has when the merge is undone.
    fn append_lists(&mut self, from: Node, into: Node) {
        let (source, target) = self.nodes.pair_mut(from, into);
        target.uses.extend_from_slice(&source.uses);
        target.apart.extend_from_slice(&source.apart);
        target.facts.extend_from_slice(&source.facts);
        target.above.extend_from_slice(&source.above);
    }

    fn relabel(&mut self, member: Node, root: Node) {
        let mut at = member;
        loop {
            self.nodes[at].root = root;
            at = self.nodes[at].next;
            if at == member {
                return;
            }
        }
    }

    fn swap_rings(&mut self, a: Node, b: Node) {
        let next = self.nodes[a].next;
        self.nodes[a].next = self.nodes[b].next;
        self.nodes[b].next = next;
    }

    /// What follows from two classes being one: values agree, orders and data are checked again.
    fn after_join(&mut self, from: Node, into: Node) {
        if let (Some(a), Some(b)) = (self.nodes[from].value, self.nodes[into].value)
            && a != b
        {
            self.unify_values(a, b);
        }
        if let (Some(a), Some(b)) = (self.nodes[from].number, self.nodes[into].number)
            && a != b
        {
            self.numbers.equal.push((a, b));
        }
        if let Kind::Data { .. } = self.nodes[into].kind {
            self.dirty_data.push(into);
            self.dirty_shape.push(into);
        }
        if !self.nodes[into].above.is_empty() || !self.unordered.is_empty() {
            self.dirty_order.push(into);
        }
    }

    /// Two values in one class: different literals exclude each other, constructors are injective.
    fn unify_values(&mut self, a: Node, b: Node) {
        match (self.nodes[a].op, self.nodes[b].op) {
            (Op::Construct(c), Op::Construct(d)) if c == d => {
                if self.nodes.args(a).is_empty() {
                    return;
                }
                let why = self.lemmas.add([Premise::Equal(a, b)]);
                for at in 0..self.nodes.args(a).len() {
                    let (x, y) = (self.nodes.args(a)[at], self.nodes.args(b)[at]);
                    self.equate(x, y, why);
                }
            }
            _ => self.refute([Premise::Equal(a, b)]),
        }
    }

    pub(super) fn undo_last(&mut self) {
        match self.trail.pop().expect("asked only while the trail is not empty") {
            Undo::Node => self.remove_node(),
            Undo::Use(root) => drop(self.nodes[root].uses.pop()),
            Undo::Apart(root) => drop(self.nodes[root].apart.pop()),
            Undo::Fact(root, mask) => {
                self.nodes[root].facts.pop();
                self.nodes[root].mask = mask;
            }
            Undo::Above(root) => drop(self.nodes[root].above.pop()),
            Undo::Form(node) => self.nodes[node].form = None,
            Undo::Number(root) => self.nodes[root].number = None,
            Undo::Entered(node) => drop(self.remove_from_table(node)),
            Undo::Removed(node) => self.insert_in_table(node),
            Undo::Merged { from, edge, before } => self.undo_merge(from, edge, before),
        }
    }

    fn undo_merge(&mut self, from: Node, edge: (Node, Node), before: Before) {
        let into = self.nodes[from].root;
        self.swap_rings(from, into);
        self.relabel(from, from);
        let size = self.nodes[from].size;
        let slot = &mut self.nodes[into];
        slot.size -= size;
        slot.value = before.value;
        slot.number = before.number;
        slot.mask = before.mask;
        slot.uses.truncate(before.uses as usize);
        slot.apart.truncate(before.apart as usize);
        slot.facts.truncate(before.facts as usize);
        slot.above.truncate(before.above as usize);
        self.cut(edge);
    }

    /// Takes a proof edge out of the forest. Later merges may have turned it round.
    fn cut(&mut self, (a, b): (Node, Node)) {
        let holds =
            |node: Node, next: Node| self.nodes[node].proof.is_some_and(|(above, _)| above == next);
        let child = if holds(a, b) { a } else { b };
        self.nodes[child].proof = None;
    }
}
