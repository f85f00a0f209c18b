//! Items of structures and signatures, and the module language.

use source::Span;

use super::{Attr, Binding, Expr, Ident, Notes, Path, Type};

/// An item of a structure or of a signature.
#[derive(Clone, Debug)]
pub struct Item {
    /// What it is.
    pub kind: ItemKind,
    /// Where it stands.
    pub span: Span,
}

/// What an item is.
#[derive(Clone, Debug)]
pub enum ItemKind {
    /// `let`, with whether the bindings see each other.
    Let(bool, Vec<Binding>),
    /// An expression that is evaluated for its effects.
    Eval(Expr),
    /// `val name : type`, or `external`: a value without a body that we could look at.
    Val {
        /// Its name.
        name: Ident,
        /// Its type.
        ty: Type,
        /// The first string of an `external`.
        external: Option<String>,
        /// Comment and attributes.
        notes: Notes,
    },
    /// `type … and …`
    Types(Vec<TypeDecl>),
    /// `type t += C of …`: constructors for an extensible type.
    Extend(Path, Vec<CtorDecl>),
    /// `class … and …`, of which only the names are kept.
    Classes(Vec<ClassName>),
    /// `exception C of …`
    Exception(CtorDecl),
    /// `exception C = D`
    ExceptionAlias(Ident, Path),
    /// `module … and …`, with whether they see each other.
    Modules(bool, Vec<ModuleBinding>),
    /// `module type S = …`; abstract without a body.
    ModuleType(Ident, Option<ModuleType>),
    /// `open M`
    Open(ModuleExpr),
    /// `include M` in a structure.
    Include(ModuleExpr),
    /// `include S` in a signature.
    IncludeType(ModuleType),
    /// `[@@@…]`
    Attribute(Attr),
    /// `[%%…]`
    Extension(Attr),
    /// Something that we do not model, with its name.
    Unsupported(String),
}

/// One definition of a `type`.
#[derive(Clone, Debug)]
pub struct TypeDecl {
    /// Its name.
    pub name: Ident,
    /// Its parameters, without quotes.
    pub params: Vec<String>,
    /// Whether the definition does not see itself: `type nonrec`.
    pub nonrec: bool,
    /// Which of them are said to be only produced: `+'a`.
    pub covariant: Vec<bool>,
    /// What follows `=`.
    pub body: TypeBody,
    /// Comment and attributes.
    pub notes: Notes,
    /// Where it stands.
    pub span: Span,
}

/// What a type is defined as.
#[derive(Clone, Debug)]
pub enum TypeBody {
    /// Nothing is said.
    Abstract,
    /// Another name for a type.
    Alias(Type),
    /// A variant, perhaps said to be the same as another one.
    Variant(Vec<CtorDecl>, Option<Type>),
    /// A record, perhaps said to be the same as another one.
    Record(Vec<FieldDecl>, Option<Type>),
    /// `..`: constructors are added elsewhere.
    Open,
    /// Something that we do not model, with its name.
    Unsupported(String),
}

/// A class or the type of one.
#[derive(Clone, Debug)]
pub struct ClassName {
    /// Its name.
    pub name: Ident,
    /// How many parameters its type has.
    pub params: usize,
}

/// A constructor of a variant, or an exception.
#[derive(Clone, Debug)]
pub struct CtorDecl {
    /// Its name.
    pub name: Ident,
    /// What it carries.
    pub args: CtorArgs,
    /// The type that it makes, if it is written: `C : arguments -> result`.
    pub result: Option<Type>,
    /// The constructor that it is another name for: `C = D`.
    pub same: Option<Path>,
    /// Where it stands.
    pub span: Span,
}

/// What a constructor carries.
#[derive(Clone, Debug)]
pub enum CtorArgs {
    /// Values by position; perhaps none.
    Tuple(Vec<Type>),
    /// `of { field : type; … }`
    Record(Vec<FieldDecl>),
}

/// A field of a record.
#[derive(Clone, Debug)]
pub struct FieldDecl {
    /// Its name.
    pub name: Ident,
    /// Whether it can be assigned.
    pub mutable: bool,
    /// Its type.
    pub ty: Type,
}

/// One definition of a `module`.
#[derive(Clone, Debug)]
pub struct ModuleBinding {
    /// Its name; none when it is `_`.
    pub name: Option<Ident>,
    /// Parameters of a functor.
    pub params: Vec<FunctorParam>,
    /// The signature after the colon.
    pub ty: Option<ModuleType>,
    /// What follows `=`; a module without it is known by its signature alone.
    pub body: Option<ModuleExpr>,
    /// Comment and attributes.
    pub notes: Notes,
    /// Where it stands.
    pub span: Span,
}

/// A parameter of a functor.
#[derive(Clone, Debug)]
pub struct FunctorParam {
    /// Its name; none for `()` and `_`.
    pub name: Option<Ident>,
    /// Its signature; none for `()`.
    pub ty: Option<ModuleType>,
    /// Where it stands.
    pub span: Span,
}

/// A module expression.
#[derive(Clone, Debug)]
pub struct ModuleExpr {
    /// What it is.
    pub kind: ModuleExprKind,
    /// Where it stands.
    pub span: Span,
}

/// What a module expression is.
#[derive(Clone, Debug)]
pub enum ModuleExprKind {
    /// A named module.
    Path(Path),
    /// `struct … end`
    Structure(Vec<Item>),
    /// `functor (X : S) -> …`
    Functor(Vec<FunctorParam>, Box<ModuleExpr>),
    /// `F (X)`; no argument for `F ()`.
    Apply(Box<ModuleExpr>, Option<Box<ModuleExpr>>),
    /// `(M : S)`
    Typed(Box<ModuleExpr>, ModuleType),
    /// `(val value : S)`
    Unpack(Box<Expr>, Option<ModuleType>),
    /// Something that we do not model, with its name.
    Unsupported(String),
}

/// A module type.
#[derive(Clone, Debug)]
pub struct ModuleType {
    /// What it is.
    pub kind: ModuleTypeKind,
    /// Where it stands.
    pub span: Span,
}

/// What a module type is.
#[derive(Clone, Debug)]
pub enum ModuleTypeKind {
    /// A named module type.
    Path(Path),
    /// `sig … end`
    Signature(Vec<Item>),
    /// `S with …`
    With(Box<ModuleType>, Vec<Constraint>),
    /// `functor (X : S) -> T`
    Functor(Vec<FunctorParam>, Box<ModuleType>),
    /// `module type of M`
    Of(Box<ModuleExpr>),
    /// Something that we do not model, with its name.
    Unsupported(String),
}

/// What `with` says of a signature.
#[derive(Clone, Debug)]
pub enum Constraint {
    /// `type params path = body`; destructive with `:=`.
    Type {
        /// The type in the signature.
        path: Path,
        /// Its parameters, without quotes.
        params: Vec<String>,
        /// What it is.
        body: Type,
        /// Whether the type goes away.
        destructive: bool,
    },
    /// `module path = other`; destructive with `:=`.
    Module {
        /// The module in the signature.
        path: Path,
        /// What it is.
        body: Path,
        /// Whether the module goes away.
        destructive: bool,
    },
    /// Something that we do not model, with its name.
    Unsupported(String),
}
