//! From paths to what they mean.
//!
//! A path may lead into a module that we do not know. What is looked up there is unknown, which is
//! no mistake: whatever computes with it ends there.

use std::rc::Rc;

use super::scope::{Export, Module, Scope, Signature, Table, TypeEntry, Value};
use super::{Infer, Origin};
use crate::ast::{Ident, Path};
use crate::types::{CtorRef, TypeDef, TypeId};

/// What was looked up.
pub(super) enum Found<T> {
    Known(T),
    /// It may have a meaning that we do not know, for this reason.
    Unknown(Rc<str>),
    /// It has none, which was complained about.
    Wrong,
}

impl<T> Found<T> {
    pub(super) fn known(self) -> Option<T> {
        match self {
            Found::Known(item) => Some(item),
            Found::Unknown(_) | Found::Wrong => None,
        }
    }
}

impl Infer<'_> {
    /// The module of a path, its name included.
    pub(super) fn module(&mut self, path: &Path) -> Found<Module> {
        let mut names = path.modules.iter().chain([&path.name]);
        let first = names.next().expect("a path has a name");
        let mut at = match self.scope.modules.get(&first.text).cloned() {
            Some(module) => module,
            None => match self.absent_module(first) {
                Some(why) => return Found::Unknown(why),
                None => return Found::Wrong,
            },
        };
        for name in names {
            let scope = match at {
                Module::Structure(scope) => scope,
                Module::Unknown(why) => return Found::Unknown(why),
                Module::Functor(_) => return self.no_structure(path),
            };
            at = match (scope.modules.get(&name.text), &scope.unknown) {
                (Some(next), _) => next.clone(),
                (None, Some((why, _))) => return Found::Unknown(Rc::clone(why)),
                (None, None) if scope.library => {
                    let Some(why) = self.unknown_module(name) else { return Found::Wrong };
                    return Found::Unknown(why);
                }
                (None, None) => {
                    self.unbound("module", path, scope.modules.names());
                    return Found::Wrong;
                }
            };
        }
        match at {
            Module::Unknown(why) => Found::Unknown(why),
            known => Found::Known(known),
        }
    }

    /// Why a module that is not in scope may have a meaning.
    fn absent_module(&mut self, name: &Ident) -> Option<Rc<str>> {
        if let Some((why, _)) = &self.scope.unknown {
            return Some(Rc::clone(why));
        }
        self.unknown_module(name)
    }

    fn no_structure<T>(&mut self, path: &Path) -> Found<T> {
        self.error("ML013", path.span, "this module is a functor and has no components");
        Found::Wrong
    }

    pub(super) fn structure(&mut self, path: &Path) -> Found<Rc<Scope>> {
        match self.module(path) {
            Found::Known(Module::Structure(scope)) => Found::Known(scope),
            Found::Known(Module::Functor(_)) => self.no_structure(path),
            Found::Known(Module::Unknown(why)) | Found::Unknown(why) => Found::Unknown(why),
            Found::Wrong => Found::Wrong,
        }
    }

    /// Looks the last name of a path up in the module before it.
    fn look_up<T: Clone>(
        &mut self,
        kind: &str,
        path: &Path,
        table: impl Fn(&Scope) -> &Table<T>,
    ) -> Found<T> {
        let Some((module, before)) = path.modules.split_last() else {
            let found = table(&self.scope).get(&path.name.text).cloned();
            return match (found, self.scope.unknown.clone()) {
                (Some(found), _) => Found::Known(found),
                (None, Some((why, _))) => self.unknown_name(&why, path),
                (None, None) => {
                    let candidates = table(&self.scope).clone();
                    self.unbound(kind, path, candidates.names());
                    Found::Wrong
                }
            };
        };
        let module = Path { modules: before.to_vec(), name: module.clone(), span: path.span };
        let scope = match self.structure(&module) {
            Found::Known(scope) => scope,
            Found::Unknown(why) => return self.unknown_name(&why, path),
            Found::Wrong => return Found::Wrong,
        };
        match (table(&scope).get(&path.name.text), &scope.unknown) {
            (Some(found), _) => Found::Known(found.clone()),
            (None, Some((why, _))) => self.unknown_name(why, path),
            // What is close to a name of our library is a mistake; what is not may be in the real one.
            (None, None) if scope.library && !self.is_close(path, table(&scope).names()) => {
                self.unknown_name(&"our library, which lacks it".into(), path)
            }
            (None, None) => {
                self.unbound(kind, path, table(&scope).names());
                Found::Wrong
            }
        }
    }

    fn unknown_name<T>(&mut self, why: &Rc<str>, path: &Path) -> Found<T> {
        self.guess();
        Found::Unknown(format!("`{path}` of {why}").into())
    }

    pub(super) fn value(&mut self, path: &Path) -> Found<Value> {
        self.look_up("value", path, |scope| &scope.values)
    }

    pub(super) fn type_entry(&mut self, path: &Path) -> Option<TypeEntry> {
        if self.unknown == super::Unknown::Abstract && !self.is_in_known_module(path) {
            return Some(TypeEntry::Id(self.assumed_type(path)));
        }
        self.look_up("type", path, |scope| &scope.types).known()
    }

    /// Whether the module of a path is one that the text may mean. Users who need not define modules
    /// do not mean ours: their `Bytes.t` is whatever their operations take for it.
    fn is_in_known_module(&self, path: &Path) -> bool {
        let Some(first) = path.modules.first() else { return true };
        match self.scope.modules.get(&first.text) {
            Some(Module::Structure(scope)) => self.origin == Origin::Library || !scope.library,
            Some(Module::Functor(_) | Module::Unknown(_)) => true,
            None => false,
        }
    }

    /// `M.t` for an undefined module: an abstract type, the same at each use.
    fn assumed_type(&mut self, path: &Path) -> TypeId {
        let name = path.to_string();
        let is_it = |def: &TypeDef| def.user && def.name == name;
        let known = self.types.ids().find(|id| is_it(self.types.def(*id)));
        known.unwrap_or_else(|| {
            let def = TypeDef { user: true, ..TypeDef::opaque(&name, 0) };
            self.types.define(def)
        })
    }

    /// The constructor that a path means without knowing the type that is expected.
    pub(super) fn ctor_in_scope(&mut self, path: &Path) -> Found<CtorRef> {
        self.look_up("constructor", path, |scope| &scope.ctors)
    }

    /// The record types with a field of this name, latest first.
    pub(super) fn records_with(&mut self, path: &Path) -> Found<Vec<TypeId>> {
        if path.modules.is_empty() && self.scope.fields.get(&path.name.text).is_some() {
            return Found::Known(self.scope.fields.all(&path.name.text).copied().collect());
        }
        match self.look_up("record field", path, |scope| &scope.fields) {
            Found::Known(latest) => Found::Known(vec![latest]),
            Found::Unknown(why) => Found::Unknown(why),
            Found::Wrong => Found::Wrong,
        }
    }

    pub(super) fn signature_named(&mut self, path: &Path) -> Found<Rc<Signature>> {
        self.look_up("module type", path, |scope| &scope.module_types)
    }

    /// Makes the components of a module visible. After one that we do not know, any name may be one
    /// of its components.
    pub(super) fn open_path(&mut self, path: &Path) {
        match self.structure(path) {
            Found::Known(scope) => self.scope.add(&scope, Export::No),
            Found::Unknown(why) => self.scope.unknown = Some((why, Export::No)),
            Found::Wrong => {}
        }
    }
}
