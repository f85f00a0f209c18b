//! What the numbers of a path may still be.
//!
//! A recursive method asks the same question of `n`, `n - 1` and `n - 2`, again and again. Most sides of
//! such questions are closed by the conditions before them, and that is seen without a solver: a condition
//! on one number, alone or with a constant added, leaves a few ranges of it. Conditions of another kind
//! leave everything, so nothing possible is excluded.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use term::{Literal, Op, Pool, SortNode, Term};

/// How many conditions are remembered.
const KEPT: usize = 100_000;
/// The most ranges that are kept of a number.
const MOST_RANGES: usize = 200;
/// The deepest sum or condition that is read.
const DEEPEST: usize = 64;

/// What the numbers of a path may be.
#[derive(Clone, Default, Debug)]
pub struct Ranges {
    /// What a condition leaves of the only number in it, if there is one.
    read: FxHashMap<Term, Option<(Term, Arc<Set>)>>,
    /// What each number may be on this path.
    now: FxHashMap<Term, Set>,
    /// The numbers that can have one value only, with that value.
    fixed: FxHashMap<Term, Term>,
}

impl Ranges {
    /// Begins another path. What was found out about conditions is kept.
    pub fn restart(&mut self) {
        self.now.clear();
        self.fixed.clear();
        if self.read.len() >= KEPT {
            self.read.clear();
        }
    }

    /// Whether a condition may hold on this path; if not, that is certain.
    pub fn may_hold(&mut self, pool: &Pool, cond: Term) -> bool {
        if let Some((var, left)) = self.left(pool, cond, DEEPEST) {
            return match self.now.get(&var) {
                Some(now) => !now.and(&left).is_empty(),
                None => !left.is_empty(),
            };
        }
        match pool.node(cond) {
            (Op::And, conds) => conds.iter().all(|cond| self.may_hold(pool, *cond)),
            (Op::Or, conds) => conds.iter().any(|cond| self.may_hold(pool, *cond)),
            _ => true,
        }
    }

    /// Adds a condition to the path.
    pub fn assume(&mut self, pool: &Pool, cond: Term) {
        if let Some((var, left)) = self.left(pool, cond, DEEPEST) {
            let now = self.now.get(&var).map_or_else(|| (*left).clone(), |now| now.and(&left));
            if let [(first, last)] = now.ranges.as_slice()
                && first == last
                && let SortNode::BitVec(width) = *pool.sort_node(pool.sort(var))
            {
                self.fixed.insert(var, pool.bitvec(width, *first));
            }
            if now.ranges.len() <= MOST_RANGES {
                self.now.insert(var, now);
            }
        } else if let (Op::And, conds) = pool.node(cond) {
            conds.iter().for_each(|cond| self.assume(pool, *cond));
        }
    }

    /// The numbers that can have one value only on this path, with that value.
    #[must_use]
    pub fn fixed(&self) -> &FxHashMap<Term, Term> {
        &self.fixed
    }

    /// The only number of a condition, and what the condition leaves of it.
    fn left(&mut self, pool: &Pool, cond: Term, deepest: usize) -> Option<(Term, Arc<Set>)> {
        if let Some(known) = self.read.get(&cond) {
            return known.clone();
        }
        let read =
            self.read(pool, cond, deepest.checked_sub(1)?).map(|(var, set)| (var, Arc::new(set)));
        self.read.insert(cond, read.clone());
        read
    }

    fn read(&mut self, pool: &Pool, cond: Term, deepest: usize) -> Option<(Term, Set)> {
        match pool.node(cond) {
            (Op::Not, [inner]) => {
                let (var, set) = self.left(pool, *inner, deepest)?;
                Some((var, set.not()))
            }
            (op @ (Op::And | Op::Or), conds) => {
                let (first, rest) = conds.split_first()?;
                let (var, set) = self.left(pool, *first, deepest)?;
                let mut all = (*set).clone();
                for cond in rest {
                    let (other, set) = self.left(pool, *cond, deepest)?;
                    let both = if op == Op::And { all.and(&set) } else { all.or(&set) };
                    all = Some(both)
                        .filter(|both| other == var && both.ranges.len() <= MOST_RANGES)?;
                }
                Some((var, all))
            }
            (op, [a, b]) => compared(pool, op, *a, *b),
            _ => None,
        }
    }
}

