//! Tests of the languages from their users' side.

mod goals;
mod support;
