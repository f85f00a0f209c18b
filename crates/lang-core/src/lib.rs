//! The functional core calculus and its machine: what OCaml, strict, and GHC Core, lazy, lower to.
//!
//! # For the author of a front end
//!
//! A front end makes one [`Program`] with a [`Builder`] and runs it as a [`Session`], which is a
//! `machine::Machine` for the engine.
//!
//! * **Declarations.** [`Builder::data`] and [`Builder::ctor`] declare algebraic data (add
//!   constructors to the type of exceptions as you meet them); [`Builder::operation`] declares the
//!   effectful operations of a library; [`Builder::declare`] and [`Builder::define`] make globals,
//!   in any order and as recursive as you like. Sorts are those of the `term` crate; the sort of an
//!   unknown function is made by [`Builder::arrow`]. `unit` is there already.
//! * **Variables.** [`Builder::fresh`] makes a variable, a binder binds it, [`Builder::var`] uses
//!   it. Bind each at one place: there is no shadowing, and names are only for people.
//! * **Strictness.** Everything is strict except [`Builder::delay`]. A lazy language uses
//!   [`Builder::let_lazy`], [`Builder::apply_lazy`] and [`Builder::construct_lazy`]; a variable
//!   that is used is forced where its value is needed and handed on as it is where it is delayed
//!   again. `seq` is [`Builder::seq`]. Values of a `let rec` that are no functions are suspended;
//!   a strict language delays the recursive occurrences in cyclic data, as in
//!   `let rec ones = Cons(1, ~ones)`.
//! * **Order.** A callee comes before its arguments, and operands go from left to right. Say other
//!   orders with `let`.
//! * **Data.** Fields and arguments may be anything. A value becomes a term only where it leaves
//!   the machine: an argument of an operation or of an unknown function, a comparison with a
//!   symbolic value, the result of the run. There it is computed as a whole, so a lazy language
//!   compares with its own functions and not with [`Prim::Equal`].
//! * **Inputs.** An `ask`, the result of an operation ([`Meaning`] can replace that) and each call
//!   of an unknown function are inputs. Looking at symbolic data splits over its constructors; the
//!   fields are selections from the same term, so nothing is invented twice.
//! * **Integers.** They have no bound unless [`Session::with_machine_integers`] gives them bits; lower
//!   arithmetic of the machine to [`Prim::Wrap`] over the ideal result. What comes from outside and is
//!   no input, such as the result of an undefined function, goes through [`Prim::Known`].
//! * **Facets.** [`Session::with_facet`] lets calls of a global be performed as an operation, whose
//!   contract stands for the body; [`Argument::Opaque`] is a function of which only that is known.
//! * **What can go wrong.** Lower checks of the source language (division by zero, bounds) to a
//!   [`Builder::cond`] that raises. Lower what you do not support to [`Builder::unsupported`]: only
//!   a path that gets there becomes inconclusive. [`Builder::finish`] reports mistakes of the front
//!   end itself. The machine's own failures have the codes that [`Builder::set_codes`] sets.
//!
//! Spans: call [`Builder::at`] right before making a node.
//!
//! This crate knows no surface language, no solver and no engine. Start reading at [`Expr`], then
//! `machine`.

mod ahead;
mod build;
mod check;
mod expr;
mod float;
mod induction;
mod lists;
mod machine;
mod prim;
mod print;
mod program;
mod reach;
mod session;

pub use crate::machine::State;
pub use build::Builder;
pub use check::ProgramError;
pub use expr::{Alt, Blamed, CtorId, Expr, ExprId, GlobalId, OpId, Pattern, VarId};
pub use float::{FloatOp, FloatWidth};
pub use lists::WholeLists;
pub use prim::{BitOp, CtorOrder, Prim, Whole};
pub use program::{Arrow, Codes, Global, Operation, Program};
pub use session::{Argument, DataMeasure, Facet, Meaning, Session};
