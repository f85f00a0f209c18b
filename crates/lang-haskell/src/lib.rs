//! Haskell, by way of GHC: its desugared Core, dumped as JSON, becomes a program of `lang-core`.
//!
//! * [`ghc`] finds the compiler, builds the dumper once, and runs it.
//! * [`liquid`] reads LiquidHaskell's annotations.
//! * [`core`] is what the dumper writes, as Rust data.

pub mod core;
pub mod ghc;
pub mod liquid;
