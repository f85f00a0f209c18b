//! Languages given by ordinary interpreters, written against `lang-interp`.
//!
//! Each module is a language and can be read as a tutorial of the library: [`regex`] is the
//! smallest; [`stack`] adds numbers and jumps, [`whilelang`] a store and events, [`stlc`] a type
//! checker that runs backwards, [`scheme`] programs that compute programs. [`caselang`] is the language of pattern
//! matching in which goals are stated, with a parser of its own. [`diff()`] finds programs on which
//! two interpreters differ.

pub mod caselang;
mod diff;
pub mod notation;
pub mod regex;
pub mod scheme;
pub mod stack;
pub mod stlc;
mod subject;
pub mod whilelang;

pub use diff::{Difference, Seen, diff, differ_on};
pub use subject::{BUILT_IN, BuiltIn, ComparedInterpreter, Incomparable};
