//! The syntax tree: plain data with spans.
//!
//! Names and texts are borrowed from the file. The parser keeps every tree shallow
//! ([`crate::MAX_DEPTH`]), so code that walks one may recurse.

use source::Span;
use term::{Int, Sort};

/// A whole file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ast<'t> {
    /// The functions, in source order.
    pub functions: Vec<Function<'t>>,
    /// The entry points, in source order.
    pub checks: Vec<Check<'t>>,
    /// The end of the file, where something missing is reported.
    pub end: Span,
}

/// A name where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Name<'t> {
    /// Its text.
    pub text: &'t str,
    /// Its place.
    pub span: Span,
}

/// `fn name(param: type, …) -> type { … }`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function<'t> {
    /// Its name.
    pub name: Name<'t>,
    /// Its parameters in order.
    pub params: Vec<(Name<'t>, Type)>,
    /// What it returns, if it returns something.
    pub result: Option<Type>,
    /// What it does.
    pub body: Block<'t>,
}

/// `check name { … }`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Check<'t> {
    /// Its name.
    pub name: Name<'t>,
    /// What it does.
    pub body: Block<'t>,
}

/// A type of one value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scalar {
    /// An integer without bound.
    Int,
    /// A truth value.
    Bool,
}

impl Scalar {
    /// The sort of its values.
    #[must_use]
    pub fn sort(self) -> Sort {
        match self {
            Scalar::Int => Sort::INT,
            Scalar::Bool => Sort::BOOL,
        }
    }
}

/// A type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Type {
    /// One value.
    One(Scalar),
    /// An array of such values.
    Array(Scalar),
}

impl Type {
    /// The type of integers.
    pub const INT: Type = Type::One(Scalar::Int);
    /// The type of truth values.
    pub const BOOL: Type = Type::One(Scalar::Bool);
}

impl std::fmt::Display for Type {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Type::One(Scalar::Int) => "int",
            Type::One(Scalar::Bool) => "bool",
            Type::Array(Scalar::Int) => "int[]",
            Type::Array(Scalar::Bool) => "bool[]",
        })
    }
}

/// `{ … }`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block<'t> {
    /// The statements in order.
    pub stmts: Vec<Stmt<'t>>,
    /// The closing brace.
    pub end: Span,
}

/// A statement where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stmt<'t> {
    /// What it is.
    pub kind: StmtKind<'t>,
    /// Its place.
    pub span: Span,
}

/// What a statement is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StmtKind<'t> {
    /// `let name = value;`
    Let(Name<'t>, Expr<'t>),
    /// `name = value;`
    Assign(Name<'t>, Expr<'t>),
    /// `name[index] = value;`
    AssignAt(Element<'t>, Expr<'t>),
    /// `if cond { … } else { … }`; `else if` is an `else` with one statement.
    If(Expr<'t>, Block<'t>, Option<Block<'t>>),
    /// `while cond { … }`
    While(Expr<'t>, Block<'t>),
    /// `return value;`
    Return(Option<Expr<'t>>),
    /// `assume cond;`
    Assume(Expr<'t>),
    /// `assert cond, "message";`
    Assert(Expr<'t>, Option<&'t str>),
    /// `emit event(args);`
    Emit(Name<'t>, Vec<Expr<'t>>),
    /// `function(args);`
    Call(Name<'t>, Vec<Expr<'t>>),
}

/// An element to assign to: `name[index]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Element<'t> {
    /// The array.
    pub array: Name<'t>,
    /// The index.
    pub index: Expr<'t>,
    /// The place of the whole.
    pub span: Span,
}

/// An expression where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expr<'t> {
    /// What it is.
    pub kind: ExprKind<'t>,
    /// Its place.
    pub span: Span,
    /// How many levels of expressions it has.
    pub(crate) height: u32,
}

/// What an expression is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExprKind<'t> {
    /// `42`
    Int(Int),
    /// `true`
    Bool(bool),
    /// `name`
    Name(&'t str),
    /// `-a`, `!a`
    Unary(UnaryOp, Box<Expr<'t>>),
    /// `a + b`
    Binary(BinaryOp, Box<Expr<'t>>, Box<Expr<'t>>),
    /// `array[index]`
    Index(Box<Expr<'t>>, Box<Expr<'t>>),
    /// `len(array)`
    Len(Box<Expr<'t>>),
    /// `function(args)`
    Call(Name<'t>, Vec<Expr<'t>>),
    /// `[a, b, c]`, with at least one element.
    List(Vec<Expr<'t>>),
    /// `[value; length]`
    Fill(Box<Expr<'t>>, Box<Expr<'t>>),
    /// `read int "name"`
    Read(Scalar, &'t str),
    /// `read int[length] "name"`
    ReadArray(Scalar, Box<Expr<'t>>, &'t str),
}

impl<'t> ExprKind<'t> {
    /// The expressions directly below.
    pub fn children(&self) -> Vec<&Expr<'t>> {
        match self {
            ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::Name(_) | ExprKind::Read(..) => {
                Vec::new()
            }
            ExprKind::Unary(_, a) | ExprKind::Len(a) | ExprKind::ReadArray(_, a, _) => vec![a],
            ExprKind::Binary(_, a, b) | ExprKind::Index(a, b) | ExprKind::Fill(a, b) => vec![a, b],
            ExprKind::Call(_, args) | ExprKind::List(args) => args.iter().collect(),
        }
    }
}

/// An operator before its operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnaryOp {
    /// `-`
    Neg,
    /// `!`
    Not,
}

/// An operator between its operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BinaryOp {
    /// `||`
    Or,
    /// `&&`
    And,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`: the quotient that leaves a remainder of at least zero.
    Div,
    /// `%`: that remainder.
    Mod,
}
