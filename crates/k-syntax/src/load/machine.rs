//! Machine integers, for each width that a definition names.

use std::collections::BTreeSet;

/// The modules of machine integers, with marks for widths.
const TEXT: &str = include_str!("../../prelude/mint.k");

/// Widths above this are not made: their bounds alone are thousands of digits.
const WIDEST: u32 = 4096;

/// The widths that a text names: those of `MInt{32}` and of `1p32`.
pub(super) fn widths(text: &str) -> BTreeSet<u32> {
    let mut found = BTreeSet::new();
    for (at, mark) in text.match_indices("MInt{") {
        found.extend(number_before(&text[at + mark.len()..], "}"));
    }
    found
}

/// The number at the start of a text, in front of a mark.
fn number_before(text: &str, mark: &str) -> Option<u32> {
    let end = text.find(|c: char| !c.is_ascii_digit())?;
    let width = text[..end].parse().ok()?;
    (text[end..].starts_with(mark) && (1..=WIDEST).contains(&width)).then_some(width)
}

/// The modules for these widths.
pub(super) fn text(widths: &BTreeSet<u32>) -> String {
    let mut text = String::new();
    for part in TEXT.split("//= ") {
        let (kind, lines) = part.split_once('\n').unwrap_or_default();
        match kind {
            "each" => text.extend(widths.iter().map(|width| instance(lines, *width, *width))),
            "pairs" => {
                for width in widths {
                    text.extend(widths.iter().map(|other| instance(lines, *width, *other)));
                }
            }
            "once" => text.push_str(lines),
            // The first part, up to the first mark, has no kind in front of it.
            _ => text.push_str(&part[part.find("module").unwrap_or_default()..]),
        }
    }
    text
}

fn instance(lines: &str, width: u32, other: u32) -> String {
    lines
        .replace("@W", &width.to_string())
        .replace("@V", &other.to_string())
        .replace("@M", &power_of_two(width))
        .replace("@N", &power_of_two(other))
        .replace("@H", &power_of_two(width - 1))
}

/// `2 ^ exponent` in decimal.
fn power_of_two(exponent: u32) -> String {
    // The last digit comes first.
    let mut digits = vec![1_u8];
    for _ in 0..exponent {
        let mut carry = 0;
        for digit in &mut digits {
            let doubled = 2 * *digit + carry;
            (*digit, carry) = (doubled % 10, doubled / 10);
        }
        digits.extend((carry > 0).then_some(carry));
    }
    digits.iter().rev().map(|digit| char::from(b'0' + digit)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_found_where_they_are_named() {
        let text = "syntax MInt{8} rule f(X:MInt{256}) => MInt{Width} MInt{0} MInt{99999}";
        assert_eq!(widths(text), BTreeSet::from([8, 256]));
    }

    #[test]
    fn powers_of_two_are_written_in_decimal() {
        assert_eq!(power_of_two(0), "1");
        assert_eq!(power_of_two(10), "1024");
        assert_eq!(power_of_two(64), "18446744073709551616");
    }

    #[test]
    fn lines_are_repeated_for_each_width() {
        let one = text(&BTreeSet::from([8]));
        assert!(one.contains("MInt{8}") && one.contains("modInt 256") && !one.contains('@'));
        assert!(text(&BTreeSet::from([8, 16])).contains("symbol(roundMInt16.8)"));
        assert!(!text(&BTreeSet::new()).contains("MInt{"));
    }
}
