//! Definitions of types and exceptions.

use super::scope::{Export, TypeEntry};
use super::{Infer, Origin};
use crate::ast::{self, CtorArgs, CtorDecl, FieldDecl, TypeDecl};
use crate::types::{CtorDef, CtorRef, FieldDef, Fields, Ty, TypeBody, TypeDef, TypeId, Types};

impl Infer<'_> {
    /// `type … and …`: all names are known in all bodies.
    pub(super) fn type_decls(&mut self, decls: &[TypeDecl]) {
        let ids: Vec<TypeId> = decls.iter().map(|decl| self.announce(decl)).collect();
        for (decl, id) in decls.iter().zip(&ids) {
            self.scope.types.push(&decl.name.text, TypeEntry::Id(*id), Export::Yes);
        }
        for (decl, id) in decls.iter().zip(&ids) {
            self.type_body(decl, *id);
        }
        for (decl, id) in decls.iter().zip(&ids) {
            self.check_cycle(decl, *id);
            self.export_parts(*id);
        }
    }

    /// A type whose body is not known yet. Our library gives some built-in types their
    /// constructors by defining them.
    fn announce(&mut self, decl: &TypeDecl) -> TypeId {
        let built_in = TypeId::BUILT_IN.iter().position(|(name, _)| *name == decl.name.text);
        if let (Some(number), Origin::Library, true) = (built_in, self.origin, self.path.is_empty())
        {
            return TypeId(number as u32);
        }
        let name = self.qualified(&decl.name.text);
        let user = self.origin == Origin::User;
        self.types.define(TypeDef { user, ..TypeDef::opaque(&name, decl.params.len()) })
    }

    fn type_body(&mut self, decl: &TypeDecl, id: TypeId) {
        let outer = std::mem::take(&mut self.type_vars);
        for (number, name) in (0..).zip(&decl.params) {
            let param = self.types.param(number);
            self.type_vars.insert(name.clone(), param);
        }
        let known = self.type_vars.len();
        let body = match &decl.body {
            ast::TypeBody::Abstract => TypeBody::Opaque,
            ast::TypeBody::Alias(ty) => TypeBody::Alias(self.annotation(ty)),
            ast::TypeBody::Variant(_, Some(same)) | ast::TypeBody::Record(_, Some(same)) => {
                TypeBody::Alias(self.annotation(same))
            }
            ast::TypeBody::Variant(ctors, None) => {
                TypeBody::Variant(ctors.iter().map(|ctor| self.ctor_decl(ctor)).collect())
            }
            ast::TypeBody::Record(fields, None) => TypeBody::Record(self.field_decls(fields)),
            ast::TypeBody::Unsupported(what) => {
                self.unsupported(decl.span, what);
                TypeBody::Opaque
            }
        };
        if self.type_vars.len() > known {
            self.stray_variables(decl);
        }
        self.type_vars = outer;
        self.types.def_mut(id).body = body;
    }

    fn stray_variables(&mut self, decl: &TypeDecl) {
        let stray = self.type_vars.keys().find(|name| !decl.params.contains(name)).cloned();
        if let Some(name) = stray {
            let message = format!("the type variable `'{name}` is not a parameter of this type");
            self.error("ML010", decl.span, message);
        }
    }

    pub(super) fn ctor_decl(&mut self, ctor: &CtorDecl) -> CtorDef {
        let name = ctor.name.text.clone();
        match &ctor.args {
            CtorArgs::Tuple(types) => {
                let args = types.iter().map(|ty| self.annotation(ty)).collect();
                CtorDef { name, args, fields: None }
            }
            CtorArgs::Record(decls) => {
                let fields = self.field_decls(decls);
                let args = fields.0.iter().map(|field| field.ty).collect();
                CtorDef { name, args, fields: Some(fields) }
            }
        }
    }

    fn field_decls(&mut self, decls: &[FieldDecl]) -> Fields {
        let read = |decl: &FieldDecl, infer: &mut Infer<'_>| FieldDef {
            name: decl.name.clone(),
            mutable: decl.mutable,
            ty: infer.annotation(&decl.ty),
        };
        Fields(decls.iter().map(|decl| read(decl, self)).collect())
    }

    /// An abbreviation that only leads back to itself means nothing.
    fn check_cycle(&mut self, decl: &TypeDecl, id: TypeId) {
        if leads_to_itself(&self.types, id) {
            let message = format!("the abbreviation `{}` is cyclic", decl.name.text);
            self.error("ML012", decl.span, message);
            self.types.def_mut(id).body = TypeBody::Opaque;
        }
    }

    /// Makes the constructors or fields of a type visible.
    pub(super) fn export_parts(&mut self, id: TypeId) {
        let id = self.expanded(id);
        match self.types.def(id).body.clone() {
            TypeBody::Opaque | TypeBody::Alias(_) => {}
            TypeBody::Variant(ctors) => {
                for (tag, ctor) in ctors.iter().enumerate() {
                    self.scope.ctors.push(&ctor.name, CtorRef { ty: id, tag }, Export::Yes);
                }
            }
            TypeBody::Record(fields) => {
                for field in &fields.0 {
                    self.scope.fields.push(&field.name.text, id, Export::Yes);
                }
            }
        }
    }

    /// The type that an abbreviation stands for, if it is a named one.
    pub(super) fn expanded(&mut self, id: TypeId) -> TypeId {
        match self.types.def(id).body {
            TypeBody::Alias(body) => self.types.head_id(body).map_or(id, |(head, _)| head),
            TypeBody::Opaque | TypeBody::Variant(_) | TypeBody::Record(_) => id,
        }
    }

    pub(super) fn exception(&mut self, decl: &CtorDecl) {
        let mut ctor = self.ctor_decl(decl);
        let plain = std::mem::replace(&mut ctor.name, self.qualified(&decl.name.text));
        let ctor = self.types.add_exception(ctor);
        self.scope.ctors.push(&plain, ctor, Export::Yes);
    }
}

/// Follows abbreviations from `id` and looks for `id` in what they stand for.
fn leads_to_itself(types: &Types, id: TypeId) -> bool {
    let mut seen = Vec::new();
    let mut todo: Vec<Ty> = alias(types, id).into_iter().collect();
    while let Some(ty) = todo.pop() {
        let mut found = false;
        types.visit(ty, &mut |_, node| {
            if let crate::types::Node::Named(inner, _) = node {
                found |= *inner == id;
                if !seen.contains(inner) {
                    seen.push(*inner);
                    todo.extend(alias(types, *inner));
                }
            }
        });
        if found {
            return true;
        }
    }
    false
}

fn alias(types: &Types, id: TypeId) -> Option<Ty> {
    match types.def(id).body {
        TypeBody::Alias(body) => Some(body),
        TypeBody::Opaque | TypeBody::Variant(_) | TypeBody::Record(_) => None,
    }
}
