//! The files of one run, kept in memory.

use std::sync::Arc;

use crate::{FileId, Position, Span};

/// One source file: its name as the user gave it, and its text.
#[derive(Clone, Debug)]
pub struct File {
    id: FileId,
    name: Arc<str>,
    text: Arc<str>,
    /// Byte at which each line starts; the first entry is zero.
    lines: Arc<[u32]>,
}

impl File {
    /// The handle that spans of this file carry.
    #[must_use]
    pub fn id(&self) -> FileId {
        self.id
    }

    /// The name as the user gave it.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Line and column of a byte. A byte past the end counts as the end.
    #[must_use]
    pub fn position(&self, byte: u32) -> Position {
        let byte = (byte as usize).min(self.text.len());
        let line = self.lines.partition_point(|&start| start as usize <= byte);
        let start = self.lines[line - 1] as usize;
        let column =
            self.text.as_bytes()[start..byte].iter().filter(|b| **b & 0xc0 != 0x80).count();
        Position { line, column: column + 1 }
    }

    /// A file with another name and text whose spans are those of this one.
    #[must_use]
    pub fn with_text(&self, name: &str, text: &str) -> File {
        File::new(self.id, name, text)
    }

    fn new(id: FileId, name: &str, text: &str) -> File {
        let breaks = text.bytes().enumerate().filter(|(_, b)| *b == b'\n');
        let lines = std::iter::once(0).chain(breaks.map(|(at, _)| at as u32 + 1)).collect();
        File { id, name: name.into(), text: text.into(), lines }
    }

    /// A span of this file.
    #[must_use]
    pub fn span(&self, range: std::ops::Range<usize>) -> Span {
        Span::new(self.id, range.start, range.end)
    }
}

/// All files of one run, by handle.
#[derive(Clone, Debug, Default)]
pub struct Files {
    files: Vec<File>,
}

impl Files {
    /// No files yet.
    #[must_use]
    pub fn new() -> Files {
        Files::default()
    }

    /// Takes in a file and returns it with its handle.
    pub fn add(&mut self, name: &str, text: &str) -> File {
        let id = FileId(u32::try_from(self.files.len()).expect("fewer than 2^32 files"));
        let file = File::new(id, name, text);
        self.files.push(file.clone());
        file
    }

    /// The file of this name and text, which is taken in if it is not there yet. Programs of one run share what they all read.
    pub fn share(&mut self, name: &str, text: &str) -> File {
        let known = self.files.iter().find(|file| file.name() == name && file.text() == text);
        known.cloned().unwrap_or_else(|| self.add(name, text))
    }

    /// The file of a handle made by this collection.
    #[must_use]
    pub fn get(&self, id: FileId) -> &File {
        &self.files[id.0 as usize]
    }

    /// The text that a span covers.
    #[must_use]
    pub fn excerpt(&self, span: Span) -> &str {
        &self.get(span.file).text()[span.range()]
    }

    /// `name:line:column` of the start of a span.
    #[must_use]
    pub fn describe(&self, span: Span) -> String {
        let file = self.get(span.file);
        let Position { line, column } = file.position(span.start);
        format!("{}:{line}:{column}", file.name())
    }

    /// The files in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = &File> {
        self.files.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shared_files_are_taken_in_once() {
        let mut files = Files::new();
        let first = files.share("list.ml", "let x = 1").id();
        files.add("main.ml", "let x = 1");
        assert_eq!(files.share("list.ml", "let x = 1").id(), first);
        assert_ne!(files.share("list.ml", "let x = 2").id(), first);
        assert_eq!(files.iter().count(), 3);
    }

    #[test]
    fn columns_count_characters_and_lines_start_after_breaks() {
        let mut files = Files::new();
        let file = files.add("a.toy", "één\nzwei\n");
        assert_eq!(file.position(0), Position { line: 1, column: 1 });
        assert_eq!(file.position(4), Position { line: 1, column: 3 });
        assert_eq!(file.position(6), Position { line: 2, column: 1 });
        assert_eq!(file.position(999), Position { line: 3, column: 1 });
        assert_eq!(files.describe(file.span(6..10)), "a.toy:2:1");
        assert_eq!(files.excerpt(file.span(6..10)), "zwei");
    }
}
