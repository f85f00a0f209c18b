//! Languages given by ordinary interpreters, written against `lang-interp`.
//!
//! Start with [`caselang`], the language of pattern matching in which goals are stated.

pub mod caselang;
