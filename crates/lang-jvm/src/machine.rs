//! The virtual machine.
//!
//! A [`Vm`] runs instructions over slots that hold words, each with a term if the word is not known.
//! The parts: `load` and `link` (names to classes and members), `init` (static initialisers), `step`
//! (the loop), `arith` and `array` (what is known), `open_array` (arrays of unknown length), `shadow` and `float` (what is not), `path_facts` (what choices say about others), `invoke` and `unwind`
//! (calls and exceptions), `null` (what is said of nulls), `boxes` (which of them are one object), `dynamic` (lambdas and the like), `native` (what Java leaves to us),
//! `boot` and `snapshot` (the start, and the way back to it).

mod arith;
mod array;
mod boot;
mod boxes;
mod class;
mod dynamic;
mod elements;
mod entry_run;
mod files;
mod float;
mod follow;
mod heap;
mod init;
mod invoke;
mod link;
mod load;
mod main_run;
mod native;
mod null;
mod object;
mod open_array;
mod path_facts;
mod shadow;
mod snapshot;
mod step;
mod trace;
mod trap;
mod unwind;
mod value;
mod vm;

pub(crate) use class::MethodId;
pub(crate) use entry_run::array_of;
pub use follow::{
    CodePlace, Follower, ObjectId, SeenCall, SeenValue, SharedFollower, SourceLine, Wanted,
};
pub(crate) use invoke::Ended;
pub use main_run::MainEnd;
pub use trace::{Mark, Trace};
pub(crate) use trap::Trap;
pub(crate) use value::Ref;
pub use vm::{Echo, Input, OutputStream, Vm};
