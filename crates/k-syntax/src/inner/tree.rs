//! Readings of a text as trees that share what is equal.

use rustc_hash::FxHashMap;

use crate::grammar::Op;

/// A handle to a tree of one [`Trees`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct TreeId(u32);

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Tree {
    pub(crate) op: Op,
    pub(crate) children: Box<[TreeId]>,
    /// The bytes that it was read from.
    pub(crate) start: u32,
    pub(crate) end: u32,
}

/// Trees; equal trees over the same bytes have one handle.
#[derive(Default)]
pub(crate) struct Trees {
    nodes: Vec<Tree>,
    ids: FxHashMap<Tree, TreeId>,
}

impl Trees {
    pub(crate) fn add(&mut self, tree: Tree) -> TreeId {
        if let Some(&id) = self.ids.get(&tree) {
            return id;
        }
        let id = TreeId(u32::try_from(self.nodes.len()).expect("fewer than 2^32 trees"));
        self.nodes.push(tree.clone());
        self.ids.insert(tree, id);
        id
    }

    pub(crate) fn get(&self, id: TreeId) -> &Tree {
        &self.nodes[id.0 as usize]
    }
}
