//! Random programs of languages defined in K, and a rewriter that is plainly right.

mod grammar;
mod naive;

pub use grammar::Generator;
pub use naive::{Rewriter, Shown, Tree};
