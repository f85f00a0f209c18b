//! Carrying paths on by values: run, keep the conditions of the choices, turn one over.
//!
//! A program that keeps its state in places which cannot be cloned, a [`machine::Script`], is run on
//! values of its inputs ([`Concolic`]). Every choice that it came to offers [`Branch`]es that it did
//! not take; they wait until a solver finds values that take one, and the program is run on those.
//! Runs are made by any thread ([`Runs`]); what they show is committed in the order of the scheduler.
//!
//! [`explore_script`] is the plain use of this: all paths of any script. A front end that knows more
//! brings a [`Runner`], which may see more of a run than its host does, and a [`BranchGuide`], which orders
//! and leaves out branches. Start reading at `offer.rs`.

mod branch;
mod host;
mod offer;
mod runs;
mod script;

pub use branch::{Branch, Region};
pub use host::{Concolic, Decision, Stop};
pub use offer::{BranchGuide, Looked, MetChoice, Offers, offers};
pub use runs::{Done, NoModel, Record, RunWorker, Runner, Runs};
pub use script::explore_script;
