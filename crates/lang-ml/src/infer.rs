//! Inference: from syntax to resolved programs.
//!
//! Hindley–Milner with levels, after the rules of OCaml: value restriction, labels, type-directed
//! choice of constructors and fields. Every expression is checked against an expected type, which
//! may be unknown; what is known of it helps to choose. Modules are elaborated away: a structure
//! is a list of definitions, a functor is elaborated anew at each application, and a signature
//! decides which entries of a scope are seen and what their types are.
//!
//! Nothing stops at the first mistake: a wrong expression gets a type that fits anywhere.

mod annotate;
mod apply;
mod binding;
mod coerce;
mod ctor;
mod declare;
mod equation;
mod expr;
mod format;
mod lookup;
mod module;
mod package;
mod pattern;
mod problem;
mod quiet;
mod record;
mod recursive;
mod scope;
mod shown;
mod signature;
mod steer;
mod structure;

use std::collections::{BTreeMap, BTreeSet};

use source::Diagnostic;

use crate::ast::{Ast, Binding};
use crate::patience::Patience;
use crate::resolved::{Def, Defined, Opaque, OpaqueId, Var};
use crate::types::{Ty, TypeBody, TypeId, Types};
use scope::{Export, Module, Scope, TypeEntry};
pub(crate) use steer::Contracts;

/// How unknown module names in types are taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unknown {
    /// As mistakes.
    Error,
    /// `M.t` is an abstract type: the format of attribute specifications has no definitions.
    Abstract,
}

/// Whose text is elaborated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Origin {
    /// Our own library: `external` names primitives.
    Library,
    /// The user's: `external` and `val` name opaque values.
    User,
}

/// What inference yields.
pub(crate) struct Inferred {
    pub(crate) types: Types,
    /// In the order of evaluation.
    pub(crate) defs: Vec<Def>,
    /// Definitions in the bodies of functors, over opaque parameters.
    pub(crate) functor_defs: Vec<Def>,
    /// The name of each variable.
    pub(crate) vars: Vec<String>,
    pub(crate) opaques: Vec<Opaque>,
    /// The user's definitions at the level of modules.
    pub(crate) defined: Vec<Defined>,
    /// Definitions that are specifications, left as written.
    pub(crate) specs: Vec<Binding>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// The types of the comparisons by order that the user's files make.
    pub(crate) orders: Vec<Ty>,
}

/// The state of inference.
pub(crate) struct Infer<'s> {
    patience: &'s Patience<'s>,
    types: Types,
    scope: Scope,
    /// The name of each variable.
    vars: Vec<String>,
    opaques: Vec<Opaque>,
    defs: Vec<Def>,
    functor_defs: Vec<Def>,
    defined: Vec<Defined>,
    specs: Vec<Binding>,
    diagnostics: Vec<Diagnostic>,
    /// The modules around the present point.
    path: Vec<String>,
    /// The type variables of the present item.
    type_vars: BTreeMap<String, Ty>,
    origin: Origin,
    unknown: Unknown,
    contracts: Contracts,
    applications: usize,
    /// The names of the parameters of the user's functors.
    params: BTreeSet<String>,
    /// How often something was met that is only known in part.
    guesses: usize,
    /// How often something was met that has a type and is not modelled.
    gaps: usize,
    /// What the matches around the present point equate, with what the types were before.
    equations: Vec<(TypeId, TypeBody)>,
    /// The types that the definitions of the signatures around the present point mention.
    shown: Vec<BTreeSet<String>>,
    /// The values that are declared again after what the signatures around the present point include.
    redeclared: Vec<BTreeSet<String>>,
    /// What recursive modules around the present point have to define.
    promises: recursive::Promises,
    /// Whether the present point is inside of an expression.
    is_local: bool,
    /// What is wrong for certain.
    settled: Vec<Diagnostic>,
    /// The first variable that is not of our library.
    first_user_var: u32,
    /// The types of the comparisons by order that the user's files make.
    orders: Vec<Ty>,
    /// The types of first-class modules.
    packages: Vec<package::Package>,
}

