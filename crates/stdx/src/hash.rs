//! Mixing of 64-bit words into hashes that do not depend on the machine, the run or the thread.
//!
//! Handles are numbered in the order of creation, which differs between runs with several threads.
//! Whatever has to be ordered the same way in every run is ordered by such a hash of its content.

/// Mixes `word` into `seed`.
///
/// A folded multiplication: every bit of both inputs reaches every bit of the result.
///
/// ```
/// use stdx::hash::mix;
/// assert_ne!(mix(mix(0, 1), 2), mix(mix(0, 2), 1));
/// ```
#[must_use]
pub fn mix(seed: u64, word: u64) -> u64 {
    const FIRST: u64 = 0x9e37_79b9_7f4a_7c15;
    const SECOND: u64 = 0xd6e8_feb8_6659_fd93;
    let product = u128::from(seed.rotate_left(23) ^ FIRST) * u128::from(word ^ SECOND);
    fold(product) ^ word.rotate_left(31)
}

/// Hash of a byte string.
#[must_use]
pub fn bytes(bytes: &[u8]) -> u64 {
    let mut hash = mix(0, bytes.len() as u64);
    for chunk in bytes.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        hash = mix(hash, u64::from_le_bytes(word));
    }
    hash
}

fn fold(product: u128) -> u64 {
    (product as u64) ^ ((product >> 64) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_and_length_matter() {
        assert_ne!(bytes(b"ab"), bytes(b"ba"));
        assert_ne!(bytes(b"a"), bytes(b"a\0"));
        assert_ne!(bytes(b""), bytes(b"\0"));
    }

    #[test]
    fn small_numbers_do_not_collide() {
        let hashes: std::collections::BTreeSet<u64> =
            (0..1000).flat_map(|a| (0..100).map(move |b| mix(mix(7, a), b))).collect();
        assert_eq!(hashes.len(), 100_000);
    }
}
