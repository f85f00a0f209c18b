//! The tree of a spec: what was written, with places.

use source::Span;
use syntax::temporal::{InfixOp, PrefixOp};

/// Something with the place where it was written. Two are equal if what was written is equal,
/// wherever it stands.
#[derive(Clone, Debug)]
pub struct At<T> {
    /// What was written.
    pub node: T,
    /// Where.
    pub span: Span,
}

impl<T: PartialEq> PartialEq for At<T> {
    fn eq(&self, other: &At<T>) -> bool {
        self.node == other.node
    }
}

/// A name.
pub type Name = At<String>;

/// A spec as written.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tree {
    /// The declarations in order.
    pub items: Vec<At<Item>>,
}

/// A name with a sort, or with `instance`, or with nothing.
#[derive(Clone, PartialEq, Debug)]
pub struct Binding {
    /// The name.
    pub name: Name,
    /// The name of its sort; none only for parameters of predicates.
    pub sort: Option<Name>,
}

/// A declaration.
#[derive(Clone, PartialEq, Debug)]
pub enum Item {
    /// `sort A, B`
    Sort(Vec<Name>),
    /// `const c : A`
    Const(Vec<Binding>),
    /// `fun f(A, B) : C`
    Fun {
        /// Its name.
        name: Name,
        /// Argument sorts.
        params: Vec<Name>,
        /// Result sort.
        result: Name,
    },
    /// `axiom name(x: A) := term`
    Axiom {
        /// Its name.
        name: Name,
        /// What it holds for.
        vars: Vec<Binding>,
        /// What holds.
        body: At<TermExpr>,
    },
    /// `op put(key: K, val: V) : R`
    Op {
        /// Its full name.
        name: Name,
        /// The parameters.
        params: Vec<Binding>,
        /// The sort of the result.
        result: Option<Name>,
    },
    /// `op ...`: other operations may occur.
    OtherOps,
    /// `event put(key, request.value) : size when kind == "put"`: which records of a log are calls of an operation.
    Event {
        /// The operation.
        name: Name,
        /// The fields with its arguments.
        args: Vec<Name>,
        /// The field with its result.
        result: Option<Name>,
        /// What must be true of the record.
        tests: Vec<RecordTest>,
    },
    /// `ghost a: A, b: B`
    Ghost(Vec<Binding>),
    /// `predicate p(x: A) := formula`
    Predicate {
        /// Its name.
        name: Name,
        /// The parameters.
        params: Vec<Binding>,
        /// How events in the body are read.
        mode: Mode,
        /// The body.
        body: At<Expr>,
    },
    /// `property p := formula` or `regex p := expression`
    Property {
        /// Its name.
        name: Name,
        /// How events in the body are read.
        mode: Mode,
        /// The body.
        body: At<Expr>,
    },
    /// `automaton p { … }`
    Automaton {
        /// Its name.
        name: Name,
        /// The first state.
        start: Name,
        /// How the marked states decide.
        kind: MarkKind,
        /// The marked states.
        marked: Vec<Name>,
        /// From, events, to.
        transitions: Vec<(Name, At<EventExpr>, Name)>,
    },
}

/// What must be true of a record of a log.
#[derive(Clone, PartialEq, Debug)]
pub enum RecordTest {
    /// It has the field.
    Has(Name),
    /// The field has this value.
    Is(Name, RecordValue),
    /// The field is missing, or has another value.
    IsNot(Name, RecordValue),
}

/// A value of a field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RecordValue {
    /// `true` or `false`
    Bool(bool),
    /// A number.
    Int(i64),
    /// A text.
    Text(String),
}

/// How the marked states of an automaton decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MarkKind {
    /// `accept`
    Accept,
    /// `violating`
    Violating,
}

/// What an event means as a property.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// The trace begins with it.
    Ltl,
    /// The trace is that one event.
    Regex,
}

/// A property.
#[derive(Clone, PartialEq, Debug)]
pub enum Expr {
    /// `true`
    True,
    /// `false`
    False,
    /// `last`
    Last,
    /// `eps`
    Eps,
    /// An event, `any`, or `~` of such.
    Event(EventExpr),
    /// A predicate or property applied to arguments.
    Call(Name, Vec<At<TermExpr>>),
    /// An operator on one property.
    Unary(UnaryOp, Box<At<Expr>>),
    /// An operator between two.
    Binary(BinaryOp, Box<At<Expr>>, Box<At<Expr>>),
    /// `&&`, `||` or `;` between two or more.
    Many(ManyOp, Vec<At<Expr>>),
    /// `ltl(…)` or `re(…)`
    In(Mode, Box<At<Expr>>),
}

