//! Integers and rational numbers: sums and products in normal form, orders, division.

use num_rational::BigRational;
use num_traits::{One, Zero};
use smallvec::SmallVec;

use crate::build::WIDE;
use crate::int::Int;
use crate::literal::Literal;
use crate::op::Op;
use crate::pool::{Pool, Term};
use crate::sort::Sort;

/// A sum as it is being put together: different bases with their coefficients, and a constant.
struct Sum {
    monomials: SmallVec<[(Term, Literal); 8]>,
    constant: Literal,
}

impl Pool {
    /// Sum of one or more numbers of one sort.
    pub fn add(&self, terms: &[Term]) -> Term {
        if let Some(folded) = self.folded(Op::Add, terms) {
            return folded;
        }
        let sort = self.sort(terms[0]);
        let mut sum = Sum { monomials: SmallVec::new(), constant: zero(sort) };
        for &term in terms {
            self.add_to(&mut sum, term, &one(sort));
        }
        self.finish_sum(sum, sort)
    }

    /// Difference.
    pub fn sub(&self, a: Term, b: Term) -> Term {
        self.add(&[a, self.neg(b)])
    }

    /// The negated number.
    pub fn neg(&self, term: Term) -> Term {
        self.scale(&minus_one(self.sort(term)), term)
    }

    /// Product of one or more numbers of one sort.
    pub fn mul(&self, terms: &[Term]) -> Term {
        let sort = self.sort(terms[0]);
        let mut coefficient = one(sort);
        let mut factors: SmallVec<[Term; 8]> = SmallVec::new();
        for &term in terms {
            let parts = match self.node(term) {
                (Op::Mul, parts) if parts.len() <= WIDE => parts,
                _ => &[term],
            };
            for &part in parts {
                match self.as_literal(part) {
                    Some(number) => coefficient = product(&coefficient, number),
                    None => factors.push(part),
                }
            }
        }
        factors.sort_by_key(|factor| self.content_hash(*factor));
        match factors[..] {
            [] => self.literal(coefficient),
            [factor] => self.scale(&coefficient, factor),
            _ => self.scale(&coefficient, self.intern(Op::Mul, &factors, sort)),
        }
    }

    /// A number times a term that may be a sum or a product.
    fn scale(&self, by: &Literal, term: Term) -> Term {
        let sort = self.sort(term);
        if *by == zero(sort) {
            return self.literal(zero(sort));
        }
        if *by == one(sort) {
            return term;
        }
        if let Some(number) = self.as_literal(term) {
            return self.literal(product(by, number));
        }
        match self.node(term) {
            (Op::Add, parts) if parts.len() <= WIDE => {
                let mut sum = Sum { monomials: SmallVec::new(), constant: zero(sort) };
                self.add_to(&mut sum, term, by);
                self.finish_sum(sum, sort)
            }
            _ => {
                let (base, coefficient) = self.monomial(term);
                self.make_monomial(base, product(by, &coefficient), sort)
            }
        }
    }

    /// Adds `by * term` to a sum.
    fn add_to(&self, sum: &mut Sum, term: Term, by: &Literal) {
        if let Some(number) = self.as_literal(term) {
            sum.constant = plus(&sum.constant, &product(by, number));
            return;
        }
        match self.node(term) {
            (Op::Add, parts) if parts.len() <= WIDE => {
                for part in parts {
                    self.add_to(sum, *part, by);
                }
            }
            _ => {
                let (base, coefficient) = self.monomial(term);
                let coefficient = product(by, &coefficient);
                match sum.monomials.iter_mut().find(|(known, _)| *known == base) {
                    Some((_, known)) => *known = plus(known, &coefficient),
                    None => sum.monomials.push((base, coefficient)),
                }
            }
        }
    }

    fn finish_sum(&self, sum: Sum, sort: Sort) -> Term {
        let mut operands: SmallVec<[Term; 8]> = sum
            .monomials
            .into_iter()
            .filter(|(_, coefficient)| *coefficient != zero(sort))
            .map(|(base, coefficient)| self.make_monomial(base, coefficient, sort))
            .collect();
        operands.sort_by_key(|operand| self.content_hash(*operand));
        if sum.constant != zero(sort) {
            operands.push(self.literal(sum.constant));
        }
        match operands[..] {
            [] => self.literal(zero(sort)),
            [operand] => operand,
            _ => self.intern(Op::Add, &operands, sort),
        }
    }

    /// A term that is neither literal nor narrow sum, as a base with its coefficient.
    fn monomial(&self, term: Term) -> (Term, Literal) {
        let sort = self.sort(term);
        match self.node(term) {
            (Op::Mul, [first, rest @ ..]) => match (self.as_literal(*first), rest) {
                (Some(number), &[base]) => (base, number.clone()),
                (Some(number), _) => (self.intern(Op::Mul, rest, sort), number.clone()),
                (None, _) => (term, one(sort)),
            },
            _ => (term, one(sort)),
        }
    }

    fn make_monomial(&self, base: Term, coefficient: Literal, sort: Sort) -> Term {
        if coefficient == one(sort) {
            return base;
        }
        let number = self.literal(coefficient);
        match self.node(base) {
            (Op::Mul, factors) => {
                let operands: SmallVec<[Term; 8]> =
                    std::iter::once(number).chain(factors.iter().copied()).collect();
                self.intern(Op::Mul, &operands, sort)
            }
            _ => self.intern(Op::Mul, &[number, base], sort),
        }
    }

