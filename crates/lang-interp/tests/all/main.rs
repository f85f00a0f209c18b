//! Tests of the library from its user's side.

mod lists;
