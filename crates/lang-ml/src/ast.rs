//! The syntax of OCaml as plain data.
//!
//! The tree says what was written, with the place of everything, and nothing about what it means:
//! names are text, sugar is kept. Attributes, extension points and documentation comments are
//! part of it, because specifications are written in them. Constructs outside the language that
//! we model are kept as `Unsupported` with a description, so that only the runs that reach them
//! are affected.
//!
//! The tree is at most [`MAX_DEPTH`] levels deep, which the parser checks; code that walks it may
//! therefore recurse.

mod expr;
mod item;
mod pattern;
mod types;

use source::Span;

pub use expr::{
    Binding, Boxed, Case, Const, Direction, Expr, ExprKind, IndexKind, Logic, LoopNotes, Param,
};
pub use item::{
    ClassName, Constraint, CtorArgs, CtorDecl, FieldDecl, FunctorParam, Item, ItemKind,
    ModuleBinding, ModuleExpr, ModuleExprKind, ModuleType, ModuleTypeKind, TypeBody, TypeDecl,
};
pub use pattern::{Pattern, PatternKind};
pub use types::{Type, TypeKind};

/// How deep a program may be nested, counted in nodes of the concrete syntax tree.
pub const MAX_DEPTH: usize = 2_000;

/// A whole file.
#[derive(Clone, Debug, Default)]
pub struct Ast {
    /// Its items in order.
    pub items: Vec<Item>,
}

/// A name with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ident {
    /// The name; an operator is written without parentheses.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// A name behind modules: `M.N.x`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Path {
    /// The modules, outermost first.
    pub modules: Vec<Ident>,
    /// The name itself.
    pub name: Ident,
    /// Where the whole path stands.
    pub span: Span,
}

impl Path {
    /// A name without modules.
    #[must_use]
    pub fn plain(name: Ident) -> Path {
        let span = name.span;
        Path { modules: Vec::new(), name, span }
    }

    /// The name, if no module stands before it.
    #[must_use]
    pub fn as_plain(&self) -> Option<&str> {
        self.modules.is_empty().then_some(self.name.text.as_str())
    }
}

impl std::fmt::Display for Path {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for module in &self.modules {
            write!(f, "{}.", module.text)?;
        }
        write!(f, "{}", self.name.text)
    }
}

/// How an argument or a parameter is named.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Label {
    /// By its position.
    None,
    /// `~x`
    Named(String),
    /// `?x`
    Optional(String),
}

/// `[@name payload]` or `[%name payload]`.
#[derive(Clone, Debug)]
pub struct Attr {
    /// Its name, dots included.
    pub name: Ident,
    /// What follows the name.
    pub payload: Payload,
    /// Where it stands, brackets included.
    pub span: Span,
}

/// What an attribute or extension point carries.
#[derive(Clone, Debug)]
pub enum Payload {
    /// Nothing.
    Empty,
    /// Structure items; a single expression is one [`ItemKind::Eval`].
    Items(Vec<Item>),
    /// A type, after a colon.
    Type(Box<Type>),
    /// A signature, after a colon.
    Signature(Vec<Item>),
    /// A pattern, after a question mark.
    Pattern(Box<Pattern>),
    /// The text of a quoted extension.
    Text(String),
}

/// A documentation comment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Doc {
    /// What stands between `(**` and `*)`.
    pub text: String,
    /// Where that text stands, delimiters excluded.
    pub span: Span,
}

/// What is written around a definition for readers and tools.
#[derive(Clone, Debug, Default)]
pub struct Notes {
    /// The comment right before it.
    pub doc: Option<Doc>,
    /// Its attributes in order.
    pub attrs: Vec<Attr>,
    /// The type that the interface of its file gives it.
    pub declared: Option<Type>,
}

impl Notes {
    /// Whether there is an attribute of this name.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.attrs.iter().any(|attr| attr.name.text == name)
    }
}
