//! Random choices that are the same for the same seed, on every machine.

use std::sync::Arc;

use stdx::hash;

/// A stream of choices.
#[derive(Clone, Debug)]
pub struct Dice {
    source: Source,
    thrown: u64,
}

#[derive(Clone, Debug)]
enum Source {
    Seed(u64),
    Tape(Arc<[u8]>),
}

impl Dice {
    /// The stream of a seed, which never ends.
    #[must_use]
    pub fn new(seed: u64) -> Dice {
        Dice { source: Source::Seed(hash::mix(41, seed)), thrown: 0 }
    }

    /// Choices read off a tape of bytes. Behind its end every choice is the first one, so that a
    /// shorter tape, or one with smaller bytes, describes something smaller.
    #[must_use]
    pub fn of_tape(tape: &[u8]) -> Dice {
        Dice { source: Source::Tape(tape.into()), thrown: 0 }
    }

    /// A number below `bound`, which is not zero.
    pub fn below(&mut self, bound: usize) -> usize {
        let number = match &self.source {
            Source::Seed(seed) => {
                self.thrown += 1;
                hash::mix(*seed, self.thrown)
            }
            Source::Tape(_) => self.bytes(if bound <= 256 { 1 } else { 8 }),
        };
        (number % bound as u64) as usize
    }

    /// Any number of 64 bits.
    pub fn any(&mut self) -> u64 {
        match &self.source {
            Source::Seed(_) => self.below(usize::MAX) as u64,
            Source::Tape(_) => self.bytes(8),
        }
    }

    /// One of some values, of which there is at least one.
    pub fn pick<'a, T>(&mut self, values: &'a [T]) -> &'a T {
        &values[self.below(values.len())]
    }

    /// Yes, `percent` times out of a hundred. At the end of a tape: no.
    pub fn percent(&mut self, percent: usize) -> bool {
        match &self.source {
            Source::Seed(_) => self.below(100) < percent,
            Source::Tape(_) => 99 - self.below(100) < percent,
        }
    }

    /// The next bytes of a tape as a number.
    fn bytes(&mut self, count: usize) -> u64 {
        let Source::Tape(tape) = &self.source else { return 0 };
        let from = (self.thrown as usize).min(tape.len());
        let bytes = &tape[from..(from + count).min(tape.len())];
        self.thrown += count as u64;
        bytes.iter().fold(0, |number, byte| number << 8 | u64::from(*byte))
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

    #[test]
    fn a_tape_says_what_comes_and_then_nothing_but_the_first() {
        let mut dice = Dice::of_tape(&[7, 3, 1, 2]);
        assert_eq!((dice.below(4), dice.below(4), dice.below(1000)), (3, 3, 258));
        assert_eq!((dice.below(9), dice.any(), dice.percent(99)), (0, 0, false));
    }
}
