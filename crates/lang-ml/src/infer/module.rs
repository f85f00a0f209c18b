//! Modules and functors.

use source::Span;

use super::scope::{Export, Functor, Module, Scope, Signature};
use super::{Infer, Origin};
use crate::ast::{FunctorParam, Ident, ModuleBinding, ModuleExpr, ModuleExprKind, ModuleType};

/// How many functor applications one program may make: some programs make exponentially many.
const MAX_APPLICATIONS: usize = 10_000;

impl Infer<'_> {
    pub(super) fn module_item(&mut self, recursive: bool, bindings: &[ModuleBinding]) {
        if recursive {
            for binding in bindings {
                self.unsupported(binding.span, "a recursive module");
            }
            return;
        }
        for binding in bindings {
            self.module_binding(binding);
        }
    }

    fn module_binding(&mut self, binding: &ModuleBinding) {
        let name = binding.name.as_ref().map_or("_", |name| &name.text);
        self.path.push(name.to_owned());
        let module = self.bound_module(binding);
        self.path.pop();
        // An unknown module is there with nothing in it, so that only its parts are unbound.
        let module = module.unwrap_or_else(|| Module::Structure(Scope::default().into()));
        self.scope.modules.push(name, module, Export::Yes);
    }

    fn bound_module(&mut self, binding: &ModuleBinding) -> Option<Module> {
        let Some(body) = &binding.body else {
            let Some(ty) = &binding.ty else { return None };
            return self.opaque_module(ty);
        };
        if binding.params.is_empty() {
            let module = self.module_expr(body)?;
            return match &binding.ty {
                Some(ty) => self.seal(&module, ty, body.span),
                None => Some(module),
            };
        }
        self.functor(&binding.params, binding.ty.clone(), body.clone())
    }

    /// A functor. The user's are elaborated once with opaque arguments, which finds mistakes even
    /// if they are never applied, and makes their functions known.
    fn functor(
        &mut self,
        params: &[FunctorParam],
        ty: Option<ModuleType>,
        body: ModuleExpr,
    ) -> Option<Module> {
        let functor = Functor { params: params.to_vec(), ty, body, scope: self.scope.clone() };
        if self.origin == Origin::User {
            let outer = std::mem::take(&mut self.defs);
            self.elaborate_abstractly(&functor);
            let defs = std::mem::replace(&mut self.defs, outer);
            self.functor_defs.extend(defs);
        }
        Some(Module::Functor(functor.into()))
    }

    fn elaborate_abstractly(&mut self, functor: &Functor) {
        let mark = self.scope.mark();
        for param in &functor.params {
            let (Some(name), Some(ty)) = (&param.name, &param.ty) else { continue };
            // What an operation of a parameter is called does not depend on the functor, unless
            // another functor has a parameter of that name: each is an alphabet of its own.
            let mut full = vec![name.text.clone()];
            if !self.params.insert(name.text.clone()) {
                full.splice(0..0, self.path.iter().cloned());
            }
            let path = std::mem::replace(&mut self.path, full);
            let module = self.opaque_module(ty);
            self.path = path;
            if let Some(module) = module {
                self.scope.modules.push(&name.text, module, Export::No);
            }
        }
        if let Some(module) = self.module_expr(&functor.body)
            && let Some(ty) = &functor.ty
        {
            self.seal(&module, ty, functor.body.span);
        }
        self.scope.take(mark);
    }

    pub(super) fn module_expr(&mut self, module: &ModuleExpr) -> Option<Module> {
        if self.patience.is_over() {
            return None;
        }
        match &module.kind {
            ModuleExprKind::Path(path) => self.module(path),
            ModuleExprKind::Structure(items) => {
                let mark = self.scope.mark();
                self.items(items);
                Some(Module::Structure(self.scope.take(mark).into()))
            }
            ModuleExprKind::Functor(params, body) => self.functor(params, None, (**body).clone()),
            ModuleExprKind::Apply(functor, argument) => {
                let functor = self.module_expr(functor)?;
                self.application_of(&functor, argument.as_deref(), module.span)
            }
            ModuleExprKind::Typed(inner, ty) => {
                let inner_module = self.module_expr(inner)?;
                self.seal(&inner_module, ty, inner.span)
            }
            ModuleExprKind::Unsupported(what) => {
                self.unsupported(module.span, what);
                None
            }
        }
    }

    fn application_of(
        &mut self,
        functor: &Module,
        argument: Option<&ModuleExpr>,
        span: Span,
    ) -> Option<Module> {
        let Module::Functor(functor) = functor else {
            self.error("ML013", span, "this module is not a functor and cannot be applied");
            return None;
        };
        self.applications += 1;
        if self.applications > MAX_APPLICATIONS {
            self.error("ML014", span, "too many functor applications");
            return None;
        }
        let argument = match argument {
            Some(argument) => Some((self.module_expr(argument)?, argument.span)),
            None => None,
        };
        let outer = std::mem::replace(&mut self.scope, functor.scope.clone());
        let result = self.elaborate_application(functor, argument, span);
        self.scope = outer;
        result
    }

    /// Elaborates a functor in its own scope, its first parameter bound to the argument.
    fn elaborate_application(
        &mut self,
        functor: &Functor,
        argument: Option<(Module, Span)>,
        span: Span,
    ) -> Option<Module> {
        let (param, rest) = functor.params.split_first()?;
        match (&param.ty, argument) {
            (Some(ty), Some((module, place))) => {
                let view = self.view(&module, ty, place)?;
                if let Some(Ident { text, .. }) = &param.name {
                    self.scope.modules.push(text, view, Export::No);
                }
            }
            (None, _) => {}
            (Some(_), None) => {
                self.error("ML013", span, "this functor takes a module");
                return None;
            }
        }
        if !rest.is_empty() {
            return Some(Module::Functor(
                Functor {
                    params: rest.to_vec(),
                    ty: functor.ty.clone(),
                    body: functor.body.clone(),
                    scope: self.scope.clone(),
                }
                .into(),
            ));
        }
        let module = self.module_expr(&functor.body)?;
        match &functor.ty {
            Some(ty) => self.seal(&module, ty, functor.body.span),
            None => Some(module),
        }
    }

    pub(super) fn module_type_item(&mut self, name: &Ident, body: Option<&ModuleType>) {
        let scope = self.scope.clone();
        let signature = Signature { body: body.cloned(), scope, span: name.span };
        self.scope.module_types.push(&name.text, signature.into(), Export::Yes);
    }
}
