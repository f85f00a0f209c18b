//! From a definitional interpreter to a symbolic executor.
//!
//! Write an interpreter once, as ordinary Rust over a context [`Cx`], and get: concrete runs
//! ([`run_once`]), runs along all paths ([`search()`], [`solve()`]), synthesis of inputs and of programs
//! with holes ([`Cx::unknown`], [`Goal`]), programs on which two interpreters differ ([`diff()`]), runs
//! whose events break a trace spec ([`check_spec()`]), and replays of what was found ([`replay`], and
//! [`trace_on`] for the events).
//!
//! # Tutorial
//!
//! Declare the data with [`data!`], match it with [`case!`], wrap recursive calls in [`Cx::call`],
//! hand on [`Stop`] with `?`. Errors of the interpreted program are [`Cx::fail`].
//!
//! ```
//! use lang_interp::{Cx, Heap, Kind, Options, Stop, Value, case, data, solve};
//!
//! data! {
//!     pub Expr = Lit(Bool) | Not(Expr) | If(Expr, Expr, Expr) | Crash();
//! }
//!
//! fn eval(cx: &mut Cx<'_>, expr: Value) -> Result<Value, Stop> {
//!     case!(cx, expr; {
//!         Lit(value) => Ok(value),
//!         Not(Lit(true)) => Ok(Value::FALSE),
//!         Not(inner) => {
//!             let value = cx.call(|cx| eval(cx, inner))?;
//!             Ok(Value::from(!cx.branch(value)?))
//!         }
//!         If(cond, yes, no) => {
//!             let cond = cx.call(|cx| eval(cx, cond))?;
//!             if cx.branch(cond)? { cx.call(|cx| eval(cx, yes)) } else { cx.call(|cx| eval(cx, no)) }
//!         }
//!         Crash() => Err(cx.fail("crashed")),
//!     })
//! }
//!
//! // Programs of this form that come to `false`: the hole is an unknown.
//! let goal = |cx: &mut Cx<'_>| {
//!     let hole = cx.unknown("hole", Kind::Data(&Expr));
//!     let crash = cx.make(&Crash, &[]);
//!     let (yes, no) = (cx.make(&Lit, &[Value::TRUE]), crash);
//!     let program = cx.make(&If, &[yes, hole, no]);
//!     let value = eval(cx, program)?;
//!     cx.unify(value, Value::FALSE).map(|()| program)
//! };
//! let (answers, _) = solve(&mut Heap::new(), &Options::default().take(2), goal);
//! assert_eq!(answers[0].to_string(), "hole = Lit(false)");
//! assert_eq!(answers[1].to_string(), "hole = Not(Lit(true))");
//! ```
//!
//! Where everything is known, the same function is a plain interpreter. Where something is unknown,
//! `case!`, [`Cx::eq`] and [`Cx::branch`] are choices. Each answer is instantiated and run again
//! concretely before it is reported.
//!
//! **Two styles.** An interpreter that returns its value is the easiest to read, but a goal on the
//! value prunes nothing before the run has ended: there are always longer lists to append to. One that is
//! given the place of its value (`eval(cx, expr, env, out)`, with `cx.unify(out, …)` before the
//! recursion) prunes from the outside in, and finite problems end with "no others". Both run
//! concretely.
//!
//! # How it works
//!
//! Values live in a [`Heap`] of append-only tables with logic variables; unification has an occurs
//! check, and negative constraints watch the variables that they depend on. A run that meets a choice
//! behind its recorded prefix tries the options, goes on with the first and lets the others wait; a
//! waiting path is a byte string of choices ([`Path`]), along which the interpreter is run again: what
//! it did in the run before it is answered from a log and not done again. The cheapest paths come first;
//! choices cost, steps do not, until a run gets long ([`Costs`]). Or the smallest answers come first
//! ([`Order`]). Integers and truth values become terms for a solver only where they are unknown.
//!
//! When a path is carried on, and by which thread, is decided by the scheduler of `explore`, whose
//! budgets, limits and strategies these are ([`Options::explore`]). Its way to decide branches is not
//! used: it names them by terms of the solver's pool and asks the solver about each, while here a
//! choice is a trial unification that takes less time than interning one term. Each thread has a copy
//! of the heap; answers, their order and counts do not depend on the number of threads.
//!
//! This crate knows no syntax and no solver library. Start reading at [`Cx`], then `choice.rs`,
//! `worker.rs` and `search.rs`.

mod account;
mod answer;
mod arith;
mod branches;
mod case;
mod check_spec;
mod choice;
mod cx;
mod data;
mod describe;
mod diff;
mod differ;
mod engine;
mod goal;
mod ground;
mod heap;
mod ledger;
mod name;
mod number;
mod options;
mod path;
mod pattern;
mod pending_answers;
mod prefix_log;
mod run;
mod saved;
mod search;
mod size;
mod stop;
mod tree;
mod turns;
mod unify;
mod value;
mod worker;

pub use answer::{
    Absent, Answer, Apart, Confirmed, Ended, Event, ForkSite, Named, RunOutcome, Stats, Summary,
};
pub use check_spec::{SpecTrace, check_spec, trace_on};
pub use cx::Cx;
pub use data::{Ctor, DataType, Kind};
pub use diff::{Interpreter, diff};
pub use goal::{Goal, Holds, Relation, Side, Towards};
pub use heap::Heap;
pub use name::{Name, Symbol};
pub use options::{Costs, Onlooker, Options, Order, Solvers, Wanted};
pub use path::{NoPath, Path};
pub use pattern::{Parts, Pat};
pub use search::{NoOutcome, replay, run_once, search, solve};
pub use stop::{Cut, Failure, FailureKind, Site, Stop, Unsearched};
pub use tree::{Form, Tree, View};
pub use value::{Shape, Value};
