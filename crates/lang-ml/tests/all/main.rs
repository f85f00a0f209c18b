//! OCaml through the public interface, and beside the real compiler.

mod attributes;
mod local;
mod native;
mod operations;
mod robust;
mod trials;
mod typing;
