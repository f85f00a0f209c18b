//! OCaml in, core programs out.
//!
//! Start reading at [`parse`](mod@parse).

pub mod ast;
pub mod parse;
