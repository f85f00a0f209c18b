//! Truth values, conditionals and equality.

use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use crate::build::WIDE;
use crate::op::Op;
use crate::pool::{Pool, Term};
use crate::sort::Sort;

type Operands = SmallVec<[Term; 8]>;

impl Pool {
    /// Negation. `not(not(t))` is `t`.
    pub fn not(&self, term: Term) -> Term {
        match self.node(term) {
            _ if term == Term::TRUE => Term::FALSE,
            _ if term == Term::FALSE => Term::TRUE,
            (Op::Not, &[inner]) => inner,
            (Op::Le, &[a, b]) => self.lt(b, a),
            (Op::Lt, &[a, b]) => self.le(b, a),
            _ => self.intern(Op::Not, &[term], Sort::BOOL),
        }
    }

    /// Conjunction of any number of terms.
    pub fn and(&self, terms: &[Term]) -> Term {
        self.junction(Op::And, terms, Term::TRUE, Term::FALSE)
    }

    /// Disjunction of any number of terms.
    pub fn or(&self, terms: &[Term]) -> Term {
        self.junction(Op::Or, terms, Term::FALSE, Term::TRUE)
    }

    /// Implication.
    pub fn implies(&self, premise: Term, conclusion: Term) -> Term {
        self.or(&[self.not(premise), conclusion])
    }

    /// All terms pairwise different.
    pub fn distinct(&self, terms: &[Term]) -> Term {
        let mut parts = Vec::new();
        for (at, a) in terms.iter().enumerate() {
            parts.extend(terms[at + 1..].iter().map(|b| self.not(self.eq(*a, *b))));
        }
        self.and(&parts)
    }

    /// `yes` where `cond` holds and `no` elsewhere.
    pub fn ite(&self, cond: Term, yes: Term, no: Term) -> Term {
        match self.node(cond) {
            _ if cond == Term::TRUE || yes == no => yes,
            _ if cond == Term::FALSE => no,
            (Op::Not, &[inner]) => self.ite(inner, no, yes),
            _ if self.sort(yes) == Sort::BOOL => {
                let otherwise = self.not(cond);
                // Both forms are two clauses; this one shares the condition with other splits.
                self.and(&[self.or(&[otherwise, yes]), self.or(&[cond, no])])
            }
            _ => self
                .simplified(Op::Ite, &[cond, yes, no])
                .unwrap_or_else(|| self.intern(Op::Ite, &[cond, yes, no], self.sort(yes))),
        }
    }

    /// Equality of two terms of one sort.
    pub fn eq(&self, a: Term, b: Term) -> Term {
        if a == b {
            return Term::TRUE;
        }
        if self.sort(a) == Sort::BOOL
            && let Some(plain) = self.eq_with_truth(a, b)
        {
            return plain;
        }
        if let Some(plain) = self.plain_equality(a, b) {
            return plain;
        }
        let (a, b) = if self.content_hash(a) <= self.content_hash(b) { (a, b) } else { (b, a) };
        self.simplified(Op::Eq, &[a, b]).unwrap_or_else(|| self.intern(Op::Eq, &[a, b], Sort::BOOL))
    }

    fn eq_with_truth(&self, a: Term, b: Term) -> Option<Term> {
        match (a, b) {
            (Term::TRUE, other) | (other, Term::TRUE) => Some(other),
            (Term::FALSE, other) | (other, Term::FALSE) => Some(self.not(other)),
            _ if self.not(a) == b => Some(Term::FALSE),
            _ => None,
        }
    }

    /// Equality of two different terms, where their tops already tell.
    fn plain_equality(&self, a: Term, b: Term) -> Option<Term> {
        match (self.node(a), self.node(b)) {
            ((Op::Lit(_), _), (Op::Lit(_), _)) => Some(Term::FALSE),
            ((Op::Construct(_), _), (Op::Construct(_), _)) => Some(self.equal_fields(a, b)),
            ((Op::Store | Op::ConstArray, _), (Op::Store | Op::ConstArray, _)) => {
                self.array_equality(a, b)
            }
            _ => None,
        }
    }

