//! LiquidHaskell annotations.
//!
//! Refinement types are written in comments, which GHC drops, so they are read from the text of a
//! module: [`find`] says where they stand, [`parse`](mod@parse) makes trees of them ([`ast`]), and
//! [`print`](mod@print) writes a tree down again.
//!
//! [`resolve`](mod@resolve) says what they mean for the program ([`logic`]), and [`judge`] whether
//! values are as they require.

pub mod ast;
pub mod callees;
mod canonical;
pub mod elaborate;
pub mod emit;
pub mod find;
mod induction;
pub mod judge;
pub mod local;
pub mod logic;
pub mod parse;
pub mod print;
pub mod resolve;
pub mod specialise;
mod token;

pub use parse::parse;
pub use resolve::resolve;
