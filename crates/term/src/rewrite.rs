//! Simplifications beyond the normal forms: named rules, each with a counter.
//!
//! A rule says what it matches and what it gives. The constructors try the rules of their operator
//! once, in the order of [`Pool::simplified`]; a rule builds its result by constructors and must
//! make it smaller, so that this ends. The property tests ask Z3 whether a rule changed a meaning.

mod boolean;
mod number;
mod text;
mod word;

use std::sync::atomic::{AtomicU64, Ordering};

use crate::op::Op;
use crate::pool::{Pool, Term};

/// A rule of simplification.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rule {
    /// `a ∧ (a ∨ b)` is `a`; `a ∨ (a ∧ b)` is `a`.
    Absorb,
    /// `ite(c, x, y) = z` for literals is `c`, `¬c` or false.
    EqIteLiterals,
    /// `ite(c, ite(c, a, b), d)` is `ite(c, a, d)`, and on the other side.
    IteSameCond,
    /// `a + s = b + s` is `a = b`, for the constant and for shared monomials.
    EqCancel,
    /// `a + s ≤ b + s` is `a ≤ b`, for the constant and for shared monomials.
    OrderCancel,
    /// Division and remainder by one.
    DivByOne,
    /// The length of a string is not negative; the length of parts is the sum.
    TextLength,
    /// Operations of machine words with zero, all ones, or the same operand twice.
    WordUnit,
}

impl Rule {
    /// All rules.
    pub const ALL: [Rule; 8] = [
        Rule::Absorb,
        Rule::EqIteLiterals,
        Rule::IteSameCond,
        Rule::EqCancel,
        Rule::OrderCancel,
        Rule::DivByOne,
        Rule::TextLength,
        Rule::WordUnit,
    ];
}

/// How often each rule has fired.
#[derive(Default)]
pub(crate) struct Counters([AtomicU64; Rule::ALL.len()]);

impl Pool {
    /// How often a rule has fired in this pool.
    pub fn fired(&self, rule: Rule) -> u64 {
        self.rewrites.0[rule as usize].load(Ordering::Relaxed)
    }

    fn count(&self, rule: Rule, result: Option<Term>) -> Option<Term> {
        if result.is_some() {
            self.rewrites.0[rule as usize].fetch_add(1, Ordering::Relaxed);
        }
        result
    }

    /// The result of the rules on a term that its constructor is about to intern.
    pub(crate) fn simplified(&self, op: Op, args: &[Term]) -> Option<Term> {
        match (op, args) {
            (Op::And | Op::Or, _) => self.count(Rule::Absorb, self.absorb(op, args)),
            (Op::Eq, &[a, b]) => self
                .count(Rule::EqIteLiterals, self.eq_ite_literals(a, b))
                .or_else(|| self.count(Rule::EqCancel, self.eq_cancel(a, b))),
            (Op::Ite, &[c, a, b]) => self.count(Rule::IteSameCond, self.ite_same_cond(c, a, b)),
            (Op::Le | Op::Lt, &[a, b]) => self
                .count(Rule::OrderCancel, self.order_cancel(op, a, b))
                .or_else(|| self.count(Rule::TextLength, self.length_is_not_negative(op, a, b))),
            (Op::Div | Op::Mod | Op::Ratio, &[a, b]) => {
                self.count(Rule::DivByOne, self.div_by_one(op, a, b))
            }
            (Op::TextLen, &[a]) => self.count(Rule::TextLength, self.length_of_parts(a)),
            (_, &[a, b]) => self.count(Rule::WordUnit, self.word_unit(op, a, b)),
            _ => None,
        }
    }
}
