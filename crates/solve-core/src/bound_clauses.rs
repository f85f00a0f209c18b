//! Clauses between bounds of one integer: `x <= 3` implies `x <= 5`.
//!
//! With them the SAT solver draws by itself the conclusions that the closure would have to teach it by one conflict
//! each. Neighbours in the order of their limits are enough, since implications follow each other.

use rustc_hash::FxHashMap;
use term::{Int, Literal, Op, Pool, Sort, Term};

use crate::encode::Encoder;
use crate::sat::{Lit, Sat};

/// What atoms say of one term.
#[derive(Default)]
struct Bounds {
    /// The term is at most the integer exactly if the literal holds.
    at_most: Vec<(Int, Lit)>,
    /// The term is the integer exactly if the literal holds.
    equal: Vec<(Int, Lit)>,
}

/// Adds what follows for atoms that compare the same term with literals.
pub(crate) fn add_bound_clauses(pool: &Pool, encoder: &Encoder, sat: &mut Sat) {
    let mut places: FxHashMap<Term, usize> = FxHashMap::default();
    let mut all: Vec<Bounds> = Vec::new();
    for (atom, lit) in encoder.atoms() {
        let Some((term, bound)) = read(pool, atom) else { continue };
        let place = *places.entry(term).or_insert(all.len());
        if place == all.len() {
            all.push(Bounds::default());
        }
        match bound {
            Bound::AtMost(limit) => all[place].at_most.push((limit, lit)),
            Bound::Above(limit) => all[place].at_most.push((limit, !lit)),
            Bound::Equal(value) => all[place].equal.push((value, lit)),
        }
    }
    for bounds in &mut all {
        bounds.add_clauses(sat);
    }
}

/// What an atom says of a term.
enum Bound {
    AtMost(Int),
    Above(Int),
    Equal(Int),
}

fn read(pool: &Pool, atom: Term) -> Option<(Term, Bound)> {
    let &[a, b] = pool.args(atom) else { return None };
    if pool.sort(a) != Sort::INT {
        return None;
    }
    let literal = |term: Term| match pool.as_literal(term) {
        Some(Literal::Int(int)) => Some(int.clone()),
        _ => None,
    };
    match (pool.op(atom), literal(a), literal(b)) {
        (Op::Le, None, Some(limit)) => Some((a, Bound::AtMost(limit))),
        (Op::Lt, None, Some(limit)) => Some((a, Bound::AtMost(limit.sub(&Int::ONE)))),
        (Op::Lt, Some(limit), None) => Some((b, Bound::Above(limit))),
        (Op::Le, Some(limit), None) => Some((b, Bound::Above(limit.sub(&Int::ONE)))),
        (Op::Eq, None, Some(value)) => Some((a, Bound::Equal(value))),
        (Op::Eq, Some(value), None) => Some((b, Bound::Equal(value))),
        _ => None,
    }
}

impl Bounds {
    fn add_clauses(&mut self, sat: &mut Sat) {
        let by_value = |(a, _): &(Int, Lit), (b, _): &(Int, Lit)| a.cmp(b);
        self.at_most.sort_by(by_value);
        self.equal.sort_by(by_value);
        for pair in self.at_most.windows(2) {
            let ((low, lower), (high, higher)) = (&pair[0], &pair[1]);
            sat.add_clause(&[!*lower, *higher]);
            if low == high {
                sat.add_clause(&[*lower, !*higher]);
            }
        }
        for (value, is_equal) in &self.equal {
            let above = self.at_most.partition_point(|(limit, _)| limit < value);
            if let Some((_, limit)) = self.at_most.get(above) {
                sat.add_clause(&[!*is_equal, *limit]);
            }
            if let Some((_, limit)) = above.checked_sub(1).map(|at| &self.at_most[at]) {
                sat.add_clause(&[!*is_equal, !*limit]);
            }
        }
        for pair in self.equal.windows(2).filter(|pair| pair[0].0 != pair[1].0) {
            sat.add_clause(&[!pair[0].1, !pair[1].1]);
        }
    }
}
