//! Languages defined by rewrite rules: a compiled K definition runs programs, concretely and
//! symbolically, and searches their behaviours.
//!
//! `k-syntax` reads the text of a definition; here its rules become match programs over run-time
//! terms ([`Value`]) in a flat configuration ([`State`]). One function makes a step
//! ([`Ctx::step`]), one lists all steps ([`Ctx::successors`]); running, searching and symbolic
//! execution differ only in how they use them.
//!
//! A step never asks a solver: where it depends on a symbolic value, it stops with the condition
//! ([`Halt::Undecided`]) and the driver splits the path. Start reading at [`Program`].

mod arbitrary;
mod claim;
mod compile;
mod context;
mod eval;
mod events;
mod exchange;
mod explorer;
mod expr;
mod front;
mod front_rule;
mod given_up;
mod goal;
mod heat;
pub mod hook;
mod index;
mod language;
mod layout;
mod load;
pub mod ltl;
mod machine;
mod matcher;
mod notation;
mod pattern;
mod program;
mod prover;
mod reduction;
mod role;
mod run;
mod runner;
mod show;
mod signature;
mod state;
mod stepper;
mod token;
mod trace;
mod value;
mod why;

pub use claim::Claim;
pub use compile::{Compiled, Configuration, LeftOut, compile};
pub use context::{Ctx, Halt, Known, has_symbols, value_of};
pub use events::{
    Declared, Ends, EventCheck, EventQuestion, Events, NoProperty, Rerun, check_events,
};
pub use exchange::ExchangeForm;
pub use explorer::{Found, Options, Solution, Solvers, Stats, Steps, Watch, Which, explore};
pub use expr::Expr;
pub use given_up::GivenUp;
pub use goal::Goal;
pub use hook::MemoryFiles;
pub use language::{Language, stop};
pub use layout::{CellInfo, Layout, Many, Plan, Times};
pub use machine::{Done, computations};
pub use notation::show_term;
pub use pattern::{FrameId, FrameRef, Key, ListPlace, Pattern, Reg, Step};
pub use program::{
    Function, FunctionId, FunctionRule, Program, Rule, RuleId, RuleInfo, Strictness, Write,
};
pub use prover::{ClaimAnswer, Prover, RefutingRun, Residual};
pub use run::{Ending, rest, run, run_to_branch};
pub use signature::{Builtin, CellId, LabelId, LabelInfo, Signature, SortId, SortInfo, Symbol};
pub use state::State;
pub use stepper::{Moment, Move, Next, Stepper, done_title};
pub use trace::{Traced, trace};
pub use value::{Args, Cons, List, Map, Set, Value};
pub use why::{Asked, Possible, nearest_rule, rule_text, rule_title, why_not};

/// The priority of a rule that names none.
pub const DEFAULT_PRIORITY: u32 = 50;
/// The priority of an `owise` rule.
pub const OWISE_PRIORITY: u32 = 200;
