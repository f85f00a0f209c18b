//! Small general helpers that could have been in the standard library.
//!
//! Nothing here knows what a term, a program or a report is. A helper moves in when a second crate
//! needs it and no maintained library offers it.

pub mod arena;
pub mod hash;
