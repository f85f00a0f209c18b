//! Programs as graphs of points, and what can be said about them without running them.
//!
//! A [`Graph`] has the methods of a program, their points, which point follows which, what is called
//! where, which events may happen, and which storage is read and written. Two questions are asked:
//!
//! * [`Future`]: from which states of an automaton can a violation still be reached from here on?
//!   A branch whose states are not among them is not worth taking.
//! * [`Relevance`]: does the outcome of a branch matter for the events at all? If not, the other
//!   side of it would show nothing new. [`PathSlicer`] asks the same about one run.
//!
//! Both err on one side: a violation that is possible is never called impossible, and a branch that
//! matters is never called irrelevant, as far as the graph itself is not missing anything.
//!
//! This crate knows no language, no solver and nothing of how programs are run. Start reading at
//! [`Graph`].

mod active;
mod bits;
mod dominate;
mod effect;
mod future;
mod graph;
mod observer;
mod path_slice;
mod relevance;
mod steps;
mod storage;
#[cfg(test)]
mod testing;

pub use active::Backward;
pub use bits::Bits;
pub use dominate::PostDominators;
pub use future::{Future, Standing};
pub use graph::{Action, Graph, Location, MayEvent, Method, MethodId, Point, PointId};
pub use observer::{Next, Observer};
pub use path_slice::{Misfit, PathSlicer, Step};
pub use relevance::Relevance;
pub use storage::Storage;
