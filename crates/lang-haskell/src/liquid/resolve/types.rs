//! Refined types beside GHC's types.

use std::rc::Rc;

use source::{Diagnostic, counted};

use super::abstracts::{self, Given};
use super::{Binding, Resolver, Resolving, Scope, unqualified};
use crate::core::{Type, TypeKind as DeclKind};
use crate::liquid::ast::{self, Arg, TypeKind};
use crate::liquid::logic::{Inside, Pred, Refined, Stated};
use crate::liquid::parse::ANONYMOUS;
use crate::types;

/// How often an alias may be expanded within others.
const MAX_EXPANDED: u32 = 50;

/// Why a type with abstract refinements is not understood.
pub(super) const ABSTRACT: &str = "this abstract refinement is not supported";

/// Why a type with bounds on abstract refinements is understood in part.
const BOUNDS: &str = "bounds of abstract refinements are not supported";

impl Resolver<'_> {
    /// What a refined type requires of values of a type.
    pub(super) fn refined(
        &mut self,
        written: &ast::Type,
        ty: &Type,
        scope: &Scope,
    ) -> Resolving<Refined> {
        self.refined_in(written, ty, scope, 0)
    }

    fn refined_in(
        &mut self,
        written: &ast::Type,
        ty: &Type,
        scope: &Scope,
        expanded: u32,
    ) -> Resolving<Refined> {
        match &written.kind {
            TypeKind::Hole => Ok(self.plain(ty)),
            TypeKind::Var(name) => match scope.0.get(&name.text).cloned() {
                Some(Binding::Type(inner, around)) => {
                    self.refined_in(&inner, ty, &around, expanded)
                }
                Some(Binding::Value(_)) => Err(self.mismatch(written, ty)),
                None => {
                    self.type_variables.entry(name.text.clone()).or_insert_with(|| ty.clone());
                    Ok(self.plain(ty))
                }
            },
            TypeKind::Con(name, args) => self.constructor(written, name, args, ty, scope, expanded),
            TypeKind::List(of) => {
                self.arguments(written, "[]", std::slice::from_ref(&**of), ty, scope, expanded)
            }
            TypeKind::Tuple(parts) => {
                let name = format!("({})", ",".repeat(parts.len().saturating_sub(1)));
                self.arguments(written, &name, parts, ty, scope, expanded)
            }
            TypeKind::Fun(binder, param, result) => {
                let (from, to) = match self.as_function(ty) {
                    Some(parts) => parts,
                    None => return Err(self.mismatch(written, ty)),
                };
                let arg = self.refined_in(param, &from, scope, expanded)?;
                let mut inner = scope.clone();
                for name in [inner_binder(param), binder.as_ref()].into_iter().flatten() {
                    self.specs.locals[arg.var.0 as usize].clone_from(&name.text);
                    inner = inner.with(&name.text, Pred::Var(arg.var));
                }
                let result = self.refined_in(result, &to, &inner, expanded)?;
                let inside = Inside::Function(Box::new(arg), Box::new(result));
                Ok(Refined { inside, ..self.plain(ty) })
            }
            TypeKind::Refined(binder, base, pred) => {
                let mut refined = self.refined_in(base, ty, scope, expanded)?;
                self.name_value(&refined, &binder.text);
                let value = Pred::Var(refined.var);
                let mut scope = scope.with(&binder.text, value.clone());
                if binder.text == ANONYMOUS && scope.value("v").is_none() {
                    scope = scope.with("v", value);
                }
                self.state(&mut refined, pred, &scope)?;
                Ok(refined)
            }
            TypeKind::Prop(pred) => {
                let mut refined = self.plain(ty);
                self.state(&mut refined, pred, scope)?;
                Ok(refined)
            }
            TypeKind::Context(constraints, body) => {
                let open: Vec<String> = self.open.iter().map(|(name, _)| name.clone()).collect();
                if let Some(bound) = abstracts::bounds(constraints, &open) {
                    self.partly.get_or_insert((BOUNDS.to_owned(), bound.span));
                }
                let ty = without_context(ty);
                self.refined_in(body, &ty, scope, expanded)
            }
            TypeKind::ForAll(_, body) => {
                let ty = without_context(ty);
                self.refined_in(body, &ty, scope, expanded)
            }
            TypeKind::ForAllAbstract(_, params, body) => {
                self.for_all_refinements(params, written, body, ty, scope, expanded)
            }
            TypeKind::Bounded(_, body) => {
                self.partly.get_or_insert((BOUNDS.to_owned(), written.span));
                let ty = without_context(ty);
                self.refined_in(body, &ty, scope, expanded)
            }
            TypeKind::Abstract(of, _, refinements) => {
                let mut refined = self.refined_in(of, ty, scope, expanded)?;
                let given = match refinements {
                    Some(refinements) => self.given(refinements, scope)?,
                    None => None,
                };
                let Some(given) = given else {
                    self.not_supported(ABSTRACT, written);
                    return Ok(refined);
                };
                if let Some(pred) = self.abstract_pred(written, ty, &given, refined.var)? {
                    let span = self.site.unwrap_or(written.span);
                    refined.preds.push(Stated { pred, span });
                }
                Ok(refined)
            }
            TypeKind::Apply(..) => Ok(self.plain(ty)),
        }
    }

    /// `forall <p :: …>. t`: nothing is required where other functions call, and for the function itself the
    /// refinement is any that there is.
    fn for_all_refinements(
        &mut self,
        params: &[ast::RefinementParam],
        written: &ast::Type,
        body: &ast::Type,
        ty: &Type,
        scope: &Scope,
        expanded: u32,
    ) -> Resolving<Refined> {
        if params.is_empty() {
            self.not_supported(ABSTRACT, written);
        }
        self.has_refinement_params = true;
        let before = self.open.len();
        let more = match self.universally {
            true => self.open_all_but(params),
            false => params.iter().map(|param| (param.name.text.clone(), Given::True)).collect(),
        };
        self.open.extend(more);
        let ty = without_context(ty);
        let refined = self.refined_in(body, &ty, scope, expanded);
        self.open.truncate(before);
        refined
    }

    fn state(&mut self, refined: &mut Refined, pred: &ast::Expr, scope: &Scope) -> Resolving<()> {
        let span = self.site.unwrap_or(pred.span);
        let stated = Stated { pred: self.pred(pred, scope)?, span };
        if stated.pred != Pred::Bool(true) {
            refined.preds.push(stated);
        }
        Ok(())
    }

    fn name_value(&mut self, refined: &Refined, name: &str) {
        self.specs.locals[refined.var.0 as usize] = name.to_owned();
    }

    pub(super) fn not_supported(&mut self, why: &str, written: &ast::Type) {
        self.unsupported.get_or_insert((why.to_owned(), written.span));
    }

    /// A type without requirements.
    pub(super) fn plain(&mut self, ty: &Type) -> Refined {
        let var = self.local("v");
        self.local_types.insert(var, ty.clone());
        Refined { var, ty: ty.clone(), preds: Vec::new(), inside: Inside::Nothing }
    }

    fn mismatch(&mut self, written: &ast::Type, ty: &Type) -> syntax::Reported {
        let message = "this does not fit the type of the program";
        let label = format!("GHC says `{}`", types::show(ty));
        let span = self.site.unwrap_or(written.span);
        self.report(Diagnostic::error(message).at(span, label))
    }

    /// An alias, or a type constructor of the program.
    fn constructor(
        &mut self,
        written: &ast::Type,
        name: &ast::Ident,
        args: &[Arg],
        ty: &Type,
        scope: &Scope,
        expanded: u32,
    ) -> Resolving<Refined> {
        if let Some(Binding::Type(inner, around)) = scope.0.get(&name.text).cloned() {
            return self.refined_in(&inner, ty, &around, expanded);
        }
        if self.misread.contains(&name.text) {
            return Err(self.misunderstood(name));
        }
        if let Some(alias) = self.types.get(&name.text).cloned() {
            let inner = self.alias_scope(&alias.params, args, name, scope)?;
            if expanded == MAX_EXPANDED {
                let error =
                    Diagnostic::error(format!("the alias `{}` stands for itself", name.text));
                return Err(self.report(error.at(alias.name.span, "")));
            }
            let site = self.site;
            if alias.name.span.file == self.prelude {
                self.site = site.or(Some(written.span));
            }
            let refined = self.refined_in(&alias.body, ty, &inner, expanded + 1);
            self.site = site;
            return refined;
        }
        let mut parts = Vec::new();
        for arg in args {
            match arg {
                Arg::Type(ty) => parts.push(ty.clone()),
                Arg::Value(value) => {
                    let message = format!("`{}` is not an alias, and takes no values", name.text);
                    let error = Diagnostic::error(message).at(value.span, "");
                    let known: Vec<String> = self.sorted_aliases();
                    let error = super::with_suggestion(error, &name.text, known.into_iter());
                    return Err(self.report(error));
                }
            }
        }
        self.arguments(written, &name.text, &parts, ty, scope, expanded)
    }

    /// Reports the use of a name whose own annotation is not understood.
    pub(super) fn misunderstood(&mut self, name: &ast::Ident) -> syntax::Reported {
        let message = format!("the annotation of `{}` is not understood", name.text);
        self.report(Diagnostic::error(message).at(name.span, ""))
    }

    fn sorted_aliases(&self) -> Vec<String> {
        let mut known: Vec<String> = self.types.keys().cloned().collect();
        known.sort();
        known
    }

    /// What the parameters of an alias mean inside of it.
    pub(super) fn alias_scope(
        &mut self,
        params: &[ast::Ident],
        args: &[Arg],
        name: &ast::Ident,
        scope: &Scope,
    ) -> Resolving<Scope> {
        if params.len() != args.len() {
            let message = format!(
                "`{}` takes {}, found {}",
                name.text,
                counted(params.len(), "argument"),
                args.len()
            );
            return Err(self.report(Diagnostic::error(message).at(name.span, "")));
        }
        let mut inner = Scope::default();
        for (param, arg) in params.iter().zip(args) {
            let is_type = param.text.starts_with(char::is_lowercase);
            let binding = match arg {
                Arg::Type(ty) if is_type => {
                    Binding::Type(Rc::new(ty.clone()), Rc::new(scope.clone()))
                }
                Arg::Type(ty) => {
                    let value = self.type_as_value(ty)?;
                    Binding::Value(self.pred(&value, scope)?)
                }
                Arg::Value(value) => Binding::Value(self.pred(value, scope)?),
            };
            inner.0.insert(param.text.clone(), binding);
        }
        Ok(inner)
    }

    /// A value that is written like a type: `n`, `(size xs)`.
    fn type_as_value(&mut self, ty: &ast::Type) -> Resolving<ast::Expr> {
        let kind = match &ty.kind {
            TypeKind::Var(name) => ast::ExprKind::Name(name.clone()),
            TypeKind::Con(name, args) if args.is_empty() => ast::ExprKind::Name(name.clone()),
            TypeKind::Apply(name, args) | TypeKind::Con(name, args) => {
                let mut values = Vec::new();
                for arg in args {
                    values.push(match arg {
                        Arg::Type(ty) => self.type_as_value(ty)?,
                        Arg::Value(value) => value.clone(),
                    });
                }
                ast::ExprKind::Apply(name.clone(), values)
            }
            TypeKind::Prop(pred) => return Ok(pred.clone()),
            _ => {
                let error = Diagnostic::error("expected a value, found a type").at(ty.span, "");
                return Err(self.report(error));
            }
        };
        Ok(ast::Expr { kind, span: ty.span })
    }

    /// A type constructor with refined arguments.
    fn arguments(
        &mut self,
        written: &ast::Type,
        name: &str,
        parts: &[ast::Type],
        ty: &Type,
        scope: &Scope,
        expanded: u32,
    ) -> Resolving<Refined> {
        let Some(args) = self.as_constructor(ty, name, parts.len()) else {
            return match self.is_same_synonym(name, ty) {
                true => Ok(self.plain(ty)),
                false => Err(self.mismatch(written, ty)),
            };
        };
        let mut refined = Vec::new();
        for (part, arg) in parts.iter().zip(&args) {
            refined.push(self.refined_in(part, arg, scope, expanded)?);
        }
        let inside = match refined.iter().all(Refined::is_plain) {
            true => Inside::Nothing,
            false => Inside::Args(refined),
        };
        Ok(Refined { inside, ..self.plain(ty) })
    }

    /// The arguments of a type if it is this constructor, seen through synonyms.
    fn as_constructor(&self, ty: &Type, name: &str, arity: usize) -> Option<Vec<Type>> {
        let mut ty = ty.clone();
        loop {
            let Type::Con(known, args) = &ty else { return None };
            if known.occ == unqualified(name) && args.len() == arity {
                return Some(args.clone());
            }
            ty = self.without_synonym(&ty)?;
        }
    }

    /// Whether a synonym of the program stands for a type.
    fn is_same_synonym(&self, name: &str, ty: &Type) -> bool {
        if name == "String" {
            let mut ty = Some(ty.clone());
            while let Some(inner) = ty {
                if matches!(&inner, Type::Con(known, _) if known.occ == "[]") {
                    return true;
                }
                ty = self.without_synonym(&inner);
            }
            return false;
        }
        let decl = self.type_named(name);
        decl.is_some_and(|decl| matches!(decl.kind, DeclKind::Synonym(_)))
    }

    /// The type behind a synonym.
    fn without_synonym(&self, ty: &Type) -> Option<Type> {
        let Type::Con(name, args) = ty else { return None };
        let decl = self.linked.type_decl(name)?;
        let DeclKind::Synonym(inner) = &decl.kind else { return None };
        if args.len() != decl.params.len() {
            return None;
        }
        let by = decl.params.iter().cloned().zip(args.iter().cloned()).collect();
        Some(types::substitute(inner, &by))
    }

    /// Parameter and result of a function type, seen through synonyms.
    fn as_function(&self, ty: &Type) -> Option<(Type, Type)> {
        let mut ty = without_context(ty);
        loop {
            if let Type::Fun(from, to) = ty {
                return Some((*from, *to));
            }
            ty = self.without_synonym(&ty)?;
        }
    }

    /// Parameter and result of a refined function.
    pub(super) fn arrow(&mut self, refined: &Refined) -> Option<(Refined, Refined)> {
        if let Inside::Function(param, result) = &refined.inside {
            return Some(((**param).clone(), (**result).clone()));
        }
        let (from, to) = self.as_function(&refined.ty)?;
        Some((self.plain(&from), self.plain(&to)))
    }
}

/// The name of `{x:t | p}`, which what follows the arrow may use.
fn inner_binder(ty: &ast::Type) -> Option<&ast::Ident> {
    match &ty.kind {
        TypeKind::Refined(binder, ..) => Some(binder),
        _ => None,
    }
}

fn without_context(ty: &Type) -> Type {
    match ty {
        Type::ForAll(_, body) | Type::Qualified(_, body) => without_context(body),
        _ => ty.clone(),
    }
}
