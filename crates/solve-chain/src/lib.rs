//! The chain of solvers: the one place that knows the order of its stages.
//!
//! From the outside in: the path itself, answers that other chains were given, instances of axioms, machine words, the embedded core, models
//! of earlier queries, clauses over the core, independent parts, known answers, the parts once more by the
//! core, guesses for products, bits, and last a back end.
//! The cheapest comes first, and each stage keeps its state along the path. Every stage but the axioms
//! can be switched off, which changes the speed and never an answer.
//!
//! This crate decides nothing by itself. Start reading at [`Config::build`].

mod backend;
mod config;

pub use backend::{Backend, BackendError};
pub use config::{Config, Stage};
