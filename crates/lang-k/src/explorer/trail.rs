//! What led to each configuration: a tree of what was done.

use crate::machine::Done;

/// A configuration in the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NodeId(u32);

/// The tree. Only grows.
#[derive(Debug)]
pub(super) struct Trail {
    nodes: Vec<Node>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    before: NodeId,
    /// What was done; none at the start.
    done: Option<Done>,
    choice: Choice,
}

/// The number of a step among all those of its configuration; none if it was the only one.
pub(super) type Choice = Option<std::num::NonZeroU32>;

impl NodeId {
    /// The start.
    pub(super) const ROOT: NodeId = NodeId(0);
}

impl Trail {
    /// The start alone.
    pub(super) fn new() -> Trail {
        Trail { nodes: vec![Node { before: NodeId::ROOT, done: None, choice: None }] }
    }

    /// What came after a configuration.
    pub(super) fn add(&mut self, before: NodeId, done: Done, choice: Choice) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).expect("fewer than 2^32 configurations"));
        self.nodes.push(Node { before, done: Some(done), choice });
        id
    }

    /// What was done from the start to a configuration.
    pub(super) fn path(&self, mut node: NodeId) -> Vec<Done> {
        let mut path = Vec::new();
        while let Node { before, done: Some(done), .. } = self.nodes[node.0 as usize] {
            path.push(done);
            node = before;
        }
        path.reverse();
        path
    }

    /// The numbers of the steps that were chosen on the way there, where there was a choice; they
    /// begin with one.
    pub(super) fn choices(&self, mut node: NodeId) -> Vec<u32> {
        let mut choices = Vec::new();
        while let Node { before, done: Some(_), choice } = self.nodes[node.0 as usize] {
            choices.extend(choice.map(u32::from));
            node = before;
        }
        choices.reverse();
        choices
    }
}
