//! Type expressions.

use source::Span;

use super::{Attr, Ident, Label, ModuleType, Path};

/// A type as written.
#[derive(Clone, Debug)]
pub struct Type {
    /// What it is.
    pub kind: TypeKind,
    /// Where it stands.
    pub span: Span,
    /// `[@…]` after it.
    pub attrs: Vec<Attr>,
}

impl Type {
    /// A type without attributes.
    #[must_use]
    pub fn new(kind: TypeKind, span: Span) -> Type {
        Type { kind, span, attrs: Vec::new() }
    }
}

/// What a type is.
#[derive(Clone, Debug)]
pub enum TypeKind {
    /// `_`
    Any,
    /// `'a`, without the quote.
    Var(String),
    /// A named type with its arguments.
    Named(Path, Vec<Type>),
    /// `label:domain -> codomain`
    Arrow(Label, Box<Type>, Box<Type>),
    /// Two or more types with stars.
    Tuple(Vec<Type>),
    /// `'a 'b. type`
    Poly(Vec<String>, Box<Type>),
    /// `type a b. type`
    Rigid(Vec<Ident>, Box<Type>),
    /// `type as 'a`
    Alias(Box<Type>, String),
    /// `M.(type)`
    Open(Path, Box<Type>),
    /// `[ `A | `B of type | other ]`, exactly these tags or at least them.
    Tags {
        /// The tags that are written, with what they carry.
        tags: Vec<(String, Option<Type>)>,
        /// Types whose tags are included.
        inherited: Vec<Type>,
        /// Whether there may be others: `[> … ]`.
        open: bool,
    },
    /// `(module S)`
    Package(Box<ModuleType>),
    /// `[%name payload]`
    Extension(Attr),
    /// Something that we do not model, with its name.
    Unsupported(String),
}
