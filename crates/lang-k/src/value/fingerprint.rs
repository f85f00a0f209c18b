//! Hashes that are wide enough to stand for what was hashed.
//!
//! Two different values share 128 bits with a negligible chance: among a billion
//! of them it is below one in a hundred billion billion.

use std::hash::{Hash, Hasher};

use stdx::hash::mix;

/// A hash of 128 bits. The same in every run of one program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Fingerprint(pub(crate) [u64; 2]);

impl Fingerprint {
    /// The fingerprint of what writes itself to a hasher.
    pub(crate) fn of(what: &impl Hash) -> Fingerprint {
        let mut hasher = Wide::default();
        what.hash(&mut hasher);
        Fingerprint(hasher.words)
    }
}

/// Two hashes at once.
#[derive(Default)]
struct Wide {
    words: [u64; 2],
}

impl Wide {
    fn word(&mut self, word: u64) {
        let [first, second] = &mut self.words;
        *first = mix(*first, word);
        *second = mix(*second ^ 0x5bd1_e995_9e37_79b9, word.rotate_left(17));
    }
}

impl Hasher for Wide {
    fn finish(&self) -> u64 {
        self.words[0]
    }

    fn write(&mut self, bytes: &[u8]) {
        self.word(bytes.len() as u64);
        let (words, rest) = bytes.as_chunks();
        for word in words {
            self.word(u64::from_le_bytes(*word));
        }
        if !rest.is_empty() {
            let mut word = [0; 8];
            word[..rest.len()].copy_from_slice(rest);
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

#[cfg(test)]
mod tests {
    use triomphe::Arc;

    use proptest::prelude::*;

    use super::*;
    use crate::signature::LabelId;
    use crate::value::{List, Map, Set, Value};

    /// Values from few parts, so that equal ones and nearly equal ones are met.
    fn value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Empty),
            (0..2_i64).prop_map(Value::int),
            Just(Value::Leaf(LabelId::new(0))),
            Just(Value::str("")),
        ];
        leaf.prop_recursive(3, 8, 2, |inner| {
            let parts = proptest::collection::vec(inner, 0..3);
            prop_oneof![
                parts.clone().prop_map(|parts| Value::List(Arc::new(List::from_iter(parts)))),
                parts.clone().prop_map(|parts| Value::Set(Arc::new(Set::from_iter(parts)))),
                parts.clone().prop_map(|parts| Value::Bag(Arc::new(parts))),
                parts.clone().prop_map(|parts| {
                    let entries = parts.into_iter().map(|part| (part.clone(), part));
                    Value::Map(Arc::new(Map::of(entries)))
                }),
                parts.clone().prop_map(|parts| Value::apply(LabelId::new(1), parts)),
                parts.prop_map(|parts| {
                    let whole = parts.into_iter().rev().fold(Value::Empty, |b, a| a.then(b));
                    // Longer computations are made of this one, which knows its fingerprint.
                    let _ = Fingerprint::of(&whole);
                    whole
                }),
            ]
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn fingerprints_are_equal_where_values_are(a in value(), b in value(), c in value()) {
            prop_assert_eq!(Fingerprint::of(&a) == Fingerprint::of(&b), a == b);
            let left = a.clone().then(b.clone()).then(c.clone());
            let right = a.then(b.then(c));
            prop_assert_eq!(Fingerprint::of(&left), Fingerprint::of(&right));
        }
    }
}
