//! Z3, loaded when the program runs.
//!
//! Nothing is linked: [`Z3::load`] looks for the library and [`Z3::solver`] makes a solver with a
//! context of its own, one for each worker thread. Along a path the solver keeps Z3's stack equal
//! to the query, so that a query costs what it adds to the one before. Terms are translated once;
//! models are translated back and evaluated on our own terms before anybody sees them.
//!
//! `unsafe` code stands in `api`, `context`, `exit`, `library` and `memory` only. This crate knows no path and no
//! language, and reads no environment: where to look is for the caller to say. Start reading at
//! [`Z3`], then `session`.

#[allow(unsafe_code, reason = "the types of C functions")]
mod api;
mod checker;
#[allow(unsafe_code, reason = "calls of C functions")]
mod context;
mod data;
mod decode;
mod encode;
#[allow(unsafe_code, reason = "a call of a C function")]
mod exit;
#[allow(unsafe_code, reason = "loading a C library")]
mod library;
#[allow(unsafe_code, reason = "calls of C functions")]
mod memory;
mod session;
mod solver;
mod value;
mod watch;

pub use checker::left_behind;
pub use exit::exit;
pub use library::{Search, Z3, Z3Error};
pub use solver::Z3Solver;
