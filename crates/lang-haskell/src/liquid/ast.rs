//! Annotations as they are written.
//!
//! Plain data with places. Names are what the programmer wrote; a lower-case name as an argument of
//! a type may turn out to be a type variable or a value, which only the alias that it is given to
//! can tell. Two trees are equal if they say the same, wherever they stand.

use source::{Diagnostic, Span};

/// A name where it is used or bound.
#[derive(Clone, Debug)]
pub struct Ident {
    /// The name, perhaps with modules before it. An operator has no parentheses.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

impl PartialEq for Ident {
    fn eq(&self, other: &Ident) -> bool {
        self.text == other.text
    }
}

impl Eq for Ident {}

/// A type with refinements.
#[derive(Clone, Debug)]
pub struct Type {
    /// What it is.
    pub kind: TypeKind,
    /// Where it stands.
    pub span: Span,
}

impl PartialEq for Type {
    fn eq(&self, other: &Type) -> bool {
        self.kind == other.kind
    }
}

/// What a type is.
#[derive(Clone, PartialEq, Debug)]
pub enum TypeKind {
    /// A type variable, or a value where an alias wants one.
    Var(Ident),
    /// A type constructor or an alias with its arguments.
    Con(Ident, Vec<Arg>),
    /// A type variable with at least one argument.
    Apply(Ident, Vec<Arg>),
    /// `[t]`
    List(Box<Type>),
    /// `()`, or at least two types.
    Tuple(Vec<Type>),
    /// `x:t -> t`
    Fun(Option<Ident>, Box<Type>, Box<Type>),
    /// `{v:t | p}`
    Refined(Ident, Box<Type>, Expr),
    /// `{p}`: a value of which nothing matters but that the predicate holds.
    Prop(Expr),
    /// `forall a b. t`
    ForAll(Vec<Ident>, Box<Type>),
    /// `forall <p :: …>. t`: the text between the angles, and what it says if it can be read.
    ForAllAbstract(String, Vec<RefinementParam>, Box<Type>),
    /// `t<p>`: the text between the angles, and what it says if it can be read.
    Abstract(Box<Type>, String, Option<Vec<Refinement>>),
    /// `{x :: t |- …} => t`: the text between the braces.
    Bounded(String, Box<Type>),
    /// `C a => t`
    Context(Vec<Type>, Box<Type>),
    /// `_`
    Hole,
}

/// A parameter that stands for a refinement: `p :: a -> b -> Bool`.
#[derive(Clone, PartialEq, Debug)]
pub struct RefinementParam {
    /// Its name.
    pub name: Ident,
    /// The types of the values that it is about; what is refined comes last.
    pub params: Vec<Type>,
}

/// What is given for a refinement parameter.
#[derive(Clone, PartialEq, Debug)]
pub enum Refinement {
    /// `{\x y -> p}`
    Lambda(Lambda),
    /// `p x`: a parameter that is in scope, with its first values.
    Named(Ident, Vec<Expr>),
}

/// A predicate with parameters.
#[derive(Clone, PartialEq, Debug)]
pub struct Lambda {
    /// The parameters.
    pub params: Vec<Ident>,
    /// What holds of them.
    pub body: Expr,
}

/// An argument of a type constructor or alias.
#[derive(Clone, PartialEq, Debug)]
pub enum Arg {
    /// A type; it may be a value that is written like one.
    Type(Type),
    /// What can only be a value: a number, or an expression in braces or parentheses.
    Value(Expr),
}

/// A predicate or a value in one.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands.
    pub span: Span,
}

impl PartialEq for Expr {
    fn eq(&self, other: &Expr) -> bool {
        self.kind == other.kind
    }
}

/// What an expression is.
#[derive(Clone, PartialEq, Debug)]
pub enum ExprKind {
    /// `true` or `false`, also with a capital.
    Bool(bool),
    /// Decimal digits.
    Int(String),
    /// Decimal digits with a point.
    Real(String),
    /// A text, without quotes and escapes.
    Text(String),
    /// A character.
    Char(char),
    /// A variable, or a measure, constructor or alias without arguments.
    Name(Ident),
    /// A measure, constructor or alias with at least one argument.
    Apply(Ident, Vec<Expr>),
    /// `not p`
    Not(Box<Expr>),
    /// `-e`
    Neg(Box<Expr>),
    /// An operator between two operands.
    Binary(BinOp, Box<Expr>, Box<Expr>),
    /// `if p then a else b`
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `()`, or at least two expressions.
    Tuple(Vec<Expr>),
    /// `[a, b]`
    List(Vec<Expr>),
}

/// An operator between two operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinOp {
    /// `<=>`
    Iff,
    /// `=>`
    Implies,
    /// `||`
    Or,
    /// `&&`
    And,
    /// `=`, `==`, `~~`
    Eq,
    /// `/=`, `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
    /// `:`
    Cons,
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `mod`
    Mod,
    /// `div`
    IntDiv,
}

