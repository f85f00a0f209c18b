//! Comments that allow a finding: `tracehound: allow CODE reason`, on its line or on the line above it.
//!
//! The place of a finding may be in a contract, which is a comment itself: there is no room for another
//! comment in it, only in front of it or behind it.

use lsp_types::{Position, Range, TextEdit};

use crate::text::byte_of;

/// How comments of a language are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Comments {
    /// What begins and ends a comment of one line.
    line: (&'static str, &'static str),
    /// What begins and ends comments that contracts may be in.
    block: (&'static str, &'static str),
}

impl Comments {
    /// Those of Java and Toy.
    pub(crate) const SLASHES: Comments = Comments { line: ("//", ""), block: ("/*", "*/") };
    /// Those of OCaml.
    pub(crate) const OCAML: Comments = Comments { line: ("(*", " *)"), block: ("(*", "*)") };
    /// Those of Haskell.
    pub(crate) const HASKELL: Comments = Comments { line: ("--", ""), block: ("{-", "-}") };

    /// Puts a comment at a finding of this code in this line, without the reason; none if there is no room.
    pub(crate) fn allowing(self, text: &str, line: u32, code: &str) -> Option<TextEdit> {
        let start = byte_of(text, Position { line, character: 0 });
        let rest = &text[start..];
        let content = rest.split(['\n', '\r']).next().unwrap_or_default();
        let (open, close) = self.line;
        let comment = format!("{open} tracehound: allow {code} {close}");
        let (at, new_text) = match self.is_open_at(text, start) {
            false => {
                let indent = &content[..content.len() - content.trim_start().len()];
                (Position { line, character: 0 }, format!("{indent}{}\n", comment.trim_end()))
            }
            true if content.trim_end().ends_with(self.block.1) => {
                let character = content.trim_end().encode_utf16().count() as u32;
                (Position { line, character }, format!(" {}", comment.trim_end()))
            }
            true => return None,
        };
        Some(TextEdit { range: Range { start: at, end: at }, new_text })
    }

    /// Whether a byte is in a block comment.
    fn is_open_at(self, text: &str, byte: usize) -> bool {
        let before = &text[..byte];
        let (open, close) = self.block;
        before.matches(open).count() > before.matches(close).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::changed;
    use lsp_types::TextDocumentContentChangeEvent;

    fn check(comments: Comments, text: &str, line: u32, expected: Option<&str>) {
        let edit = comments.allowing(text, line, "X001");
        let applied = edit.map(|TextEdit { range, new_text }| {
            let range_length = None;
            let change =
                TextDocumentContentChangeEvent { range: Some(range), range_length, text: new_text };
            changed(text.to_owned(), vec![change])
        });
        assert_eq!(applied.as_deref(), expected);
    }

    #[test]
    fn comment_stands_above_code() {
        let expected = "a\n  // tracehound: allow X001\n  ü;\n";
        check(Comments::SLASHES, "a\n  ü;\n", 1, Some(expected));
        let expected = "-- tracehound: allow X001\n{-@ f :: Int @-}";
        check(Comments::HASKELL, "{-@ f :: Int @-}", 0, Some(expected));
    }

    #[test]
    fn comment_stands_behind_a_contract() {
        let contract = "(** one\n    two\n    effect 🦊 *)\nlet";
        let expected = "(** one\n    two\n    effect 🦊 *) (* tracehound: allow X001  *)\nlet";
        check(Comments::OCAML, contract, 2, Some(expected));
        check(Comments::OCAML, contract, 1, None);
    }
}
