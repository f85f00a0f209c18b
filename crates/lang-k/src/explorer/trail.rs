//! What led to each configuration: a tree of what was done.

use crate::machine::Done;

/// A configuration in the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NodeId(u32);

/// The tree. Only grows.
#[derive(Debug)]
pub(super) struct Trail {
    nodes: Vec<(NodeId, Option<Done>)>,
}

impl NodeId {
    /// The start.
    pub(super) const ROOT: NodeId = NodeId(0);
}

impl Trail {
    /// The start alone.
    pub(super) fn new() -> Trail {
        Trail { nodes: vec![(NodeId::ROOT, None)] }
    }

    /// What came after a configuration.
    pub(super) fn add(&mut self, before: NodeId, done: Done) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).expect("fewer than 2^32 configurations"));
        self.nodes.push((before, Some(done)));
        id
    }

    /// What was done from the start to a configuration.
    pub(super) fn path(&self, mut node: NodeId) -> Vec<Done> {
        let mut path = Vec::new();
        while let (before, Some(done)) = self.nodes[node.0 as usize] {
            path.push(done);
            node = before;
        }
        path.reverse();
        path
    }
}
