//! Programs after inference: names are numbers, labels and sugar are gone.
//!
//! There are no modules any more, only definitions in order. Types are left only where what is
//! computed depends on them: a comparison keeps the type of what it compares.

use source::Span;

use crate::ast::{Const, Direction, Logic, Notes};
use crate::prim::Prim;
use crate::types::{CtorRef, Scheme, Ty, TypeId};

/// A variable, local or global.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Var(pub(crate) u32);

/// A value that is known by its type alone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct OpaqueId(pub(crate) u32);

/// A value that is known by its type alone: `val` and `external`.
#[derive(Clone, Debug)]
pub(crate) struct Opaque {
    /// Its name with the modules around it.
    pub(crate) name: String,
    pub(crate) scheme: Scheme,
    pub(crate) notes: Notes,
    pub(crate) span: Span,
}

/// One of a sequence of definitions.
#[derive(Debug)]
pub(crate) enum Def {
    /// Names what a value is taken apart into.
    Value(Pattern, Expr),
    /// As a value, but computed where it is first needed: what it is is not known as a whole, and
    /// computing it does nothing that others could see.
    Late(Pattern, Expr),
    /// Definitions that see each other.
    Rec(Vec<(Var, Expr)>),
    /// Evaluated for its effects.
    Eval(Expr),
}

#[derive(Debug)]
pub(crate) struct Expr {
    pub(crate) kind: ExprKind,
    pub(crate) span: Span,
}

#[derive(Debug)]
pub(crate) enum ExprKind {
    Var(Var),
    Const(Const),
    /// A primitive with the type it is used at.
    Prim(Prim, Ty),
    Opaque(OpaqueId),
    /// A tag of a polymorphic variant.
    Tag(String, Option<Box<Expr>>),
    /// A constructor with all its arguments; fields of inline records are in order.
    Ctor(CtorRef, Vec<Expr>),
    Tuple(Vec<Expr>),
    Array(Vec<Expr>),
    /// All fields in order.
    Record(TypeId, Vec<Expr>),
    /// A copy with some fields replaced.
    Update(TypeId, Box<Expr>, Vec<(usize, Expr)>),
    Field(TypeId, usize, Box<Expr>),
    SetField(TypeId, usize, Box<Expr>, Box<Expr>),
    Apply(Box<Expr>, Vec<Expr>),
    Logic(Logic, Box<Expr>, Box<Expr>),
    Fun(Vec<Pattern>, Box<Expr>),
    /// Definitions in order, then the body.
    Let(Vec<Def>, Box<Expr>),
    /// Value cases, and cases for exceptions that the subject raises.
    Match(Box<Expr>, Vec<Case>, Vec<Case>),
    Try(Box<Expr>, Vec<Case>),
    If(Box<Expr>, Box<Expr>, Option<Box<Expr>>),
    /// Condition, body, and what is computed before the condition each time.
    While(Box<Expr>, Box<Expr>, Vec<Expr>),
    /// Also with what is computed before each decision to go on.
    For(Var, Box<Expr>, Direction, Box<Expr>, Box<Expr>, Vec<Expr>),
    Seq(Vec<Expr>),
    Assert(Box<Expr>),
    Lazy(Box<Expr>),
    Unsupported(String),
}

#[derive(Debug)]
pub(crate) struct Case {
    pub(crate) pattern: Pattern,
    pub(crate) guard: Option<Expr>,
    pub(crate) body: Expr,
}

#[derive(Clone, Debug)]
pub(crate) enum Pattern {
    Any,
    Var(Var),
    Alias(Box<Pattern>, Var),
    Const(Const),
    Range(u8, u8),
    /// A tag of a polymorphic variant.
    Tag(String, Option<Box<Pattern>>),
    /// A suspended value that is computed.
    Lazy(Box<Pattern>),
    /// Fields of inline records that are not named are `Any`.
    Ctor(CtorRef, Vec<Pattern>),
    Tuple(Vec<Pattern>),
    /// Fields that are not named are `Any`.
    Record(TypeId, Vec<Pattern>),
    Or(Vec<Pattern>),
    /// The caller that gets here gives up.
    Unsupported(String, Span),
}

impl Expr {
    pub(crate) fn new(kind: ExprKind, span: Span) -> Expr {
        Expr { kind, span }
    }
}

/// A definition at the level of modules, for people to point at.
#[derive(Clone, Debug)]
pub(crate) struct Defined {
    pub(crate) var: Var,
    /// With the modules around it.
    pub(crate) name: String,
    pub(crate) scheme: Scheme,
    pub(crate) notes: Notes,
    pub(crate) span: Span,
    /// The names of the parameters, where they are plain.
    pub(crate) params: Vec<Option<String>>,
}
