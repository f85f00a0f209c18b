//! Linear forms over the variables of a tableau, and the bounds that comparisons put on them.

use smallvec::SmallVec;
use term::Int;

/// A variable of a tableau.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Var(pub(super) u32);

impl Var {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// Variables, ascending, with coefficients that are not zero.
pub(crate) type Parts = SmallVec<[(Var, Int); 2]>;

/// A sum of variables times integers, and an integer.
#[derive(Clone, Debug)]
pub(crate) struct Form {
    pub(crate) parts: Parts,
    pub(crate) constant: Int,
}

impl Form {
    pub(crate) fn constant(constant: Int) -> Form {
        Form { parts: Parts::new(), constant }
    }

    pub(crate) fn of_var(var: Var) -> Form {
        Form { parts: Parts::from_elem((var, Int::ONE), 1), constant: Int::ZERO }
    }

    /// Adds `by` times a variable.
    pub(crate) fn add_var(&mut self, var: Var, by: &Int) {
        match self.parts.binary_search_by_key(&var, |(var, _)| *var) {
            Ok(at) => {
                self.parts[at].1 = self.parts[at].1.add(by);
                if self.parts[at].1 == Int::ZERO {
                    self.parts.remove(at);
                }
            }
            Err(_) if *by == Int::ZERO => {}
            Err(at) => self.parts.insert(at, (var, by.clone())),
        }
    }

    /// Adds `by` times another form.
    pub(crate) fn add_form(&mut self, other: &Form, by: &Int) {
        for (var, coefficient) in &other.parts {
            self.add_var(*var, &coefficient.mul(by));
        }
        self.constant = self.constant.add(&other.constant.mul(by));
    }

    /// The form minus another one.
    pub(crate) fn minus(&self, other: &Form) -> Form {
        let mut difference = self.clone();
        difference.add_form(other, &Int::from(-1));
        difference
    }

    /// The form in lowest terms without its constant; none if it has no variables.
    pub(crate) fn primitive(&self) -> Option<Primitive> {
        let (_, first) = self.parts.first()?;
        let mut factor = self.parts.iter().fold(Int::ZERO, |known, (_, next)| gcd(&known, next));
        if first.is_negative() {
            factor = factor.neg();
        }
        let mut parts = self.parts.clone();
        if factor != Int::ONE {
            for (_, coefficient) in &mut parts {
                *coefficient = coefficient.div_euclid(&factor);
            }
        }
        Some(Primitive { parts, factor })
    }
}

/// Variables with coefficients that have no common divisor, the first above zero, and what they were
/// divided by.
pub(crate) struct Primitive {
    pub(crate) parts: Parts,
    pub(crate) factor: Int,
}

/// What a comparison says about a primitive form.
pub(crate) enum Limit {
    AtMost(Int),
    AtLeast(Int),
}

impl Primitive {
    /// What `factor * self <= limit` says.
    pub(crate) fn at_most(&self, limit: &Int) -> Limit {
        // Both rounded towards what integers can reach.
        let quotient = limit.div_euclid(&self.factor);
        if self.factor.is_negative() { Limit::AtLeast(quotient) } else { Limit::AtMost(quotient) }
    }

    /// The value of the form if `factor * self = value`; none if no integer will do.
    pub(crate) fn equal_to(&self, value: &Int) -> Option<Int> {
        let is_whole = value.rem_euclid(&self.factor) == Int::ZERO;
        is_whole.then(|| value.div_euclid(&self.factor))
    }
}

/// The greatest common divisor, at least zero.
pub(crate) fn gcd(a: &Int, b: &Int) -> Int {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != Int::ZERO {
        let rest = a.rem_euclid(&b);
        a = std::mem::replace(&mut b, rest);
    }
    a
}

/// The least common multiple of two integers above zero.
pub(crate) fn lcm(a: &Int, b: &Int) -> Int {
    a.div_euclid(&gcd(a, b)).mul(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `factor·x <= limit` as a bound on `x`.
    fn bound(factor: i64, limit: i64) -> Limit {
        let mut form = Form::constant(Int::ZERO);
        form.add_var(Var(0), &Int::from(factor));
        form.primitive().expect("it has a variable").at_most(&Int::from(limit))
    }

    #[test]
    fn bounds_are_rounded_to_integers_within_them() {
        for factor in [-3_i64, -2, -1, 1, 2, 3] {
            for limit in -7..=7 {
                let allowed = |x: i64| match bound(factor, limit) {
                    Limit::AtMost(most) => Int::from(x) <= most,
                    Limit::AtLeast(least) => Int::from(x) >= least,
                };
                for x in -9..=9 {
                    assert_eq!(allowed(x), factor * x <= limit, "{factor}·{x} <= {limit}");
                }
            }
        }
    }

    #[test]
    fn forms_are_brought_to_lowest_terms() {
        let mut form = Form::constant(Int::from(5));
        form.add_var(Var(1), &Int::from(4));
        form.add_var(Var(0), &Int::from(-6));
        let primitive = form.primitive().expect("it has variables");
        assert_eq!(primitive.factor, Int::from(-2));
        assert_eq!(primitive.parts[..], [(Var(0), Int::from(3)), (Var(1), Int::from(-2))]);
        assert_eq!(primitive.equal_to(&Int::from(8)), Some(Int::from(-4)));
        assert_eq!(primitive.equal_to(&Int::from(7)), None);
    }
}
