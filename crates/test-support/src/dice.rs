//! Random choices that are the same for the same seed, on every machine.

use stdx::hash;

/// A stream of choices.
#[derive(Clone, Debug)]
pub struct Dice {
    seed: u64,
    thrown: u64,
}

impl Dice {
    /// The stream of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Dice {
        Dice { seed: hash::mix(41, seed), thrown: 0 }
    }

    /// A number below `bound`, which is not zero.
    pub fn below(&mut self, bound: usize) -> usize {
        self.thrown += 1;
        (hash::mix(self.seed, self.thrown) % bound as u64) as usize
    }

    /// One of some values, of which there is at least one.
    pub fn pick<'a, T>(&mut self, values: &'a [T]) -> &'a T {
        &values[self.below(values.len())]
    }

    /// Yes, `percent` times out of a hundred.
    pub fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_side_comes_up() {
        let mut dice = Dice::new(1);
        let thrown: std::collections::BTreeSet<usize> = (0..1000).map(|_| dice.below(6)).collect();
        assert_eq!(thrown.len(), 6);
    }
}
