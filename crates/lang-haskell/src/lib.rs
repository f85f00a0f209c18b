//! Haskell, by way of GHC: its desugared Core, dumped as JSON, becomes a program of `lang-core`.
//!
//! * [`ghc`] finds the compiler, builds the dumper once, and runs it.
//! * [`liquid`] reads LiquidHaskell's annotations.
//! * [`cache`] keeps what the dumper writes, for the base library and for programs.
//! * [`core`] is what the dumper writes, as Rust data.
//! * [`names`] says where our own base library defines what GHC's libraries define.
//! * [`link`] leads from names to what they mean.
//! * [`Program`] is where to start: functions, and sessions that run them.
//! * [`outside`] says what values are outside of a program, where they are asked for and shown.
//! * [`lower`] makes a program of `lang-core` of what an entry needs.
//! * [`value`] shows values in Haskell's words.
//!
//! This crate knows no solver and no engine.

pub mod answer;
pub mod cache;
pub mod core;
pub mod ghc;
pub mod instance;
mod layout;
mod library;
pub mod link;
pub mod liquid;
pub mod lower;
pub mod names;
pub mod outside;
mod place;
mod program;
pub mod question;
pub mod run;
pub mod types;
pub mod value;

pub use layout::{description, imported_files};
pub use place::Sources;
pub use program::{Function, Instance, Missing, Program};
