//! Any solver that reads SMT-LIB, in a process of its own.
//!
//! The process is kept open, and its stack equal to the query, as in `solve-z3`. It can be killed:
//! time-outs and interrupts are kept whatever the solver does, and after a crash the next query
//! starts a new process. Slower than a library by the time of a pipe, so this is for audits, for
//! solvers that are no library, and for queries that have to be killed.
//!
//! Start reading at [`Smtlib`].

mod command;
mod encode;
mod process;
mod script;
mod session;
mod sexp;
mod solver;
mod value;

pub use command::Command;
pub use script::ScriptRun;
pub use solver::{Smtlib, SpawnError};
