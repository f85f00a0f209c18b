//! Expressions.

use source::Span;

use super::{Attr, Doc, Ident, Item, Label, ModuleExpr, ModuleType, Notes, Path, Pattern, Type};

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands.
    pub span: Span,
    /// `[@…]` after it.
    pub attrs: Vec<Attr>,
}

impl Expr {
    /// An expression without attributes.
    #[must_use]
    pub fn new(kind: ExprKind, span: Span) -> Expr {
        Expr { kind, span, attrs: Vec::new() }
    }
}

/// What an expression is.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A value.
    Path(Path),
    /// A literal.
    Const(Const),
    /// A constructor, `()`, `true` and `[]` among them, with what is written after it.
    Ctor(Path, Option<Box<Expr>>),
    /// `` `Tag `` of a polymorphic variant, with what is written after it.
    Tag(Ident, Option<Box<Expr>>),
    /// Two or more expressions with commas.
    Tuple(Vec<Expr>),
    /// `[a; b]` with at least one element.
    List(Vec<Expr>),
    /// `[|a; b|]`
    Array(Vec<Expr>),
    /// `{ base with field = value; … }`
    Record {
        /// The fields in order; a punned field stands twice.
        fields: Vec<(Path, Expr)>,
        /// What stands before `with`.
        base: Option<Box<Expr>>,
    },
    /// `record.field`
    Field(Box<Expr>, Path),
    /// `record.field <- value`
    SetField(Box<Expr>, Path, Box<Expr>),
    /// `sequence.(index)` or `sequence.[index]`
    Index(IndexKind, Box<Expr>, Box<Expr>),
    /// `sequence.(index) <- value`
    SetIndex(IndexKind, Box<Expr>, Box<Expr>, Box<Expr>),
    /// A function with at least one argument; operators are functions.
    Apply(Box<Expr>, Vec<(Label, Expr)>),
    /// `&&` and `||`, which do not always evaluate their second operand.
    Logic(Logic, Box<Expr>, Box<Expr>),
    /// `fun parameters : result -> body`
    Fun(Vec<Param>, Option<Type>, Box<Expr>),
    /// `function cases`
    Function(Vec<Case>),
    /// `let bindings in body`
    Let {
        /// Whether the bindings see each other.
        recursive: bool,
        /// At least one.
        bindings: Vec<Binding>,
        /// What follows `in`.
        body: Box<Expr>,
    },
    /// `let module …`, `let open …`, `let exception …`
    LetItem(Box<Item>, Box<Expr>),
    /// `match subject with cases`
    Match(Box<Expr>, Vec<Case>),
    /// `try body with cases`
    Try(Box<Expr>, Vec<Case>),
    /// `if … then … else …`
    If(Box<Expr>, Box<Expr>, Option<Box<Expr>>),
    /// `while cond do body done`
    While(Box<Expr>, Box<Expr>, LoopNotes),
    /// `for variable = from to bound do body done`
    For {
        /// The variable; none when it is `_`.
        variable: Option<Ident>,
        /// First value.
        from: Box<Expr>,
        /// Upwards or downwards.
        direction: Direction,
        /// Last value.
        to: Box<Expr>,
        /// What is repeated.
        body: Box<Expr>,
        /// What is written about it.
        notes: LoopNotes,
    },
    /// Two or more expressions with semicolons.
    Seq(Vec<Expr>),
    /// `assert cond`
    Assert(Box<Expr>),
    /// `lazy value`
    Lazy(Box<Expr>),
    /// `(value : type)`
    Typed(Box<Expr>, Type),
    /// `(value : from :> to)`
    Coerce(Box<Expr>, Option<Type>, Type),
    /// `(module M : S)`
    Pack(Box<ModuleExpr>, Option<ModuleType>),
    /// `M.(value)`
    Open(Path, Box<Expr>),
    /// `[%name payload]`
    Extension(Attr),
    /// Something that we do not model, with its name.
    Unsupported(String),
}

/// What is written about a loop.
#[derive(Clone, Debug, Default)]
pub struct LoopNotes {
    /// The comment after `do`, else the one right before the loop.
    pub doc: Option<Doc>,
    /// What is computed each time the loop decides whether to go on, before it does. Nothing is written so.
    pub head: Vec<Expr>,
}

/// A literal.
#[derive(Clone, PartialEq, Debug)]
pub enum Const {
    /// An integer.
    Int(i64),
    /// `5l`, `5L`, `5n`: a boxed integer.
    Boxed(Boxed, i64),
    /// A floating-point number, as written.
    Float(String),
    /// A character: one byte.
    Char(u8),
    /// A string. OCaml's strings are bytes; those of a program are taken as characters.
    Text(String),
}

/// The integers that have a type of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Boxed {
    /// `5l`
    Int32,
    /// `5L`
    Int64,
    /// `5n`
    Nativeint,
}

/// `&&` or `||`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Logic {
    /// `&&`
    And,
    /// `||`
    Or,
}

/// What is indexed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IndexKind {
    /// `a.(i)`
    Array,
    /// `s.[i]`
    Text,
}

/// Which way a `for` loop counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// `to`
    Up,
    /// `downto`
    Down,
}

/// A parameter of a function.
#[derive(Clone, Debug)]
pub enum Param {
    /// One that takes a value.
    Value {
        /// Its label.
        label: Label,
        /// What it is bound to.
        pattern: Box<Pattern>,
        /// What an optional one is when it is not given.
        default: Option<Box<Expr>>,
        /// Where it stands.
        span: Span,
    },
    /// `(type a b)`
    NewTypes(Vec<Ident>),
}

/// One alternative of a `match`, `function` or `try`.
#[derive(Clone, Debug)]
pub struct Case {
    /// What has to match.
    pub pattern: Pattern,
    /// What has to hold besides.
    pub guard: Option<Expr>,
    /// What follows the arrow.
    pub body: Expr,
}

/// One definition of a `let`.
#[derive(Clone, Debug)]
pub struct Binding {
    /// What is defined.
    pub pattern: Pattern,
    /// Parameters, if it is a function written as one.
    pub params: Vec<Param>,
    /// The type after the colon, which is that of the body.
    pub result: Option<Type>,
    /// What follows `=`.
    pub body: Expr,
    /// Comment and attributes.
    pub notes: Notes,
    /// Where it stands.
    pub span: Span,
}
