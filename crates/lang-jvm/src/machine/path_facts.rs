//! What the choices of a run so far say about the ones to come.
//!
//! A recursive method asks the same of `n`, `n - 1` and `n - 2` again and again, and once `n` is known to be
//! one number, everything that hangs on it is. Such questions are no choices: nothing is recorded of them,
//! and no solver gets to see them.

use std::cell::Cell;

use rustc_hash::FxHashMap;
use term::{Op, Pool, Term};

use crate::ranges::Ranges;

/// The most subterms that are visited to put known numbers into a condition.
const MOST_VISITS: usize = 2_000;

/// What is known on the path of a run.
#[derive(Clone, Default)]
pub(crate) struct PathFacts {
    ranges: Ranges,
    /// Conditions that were decided, as they were asked.
    decided: FxHashMap<Term, bool>,
    /// Whether all choices are wanted, those with one alternative too.
    is_off: bool,
}

impl PathFacts {
    /// Begins another path.
    pub(super) fn restart(&mut self) {
        self.ranges.restart();
        self.decided.clear();
    }

    /// Whether all choices are wanted from here on, those with one alternative too.
    pub(super) fn switch_off(&mut self, is_off: bool) {
        self.is_off = is_off;
    }

    /// Adds a condition that holds on this path.
    pub(super) fn assume(&mut self, pool: &Pool, cond: Term) {
        if self.is_off || pool.as_bool(cond).is_some() {
            return;
        }
        self.ranges.assume(pool, cond);
        let (cond, holds) = match pool.node(cond) {
            (Op::Not, [inner]) => (*inner, false),
            _ => (cond, true),
        };
        self.decided.insert(cond, holds);
    }

    /// Whether a condition holds, if the path tells.
    pub(super) fn settled(&mut self, pool: &Pool, cond: Term) -> Option<bool> {
        if self.is_off || pool.as_bool(cond).is_some() {
            return None;
        }
        let (inner, holds) = match pool.node(cond) {
            (Op::Not, [inner]) => (*inner, false),
            _ => (cond, true),
        };
        if let Some(known) = self.decided.get(&inner) {
            return Some(*known == holds);
        }
        self.by_ranges(pool, cond).or_else(|| {
            let with_numbers = self.with_numbers(pool, cond)?;
            pool.as_bool(with_numbers).or_else(|| self.by_ranges(pool, with_numbers))
        })
    }

    fn by_ranges(&mut self, pool: &Pool, cond: Term) -> Option<bool> {
        if !self.ranges.may_hold(pool, cond) {
            return Some(false);
        }
        (!self.ranges.may_hold(pool, pool.not(cond))).then_some(true)
    }

    /// A condition with the numbers that are known; none if none of them is in it.
    fn with_numbers(&self, pool: &Pool, cond: Term) -> Option<Term> {
        let fixed = self.ranges.fixed();
        if fixed.is_empty() {
            return None;
        }
        let visits = Cell::new(0);
        let made = pool.replace(cond, |term| {
            visits.set(visits.get() + 1);
            match fixed.get(&term) {
                None if visits.get() > MOST_VISITS => Some(term),
                known => known.copied(),
            }
        });
        (made != cond).then_some(made)
    }

    /// The only one of some alternatives, one of which holds, that may hold.
    pub(super) fn only(&mut self, pool: &Pool, conds: &[Term]) -> Option<usize> {
        if self.is_off || conds.contains(&Term::TRUE) {
            return None;
        }
        let mut open = (0..conds.len()).filter(|at| {
            let cond = conds[*at];
            cond != Term::FALSE && self.settled(pool, cond) != Some(false)
        });
        let first = open.next()?;
        open.next().is_none().then_some(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(pool: &Pool, number: u64) -> Term {
        pool.bitvec(32, number)
    }

    #[test]
    fn what_hangs_on_a_known_number_is_no_choice() {
        let pool = Pool::new();
        let [n, m] = ["n", "m"].map(|name| pool.var(name, pool.bitvec_sort(32)));
        let mut path = PathFacts::default();
        let square_is = |value| pool.eq(pool.word(Op::BvMul, &[n, n]), number(&pool, value));
        assert_eq!(path.settled(&pool, square_is(49)), None);
        path.assume(&pool, pool.eq(n, number(&pool, 7)));
        assert_eq!(path.settled(&pool, square_is(49)), Some(true));
        assert_eq!(path.settled(&pool, square_is(48)), Some(false));
        let less = pool.word(Op::BvSlt, &[m, pool.word(Op::BvMul, &[n, n])]);
        assert_eq!(path.settled(&pool, less), None);
        path.assume(&pool, pool.eq(m, number(&pool, 50)));
        assert_eq!(path.settled(&pool, less), Some(false));
        path.restart();
        assert_eq!(path.settled(&pool, less), None);
    }

    #[test]
    fn what_was_asked_is_not_asked_again() {
        let pool = Pool::new();
        let [a, b, c] = ["a", "b", "c"].map(|name| pool.var(name, pool.bitvec_sort(32)));
        let less = |a, b| pool.word(Op::BvSlt, &[a, b]);
        let mut path = PathFacts::default();
        path.assume(&pool, pool.not(less(a, b)));
        assert_eq!(path.settled(&pool, less(a, b)), Some(false));
        assert_eq!(path.settled(&pool, pool.not(less(a, b))), Some(true));
        assert_eq!(path.only(&pool, &[less(a, b), less(b, c)]), Some(1));
        assert_eq!(path.only(&pool, &[less(c, b), less(b, c)]), None);
        path.switch_off(true);
        assert_eq!(path.settled(&pool, less(a, b)), None);
    }
}
