//! The text of K: definitions in, parsed rules out; programs in, terms out; terms in, text out.
//!
//! A definition brings its own grammar, so it is read twice. The outer language (modules, syntax,
//! attributes) is fixed and parsed by hand; rules and the configuration are kept as pieces of text
//! until the grammar of their module is known, and then parsed with it: a scanner by longest match,
//! an Earley parser with a packed forest, priorities, sort inference. Programs go the same way with
//! the grammar of the syntax module.
//!
//! This crate knows no meaning: it neither runs rules nor compiles them.

mod assemble;
mod attributes;
pub mod definition;
mod faults;
mod grammar;
mod inner;
mod load;
mod order;
mod outer;
mod program;
mod signature;
mod term;
#[cfg(test)]
mod testing;
mod unparse;

pub use attributes::{Attribute, Attributes};
pub use definition::Definition;
pub use faults::Fault;
pub use load::{FindFile, LoadOptions, load};
pub use order::SortOrder;
pub use program::{Pattern, PatternParser, ProgramParser};
pub use term::{CastKind, Term, TermId, Terms, VariableKind};
pub use unparse::Unparser;
