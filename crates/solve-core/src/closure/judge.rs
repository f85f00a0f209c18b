//! Whether a literal holds for the values of integers, computed from its term alone.
//!
//! This is the dull way beside the clever one: it knows nothing of bounds and rows. It judges what most
//! literals over integers are, comparisons of sums of variables, fields and results of functions. Together
//! with the check that the members of each class have one value, that is enough for a whole query: nothing
//! else in a model depends on arithmetic, but for conditions below other terms. Those are left to the
//! evaluation of a whole model, which costs much more.

use term::{Int, Literal, Op, Pool, Sort, Term};

use super::Closure;
use super::node::{Node, Role};

/// Terms deeper than this are left to others.
const DEEPEST: u32 = 32;

impl Closure {
    /// Whether the values of integers show that literals are as they are said to be, after
    /// [`Closure::settle`] found them consistent.
    pub(crate) fn is_evident(
        &self,
        pool: &Pool,
        mut literals: impl Iterator<Item = (Term, bool)>,
    ) -> bool {
        let is_condition = |node: &Node| self.nodes[*node].role != Role::Plain;
        let is_right = |(literal, holds): (Term, bool)| match self.judge(pool, literal) {
            Some(judged) => judged == holds,
            None => !compares_numbers(pool, literal),
        };
        !self.open.iter().any(is_condition)
            && literals.all(is_right)
            && self.classes_of_numbers().all(|class| self.has_one_value(class))
    }

    /// Whether all members of a class that arithmetic has met have the same integer as their value.
    fn has_one_value(&self, class: Node) -> bool {
        let known = self.integer(class);
        let members = self.nodes.members(class).filter(|node| self.nodes[*node].form.is_some());
        known.is_some() && members.map(|node| self.form_value(node)).all(|value| value == known)
    }

    /// Whether a literal holds. None if it is about more than integers.
    fn judge(&self, pool: &Pool, literal: Term) -> Option<bool> {
        match pool.node(literal) {
            (Op::Not, &[inner]) if !matches!(pool.op(inner), Op::Not) => {
                self.judge(pool, inner).map(|holds| !holds)
            }
            (Op::Lt, &[a, b]) if pool.sort(a) == Sort::INT => {
                Some(self.computed(pool, a, 0)? < self.computed(pool, b, 0)?)
            }
            (Op::Le, &[a, b]) if pool.sort(a) == Sort::INT => {
                Some(self.computed(pool, a, 0)? <= self.computed(pool, b, 0)?)
            }
            (Op::Eq, &[a, b]) if pool.sort(a) == Sort::INT => {
                Some(self.computed(pool, a, 0)? == self.computed(pool, b, 0)?)
            }
            _ => None,
        }
    }

    fn computed(&self, pool: &Pool, term: Term, depth: u32) -> Option<Int> {
        if depth == DEEPEST {
            return None;
        }
        let operand = |term: Term| self.computed(pool, term, depth + 1);
        match pool.node(term) {
            (Op::Lit(_), _) => match pool.as_literal(term) {
                Some(Literal::Int(int)) => Some(int.clone()),
                _ => None,
            },
            (Op::Var(_) | Op::Field(..) | Op::Apply(_), _) => {
                self.integer(self.nodes.root(*self.by_term.get(&term)?))
            }
            (Op::Add, parts) => {
                parts.iter().try_fold(Int::ZERO, |sum, part| Some(sum.add(&operand(*part)?)))
            }
            (Op::Mul, parts) => {
                parts.iter().try_fold(Int::ONE, |product, part| Some(product.mul(&operand(*part)?)))
            }
            (Op::Div, &[a, b]) => Some(operand(a)?.div_euclid(&operand(b)?)),
            (Op::Mod, &[a, b]) => Some(operand(a)?.rem_euclid(&operand(b)?)),
            _ => None,
        }
    }
}

/// Whether a literal is a comparison of numbers, or its negation.
fn compares_numbers(pool: &Pool, literal: Term) -> bool {
    match pool.node(literal) {
        (Op::Not, &[inner]) => compares_numbers(pool, inner),
        (Op::Lt | Op::Le, _) => true,
        (Op::Eq, &[a, _]) => pool.sort(a) == Sort::INT,
        _ => false,
    }
}
