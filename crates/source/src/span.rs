//! Places in source text.

/// A file among those that were read for one run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FileId(pub(crate) u32);

/// A range of bytes in one file, end excluded.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Span {
    /// The file that the range lies in.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// Byte after the last one.
    pub end: u32,
}

impl Span {
    /// The range from `start` up to, not including, `end`.
    #[must_use]
    pub fn new(file: FileId, start: usize, end: usize) -> Span {
        let byte = |n: usize| u32::try_from(n).expect("files are under 4 GiB: checked when read");
        Span { file, start: byte(start), end: byte(end.max(start)) }
    }

    /// The smallest range that holds both. They must lie in one file.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        debug_assert_eq!(self.file, other.file, "a span cannot stretch over two files");
        let (start, end) = (self.start.min(other.start), self.end.max(other.end));
        Span { file: self.file, start, end }
    }

    /// The range as indices into the text of its file.
    #[must_use]
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A line and a column, both counted from one; columns count characters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Position {
    /// Line, from one.
    pub line: usize,
    /// Column in characters, from one.
    pub column: usize,
}
