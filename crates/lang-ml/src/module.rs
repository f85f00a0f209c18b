//! What a loaded program offers: its functions, what it calls outside, its types.

use std::collections::{BTreeMap, BTreeSet};

use lang_core::{Builder, GlobalId, OpId, Program};
use source::{Diagnostic, File, Span};
use term::{Func, Sort, Term};

use crate::ast::{Binding, Label, Notes};
use crate::local::LocalContracts;
use crate::trial::Trial;
use crate::value::Notation;

/// A program that is ready to be run, with what is known of its parts by name.
#[derive(Debug)]
pub struct Module {
    /// The program in the core calculus.
    pub program: Program,
    /// Its parts.
    pub outline: Outline,
}

/// A program to which definitions can still be added, such as the meanings of operations.
pub struct Draft<'p> {
    /// The program in the making.
    pub builder: Builder<'p>,
    /// Its parts so far.
    pub outline: Outline,
}

impl Draft<'_> {
    /// Completes the program.
    ///
    /// # Panics
    ///
    /// If what was added to the builder is not well formed.
    #[must_use]
    pub fn finish(self) -> Module {
        let program = self.builder.finish();
        let program = program.unwrap_or_else(|errors| panic!("lowering is wrong: {errors:?}"));
        Module { program, outline: self.outline }
    }
}

/// The parts of a program by name.
#[derive(Debug, Default)]
pub struct Outline {
    /// What has to be computed, in this order, before anything is called.
    pub init: Vec<GlobalId>,
    /// The values that the files define at the level of modules, in the order of the text.
    pub methods: Vec<Method>,
    /// The values that are known by their types alone, in the order of the text.
    pub operations: Vec<Operation>,
    /// The types without parameters, built-in ones first.
    pub types: Vec<NamedType>,
    /// Definitions with the attributes of specifications, as written.
    pub specs: Vec<Binding>,
    /// How values are written.
    pub notation: Notation,
    /// The user's files, interfaces included.
    pub sources: Vec<File>,
    /// Whether the files compare values by their order whose type is a variable; such values are integers.
    pub(crate) orders_anything: bool,
    /// What is wrong with contracts that mention what the program computes, by the names of methods.
    pub(crate) refused: BTreeMap<String, Vec<Diagnostic>>,
    /// The contracts inside of functions.
    pub(crate) local: LocalContracts,
    /// The trials of methods, by their names.
    pub(crate) trials: BTreeMap<String, ReadyTrial>,
    /// What stands for calls of functions in proofs, by their names.
    pub(crate) stubs: BTreeMap<String, Stub>,
    /// Functions with something that proofs cut, each with what is run for it there.
    pub(crate) cuts: Vec<Cut>,
    /// What the modules keep.
    pub keeping: Option<Keeping>,
    /// Values that cannot be named from outside of their module, by their names.
    pub hidden: BTreeSet<String>,
}

/// What stands for the calls of a function, by its contract as the program computes it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stub {
    pub(crate) global: GlobalId,
    /// Whether it means what the contract means only where integers have no bound.
    pub(crate) is_ideal: bool,
}

/// A function with loops, or with local functions that have contracts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cut {
    pub(crate) global: GlobalId,
    /// What is run for it in proofs, which cut loops by their invariants and those functions by their contracts.
    pub(crate) by: GlobalId,
    /// Whether all that is cut comes to an end: loops with a variant, and `for` loops.
    pub(crate) ends: bool,
}

/// What the modules of a program keep in mutable data.
#[derive(Clone, Debug)]
pub struct Keeping {
    /// The values that hold it, in the order of the text.
    pub values: Vec<Kept>,
    /// The sort of what all values hold that can be filled, as a tuple in their order.
    pub sort: Sort,
    /// The event that has this tuple as its argument.
    pub event: &'static str,
    /// Performs it once the program is initialised.
    pub initial: GlobalId,
    /// Functions that may change it.
    pub keepers: Vec<Keeper>,
    /// Values that hold nothing mutable, whatever they were computed from.
    pub fixed: Vec<GlobalId>,
    /// Definitions whose values or results may hold mutable data.
    pub give_cells: Vec<GlobalId>,
    /// Definitions whose values or results may hold functions.
    pub give_functions: Vec<GlobalId>,
}

