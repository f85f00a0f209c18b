//! Rules for machine words.

use num_traits::Zero;

use crate::literal::{BitVec, Literal};
use crate::op::Op;
use crate::pool::{Pool, Term};

impl Pool {
    /// match: an operation with zero, with all ones, or with the same operand twice, whose result
    /// does not depend on the rest; result: that operand or a constant.
    pub(super) fn word_unit(&self, op: Op, a: Term, b: Term) -> Option<Term> {
        if a == b {
            return self.same_word_twice(op, a);
        }
        let is_zero = |term| self.as_word(term).is_some_and(|word| word.unsigned().is_zero());
        let is_ones = |term| {
            self.as_word(term)
                .is_some_and(|word| word.unsigned().count_ones() == u64::from(word.width()))
        };
        match op {
            Op::BvAdd | Op::BvOr | Op::BvXor if is_zero(a) => Some(b),
            Op::BvAdd | Op::BvOr | Op::BvXor | Op::BvShl | Op::BvLshr | Op::BvAshr
                if is_zero(b) =>
            {
                Some(a)
            }
            Op::BvAnd | Op::BvMul if is_zero(a) => Some(a),
            Op::BvAnd | Op::BvMul if is_zero(b) => Some(b),
            Op::BvAnd if is_ones(a) => Some(b),
            Op::BvAnd if is_ones(b) => Some(a),
            Op::BvUlt if is_zero(b) => Some(Term::FALSE),
            Op::BvUle if is_zero(a) => Some(Term::TRUE),
            _ => None,
        }
    }

    fn same_word_twice(&self, op: Op, a: Term) -> Option<Term> {
        match op {
            Op::BvAnd | Op::BvOr => Some(a),
            Op::BvXor => self.default_value(self.sort(a)),
            Op::BvUlt | Op::BvSlt => Some(Term::FALSE),
            Op::BvUle | Op::BvSle => Some(Term::TRUE),
            _ => None,
        }
    }

    fn as_word(&self, term: Term) -> Option<&BitVec> {
        match self.as_literal(term) {
            Some(Literal::BitVec(word)) => Some(word),
            _ => None,
        }
    }
}