/// What a comparison with a constant leaves of the number that is compared.
fn compared(pool: &Pool, op: Op, a: Term, b: Term) -> Option<(Term, Set)> {
    let SortNode::BitVec(width @ 9..=64) = *pool.sort_node(pool.sort(a)) else { return None };
    let (most, smallest) = (most(width), 1_u64 << (width - 1));
    let (sum, known, is_left) = match (literal(pool, a), literal(pool, b)) {
        (None, Some(known)) => (Sum::of(pool, a, width)?, known, true),
        (Some(known), None) => (Sum::of(pool, b, width)?, known, false),
        _ => return None,
    };
    // What is left of the sum, from the one to the other, perhaps beyond the largest number.
    let (below, above) = (known.wrapping_sub(1) & most, known.wrapping_add(1) & most);
    let (first, last) = match op {
        Op::BvUlt | Op::BvUle => (0, most),
        Op::BvSlt | Op::BvSle => (smallest, smallest - 1),
        Op::Eq => (known, known),
        _ => return None,
    };
    let ends = match (op, is_left) {
        (Op::Eq, _) => Some((known, known)),
        (Op::BvUlt | Op::BvSlt, true) => (known != first).then_some((first, below)),
        (Op::BvUlt | Op::BvSlt, false) => (known != last).then_some((above, last)),
        (_, true) => Some((first, known)),
        (_, false) => Some((known, last)),
    };
    let set = ends.map_or(Set { most, ranges: Vec::new() }, |ends| sum.of_var(most, ends));
    Some((sum.var, set))
}

/// The largest number of so many bits.
fn most(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

fn literal(pool: &Pool, term: Term) -> Option<u64> {
    match pool.as_literal(term) {
        Some(Literal::BitVec(word)) => Some(word.unsigned().iter_u64_digits().next().unwrap_or(0)),
        _ => None,
    }
}

/// A variable or its negation, and a constant, in numbers that wrap around.
struct Sum {
    var: Term,
    is_negated: bool,
    plus: u64,
}

impl Sum {
    fn of(pool: &Pool, term: Term, width: u32) -> Option<Sum> {
        let most = most(width);
        let mut sum = Sum { var: term, is_negated: false, plus: 0 };
        for _ in 0..DEEPEST {
            match pool.node(sum.var) {
                (Op::Var(_), _) => return Some(sum),
                (Op::BvNeg, [inner]) => {
                    sum = Sum { var: *inner, is_negated: !sum.is_negated, ..sum }
                }
                (Op::BvAdd, [a, b]) => {
                    let (rest, by) = match literal(pool, *a) {
                        Some(by) => (*b, by),
                        None => (*a, literal(pool, *b)?),
                    };
                    let by = if sum.is_negated { by.wrapping_neg() } else { by };
                    sum = Sum { var: rest, plus: sum.plus.wrapping_add(by) & most, ..sum };
                }
                _ => return None,
            }
        }
        None
    }

    /// The variable, where the sum is in a range that may lead beyond the largest number.
    fn of_var(&self, most: u64, (first, last): (u64, u64)) -> Set {
        let less = |end: u64| end.wrapping_sub(self.plus) & most;
        let (first, last) = match self.is_negated {
            false => (less(first), less(last)),
            true => (less(last).wrapping_neg() & most, less(first).wrapping_neg() & most),
        };
        let ranges = match first <= last {
            true => vec![(first, last)],
            false => vec![(0, last), (first, most)],
        };
        Set { most, ranges }
    }
}

/// Some numbers from zero to a largest one.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Set {
    most: u64,
    /// Ascending, each with its ends, and a gap between any two.
    ranges: Vec<(u64, u64)>,
}

impl Set {
    fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    fn not(&self) -> Set {
        let (mut ranges, mut next) = (Vec::new(), Some(0));
        for (first, last) in &self.ranges {
            ranges.extend(next.filter(|next| next < first).map(|next| (next, first - 1)));
            next = Some(last).filter(|last| **last < self.most).map(|last| last + 1);
        }
        ranges.extend(next.map(|next| (next, self.most)));
        Set { most: self.most, ranges }
    }

    fn and(&self, other: &Set) -> Set {
        let (mut ranges, mut at, mut there) = (Vec::new(), 0, 0);
        while let (Some(one), Some(two)) = (self.ranges.get(at), other.ranges.get(there)) {
            let (first, last) = (one.0.max(two.0), one.1.min(two.1));
            ranges.extend((first <= last).then_some((first, last)));
            if one.1 < two.1 { at += 1 } else { there += 1 }
        }
        Set { most: self.most, ranges }
    }

