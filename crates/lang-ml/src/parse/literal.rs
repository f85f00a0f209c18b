//! Numbers, characters and strings.

use tree_sitter::Node;

use super::reader::Reader;
use crate::ast::{Boxed, Const};

impl<'t> Reader<'_, 't> {
    /// A constant node, or none if the node is not one.
    pub(super) fn constant(&mut self, node: Node<'t>) -> Option<Const> {
        match node.kind() {
            "number" | "signed_number" => Some(self.number(node, self.text(node))),
            "character" => Some(self.character(node)),
            "string" => Some(Const::Text(self.string(node))),
            "quoted_string" => Some(Const::Text(self.quoted(node))),
            _ => None,
        }
    }

    /// A number, perhaps with its sign before it.
    pub(super) fn number(&mut self, node: Node<'t>, text: &str) -> Const {
        let digits: String =
            text.chars().filter(|c| *c != '_' && !c.is_whitespace() && *c != '+').collect();
        match read_int(&digits) {
            Number::Int(value) => Const::Int(value),
            Number::Boxed(kind, value) => Const::Boxed(kind, value),
            Number::Float => Const::Float(digits),
            Number::TooLarge => {
                self.report(node, "integer literal does not fit in 63 bits");
                Const::Int(0)
            }
        }
    }

    fn character(&mut self, node: Node<'t>) -> Const {
        let text = self.text(node);
        let inner = &text[1..text.len().max(2) - 1];
        let codes = unescape(inner);
        match codes[..] {
            [byte] => Const::Char(byte),
            _ => self.bad_character(node),
        }
    }

    fn bad_character(&mut self, node: Node<'t>) -> Const {
        self.report(node, "a character is a single byte");
        Const::Char(b'?')
    }

    pub(super) fn string(&mut self, node: Node<'t>) -> String {
        let text = self.text(node);
        let inner = &text[1..text.len().max(2) - 1];
        unescape(inner).into_iter().map(char::from).collect()
    }

    fn quoted(&mut self, node: Node<'t>) -> String {
        let content = self.first(node, "quoted_string_content");
        let text = content.map_or("", |content| self.text(content));
        text.bytes().map(char::from).collect()
    }
}

enum Number {
    Int(i64),
    Boxed(Boxed, i64),
    Float,
    TooLarge,
}

/// The value of digits without underscores.
fn read_int(text: &str) -> Number {
    let boxed = match text.as_bytes().last() {
        Some(b'l') => Some((Boxed::Int32, 32)),
        Some(b'L') => Some((Boxed::Int64, 64)),
        Some(b'n') => Some((Boxed::Nativeint, 64)),
        _ => None,
    };
    let Some((kind, bits)) = boxed else { return read_bits(text, 63) };
    match read_bits(&text[..text.len() - 1], bits) {
        Number::Int(value) => Number::Boxed(kind, value),
        other => other,
    }
}

/// The value of digits as an integer of so many bits.
fn read_bits(text: &str, bits: u32) -> Number {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let lower = digits.to_ascii_lowercase();
    let (radix, digits) = match lower.get(..2) {
        Some("0x") => (16, &lower[2..]),
        Some("0o") => (8, &lower[2..]),
        Some("0b") => (2, &lower[2..]),
        Some(_) | None => (10, lower.as_str()),
    };
    if digits.is_empty() || !digits.chars().all(|c| c.is_digit(radix)) {
        return Number::Float;
    }
    let limit: i128 = 1 << (bits - 1);
    match i128::from_str_radix(digits, radix) {
        // Other bases write the bits, so that all 63 of them may be used.
        Ok(value) if radix != 10 && value < 2 * limit => {
            let value = if value >= limit { value - 2 * limit } else { value };
            Number::Int(if negative { -value } else { value } as i64)
        }
        Ok(value) if negative && value <= limit => Number::Int(-value as i64),
        Ok(value) if value < limit => Number::Int(value as i64),
        Ok(_) | Err(_) => Number::TooLarge,
    }
}

/// The bytes of a text with OCaml's escapes. A code point that is no byte is several, in UTF-8.
fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if first != '\\' {
            bytes.extend(utf8(first));
            rest = &rest[first.len_utf8()..];
            continue;
        }
        let (code, length) = escape(rest);
        match (code.map(u8::try_from), rest[1..].starts_with('u')) {
            (Some(Ok(byte)), false) => bytes.push(byte),
            _ => bytes.extend(code.and_then(char::from_u32).into_iter().flat_map(utf8)),
        }
        rest = &rest[length..];
    }
    bytes
}

fn utf8(letter: char) -> Vec<u8> {
    letter.to_string().into_bytes()
}

/// The code of an escape at the start of a text, if it stands for one, and its length in bytes.
fn escape(text: &str) -> (Option<u32>, usize) {
    let Some(kind) = text[1..].chars().next() else { return (Some('\\' as u32), 1) };
    let number = |from: usize, to: usize, radix| {
        let digits = text.get(from..to)?;
        Some((u32::from_str_radix(digits, radix).ok(), to))
    };
    let simple = |code: char| (Some(code as u32), 1 + kind.len_utf8());
    match kind {
        'n' => simple('\n'),
        't' => simple('\t'),
        'b' => simple('\u{8}'),
        'r' => simple('\r'),
        'x' => number(2, 4, 16).unwrap_or(simple('x')),
        'o' => number(2, 5, 8).unwrap_or(simple('o')),
        '0'..='9' => number(1, 4, 10).unwrap_or(simple(kind)),
        'u' => match text.find('}') {
            Some(end) => number(3, end, 16).map_or(simple('u'), |(code, _)| (code, end + 1)),
            None => simple('u'),
        },
        '\n' | '\r' => (None, 1 + text[1..].len() - text[1..].trim_start().len()),
        other => simple(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_read_as_ocaml_reads_them() {
        assert_eq!(unescape(r#"a\n\t\\\"\065\x41\o101\233"#), b"a\n\t\\\"AAA\xe9");
        assert_eq!(unescape("a\\\n   b"), b"ab");
        assert_eq!(unescape("é\\u{e9}\\u{20ac}"), "éé€".as_bytes());
    }

    #[test]
    fn integers_have_63_bits() {
        let value = |text: &str| match read_int(text) {
            Number::Int(value) => Some(value),
            Number::Boxed(..) | Number::Float | Number::TooLarge => None,
        };
        assert_eq!(value("4611686018427387903"), Some((1 << 62) - 1));
        assert_eq!(value("4611686018427387904"), None);
        assert_eq!(value("-4611686018427387904"), Some(-(1 << 62)));
        assert_eq!(value("0x7fffffffffffffff"), Some(-1));
        assert_eq!(value("0b101"), Some(5));
        assert_eq!(value("1.5"), None);
    }
}
