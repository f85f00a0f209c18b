//! LiquidHaskell annotations.
//!
//! Refinement types are written in comments, which GHC drops, so they are read from the text of a
//! module: [`find`] says where they stand, [`parse`](mod@parse) makes trees of them ([`ast`]), and
//! [`print`](mod@print) writes a tree down again.
//!
//! Nothing here looks at the program: what the names in an annotation mean is another matter.

pub mod ast;
pub mod find;
pub mod parse;
pub mod print;
mod token;

pub use parse::parse;
