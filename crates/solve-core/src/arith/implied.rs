//! Bounds of variables that follow from the bounds of sums and of the other variables in them.
//!
//! They are rounded to integers, which the simplex cannot do, so fewer cases are left to be tried.

use term::Int;

use super::form::{Limit, Parts, Var};
use super::simplex::{Bound, Simplex};

/// Ranges of at most this many steps are narrowed by any amount, wider ones by half at least: bounds that push each
/// other on step by step would take as many rounds as there are integers between them.
const NARROW: i64 = 64;

/// A bound that follows from others.
pub(crate) struct Implied<R> {
    pub(crate) var: Var,
    pub(crate) limit: Limit,
    /// Why those others hold.
    pub(crate) whys: Vec<R>,
}

/// Which side of a sum is bounded.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Upper,
    Lower,
}

impl<R: Copy> Simplex<R> {
    /// Bounds of variables that are narrower than those known.
    pub(crate) fn implied_bounds(&self) -> Vec<Implied<R>> {
        let mut implied = Vec::new();
        for var in (0..self.len() as u32).map(Var) {
            let (limits, Some(sum)) = (self.limits(var), self.sum(var)) else { continue };
            for (side, bound) in [(Side::Upper, &limits.upper), (Side::Lower, &limits.lower)] {
                if let Some(bound) = bound {
                    self.imply(sum, side, bound, &mut implied);
                }
            }
        }
        implied
    }

    /// What `sum <= bound` says of each variable, or what `-sum <= -bound` does.
    fn imply(&self, sum: &Parts, side: Side, bound: &Bound<R>, implied: &mut Vec<Implied<R>>) {
        let signed = |int: &Int| if side == Side::Upper { int.clone() } else { int.neg() };
        // The bound that makes a summand smallest.
        let least = |var: Var, by: &Int| {
            let limits = self.limits(var);
            if by.is_negative() { limits.upper.as_ref() } else { limits.lower.as_ref() }
        };
        let ends = || sum.iter().map(|(var, by)| (*var, signed(by), least(*var, &signed(by))));
        let open = ends().filter(|(_, _, end)| end.is_none()).count();
        if open > 1 {
            return;
        }
        let known = ends().filter_map(|(_, by, end)| Some(by.mul(&end?.value)));
        let total = known.fold(Int::ZERO, |known, part| known.add(&part));
        for (var, by, end) in ends().filter(|(_, _, end)| open == 0 || end.is_none()) {
            let others = end.map_or(total.clone(), |end| total.sub(&by.mul(&end.value)));
            let room = signed(&bound.value).sub(&others);
            // Rounded towards what integers can reach, for a divisor of either sign.
            let value = room.div_euclid(&by);
            let limit = if by.is_negative() { Limit::AtLeast(value) } else { Limit::AtMost(value) };
            if self.is_worth(var, &limit) {
                let others = ends().filter(|(other, ..)| *other != var);
                let whys = others.filter_map(|(_, _, end)| Some(end?.why));
                let whys = std::iter::once(bound.why).chain(whys).collect();
                implied.push(Implied { var, limit, whys });
            }
        }
    }

    /// Whether a bound narrows the range of a variable enough.
    fn is_worth(&self, var: Var, limit: &Limit) -> bool {
        let limits = self.limits(var);
        let gain = match limit {
            Limit::AtMost(new) => limits.upper.as_ref().map(|old| old.value.sub(new)),
            Limit::AtLeast(new) => limits.lower.as_ref().map(|old| new.sub(&old.value)),
        };
        let Some(gain) = gain else { return true };
        let ends = limits.lower.as_ref().zip(limits.upper.as_ref());
        let Some(range) = ends.map(|(low, high)| high.value.sub(&low.value)) else { return false };
        gain > Int::ZERO && (range <= Int::from(NARROW) || gain.add(&gain) >= range)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(value: i64) -> Int {
        Int::from(value)
    }

    /// `0 <= x <= 9`, `1 <= y`, `-7 <= 3·x - 2·y <= 8`.
    fn sample() -> (Simplex<u32>, [Var; 2]) {
        let mut simplex = Simplex::default();
        let [x, y] = [simplex.add_var(), simplex.add_var()];
        let sum = simplex.var_of_sum(&Parts::from_iter([(x, int(3)), (y, int(-2))]));
        simplex.at_least(x, int(0), 1).expect("alone");
        simplex.at_most(x, int(9), 2).expect("a range");
        simplex.at_least(y, int(1), 3).expect("alone");
        simplex.at_least(sum, int(-7), 4).expect("alone");
        simplex.at_most(sum, int(8), 5).expect("a range");
        (simplex, [x, y])
    }

    #[test]
    fn bounds_follow_from_sums_with_their_reasons() {
        let (simplex, [x, y]) = sample();
        let found: Vec<(Var, Option<i64>, Vec<u32>)> = simplex
            .implied_bounds()
            .into_iter()
            .map(|implied| match implied.limit {
                Limit::AtMost(value) => (implied.var, value.to_i64(), implied.whys),
                Limit::AtLeast(_) => panic!("no lower bound is narrower"),
            })
            .collect();
        // 2·y <= 3·x + 7 <= 34; there is none for `x`, since `y` has no upper bound but this one.
        assert_eq!(found, [(y, Some(17), vec![4, 2])]);
        assert_ne!(x, y);
    }

    #[test]
    fn no_value_within_the_bounds_is_lost() {
        let (mut simplex, [x, y]) = sample();
        let fits = |x: i64, y: i64| (-7..=8).contains(&(3 * x - 2 * y));
        let solutions: Vec<(i64, i64)> = (0..=9)
            .flat_map(|x| (1..=40).map(move |y| (x, y)))
            .filter(|(x, y)| fits(*x, *y))
            .collect();
        for _ in 0..10 {
            for Implied { var, limit, .. } in simplex.implied_bounds() {
                let outcome = match limit {
                    Limit::AtMost(value) => simplex.at_most(var, value, 0),
                    Limit::AtLeast(value) => simplex.at_least(var, value, 0),
                };
                outcome.expect("there are solutions");
            }
        }
        let within = |var: Var, value: i64| {
            let limits = simplex.limits(var);
            limits.lower.as_ref().is_none_or(|lower| lower.value <= int(value))
                && limits.upper.as_ref().is_none_or(|upper| int(value) <= upper.value)
        };
        assert!(solutions.iter().all(|(a, b)| within(x, *a) && within(y, *b)));
        assert!(simplex.limits(y).upper.as_ref().is_some_and(|upper| upper.value == int(17)));
    }
}
