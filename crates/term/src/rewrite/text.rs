//! Rules for strings.

use crate::op::Op;
use crate::pool::{Pool, Term};

impl Pool {
    /// match: `0 ≤ len(s)` or `len(s) < 0`, and with other constants that decide; result: its truth.
    pub(super) fn length_is_not_negative(&self, op: Op, a: Term, b: Term) -> Option<Term> {
        let is_length = |term| self.op(term) == Op::TextLen;
        match (self.as_i64(a), self.as_i64(b)) {
            (Some(n), _) if is_length(b) => {
                (n < 0 || (n == 0 && op == Op::Le)).then_some(Term::TRUE)
            }
            (_, Some(n)) if is_length(a) => {
                (n < 0 || (n == 0 && op == Op::Lt)).then_some(Term::FALSE)
            }
            _ => None,
        }
    }

    /// match: the length of a concatenation; result: the sum of the lengths.
    pub(super) fn length_of_parts(&self, text: Term) -> Option<Term> {
        let (Op::TextConcat, parts) = self.node(text) else { return None };
        let lengths: Vec<Term> =
            parts.iter().map(|part| self.text_op(Op::TextLen, &[*part])).collect();
        Some(self.add(&lengths))
    }
}
