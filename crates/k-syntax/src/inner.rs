//! From forests to terms: which reading is meant, which sorts the variables have.
//!
//! A program has no variables, so every ambiguity is settled where it stands. A rule may have
//! several readings of which only one gives its variables sorts; so all of them are kept until the
//! sorts are inferred, and then preferences and overloading decide.

mod choose;
mod infer;
mod lower;
mod resolve;
mod show;
mod tree;

pub(crate) use choose::{ChooseFault, choose};
pub(crate) use infer::{Context, TypeFault};
pub(crate) use lower::{alternatives, lower_program, lower_rule};
pub(crate) use resolve::{Hints, ResolveFault, resolve};
pub(crate) use show::show;
pub(crate) use tree::{TreeId, Trees};
