//! Places in source text, in the form in which they leave the program.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use source::{Files, Span};

/// A range of source text. Lines and columns count from one, columns count characters; the end is
/// the first position that is not part of the range.
#[derive(
    Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
pub struct Place {
    /// The file as the user named it.
    pub file: String,
    /// First line.
    pub line: usize,
    /// First column.
    pub column: usize,
    /// Line of the end.
    pub end_line: usize,
    /// Column of the end.
    pub end_column: usize,
    /// First byte of the text as we read it, which has no byte order mark and LF line ends.
    pub start_byte: u32,
    /// Byte after the last one.
    pub end_byte: u32,
}

impl Place {
    /// The place of a span.
    #[must_use]
    pub fn new(files: &Files, span: Span) -> Place {
        let file = files.get(span.file);
        let (start, end) = (file.position(span.start), file.position(span.end));
        Place {
            file: file.name().to_owned(),
            line: start.line,
            column: start.column,
            end_line: end.line,
            end_column: end.column,
            start_byte: span.start,
            end_byte: span.end,
        }
    }
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}
