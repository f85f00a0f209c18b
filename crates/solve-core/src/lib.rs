//! Our own decision procedure: the path condition is its state.
//!
//! Four stages of a solver chain. [`Core`] decides conjunctions of literals over equality,
//! uninterpreted functions, strict orders and algebraic data, and follows a growing path one
//! literal at a time. [`Cdcl`] adds clauses. [`Words`] decides what programs ask about machine words,
//! and [`BitBlast`] small queries about words and bounded integers bit by bit.
//! All answer only what they can decide exactly, and hand all else to the stage that they own.
//! [`Narrow`] is no stage: it tells a run which branches at its way cannot be taken.
//!
//! This crate knows no other solver, no path and no language. Start reading at [`Core`], then at
//! `closure`.

mod arith;
mod bits;
mod bound_clauses;
mod cdcl;
mod closure;
mod conditions;
mod core;
mod encode;
mod explanation;
mod lemmas;
mod path;
mod sat;
mod search;
mod stage;
mod words;

pub use crate::bits::BitBlast;
pub use crate::cdcl::Cdcl;
pub use crate::core::Core;
pub use crate::explanation::explanation;
pub use crate::words::{Narrow, Words};
