//! Rules for numbers.

use num_traits::Signed;
use smallvec::{SmallVec, smallvec};

use crate::build::WIDE;
use crate::literal::Literal;
use crate::op::Op;
use crate::pool::{Pool, Term};
use crate::sort::Sort;

impl Pool {
    /// match: an equation of numbers whose sides share a monomial or both have a constant; result:
    /// what differs.
    pub(super) fn eq_cancel(&self, a: Term, b: Term) -> Option<Term> {
        let (left, right) = self.cancelled(a, b)?;
        Some(self.eq(left, right))
    }

    /// match: an order atom whose sides share a monomial, or whose left side has a constant beside
    /// other summands; result: what differs, with the constant on the right.
    pub(super) fn order_cancel(&self, op: Op, a: Term, b: Term) -> Option<Term> {
        let (left, right) = self.cancelled(a, b).or_else(|| self.constant_moved(a, b))?;
        Some(if op == Op::Le { self.le(left, right) } else { self.lt(left, right) })
    }

    /// Both sides without what they share; none if they share nothing.
    fn cancelled(&self, a: Term, b: Term) -> Option<(Term, Term)> {
        if !matches!(self.sort(a), Sort::INT | Sort::REAL) {
            return None;
        }
        let (left, right) = (self.summands(a), self.summands(b));
        let shares =
            left.iter().any(|part| right.iter().any(|other| self.same_base(*part, *other)));
        shares.then(|| self.split_difference(self.sub(a, b)))
    }

    fn constant_moved(&self, a: Term, b: Term) -> Option<(Term, Term)> {
        match self.summands(a)[..] {
            [_, .., last] if self.as_literal(last).is_some() => {
                Some((self.sub(a, last), self.sub(b, last)))
            }
            _ => None,
        }
    }

    /// The summands with a positive coefficient on the left, the others negated on the right. The
    /// constant goes to the right, or alone to the left if all others went right.
    fn split_difference(&self, difference: Term) -> (Term, Term) {
        let zero = self.sub(difference, difference);
        let (mut left, mut right) = (vec![zero], vec![zero]);
        let mut constant = None;
        for part in self.summands(difference) {
            if self.as_literal(part).is_some() {
                constant = Some(part);
            } else if self.is_negated(part) {
                right.push(self.neg(part));
            } else {
                left.push(part);
            }
        }
        match constant {
            Some(constant) if left.len() == 1 && right.len() > 1 => left.push(constant),
            Some(constant) => right.push(self.neg(constant)),
            None => {}
        }
        (self.add(&left), self.add(&right))
    }

    fn is_negated(&self, monomial: Term) -> bool {
        match self.node(monomial) {
            (Op::Mul, [first, ..]) => match self.as_literal(*first) {
                Some(Literal::Int(int)) => int.is_negative(),
                Some(Literal::Real(real)) => real.is_negative(),
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether two summands would be collected into one.
    fn same_base(&self, a: Term, b: Term) -> bool {
        let base = |term: Term| match self.node(term) {
            (Op::Mul, [first, rest @ ..]) if self.as_literal(*first).is_some() => match rest {
                [base] => (Some(*base), &[][..]),
                _ => (None, rest),
            },
            (Op::Mul, factors) => (None, factors),
            _ => (Some(term), &[][..]),
        };
        let both_literal = self.as_literal(a).is_some() && self.as_literal(b).is_some();
        both_literal || base(a) == base(b)
    }

    /// The parts of a narrow sum; any other term is its own only part.
    fn summands(&self, term: Term) -> SmallVec<[Term; 8]> {
        match self.node(term) {
            (Op::Add, parts) if parts.len() <= WIDE => parts.into(),
            _ => smallvec![term],
        }
    }

    /// match: division or remainder by one; result: the dividend, or zero.
    pub(super) fn div_by_one(&self, op: Op, a: Term, b: Term) -> Option<Term> {
        let is_one = b == self.int(1) || b == self.real_ratio(1, 1);
        is_one.then(|| if op == Op::Mod { self.int(0) } else { a })
    }
}
