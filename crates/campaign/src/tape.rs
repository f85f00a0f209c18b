//! Tapes: the random bytes that cases are read off.

use stdx::hash;

/// The tape with this number, of an area and a seed.
#[must_use]
pub fn tape_of(seed: u64, area: &str, number: u64, length: usize) -> Vec<u8> {
    let area = area.bytes().fold(0, |key, byte| hash::mix(key, u64::from(byte)));
    let own = hash::mix(hash::mix(seed, area), number);
    (0..length as u64).map(|at| (hash::mix(own, at) >> 16) as u8).collect()
}

/// A tape as text.
#[must_use]
pub fn to_hex(tape: &[u8]) -> String {
    tape.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The tape that a text writes; none if it is not hexadecimal.
#[must_use]
pub fn from_hex(text: &str) -> Option<Vec<u8>> {
    if !text.is_ascii() || !text.len().is_multiple_of(2) {
        return None;
    }
    let byte = |at: usize| u8::from_str_radix(&text[at..at + 2], 16).ok();
    (0..text.len()).step_by(2).map(byte).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tapes_are_read_as_they_are_written() {
        let tape = tape_of(1, "toy", 7, 40);
        assert_eq!(from_hex(&to_hex(&tape)), Some(tape.clone()));
        assert_eq!((from_hex("0"), from_hex("zz"), from_hex("é")), (None, None, None));
        assert_ne!(tape, tape_of(1, "toy", 8, 40));
        assert_ne!(tape, tape_of(2, "toy", 7, 40));
        assert_ne!(tape, tape_of(1, "trace", 7, 40));
    }
}
