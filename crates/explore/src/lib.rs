//! Exploring a program: paths, strategies, budgets, replay.
//!
//! A path is a state with the condition under which it is reached. Paths fork in one function
//! ([`split`](mod@split)), wait in one frontier and end in one place; a program that is stepped and
//! a program that is re-run differ only in how a path is carried on. Work is done in rounds whose
//! content does not depend on the number of threads, so neither does the [`Run`].
//!
//! This crate knows no language, no file and no output format. Start reading at [`explore`], then
//! `rounds` and `split`.

mod budget;
mod chain;
mod crew;
mod frontier;
mod job;
mod options;
mod path;
mod replay;
mod rounds;
mod run;
mod scripted;
mod shrink;
mod split;
mod stepped;
mod watch;
mod witness;
mod worker;

pub use budget::Budget;
pub use options::{Bias, Options, Strategy, UnknownName};
pub use replay::{Replay, ReplayEnd, replay, replay_script};
pub use run::{Ending, EndingKind, Limit, Run, Stats, Unconfirmed, Witness};
pub use scripted::explore_script;
pub use split::follow;
pub use stepped::explore;
pub use watch::{Progress, Silent, Watcher};
