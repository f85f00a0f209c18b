//! Configurations that were met before.
//!
//! Two configurations are the same if they are equal and reached under the same conditions. They
//! are told apart by a hash of 128 bits: in a billion configurations, the chance that any two of
//! them share one is below one in a hundred billion billion.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHashSet;
use stdx::hash::mix;
use term::Term;

use crate::state::State;

/// The configurations that were met.
#[derive(Debug, Default)]
pub(super) struct Seen {
    hashes: FxHashSet<(u64, u64)>,
}

impl Seen {
    /// Takes a configuration in. Says whether it is new.
    pub(super) fn insert(&mut self, state: &State, conds: &[Term]) -> bool {
        let mut hasher = Wide::default();
        state.hash(&mut hasher);
        conds.len().hash(&mut hasher);
        conds.iter().for_each(|cond| cond.hash(&mut hasher));
        self.hashes.insert((hasher.first, hasher.second))
    }
}

/// Two hashes at once.
#[derive(Default)]
struct Wide {
    first: u64,
    second: u64,
}

impl Wide {
    fn word(&mut self, word: u64) {
        self.first = mix(self.first, word);
        self.second = mix(self.second ^ 0x5bd1_e995_9e37_79b9, word.rotate_left(17));
    }
}

impl Hasher for Wide {
    fn finish(&self) -> u64 {
        self.first
    }

    fn write(&mut self, bytes: &[u8]) {
        self.word(bytes.len() as u64);
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.word(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, value: u8) {
        self.word(u64::from(value));
    }

    fn write_u32(&mut self, value: u32) {
        self.word(u64::from(value));
    }

    fn write_u64(&mut self, value: u64) {
        self.word(value);
    }

    fn write_usize(&mut self, value: usize) {
        self.word(value as u64);
    }

    fn write_isize(&mut self, value: isize) {
        self.word(value as u64);
    }

    fn write_i64(&mut self, value: i64) {
        self.word(value as u64);
    }
}
