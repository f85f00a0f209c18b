//! Stages: solvers that own a solver.

mod audit;
mod dump;

pub use audit::{Audit, Disagreement};
pub use dump::Dump;
