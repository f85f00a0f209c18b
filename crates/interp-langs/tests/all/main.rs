//! Tests of the languages from their users' side.

mod differences;
mod examples;
mod goals;
mod numbers;
mod regexes;
mod schemes;
mod stacks;
mod support;
mod typed_goals;
mod types;
mod whiles;
