//! Terms inside the closure, and the classes they belong to.
//!
//! A [`Node`] numbers a term, or a value that no term names, such as the tail of a list that is
//! known to be long enough. Nodes are taken back in the order opposite to their making, so a slot
//! and the vectors in it are used again without new memory.

use std::hash::{Hash, Hasher};
use std::ops::{Index, IndexMut};

use rustc_hash::FxHasher;
use term::{Op, Sort, Term};

use super::kind::Kind;
use super::proof::Reason;

/// The number of a term inside a closure.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Node(pub(super) u32);

impl Node {
    /// The term `false`: there from the start.
    pub(crate) const FALSE: Node = Node(0);
    /// The term `true`: there from the start.
    pub(crate) const TRUE: Node = Node(1);

    pub(crate) fn truth(holds: bool) -> Node {
        if holds { Node::TRUE } else { Node::FALSE }
    }
}

/// What the closure does with a node beside congruence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// Nothing.
    Plain,
    /// An atom with a meaning of its own below another term: it must become true or false.
    Atom,
    /// A conditional, equal to a branch once its condition is known.
    Choice,
}

/// A node with its class. The fields of the class are right in the slot of its root only.
pub(crate) struct Slot {
    pub(crate) term: Option<Term>,
    pub(crate) op: Op,
    pub(crate) sort: Sort,
    pub(crate) kind: Kind,
    pub(crate) role: Role,
    args: (u32, u32),
    /// The number of the linear form that an integer is, once arithmetic has met it.
    pub(crate) form: Option<u32>,

    /// The node that stands for the class.
    pub(crate) root: Node,
    /// The next member of the class, in a ring.
    pub(crate) next: Node,
    /// The edge towards the root of the proof tree: why this node equals another one.
    pub(crate) proof: Option<(Node, Reason)>,

    /// Number of members.
    pub(crate) size: u32,
    /// A literal or a constructed value in the class.
    pub(crate) value: Option<Node>,
    /// A member that has a linear form: it speaks for the class in arithmetic.
    pub(crate) number: Option<Node>,
    /// The constructors that are still possible, one bit each.
    pub(crate) mask: u64,
    /// Nodes with an operand in the class.
    pub(crate) uses: Vec<Node>,
    /// Disequalities with a side in the class.
    pub(crate) apart: Vec<u32>,
    /// What restricts `mask`.
    pub(crate) facts: Vec<u32>,
    /// Edges of the order graph that leave the class.
    pub(crate) above: Vec<u32>,

    /// Last search that met the class, and the edge by which it came.
    pub(crate) met: u32,
    pub(crate) via: u32,
}

/// What is known of a node when it is made.
#[derive(Clone, Copy)]
pub(crate) struct NewNode {
    pub(crate) term: Option<Term>,
    pub(crate) op: Op,
    pub(crate) sort: Sort,
    pub(crate) kind: Kind,
    pub(crate) role: Role,
}

/// All nodes; slots beyond `len` wait to be used again.
#[derive(Default)]
pub(crate) struct Nodes {
    slots: Vec<Slot>,
    args: Vec<Node>,
    len: usize,
}

impl Nodes {
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = Node> + use<> {
        (0..self.len as u32).map(Node)
    }

    pub(crate) fn root(&self, node: Node) -> Node {
        self[node].root
    }

    pub(crate) fn same(&self, a: Node, b: Node) -> bool {
        self.root(a) == self.root(b)
    }

    /// The literal or constructed value that a node is known to equal.
    pub(crate) fn value(&self, node: Node) -> Option<Node> {
        self[self.root(node)].value
    }

    pub(crate) fn args(&self, node: Node) -> &[Node] {
        let (start, end) = self[node].args;
        &self.args[start as usize..end as usize]
    }

    pub(crate) fn push(&mut self, new: NewNode, args: &[Node]) -> Node {
        let node = Node(self.len as u32);
        let start = self.args.len() as u32;
        self.args.extend_from_slice(args);
        let range = (start, self.args.len() as u32);
        match self.slots.get_mut(self.len) {
            Some(slot) => slot.renew(node, new, range),
            None => self.slots.push(Slot::new(node, new, range)),
        }
        self.len += 1;
        node
    }

    pub(crate) fn pop(&mut self) {
        self.len -= 1;
        self.args.truncate(self.slots[self.len].args.0 as usize);
    }

    /// The slots of two different nodes.
    pub(crate) fn pair_mut(&mut self, a: Node, b: Node) -> (&mut Slot, &mut Slot) {
        let [a, b] = self
            .slots
            .get_disjoint_mut([a.0 as usize, b.0 as usize])
            .expect("two different nodes that exist");
        (a, b)
    }

    /// Hash of the operator over the classes of the operands.
    pub(crate) fn signature_hash(&self, op: Op, sort: Sort, args: &[Node]) -> u64 {
        let mut hasher = FxHasher::default();
        op.hash(&mut hasher);
        sort.hash(&mut hasher);
        for arg in args {
            self.root(*arg).hash(&mut hasher);
        }
        hasher.finish()
    }

    pub(crate) fn has_signature(&self, node: Node, op: Op, sort: Sort, args: &[Node]) -> bool {
        let slot = &self[node];
        let own = self.args(node);
        slot.op == op
            && slot.sort == sort
            && own.len() == args.len()
            && own.iter().zip(args).all(|(a, b)| self.same(*a, *b))
    }

    /// The members of a class, `node` first.
    pub(crate) fn members(&self, node: Node) -> impl Iterator<Item = Node> {
        let mut at = Some(node);
        std::iter::from_fn(move || {
            let member = at?;
            let next = self[member].next;
            at = (next != node).then_some(next);
            Some(member)
        })
    }
}

impl Slot {
    fn new(node: Node, new: NewNode, args: (u32, u32)) -> Slot {
        Slot {
            term: new.term,
            op: new.op,
            sort: new.sort,
            kind: new.kind,
            role: new.role,
            args,
            form: None,
            root: node,
            next: node,
            proof: None,
            size: 1,
            value: None,
            number: None,
            mask: 0,
            uses: Vec::new(),
            apart: Vec::new(),
            facts: Vec::new(),
            above: Vec::new(),
            met: 0,
            via: 0,
        }
    }

    /// As [`Slot::new`], keeping the memory of the vectors, which are empty again.
    fn renew(&mut self, node: Node, new: NewNode, args: (u32, u32)) {
        debug_assert!(self.uses.is_empty() && self.apart.is_empty());
        debug_assert!(self.facts.is_empty() && self.above.is_empty());
        *self = Slot {
            uses: std::mem::take(&mut self.uses),
            apart: std::mem::take(&mut self.apart),
            facts: std::mem::take(&mut self.facts),
            above: std::mem::take(&mut self.above),
            ..Slot::new(node, new, args)
        };
    }
}

impl Index<Node> for Nodes {
    type Output = Slot;

    fn index(&self, node: Node) -> &Slot {
        &self.slots[node.0 as usize]
    }
}

impl IndexMut<Node> for Nodes {
    fn index_mut(&mut self, node: Node) -> &mut Slot {
        &mut self.slots[node.0 as usize]
    }
}
