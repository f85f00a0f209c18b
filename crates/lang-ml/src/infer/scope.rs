//! What names mean at a point of the program.
//!
//! A scope is a list of entries for each kind of name; the last entry of a name hides those
//! before it. A module is the part of a scope that its items added, so opening or including it
//! adds those entries again.

use std::rc::Rc;

use crate::ast::{FunctorParam, ModuleExpr, ModuleType};
use crate::prim::Prim;
use crate::resolved::{OpaqueId, Var};
use crate::types::{CtorRef, Scheme, Ty, TypeId};

/// What names mean.
#[derive(Clone, Default)]
pub(crate) struct Scope {
    pub(crate) values: Table<Value>,
    pub(crate) types: Table<TypeEntry>,
    pub(crate) ctors: Table<CtorRef>,
    /// A field is found by its name; the type knows its place.
    pub(crate) fields: Table<TypeId>,
    pub(crate) modules: Table<Module>,
    pub(crate) module_types: Table<Rc<Signature>>,
    /// Why there may be names that are not in these tables: a module that we do not know was opened.
    pub(crate) unknown: Option<(Rc<str>, Export)>,
    /// Whether it is a module of our library, which may lack what the real one has.
    pub(crate) library: bool,
}

/// Entries for one kind of name, the latest last.
#[derive(Clone)]
pub(crate) struct Table<T>(Vec<Entry<T>>);

#[derive(Clone)]
struct Entry<T> {
    name: Rc<str>,
    item: T,
    export: Export,
}

/// Whether an entry belongs to the module that is being defined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Export {
    Yes,
    /// It came with an `open`, or is local.
    No,
}

/// A value and its type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Value {
    pub(crate) kind: ValueKind,
    pub(crate) scheme: Scheme,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum ValueKind {
    Var(Var),
    Prim(Prim),
    Opaque(OpaqueId),
}

/// What a type name means.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TypeEntry {
    Id(TypeId),
    /// The type itself, without a definition: `(type a)`, `with type t := …`.
    Local(Ty),
}

/// What a module name means.
#[derive(Clone)]
pub(crate) enum Module {
    Structure(Rc<Scope>),
    Functor(Rc<Functor>),
    /// One that we know nothing of, with the reason.
    Unknown(Rc<str>),
}

/// A functor is kept as written, with the scope around it, and elaborated at each application.
pub(crate) struct Functor {
    /// At least one; the first is the one that the next application binds.
    pub(crate) params: Vec<FunctorParam>,
    pub(crate) ty: Option<ModuleType>,
    pub(crate) body: ModuleExpr,
    pub(crate) scope: Scope,
    /// Whether it is one of our library.
    pub(crate) library: bool,
}

/// A module type as written, with the scope around it.
pub(crate) struct Signature {
    /// None if it is abstract.
    pub(crate) body: Option<ModuleType>,
    pub(crate) scope: Scope,
}

/// A place in a scope to which it can be cut back.
#[derive(Clone)]
pub(crate) struct Mark([usize; 6], Option<(Rc<str>, Export)>);

impl<T> Default for Table<T> {
    fn default() -> Table<T> {
        Table(Vec::new())
    }
}

impl<T: Clone> Table<T> {
    pub(crate) fn push(&mut self, name: &str, item: T, export: Export) {
        self.0.push(Entry { name: name.into(), item, export });
    }

    /// What a name means.
    pub(crate) fn get(&self, name: &str) -> Option<&T> {
        self.0.iter().rev().find(|entry| &*entry.name == name).map(|entry| &entry.item)
    }

    /// Everything that a name has meant, latest first.
    pub(crate) fn all(&self, name: &str) -> impl Iterator<Item = &T> {
        self.0.iter().rev().filter(move |entry| &*entry.name == name).map(|entry| &entry.item)
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|entry| &*entry.name)
    }

    /// Takes a name away.
    pub(crate) fn remove(&mut self, name: &str) {
        self.0.retain(|entry| &*entry.name != name);
    }

    fn extend(&mut self, other: &Table<T>, export: Export) {
        self.0.extend(other.0.iter().map(|entry| Entry { export, ..entry.clone() }));
    }

    fn take_exports(&mut self, from: usize) -> Table<T> {
        let added = self.0.split_off(from);
        Table(added.into_iter().filter(|entry| entry.export == Export::Yes).collect())
    }
}

impl Scope {
    pub(crate) fn mark(&self) -> Mark {
        let lengths = [
            self.values.0.len(),
            self.types.0.len(),
            self.ctors.0.len(),
            self.fields.0.len(),
            self.modules.0.len(),
            self.module_types.0.len(),
        ];
        Mark(lengths, self.unknown.clone())
    }

    /// Cuts back to a mark and returns what was exported since.
    pub(crate) fn take(&mut self, mark: Mark) -> Scope {
        let Mark([values, types, ctors, fields, modules, module_types], unknown) = mark;
        let added = std::mem::replace(&mut self.unknown, unknown);
        Scope {
            values: self.values.take_exports(values),
            types: self.types.take_exports(types),
            ctors: self.ctors.take_exports(ctors),
            fields: self.fields.take_exports(fields),
            modules: self.modules.take_exports(modules),
            module_types: self.module_types.take_exports(module_types),
            unknown: added.filter(|(_, export)| *export == Export::Yes),
            library: false,
        }
    }

    /// Adds all entries of a module.
    pub(crate) fn add(&mut self, module: &Scope, export: Export) {
        self.values.extend(&module.values, export);
        self.types.extend(&module.types, export);
        self.ctors.extend(&module.ctors, export);
        self.fields.extend(&module.fields, export);
        self.modules.extend(&module.modules, export);
        self.module_types.extend(&module.module_types, export);
        if let Some((why, _)) = &module.unknown {
            self.unknown = Some((Rc::clone(why), export));
        }
    }
}
