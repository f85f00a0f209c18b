//! The encoding of strings in class files.

/// The UTF-16 code units of a string in modified UTF-8. Bytes that are none become U+FFFD.
pub(crate) fn from_modified_utf8(bytes: &[u8]) -> Vec<u16> {
    const REPLACEMENT: u16 = 0xFFFD;
    let mut units = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some((&first, after)) = rest.split_first() {
        let tail = |at: usize| after.get(at).map(|byte| u16::from(byte & 0x3F));
        let (unit, used) = match (first, tail(0), tail(1)) {
            (0..=0x7F, _, _) => (u16::from(first), 0),
            (0xC0..=0xDF, Some(a), _) => (u16::from(first & 0x1F) << 6 | a, 1),
            (0xE0..=0xEF, Some(a), Some(b)) => (u16::from(first & 0x0F) << 12 | a << 6 | b, 2),
            _ => (REPLACEMENT, 0),
        };
        units.push(unit);
        rest = &after[used..];
    }
    units
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_lengths_are_read() {
        assert_eq!(from_modified_utf8("aé€".as_bytes()), "aé€".encode_utf16().collect::<Vec<_>>());
        // Zero has two bytes, and what is outside of the basic plane has two surrogates.
        assert_eq!(from_modified_utf8(&[0xC0, 0x80]), [0]);
        assert_eq!(from_modified_utf8(&[0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80]), [0xD83D, 0xDE00]);
    }

    #[test]
    fn bad_bytes_are_replaced() {
        assert_eq!(from_modified_utf8(&[0xFF, b'a', 0xE2, 0x82]), [0xFFFD, 97, 0xFFFD, 0xFFFD]);
    }
}
