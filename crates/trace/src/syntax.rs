//! The text format of specs: `.trace` files.
//!
//! Text becomes a [`Tree`], which is what was written and nothing more; `spec` gives it its meaning.
//! Printing a tree and parsing the result gives the same tree. The format is described in
//! `docs/trace-specs.md`.

pub mod contract;
mod expr;
mod gospel;
mod item;
mod parser;
mod part;
pub(crate) mod print;
mod repeat;
mod token;
pub mod tree;

use source::{Diagnostic, File};

pub(crate) use expr::term::is_constructor;

pub use contract::{ContractTree, parse_contract, parse_operation};
pub use gospel::{GospelTree, parse_gospel};
pub use part::{PartPlace, part_place};
pub use repeat::{LOOP_WORDS, LoopTree, parse_loop};
pub use tree::Tree;

/// Reads a spec. Whatever could be read is in the tree; a spec is usable if no diagnostic is an
/// error.
#[must_use]
pub fn parse(file: &File) -> (Tree, Vec<Diagnostic>) {
    parser::Parser::new(file).file()
}

/// Reads the declarations in a part of a file, such as a comment of a program.
#[must_use]
pub fn parse_within(file: &File, part: std::ops::Range<usize>) -> (Tree, Vec<Diagnostic>) {
    parser::Parser::within(file, part).file()
}

/// The text of a spec, in a fixed layout.
#[must_use]
pub fn print(tree: &Tree) -> String {
    print::print(tree)
}
