//! From a definitional interpreter to a symbolic executor.

mod answer;
mod arith;
mod case;
mod choice;
mod cx;
mod data;
mod describe;
mod diff;
mod differ;
mod engine;
mod frontier;
mod goal;
mod ground;
mod heap;
mod name;
mod number;
mod obey;
mod options;
mod path;
mod pattern;
mod run;
mod search;
mod stop;
mod tree;
mod unify;
mod value;

pub use answer::{
    Answer, Apart, Confirmed, Ended, Event, ForkSite, Named, Outcome, Stats, Summary,
};
pub use cx::Cx;
pub use data::{Ctor, DataType, Kind};
pub use diff::{Interpreter, diff};
pub use goal::{Goal, Relation, Side};
pub use heap::Heap;
pub use name::Symbol;
pub use obey::obey;
pub use options::{Costs, Options, Solvers, Wanted};
pub use path::{NoPath, Path};
pub use pattern::{Parts, Pat};
pub use search::{NoOutcome, replay, run_once, search, solve};
pub use stop::{Cut, Failure, FailureKind, Site, Stop};
pub use tree::{Form, Tree, View};
pub use value::{Shape, Value};
