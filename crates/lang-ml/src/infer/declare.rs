//! Definitions of types and exceptions.

use super::scope::{Export, TypeEntry};
use super::{Infer, Origin};
use crate::ast::{self, CtorArgs, CtorDecl, FieldDecl, Path, TypeDecl};
use crate::types::{
    CtorDef, CtorRef, FieldDef, Fields, Made, Node, Ty, TypeBody, TypeDef, TypeId, Types,
};

impl Infer<'_> {
    /// `type … and …`: all names are known in all bodies.
    pub(super) fn type_decls(&mut self, decls: &[TypeDecl]) {
        let ids: Vec<TypeId> = decls.iter().map(|decl| self.announce(decl)).collect();
        let nonrec = decls.iter().any(|decl| decl.nonrec);
        if !nonrec {
            self.name_types(decls, &ids);
        }
        for (decl, id) in decls.iter().zip(&ids) {
            self.type_body(decl, *id);
        }
        if nonrec {
            self.name_types(decls, &ids);
        }
        for (decl, id) in decls.iter().zip(&ids) {
            self.check_cycle(decl, *id);
            self.export_parts(*id);
        }
    }

    fn name_types(&mut self, decls: &[TypeDecl], ids: &[TypeId]) {
        for (decl, id) in decls.iter().zip(ids) {
            self.scope.types.push(&decl.name.text, TypeEntry::Id(*id), Export::Yes);
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
        let promised = self.promises.types.iter().find(|(path, name, id)| {
            *path == self.path
                && *name == decl.name.text
                && self.types.def(*id).params == decl.params.len()
        });
        if let Some((.., id)) = promised {
            return *id;
        }
        let name = self.qualified(&decl.name.text);
        let user = self.origin == Origin::User;
        let covariant = decl.covariant.clone();
        let extensible = matches!(decl.body, ast::TypeBody::Open);
        let plain = TypeDef::opaque(&name, decl.params.len());
        self.types.define(TypeDef { user, covariant, extensible, ..plain })
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
                let numbered = ctors.iter().enumerate();
                let ctor = |(tag, ctor)| self.owned_ctor(ctor, CtorRef { ty: id, tag });
                TypeBody::Variant(numbered.map(ctor).collect())
            }
            ast::TypeBody::Record(fields, None) => TypeBody::Record(self.field_decls(fields)),
            ast::TypeBody::Open => TypeBody::Variant(Vec::new()),
            ast::TypeBody::Unsupported(_) => {
                self.guess();
                TypeBody::Alias(self.types.any())
            }
        };
        if self.type_vars.len() > known {
            self.stray_variables(decl);
        }
        self.type_vars = outer;
        self.types.def_mut(id).body = body;
    }

    fn stray_variables(&mut self, decl: &TypeDecl) {
        // `t as 'a` names a type that is written.
        let types = &mut self.types;
        let mut is_open = |ty: Ty| matches!(types.head(ty).1, Node::Unknown { .. });
        let mut strays = self.type_vars.iter().filter(|(name, _)| !decl.params.contains(name));
        let stray = strays.find(|(_, ty)| is_open(**ty)).map(|(name, _)| name.clone());
        if let Some(name) = stray {
            let message = format!("the type variable `'{name}` is not a parameter of this type");
            self.error("ML010", decl.span, message);
        }
    }

    /// A constructor of a type, with the type of its record, if it is written as one.
    fn owned_ctor(&mut self, decl: &CtorDecl, own: CtorRef) -> CtorDef {
        let mut ctor = self.ctor_decl(decl);
        if let Some(fields) = &ctor.fields {
            let owner = self.types.def(own.ty);
            let variables = ctor.made.as_ref().map_or(owner.params, |made| made.variables);
            let name = format!("{}.{}", owner.name, ctor.name);
            let def = TypeDef {
                body: TypeBody::Record(fields.clone()),
                inline: Some(own),
                ..TypeDef::opaque(&name, variables)
            };
            ctor.inline = Some(self.types.define(def));
        }
        ctor
    }

    pub(super) fn ctor_decl(&mut self, ctor: &CtorDecl) -> CtorDef {
        let name = ctor.name.text.clone();
        let Some(result) = &ctor.result else {
            let (args, fields) = self.ctor_parts(ctor);
            return CtorDef { name, args, fields, inline: None, made: None };
        };
        // A constructor with a result has type variables of its own.
        let outer = std::mem::take(&mut self.type_vars);
        self.types.enter();
        let (args, fields) = self.ctor_parts(ctor);
        let result = self.annotation(result);
        self.types.leave();
        self.type_vars = outer;
        let whole: Vec<Ty> = args.iter().copied().chain([result]).collect();
        let whole = self.types.tuple(whole);
        let variables = self.types.generalisable(whole);
        self.types.quantify(&variables);
        let made = self.types.head_id(result);
        let made = made.map(|(_, args)| Made { variables: variables.len(), args });
        CtorDef { name, args, fields, inline: None, made }
    }

    fn ctor_parts(&mut self, ctor: &CtorDecl) -> (Vec<Ty>, Option<Fields>) {
        match &ctor.args {
            CtorArgs::Tuple(types) => (types.iter().map(|ty| self.annotation(ty)).collect(), None),
            CtorArgs::Record(decls) => {
                let fields = self.field_decls(decls);
                (fields.0.iter().map(|field| field.ty).collect(), Some(fields))
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
        self.add_ctor(TypeId::EXN, decl);
    }

    /// `type path += constructors`
    pub(super) fn extend(&mut self, path: &Path, ctors: &[CtorDecl]) {
        let id = match self.type_entry(path) {
            Some(TypeEntry::Id(id)) => Some(self.expanded(id)),
            Some(TypeEntry::Local(_)) | None => None,
        };
        let id = id.filter(|id| {
            matches!(self.types.def(*id).body, TypeBody::Opaque | TypeBody::Variant(_))
        });
        let Some(id) = id else { return self.guess() };
        for decl in ctors {
            match &decl.same {
                Some(other) => {
                    if let Some(ctor) = self.ctor_in_scope(other).known() {
                        self.scope.ctors.push(&decl.name.text, ctor, Export::Yes);
                    }
                }
                None => self.add_ctor(id, decl),
            }
        }
    }

    /// Adds a constructor to a type that can be extended. Its parameters have no names.
    fn add_ctor(&mut self, ty: TypeId, decl: &CtorDecl) {
        let outer = std::mem::take(&mut self.type_vars);
        let tag = match &self.types.def(ty).body {
            TypeBody::Variant(ctors) => ctors.len(),
            TypeBody::Opaque | TypeBody::Alias(_) | TypeBody::Record(_) => 0,
        };
        let mut ctor = self.owned_ctor(decl, CtorRef { ty, tag });
        self.type_vars = outer;
        let plain = std::mem::replace(&mut ctor.name, self.qualified(&decl.name.text));
        let ctor = self.types.add_ctor(ty, ctor);
        self.scope.ctors.push(&plain, ctor, Export::Yes);
    }

    /// The names of classes are those of types that we do not know.
    pub(super) fn classes(&mut self, classes: &[ast::ClassName]) {
        self.guess();
        for class in classes {
            let body = TypeBody::Alias(self.types.any());
            let name = self.qualified(&class.name.text);
            let def = TypeDef { body, ..TypeDef::opaque(&name, class.params) };
            let id = self.types.define(def);
            self.scope.types.push(&class.name.text, TypeEntry::Id(id), Export::Yes);
        }
    }
}

/// Follows abbreviations from `id` and looks for `id` in what they stand for.
fn leads_to_itself(types: &Types, id: TypeId) -> bool {
    let mut seen = Vec::new();
    let mut todo: Vec<Ty> = alias(types, id).into_iter().collect();
    while let Some(ty) = todo.pop() {
        let mut found = false;
        match types.node(ty) {
            Node::Named(inner, args) => {
                found |= *inner == id;
                todo.extend(args);
                if !seen.contains(inner) {
                    seen.push(*inner);
                    todo.extend(alias(types, *inner));
                }
            }
            Node::Tuple(parts) => todo.extend(parts),
            Node::Arrow(_, from, to) => todo.extend([*from, *to]),
            // A polymorphic variant may contain itself.
            Node::Tags(_) => {}
            Node::Unknown { .. } | Node::Link(_) | Node::Param(_) | Node::Any => {}
        }
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
