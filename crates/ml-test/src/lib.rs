//! From a violation in OCaml to a test that people keep.
//!
//! The test is one OCaml file. It refers to the user's file as a module, so it survives the fix: it
//! fails as long as the fault is there and passes when it is gone. Libraries are played by mocks
//! that follow the contracts, not by a recording alone, because a method that was repaired may do
//! other things than the recorded ones. A mock keeps the trace, answers as recorded where the
//! contract still allows that, and otherwise with the first value of a small universe that the
//! contract allows. The contracts are judged by an evaluator of its own (`prelude.ml`), which every
//! test carries with it.
//!
//! This crate writes text and runs nothing. It knows no solver, no engine and no files. Start
//! reading at [`Incident`], then at `body.rs`, which says what stands where in a test.

#[cfg(test)]
mod agree;
mod body;
mod clause;
mod elements;
mod expr;
mod external;
mod formula;
mod incident;
mod layout;
mod mock;
mod names;
mod pure;
mod sorts;
mod subject;
mod trial;
mod universe;
mod written;

pub use incident::{Framework, Incident, Test, TestFile, Unwritable, compiled, is_generated};

/// The part that is the same in every test: the evaluator of formulas and the mock of a library.
pub const PRELUDE: &str = include_str!("prelude.ml");
