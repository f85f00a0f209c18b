//! Source text: files, places in them, and what we have to say about those places.
//!
//! A [`Span`] is a range of bytes in one [`File`]; line and column are computed only when a caller
//! wants to read them. A [`Diagnostic`] is plain data: the `report` crate draws it.
//!
//! This crate knows no language and never touches the file system: callers hand over
//! the text of files.

mod diagnostic;
mod english;
mod file;
mod span;

pub use diagnostic::{Diagnostic, Label, Severity};
pub use english::{counted, with_article};
pub use file::{File, Files};
pub use span::{FileId, Position, Span};
