//! The values that a narrow variable may have, all of them.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use term::Term;

/// The widest variable whose values are enumerated: a character of Java.
pub(crate) const WIDEST: u32 = 16;

/// The values that some variables may have.
pub(crate) type Domains = FxHashMap<Term, Arc<Domain>>;

/// A set of values of a variable of at most [`WIDEST`] bits, as bits.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Domain {
    bits: Box<[u64]>,
}

impl Domain {
    /// All values.
    pub(crate) fn all(width: u32) -> Domain {
        let size = 1_usize << width;
        let first = if size < 64 { (1 << size) - 1 } else { u64::MAX };
        Domain { bits: vec![first; size.div_ceil(64)].into() }
    }

    /// No value.
    pub(crate) fn none(width: u32) -> Domain {
        Domain { bits: vec![0; (1_usize << width).div_ceil(64)].into() }
    }

    /// Keeps of each 64 values those that a function of the first of them says.
    pub(crate) fn retain(&mut self, mut kept: impl FnMut(u64) -> u64) {
        for (block, bits) in self.bits.iter_mut().enumerate().filter(|(_, bits)| **bits != 0) {
            *bits &= kept(block as u64 * 64);
        }
    }

    /// The values in blocks of 64: the first value of each, and a bit for each that is in the set.
    /// Empty ones are left out.
    pub(crate) fn blocks(&self) -> impl Iterator<Item = (u64, u64)> {
        let all = self.bits.iter().enumerate().map(|(block, bits)| (block as u64 * 64, *bits));
        all.filter(|(_, bits)| *bits != 0)
    }

    pub(crate) fn add(&mut self, other: &Domain) {
        self.bits.iter_mut().zip(&other.bits).for_each(|(own, other)| *own |= other);
    }

    pub(crate) fn remove(&mut self, other: &Domain) {
        self.bits.iter_mut().zip(&other.bits).for_each(|(own, other)| *own &= !other);
    }

    /// The first value that is not below this one.
    pub(crate) fn first_from(&self, value: u64) -> Option<u64> {
        let start = value as usize / 64;
        let masked = |at: usize| {
            let below = if at == start { (1_u64 << (value % 64)) - 1 } else { 0 };
            self.bits[at] & !below
        };
        let at = (start..self.bits.len()).find(|at| masked(*at) != 0)?;
        Some(at as u64 * 64 + u64::from(masked(at).trailing_zeros()))
    }

    /// The last value that is not above this one.
    pub(crate) fn last_to(&self, value: u64) -> Option<u64> {
        let end = (value as usize / 64).min(self.bits.len() - 1);
        let masked = |at: usize| {
            let keep =
                if at == value as usize / 64 { u64::MAX >> (63 - value % 64) } else { u64::MAX };
            self.bits[at] & keep
        };
        let at = (0..=end).rev().find(|at| masked(*at) != 0)?;
        Some(at as u64 * 64 + 63 - u64::from(masked(at).leading_zeros()))
    }

    /// The value itself if it is one of these; otherwise the nearest one above, or else below.
    pub(crate) fn nearest(&self, value: u64) -> Option<u64> {
        self.first_from(value).or_else(|| self.last_to(value))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn domain(width: u32, values: &[u64]) -> Domain {
        let mut domain = Domain::none(width);
        values.iter().for_each(|value| domain.bits[*value as usize / 64] |= 1 << (value % 64));
        domain
    }

    proptest! {
        #[test]
        fn sets_are_searched_in_both_directions(
            width in prop::sample::select(vec![1_u32, 4, 6, 8]),
            values in prop::collection::vec(any::<u8>(), 0..6),
            from in any::<u8>(),
        ) {
            let cut = |value: u8| u64::from(value) % (1 << width);
            let mut values: Vec<u64> = values.into_iter().map(cut).collect();
            values.sort_unstable();
            let (domain, from) = (domain(width, &values), cut(from));
            let first = values.iter().copied().find(|value| *value >= from);
            let last = values.iter().copied().rev().find(|value| *value <= from);
            prop_assert_eq!(domain.first_from(from), first);
            prop_assert_eq!(domain.last_to(from), last);
            prop_assert_eq!(domain.nearest(from), first.or(last));
        }
    }
}
