//! Expressions of the core calculus.
//!
//! An expression is a node in the arena of its [`crate::Program`] and refers to others by
//! [`ExprId`]. Evaluation is strict; the one lazy construct is [`Expr::Delay`], which makes a
//! suspended computation where a strict language would compute. A call by need is a call with
//! delayed arguments, and a lazy `let` is a `let` of a delayed value.
//!
//! There are no types here: front ends check them, and the machine answers an ill-typed step with
//! a gap. Sorts appear only where a symbolic value is born or where a value leaves the machine.

use term::{Data, Sort, Symbol, Term};

use crate::Prim;

/// A node of the arena.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ExprId(pub(crate) u32);

/// A local variable. Each is bound at one place, so there is no shadowing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct VarId(pub(crate) u32);

/// A definition at the top of the program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GlobalId(pub(crate) u32);

/// An effectful library operation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OpId(pub(crate) u32);

/// A constructor: a data type and the number of the constructor in it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CtorId {
    /// The data type.
    pub data: Data,
    /// Its place among the constructors of the type, from zero.
    pub index: u32,
}

/// What a node computes.
///
/// *Operands* (arguments, fields, the value of a `let`) are evaluated from left to right, a callee
/// before its arguments; a front end that needs another order says so with `let`. All other
/// positions are evaluated to weak head normal form.
#[derive(Clone, PartialEq, Debug)]
pub enum Expr {
    /// The value of a variable, computed now if it is still suspended.
    Var(VarId),
    /// The value of a definition at the top, computed at its first use.
    Global(GlobalId),
    /// A constant, or any other term.
    Lit(Term),
    /// A function of at least one parameter.
    Lambda {
        /// Its parameters.
        params: Box<[VarId]>,
        /// Its body; a call in tail position takes no room on the stack.
        body: ExprId,
    },
    /// A call with at least one argument. Too few arguments make a partial application, too many
    /// are given to the result.
    Apply {
        /// The function.
        callee: ExprId,
        /// The arguments.
        args: Box<[ExprId]>,
    },
    /// Computes a value, then the body. Without a variable it is sequencing.
    Let {
        /// The name of the value.
        var: Option<VarId>,
        /// The value, an operand.
        value: ExprId,
        /// What is computed with it.
        body: ExprId,
    },
    /// Definitions that see each other. Those that are no functions are suspended, so that data
    /// may be cyclic.
    LetRec {
        /// Functions: each right side is a [`Expr::Lambda`].
        functions: Box<[(VarId, ExprId)]>,
        /// Suspended values.
        values: Box<[(VarId, ExprId)]>,
        /// What is computed with them.
        body: ExprId,
    },
    /// As an operand: the expression suspended, to be computed at most once and only if needed.
    /// Anywhere else: the expression itself. Suspending a variable, a constant or a function
    /// costs nothing.
    Delay(ExprId),
    /// A value of a data type. Fields may be of any kind, functions included.
    Construct {
        /// The constructor.
        ctor: CtorId,
        /// As many operands as the constructor has fields.
        fields: Box<[ExprId]>,
    },
    /// Looks at a value. Alternatives are of different constructors or different literals.
    Case {
        /// The value that is examined.
        scrutinee: ExprId,
        /// A name for its value, seen by all alternatives.
        binder: Option<VarId>,
        /// The alternatives.
        alts: Box<[Alt]>,
        /// Taken when no alternative fits; without it that is a failure.
        default: Option<ExprId>,
    },
    /// A primitive.
    Prim {
        /// Which one.
        prim: Prim,
        /// Its operands.
        args: Box<[ExprId]>,
    },
    /// Performs a library operation, which is observable.
    Perform {
        /// The operation.
        op: OpId,
        /// As many operands as it has parameters; each becomes a first-order value.
        args: Box<[ExprId]>,
    },
    /// An input from outside. An arrow sort (see [`crate::Builder::arrow`]) gives an unknown
    /// function.
    Ask {
        /// A name for people.
        name: Symbol,
        /// The sort of the answer.
        sort: Sort,
    },
    /// Leaves the path where the condition does not hold; its value is unit.
    Assume(ExprId),
    /// Fails where the condition does not hold; its value is unit.
    Assert {
        /// The condition.
        cond: ExprId,
        /// The stable code of the failure.
        code: &'static str,
        /// What is wrong then, as one sentence without a full stop.
        message: Box<str>,
        /// Whose fault it is.
        blame: Blamed,
    },
    /// Raises an exception.
    Raise(ExprId),
    /// Computes the body; if an exception comes out of it, the handler instead.
    Try {
        /// What may raise.
        body: ExprId,
        /// The exception.
        var: VarId,
        /// Raises the exception again if it does not want it.
        handler: ExprId,
    },
    /// Something that the front end does not model. Only a path that gets here is affected.
    Unsupported(Box<str>),
}

/// Whose fault it is that a condition does not hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Blamed {
    /// That of the code that states it: the failure is shown at its place.
    Own,
    /// That of the call of the function around it: the failure is shown at the call, see
    /// [`crate::Builder::demanding`].
    Caller,
}

/// An alternative of a [`Expr::Case`].
#[derive(Clone, PartialEq, Debug)]
pub struct Alt {
    /// What it fits.
    pub pattern: Pattern,
    /// What is computed then.
    pub body: ExprId,
}

/// What an alternative fits.
#[derive(Clone, PartialEq, Debug)]
pub enum Pattern {
    /// A value made by this constructor; each field may get a name.
    Ctor(CtorId, Box<[Option<VarId>]>),
    /// The value of a literal term.
    Lit(Term),
}

impl Expr {
    /// The expressions directly below, in the order of evaluation.
    pub fn children(&self) -> Vec<ExprId> {
        let after = |first: ExprId, rest: &[ExprId]| [&[first], rest].concat();
        match self {
            Expr::Var(_)
            | Expr::Global(_)
            | Expr::Lit(_)
            | Expr::Ask { .. }
            | Expr::Unsupported(_) => Vec::new(),
            Expr::Lambda { body, .. } => vec![*body],
            Expr::Apply { callee, args } => after(*callee, args),
            Expr::Let { value, body, .. } => vec![*value, *body],
            Expr::LetRec { functions, values, body } => {
                functions.iter().chain(values).map(|(_, value)| *value).chain([*body]).collect()
            }
            Expr::Delay(inner) | Expr::Assume(inner) | Expr::Raise(inner) => vec![*inner],
            Expr::Construct { fields: operands, .. }
            | Expr::Prim { args: operands, .. }
            | Expr::Perform { args: operands, .. } => operands.to_vec(),
            Expr::Case { scrutinee, alts, default, .. } => {
                let bodies = alts.iter().map(|alt| alt.body);
                std::iter::once(*scrutinee).chain(bodies).chain(*default).collect()
            }
            Expr::Assert { cond, .. } => vec![*cond],
            Expr::Try { body, handler, .. } => vec![*body, *handler],
        }
    }
}