    /// `a ≤ b`
    pub fn le(&self, a: Term, b: Term) -> Term {
        self.order(Op::Le, a, b, Term::TRUE)
    }

    /// `a < b`
    pub fn lt(&self, a: Term, b: Term) -> Term {
        self.order(Op::Lt, a, b, Term::FALSE)
    }

    fn order(&self, op: Op, a: Term, b: Term, when_same: Term) -> Term {
        if a == b {
            return when_same;
        }
        self.folded(op, &[a, b])
            .or_else(|| self.simplified(op, &[a, b]))
            .unwrap_or_else(|| self.intern(op, &[a, b], Sort::BOOL))
    }

    /// Quotient of integers that leaves a remainder of at least zero; zero for a divisor of zero.
    pub fn div(&self, a: Term, b: Term) -> Term {
        self.guarded(Op::Div, a, b, self.int(0))
    }

    /// Remainder of [`Pool::div`]; the dividend for a divisor of zero.
    pub fn modulo(&self, a: Term, b: Term) -> Term {
        self.guarded(Op::Mod, a, b, a)
    }

    /// Quotient of rational numbers; zero for a divisor of zero.
    pub fn ratio(&self, a: Term, b: Term) -> Term {
        self.guarded(Op::Ratio, a, b, self.real_ratio(0, 1))
    }

    /// SMT-LIB leaves division by zero open, and solvers would choose what suits them. The guard
    /// makes it `by_zero` for everyone.
    fn guarded(&self, op: Op, a: Term, b: Term, by_zero: Term) -> Term {
        if let Some(folded) = self.folded(op, &[a, b]).or_else(|| self.simplified(op, &[a, b])) {
            return folded;
        }
        let sort = self.sort(a);
        let none = self.literal(zero(sort));
        let plain = self.intern(op, &[a, b], sort);
        if self.as_literal(b).is_some() && b != none {
            return plain;
        }
        self.ite(self.eq(b, none), by_zero, plain)
    }

    /// An integer as a rational number.
    pub fn to_real(&self, term: Term) -> Term {
        self.strict(Op::ToReal, &[term], Sort::REAL)
    }

    /// The largest integer not above a rational number.
    pub fn floor(&self, term: Term) -> Term {
        self.strict(Op::Floor, &[term], Sort::INT)
    }
}

fn zero(sort: Sort) -> Literal {
    match sort {
        Sort::REAL => Literal::Real(BigRational::zero()),
        _ => Literal::Int(Int::ZERO),
    }
}

fn one(sort: Sort) -> Literal {
    match sort {
        Sort::REAL => Literal::Real(BigRational::one()),
        _ => Literal::Int(Int::ONE),
    }
}

fn minus_one(sort: Sort) -> Literal {
    match sort {
        Sort::REAL => Literal::Real(-BigRational::one()),
        _ => Literal::Int(Int::from(-1)),
    }
}

fn plus(a: &Literal, b: &Literal) -> Literal {
    match (a, b) {
        (Literal::Int(a), Literal::Int(b)) => Literal::Int(a.add(b)),
        (Literal::Real(a), Literal::Real(b)) => Literal::Real(a + b),
        _ => unreachable!("the operands of a sum are numbers of one sort"),
    }
}

fn product(a: &Literal, b: &Literal) -> Literal {
    match (a, b) {
        (Literal::Int(a), Literal::Int(b)) => Literal::Int(a.mul(b)),
        (Literal::Real(a), Literal::Real(b)) => Literal::Real(a * b),
        _ => unreachable!("the operands of a product are numbers of one sort"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_collected() {
        let pool = Pool::new();
        let (x, y) = (pool.var("x", Sort::INT), pool.var("y", Sort::INT));
        let sum = pool.add(&[x, pool.int(3), y, x]);
        assert_eq!(pool.sub(sum, x), pool.add(&[y, pool.int(3), x]));
        assert_eq!(pool.sub(sum, sum), pool.int(0));
        assert_eq!(pool.mul(&[pool.int(2), pool.add(&[x, y])]), pool.add(&[x, y, y, x]));
        assert_eq!(pool.neg(pool.neg(x)), x);
    }

    #[test]
    fn products_are_collected() {
        let pool = Pool::new();
        let (x, y) = (pool.var("x", Sort::REAL), pool.var("y", Sort::REAL));
        let half = pool.real_ratio(1, 2);
        let product = pool.mul(&[half, x, y]);
        assert_eq!(pool.mul(&[y, x]), pool.add(&[product, product]));
        assert_eq!(pool.mul(&[product, pool.real_ratio(0, 1)]), pool.real_ratio(0, 1));
    }

    #[test]
    fn division_by_a_variable_is_guarded() {
        let pool = Pool::new();
        let (x, y) = (pool.var("x", Sort::INT), pool.var("y", Sort::INT));
        assert_eq!(pool.op(pool.div(x, y)), Op::Ite);
        assert_eq!(pool.op(pool.div(x, pool.int(2))), Op::Div);
        assert_eq!(pool.div(x, pool.int(0)), pool.int(0));
        assert_eq!(pool.modulo(x, pool.int(0)), x);
    }
}
