//! Linear arithmetic of integers: an incremental simplex, and what integers need beyond it.
//!
//! A [`Simplex`] holds bounds on sums of integer variables, each with a reason, and either finds values
//! or names bounds that exclude each other. It knows no terms and no other theory: `closure::number`
//! makes sums of terms and exchanges equalities. All numbers are exact; what takes too long is given up
//! and said so.

mod form;
mod implied;
mod inner;
mod integer;
mod rational;
mod simplex;
mod tableau;

pub(crate) use form::{Form, Limit, Var};
pub(crate) use implied::Implied;
pub(crate) use simplex::{Infeasible, Simplex};
