//! Constants, variables and applications of uninterpreted functions.

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;

use crate::int::Int;
use crate::literal::{BitVec, Literal, Text};
use crate::op::Op;
use crate::pool::{Pool, Term};
use crate::sort::{Func, Sort, SortNode};

impl Pool {
    /// A truth value.
    pub fn bool(&self, value: bool) -> Term {
        if value { Term::TRUE } else { Term::FALSE }
    }

    /// An integer.
    pub fn int(&self, value: impl Into<Int>) -> Term {
        self.literal(Literal::Int(value.into()))
    }

    /// A rational number.
    pub fn real(&self, value: BigRational) -> Term {
        self.literal(Literal::Real(value))
    }

    /// The rational number `numer / denom`.
    pub fn real_ratio(&self, numer: i64, denom: i64) -> Term {
        self.real(BigRational::new(BigInt::from(numer), BigInt::from(denom)))
    }

    /// A machine word.
    pub fn bitvec(&self, width: u32, bits: u64) -> Term {
        self.literal(Literal::BitVec(BitVec::new(width, BigUint::from(bits))))
    }

    /// A string.
    pub fn text(&self, text: &str) -> Term {
        self.literal(Literal::Text(Text::from(text)))
    }

    /// The element number `number` of an uninterpreted sort.
    pub fn elem(&self, sort: Sort, number: u32) -> Term {
        debug_assert!(matches!(self.sort_node(sort), SortNode::Elem(_)));
        self.literal(Literal::Elem(sort, number))
    }

    /// The variable of this name and sort.
    pub fn var(&self, name: &str, sort: Sort) -> Term {
        self.intern(Op::Var(self.symbol(name)), &[], sort)
    }

    /// An uninterpreted function applied to arguments.
    pub fn apply(&self, func: Func, args: &[Term]) -> Term {
        let (_, result) = self.signature(func);
        self.intern(Op::Apply(func), args, result)
    }
}
