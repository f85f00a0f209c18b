//! Modules and functors.

use std::rc::Rc;

use source::{Span, with_article};

use super::lookup::Found;
use super::scope::{Export, Functor, Module, Scope, Signature};
use super::{Infer, Origin};
use crate::ast::{FunctorParam, Ident, ModuleBinding, ModuleExpr, ModuleExprKind, ModuleType};

/// How many functor applications one program may make: some programs make exponentially many.
const MAX_APPLICATIONS: usize = 10_000;

impl Infer<'_> {
    pub(super) fn module_item(&mut self, recursive: bool, bindings: &[ModuleBinding]) {
        if recursive {
            return self.recursive_modules(bindings);
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
        self.scope.modules.push(name, module, Export::Yes);
    }

    fn bound_module(&mut self, binding: &ModuleBinding) -> Module {
        let Some(body) = &binding.body else {
            return match &binding.ty {
                Some(ty) => self.opaque_module(ty),
                None => self.unknown_part("a module without a definition"),
            };
        };
        if !binding.params.is_empty() {
            return self.functor(&binding.params, binding.ty.clone(), body.clone());
        }
        let module = self.module_expr(body);
        match &binding.ty {
            Some(ty) => self.seal(&module, ty, body.span),
            None => module,
        }
    }

    /// A module of which we know nothing but what it is.
    pub(super) fn unknown_part(&mut self, what: &str) -> Module {
        self.guess();
        Module::Unknown(what.into())
    }

    /// A functor. The user's are elaborated once with opaque arguments, which finds mistakes even
    /// if they are never applied, and makes their functions known.
    fn functor(
        &mut self,
        params: &[FunctorParam],
        ty: Option<ModuleType>,
        body: ModuleExpr,
    ) -> Module {
        let library = self.origin == Origin::Library;
        let scope = self.scope.clone();
        let functor = Functor { params: params.to_vec(), ty, body, scope, library };
        if self.origin == Origin::User {
            let outer = std::mem::take(&mut self.defs);
            self.elaborate_abstractly(&functor);
            let defs = std::mem::replace(&mut self.defs, outer);
            self.functor_defs.extend(defs);
        }
        Module::Functor(functor.into())
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
            self.scope.modules.push(&name.text, module, Export::No);
        }
        let module = self.module_expr(&functor.body);
        if let Some(ty) = &functor.ty {
            self.seal(&module, ty, functor.body.span);
        }
        self.scope.take(mark);
    }

    pub(super) fn module_expr(&mut self, module: &ModuleExpr) -> Module {
        if self.patience.is_over() {
            return Module::Unknown("".into());
        }
        match &module.kind {
            ModuleExprKind::Path(path) => match self.module(path) {
                Found::Known(module) => module,
                Found::Unknown(why) => Module::Unknown(why),
                Found::Wrong => Module::Unknown(format!("the unbound module `{path}`").into()),
            },
            ModuleExprKind::Structure(items) => {
                let mark = self.scope.mark();
                self.items(items);
                let library = self.origin == Origin::Library;
                Module::Structure(Scope { library, ..self.scope.take(mark) }.into())
            }
            ModuleExprKind::Functor(params, body) => self.functor(params, None, (**body).clone()),
            ModuleExprKind::Apply(functor, argument) => {
                let functor = self.module_expr(functor);
                self.application_of(&functor, argument.as_deref(), module.span)
            }
            ModuleExprKind::Typed(inner, ty) => {
                let inner_module = self.module_expr(inner);
                self.seal(&inner_module, ty, inner.span)
            }
            ModuleExprKind::Unpack(value, ty) => self.unpack(value, ty.as_ref()),
            ModuleExprKind::Unsupported(what) => self.unknown_part(&with_article(what)),
        }
    }

    fn application_of(
        &mut self,
        functor: &Module,
        argument: Option<&ModuleExpr>,
        span: Span,
    ) -> Module {
        let functor = match functor {
            Module::Functor(functor) => functor,
            Module::Unknown(why) => {
                if let Some(argument) = argument {
                    self.module_expr(argument);
                }
                return Module::Unknown(Rc::clone(why));
            }
            Module::Structure(_) => {
                self.error("ML013", span, "this module is not a functor and cannot be applied");
                return Module::Unknown("a module that is not a functor".into());
            }
        };
        self.applications += 1;
        if self.applications > MAX_APPLICATIONS {
            self.error("ML014", span, "too many functor applications");
            return Module::Unknown("one functor application too many".into());
        }
        let argument = argument.map(|argument| (self.module_expr(argument), argument.span));
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
    ) -> Module {
        let (param, rest) = functor.params.split_first().expect("a functor has a parameter");
        match (&param.ty, argument) {
            (Some(ty), Some((module, place))) => {
                let view = self.view(&module, ty, place);
                if let Some(Ident { text, .. }) = &param.name {
                    self.scope.modules.push(text, view, Export::No);
                }
            }
            (None, _) => {}
            (Some(_), None) => {
                self.error("ML013", span, "this functor takes a module");
                return Module::Unknown("a functor without its argument".into());
            }
        }
        if !rest.is_empty() {
            let (ty, body) = (functor.ty.clone(), functor.body.clone());
            let (params, scope) = (rest.to_vec(), self.scope.clone());
            let functor = Functor { params, ty, body, scope, library: functor.library };
            return Module::Functor(functor.into());
        }
        let module = self.module_expr(&functor.body);
        let module = match &functor.ty {
            Some(ty) => self.seal(&module, ty, functor.body.span),
            None => module,
        };
        match module {
            Module::Structure(scope) if functor.library => {
                Module::Structure(Scope { library: true, ..(*scope).clone() }.into())
            }
            other => other,
        }
    }

    pub(super) fn module_type_item(&mut self, name: &Ident, body: Option<&ModuleType>) {
        let scope = self.scope.clone();
        let signature = Signature { body: body.cloned(), scope };
        self.scope.module_types.push(&name.text, signature.into(), Export::Yes);
    }
}
