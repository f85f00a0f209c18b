//! Making two types equal.

use super::{Node, Ty, Types};
use crate::ast::Label;

/// Why two types cannot be equal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mismatch {
    /// They differ somewhere.
    Differ,
    /// One would have to contain itself.
    Cyclic,
    /// Whether they are equal would take too long to find out.
    TooLarge,
}

/// How many pairs of parts are compared for two types. What was found equal is remembered, so only
/// abbreviations that stand for astronomical types need more.
const MAX_STEPS: u32 = 1_000_000;
/// How deep types may be nested once their abbreviations are expanded.
const MAX_DEPTH: u32 = 20_000;

/// How far a comparison has come.
#[derive(Default)]
pub(super) struct Effort {
    steps: u32,
    depth: u32,
}

impl Types {
    /// Makes two types equal by solving unknown ones.
    pub(crate) fn unify(&mut self, a: Ty, b: Ty) -> Result<(), Mismatch> {
        self.unify_parts(a, b, &mut Effort::default())
    }

    pub(super) fn unify_parts(
        &mut self,
        a: Ty,
        b: Ty,
        effort: &mut Effort,
    ) -> Result<(), Mismatch> {
        let (a, b) = (self.find(a), self.find(b));
        if a == b {
            return Ok(());
        }
        effort.steps += 1;
        if effort.steps > MAX_STEPS || effort.depth > MAX_DEPTH {
            return Err(Mismatch::TooLarge);
        }
        effort.depth += 1;
        let unified = self.unify_nodes(a, b, effort);
        effort.depth -= 1;
        unified
    }

    fn unify_nodes(&mut self, a: Ty, b: Ty, effort: &mut Effort) -> Result<(), Mismatch> {
        match (self.node(a).clone(), self.node(b).clone()) {
            // What fits everything is not made equal to anything.
            (Node::Any, _) | (_, Node::Any) => Ok(()),
            (Node::Unknown { level }, _) => self.solve(a, level, b),
            (_, Node::Unknown { level }) => self.solve(b, level, a),
            (Node::Named(f, xs), Node::Named(g, ys)) if f == g => {
                // Arguments of an abbreviation may differ where it does not use them.
                if self.unify_all(&xs, &ys, effort).is_err() {
                    return self.unify_heads(a, b, effort);
                }
                self.link(a, b);
                Ok(())
            }
            _ => self.unify_heads(a, b, effort),
        }
    }

    /// Two types that are no unknowns, their abbreviations expanded.
    fn unify_heads(&mut self, a: Ty, b: Ty, effort: &mut Effort) -> Result<(), Mismatch> {
        let ((x, left), (y, right)) = (self.head(a), self.head(b));
        if x != a || y != b {
            // Abbreviations are expanded anew each time, so what was found has to be remembered.
            // Types that were made equal stay equal.
            // They are taken to be equal while they are compared: types of polymorphic variants
            // may contain themselves.
            if self.equal.insert((a, b))
                && let Err(mismatch) = self.unify_parts(x, y, effort)
            {
                self.equal.remove(&(a, b));
                return Err(mismatch);
            }
            return Ok(());
        }
        match (left, right) {
            (Node::Named(f, xs), Node::Named(g, ys)) if f == g => {
                self.unify_all(&xs, &ys, effort)?;
            }
            (Node::Tuple(xs), Node::Tuple(ys)) if xs.len() == ys.len() => {
                self.unify_all(&xs, &ys, effort)?;
            }
            (Node::Arrow(l, from_a, to_a), Node::Arrow(m, from_b, to_b)) if l == m => {
                self.unify_parts(from_a, from_b, effort)?;
                self.unify_parts(to_a, to_b, effort)?;
            }
            (Node::Param(i), Node::Param(j)) if i == j => {}
            (Node::Any, _) | (_, Node::Any) => return Ok(()),
            (Node::Tags(a), Node::Tags(b)) => return self.unify_tags(&a, &b, effort),
            _ => return Err(Mismatch::Differ),
        }
        // Remembering that they are equal keeps shared types from being compared again and again.
        self.link(x, y);
        Ok(())
    }

    fn unify_all(&mut self, xs: &[Ty], ys: &[Ty], effort: &mut Effort) -> Result<(), Mismatch> {
        xs.iter().zip(ys).try_for_each(|(x, y)| self.unify_parts(*x, *y, effort))
    }

    /// Solves an unknown type, after making sure that it is not part of its solution, and keeps
    /// the unknowns in the solution from being generalised too early.
    fn solve(&mut self, unknown: Ty, level: u32, solution: Ty) -> Result<(), Mismatch> {
        let mut inner = Vec::new();
        let (mut cyclic, mut has_tags) = (false, false);
        self.visit(solution, &mut |at, node| match node {
            Node::Unknown { level: own } if *own > level => inner.push(at),
            Node::Tags(_) => has_tags = true,
            _ => cyclic |= at == unknown,
        });
        if cyclic || inner.contains(&unknown) {
            // A polymorphic variant may contain itself; such a type is not written down.
            return if has_tags { Ok(()) } else { Err(Mismatch::Cyclic) };
        }
        for at in inner {
            self.nodes[at.0 as usize] = Node::Unknown { level };
        }
        self.link(unknown, solution);
        Ok(())
    }

    /// The type as a function of one argument with this label; unknown types become one.
    pub(crate) fn as_arrow(&mut self, ty: Ty, label: &Label) -> Option<(Label, Ty, Ty)> {
        match self.head(ty).1 {
            Node::Arrow(label, from, to) => Some((label, from, to)),
            Node::Unknown { .. } => {
                let (from, to) = (self.fresh(), self.fresh());
                let arrow = self.arrow(label.clone(), from, to);
                self.unify(ty, arrow).ok()?;
                Some((label.clone(), from, to))
            }
            Node::Any => {
                let (from, to) = (self.any(), self.any());
                Some((label.clone(), from, to))
            }
            Node::Link(_) | Node::Param(_) | Node::Named(..) | Node::Tuple(_) | Node::Tags(_) => {
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::TypeId;

    #[test]
    fn an_unknown_type_is_not_part_of_itself() {
        let mut types = Types::new();
        let x = types.fresh();
        let list = types.named(TypeId::LIST, vec![x]);
        assert_eq!(types.unify(x, list), Err(Mismatch::Cyclic));
        assert_eq!(types.unify(list, x), Err(Mismatch::Cyclic));
    }

    #[test]
    fn doubling_types_do_not_take_exponential_time() {
        let mut types = Types::new();
        let int = types.plain(TypeId::INT);
        let (mut a, mut b) = (int, types.plain(TypeId::INT));
        for _ in 0..60 {
            a = types.tuple(vec![a, a]);
            b = types.tuple(vec![b, b]);
        }
        assert_eq!(types.unify(a, b), Ok(()));
        let scheme = crate::types::Scheme { params: 1, ty: a };
        types.instantiate(scheme);
    }
}
