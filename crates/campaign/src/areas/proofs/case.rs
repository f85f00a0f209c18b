//! What a case of the area is made of: a library with contracts, and methods over it.

/// The sorts of values. Nothing is known of keys; the others have as many values as constructors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sort {
    Key,
    Two,
    Three,
    Bool,
}

impl Sort {
    /// How many values there are. Of keys there are more, but a violation with these is one.
    pub(super) fn size(self) -> usize {
        match self {
            Sort::Key | Sort::Three => 3,
            Sort::Two | Sort::Bool => 2,
        }
    }

    /// A value as a literal; keys have none.
    pub(super) fn literal(self, value: usize) -> &'static str {
        match self {
            Sort::Key => "",
            Sort::Two => ["A", "B"][value],
            Sort::Three => ["P", "Q", "R"][value],
            Sort::Bool => ["false", "true"][value],
        }
    }
}

/// A parameter, a ghost or a result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Var {
    pub(super) name: String,
    pub(super) sort: Sort,
}

/// A variable or a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Operand {
    Var(String),
    Value(Sort, usize),
}

/// A condition on values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Cond {
    True,
    Is(Operand, Operand),
    Not(Box<Cond>),
    Both(Box<Cond>, Box<Cond>),
    Either(Box<Cond>, Box<Cond>),
}

/// What an event says of one place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Pattern {
    Any,
    Is(Operand),
    /// Any value but this.
    IsNot(Operand),
}

/// A property of traces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Formula {
    /// There is a first event, and it is such a call; or, if `negated`, it is not.
    Event {
        op: usize,
        places: Vec<Pattern>,
        negated: bool,
    },
    Not(Box<Formula>),
    And(Box<Formula>, Box<Formula>),
    Or(Box<Formula>, Box<Formula>),
    Implies(Box<Formula>, Box<Formula>),
    Next(Box<Formula>),
    Finally(Box<Formula>),
    Globally(Box<Formula>),
    Until(Box<Formula>, Box<Formula>),
    /// The trace can be cut in two so that each holds on its part.
    Then(Box<Formula>, Box<Formula>),
}

/// A case of the contract of an operation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct OpCase {
    pub(super) ghosts: Vec<Var>,
    pub(super) context: Option<Formula>,
    pub(super) ensure: Cond,
}

/// An operation of the library.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Op {
    pub(super) name: &'static str,
    pub(super) params: Vec<Var>,
    pub(super) result: Option<Sort>,
    pub(super) cases: Vec<OpCase>,
}

/// The name of the result in contracts.
pub(super) const RESULT: &str = "r";

impl Op {
    /// The sorts of the values of an event.
    pub(super) fn places(&self) -> Vec<Sort> {
        self.params.iter().map(|param| param.sort).chain(self.result).collect()
    }
}

/// What the program decides on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Test {
    Cond(Cond),
    /// Whether a call returns this value.
    Returns(usize, Vec<Operand>, usize),
    /// The result of the helper.
    Helper(Vec<Operand>),
    Not(Box<Test>),
    Both(Box<Test>, Box<Test>),
    Either(Box<Test>, Box<Test>),
}

/// What the program does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Stmt {
    Skip,
    /// A call whose result does not matter.
    Call(usize, Vec<Operand>),
    /// A call whose result has a name from then on.
    Let(String, usize, Vec<Operand>, Box<Stmt>),
    If(Test, Box<Stmt>, Box<Stmt>),
    Seq(Box<Stmt>, Box<Stmt>),
    /// A call of the helper, if the method has one.
    Helper(Vec<Operand>),
}

/// How a method calls itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Recursion {
    None,
    /// Over a list of keys, first or last thing at each element.
    ListLast,
    ListFirst,
    /// As long as its test holds, with its first two parameters exchanged.
    While,
}

/// The clauses of a contract.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Clauses {
    pub(super) context: Option<Formula>,
    pub(super) invariant: Option<Formula>,
    pub(super) effect: Option<Formula>,
    pub(super) after: Option<Formula>,
    pub(super) require: Option<Cond>,
    pub(super) ensure: Option<Cond>,
}

/// A method with its contract. It returns a truth value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Method {
    pub(super) params: Vec<Var>,
    pub(super) ghosts: Vec<Var>,
    /// Every group has to be kept.
    pub(super) clauses: Vec<Clauses>,
    pub(super) recursion: Recursion,
    /// What `Recursion::While` goes on by.
    pub(super) again: Test,
    pub(super) body: Stmt,
    pub(super) result: Test,
}

/// The variable for the element of a list.
pub(super) const ELEMENT: &str = "e";

/// A library and a method over it, perhaps with another one that it calls.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Case {
    pub(super) ops: Vec<Op>,
    pub(super) helper: Option<Method>,
    pub(super) method: Method,
}
