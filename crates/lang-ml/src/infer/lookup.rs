//! From paths to what they mean.

use std::rc::Rc;

use super::Infer;
use super::scope::{Export, Module, Scope, Signature, TypeEntry, Value};
use crate::ast::{Ident, Path};
use crate::types::{CtorRef, TypeDef, TypeId};

impl Infer<'_> {
    /// The scope that a path's last name is looked up in; none, with a complaint, if a module on
    /// the way is not known.
    fn scope_of(&mut self, path: &Path) -> Option<Rc<Scope>> {
        let (first, rest) = path.modules.split_first()?;
        let mut at = self.scope.modules.get(&first.text).cloned();
        if at.is_none() {
            self.unbound_module(first);
            return None;
        }
        for name in rest {
            let Some(Module::Structure(scope)) = &at else { break };
            let next = scope.modules.get(&name.text).cloned();
            if next.is_none() {
                self.unbound_module(name);
                return None;
            }
            at = next;
        }
        match at {
            Some(Module::Structure(scope)) => Some(scope),
            Some(Module::Functor(_)) | None => {
                self.error("ML013", path.span, "this module is a functor and has no components");
                None
            }
        }
    }

    fn unbound_module(&mut self, name: &Ident) {
        let scope = self.scope.modules.clone();
        self.unbound("module", &Path::plain(name.clone()), scope.names());
    }

    /// Whether the first module of a path has a meaning.
    fn knows_module(&self, path: &Path) -> bool {
        path.modules.first().is_none_or(|first| self.scope.modules.get(&first.text).is_some())
    }

    pub(super) fn value(&mut self, path: &Path) -> Option<Value> {
        if path.modules.is_empty() {
            let found = self.scope.values.get(&path.name.text).copied();
            if found.is_none() {
                let values = self.scope.values.clone();
                self.unbound("value", path, values.names());
            }
            return found;
        }
        let scope = self.scope_of(path)?;
        let found = scope.values.get(&path.name.text).copied();
        if found.is_none() {
            self.unbound("value", path, scope.values.names());
        }
        found
    }

    pub(super) fn type_entry(&mut self, path: &Path) -> Option<TypeEntry> {
        if path.modules.is_empty() {
            let found = self.scope.types.get(&path.name.text).copied();
            if found.is_none() {
                let types = self.scope.types.clone();
                self.unbound("type", path, types.names());
            }
            return found;
        }
        if !self.knows_module(path) && self.unknown == super::Unknown::Abstract {
            return Some(TypeEntry::Id(self.assumed_type(path)));
        }
        let scope = self.scope_of(path)?;
        let found = scope.types.get(&path.name.text).copied();
        if found.is_none() {
            self.unbound("type", path, scope.types.names());
        }
        found
    }

    /// `M.t` for an undefined module: an abstract type, the same at each use.
    fn assumed_type(&mut self, path: &Path) -> TypeId {
        let name = path.to_string();
        let known = self.types.ids().find(|id| self.types.def(*id).name == name);
        known.unwrap_or_else(|| {
            let def = TypeDef { user: true, ..TypeDef::opaque(&name, 0) };
            self.types.define(def)
        })
    }

    /// The constructor that a path means without knowing the type that is expected.
    pub(super) fn ctor_in_scope(&mut self, path: &Path) -> Option<CtorRef> {
        if path.modules.is_empty() {
            let found = self.scope.ctors.get(&path.name.text).copied();
            if found.is_none() {
                let ctors = self.scope.ctors.clone();
                self.unbound("constructor", path, ctors.names());
            }
            return found;
        }
        let scope = self.scope_of(path)?;
        let found = scope.ctors.get(&path.name.text).copied();
        if found.is_none() {
            self.unbound("constructor", path, scope.ctors.names());
        }
        found
    }

    /// The record types with a field of this name, latest first.
    pub(super) fn records_with(&mut self, path: &Path) -> Vec<TypeId> {
        if path.modules.is_empty() {
            return self.scope.fields.all(&path.name.text).copied().collect();
        }
        match self.scope_of(path) {
            Some(scope) => scope.fields.all(&path.name.text).copied().collect(),
            None => Vec::new(),
        }
    }

    pub(super) fn unbound_field(&mut self, path: &Path) {
        let fields = self.scope.fields.clone();
        self.unbound("record field", path, fields.names());
    }

    pub(super) fn module(&mut self, path: &Path) -> Option<Module> {
        let found = if path.modules.is_empty() {
            self.scope.modules.get(&path.name.text).cloned()
        } else {
            self.scope_of(path)?.modules.get(&path.name.text).cloned()
        };
        if found.is_none() {
            self.unbound_module(&path.name);
        }
        found
    }

    pub(super) fn structure(&mut self, path: &Path) -> Option<Rc<Scope>> {
        match self.module(path)? {
            Module::Structure(scope) => Some(scope),
            Module::Functor(_) => {
                self.error("ML013", path.span, "this module is a functor and has no components");
                None
            }
        }
    }

    pub(super) fn signature_named(&mut self, path: &Path) -> Option<Rc<Signature>> {
        let scope = match path.modules.is_empty() {
            true => Rc::new(self.scope.clone()),
            false => self.scope_of(path)?,
        };
        let found = scope.module_types.get(&path.name.text).cloned();
        if found.is_none() {
            self.unbound("module type", path, scope.module_types.names());
        }
        found
    }

    /// Makes the components of a module visible.
    pub(super) fn open(&mut self, scope: &Scope, export: Export) {
        self.scope.add(scope, export);
    }
}
