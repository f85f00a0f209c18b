//! A small functional language of constructors and pattern matching, and goals over it.
//!
//! ```text
//! data a b c                                   -- names of constructors
//! let rec append xs ys = case xs of
//!     nil -> ys;
//!     x :: rest -> x :: append rest ys
//!
//! take 4 exists x y. append x y = [a, b, c]    -- a goal
//! ```
//!
//! A name that is bound (by `let`, `fun`, `exists` or a pattern) is a variable. Constructors are
//! names declared by `data`, names that begin with a capital, names in quotes (`'a`), numbers, and
//! `nil`, `cons`, `true`, `false`. A constructor may have any number of arguments, `f(x, y)`; `[x, y]`
//! and `x :: xs` are lists, `(x, y)` is a pair. A goal begins with `take`, `all` or `exists`, or behind a
//! `;` that no `case` can take for its own.

mod code;
mod defined;
mod definitions;
mod expect;
mod goal;
mod interpret;
pub mod parse;
pub mod show;
mod table;
mod token;
pub mod tree;
mod types;

pub use defined::{DefinedInterpreter, INTERP, NoInterp, OBSERVE};
pub use goal::{Evaluation, Query};
