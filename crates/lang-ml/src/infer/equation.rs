//! What a match on a generalized algebraic data type says of types.
//!
//! A constructor that makes `int expr` says, inside of its case, that the index of the value is `int`. Such
//! an index is a type of its own, a rigid one, which stands for a type variable; while the case is
//! elaborated it is an abbreviation of what it was found to be.

use super::Infer;
use crate::types::{Node, Ty, TypeBody};

impl Infer<'_> {
    /// Learns that two types are equal, the first one of a value that is matched.
    pub(super) fn equate(&mut self, matched: Ty, made: Ty) {
        let ((a, left), (b, right)) = (self.types.head(matched), self.types.head(made));
        match (left, right) {
            // The variables of the constructor are what they have to be.
            (_, Node::Unknown { .. }) => {
                let _ = self.types.unify(made, matched);
            }
            (Node::Named(id, _), _) if a != b && self.types.def(id).rigid => {
                let old = std::mem::replace(&mut self.types.def_mut(id).body, TypeBody::Alias(b));
                self.equations.push((id, old));
                self.guess();
            }
            (_, Node::Named(id, _)) if a != b && self.types.def(id).rigid => self.equate(b, a),
            (Node::Named(f, xs), Node::Named(g, ys)) if f == g => self.equate_all(&xs, &ys),
            (Node::Tuple(xs), Node::Tuple(ys)) => self.equate_all(&xs, &ys),
            (Node::Arrow(_, from_a, to_a), Node::Arrow(_, from_b, to_b)) => {
                self.equate_all(&[from_a, to_a], &[from_b, to_b]);
            }
            // Nothing is learned of an unknown type, and a case that cannot be is checked as it is.
            _ => self.guess(),
        }
    }

    fn equate_all(&mut self, matched: &[Ty], made: &[Ty]) {
        for (matched, made) in matched.iter().zip(made) {
            self.equate(*matched, *made);
        }
    }

    /// Forgets what was learned since there were so many equations.
    pub(super) fn forget_equations(&mut self, count: usize) {
        while self.equations.len() > count {
            if let Some((id, old)) = self.equations.pop() {
                self.types.def_mut(id).body = old;
            }
        }
    }
}
