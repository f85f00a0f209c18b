//! Interpreters that run backwards, as one dependency.
//!
//! Write an interpreter as ordinary Rust over a context [`Cx`], and ask what leads where: which program comes to this value,
//! on which program do two interpreters differ, which run breaks a property of its events. The library is
//! [`lang_interp`], whose documentation has a tutorial of the context; here are a solver that is chosen by itself, answers that
//! can be printed, and [`main!`], which makes a command of an interpreter.
//!
//! # Answers
//!
//! ```
//! use tracehound_interp::{Cx, Kind, Stop, Value, answers, case, data};
//!
//! data! { pub Expr = Lit(Int) | Add(Expr, Expr) | Twice(Expr); }
//!
//! fn eval(cx: &mut Cx<'_>, expr: Value) -> Result<Value, Stop> {
//!     case!(cx, expr; {
//!         Lit(n) => Ok(n),
//!         Add(a, b) => {
//!             let (a, b) = (cx.call(|cx| eval(cx, a))?, cx.call(|cx| eval(cx, b))?);
//!             cx.add(a, b)
//!         }
//!         Twice(a) => {
//!             let a = cx.call(|cx| eval(cx, a))?;
//!             cx.add(a, a)
//!         }
//!     })
//! }
//!
//! let found = answers(2, |cx| {
//!     let program = cx.unknown("program", Kind::Data(&Expr));
//!     let (value, six) = (eval(cx, program)?, cx.int(6));
//!     cx.unify(value, six).map(|()| program)
//! });
//! let sum = "program = Add(Lit(_0), Lit(_1)) where _1 + _0 = 6";
//! let lines = ["program = Lit(6)", sum, "2 answers, there may be others"];
//! assert_eq!(found.to_string(), lines.join("\n"));
//! ```
//!
//! # A command
//!
//! ```no_run
//! use tracehound_interp::{Cx, Stop, Value, case, data};
//!
//! data! { pub Expr = Lit(Int) | Add(Expr, Expr); }
//!
//! fn eval(cx: &mut Cx<'_>, expr: Value) -> Result<Value, Stop> {
//!     case!(cx, expr; {
//!         Lit(n) => Ok(n),
//!         Add(a, b) => {
//!             let (a, b) = (cx.call(|cx| eval(cx, a))?, cx.call(|cx| eval(cx, b))?);
//!             cx.add(a, b)
//!         }
//!     })
//! }
//!
//! tracehound_interp::main!(Expr, eval);
//! ```
//!
//! is a program with the verbs `run`, `solve`, `diff`, `check`, `replay` and `test`:
//!
//! ```text
//! $ calc run 'Add(Lit(1), Lit(2))'
//! 3
//! $ calc solve 'Add(Lit(1), ?rest)' --to 3
//! rest = Lit(2)
//! 1 answer, there may be others
//! ```
//!
//! A program is written as its value is shown: `Add(Lit(1), ?rest)`, in which `?rest` is asked for. [`Language`] has more:
//! several interpreters to be compared, and a syntax of one's own. `examples/` of this crate has five languages.

mod command;
mod expectation;
mod found;
mod language;
mod spec;
mod text;

pub use found::{
    Difference, Differences, Found, Violation, Violations, answers, differences, violations,
};
pub use lang_interp::{
    Absent, Answer, Apart, Confirmed, Costs, Ctor, Cut, Cx, DataType, Ended, Event, Failure,
    FailureKind, Form, Goal, Heap, Interpreter, Kind, Name, NoOutcome, Options, Order, Path,
    RunOutcome, Shape, Stats, Stop, Summary, Symbol, Tree, Value, View, Wanted, case, data, diff,
    replay, run_once, search, solve,
};
pub use language::Language;
pub use spec::BadSpec;
pub use text::{BadText, Text};

/// Options with a solver for numbers: our own, and Z3 behind it if it can be loaded.
#[must_use]
pub fn options() -> Options {
    use solve_chain::{Backend, Config};
    let backend = Backend::auto(&solve_z3::Search::default());
    Options::default().with_solvers(move || {
        let chain = Config::new(backend.clone()).build(&solve::Theory::empty());
        chain.unwrap_or_else(|_| Box::new(solve::NoSolver::new()))
    })
}

/// A `main` for an interpreter: a command with the verbs `run`, `solve`, `diff`, `check`, `replay` and `test`.
///
/// `main!(Programs, eval)` takes the type of programs, declared with [`data!`], and a function that runs one. Further interpreters
/// of the same programs follow with their names: `main!(Programs, eval, "swift" => swift)`; `diff` compares them. For more,
/// such as a syntax of one's own, write [`Language`]`::new(…).main()`.
#[macro_export]
macro_rules! main {
    ($programs:ident, $eval:expr $(, $name:literal => $other:expr)* $(,)?) => {
        fn main() -> ::std::process::ExitCode {
            $crate::Language::new($crate::Kind::Data(&$programs), $eval)
                $(.with($name, $other))*
                .main()
        }
    };
}