    fn or(&self, other: &Set) -> Set {
        self.not().and(&other.not()).not()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use term::Model;

    use super::*;

    /// A condition on `a + by`, on its negation, or on two variables.
    fn cond(pool: &Pool, (op, var, by, value): (u8, bool, u64, u64)) -> Term {
        let vars = ["a", "b"].map(|name| pool.var(name, pool.bitvec_sort(10)));
        let (var, other) = (vars[usize::from(var)], vars[usize::from(!var)]);
        let number = |number: u64| pool.bitvec(10, number % 1024);
        let sum = pool.word(Op::BvAdd, &[var, number(by)]);
        let sum = if op & 64 == 0 { sum } else { pool.word(Op::BvNeg, &[sum]) };
        let (left, right) = match op / 8 % 3 {
            0 => (sum, number(value)),
            1 => (number(value), sum),
            _ => (sum, other),
        };
        match op % 8 {
            0 => pool.eq(left, right),
            1 => pool.not(pool.eq(left, right)),
            2 => pool.word(Op::BvUlt, &[left, right]),
            3 => pool.word(Op::BvSlt, &[left, right]),
            4 => pool.word(Op::BvUle, &[left, right]),
            5 => pool.not(pool.word(Op::BvSle, &[left, right])),
            6 => pool.or(&[pool.eq(sum, number(value)), pool.word(Op::BvSlt, &[sum, number(by)])]),
            _ => pool
                .and(&[pool.word(Op::BvSle, &[number(by), sum]), pool.not(pool.eq(left, right))]),
        }
    }

    proptest! {
        #[test]
        fn nothing_possible_is_excluded_and_conditions_on_one_number_are_decided(
            conds in prop::collection::vec((any::<u8>(), any::<bool>(), 0..1024_u64, 0..1024_u64), 1..7),
        ) {
            let pool = Pool::new();
            let [a, b] = ["a", "b"].map(|name| pool.var(name, pool.bitvec_sort(10)));
            let conds: Vec<Term> = conds.into_iter().map(|parts| cond(&pool, parts)).collect();
            let mut path = Ranges::default();
            let mut values: Vec<u64> = (0..1024).collect();
            let is_plain = conds.iter().all(|cond| {
                !matches!(pool.node(*cond), (Op::Lit(_), _)) && path.left(&pool, *cond, DEEPEST).is_some_and(|(var, _)| var == a)
            });
            for cond in &conds {
                // With one value of the other number, what is left is left of all.
                let mut model = Model::new();
                model.set(b, pool.bitvec(10, 77));
                values.retain(|value| {
                    model.set(a, pool.bitvec(10, *value));
                    pool.eval(*cond, &model) == Term::TRUE
                });
                let may_hold = path.may_hold(&pool, *cond);
                prop_assert!(may_hold || values.is_empty());
                if is_plain {
                    prop_assert_eq!(may_hold, !values.is_empty());
                }
                path.assume(&pool, *cond);
            }
            #[allow(clippy::iter_over_hash_type, reason = "all of them have to be right")]
            for (var, value) in path.fixed() {
                let is_only = values.iter().all(|one| pool.bitvec(10, *one) == *value);
                prop_assert!(*var == b || is_only);
            }
        }
    }

    #[test]
    fn a_countdown_is_seen_to_be_over() {
        let pool = Pool::new();
        let n = pool.var("n", pool.bitvec_sort(32));
        let number = |number: i32| pool.bitvec(32, u64::from(number as u32));
        let below_one = |by: i32| {
            let sum = pool.word(Op::BvAdd, &[n, number(-by)]);
            pool.word(Op::BvSlt, &[sum, number(1)])
        };
        let mut path = Ranges::default();
        path.assume(&pool, pool.not(below_one(0)));
        path.assume(&pool, below_one(3));
        assert!(path.may_hold(&pool, below_one(2)));
        assert!(!path.may_hold(&pool, pool.not(below_one(3))));
        assert!(!path.may_hold(&pool, pool.eq(n, number(4))));
        path.restart();
        assert!(path.may_hold(&pool, pool.eq(n, number(4))));
    }
}
