//! The one question this crate asks of a solver, put by the caller.
//!
//! Whether a condition has a model decides which edges of an automaton exist and which prefixes
//! are worth listing. This crate knows no solver: a caller that has one passes a function.

use term::{Pool, Term};

/// An answer that may be missing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tri {
    /// Yes.
    Yes,
    /// No.
    No,
    /// Not decided.
    Unknown,
}

/// Whether all terms can be true at once. May answer [`Tri::Unknown`], may not lie.
pub type Feasible<'a> = dyn FnMut(&Pool, &[Term]) -> Tri + 'a;

/// Answers from the terms alone: `false` is infeasible, `true` is feasible, the rest is unknown.
pub fn plain(_: &Pool, terms: &[Term]) -> Tri {
    if terms.contains(&Term::FALSE) {
        Tri::No
    } else if terms.iter().all(|term| *term == Term::TRUE) {
        Tri::Yes
    } else {
        Tri::Unknown
    }
}
