//! OCaml in, core programs out.
//!
//! Start reading at [`parse`](mod@parse).

pub mod ast;
mod infer;
pub mod parse;
mod prim;
mod resolved;
mod types;