/// Operators on one property.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnaryOp {
    /// `!`
    Not,
    /// `X`
    Next,
    /// `N`
    WeakNext,
    /// `X[!]`
    StrongNext,
    /// `F`
    Finally,
    /// `G`
    Globally,
    /// `*`
    Star,
    /// `+`
    Plus,
    /// `?`
    Optional,
}

impl UnaryOp {
    /// The operator of temporal logic; none for repetitions.
    pub(crate) fn temporal(self) -> Option<PrefixOp> {
        match self {
            UnaryOp::Not => Some(PrefixOp::Not),
            UnaryOp::Next => Some(PrefixOp::Next),
            UnaryOp::WeakNext => Some(PrefixOp::WeakNext),
            UnaryOp::StrongNext => Some(PrefixOp::StrongNext),
            UnaryOp::Finally => Some(PrefixOp::Finally),
            UnaryOp::Globally => Some(PrefixOp::Globally),
            UnaryOp::Star | UnaryOp::Plus | UnaryOp::Optional => None,
        }
    }
}

/// Operators between two properties.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BinaryOp {
    /// `implies`
    Implies,
    /// `iff`
    Iff,
    /// `U`
    Until,
    /// `W`
    WeakUntil,
    /// `R`
    Release,
}

impl BinaryOp {
    /// The operator of temporal logic.
    pub(crate) fn temporal(self) -> InfixOp {
        match self {
            BinaryOp::Implies => InfixOp::Implies,
            BinaryOp::Iff => InfixOp::Iff,
            BinaryOp::Until => InfixOp::Until,
            BinaryOp::WeakUntil => InfixOp::WeakUntil,
            BinaryOp::Release => InfixOp::Release,
        }
    }
}

/// Operators between any number of properties, sets of events, or conditions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ManyOp {
    /// `&&`
    And,
    /// `||`
    Or,
    /// `;`
    Then,
}

/// A set of events.
#[derive(Clone, PartialEq, Debug)]
pub enum EventExpr {
    /// `any`
    Any,
    /// `<…>`
    Pattern(Box<Pattern>),
    /// `~…`
    Not(Box<At<EventExpr>>),
    /// `&&` or `||` between two or more.
    Many(ManyOp, Vec<At<EventExpr>>),
}

/// `<result <- op arg arg | condition>`
#[derive(Clone, PartialEq, Debug)]
pub struct Pattern {
    /// What the result has to be.
    pub result: Option<At<Arg>>,
    /// The operation; none for `_`, which is any operation.
    pub op: Option<Name>,
    /// What the arguments have to be.
    pub args: Vec<At<Arg>>,
    /// A condition on all of them.
    pub cond: Option<At<TermExpr>>,
}

/// What one argument has to be.
#[derive(Clone, PartialEq, Debug)]
pub enum Arg {
    /// `_`
    Any,
    /// This value.
    Is(TermExpr),
    /// `!…`: any other value.
    IsNot(TermExpr),
}

/// A value or a condition.
#[derive(Clone, PartialEq, Debug)]
pub enum TermExpr {
    /// `true` or `false`
    Bool(bool),
    /// Digits.
    Number(String),
    /// The text between quotes, unescaped.
    Text(String),
    /// A character, which is its code.
    Char(u8),
    /// An expression of the program in parentheses, as written: `(fun x -> x > 0)`.
    Code(String),
    /// A variable or constant.
    Name(Name),
    /// A function applied to arguments.
    Apply(Name, Vec<At<TermExpr>>),
    /// `!`
    Not(Box<At<TermExpr>>),
    /// `-`
    Minus(Box<At<TermExpr>>),
    /// An operator between two.
    Binary(TermOp, Box<At<TermExpr>>, Box<At<TermExpr>>),
    /// `&&` or `||` between two or more.
    Many(ManyOp, Vec<At<TermExpr>>),
    /// `if … then … else …`
    If(Box<At<TermExpr>>, Box<At<TermExpr>>, Box<At<TermExpr>>),
}

/// Operators between two values or conditions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TermOp {
    /// `implies`
    Implies,
    /// `iff`
    Iff,
    /// `==`
    Equal,
    /// `!=`
    Differs,
    /// `<`
    Less,
    /// `<=`
    LessEq,
    /// `>`
    Greater,
    /// `>=`
    GreaterEq,
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
}
