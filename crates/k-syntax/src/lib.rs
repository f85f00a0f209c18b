//! The text of K: definitions in, parsed rules out; programs in, terms out; terms in, text out.
//!
//! A definition brings its own grammar, so it is read twice. The outer language (modules, syntax,
//! attributes) is fixed and parsed by hand; rules and the configuration are kept as pieces of text
//! until the grammar of their module is known, and then parsed with it: a scanner by longest match,
//! an Earley parser with a packed forest, priorities, sort inference. Programs go the same way with
//! the grammar of the syntax module.
//!
//! This crate knows no meaning: it neither runs rules nor compiles them. Start reading at [`load`].
//!
//! ```
//! use k_syntax::{LoadOptions, ProgramParser, Terms, Unparser, load};
//! use source::Files;
//!
//! let text = r#"module SUM
//!   imports INT
//!   syntax Exp ::= Int | "(" Exp ")" [bracket] > left: Exp "*" Exp > left: Exp "+" Exp
//!   rule X + Y => X +Int Y
//! endmodule"#;
//! let mut files = Files::new();
//! let main = files.add("sum.k", text);
//! let loaded = load(&mut files, &main, &LoadOptions::default(), &mut |_, _| None);
//! let (definition, _warnings) = loaded.expect("the definition is sound");
//!
//! let body = Unparser::new(&definition, &definition.terms).print(definition.rules[0].body);
//! assert_eq!(body, "X:Int + Y:Int => X:Int +Int Y:Int");
//!
//! let parser = ProgramParser::new(&definition).expect("its regular expressions are sound");
//! let exp = definition.find_sort("Exp").expect("it is declared");
//! let mut terms = Terms::default();
//! let program = files.add("a.sum", "(1+2)*3");
//! let term = parser.parse(&program, exp, &mut terms).expect("it is a sum");
//! assert_eq!(Unparser::new(&definition, &terms).print(term), "( 1 + 2 ) * 3");
//! ```

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
mod stop;
mod symbolic;
mod term;
#[cfg(test)]
mod testing;
mod unparse;

pub use attributes::{Attribute, Attributes};
pub use definition::Definition;
pub use faults::Fault;
pub use load::{FindFile, LoadOptions, load};
pub use order::SortOrder;
pub use outer::Selector;
pub use program::{Pattern, PatternParser, ProgramParser};
pub use stop::Stop;
pub use symbolic::symbolic_text;
pub use term::{CastKind, Term, TermId, Terms, VariableKind};
pub use unparse::Unparser;
