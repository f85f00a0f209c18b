//! Exact rational numbers that cost little while they are small.

use std::cmp::Ordering;

use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{Signed, ToPrimitive, Zero};
use term::Int;

/// A rational number in lowest terms.
///
/// The numbers of a tableau are nearly always small integers; those take no allocation and no
/// greatest common divisor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Rational(Repr);

#[derive(Clone, PartialEq, Eq, Debug)]
enum Repr {
    /// Numerator, and a denominator above zero.
    Small(i64, i64),
    /// Never a number that fits [`Repr::Small`].
    Big(Box<BigRational>),
}

impl Rational {
    pub(crate) const ZERO: Rational = Rational(Repr::Small(0, 1));
    pub(crate) const ONE: Rational = Rational(Repr::Small(1, 1));

    pub(crate) fn is_zero(&self) -> bool {
        matches!(self.0, Repr::Small(0, _))
    }

    pub(crate) fn is_negative(&self) -> bool {
        match &self.0 {
            Repr::Small(num, _) => *num < 0,
            Repr::Big(big) => big.is_negative(),
        }
    }

    pub(crate) fn is_integer(&self) -> bool {
        match &self.0 {
            Repr::Small(_, den) => *den == 1,
            Repr::Big(big) => big.is_integer(),
        }
    }

    /// How many bits its numerator and its denominator have at most; at most 64 where that is cheap.
    pub(crate) fn bits(&self) -> u64 {
        match &self.0 {
            Repr::Small(..) => 64,
            Repr::Big(big) => big.numer().bits().max(big.denom().bits()),
        }
    }

    /// The largest integer not above the number.
    pub(crate) fn floor(&self) -> Int {
        match &self.0 {
            Repr::Small(num, den) => Int::from(num.div_euclid(*den)),
            Repr::Big(big) => Int::from(big.floor().to_integer()),
        }
    }

    /// The denominator in lowest terms.
    pub(crate) fn denominator(&self) -> Int {
        match &self.0 {
            Repr::Small(_, den) => Int::from(*den),
            Repr::Big(big) => Int::from(big.denom().clone()),
        }
    }

    pub(crate) fn add(&self, other: &Rational) -> Rational {
        match (&self.0, &other.0) {
            (Repr::Small(a, 1), Repr::Small(b, 1)) => match a.checked_add(*b) {
                Some(sum) => Rational(Repr::Small(sum, 1)),
                None => Rational::of_wide(i128::from(*a) + i128::from(*b), 1),
            },
            // Each product is below 2^126 in size, so the sum fits.
            (Repr::Small(a, b), Repr::Small(c, d)) => {
                let [a, b, c, d] = [*a, *b, *c, *d].map(i128::from);
                Rational::of_wide(a * d + c * b, b * d)
            }
            _ => Rational::of_big(self.to_big() + other.to_big()),
        }
    }

    pub(crate) fn sub(&self, other: &Rational) -> Rational {
        self.add(&other.neg())
    }

    pub(crate) fn mul(&self, other: &Rational) -> Rational {
        match (&self.0, &other.0) {
            (Repr::Small(a, 1), Repr::Small(b, 1)) => match a.checked_mul(*b) {
                Some(product) => Rational(Repr::Small(product, 1)),
                None => Rational::of_wide(i128::from(*a) * i128::from(*b), 1),
            },
            (Repr::Small(a, b), Repr::Small(c, d)) => {
                let [a, b, c, d] = [*a, *b, *c, *d].map(i128::from);
                Rational::of_wide(a * c, b * d)
            }
            _ => Rational::of_big(self.to_big() * other.to_big()),
        }
    }

    pub(crate) fn neg(&self) -> Rational {
        match &self.0 {
            Repr::Small(num, den) => match num.checked_neg() {
                Some(num) => Rational(Repr::Small(num, *den)),
                None => Rational::of_wide(-i128::from(*num), i128::from(*den)),
            },
            Repr::Big(big) => Rational::of_big(-(**big).clone()),
        }
    }

