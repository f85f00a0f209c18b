//! Terms: the one representation of every value, condition and constraint.
//!
//! A [`Term`] is a handle into a [`Pool`]. Equal terms have equal handles, so comparing and hashing
//! cost what they cost for a `u32`, and a pool is shared by all threads of a run. Only the
//! constructors of the pool make terms; each keeps the normal form that is written on its
//! [`Op`], and evaluation, substitution and simplification are that same construction applied to
//! other leaves.
//!
//! Terms have no quantifiers: see `solve` for axioms. This crate knows no solver and no program.
//! Start reading at [`Pool`], then [`Op`].
//!
//! ```
//! use term::{Pool, Sort};
//!
//! let pool = Pool::new();
//! let x = pool.var("x", Sort::INT);
//! let grown = pool.add(&[x, pool.int(1)]);
//! assert_eq!(pool.show(pool.lt(x, grown)), "true");
//! assert_eq!(pool.show(pool.le(grown, pool.int(3))), "(<= x 2)");
//! ```

mod build;
mod cases;
mod eval;
mod infix;
mod int;
mod literal;
mod model;
mod op;
mod pool;
mod print;
mod read;
mod rewrite;
mod script;
mod semantics;
mod sort;
mod symbol;
mod walk;

pub use cases::Cases;
pub use infix::Infix;
pub use int::Int;
pub use literal::{BitVec, LONGEST_TEXT, Literal, MOST_BITS, Text};
pub use model::{FuncTable, Model};
pub use op::{Arity, Lit, Op, OpInfo, SortError};
pub use pool::{Pool, PoolId, Term};
pub use print::Names;
pub use read::ReadError;
pub use rewrite::Rule;
pub use script::{Script, read_script, write_declarations, write_script};
pub use sort::{Ctor, Data, DeclError, Field, Func, Sort, SortNode};
pub use symbol::Symbol;
pub use walk::{Topic, Visit};