impl Keeping {
    /// The values that can be filled, in the order of the tuple.
    pub fn filled(&self) -> impl Iterator<Item = &Kept> {
        self.values.iter().filter(|kept| kept.fill.is_some())
    }
}

/// A value at the level of modules that holds mutable data.
#[derive(Clone, Debug)]
pub struct Kept {
    /// Its name with the modules around it.
    pub name: String,
    /// Its definition.
    pub global: GlobalId,
    /// The sort of what it holds.
    pub sort: Sort,
    /// The input that says what it holds once it is filled.
    pub input: String,
    /// A definition that puts anything into it; none if its type does not allow that.
    pub fill: Option<GlobalId>,
}

/// A function that may change what its module keeps.
#[derive(Clone, Debug)]
pub struct Keeper {
    /// Its name with the modules around it.
    pub name: String,
    /// Calls it on arguments that it allows, and then performs [`Keeping::event`].
    pub global: GlobalId,
    /// The sorts of the arguments.
    pub params: Vec<Sort>,
    /// Whether its arguments are neither mutable nor functions.
    pub is_simple: bool,
}

/// A trial as a part of the program.
#[derive(Clone, Debug)]
pub(crate) struct ReadyTrial {
    pub(crate) trial: Trial,
    pub(crate) global: GlobalId,
    /// The sorts of the arguments, the number of own calls left out.
    pub(crate) params: Vec<Sort>,
    /// The sorts of what it tells, by number.
    pub(crate) notes: Vec<(u32, Sort)>,
    /// Whether arguments are mutable.
    pub(crate) thaws: bool,
    /// Whether the result is.
    pub(crate) tells_mutable: bool,
}

impl Outline {
    /// The method of this name, with the modules around it: `remove`, `M.remove`.
    #[must_use]
    pub fn method(&self, name: &str) -> Option<&Method> {
        self.methods.iter().find(|method| method.name == name)
    }

    /// The operation of this name, with the module it belongs to: `Nxt.put`.
    #[must_use]
    pub fn operation(&self, name: &str) -> Option<&Operation> {
        self.operations.iter().find(|operation| operation.name == name)
    }

    /// The sort of the type of this name: `int`, `Node.t`.
    #[must_use]
    pub fn sort(&self, name: &str) -> Option<Sort> {
        self.types.iter().rev().find(|ty| ty.name == name).map(|ty| ty.sort)
    }
}

/// A value that a file defines; most of them are functions.
#[derive(Clone, Debug)]
pub struct Method {
    /// Its name with the modules around it.
    pub name: String,
    /// Its definition in the program.
    pub global: GlobalId,
    /// Its type.
    pub ty: Signature,
    /// Comment and attributes, those of its signature included.
    pub notes: Notes,
    /// Where it is defined.
    pub span: Span,
}

/// A value that is known by its type alone: a parameter of a functor, an `external`, a `val`.
#[derive(Clone, Debug)]
pub struct Operation {
    /// Its name with the module instance it belongs to.
    pub name: String,
    /// What it is in the program.
    pub kind: OperationKind,
    /// Its type.
    pub ty: Signature,
    /// Comment and attributes, those of its signature included.
    pub notes: Notes,
    /// Where it is declared.
    pub span: Span,
}

/// What an opaque value is in the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OperationKind {
    /// A function whose calls are events.
    Effect(OpId),
    /// A function without effects: `[@@pure]`, or a line `pure` in its comment.
    Pure(Func),
    /// No function.
    Constant(Term),
}

/// A type as people read it and as the program sees it.
#[derive(Clone, Debug)]
pub struct Signature {
    /// In OCaml's syntax.
    pub text: String,
    /// The parameters, none if it is no function.
    pub params: Vec<Parameter>,
    /// The sort of the result.
    pub result: Sort,
    /// The type of the result in OCaml's syntax.
    pub result_text: String,
}

/// A parameter of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// Its name in the definition, if it has one there.
    pub name: Option<String>,
    /// How it is passed.
    pub label: Label,
    /// Its sort.
    pub sort: Sort,
    /// Its type in OCaml's syntax.
    pub text: String,
}

/// A type without parameters.
#[derive(Clone, Debug)]
pub struct NamedType {
    /// Its name with the modules around it.
    pub name: String,
    /// The sort of its values.
    pub sort: Sort,
}
