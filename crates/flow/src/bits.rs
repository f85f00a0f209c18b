//! Sets of small numbers.

/// A set of numbers that has room for those below a bound, and gets more room when it needs it. Sets of
/// one bound that did not grow can be compared.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Bits(Vec<u64>);

impl Bits {
    /// No numbers, and room for those below `bound`.
    #[must_use]
    pub fn empty(bound: usize) -> Bits {
        Bits(vec![0; bound.div_ceil(64)])
    }

    /// Makes room for numbers below `bound`.
    pub fn grow(&mut self, bound: usize) {
        let words = bound.div_ceil(64);
        if words > self.0.len() {
            self.0.resize(words, 0);
        }
    }

    /// Puts in a number. Whether it is new.
    pub fn insert(&mut self, number: usize) -> bool {
        let (word, bit) = (number / 64, 1 << (number % 64));
        self.grow(number + 1);
        let new = self.0[word] & bit == 0;
        self.0[word] |= bit;
        new
    }

    /// Whether a number is in it.
    #[must_use]
    pub fn contains(&self, number: usize) -> bool {
        self.0.get(number / 64).is_some_and(|word| word & (1 << (number % 64)) != 0)
    }

    /// Puts in all numbers of another set. Whether one of them is new.
    pub fn union(&mut self, other: &Bits) -> bool {
        let mut grown = false;
        self.grow(other.0.len() * 64);
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            grown |= *more & !*word != 0;
            *word |= more;
        }
        grown
    }

    /// The numbers that another set does not have.
    #[must_use]
    pub fn minus(&self, other: &Bits) -> Bits {
        let others = other.0.iter().copied().chain(std::iter::repeat(0));
        Bits(self.0.iter().zip(others).map(|(a, b)| a & !b).collect())
    }

    /// The numbers that another set has, too.
    #[must_use]
    pub fn and(&self, other: &Bits) -> Bits {
        Bits(self.0.iter().zip(&other.0).map(|(a, b)| a & b).collect())
    }

    /// Whether both have a number.
    #[must_use]
    pub fn meets(&self, other: &Bits) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// The numbers, ascending.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.0.iter().enumerate().flat_map(|(at, word)| {
            // Each step takes the lowest one away.
            let left = std::iter::successors(Some(*word), |word| Some(word & word.wrapping_sub(1)));
            let ones = left.take_while(|word| *word != 0);
            ones.map(move |word| at * 64 + word.trailing_zeros() as usize)
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn bits(numbers: &BTreeSet<usize>) -> Bits {
        let mut bits = Bits::empty(200);
        numbers.iter().for_each(|number| assert!(bits.insert(*number)));
        bits
    }

    proptest! {
        #[test]
        fn they_are_sets(
            a in prop::collection::btree_set(0usize..200, 0..10),
            b in prop::collection::btree_set(0usize..200, 0..10),
        ) {
            let (x, y) = (bits(&a), bits(&b));
            prop_assert_eq!(x.iter().collect::<BTreeSet<_>>(), a.clone());
            prop_assert_eq!(x.meets(&y), a.intersection(&b).next().is_some());
            prop_assert_eq!(x.is_empty(), a.is_empty());
            prop_assert!(x.minus(&y).iter().eq(a.difference(&b).copied()));
            prop_assert!(x.and(&y).iter().eq(a.intersection(&b).copied()));
            let mut both = x.clone();
            prop_assert_eq!(both.union(&y), !b.is_subset(&a));
            prop_assert!(a.union(&b).all(|number| both.contains(*number)));
        }
    }
}
