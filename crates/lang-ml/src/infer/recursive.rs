//! Recursive modules.
//!
//! Their signatures say what they offer before they are defined: each value is a variable, and each
//! type a definition, that the structures fill in. Types that a signature keeps abstract fit everything
//! until they are filled in.

use super::Infer;
use super::expr::value_kind;
use super::scope::{Export, Module, Value};
use super::signature::{Constraints, Source};
use crate::ast::ModuleBinding;
use crate::resolved::{Def, Expr, Pattern, Var};
use crate::types::{TypeBody, TypeId};

/// What the signatures of a group of modules promise, by the modules around it and its name.
#[derive(Default)]
pub(super) struct Promises {
    pub(super) types: Vec<(Vec<String>, String, TypeId)>,
    pub(super) values: Vec<(Vec<String>, String, Var)>,
}

impl Infer<'_> {
    pub(super) fn recursive_modules(&mut self, bindings: &[ModuleBinding]) {
        let outer = std::mem::take(&mut self.promises);
        for binding in bindings {
            let (Some(name), Some(ty)) = (&binding.name, &binding.ty) else { continue };
            self.path.push(name.text.clone());
            let scope = self.signature(ty, &Source::Promised, &Constraints::default());
            self.path.pop();
            let module = match scope {
                Some(scope) if !self.is_local => Module::Structure(scope.into()),
                _ => self.unknown_part("a recursive module"),
            };
            self.scope.modules.push(&name.text, module, Export::Yes);
        }
        if !self.is_local {
            bindings.iter().for_each(|binding| self.promised_module(binding));
        }
        self.promises = outer;
    }

    fn promised_module(&mut self, binding: &ModuleBinding) {
        let (Some(name), Some(ty), Some(body)) = (&binding.name, &binding.ty, &binding.body) else {
            return;
        };
        self.path.push(name.text.clone());
        let module = self.module_expr(body);
        self.keep_promises(&module, body.span);
        let module = self.view(&module, ty, body.span);
        self.path.pop();
        self.scope.modules.push(&name.text, module, Export::Yes);
    }

    /// Fills in what the signature of the present module promised.
    fn keep_promises(&mut self, module: &Module, span: source::Span) {
        let below = |path: &[String], own: &[String]| {
            path.starts_with(own).then(|| path[own.len()..].to_vec())
        };
        let types = self.promises.types.clone();
        for (path, name, id) in types {
            let Some(inner) = below(&path, &self.path) else { continue };
            let real =
                self.part_of(module, &inner).and_then(|scope| scope.types.get(&name).copied());
            let open = matches!(self.types.def(id).body, TypeBody::Alias(ty) if self.is_any(ty));
            if let (Some(super::scope::TypeEntry::Id(real)), true) = (real, open)
                && real != id
            {
                let params = self.types.def(id).params as u32;
                let args = (0..params).map(|number| self.types.param(number)).collect();
                let real = self.types.named(real, args);
                self.types.def_mut(id).body = TypeBody::Alias(real);
            }
        }
        let values = self.promises.values.clone();
        for (path, name, var) in values {
            let Some(inner) = below(&path, &self.path) else { continue };
            let real =
                self.part_of(module, &inner).and_then(|scope| scope.values.get(&name).copied());
            let kind = match real {
                Some(Value { kind, scheme }) => {
                    let ty = self.types.instantiate(scheme);
                    value_kind(Value { kind, scheme }, ty)
                }
                None => crate::resolved::ExprKind::Unsupported(format!("`{name}`")),
            };
            self.defs.push(Def::Late(Pattern::Var(var), Expr::new(kind, span)));
        }
    }

    fn is_any(&self, ty: crate::types::Ty) -> bool {
        matches!(self.types.node(ty), crate::types::Node::Any)
    }

    fn part_of(
        &self,
        module: &Module,
        path: &[String],
    ) -> Option<std::rc::Rc<super::scope::Scope>> {
        let Module::Structure(scope) = module else { return None };
        match path.split_first() {
            None => Some(std::rc::Rc::clone(scope)),
            Some((first, rest)) => self.part_of(scope.modules.get(first)?, rest),
        }
    }
}
