//! Places of GHC as spans of our files.
//!
//! GHC counts lines and columns, in characters and with tabs at every eighth column.

use rustc_hash::FxHashMap;
use source::{File, Span};

use crate::core::SourceRange;

/// The files whose places we can show, by the name that GHC was given.
#[derive(Clone, Debug, Default)]
pub struct Sources(FxHashMap<String, File>);

impl Sources {
    /// No files.
    #[must_use]
    pub fn new() -> Sources {
        Sources::default()
    }

    /// Adds a file under the name that GHC was given.
    pub fn add(&mut self, told: &str, file: File) {
        self.0.insert(told.to_owned(), file);
    }

    /// The file that GHC was given under a name.
    #[must_use]
    pub fn file(&self, told: &str) -> Option<&File> {
        self.0.get(told)
    }

    /// The span of a place, if its file is known.
    #[must_use]
    pub fn span(&self, place: &SourceRange) -> Option<Span> {
        let file = self.0.get(&place.file)?;
        let (start, end) = (byte(file.text(), place.start), byte(file.text(), place.end));
        Some(file.span(start..end))
    }
}

/// The byte at a line and column; the end of the line, or of the text, if it is shorter.
fn byte(text: &str, (line, column): (u32, u32)) -> usize {
    let Some(row) = text.split('\n').nth((line as usize).saturating_sub(1)) else {
        return text.len();
    };
    let start = row.as_ptr().addr() - text.as_ptr().addr();
    let mut at = 1;
    for (offset, char) in row.char_indices() {
        if at >= column {
            return start + offset;
        }
        at = if char == '\t' { (at - 1) / 8 * 8 + 9 } else { at + 1 };
    }
    start + row.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_characters_and_tabs_jump() {
        let text = "é = 1\n\tx\n";
        assert_eq!(byte(text, (1, 1)), 0);
        assert_eq!(byte(text, (1, 2)), 2);
        assert_eq!(byte(text, (2, 9)), 8);
        assert_eq!(byte(text, (2, 10)), 9);
        assert_eq!(byte(text, (9, 1)), text.len());
    }
}
