//! Deciding whether a path can be taken.
//!
//! A [`Solver`] answers for a conjunction of terms. The one that the engine talks to is a chain:
//! each stage answers what it can and hands the rest to the stage that it owns. The stages that
//! need no theory live here; `solve-core` decides equalities, orders and data by itself, `solve-z3`
//! and `solve-smtlib` ask others, and `solve-chain` knows the order.
//!
//! This crate knows no solver library, no path and no language. Start reading at [`Solver`].

mod answers;
mod elements;
mod foreign;
mod interrupt;
mod limits;
mod solver;
pub mod stage;
mod standalone;
mod stats;
mod theory;
mod unsat_core;
mod verdict;

pub use answers::AnswerStore;
pub use elements::{Elements, Key, assemble};
pub use foreign::{Base, Shape, read_value};
pub use interrupt::Interrupt;
pub use limits::QueryLimits;
pub use solver::{NoSolver, Solver};
pub use standalone::Standalone;
pub use stats::StageStats;
pub use term::Model;
pub use theory::{Axiom, Theory};
pub use unsat_core::unsat_core;
pub use verdict::{Reason, Verdict};