    /// One divided by the number, which is not zero.
    pub(crate) fn recip(&self) -> Rational {
        match &self.0 {
            Repr::Small(1, 1) | Repr::Small(-1, 1) => self.clone(),
            Repr::Small(num, den) => {
                let sign = i128::from(num.signum());
                Rational::of_wide(sign * i128::from(*den), sign * i128::from(*num))
            }
            Repr::Big(big) => Rational::of_big(big.recip()),
        }
    }

    /// The integer that the number is, if it is one.
    pub(crate) fn to_int(&self) -> Option<Int> {
        self.is_integer().then(|| self.floor())
    }

    fn of_wide(num: i128, den: i128) -> Rational {
        let common = if den == 1 { 1 } else { num.gcd(&den).max(1) };
        let (num, den) = (num / common, den / common);
        match (i64::try_from(num), i64::try_from(den)) {
            (Ok(num), Ok(den)) => Rational(Repr::Small(num, den)),
            _ => Rational(Repr::Big(Box::new(BigRational::new_raw(num.into(), den.into())))),
        }
    }

    fn of_big(big: BigRational) -> Rational {
        if big.is_zero() {
            return Rational::ZERO;
        }
        match (big.numer().to_i64(), big.denom().to_i64()) {
            (Some(num), Some(den)) => Rational(Repr::Small(num, den)),
            _ => Rational(Repr::Big(Box::new(big))),
        }
    }

    fn to_big(&self) -> BigRational {
        match &self.0 {
            Repr::Small(num, den) => BigRational::new_raw((*num).into(), (*den).into()),
            Repr::Big(big) => (**big).clone(),
        }
    }
}

impl From<&Int> for Rational {
    fn from(int: &Int) -> Rational {
        match int.to_i64() {
            Some(small) => Rational(Repr::Small(small, 1)),
            None => Rational::of_big(BigRational::from_integer(int.to_big())),
        }
    }
}

impl Ord for Rational {
    fn cmp(&self, other: &Rational) -> Ordering {
        match (&self.0, &other.0) {
            (Repr::Small(a, 1), Repr::Small(b, 1)) => a.cmp(b),
            (Repr::Small(a, b), Repr::Small(c, d)) => {
                let [a, b, c, d] = [*a, *b, *c, *d].map(i128::from);
                (a * d).cmp(&(c * b))
            }
            _ => self.to_big().cmp(&other.to_big()),
        }
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Rational) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn part() -> impl Strategy<Value = i64> {
        prop_oneof![-5i64..6, Just(i64::MIN), Just(i64::MAX), Just(i64::MIN + 1), any::<i64>()]
    }

    fn pair() -> impl Strategy<Value = (Rational, BigRational)> {
        (part(), part().prop_filter("a denominator", |den| *den != 0)).prop_map(|(num, den)| {
            let big = BigRational::new(num.into(), den.into());
            (Rational::of_big(big.clone()), big)
        })
    }

    proptest! {
        #[test]
        fn agrees_with_big_rationals((a, big_a) in pair(), (b, big_b) in pair(), (c, big_c) in pair()) {
            let same = |a: &Rational, b: BigRational| *a == Rational::of_big(b);
            prop_assert!(same(&a.add(&b), &big_a + &big_b));
            prop_assert!(same(&a.sub(&b), &big_a - &big_b));
            prop_assert!(same(&a.mul(&b), &big_a * &big_b));
            prop_assert!(same(&a.mul(&b).add(&c), &big_a * &big_b + &big_c));
            prop_assert!(same(&a.neg(), -&big_a));
            prop_assert!(b.is_zero() || same(&b.recip(), big_b.recip()));
            prop_assert_eq!(a.cmp(&b), big_a.cmp(&big_b));
            prop_assert_eq!(a.is_negative(), big_a.is_negative());
            prop_assert_eq!(a.is_integer(), big_a.is_integer());
            prop_assert_eq!(a.floor().to_big(), big_a.floor().to_integer());
            prop_assert_eq!(a.denominator().to_big(), big_a.denom().clone());
        }
    }
}
