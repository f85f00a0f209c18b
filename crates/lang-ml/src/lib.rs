//! OCaml in, core programs out.
//!
//! The way of a file: [`parse`](mod@parse) makes an [`ast`], inference resolves its names and
//! checks its types, and lowering makes a program of `lang-core` out of it. [`load`] does all of
//! it. What it returns knows the functions of the program, the operations it performs on modules
//! that are known by their signatures alone, and the comments and attributes in which
//! specifications are written; it does not know what specifications mean.
//!
//! Files stay ordinary OCaml. A module of which only the signature matters is a parameter of a
//! functor, or a structure of `external` declarations; each instance is an alphabet of its own:
//!
//! ```
//! let text = r#"
//!     module type STORE = sig
//!       type key
//!       type value
//!       val put : key -> value -> unit
//!       val get : key -> value
//!     end
//!     module type NODE = sig type t val null : t end
//!     module List (Node : NODE)
//!         (Nxt : STORE with type key = Node.t and type value = Node.t) = struct
//!       let next n = if n = Node.null then n else Nxt.get n
//!     end
//! "#;
//! let pool = term::Pool::new();
//! let mut files = source::Files::new();
//! let file = files.add("list.ml", text);
//! let module = lang_ml::load(&pool, &mut files, &[file], lang_ml::Layout::Modules);
//! let outline = module.expect("a good program").outline;
//! assert_eq!(outline.methods[0].name, "List.next");
//! assert_eq!(outline.methods[0].ty.text, "Node.t -> Node.t");
//! let names: Vec<&str> = outline.operations.iter().map(|op| op.name.as_str()).collect();
//! assert_eq!(names, ["Node.null", "Nxt.put", "Nxt.get"]);
//! ```
//!
//! This crate knows no solver, no engine and no other language. Start reading at [`load`], then
//! `infer` and `lower`.

pub mod ast;
pub mod attribute;
mod infer;
mod interface;
mod library;
mod load;
mod local;
mod lower;
mod module;
pub mod parse;
mod patience;
mod prim;
mod resolved;
pub mod spec;
mod trial;
mod types;
pub mod value;

/// The bits of an `int` where words have 64.
pub const INT_BITS: u32 = 63;

/// The name of the inputs that stand for the order in which a table is gone through, as our library asks for it.
pub const ORDER_OF_BINDINGS: &str = "order of bindings";

/// The name of the inputs that stand for random numbers, as our library asks for them.
pub const RANDOM_NUMBER: &str = "random number";

pub use interface::mentioned_modules;
pub use load::{Layout, draft, load, load_until};
pub use local::is_local_code;
pub use lower::QUEUE;
pub use module::{
    Draft, Keeper, Keeping, Kept, Method, Module, NamedType, Operation, OperationKind, Outline,
    Parameter, Signature,
};
pub use patience::{LoadError, Stop, Stopped};