    /// Equality of two constructed values, by constructors all the way down. Values can be lists a
    /// million long that share their tails, so this keeps its own stack and meets no pair twice.
    fn equal_fields(&self, a: Term, b: Term) -> Term {
        let mut todo = vec![(a, b)];
        let mut met = FxHashSet::default();
        let mut leaves = Vec::new();
        while let Some((a, b)) = todo.pop() {
            if a == b || !met.insert((a, b)) {
                continue;
            }
            match (self.node(a), self.node(b)) {
                ((Op::Construct(c), xs), (Op::Construct(d), ys)) if c == d => {
                    todo.extend(xs.iter().copied().zip(ys.iter().copied()));
                }
                ((Op::Construct(_), _), (Op::Construct(_), _)) => return Term::FALSE,
                _ => match self.eq(a, b) {
                    Term::FALSE => return Term::FALSE,
                    leaf => leaves.push(leaf),
                },
            }
        }
        self.and(&leaves)
    }

    /// `And` and `Or` in one: `unit` changes nothing and `zero` decides.
    fn junction(&self, op: Op, terms: &[Term], unit: Term, zero: Term) -> Term {
        let mut operands = Operands::new();
        for &term in terms {
            match self.node(term) {
                _ if term == unit => {}
                _ if term == zero => return zero,
                (inner, parts) if inner == op && parts.len() <= WIDE => {
                    operands.extend_from_slice(parts)
                }
                _ => operands.push(term),
            }
        }
        operands.sort_unstable_by_key(|operand| (self.content_hash(*operand), operand.index()));
        operands.dedup();
        match operands[..] {
            [] => unit,
            [one] => one,
            _ if self.has_opposites(&operands) => zero,
            _ => self
                .simplified(op, &operands)
                .unwrap_or_else(|| self.intern(op, &operands, Sort::BOOL)),
        }
    }

    fn has_opposites(&self, operands: &[Term]) -> bool {
        operands.iter().any(|operand| match self.node(*operand) {
            (Op::Not, &[inner]) => self.is_among(inner, operands),
            // The negation of an order atom is another order atom; look it up from one side only.
            (Op::Lt, &[a, b]) => {
                operands.iter().any(|other| self.node(*other) == (Op::Le, &[b, a]))
            }
            _ => false,
        })
    }

    fn is_among(&self, term: Term, sorted: &[Term]) -> bool {
        let hash = self.content_hash(term);
        let at = sorted.partition_point(|other| self.content_hash(*other) < hash);
        sorted[at..].iter().take_while(|o| self.content_hash(**o) == hash).any(|o| *o == term)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn junctions_are_flat_sorted_and_without_repetition() {
        let pool = Pool::new();
        let [p, q, r] = ["p", "q", "r"].map(|name| pool.var(name, Sort::BOOL));
        let one = pool.and(&[p, pool.and(&[q, r]), p]);
        assert_eq!(one, pool.and(&[pool.and(&[r, p]), q]));
        assert_eq!(pool.args(one).len(), 3);
        assert_eq!(pool.and(&[p, pool.not(p)]), Term::FALSE);
        assert_eq!(pool.or(&[p, q, pool.not(p)]), Term::TRUE);
        assert_eq!(pool.and(&[]), Term::TRUE);
        assert_eq!(pool.or(&[q]), q);
    }

    #[test]
    fn an_order_atom_and_its_negation_exclude_each_other() {
        let pool = Pool::new();
        let (x, y) = (pool.var("x", Sort::INT), pool.var("y", Sort::INT));
        assert_eq!(pool.not(pool.lt(x, y)), pool.le(y, x));
        assert_eq!(pool.and(&[pool.lt(x, y), pool.le(y, x)]), Term::FALSE);
    }

    #[test]
    fn equality_of_truth_values_is_a_connective() {
        let pool = Pool::new();
        let p = pool.var("p", Sort::BOOL);
        assert_eq!(pool.eq(p, Term::TRUE), p);
        assert_eq!(pool.eq(Term::FALSE, p), pool.not(p));
        assert_eq!(pool.eq(p, pool.not(p)), Term::FALSE);
    }
}
