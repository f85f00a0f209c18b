//! Toy: a small imperative language that keeps the `machine` boundary honest and serves as the
//! tutorial for adding a language (`docs/adding-a-language.md`).
//!
//! A front end is three modules: `parse` (text to tree, never fails), `lower` (tree to
//! instructions, names and types checked) and `machine` (instructions, one step at a time).
//! Everything that can go wrong in a program becomes a visible jump in `lower`, so the machine has
//! one kind of split and no special cases.
//!
//! This crate never asks a solver and knows no other language. Start reading at [`load`].
//!
//! ```
//! let mut files = source::Files::new();
//! let file = files.add("sum.toy", "check sum { let n = read int \"n\"; assert n + 1 > n; }");
//! let program = lang_toy::load(&file).expect("the program is well formed");
//! assert_eq!(program.targets()[0].name, "sum");
//! ```

pub mod ast;
mod lower;
mod machine;
mod parse;
mod program;
mod token;

pub use self::machine::{State, ToyMachine};
pub use lower::lower;
pub use parse::parse;
pub use program::{Program, Target};
pub use syntax::MAX_DEPTH;

use source::{Diagnostic, File};

/// Reads a program: parses, resolves names and checks types. Fails with everything that is wrong,
/// up to a cap, each with its place.
pub fn load(file: &File) -> Result<Program, Vec<Diagnostic>> {
    let (ast, diagnostics) = parse(file);
    if diagnostics.is_empty() { lower(&ast) } else { Err(diagnostics) }
}
