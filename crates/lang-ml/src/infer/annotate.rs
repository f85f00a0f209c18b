//! Types as written become types.

use std::collections::BTreeMap;

use source::counted;

use super::Infer;
use super::scope::{Export, TypeEntry};
use crate::ast::{Ident, Label, Path, Type, TypeKind};
use crate::types::{Node, Scheme, Ty, TypeDef, TypeId};

impl Infer<'_> {
    /// A type as written. A type variable means the same in the whole item.
    pub(super) fn annotation(&mut self, ty: &Type) -> Ty {
        match &ty.kind {
            TypeKind::Any => self.types.fresh(),
            TypeKind::Var(name) => self.type_var(name),
            TypeKind::Named(path, args) => self.named_type(ty, path, args),
            TypeKind::Arrow(label, from, to) => {
                let from = self.annotation(from);
                let from = match label {
                    Label::Optional(_) => self.types.named(TypeId::OPTION, vec![from]),
                    Label::None | Label::Named(_) => from,
                };
                let to = self.annotation(to);
                self.types.arrow(label.clone(), from, to)
            }
            TypeKind::Tuple(parts) => {
                let parts = parts.iter().map(|part| self.annotation(part)).collect();
                self.types.tuple(parts)
            }
            TypeKind::Poly(names, body) => self.any_instance(names, body),
            TypeKind::Rigid(names, body) => {
                let mark = self.scope.mark();
                for name in names {
                    let any = self.types.any();
                    self.scope.types.push(&name.text, TypeEntry::Local(any), Export::No);
                }
                let body = self.annotation(body);
                self.scope.take(mark);
                body
            }
            TypeKind::Alias(inner, name) => {
                let variable = self.type_var(name);
                let inner = self.annotation(inner);
                // The type of a type that contains itself is not followed.
                if self.types.unify(variable, inner).is_err() {
                    self.guess();
                }
                inner
            }
            TypeKind::Open(path, inner) => {
                let mark = self.scope.mark();
                self.open_path(path);
                let inner = self.annotation(inner);
                self.scope.take(mark);
                inner
            }
            TypeKind::Tags { tags, inherited, open } => self.tags_type(tags, inherited, *open),
            // A type that we cannot say fits everything; what computes with its values is
            // unsupported itself.
            TypeKind::Package(ty) => self.package_type(ty),
            TypeKind::Extension(_) | TypeKind::Unsupported(_) => {
                self.guess();
                self.types.any()
            }
        }
    }

    /// A type of which any instance will do, where only schemes may be polymorphic.
    fn any_instance(&mut self, names: &[String], body: &Type) -> Ty {
        let outer = self.type_vars.clone();
        for name in names {
            let any = self.types.any();
            self.type_vars.insert(name.clone(), any);
        }
        let body = self.annotation(body);
        self.type_vars = outer;
        body
    }

    fn tags_type(&mut self, tags: &[(String, Option<Type>)], more: &[Type], open: bool) -> Ty {
        let mut known = BTreeMap::new();
        for (tag, ty) in tags {
            let ty = ty.as_ref().map(|ty| self.annotation(ty));
            known.insert(tag.clone(), ty);
        }
        let mut open = open;
        for inherited in more {
            let inherited = self.annotation(inherited);
            match self.types.head(inherited).1 {
                Node::Tags(tags) => {
                    let tags = self.types.all_tags(&tags);
                    open |= tags.rest.is_some();
                    known.extend(tags.known);
                }
                _ => open = true,
            }
        }
        self.types.tags(known, open)
    }

    fn type_var(&mut self, name: &str) -> Ty {
        if let Some(known) = self.type_vars.get(name) {
            return *known;
        }
        let fresh = self.types.fresh();
        self.type_vars.insert(name.to_owned(), fresh);
        fresh
    }

    fn named_type(&mut self, ty: &Type, path: &Path, written: &[Type]) -> Ty {
        let args: Vec<Ty> = written.iter().map(|arg| self.annotation(arg)).collect();
        let id = match self.type_entry(path) {
            Some(TypeEntry::Id(id)) => id,
            Some(TypeEntry::Local(local)) => return local,
            None => return self.types.any(),
        };
        let expected = self.types.def(id).params;
        if expected != args.len() && matches!(written, [Type { kind: TypeKind::Any, .. }]) {
            // One `_` stands for all arguments.
            let args = (0..expected).map(|_| self.types.fresh()).collect();
            return self.types.named(id, args);
        }
        if expected != args.len() {
            let found = args.len();
            let expected = counted(expected, "argument");
            let message = format!("type `{path}` takes {expected}, found {found}");
            self.error("ML012", ty.span, message);
            return self.types.fresh();
        }
        self.types.named(id, args)
    }

    /// A type as written with all its variables as parameters: that of a `val`.
    pub(super) fn scheme(&mut self, ty: &Type) -> Scheme {
        let outer = std::mem::take(&mut self.type_vars);
        self.types.enter();
        let ty = self.annotation(ty);
        self.types.leave();
        self.type_vars = outer;
        let unknowns = self.types.generalisable(ty);
        self.types.quantify(&unknowns);
        Scheme { params: unknowns.len() as u32, ty }
    }

    /// `'a 'b. type` as a scheme; other type variables belong to the item.
    pub(super) fn poly_scheme(&mut self, names: &[String], ty: &Type) -> Scheme {
        let outer = self.type_vars.clone();
        for (number, name) in (0..).zip(names) {
            let param = self.types.param(number);
            self.type_vars.insert(name.clone(), param);
        }
        let ty = self.annotation(ty);
        for name in names {
            match outer.get(name) {
                Some(known) => self.type_vars.insert(name.clone(), *known),
                None => self.type_vars.remove(name),
            };
        }
        Scheme { params: names.len() as u32, ty }
    }

    /// `type a b. type` as a scheme.
    pub(super) fn rigid_scheme(&mut self, names: &[Ident], ty: &Type) -> Scheme {
        let mark = self.scope.mark();
        for (number, name) in (0..).zip(names) {
            let param = self.types.param(number);
            self.scope.types.push(&name.text, TypeEntry::Local(param), Export::No);
        }
        let ty = self.annotation(ty);
        self.scope.take(mark);
        Scheme { params: names.len() as u32, ty }
    }

    /// A scheme with types of its own in place of its parameters: what is of this type is of any
    /// instance of the scheme.
    pub(super) fn skolemize(&mut self, scheme: Scheme) -> Ty {
        let args = self.skolems(scheme.params);
        self.types.substitute(scheme.ty, &args)
    }

    /// So many types of their own.
    pub(super) fn skolems(&mut self, count: u32) -> Vec<Ty> {
        let named = (0..count).map(|number| format!("'{}", letter(number)));
        named.map(|name| self.rigid(&name)).collect()
    }

    /// A type of its own that stands for a type variable.
    pub(super) fn rigid(&mut self, name: &str) -> Ty {
        let id = self.types.define(TypeDef::rigid(name));
        self.types.plain(id)
    }
}

fn letter(number: u32) -> char {
    char::from(b'a' + (number % 26) as u8)
}
