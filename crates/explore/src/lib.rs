//! Exploring a program: paths, strategies, budgets, replay.
//!
//! This crate knows no language, no file and no output format.

mod run;

pub use run::{Ending, EndingKind, Limit, Run, Stats, Unconfirmed, Witness};
