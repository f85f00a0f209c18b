//! What hand-written parsers share: a cursor over tokens, and a list of errors with a cap.
//!
//! A parser is a type that owns a [`Cursor`] and implements [`Descent`], which gives it the usual
//! steps of recursive descent: look, eat, expect, lists with commas, a limit on the depth. What the
//! tokens are, what the grammar is and how it goes on behind an error belong to the language.
//!
//! [`temporal`] reads formulas of temporal logic for all languages that have them.
//!
//! This crate knows no language, and reads nothing but the text that it is given.

mod cursor;
mod descent;
mod errors;
pub mod temporal;

pub use cursor::{Cursor, TokenKind};
pub use descent::{Descent, MAX_DEPTH, Parsed};
pub use errors::{Errors, Reported, shown};
