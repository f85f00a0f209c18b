//! Which sort is below which.

use crate::definition::SortId;

/// The reflexive and transitive closure of a relation on sorts, one row of bits per sort.
#[derive(Clone, Debug, Default)]
pub struct SortOrder {
    words: usize,
    /// Row `s`: the sorts that `s` is below.
    above: Vec<u64>,
}

impl SortOrder {
    /// The closure of `edges` (small, large) over `count` sorts.
    #[must_use]
    pub fn new(count: usize, edges: &[(SortId, SortId)]) -> SortOrder {
        let words = count.div_ceil(64).max(1);
        let mut order = SortOrder { words, above: vec![0; words * count] };
        (0..count).for_each(|sort| order.set(sort, sort));
        edges.iter().for_each(|(small, large)| order.set(small.index(), large.index()));
        for middle in 0..count {
            (0..count).filter(|&low| low != middle).for_each(|low| order.join(low, middle));
        }
        order
    }

    /// Whether `small` is `large` or below it.
    #[must_use]
    pub fn less_eq(&self, small: SortId, large: SortId) -> bool {
        self.bit(small.index(), large.index())
    }

    /// Whether two different sorts are below each other, which a definition must not ask for.
    #[must_use]
    pub fn cyclic(&self, one: SortId, other: SortId) -> bool {
        one != other && self.less_eq(one, other) && self.less_eq(other, one)
    }

    fn set(&mut self, small: usize, large: usize) {
        self.above[small * self.words + large / 64] |= 1 << (large % 64);
    }

    fn bit(&self, small: usize, large: usize) -> bool {
        self.above[small * self.words + large / 64] >> (large % 64) & 1 == 1
    }

    /// One step of Warshall: whatever is above `middle` is above `low` if `middle` is.
    fn join(&mut self, low: usize, middle: usize) {
        if self.bit(low, middle) {
            for word in 0..self.words {
                self.above[low * self.words + word] |= self.above[middle * self.words + word];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_is_closed() {
        let sort = SortId::new;
        let edges = [(sort(0), sort(1)), (sort(1), sort(70)), (sort(3), sort(0))];
        let order = SortOrder::new(71, &edges);
        assert!(order.less_eq(sort(3), sort(70)) && order.less_eq(sort(5), sort(5)));
        assert!(!order.less_eq(sort(70), sort(3)) && !order.cyclic(sort(3), sort(70)));
    }
}
