//! Paths that no history takes, however long it is.
//!
//! Where nothing is known of a history, whether it belongs to an expression is a variable of a path
//! ([`harness::Membership`]), and the solver takes any values for these variables. Which values go
//! together is decided here: all expressions that a path asks about are followed at once, event by event, by
//! derivatives, and what an unknown part of the trace can leave of them is a closure over finitely many
//! states. An event of such a part has variables as values, and an edge counts unless the
//! solver says that no values take it. So every history that there is has its way through the closure, and
//! a path is impossible if none of its ends goes with the conditions of the path.
//!
//! Following everything at once would have too many states, so a [`Refuter`] begins with nothing and looks at
//! the history that then seems to take the path. What this history contradicts is followed from then on: an
//! expression that a condition asks about, or the contract of an operation at values that the path mentions.
//! If it contradicts nothing, it is an answer, too.
//!
//! A [`Run`](explore::Run) over unknown histories is a proof if each path that does not end well is
//! impossible ([`open_paths`]).
//!
//! What was found is written down as a proof object by [`Proved::write`], with states that the crate `proof` makes once
//! more in a simpler way.
//!
//! This crate knows no language and no solver.

mod course;
mod guess;
mod invariant;
mod open;
mod product;
mod realize;
mod refute;
mod transition;
mod walk;
mod word;
mod write;

pub use guess::{StatePart, candidates};
pub use invariant::{Candidate, Invariants, StateSteps};
pub use open::{OpenPath, open_paths};
pub use refute::{Refutation, Refuter, Unrefuted};
pub use transition::{Transition, TransitionState};
pub use word::Word;
pub use write::Proved;
