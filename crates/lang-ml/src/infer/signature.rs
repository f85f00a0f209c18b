//! Signatures become scopes.
//!
//! One walk over a signature serves three purposes, told apart by [`Source`]: an opaque module is
//! made from it, a module is compared with it, or a module is seen through it.

use std::collections::BTreeSet;
use std::rc::Rc;

use source::Span;

use super::scope::{Export, Module, Scope, TypeEntry, Value, ValueKind};
use super::{Infer, Origin, shown};
use crate::ast::{
    self, Constraint, Ident, Item, ItemKind, ModuleBinding, ModuleType, ModuleTypeKind, Notes,
    Path, TypeDecl,
};
use crate::resolved::Opaque;
use crate::types::{TypeBody, TypeDef, TypeId};

/// Where the components of a signature come from.
#[derive(Clone)]
pub(super) enum Source {
    /// From nowhere: types are abstract and values opaque.
    Opaque,
    /// From a recursive module that is still to be defined.
    Promised,
    /// From a module, whose types are seen as they are. Mismatches are reported.
    Transparent(Rc<Scope>, Span),
    /// From a module that was found to fit; abstract types are new ones.
    Sealed(Rc<Scope>, Span),
}

/// What `with` says, by the path of the component.
#[derive(Clone, Default)]
pub(super) struct Constraints {
    types: Vec<(Vec<String>, TypeId, Export)>,
    modules: Vec<(Vec<String>, Module, Export)>,
}

impl Constraints {
    /// What `with type` says of these types.
    pub(super) fn of_types(types: Vec<(String, TypeId)>) -> Constraints {
        let types = types.into_iter().map(|(name, id)| (vec![name], id, Export::Yes)).collect();
        Constraints { types, modules: Vec::new() }
    }
}

