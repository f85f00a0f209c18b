//! Temporal formulas: one table of operators, one parser.
//!
//! Trace specs, typestate properties and `--ltl` of K state formulas over different things: events in
//! `<…>`, names of events, labels and comparisons of program variables. Their operators are the same,
//! and so are the spellings, the binding strengths and the complaint about an operator that a logic
//! does not have. [`PrefixOp`] and [`InfixOp`] are the table; [`formula`] reads a formula with the help
//! of a [`FormulaReader`], which knows the tokens and the atoms.

mod operator;
mod read;

pub use operator::{InfixOp, PrefixOp, TemporalLogic, may_be_name};
pub use read::{FormulaReader, TemporalOp, formula, pairwise};
