//! Random Toy programs, and an interpreter that is plainly right.

mod generate;
mod interpret;
mod trace;

pub use generate::program;
pub use interpret::interpret;
pub use trace::{Answers, End, Trace};
