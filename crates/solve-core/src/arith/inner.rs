//! Integers around a point that lies far enough from all bounds.
//!
//! If the variables of a sum are rounded, the sum changes by at most half of what its coefficients add up to.
//! So where rational numbers keep bounds that are narrower by that much, the integers next to them keep
//! the bounds themselves (Bromberger and Weidenbach, "Fast cube tests for LIA constraint solving", 2016). Many
//! systems without narrow ranges have such a point, where cases over one variable after another find no end.

use term::Int;

use super::form::{Parts, Var};
use super::rational::Rational;
use super::simplex::Simplex;

/// Pivots that the search for such a point may take.
const MOST_PIVOTS: usize = 400;

impl<R: Copy> Simplex<R> {
    /// Gives integers to all variables if such a point is found. Otherwise values stay as they are: they
    /// have to keep all bounds.
    pub(crate) fn take_inner_point(&mut self) {
        let sums = (0..self.len() as u32).map(Var);
        let margins: Vec<(Var, Int)> =
            sums.filter_map(|var| Some((var, margin(self.sum(var)?)))).collect();
        if margins.iter().any(|(var, margin)| !self.has_inner(*var, margin)) {
            return;
        }
        let before = self.tableau.values();
        let mark = self.mark();
        let is_found =
            self.narrow(&margins) && self.check_within(MOST_PIVOTS).is_ok() && self.is_feasible();
        let values = if is_found { self.rounded_values() } else { before.clone() };
        self.go_back(mark);
        self.accept(values);
        // The argument above says that it is; nothing rests on that.
        if is_found && !self.is_solved() {
            self.accept(before);
        }
    }

    /// Whether there is something between the bounds of a sum when both are moved inwards.
    fn has_inner(&self, var: Var, margin: &Int) -> bool {
        let limits = self.limits(var);
        let ends = limits.lower.as_ref().zip(limits.upper.as_ref());
        ends.is_none_or(|(low, high)| low.value.add(margin) <= high.value.sub(margin))
    }

    /// Moves the bounds of sums inwards; false if they exclude each other then.
    fn narrow(&mut self, margins: &[(Var, Int)]) -> bool {
        margins.iter().filter(|(_, margin)| *margin != Int::ZERO).all(|(var, margin)| {
            let limits = self.limits(*var);
            let low = limits.lower.as_ref().map(|low| (low.value.add(margin), low.why));
            let high = limits.upper.as_ref().map(|high| (high.value.sub(margin), high.why));
            low.is_none_or(|(value, why)| self.at_least(*var, value, why).is_ok())
                && high.is_none_or(|(value, why)| self.at_most(*var, value, why).is_ok())
        })
    }

    /// The nearest integers, and what sums are for them.
    fn rounded_values(&self) -> Vec<Rational> {
        let half = Rational::from(&Int::from(2)).recip();
        let rounded = |var: Var| self.value(var).add(&half).floor();
        let value = |var: Var| match self.sum(var) {
            None => rounded(var),
            Some(sum) => {
                let parts = sum.iter().map(|(var, by)| rounded(*var).mul(by));
                parts.fold(Int::ZERO, |known, part| known.add(&part))
            }
        };
        (0..self.len() as u32).map(|number| Rational::from(&value(Var(number)))).collect()
    }
}

/// By how much rounding its variables can move a sum beyond an integer bound that it keeps. All are rounded in the same
/// way, so that `x - y` stays within its bounds.
fn margin(sum: &Parts) -> Int {
    if let [(_, a), (_, b)] = &sum[..]
        && a.abs() == Int::ONE
        && a.add(b) == Int::ZERO
    {
        return Int::ZERO;
    }
    let total = sum.iter().fold(Int::ZERO, |known, (_, by)| known.add(&by.abs()));
    total.div_euclid(&Int::from(2))
}
