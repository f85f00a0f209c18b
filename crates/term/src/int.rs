//! Integers without bound that cost nothing while they are small.

use std::cmp::Ordering;
use std::fmt;

use num_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive, Zero};
use stdx::hash;

/// An integer of any size.
///
/// Nearly all integers of real programs fit a machine word, and those take no allocation.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Int(Repr);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Small(i64),
    /// Never a number that fits [`Repr::Small`].
    Big(Box<BigInt>),
}

impl Int {
    /// Zero.
    pub const ZERO: Int = Int(Repr::Small(0));
    /// One.
    pub const ONE: Int = Int(Repr::Small(1));

    /// The value, if it fits a machine word.
    #[must_use]
    pub fn to_i64(&self) -> Option<i64> {
        match &self.0 {
            Repr::Small(small) => Some(*small),
            Repr::Big(_) => None,
        }
    }

    /// The value, if it fits two machine words.
    #[must_use]
    pub fn to_i128(&self) -> Option<i128> {
        match &self.0 {
            Repr::Small(small) => Some((*small).into()),
            Repr::Big(big) => big.to_i128(),
        }
    }

    /// The value as a big integer.
    #[must_use]
    pub fn to_big(&self) -> BigInt {
        match &self.0 {
            Repr::Small(small) => BigInt::from(*small),
            Repr::Big(big) => (**big).clone(),
        }
    }

    /// How many bits it takes without its sign.
    #[must_use]
    pub fn bits(&self) -> u64 {
        match &self.0 {
            Repr::Small(small) => u64::from(64 - small.unsigned_abs().leading_zeros()),
            Repr::Big(big) => big.bits(),
        }
    }

    /// Sum.
    #[must_use]
    pub fn add(&self, other: &Int) -> Int {
        self.combine(other, i64::checked_add, |a, b| a + b)
    }

    /// Product.
    #[must_use]
    pub fn mul(&self, other: &Int) -> Int {
        self.combine(other, i64::checked_mul, |a, b| a * b)
    }

    /// Difference.
    #[must_use]
    pub fn sub(&self, other: &Int) -> Int {
        self.combine(other, i64::checked_sub, |a, b| a - b)
    }

    /// The negated number.
    #[must_use]
    pub fn neg(&self) -> Int {
        Int::ZERO.sub(self)
    }

    /// The absolute value.
    #[must_use]
    pub fn abs(&self) -> Int {
        if self.is_negative() { self.neg() } else { self.clone() }
    }

    /// Quotient that leaves a remainder of at least zero; zero when the divisor is zero.
    #[must_use]
    pub fn div_euclid(&self, other: &Int) -> Int {
        if *other == Int::ZERO {
            return Int::ZERO;
        }
        self.combine(other, i64::checked_div_euclid, |a, b| {
            let (quotient, rest) = a.div_rem(&b);
            match rest.sign() {
                Sign::Minus if b.is_positive() => quotient - 1,
                Sign::Minus => quotient + 1,
                Sign::NoSign | Sign::Plus => quotient,
            }
        })
    }

    /// Remainder of [`Int::div_euclid`]; the number itself when the divisor is zero.
    #[must_use]
    pub fn rem_euclid(&self, other: &Int) -> Int {
        self.sub(&other.mul(&self.div_euclid(other)))
    }

    /// Whether the number is below zero.
    #[must_use]
    pub fn is_negative(&self) -> bool {
        match &self.0 {
            Repr::Small(small) => *small < 0,
            Repr::Big(big) => big.is_negative(),
        }
    }

    /// A hash that is the same in every run.
    pub(crate) fn content_hash(&self) -> u64 {
        match &self.0 {
            Repr::Small(small) => hash::mix(1, *small as u64),
            Repr::Big(big) => hash::bytes(&big.to_signed_bytes_le()),
        }
    }

    fn combine(
        &self,
        other: &Int,
        small: impl Fn(i64, i64) -> Option<i64>,
        big: impl Fn(BigInt, BigInt) -> BigInt,
    ) -> Int {
        if let (Repr::Small(a), Repr::Small(b)) = (&self.0, &other.0)
            && let Some(result) = small(*a, *b)
        {
            return Int(Repr::Small(result));
        }
        Int::from(big(self.to_big(), other.to_big()))
    }
}

impl From<i64> for Int {
    fn from(value: i64) -> Int {
        Int(Repr::Small(value))
    }
}

impl From<BigInt> for Int {
    fn from(value: BigInt) -> Int {
        if value.is_zero() {
            return Int::ZERO;
        }
        match value.to_i64() {
            Some(small) => Int(Repr::Small(small)),
            None => Int(Repr::Big(Box::new(value))),
        }
    }
}

impl PartialOrd for Int {
    fn partial_cmp(&self, other: &Int) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Int {
    fn cmp(&self, other: &Int) -> Ordering {
        match (&self.0, &other.0) {
            (Repr::Small(a), Repr::Small(b)) => a.cmp(b),
            _ => self.to_big().cmp(&other.to_big()),
        }
    }
}

impl fmt::Display for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Small(small) => small.fmt(f),
            Repr::Big(big) => big.fmt(f),
        }
    }
}

impl fmt::Debug for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn int() -> impl Strategy<Value = Int> {
        let near_the_edge = prop_oneof![Just(i64::MIN), Just(i64::MAX), Just(0), -3i64..4];
        prop_oneof![any::<i64>(), near_the_edge].prop_map(Int::from)
    }

    proptest! {
        #[test]
        fn agrees_with_big_integers(a in int(), b in int()) {
            prop_assert_eq!(a.add(&b).to_big(), a.to_big() + b.to_big());
            prop_assert_eq!(a.mul(&b).to_big(), a.to_big() * b.to_big());
            prop_assert_eq!(a.sub(&b).to_big(), a.to_big() - b.to_big());
            prop_assert_eq!(a.cmp(&b), a.to_big().cmp(&b.to_big()));
        }

        #[test]
        fn division_leaves_a_small_remainder(a in int(), b in int(), c in int()) {
            for dividend in [a.clone(), a.mul(&c)] {
                let rest = dividend.rem_euclid(&b);
                prop_assert_eq!(b.mul(&dividend.div_euclid(&b)).add(&rest), dividend);
                prop_assert!(b == Int::ZERO || (!rest.is_negative() && rest < b.abs()));
            }
        }

        #[test]
        fn small_numbers_have_one_form(a in int(), b in int()) {
            let sum = a.mul(&b).sub(&a.mul(&b)).add(&a);
            prop_assert_eq!(sum, a);
        }
    }
}
