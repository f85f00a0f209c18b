//! Changes of texts, made all at once.

use source::{FileId, Span};

/// Changes that do not overlap.
#[derive(Default)]
pub(super) struct Edits {
    changes: Vec<(Span, String)>,
}

impl Edits {
    /// Puts a text in place of another.
    pub(super) fn replace(&mut self, span: Span, text: String) {
        self.changes.push((span, text));
    }

    /// Puts a text at a place.
    pub(super) fn insert(&mut self, file: FileId, at: usize, text: String) {
        self.replace(Span::new(file, at, at), text);
    }

    /// The text of a file with its changes.
    pub(super) fn applied(&self, file: FileId, text: &str) -> String {
        self.applied_to(Span::new(file, 0, text.len()), text)
    }

    /// A piece of a file, whose text is given, with its changes.
    pub(super) fn applied_to(&self, piece: Span, text: &str) -> String {
        let inside = |span: &Span| {
            span.file == piece.file && span.start >= piece.start && span.end <= piece.end
        };
        let mut changes: Vec<&(Span, String)> =
            self.changes.iter().filter(|(span, _)| inside(span)).collect();
        changes.sort_by_key(|(span, _)| (span.start, span.end));
        let base = piece.start as usize;
        let (mut result, mut done) = (String::new(), 0);
        for (span, new) in changes {
            result.push_str(&text[done..span.start as usize - base]);
            result.push_str(new);
            done = span.end as usize - base;
        }
        result.push_str(&text[done..]);
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_made_from_left_to_right() {
        let mut files = source::Files::new();
        let file = files.add("a.k", "one two three");
        let mut edits = Edits::default();
        edits.replace(file.span(8..13), "drei".to_owned());
        edits.replace(file.span(0..3), "eins".to_owned());
        edits.insert(file.id(), 7, "!".to_owned());
        assert_eq!(edits.applied(file.id(), file.text()), "eins two! drei");
        assert_eq!(edits.applied_to(file.span(4..13), "two three"), "two! drei");
    }
}
