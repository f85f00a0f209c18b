//! Assuming literals.

use term::{Op, Pool, Sort, Term};

use super::Closure;
use super::node::Node;
use super::proof::{Reason, Tag};

/// How a Boolean term is to be taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    /// All operands hold.
    All,
    /// No operand of the disjunction below holds.
    None,
    /// An atom or its negation.
    Literal,
    /// Anything else made with connectives.
    Clause,
}

impl Shape {
    pub(crate) fn of(pool: &Pool, term: Term) -> Shape {
        match pool.node(term) {
            (Op::And, _) => Shape::All,
            (Op::Or, _) => Shape::Clause,
            (Op::Not, &[inner]) => match pool.op(inner) {
                Op::Or => Shape::None,
                Op::And => Shape::Clause,
                Op::Eq if is_connective(pool, inner) => Shape::Clause,
                _ => Shape::Literal,
            },
            (Op::Eq, _) if is_connective(pool, term) => Shape::Clause,
            _ => Shape::Literal,
        }
    }
}

/// Whether an equation relates truth values of which one is more than a name.
pub(crate) fn is_connective(pool: &Pool, equation: Term) -> bool {
    let sides = pool.args(equation);
    let is_name = |side: &Term| matches!(pool.op(*side), Op::Var(_) | Op::Field(..));
    pool.sort(sides[0]) == Sort::BOOL && !sides.iter().all(is_name)
}

impl Closure {
    /// Assumes an atom or its negation; the conclusions are drawn by [`Closure::propagate`].
    pub(crate) fn assume(&mut self, pool: &Pool, literal: Term, tag: Tag) {
        match pool.node(literal) {
            (Op::Not, &[inner]) => self.assume_atom(pool, inner, false, tag),
            _ => self.assume_atom(pool, literal, true, tag),
        }
    }

    /// Assumes that an atom holds, or that it does not.
    pub(crate) fn assume_atom(&mut self, pool: &Pool, atom: Term, holds: bool, tag: Tag) {
        let why = Reason::Given(tag);
        match pool.node(atom) {
            (Op::Eq, &[a, b]) => {
                let (a, b) = (self.node_of(pool, a), self.node_of(pool, b));
                self.relate(a, b, holds, why);
            }
            (Op::Is(ctor), &[x]) => {
                let x = self.node_of(pool, x);
                self.restrict_to(x, ctor, holds, why);
            }
            (Op::Apply(func), &[a, b]) if self.is_order(func) => {
                let (a, b) = (self.node_of(pool, a), self.node_of(pool, b));
                self.order_by(func, (a, b), holds, why);
            }
            (Op::Lt, &[a, b]) => self.assume_number_order(pool, a, b, holds, why),
            // Not above is at most, so the sides change places.
            (Op::Le, &[a, b]) => self.assume_number_order(pool, b, a, !holds, why),
            _ => {
                let node = self.node_of(pool, atom);
                self.equate(node, Node::truth(holds), why);
            }
        }
    }

    /// Integers are for arithmetic. Orders of rational numbers can contradict each other here, but
    /// whether they have a model is not seen.
    fn assume_number_order(&mut self, pool: &Pool, a: Term, b: Term, holds: bool, why: Reason) {
        if pool.sort(a) == Sort::INT {
            return self.compare_terms(pool, (a, b), holds, why);
        }
        self.counts.gaps += 1;
        let (a, b) = (self.node_of(pool, a), self.node_of(pool, b));
        self.order(a, b, holds, why);
    }
}
