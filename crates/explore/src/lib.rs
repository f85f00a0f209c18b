//! Exploring a program: paths, strategies, budgets, replay.
//!
//! *When* a path is carried on is the business of [`schedule`]: frontier, rounds, threads, limits,
//! progress. *How* is that of an [`Explorer`](schedule::Explorer): `decide` has one that steps a
//! program and asks the solver at each branch ([`explore()`]) and one that runs it on values and asks
//! for others ([`concolic`], [`explore_script`]); front ends with other ways bring their own. Work is done in rounds whose content does not depend on the number of
//! threads, so neither does the [`Run`].
//!
//! This crate knows no language, no file and no output format. Start reading at [`explore()`], then
//! in `schedule/rounds.rs`, `decide/job.rs` and `decide/split.rs`.
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

mod decide;
pub mod independence;
mod monitored;
mod observe;
mod options;
mod record;
mod replay;
mod run;
mod save;
pub mod schedule;
mod shrink;

pub use decide::{Chain, concolic, explore, explore_script, follow};
pub use monitored::{Monitored, MonitoredState, explore_monitored, explore_monitored_script};
pub use observe::{CameTo, Stretch};
pub use options::{Bias, Options, Strategy, UnknownName};
pub use record::{Alternative, Decided, Decision, Fate, PathEnd};
pub use replay::{Answers, Replay, ReplayEnd, replay, replay_script, replay_until};
pub use run::{Ending, EndingKind, PrunedCounts, Run, Stats, Unconfirmed, Witness};
pub use save::SavedError;
pub use schedule::{Budget, Limit, Meter, Progress, Silent, Watcher, resident_mib};
