//! Texts as editors count them.
//!
//! An editor names a place by its line and by how many units of UTF-16 come before it in that line. A
//! [`Place`] of a report has bytes of the text as we read it: without a byte order mark, and with LF
//! at the ends of lines. Both lead to a byte of the text as it is. Whatever an editor sends, the
//! nearest place that exists is taken: a wrong number is no reason to end.

use lsp_types::{Position, Range, TextDocumentContentChangeEvent};
use report::Place;

/// The mark that some editors put in front of a text.
const MARK: char = '\u{feff}';

/// The place of a report in a text.
pub(crate) fn range_of(text: &str, place: &Place) -> Range {
    let [start, end] = original_bytes(text, [place.start_byte as usize, place.end_byte as usize]);
    Range { start: position_of(text, start), end: position_of(text, end) }
}

/// The text after the changes of an editor, which are made one after the other.
pub(crate) fn changed(mut text: String, changes: Vec<TextDocumentContentChangeEvent>) -> String {
    for change in changes {
        match change.range {
            None => text = change.text,
            Some(Range { start, end }) => {
                let (start, end) = (byte_of(&text, start), byte_of(&text, end));
                text.replace_range(start.min(end)..start.max(end), &change.text);
            }
        }
    }
    text
}

/// The byte at a position: the last one of the line if the line is shorter, and the first one of a
/// character that the position cuts in two.
pub(crate) fn byte_of(text: &str, position: Position) -> usize {
    let Some((start, line)) = lines(text).nth(position.line as usize) else { return text.len() };
    let mut left = position.character as usize;
    for (at, char) in line.char_indices() {
        if left < char.len_utf16() {
            return start + at;
        }
        left -= char.len_utf16();
    }
    start + line.len()
}

/// The position of a byte.
pub(crate) fn position_of(text: &str, byte: usize) -> Position {
    let mut byte = byte.min(text.len());
    while !text.is_char_boundary(byte) {
        byte -= 1;
    }
    let before = lines(text).take_while(|(start, _)| *start <= byte).enumerate().last();
    let (line, (start, content)) = before.unwrap_or((0, (0, text)));
    let end = byte.min(start + content.len());
    let character = text[start..end].encode_utf16().count();
    Position { line: line as u32, character: character as u32 }
}

/// The lines of a text with their first bytes, without their ends: LF, CR LF or CR.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut next = Some(0);
    std::iter::from_fn(move || {
        let start = next?;
        let rest = &text[start..];
        let Some(len) = rest.find(['\n', '\r']) else {
            next = None;
            return Some((start, rest));
        };
        let end = if rest[len..].starts_with("\r\n") { 2 } else { 1 };
        next = Some(start + len + end);
        Some((start, &rest[..len]))
    })
}

/// Bytes of a text as it is, from those of the text as we read it.
fn original_bytes(text: &str, bytes: [usize; 2]) -> [usize; 2] {
    let skipped = if text.starts_with(MARK) { MARK.len_utf8() } else { 0 };
    let (mut found, mut read) = (bytes.map(|_| text.len()), 0);
    let all = text.as_bytes();
    for (at, byte) in all.iter().enumerate().skip(skipped) {
        for (wanted, found) in bytes.iter().zip(&mut found) {
            if *wanted == read && *found == text.len() {
                *found = at;
            }
        }
        let is_dropped = *byte == b'\r' && all.get(at + 1) == Some(&b'\n');
        read += usize::from(!is_dropped);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn place(start_byte: u32, end_byte: u32) -> Place {
        let (line, column, end_line, end_column) = (1, 1, 1, 1);
        Place { file: String::new(), line, column, end_line, end_column, start_byte, end_byte }
    }

    fn at(line: u32, character: u32) -> Position {
        Position { line, character }
    }

    #[test]
    fn emoji_count_two_and_umlauts_one() {
        let text = "für 🦊x\ny";
        assert_eq!(position_of(text, text.find('x').expect("it is there")), at(0, 6));
        assert_eq!(byte_of(text, at(0, 6)), text.find('x').expect("it is there"));
        assert_eq!(byte_of(text, at(0, 5)), text.find('🦊').expect("it is there"), "in its middle");
        assert_eq!(position_of(text, text.len()), at(1, 1));
    }

    #[test]
    fn places_skip_the_mark_and_the_ends_of_lines() {
        let text = "\u{feff}ä\r\nb🦊c\r\nd";
        // As we read it: "ä\nb🦊c\nd".
        let range = range_of(text, &place(3, 9));
        assert_eq!((range.start, range.end), (at(1, 0), at(1, 4)));
        assert_eq!(range_of(text, &place(0, 2)), Range { start: at(0, 1), end: at(0, 2) });
        assert_eq!(range_of(text, &place(99, 200)).start, at(2, 1), "past the end");
    }

    #[test]
    fn lone_carriage_return_ends_a_line() {
        assert_eq!(position_of("a\rb\r\nc", 2), at(1, 0));
        assert_eq!(byte_of("a\rb\r\nc", at(2, 0)), 5);
    }

    /// The units of a text by line: a simple model of what an editor holds.
    fn model_offset(text: &str, position: Position) -> usize {
        let units: Vec<u16> = text.encode_utf16().collect();
        let (mut line, mut start, mut at) = (0, 0, 0);
        while at < units.len() && line < position.line {
            let is_pair = units[at] == 13 && units.get(at + 1) == Some(&10);
            at += if is_pair { 2 } else { 1 };
            if matches!(units[at - 1], 10 | 13) {
                (line, start) = (line + 1, at);
            }
        }
        if line < position.line {
            return units.len();
        }
        let rest = &units[start..];
        let len = rest.iter().position(|unit| matches!(unit, 10 | 13)).unwrap_or(rest.len());
        start + len.min(position.character as usize)
    }

    fn any_text() -> impl Strategy<Value = String> {
        let part =
            prop_oneof![Just("a"), Just("ü"), Just("🦊"), Just("\n"), Just("\r\n"), Just("\r")];
        prop::collection::vec(part, 0..20).prop_map(|parts| parts.concat())
    }

    proptest! {
        #[test]
        fn edits_agree_with_units_of_utf_16(
            text in any_text(), new in any_text(),
            lines in (0_u32..8, 0_u32..8), columns in (0_u32..8, 0_u32..8),
        ) {
            let (start, end) = (at(lines.0, columns.0), at(lines.1, columns.1));
            let units: Vec<u16> = text.encode_utf16().collect();
            let (from, to) = (model_offset(&text, start), model_offset(&text, end));
            let (from, to) = (from.min(to), from.max(to));
            // A position in the middle of a character has no meaning of its own.
            let cuts = |at: usize| units.get(at).is_some_and(|unit| (0xdc00..0xe000).contains(unit));
            prop_assume!(!cuts(from) && !cuts(to));
            let model: Vec<u16> =
                [&units[..from], &new.encode_utf16().collect::<Vec<_>>(), &units[to..]].concat();
            let change = TextDocumentContentChangeEvent {
                range: Some(Range { start, end }), range_length: None, text: new,
            };
            let changed = changed(text, vec![change]);
            prop_assert_eq!(changed, String::from_utf16(&model).expect("no character was cut"));
        }

        #[test]
        fn positions_and_bytes_are_inverse(text in any_text()) {
            for (byte, _) in text.char_indices() {
                let is_inside_end = text[..byte].ends_with('\r') && text[byte..].starts_with('\n');
                if !is_inside_end {
                    prop_assert_eq!(byte_of(&text, position_of(&text, byte)), byte);
                }
            }
        }
    }
}