impl BinOp {
    /// How it is written.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            BinOp::Iff => "<=>",
            BinOp::Implies => "=>",
            BinOp::Or => "||",
            BinOp::And => "&&",
            BinOp::Eq => "==",
            BinOp::Ne => "/=",
            BinOp::Lt => "<",
            BinOp::Le => "<=",
            BinOp::Gt => ">",
            BinOp::Ge => ">=",
            BinOp::Cons => ":",
            BinOp::Add => "+",
            BinOp::Sub => "-",
            BinOp::Mul => "*",
            BinOp::Div => "/",
            BinOp::Mod => "mod",
            BinOp::IntDiv => "div",
        }
    }

    /// How tightly it binds, and how several of the same strength are grouped.
    #[must_use]
    pub fn strength(self) -> (u8, Grouping) {
        match self {
            BinOp::Iff => (1, Grouping::Right),
            BinOp::Implies => (2, Grouping::Right),
            BinOp::Or => (3, Grouping::Right),
            BinOp::And => (4, Grouping::Right),
            BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge => {
                (5, Grouping::None)
            }
            BinOp::Cons => (6, Grouping::Right),
            BinOp::Add | BinOp::Sub => (7, Grouping::Left),
            BinOp::Mul | BinOp::Div | BinOp::Mod | BinOp::IntDiv => (8, Grouping::Left),
        }
    }
}

/// How operators of one strength are grouped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Grouping {
    /// `(a - b) - c`
    Left,
    /// `a => (b => c)`
    Right,
    /// Not at all.
    None,
}

/// An annotation.
#[derive(Clone, PartialEq, Debug)]
pub struct Item {
    /// What it says.
    pub kind: ItemKind,
    /// Where it stands, with its brackets.
    pub span: Span,
}

/// An annotation that is not understood, as it is written or as it is meant.
#[derive(Clone, PartialEq, Debug)]
pub struct UnreadItem {
    /// What it is about, as far as its first words say.
    pub topic: ItemTopic,
    /// Why it is not understood.
    pub why: Diagnostic,
    /// Where it stands, with its brackets.
    pub span: Span,
}

/// What an annotation is about.
#[derive(Clone, PartialEq, Debug)]
pub enum ItemTopic {
    /// Functions of the program.
    Functions(Vec<Ident>),
    /// A name for a type.
    TypeAlias(Ident),
    /// A function of the logic, or a name for a predicate.
    Logic(Ident),
    /// A data type.
    Data(Ident),
    /// Something else.
    Other,
}

/// What an annotation says.
#[derive(Clone, PartialEq, Debug)]
pub enum ItemKind {
    /// `f, g :: t`
    Signature(Signature),
    /// `type T a N = t`
    TypeAlias(Alias<Type>),
    /// `predicate P x = p`, and its older form `expression`.
    Predicate(Alias<Expr>),
    /// `measure m`, of a Haskell function, or with equations of its own; `class measure m`, and each
    /// `instance measure m`, which has equations for one type.
    Measure(Measure),
    /// `class C a where …`: the types of methods. With a type constructor, `instance C t where …`: those of
    /// one instance.
    Methods(Option<Ident>, Vec<Signature>),
    /// `inline f`
    Inline(Ident),
    /// `reflect f`
    Reflect(Ident),
    /// `invariant {v:t | p}`
    Invariant(Type),
    /// `using (t) as {v:t | p}`
    Using(Type, Type),
    /// `data` or `newtype` with refined fields.
    Data(Data),
    /// `ignore f` or `fail f`: the body is not expected to keep the type.
    Trusted(Ident),
    /// What changes no answer: the word that it starts with, and the rest.
    Ignored(Ident, String),
    /// What we know but do not support: the word or words that it starts with, and the rest.
    Unsupported(Ident, String),
}

/// The types of some functions.
#[derive(Clone, PartialEq, Debug)]
pub struct Signature {
    /// Whether it is to be believed (`assume`).
    pub assumed: bool,
    /// The functions.
    pub names: Vec<Ident>,
    /// Their type.
    pub ty: Type,
    /// What gets smaller at each recursive call (`/ [n]`): its text.
    pub metric: Option<String>,
}

/// A name for a type or a predicate, with parameters.
#[derive(Clone, PartialEq, Debug)]
pub struct Alias<T> {
    /// The name.
    pub name: Ident,
    /// The parameters. Those of a type are type variables in lower case, and values otherwise.
    pub params: Vec<Ident>,
    /// What it stands for.
    pub body: T,
}

/// A function of the logic on a data type.
#[derive(Clone, PartialEq, Debug)]
pub struct Measure {
    /// Its name.
    pub name: Ident,
    /// Its type, unless it is that of a Haskell function.
    pub ty: Option<Type>,
    /// Its equations. With a type and without equations it is a function of which nothing is known.
    pub equations: Vec<Equation>,
    /// Whether these are the equations for one type of several (`instance measure`).
    pub of_instance: bool,
}

/// What a measure is on the values of one constructor.
#[derive(Clone, PartialEq, Debug)]
pub struct Equation {
    /// The constructor: its name, `[]`, `:`, or `(,)` with as many commas as needed.
    pub ctor: Ident,
    /// Names of its fields, or `_`.
    pub fields: Vec<Ident>,
    /// The value.
    pub body: Expr,
}

/// A data type with refined fields.
#[derive(Clone, PartialEq, Debug)]
pub struct Data {
    /// Whether it is a newtype.
    pub is_newtype: bool,
    /// Its name.
    pub name: Ident,
    /// Its type parameters.
    pub params: Vec<Ident>,
    /// Parameters that stand for refinements: the text between the angles.
    pub refinements: Option<String>,
    /// The same, if the text can be read.
    pub refinement_params: Vec<RefinementParam>,
    /// The measure by which recursion on it ends: its text.
    pub metric: Option<String>,
    /// Its constructors, or those that are refined.
    pub ctors: Vec<DataCtor>,
}

/// A constructor with refined fields.
#[derive(Clone, PartialEq, Debug)]
pub struct DataCtor {
    /// Its name.
    pub name: Ident,
    /// Its fields. Later ones may mention earlier ones that have a name.
    pub fields: Vec<(Option<Ident>, Type)>,
}
