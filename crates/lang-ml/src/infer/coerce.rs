//! Whether a module fits a signature.

use source::{Diagnostic, Span};

use super::Infer;
use super::scope::{Export, Scope, TypeEntry};
use crate::ast::{self, Ident, TypeDecl};
use crate::types::{Scheme, Ty, TypeBody, TypeId};

impl Infer<'_> {
    /// A component that a module lacks, unless it may be among what we do not know of the module.
    pub(super) fn absent(&mut self, kind: &str, name: &Ident, module: &Scope, place: Span) {
        match module.unknown {
            Some(_) => self.guess(),
            None => self.missing(kind, name, place),
        }
    }

    pub(super) fn missing(&mut self, kind: &str, name: &Ident, place: Span) {
        let message = format!("the signature asks for the {kind} `{}`", name.text);
        let diagnostic = Diagnostic::error(message).with_code("ML013");
        let diagnostic = diagnostic.at(place, "which is not defined here");
        self.diagnostics.push(diagnostic.at(name.span, "asked for here"));
    }

    /// A value fits if its type is at least as general as the signature says.
    pub(super) fn check_instance(
        &mut self,
        name: &Ident,
        found: Scheme,
        wanted: Scheme,
        place: Span,
    ) {
        let rigid = self.skolemize(wanted);
        let instance = self.types.instantiate(found);
        if self.types.unify(instance, rigid).is_ok() {
            return;
        }
        let shown = self.types.show_all(&[found.ty, wanted.ty]);
        let message = format!(
            "the value `{}` has type `{}`, but the signature asks for `{}`",
            name.text, shown[0], shown[1]
        );
        let diagnostic = Diagnostic::error(message).with_code("ML013").at(place, "");
        self.diagnostics.push(diagnostic.at(name.span, "asked for here"));
    }

    /// Makes the types of a module visible under the names of a signature, and compares what the
    /// signature says of them.
    pub(super) fn compare_types(&mut self, decls: &[TypeDecl], module: &Scope, place: Span) {
        for decl in decls {
            match module.types.get(&decl.name.text).copied() {
                Some(TypeEntry::Id(id)) => {
                    self.scope.types.push(&decl.name.text, TypeEntry::Id(id), Export::Yes);
                    self.export_parts(id);
                }
                Some(TypeEntry::Local(_)) | None => {
                    self.absent("type", &decl.name, module, place);
                    if module.unknown.is_some() {
                        let any = self.types.any();
                        self.scope.types.push(&decl.name.text, TypeEntry::Local(any), Export::Yes);
                    }
                }
            }
        }
        for decl in decls {
            if let Some(TypeEntry::Id(id)) = module.types.get(&decl.name.text).copied() {
                self.compare_type(decl, id, place);
            }
        }
    }

    fn compare_type(&mut self, decl: &TypeDecl, id: TypeId, place: Span) {
        let def = self.types.def(id);
        if def.params != decl.params.len() {
            return self.type_differs(&decl.name, "has another number of parameters", place);
        }
        let outer = std::mem::take(&mut self.type_vars);
        let params = self.rigid_params(&decl.params);
        match &decl.body {
            ast::TypeBody::Abstract | ast::TypeBody::Open | ast::TypeBody::Unsupported(_) => {}
            ast::TypeBody::Alias(wanted) => {
                let wanted = self.annotation(wanted);
                let found = self.types.named(id, params);
                if self.types.unify(found, wanted).is_err() {
                    self.type_differs(&decl.name, "is another type", place);
                }
            }
            ast::TypeBody::Variant(ctors, _) => {
                self.compare_variant(decl, id, &params, ctors, place)
            }
            ast::TypeBody::Record(fields, _) => {
                self.compare_record(decl, id, &params, fields, place)
            }
        }
        self.type_vars = outer;
    }

    /// Types of their own for the parameters of a definition.
    fn rigid_params(&mut self, names: &[String]) -> Vec<Ty> {
        let mut params = Vec::new();
        for name in names {
            let ty = self.rigid(&format!("'{name}"));
            self.type_vars.insert(name.clone(), ty);
            params.push(ty);
        }
        params
    }

    fn compare_variant(
        &mut self,
        decl: &TypeDecl,
        id: TypeId,
        params: &[Ty],
        wanted: &[ast::CtorDecl],
        place: Span,
    ) {
        let id = self.expanded(id);
        let TypeBody::Variant(found) = self.types.def(id).body.clone() else {
            return self.type_differs(&decl.name, "is not a variant", place);
        };
        let same_names = found.len() == wanted.len()
            && found.iter().zip(wanted).all(|(found, wanted)| found.name == wanted.name.text);
        if !same_names {
            return self.type_differs(&decl.name, "has other constructors", place);
        }
        for (found, wanted) in found.iter().zip(wanted) {
            // The variables of a constructor with a result have no order.
            if found.made.is_some() {
                continue;
            }
            let wanted = self.ctor_decl(wanted);
            let found: Vec<Ty> =
                found.args.iter().map(|arg| self.types.substitute(*arg, params)).collect();
            self.compare_parts(decl, &found, &wanted.args, place);
        }
    }

    fn compare_record(
        &mut self,
        decl: &TypeDecl,
        id: TypeId,
        params: &[Ty],
        wanted: &[ast::FieldDecl],
        place: Span,
    ) {
        let id = self.expanded(id);
        let Some(found) = self.types.fields(id).cloned() else {
            return self.type_differs(&decl.name, "is not a record", place);
        };
        let same = found.0.len() == wanted.len()
            && found.0.iter().zip(wanted).all(|(found, wanted)| {
                found.name.text == wanted.name.text && found.mutable == wanted.mutable
            });
        if !same {
            return self.type_differs(&decl.name, "has other fields", place);
        }
        let found: Vec<Ty> =
            found.0.iter().map(|field| self.types.substitute(field.ty, params)).collect();
        let wanted: Vec<Ty> = wanted.iter().map(|field| self.annotation(&field.ty)).collect();
        self.compare_parts(decl, &found, &wanted, place);
    }

    fn compare_parts(&mut self, decl: &TypeDecl, found: &[Ty], wanted: &[Ty], place: Span) {
        let same = found.len() == wanted.len()
            && found.iter().zip(wanted).all(|(f, w)| self.types.unify(*f, *w).is_ok());
        if !same {
            self.type_differs(&decl.name, "has parts of other types", place);
        }
    }

    /// Whether a module's type is what a `with` constraint says.
    pub(super) fn check_equation(&mut self, name: &Ident, id: TypeId, module: &Scope, place: Span) {
        let Some(TypeEntry::Id(own)) = module.types.get(&name.text).copied() else {
            return self.missing("type", name, place);
        };
        let count = self.types.def(id).params;
        if self.types.def(own).params != count {
            return self.type_differs(name, "has another number of parameters", place);
        }
        let names: Vec<String> = (0..count).map(|number| format!("p{number}")).collect();
        let outer = std::mem::take(&mut self.type_vars);
        let params = self.rigid_params(&names);
        self.type_vars = outer;
        let (found, wanted) = (self.types.named(own, params.clone()), self.types.named(id, params));
        if self.types.unify(found, wanted).is_err() {
            self.type_differs(name, "is another type", place);
        }
    }

    fn type_differs(&mut self, name: &Ident, how: &str, place: Span) {
        let message = format!("the type `{}` does not fit its signature: it {how}", name.text);
        let diagnostic = Diagnostic::error(message).with_code("ML013").at(place, "");
        self.diagnostics.push(diagnostic.at(name.span, "asked for here"));
    }
}
