//! First-class modules: a module as a value is the tuple of its values, in the order of their names.
//!
//! Its type is known by the signature that it is seen through and by what `with` says of that. What a type of an
//! unpacked module is, is not followed: such a type fits everything. So what does not fit is not reported here.

use std::collections::BTreeMap;
use std::rc::Rc;

use source::Span;

use super::Infer;
use super::expr::value_kind;
use super::scope::{Module, Scope, Signature, Value};
use super::signature::{Constraints, Source};
use crate::ast::{self, Constraint, ModuleExpr, ModuleType, ModuleTypeKind};
use crate::resolved::{Def, Expr, ExprKind, Pattern, Var};
use crate::types::{Node, PACKAGE, Ty, TypeBody, TypeDef, TypeId};

/// A type of first-class modules. Its parameters are what `with` says of the types of the signature.
pub(super) struct Package {
    id: TypeId,
    signature: Rc<Signature>,
    /// The types that `with` mentions.
    constrained: Vec<String>,
}

/// A module that was a value: what its names mean, and the pattern that gives them their values.
struct Unpacked {
    scope: Scope,
    pattern: Pattern,
}

impl Infer<'_> {
    /// The type `(module S with type t = u)`.
    pub(super) fn package_type(&mut self, ty: &ModuleType) -> Ty {
        // Two signatures may be the same although they have different names.
        self.guess();
        let (path, constraints): (_, &[Constraint]) = match &ty.kind {
            ModuleTypeKind::Path(path) => (path, &[]),
            ModuleTypeKind::With(inner, constraints) => match &inner.kind {
                ModuleTypeKind::Path(path) => (path, constraints),
                _ => return self.types.any(),
            },
            _ => return self.types.any(),
        };
        let Some(signature) = self.signature_named(path).known() else { return self.types.any() };
        let signature = self.original(signature);
        let mut args: Vec<(String, Ty)> = Vec::new();
        for constraint in constraints {
            let Constraint::Type { path, params, body, .. } = constraint else {
                return self.types.any();
            };
            let Some(name) = path.as_plain().filter(|_| params.is_empty()) else {
                return self.types.any();
            };
            let name = name.to_owned();
            args.push((name, self.annotation(body)));
        }
        args.sort_by(|(one, _), (other, _)| one.cmp(other));
        let (constrained, args): (Vec<String>, Vec<Ty>) = args.into_iter().unzip();
        let known = self.packages.iter().find(|package| {
            Rc::ptr_eq(&package.signature, &signature) && package.constrained == constrained
        });
        let id = match known {
            Some(package) => package.id,
            None => {
                let def = TypeDef::opaque(&format!("{PACKAGE}{path})"), args.len());
                let id = self.types.define(def);
                self.packages.push(Package { id, signature, constrained });
                id
            }
        };
        self.types.named(id, args)
    }

    /// The signature that another name stands for.
    fn original(&mut self, mut signature: Rc<Signature>) -> Rc<Signature> {
        while let Some(ModuleTypeKind::Path(path)) = signature.body.as_ref().map(|body| &body.kind)
        {
            let outer = std::mem::replace(&mut self.scope, signature.scope.clone());
            let found = self.signature_named(path).known();
            self.scope = outer;
            match found {
                Some(found) => signature = found,
                None => break,
            }
        }
        signature
    }

    /// The components that a type of first-class modules shows; none if it is no such type.
    fn package_scope(&mut self, ty: Ty, source: &Source) -> Option<Scope> {
        let (_, Node::Named(id, args)) = self.types.head(ty) else { return None };
        let package = self.packages.iter().find(|package| package.id == id)?;
        let signature = Rc::clone(&package.signature);
        let constrained = package.constrained.clone();
        let body = signature.body.as_ref()?;
        if matches!(body.kind, ModuleTypeKind::Of(_)) {
            return None;
        }
        let equations = constrained.into_iter().zip(args).map(|(name, ty)| {
            let def = TypeDef { body: TypeBody::Alias(ty), ..TypeDef::opaque(&name, 0) };
            let id = self.types.define(def);
            (name, id)
        });
        let constraints = Constraints::of_types(equations.collect());
        let outer = std::mem::replace(&mut self.scope, signature.scope.clone());
        let scope = self.signature(body, source, &constraints);
        self.scope = outer;
        scope
    }

    /// `(module M : S)`
    pub(super) fn pack(
        &mut self,
        module: &ModuleExpr,
        ty: Option<&ModuleType>,
        span: Span,
        want: Ty,
    ) -> ExprKind {
        if let Some(ty) = ty {
            let ty = self.package_type(ty);
            self.expect(span, ty, want);
        }
        self.guess();
        let mark = self.scope.mark();
        let (outer, defined) = (std::mem::take(&mut self.defs), self.defined.len());
        let is_local = std::mem::replace(&mut self.is_local, true);
        let module = self.module_expr(module);
        self.is_local = is_local;
        let defs = std::mem::replace(&mut self.defs, outer);
        self.defined.truncate(defined);
        self.scope.take(mark);
        let shown = match &module {
            Module::Structure(scope) => {
                self.package_scope(want, &Source::Transparent(Rc::clone(scope), span))
            }
            Module::Functor(_) | Module::Unknown(_) => None,
        };
        let Some(shown) = shown else {
            return ExprKind::Unsupported("a first-class module".to_owned());
        };
        let mut values = BTreeMap::new();
        collect(&shown, "", &mut values);
        let values = values.into_values().map(|value| {
            let ty = self.types.instantiate(value.scheme);
            Expr::new(value_kind(value, ty), span)
        });
        let mut values: Vec<Expr> = values.collect();
        let packed = match values.len() {
            0 => ExprKind::Const(ast::Const::Int(0)),
            1 => values.remove(0).kind,
            _ => ExprKind::Tuple(values),
        };
        match defs.is_empty() {
            true => packed,
            false => ExprKind::Let(defs, Box::new(Expr::new(packed, span))),
        }
    }

    /// `(val e : S)`
    pub(super) fn unpack(&mut self, value: &ast::Expr, ty: Option<&ModuleType>) -> Module {
        let package = match ty {
            Some(ty) => self.package_type(ty),
            None => self.types.fresh(),
        };
        let value = self.expr(value, package);
        self.guess();
        match self.unpacked(package) {
            Some(Unpacked { scope, pattern }) => {
                self.defs.push(Def::Value(pattern, value));
                Module::Structure(scope.into())
            }
            None => self.unknown_part("a first-class module"),
        }
    }

    /// `(module M : S)` as a pattern.
    pub(super) fn package_pattern(
        &mut self,
        ty: Option<&ModuleType>,
        want: Ty,
    ) -> (Pattern, Module) {
        if let Some(ty) = ty {
            let package = self.package_type(ty);
            // What does not fit is not reported.
            let _ = self.types.unify(package, want);
        }
        self.guess();
        match self.unpacked(want) {
            Some(Unpacked { scope, pattern }) => (pattern, Module::Structure(scope.into())),
            None => (Pattern::Any, Module::Unknown("a first-class module".into())),
        }
    }

    fn unpacked(&mut self, package: Ty) -> Option<Unpacked> {
        let outer = std::mem::take(&mut self.promises);
        let scope = self.package_scope(package, &Source::Promised);
        let promised = std::mem::replace(&mut self.promises, outer);
        let scope = scope?;
        let depth = self.path.len();
        let named = promised.values.into_iter().map(|(path, name, var)| {
            let inner = path.get(depth..).unwrap_or_default();
            (inner.iter().map(|module| format!("{module}.")).collect::<String>() + &name, var)
        });
        let vars: BTreeMap<String, Var> = named.collect();
        let mut parts: Vec<Pattern> = vars.into_values().map(Pattern::Var).collect();
        let pattern = match parts.len() {
            0 => Pattern::Any,
            1 => parts.remove(0),
            _ => Pattern::Tuple(parts),
        };
        Some(Unpacked { scope, pattern })
    }
}

/// The values of a module and of the modules in it, by name.
fn collect(scope: &Scope, prefix: &str, values: &mut BTreeMap<String, Value>) {
    for name in scope.values.names() {
        if let Some(value) = scope.values.get(name) {
            values.insert(format!("{prefix}{name}"), *value);
        }
    }
    for name in scope.modules.names() {
        if let Some(Module::Structure(inner)) = scope.modules.get(name) {
            collect(inner, &format!("{prefix}{name}."), values);
        }
    }
}
