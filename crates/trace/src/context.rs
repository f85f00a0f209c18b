//! What almost every question about an expression needs besides the expression.

use term::Pool;

use crate::alphabet::Alphabet;
use crate::regex::RegexPool;

/// The pools and the alphabet that expressions, letters and terms belong to.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// Where the terms live.
    pub pool: &'a Pool,
    /// The operations.
    pub alphabet: &'a Alphabet,
    /// Where letters and expressions live.
    pub regexes: &'a RegexPool,
}