impl<'s> Infer<'s> {
    pub(crate) fn new(
        unknown: Unknown,
        contracts: Contracts,
        patience: &'s Patience<'s>,
    ) -> Infer<'s> {
        let mut infer = Infer {
            patience,
            types: Types::new(),
            scope: Scope::default(),
            vars: Vec::new(),
            opaques: Vec::new(),
            defs: Vec::new(),
            functor_defs: Vec::new(),
            defined: Vec::new(),
            specs: Vec::new(),
            diagnostics: Vec::new(),
            path: Vec::new(),
            type_vars: BTreeMap::new(),
            origin: Origin::Library,
            unknown,
            contracts,
            applications: 0,
            params: BTreeSet::new(),
            guesses: 0,
            gaps: 0,
            equations: Vec::new(),
            shown: Vec::new(),
            redeclared: Vec::new(),
            promises: recursive::Promises::default(),
            is_local: false,
            settled: Vec::new(),
            first_user_var: 0,
            orders: Vec::new(),
            packages: Vec::new(),
        };
        for (number, (name, _)) in (0..).zip(TypeId::BUILT_IN) {
            let entry = TypeEntry::Id(TypeId(number));
            infer.scope.types.push(name, entry, Export::No);
        }
        infer
    }

    /// Elaborates a file whose definitions are seen by those after it.
    pub(crate) fn file(&mut self, ast: &Ast, origin: Origin) {
        self.origin = origin;
        self.items(&ast.items);
    }

    /// Elaborates a file as a module of its own.
    pub(crate) fn module_file(&mut self, name: &str, ast: &Ast, origin: Origin) {
        self.origin = origin;
        let mark = self.scope.mark();
        self.path.push(name.to_owned());
        self.items(&ast.items);
        self.path.pop();
        let library = origin == Origin::Library;
        let module = Scope { library, ..self.scope.take(mark) };
        self.scope.modules.push(name, Module::Structure(module.into()), Export::Yes);
    }

    /// Ends the library, and returns how many definitions it has.
    pub(crate) fn end_library(&mut self) -> usize {
        self.first_user_var = self.vars.len() as u32;
        let whole = Scope { library: true, ..self.scope.clone() };
        self.scope.modules.push("Stdlib", Module::Structure(whole.into()), Export::No);
        self.defs.len()
    }

    pub(crate) fn finish(mut self) -> Inferred {
        self.settled.append(&mut self.diagnostics);
        self.settled.dedup();
        Inferred {
            types: self.types,
            defs: self.defs,
            functor_defs: self.functor_defs,
            vars: self.vars,
            opaques: self.opaques,
            defined: self.defined,
            specs: self.specs,
            diagnostics: self.settled,
            orders: self.orders,
        }
    }

    fn new_var(&mut self, name: &str) -> Var {
        self.vars.push(name.to_owned());
        Var(u32::try_from(self.vars.len() - 1).expect("fewer than 2^32 variables"))
    }

    /// A value that is known by its type. One that was declared before under its name is hidden by it.
    fn new_opaque(&mut self, opaque: Opaque) -> OpaqueId {
        let before = self.opaques.len();
        if let Some(hidden) = self.opaques.iter_mut().find(|known| known.name == opaque.name) {
            hidden.name = format!("{}#{before}", hidden.name);
        }
        self.opaques.push(opaque);
        OpaqueId(u32::try_from(self.opaques.len() - 1).expect("fewer than 2^32 values"))
    }

    /// A name with the modules around it.
    fn qualified(&self, name: &str) -> String {
        let mut parts = self.path.clone();
        parts.push(name.to_owned());
        parts.join(".")
    }

    fn int(&mut self) -> Ty {
        self.types.plain(TypeId::INT)
    }

    fn bool(&mut self) -> Ty {
        self.types.plain(TypeId::BOOL)
    }

    fn unit(&mut self) -> Ty {
        self.types.plain(TypeId::UNIT)
    }
}
