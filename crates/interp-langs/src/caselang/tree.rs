//! The tree of a file: definitions and goals.

use lang_interp::Relation;
use source::Span;

/// The constructor of pairs, triples and so on, and of `()`.
pub const TUPLE: &str = "(,)";
/// The empty list.
pub const NIL: &str = "nil";
/// An element before a list.
pub const CONS: &str = "cons";
/// What an equation that holds evaluates to.
pub const TRUE: &str = "true";
/// What an equation that does not hold evaluates to.
pub const FALSE: &str = "false";

/// Constructors that need no declaration.
pub const BUILT_IN: [&str; 4] = [NIL, CONS, TRUE, FALSE];

/// A part of the tree at its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct At<T> {
    /// The part.
    pub node: T,
    /// Its place.
    pub span: Span,
}

/// An expression at its place.
pub type Expr = At<ExprKind>;

/// A pattern at its place.
pub type Pattern = At<PatternKind>;

/// An expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExprKind {
    /// A constructor with its arguments.
    Con(String, Vec<Expr>),
    /// A number.
    Int(i64),
    /// A variable.
    Var(String),
    /// `fun x -> e`
    Lam(String, Box<Expr>),
    /// `f x`
    App(Box<Expr>, Box<Expr>),
    /// `case e of p -> e; …`
    Case(Box<Expr>, Vec<(Pattern, Expr)>),
    /// `let x = e and … in e`
    Let(Vec<(String, Expr)>, Box<Expr>),
    /// `let rec f = v and … in e`; what is bound are functions, and constructors of functions.
    LetRec(Vec<(String, Expr)>, Box<Expr>),
    /// `e == e`
    Equal(Box<Expr>, Box<Expr>),
    /// `e + e`, `e < e`
    Binary(Operator, Box<Expr>, Box<Expr>),
    /// `emit event(e, …) in e`
    Emit(String, Vec<Expr>, Box<Expr>),
}

/// What is computed of two integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operator {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`: what is left over is never negative
    Div,
    /// `%`: what is left over
    Rem,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
}

impl Operator {
    /// Whether it comes to a truth value.
    #[must_use]
    pub fn compares(self) -> bool {
        match self {
            Operator::Add | Operator::Sub | Operator::Mul | Operator::Div | Operator::Rem => false,
            Operator::Less | Operator::AtMost | Operator::Greater | Operator::AtLeast => true,
        }
    }
}

/// What a value may be, at its place.
pub type ValueType = At<ValueTypeKind>;

/// What a value may be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ValueTypeKind {
    /// A type by its name.
    Named(String),
    /// `[T]`
    List(Box<ValueType>),
    /// `(T, U)`
    Tuple(Vec<ValueType>),
}

/// `type T = f(Int, T) | g`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TypeDeclaration {
    /// Its name.
    pub name: String,
    /// Its constructors, with what their fields are.
    pub constructors: Vec<(String, Vec<ValueType>)>,
    /// The place of its name.
    pub span: Span,
}

/// A value that a goal asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unknown {
    /// Its name.
    pub name: String,
    /// What it may be; without it, anything.
    pub ty: Option<ValueType>,
}

/// What a value is compared with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PatternKind {
    /// Anything.
    Any,
    /// Anything, under a name.
    Var(String),
    /// A number.
    Int(i64),
    /// A constructor with its arguments.
    Con(String, Vec<Pattern>),
}

/// Definitions of a file that belong together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Definition {
    /// Whether they see each other.
    pub recursive: bool,
    /// What is defined, in order.
    pub bindings: Vec<(String, Expr)>,
}

/// How many answers a goal wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// As many as the caller says.
    Unsaid,
    /// So many at most.
    Take(usize),
    /// All of them.
    All,
}

/// A condition on values that are not known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Goal {
    /// How many answers are wanted.
    pub wanted: Wanted,
    /// The unknowns in order.
    pub unknowns: Vec<Unknown>,
    /// What must hold, all of it.
    pub conditions: Vec<Condition>,
    /// Its place.
    pub span: Span,
}

/// Two expressions whose values are related: `e = e`, `e /= e`, `absent e in e`. A comparison by itself is to come to `true`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition {
    /// The one.
    pub left: Expr,
    /// The other.
    pub right: Expr,
    /// How.
    pub relation: Relation,
}

impl Goal {
    /// The names of its unknowns.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.unknowns.iter().map(|unknown| unknown.name.as_str())
    }
}

impl Program {
    /// The events that its definitions and goals perform, each with the number of its arguments and a
    /// place.
    #[must_use]
    pub fn events(&self) -> Vec<(&str, usize, Span)> {
        let bindings = self.definitions.iter().flat_map(|definition| &definition.bindings);
        let conditions = self.goals.iter().flat_map(|goal| &goal.conditions);
        let sides = conditions.flat_map(|condition| [&condition.left, &condition.right]);
        let mut todo: Vec<&Expr> = bindings.map(|(_, value)| value).chain(sides).collect();
        todo.reverse();
        let mut events = Vec::new();
        while let Some(expr) = todo.pop() {
            match &expr.node {
                ExprKind::Int(_) | ExprKind::Var(_) => {}
                ExprKind::Con(_, args) => todo.extend(args.iter().rev()),
                ExprKind::Lam(_, body) => todo.push(body),
                ExprKind::App(a, b) | ExprKind::Equal(a, b) | ExprKind::Binary(_, a, b) => {
                    todo.extend([&**b, &**a]);
                }
                ExprKind::Case(value, clauses) => {
                    todo.extend(clauses.iter().rev().map(|(_, body)| body));
                    todo.push(value);
                }
                ExprKind::Let(bindings, body) | ExprKind::LetRec(bindings, body) => {
                    todo.push(body);
                    todo.extend(bindings.iter().rev().map(|(_, value)| value));
                }
                ExprKind::Emit(event, args, body) => {
                    events.push((event.as_str(), args.len(), expr.span));
                    todo.push(body);
                    todo.extend(args.iter().rev());
                }
            }
        }
        events
    }
}

/// A file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Program {
    /// The constructors that it declares.
    pub constructors: Vec<String>,
    /// The types that it declares.
    pub types: Vec<TypeDeclaration>,
    /// What it defines, in order.
    pub definitions: Vec<Definition>,
    /// Its goals, in order.
    pub goals: Vec<Goal>,
}
