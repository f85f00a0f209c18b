//! Calls of methods after unknown histories, checked against trace specs.
//!
//! A method of an abstract data type works on libraries that are known by contracts alone. Whether
//! it keeps its own contract depends on what was done to the libraries before: the *history*. A
//! [`Harness`] wraps the machine of a call in one that chooses a history, lets the call run on it,
//! and compares what the call did with its contract. History and ghosts are inputs like any other,
//! so a replay runs the same code on values.
//!
//! After an exploration each violation is judged again ([`Harness::confirm`]) on concrete traces by
//! an evaluator that knows neither derivatives nor slots.
//!
//! There are three ways to deal with the unknown history ([`Engine`]). They share everything but
//! how a question on it is answered.
//!
//! This crate knows no language, no solver and nothing of how paths are explored. Start reading at
//! [`Plan`], then at the `step` of [`Harness`].

mod begin;
mod broken;
mod broken_trace;
mod callee;
mod compile;
mod confirm;
mod engine;
mod ghosts;
mod history;
mod judged;
mod library;
mod machine;
mod memory;
mod opaque;
mod past;
mod perform;
mod plan;
mod question;
mod relevance;
mod rerun;
mod residual;
mod settled;
mod trial;
mod unfold;

pub use crate::machine::{Harness, State};
pub use begin::Beginning;
pub use broken::{Broken, BrokenFormula, BrokenPart};
pub use broken_trace::BrokenTrace;
pub use confirm::Told;
pub use engine::Engine;
pub use library::{Allowance, AllowanceCase};
pub use opaque::Membership;
pub use perform::REFUSED;
pub use plan::{
    Effect, Method, Operation, Parameter, Plan, Properties, Role, Trial, TrialNote, argument_name,
};
