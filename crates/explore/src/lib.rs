//! Exploring a program: paths, strategies, budgets, replay.
//!
//! A path is a state with the condition under which it is reached. Paths fork in one function,
//! wait in one frontier and end in one place; a program that is stepped and a program that is
//! re-run differ only in how a path is carried on. Work is done in rounds whose content does not
//! depend on the number of threads, so neither does the [`Run`].
//!
//! This crate knows no language, no file and no output format. Start reading at [`explore()`], then
//! in `rounds.rs`, `job.rs` and `split.rs`.
//!
//! ```
//! use explore::{Options, Silent};
//! use machine::{Exit, Failure, Machine, Step};
//! use solve::NoSolver;
//! use term::{Cases, Pool, Term};
//!
//! /// Counts down and fails at zero.
//! struct Countdown;
//!
//! impl Machine for Countdown {
//!     type State = u32;
//!
//!     fn start(&self, _: &Pool) -> u32 {
//!         3
//!     }
//!
//!     fn step(&self, _: &Pool, left: u32) -> Step<u32> {
//!         let failure = Failure::new("ZERO", "came to zero", None);
//!         match left {
//!             0 => Step::Stop(Exit::Failed(failure)),
//!             _ => Step::Go(Cases::one(left - 1)),
//!         }
//!     }
//!
//!     fn supply(&self, _: &Pool, left: u32, _: Term) -> u32 {
//!         left
//!     }
//! }
//!
//! let solvers = || -> Box<dyn solve::Solver> { Box::new(NoSolver::new()) };
//! let run =
//!     explore::explore(&Pool::new(), &Countdown, &Options::default(), &solvers, &Silent);
//! assert_eq!((run.stats.violated, run.stats.steps, run.limits.len()), (1, 4, 0));
//! ```

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
mod save;
mod scripted;
mod shrink;
mod split;
mod stepped;
mod watch;
mod witness;
mod worker;

pub use budget::{Budget, Meter, resident_mib};
pub use options::{Bias, Options, Strategy, UnknownName};
pub use replay::{Answers, Replay, ReplayEnd, replay, replay_script, replay_until};
pub use run::{Ending, EndingKind, Limit, Run, Stats, Unconfirmed, Witness};
pub use save::SavedError;
pub use scripted::explore_script;
pub use split::follow;
pub use stepped::explore;
pub use watch::{Progress, Silent, Watcher};
