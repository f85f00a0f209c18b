//! Programs: an arena of checked expressions with their declarations.
//!
//! [`crate::Builder::finish`] is the only place where a program is made, so a holder of one knows
//! that its variables are bound, its arities are right and its data types are defined.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use source::{FileId, Span};
use term::{Pool, Sort, Symbol, Term};

use crate::expr::{CtorId, Expr, ExprId, GlobalId, OpId, VarId};

/// A program that is ready to run. Cheap to clone; it belongs to the pool it was built with.
#[derive(Clone, Debug)]
pub struct Program(Arc<Parts>);

/// What a program consists of.
#[derive(Debug)]
pub(crate) struct Parts {
    pub(crate) exprs: Vec<Expr>,
    /// For each expression, where it comes from.
    pub(crate) spans: Vec<Option<Span>>,
    /// For each expression that is a variable, where its value is found.
    pub(crate) places: Vec<Place>,
    /// For each variable, its name.
    pub(crate) vars: Vec<Symbol>,
    pub(crate) globals: Vec<Global>,
    pub(crate) operations: Vec<Operation>,
    pub(crate) arrows: FxHashMap<Sort, Arrow>,
    pub(crate) unit: CtorId,
    pub(crate) unit_value: Term,
    pub(crate) codes: Codes,
    /// Files that are not the user's.
    pub(crate) library: FxHashSet<FileId>,
    /// Operations that only tell what was computed.
    pub(crate) observations: FxHashSet<OpId>,
    /// Uses of globals that are by their bodies whatever stands for them.
    pub(crate) direct: FxHashSet<ExprId>,
    /// Functions that demand something of their callers.
    pub(crate) demanding: FxHashSet<ExprId>,
}

/// A definition at the top of a program.
#[derive(Clone, PartialEq, Debug)]
pub struct Global {
    /// Its name.
    pub name: Symbol,
    /// What it is, without free variables.
    pub body: ExprId,
}

/// An effectful library operation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operation {
    /// Its name, which its events carry.
    pub name: Symbol,
    /// The sorts of its parameters.
    pub params: Box<[Sort]>,
    /// The sort of its result.
    pub result: Sort,
}

/// The sort of unknown functions of one type.
///
/// An unknown function is an element of an uninterpreted sort, so data may hold unknown functions.
/// Each call asks for a result; equal arguments give equal results.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arrow {
    /// The sorts of the parameters.
    pub params: Box<[Sort]>,
    /// The sort of the result, which is not a function.
    pub result: Sort,
}

/// The codes of the failures that the machine finds by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Codes {
    /// An uncaught exception.
    pub uncaught: &'static str,
    /// A `case` without a fitting alternative.
    pub incomplete: &'static str,
    /// A suspended value that needs itself.
    pub cyclic: &'static str,
    /// An index outside an array, or a negative length.
    pub index: &'static str,
}

impl Default for Codes {
    fn default() -> Codes {
        Codes { uncaught: "CORE001", incomplete: "CORE002", cyclic: "CORE003", index: "CORE004" }
    }
}

/// Where the value of a variable is found in the environment.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Place {
    /// How many entries to go up.
    pub(crate) up: u32,
    /// Which function of a recursive group, if the entry is one.
    pub(crate) member: u32,
}

impl Program {
    pub(crate) fn new(parts: Parts) -> Program {
        Program(Arc::new(parts))
    }

    /// What a node computes.
    #[must_use]
    pub fn expr(&self, id: ExprId) -> &Expr {
        &self.0.exprs[id.0 as usize]
    }

    /// Where a node comes from.
    #[must_use]
    pub fn span(&self, id: ExprId) -> Option<Span> {
        self.0.spans[id.0 as usize]
    }

    /// The name of a variable.
    #[must_use]
    pub fn var_name(&self, var: VarId) -> Symbol {
        self.0.vars[var.0 as usize]
    }

    /// A definition at the top.
    #[must_use]
    pub fn global(&self, id: GlobalId) -> &Global {
        &self.0.globals[id.0 as usize]
    }

    /// All definitions at the top, in the order of their declaration.
    pub fn globals(&self) -> impl Iterator<Item = (GlobalId, &Global)> {
        (0..).map(GlobalId).zip(&self.0.globals)
    }

    /// The definition of this name; the last one if there are several.
    #[must_use]
    pub fn find_global(&self, pool: &Pool, name: &str) -> Option<GlobalId> {
        let name = pool.symbol(name);
        self.globals().filter(|(_, global)| global.name == name).map(|(id, _)| id).last()
    }

    /// A library operation.
    #[must_use]
    pub fn operation(&self, id: OpId) -> &Operation {
        &self.0.operations[id.0 as usize]
    }

    /// All library operations, in the order of their declaration.
    pub fn operations(&self) -> impl Iterator<Item = (OpId, &Operation)> {
        (0..).map(OpId).zip(&self.0.operations)
    }

    /// Whether an operation only reports what was computed, with mutable data in its state at that moment.
    pub(crate) fn is_observation(&self, op: OpId) -> bool {
        self.0.observations.contains(&op)
    }

    /// Whether a use of a global is by its body whatever stands for it.
    pub(crate) fn is_direct(&self, id: ExprId) -> bool {
        self.0.direct.contains(&id)
    }

    /// Whether a function demands something of its callers.
    pub(crate) fn is_demanding(&self, function: ExprId) -> bool {
        self.0.demanding.contains(&function)
    }

    /// The conditions that the program states, each with the node that states it and its code.
    pub fn stated(&self) -> impl Iterator<Item = (ExprId, ExprId, &'static str)> {
        (0..).map(ExprId).zip(&self.0.exprs).filter_map(|(id, expr)| match expr {
            Expr::Assert { cond, code, .. } => Some((id, *cond, *code)),
            _ => None,
        })
    }

    /// The functions that a `let rec` defines.
    pub(crate) fn functions_of(&self, group: ExprId) -> Vec<ExprId> {
        match self.expr(group) {
            Expr::LetRec { functions, .. } => functions.iter().map(|(_, lambda)| *lambda).collect(),
            _ => Vec::new(),
        }
    }

    pub(crate) fn operation_count(&self) -> usize {
        self.0.operations.len()
    }

    /// The functions that elements of a sort stand for, if it is an arrow sort of this program.
    #[must_use]
    pub fn arrow(&self, sort: Sort) -> Option<&Arrow> {
        self.0.arrows.get(&sort)
    }

    /// The constructor of the one value of the unit type.
    #[must_use]
    pub fn unit(&self) -> CtorId {
        self.0.unit
    }

    /// The one value of the unit type.
    #[must_use]
    pub fn unit_value(&self) -> Term {
        self.0.unit_value
    }

    /// The codes of the failures that the machine finds by itself.
    #[must_use]
    pub fn codes(&self) -> Codes {
        self.0.codes
    }

    /// Whether a place is in a file of the user, and not in a library that comes with the language.
    #[must_use]
    pub fn is_users(&self, span: Option<Span>) -> bool {
        span.is_some_and(|span| !self.0.library.contains(&span.file))
    }

    pub(crate) fn var_names(&self) -> &[Symbol] {
        &self.0.vars
    }

    pub(crate) fn place(&self, id: ExprId) -> Place {
        self.0.places[id.0 as usize]
    }
}
