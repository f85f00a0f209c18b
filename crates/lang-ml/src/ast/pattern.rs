//! Patterns.

use source::Span;

use super::{Attr, Const, Ident, ModuleType, Path, Type};

/// A pattern.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// What it is.
    pub kind: PatternKind,
    /// Where it stands.
    pub span: Span,
    /// `[@…]` after it.
    pub attrs: Vec<Attr>,
}

impl Pattern {
    /// A pattern without attributes.
    #[must_use]
    pub fn new(kind: PatternKind, span: Span) -> Pattern {
        Pattern { kind, span, attrs: Vec::new() }
    }
}

/// What a pattern is.
#[derive(Clone, Debug)]
pub enum PatternKind {
    /// `_`
    Any,
    /// A name for what stands here.
    Var(Ident),
    /// A literal.
    Const(Const),
    /// `'a'..'z'`
    Range(u8, u8),
    /// A constructor, `()`, `true` and `[]` among them, with what is written after it.
    Ctor(Path, Option<Box<Pattern>>),
    /// `` `Tag `` of a polymorphic variant, with what is written after it.
    Tag(Ident, Option<Box<Pattern>>),
    /// `#type`: any tag of a type.
    TagsOf(Path),
    /// `lazy pattern`
    Lazy(Box<Pattern>),
    /// `[|a; b|]`
    Array(Vec<Pattern>),
    /// `(module M : S)`
    Module(Option<Ident>, Option<ModuleType>),
    /// Two or more patterns with commas.
    Tuple(Vec<Pattern>),
    /// `[a; b]` with at least one element.
    List(Vec<Pattern>),
    /// `{ field = pattern; … }`; fields that are not named are ignored.
    Record(Vec<(Path, Pattern)>),
    /// Two or more alternatives that bind the same names.
    Or(Vec<Pattern>),
    /// `pattern as name`
    Alias(Box<Pattern>, Ident),
    /// `(pattern : type)`
    Typed(Box<Pattern>, Type),
    /// `exception pattern`, at the top of a case.
    Exception(Box<Pattern>),
    /// `M.(pattern)`
    Open(Path, Box<Pattern>),
    /// Something that we do not model, with its name.
    Unsupported(String),
}