impl Infer<'_> {
    /// A module of which only the signature is known.
    pub(super) fn opaque_module(&mut self, ty: &ModuleType) -> Module {
        match self.signature(ty, &Source::Opaque, &Constraints::default()) {
            Some(scope) => Module::Structure(scope.into()),
            None => self.unknown_part("a module of an unknown signature"),
        }
    }

    /// A module seen through a signature, its types as they are.
    pub(super) fn view(&mut self, module: &Module, ty: &ModuleType, place: Span) -> Module {
        let Module::Structure(scope) = module else {
            // Functors as arguments are used as they are; their bodies are checked when applied.
            return module.clone();
        };
        let source = Source::Transparent(Rc::clone(scope), place);
        match self.signature(ty, &source, &Constraints::default()) {
            Some(scope) => Module::Structure(scope.into()),
            None => module.clone(),
        }
    }

    /// A module seen through a signature that hides what its abstract types are.
    pub(super) fn seal(&mut self, module: &Module, ty: &ModuleType, place: Span) -> Module {
        let errors = self.diagnostics.len();
        self.view(module, ty, place);
        let Module::Structure(scope) = module else { return module.clone() };
        if self.diagnostics.len() > errors {
            return module.clone();
        }
        let source = Source::Sealed(Rc::clone(scope), place);
        match self.signature(ty, &source, &Constraints::default()) {
            Some(scope) => Module::Structure(scope.into()),
            None => module.clone(),
        }
    }

    /// The components that a signature shows; none if it is not known.
    pub(super) fn signature(
        &mut self,
        ty: &ModuleType,
        source: &Source,
        constraints: &Constraints,
    ) -> Option<Scope> {
        match &ty.kind {
            ModuleTypeKind::Signature(items) => {
                let mark = self.scope.mark();
                self.shown.push(shown::mentioned(items));
                // What is declared again after this signature, if it is included; modules inside are not.
                let again = self.redeclared.last().cloned().unwrap_or_default();
                for (at, item) in items.iter().enumerate() {
                    self.redeclared.push(match item.kind {
                        ItemKind::IncludeType(_) => {
                            let later = crate::trial::declared_values(&items[at + 1..]);
                            later.union(&again).cloned().collect()
                        }
                        ItemKind::Val { .. } => again.clone(),
                        _ => BTreeSet::new(),
                    });
                    self.signature_item(item, source, constraints);
                    self.redeclared.pop();
                }
                self.shown.pop();
                Some(self.scope.take(mark))
            }
            ModuleTypeKind::Path(path) => self.named_signature(path, source, constraints),
            ModuleTypeKind::With(inner, more) => {
                let mut constraints = constraints.clone();
                for constraint in more {
                    self.constraint(constraint, &mut constraints);
                }
                self.signature(inner, source, &constraints)
            }
            ModuleTypeKind::Of(module) => match self.module_expr(module) {
                Module::Structure(scope) => Some(self.signature_of(&scope, source, constraints)),
                Module::Functor(_) | Module::Unknown(_) => None,
            },
            ModuleTypeKind::Functor(..) | ModuleTypeKind::Unsupported(_) => {
                self.guess();
                None
            }
        }
    }

    /// A named signature means what it meant where it was defined.
    fn named_signature(
        &mut self,
        path: &Path,
        source: &Source,
        constraints: &Constraints,
    ) -> Option<Scope> {
        let signature = self.signature_named(path).known()?;
        let Some(body) = &signature.body else {
            self.guess();
            return None;
        };
        let outer = std::mem::replace(&mut self.scope, signature.scope.clone());
        let scope = self.signature(body, source, constraints);
        self.scope = outer;
        scope
    }

    fn constraint(&mut self, constraint: &Constraint, known: &mut Constraints) {
        let export = |destructive: &bool| if *destructive { Export::No } else { Export::Yes };
        match constraint {
            Constraint::Type { path, params, body, destructive } => {
                let id = self.equation(&path.name, params, body);
                known.types.push((names(path), id, export(destructive)));
            }
            Constraint::Module { path, body, destructive } => {
                if let Some(module) = self.module(body).known() {
                    known.modules.push((names(path), module, export(destructive)));
                }
            }
            Constraint::Unsupported(_) => self.guess(),
        }
    }

    /// `type params name = body` as an abbreviation.
    fn equation(&mut self, name: &Ident, params: &[String], body: &ast::Type) -> TypeId {
        let outer = std::mem::take(&mut self.type_vars);
        for (number, param) in (0..).zip(params) {
            let param_type = self.types.param(number);
            self.type_vars.insert(param.clone(), param_type);
        }
        let body = self.annotation(body);
        self.type_vars = outer;
        let full = self.qualified(&name.text);
        let def = TypeDef { body: TypeBody::Alias(body), ..TypeDef::opaque(&full, params.len()) };
        self.types.define(def)
    }

    fn signature_item(&mut self, item: &Item, source: &Source, constraints: &Constraints) {
        self.type_vars.clear();
        match &item.kind {
            ItemKind::Val { name, ty, notes, .. } => {
                self.value_spec(name, ty, notes, source);
            }
            ItemKind::Types(decls) => self.type_specs(decls, source, constraints),
            ItemKind::Exception(decl) => match source {
                Source::Opaque | Source::Promised => self.exception(decl),
                Source::Transparent(scope, place) | Source::Sealed(scope, place) => {
                    match scope.ctors.get(&decl.name.text) {
                        Some(ctor) => {
                            self.scope.ctors.push(&decl.name.text, *ctor, Export::Yes);
                        }
                        None => self.missing("exception", &decl.name, *place),
                    }
                }
            },
            ItemKind::Modules(_, bindings) => {
                for binding in bindings {
                    self.module_spec(binding, source, constraints);
                }
            }
            ItemKind::ModuleType(name, body) => self.module_type_item(name, body.as_ref()),
            ItemKind::IncludeType(ty) => {
                if let Some(scope) = self.signature(ty, source, constraints) {
                    self.scope.add(&scope, Export::Yes);
                }
            }
            ItemKind::Open(_)
            | ItemKind::Attribute(_)
            | ItemKind::ExceptionAlias(..)
            | ItemKind::Classes(_) => self.item(item),
            ItemKind::Extend(path, ctors) => match source {
                Source::Opaque | Source::Promised => self.extend(path, ctors),
                Source::Transparent(scope, _) | Source::Sealed(scope, _) => {
                    for decl in ctors {
                        if let Some(ctor) = scope.ctors.get(&decl.name.text) {
                            self.scope.ctors.push(&decl.name.text, *ctor, Export::Yes);
                        }
                    }
                }
            },
            ItemKind::Let(..)
            | ItemKind::Eval(_)
            | ItemKind::Include(_)
            | ItemKind::Extension(_)
            | ItemKind::Unsupported(_) => self.guess(),
        }
    }

    fn value_spec(&mut self, name: &Ident, ty: &ast::Type, notes: &Notes, source: &Source) {
        if self.redeclared.last().is_some_and(|names| names.contains(&name.text)) {
            // What is included is declared again, perhaps with another type.
            return;
        }
        let scheme = self.scheme(ty);
        let kind = match source {
            Source::Opaque => {
                let full = self.qualified(&name.text);
                let notes = notes.clone();
                let opaque = Opaque { name: full, scheme, notes, span: name.span };
                ValueKind::Opaque(self.new_opaque(opaque))
            }
            Source::Promised => {
                let var = self.new_var(&name.text);
                self.promises.values.push((self.path.clone(), name.text.clone(), var));
                ValueKind::Var(var)
            }
            Source::Transparent(scope, place) => {
                let Some(value) = scope.values.get(&name.text).copied() else {
                    return self.absent("value", name, scope, *place);
                };
                self.check_instance(name, value.scheme, scheme, *place);
                value.kind
            }
            Source::Sealed(scope, _) => {
                let Some(value) = scope.values.get(&name.text).copied() else { return };
                self.document(value.kind, notes);
                value.kind
            }
        };
        self.scope.values.push(&name.text, Value { kind, scheme }, Export::Yes);
    }

    /// What a signature says of a value holds for the value itself, unless that has its own.
    fn document(&mut self, kind: ValueKind, notes: &Notes) {
        let own = match kind {
            ValueKind::Opaque(id) => Some(&mut self.opaques[id.0 as usize].notes),
            ValueKind::Var(var) => {
                let defined = self.defined.iter_mut().find(|defined| defined.var == var);
                defined.map(|defined| &mut defined.notes)
            }
            ValueKind::Prim(_) => None,
        };
        if let Some(own) = own {
            own.doc = own.doc.take().or_else(|| notes.doc.clone());
            own.attrs.extend(notes.attrs.iter().cloned());
        }
    }

    fn type_specs(&mut self, decls: &[TypeDecl], source: &Source, constraints: &Constraints) {
        let free: Vec<TypeDecl> = decls
            .iter()
            .filter(|decl| !self.constrained_type(decl, source, constraints))
            .cloned()
            .collect();
        match source {
            Source::Opaque => self.type_decls(&free),
            Source::Promised => {
                self.type_decls(&free);
                self.promise_types(&free);
            }
            Source::Transparent(scope, place) => {
                self.compare_types(&free, scope, *place);
            }
            Source::Sealed(scope, _) => self.sealed_types(&free, scope),
        }
    }

    /// Types that a recursive module will define. An abstract one can be anything until then.
    fn promise_types(&mut self, decls: &[TypeDecl]) {
        for decl in decls {
            let Some(TypeEntry::Id(id)) = self.scope.types.get(&decl.name.text).copied() else {
                continue;
            };
            if let TypeBody::Opaque = self.types.def(id).body {
                self.types.def_mut(id).body = TypeBody::Alias(self.types.any());
            }
            self.promises.types.push((self.path.clone(), decl.name.text.clone(), id));
        }
    }

    /// The signature of a module, for another one: what is there has to be there with the same type.
    fn signature_of(
        &mut self,
        module: &Rc<Scope>,
        source: &Source,
        constraints: &Constraints,
    ) -> Scope {
        let (Source::Transparent(found, _) | Source::Sealed(found, _)) = source else {
            return (**module).clone();
        };
        // What a constraint takes away is not exported; all else is seen as it is.
        let mut scope = (**found).clone();
        for (path, _, export) in &constraints.types {
            if let ([name], Export::No) = (&path[..], export) {
                scope.types.remove(name);
            }
        }
        scope
    }

    /// A type that `with` mentions is what it says.
    fn constrained_type(
        &mut self,
        decl: &TypeDecl,
        source: &Source,
        constraints: &Constraints,
    ) -> bool {
        let own = |(path, ..): &&(Vec<String>, TypeId, Export)| *path == [decl.name.text.as_str()];
        let Some((_, id, export)) = constraints.types.iter().find(own) else { return false };
        let (id, export) = (*id, *export);
        // A type that goes away need not be there.
        if let (Source::Transparent(scope, place), Export::Yes) = (source, export) {
            self.check_equation(&decl.name, id, scope, *place);
        }
        let entry = match (export, &self.types.def(id).body) {
            // A type that goes away is not a name for another one: it is that type.
            (Export::No, TypeBody::Alias(body)) if decl.params.is_empty() => {
                TypeEntry::Local(*body)
            }
            _ => TypeEntry::Id(id),
        };
        self.scope.types.push(&decl.name.text, entry, export);
        self.export_parts(id);
        true
    }

    /// Abstract types of a signature are new types, unless what is shown mentions them; the others are those
    /// of the module.
    fn sealed_types(&mut self, decls: &[TypeDecl], module: &Scope) {
        for decl in decls {
            let Some(TypeEntry::Id(own)) = module.types.get(&decl.name.text).copied() else {
                continue;
            };
            let is_abstract = matches!(decl.body, ast::TypeBody::Abstract);
            let id = match is_abstract && !self.is_shown(&decl.name.text) {
                true => self.hiding(decl, own),
                false => own,
            };
            self.scope.types.push(&decl.name.text, TypeEntry::Id(id), Export::Yes);
            if !is_abstract {
                self.export_parts(id);
            }
        }
    }

    fn is_shown(&self, name: &str) -> bool {
        self.shown.iter().any(|names| names.contains(name))
    }

    fn hiding(&mut self, decl: &TypeDecl, own: TypeId) -> TypeId {
        let name = self.qualified(&decl.name.text);
        let params: Vec<_> =
            (0..decl.params.len() as u32).map(|number| self.types.param(number)).collect();
        let hidden = Some(self.types.named(own, params));
        let user = self.origin == Origin::User;
        self.types.define(TypeDef { hidden, user, ..TypeDef::opaque(&name, decl.params.len()) })
    }

    fn module_spec(&mut self, binding: &ModuleBinding, source: &Source, known: &Constraints) {
        let Some(name) = &binding.name else { return };
        let own = |(path, ..): &&(Vec<String>, Module, Export)| *path == [name.text.as_str()];
        if let Some((_, module, export)) = known.modules.iter().find(own) {
            return self.scope.modules.push(&name.text, module.clone(), *export);
        }
        let source = match source {
            Source::Opaque => Source::Opaque,
            Source::Promised => Source::Promised,
            Source::Transparent(scope, place) | Source::Sealed(scope, place) => {
                match (scope.modules.get(&name.text), source) {
                    (Some(Module::Structure(inner)), Source::Sealed(..)) => {
                        Source::Sealed(Rc::clone(inner), *place)
                    }
                    (Some(Module::Structure(inner)), _) => {
                        Source::Transparent(Rc::clone(inner), *place)
                    }
                    (Some(other), _) => {
                        return self.scope.modules.push(&name.text, other.clone(), Export::Yes);
                    }
                    (None, _) => return self.absent("module", name, scope, *place),
                }
            }
        };
        let module = match (&binding.ty, &binding.body) {
            // `module M = N` in a signature.
            (None, Some(body)) => self.module_expr(body),
            (None, None) => return,
            (Some(_), _) if !binding.params.is_empty() => {
                self.unknown_part("a functor that is known by its signature alone")
            }
            (Some(ty), _) => {
                self.path.push(name.text.clone());
                let scope = self.signature(ty, &source, &below(known, &name.text));
                self.path.pop();
                match (scope, source) {
                    (Some(scope), _) => Module::Structure(scope.into()),
                    (None, Source::Transparent(scope, _) | Source::Sealed(scope, _)) => {
                        Module::Structure(scope)
                    }
                    (None, Source::Opaque | Source::Promised) => {
                        self.unknown_part("a module of an unknown signature")
                    }
                }
            }
        };
        self.scope.modules.push(&name.text, module, Export::Yes);
    }
}

fn names(path: &Path) -> Vec<String> {
    path.modules.iter().chain([&path.name]).map(|ident| ident.text.clone()).collect()
}

/// What constraints say of the components of a module inside.
fn below(constraints: &Constraints, module: &str) -> Constraints {
    fn strip<T: Clone>(
        all: &[(Vec<String>, T, Export)],
        module: &str,
    ) -> Vec<(Vec<String>, T, Export)> {
        all.iter()
            .filter(|(path, ..)| path.len() > 1 && path[0] == module)
            .map(|(path, item, export)| (path[1..].to_vec(), item.clone(), *export))
            .collect()
    }
    Constraints {
        types: strip(&constraints.types, module),
        modules: strip(&constraints.modules, module),
    }
}
