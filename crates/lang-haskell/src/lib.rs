//! Haskell, by way of GHC: its desugared Core, dumped as JSON, becomes a program of `lang-core`.
//!
//! * [`ghc`] finds the compiler, builds the dumper once, and runs it.
//! * [`core`] is what the dumper writes, as Rust data.
//! * [`names`] tells where our library defines what GHC's libraries define.

pub mod core;
pub mod ghc;
pub mod names;
