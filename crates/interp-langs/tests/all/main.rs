//! Tests of the languages from their users' side.

mod differences;
mod examples;
mod goals;
mod regexes;
mod schemes;
mod stacks;
mod support;
mod types;
mod whiles;
