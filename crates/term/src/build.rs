//! The constructors: one file for each family of operators.
//!
//! A constructor takes operands of the right sorts and returns the term in the normal form that is
//! written on its [`Op`]. Simplifications beyond that are rules in `rewrite`.

mod array;
mod boolean;
mod data;
mod leaf;
mod number;
mod text;
mod word;

use smallvec::SmallVec;

use crate::literal::Literal;
use crate::op::{Op, SortError};
use crate::pool::{Pool, Term};
use crate::semantics;
use crate::sort::Sort;

/// An operand list wider than this is kept as one operand instead of being merged into the list
/// above it: otherwise building a conjunction of `n` parts step by step would take `n²` time.
pub(crate) const WIDE: usize = 32;

impl Pool {
    /// The term of `op` over operands that fit it; `sort` is its sort. This is how a traversal
    /// makes terms anew without knowing the operator.
    pub fn make(&self, op: Op, args: &[Term], sort: Sort) -> Term {
        match (op, args) {
            (Op::Lit(_) | Op::Var(_), _) => self.intern(op, args, sort),
            (Op::Apply(func), _) => self.apply(func, args),
            (Op::Not, &[a]) => self.not(a),
            (Op::And, _) => self.and(args),
            (Op::Or, _) => self.or(args),
            (Op::Ite, &[c, a, b]) => self.ite(c, a, b),
            (Op::Eq, &[a, b]) => self.eq(a, b),
            (Op::Le, &[a, b]) => self.le(a, b),
            (Op::Lt, &[a, b]) => self.lt(a, b),
            (Op::Add, _) => self.add(args),
            (Op::Mul, _) => self.mul(args),
            (Op::Div, &[a, b]) => self.div(a, b),
            (Op::Mod, &[a, b]) => self.modulo(a, b),
            (Op::Ratio, &[a, b]) => self.ratio(a, b),
            (Op::ToReal, &[a]) => self.to_real(a),
            (Op::Floor, &[a]) => self.floor(a),
            (Op::TextConcat, _) => self.text_concat(args),
            (Op::ConstArray, &[a]) => self.const_array(sort, a),
            (Op::Select, &[a, i]) => self.select(a, i),
            (Op::Store, &[a, i, v]) => self.store(a, i, v),
            (Op::Construct(ctor), _) => self.construct(sort, ctor, args),
            (Op::Field(ctor, field), &[a]) => self.field(ctor, field, a),
            (Op::Is(ctor), &[a]) => self.is(ctor, a),
            (word_or_text, _) => self.strict(word_or_text, args, sort),
        }
    }

    /// As [`Pool::make`] for operands that come from a user: checks that they fit.
    pub fn try_make(&self, op: Op, args: &[Term], own: Sort) -> Result<Term, SortError> {
        let sort = self.result_sort(op, args, own)?;
        Ok(self.make(op, args, sort))
    }

    /// The literal that `op` gives on literal operands.
    pub(crate) fn folded(&self, op: Op, args: &[Term]) -> Option<Term> {
        let literals = args
            .iter()
            .map(|arg| self.as_literal(*arg))
            .collect::<Option<SmallVec<[&Literal; 4]>>>()?;
        semantics::fold(op, &literals).map(|literal| self.literal(literal))
    }

    /// A term of an operator whose only normal form is that it folds literals.
    fn strict(&self, op: Op, args: &[Term], sort: Sort) -> Term {
        self.folded(op, args)
            .or_else(|| self.simplified(op, args))
            .unwrap_or_else(|| self.intern(op, &self.oriented(op, args), sort))
    }

    /// The operands, ascending by content if the operator does not mind.
    fn oriented(&self, op: Op, args: &[Term]) -> SmallVec<[Term; 4]> {
        let mut args: SmallVec<[Term; 4]> = args.into();
        if let Op::BvAnd | Op::BvOr | Op::BvXor | Op::BvAdd | Op::BvMul = op {
            args.sort_by_key(|arg| self.content_hash(*arg));
        }
        args
    }
}
