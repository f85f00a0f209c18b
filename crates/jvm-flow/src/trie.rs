//! Violations that were found, as a tree of what led to them.

use std::collections::BTreeMap;

use flow::PointId;
use typestate::Letter;

/// The events of a violation that matter, each with its place: its essence, which the paper calls
/// R(s). Two violations are equivalent if theirs are the same.
pub type Essence = Vec<(Letter, PointId)>;

/// A set of essences.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Essences {
    nodes: Vec<Node>,
}

#[derive(Clone, PartialEq, Eq, Default, Debug)]
struct Node {
    next: BTreeMap<(Letter, PointId), usize>,
    is_end: bool,
}

impl Default for Essences {
    fn default() -> Essences {
        Essences { nodes: vec![Node::default()] }
    }
}

impl Essences {
    /// Adds an essence. Whether it is new.
    pub fn insert(&mut self, essence: &[(Letter, PointId)]) -> bool {
        let mut node = 0;
        for step in essence {
            let fresh = self.nodes.len();
            node = *self.nodes[node].next.entry(*step).or_insert(fresh);
            if node == fresh {
                self.nodes.push(Node::default());
            }
        }
        !std::mem::replace(&mut self.nodes[node].is_end, true)
    }

    /// How many nodes there are; the first one is the root.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The node that a step leads to; none if no essence goes on so.
    pub(crate) fn step(&self, node: usize, step: (Letter, PointId)) -> Option<usize> {
        self.nodes[node].next.get(&step).copied()
    }

    /// The node of the beginning of an essence.
    pub(crate) fn walk(&self, steps: &[(Letter, PointId)]) -> Option<usize> {
        steps.iter().try_fold(0, |node, step| self.step(node, *step))
    }

    /// Whether an essence ends at a node.
    pub(crate) fn is_end(&self, node: usize) -> bool {
        self.nodes[node].is_end
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_beginnings_of_essences_are_known_and_ends_are_ends() {
        let property = typestate::built_in("reader", &mut source::Files::new());
        let property = property.expect("it is there").swap_remove(0);
        let letter = |at: usize| property.events[at].letter;
        let (close, read) = ((letter(0), PointId(1)), (letter(1), PointId(2)));
        let mut found = Essences::default();
        assert!(found.insert(&[close, read]));
        assert!(!found.insert(&[close, read]));
        let node = found.walk(&[close]).expect("it begins so");
        assert!(!found.is_end(node) && found.step(node, close).is_none());
        assert!(found.is_end(found.step(node, read).expect("it goes on so")));
        assert_eq!(found.walk(&[read]), None);
    }
}
