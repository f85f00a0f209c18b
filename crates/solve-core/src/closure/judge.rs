//! Whether a literal holds for the values of integers, computed from its term alone.
//!
//! This is the dull way beside the clever one: it knows nothing of forms, bounds and rows. It judges what
//! most literals over integers are, comparisons of sums of variables, and leaves everything else to the
//! evaluation of a whole model.

use term::{Int, Literal, Op, Pool, Sort, Term};

use super::Closure;

/// Terms deeper than this are left to others.
const DEEPEST: u32 = 32;

impl Closure {
    /// Whether a literal holds. None if it is about more than integers.
    pub(crate) fn judge(&self, pool: &Pool, literal: Term) -> Option<bool> {
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
            (Op::Var(_), _) => self.integer(self.nodes.root(*self.by_term.get(&term)?)),
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
