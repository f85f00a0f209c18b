//! OCaml through the public interface, and beside the real compiler.

mod attributes;
mod native;
mod operations;
mod robust;
mod trials;
mod typing;
