//! Rules for connectives and conditionals.

use crate::op::Op;
use crate::pool::{Pool, Term};

/// Absorption compares every pair, so it is tried on short operand lists only.
const ABSORB_UP_TO: usize = 8;

impl Pool {
    /// match: `a ∧ … ∧ (a ∨ …)`; result: without the disjunction. And the dual.
    pub(super) fn absorb(&self, op: Op, operands: &[Term]) -> Option<Term> {
        if operands.len() > ABSORB_UP_TO {
            return None;
        }
        let dual = if op == Op::And { Op::Or } else { Op::And };
        let absorbed = |term: &Term| match self.node(*term) {
            (inner, parts) if inner == dual => parts.iter().any(|part| operands.contains(part)),
            _ => false,
        };
        if !operands.iter().any(absorbed) {
            return None;
        }
        let kept: Vec<Term> = operands.iter().copied().filter(|term| !absorbed(term)).collect();
        Some(if op == Op::And { self.and(&kept) } else { self.or(&kept) })
    }

    /// match: `ite(c, x, y) = z` with literals `x`, `y`, `z`; result: `c`, `¬c` or false.
    pub(super) fn eq_ite_literals(&self, a: Term, b: Term) -> Option<Term> {
        let (ite, literal) = match (self.op(a), self.op(b)) {
            (Op::Ite, Op::Lit(_)) => (a, b),
            (Op::Lit(_), Op::Ite) => (b, a),
            _ => return None,
        };
        let &[cond, yes, no] = self.args(ite) else { return None };
        self.as_literal(yes)?;
        self.as_literal(no)?;
        // The branches differ: equal ones are no conditional.
        Some(match literal {
            _ if yes == literal => cond,
            _ if no == literal => self.not(cond),
            _ => Term::FALSE,
        })
    }

    /// match: a conditional directly under one with the same condition; result: without it.
    pub(super) fn ite_same_cond(&self, cond: Term, yes: Term, no: Term) -> Option<Term> {
        match (self.node(yes), self.node(no)) {
            ((Op::Ite, &[inner, then, _]), _) if inner == cond => Some(self.ite(cond, then, no)),
            (_, (Op::Ite, &[inner, _, other])) if inner == cond => Some(self.ite(cond, yes, other)),
            _ => None,
        }
    }
}
