//! Items of structures.

use source::with_article;

use super::binding::{Generalised, defined_name};
use super::scope::{Export, Module, Value, ValueKind};
use super::{Infer, Origin};
use crate::ast::{self, Binding, Ident, Item, ItemKind, ModuleExpr, Notes, Param, PatternKind};
use crate::prim::Prim;
use crate::resolved::{Def, Defined, Expr, ExprKind, Opaque, Pattern};
use crate::trial;

/// Attributes of bindings that are specifications and not programs.
const SPEC_ATTRIBUTES: &[&str] = &["pred", "libRty", "assertRty", "axiom"];

impl Infer<'_> {
    /// Elaborates items in order; each is seen by those after it.
    pub(super) fn items(&mut self, items: &[Item]) {
        for item in items {
            if self.patience.is_over() {
                return;
            }
            self.item(item);
        }
    }

    /// Elaborates an item. What is wrong with it does not count where something in it is only known in
    /// part: the mistake may be ours.
    pub(super) fn item(&mut self, item: &Item) {
        self.type_vars.clear();
        let (errors, guesses) = (self.diagnostics.len(), self.guesses);
        self.item_kind(item);
        self.forget_equations(0);
        match self.guesses > guesses {
            true => self.diagnostics.truncate(errors),
            false => self.settled.extend(self.diagnostics.drain(errors..)),
        }
    }

    /// What stands for a function in proofs, by its contract as the program computes it. A contract may say what a program cannot, such as
    /// that a character is below a number; then there is none.
    fn stub_item(&mut self, bindings: &[Binding]) {
        let before = (self.diagnostics.len(), self.defs.len(), self.defined.len());
        let mark = self.scope.mark();
        self.value_item(false, bindings);
        if self.diagnostics.len() > before.0 {
            self.diagnostics.truncate(before.0);
            self.defs.truncate(before.1);
            self.defined.truncate(before.2);
            self.scope.take(mark);
        }
    }

    fn item_kind(&mut self, item: &Item) {
        match &item.kind {
            ItemKind::Let(false, bindings) if is_stub(bindings) => self.stub_item(bindings),
            ItemKind::Let(recursive, bindings) => self.value_item(*recursive, bindings),
            ItemKind::Eval(expr) => {
                let ignored = self.types.fresh();
                let expr = self.expr(expr, ignored);
                self.defs.push(Def::Eval(expr));
            }
            ItemKind::Val { name, ty, external, notes } => {
                self.value_without_body(name, ty, external.as_deref(), notes);
            }
            ItemKind::Types(decls) => self.type_decls(decls),
            ItemKind::Extend(path, ctors) => self.extend(path, ctors),
            ItemKind::Classes(classes) => self.classes(classes),
            ItemKind::Exception(decl) => self.exception(decl),
            ItemKind::ExceptionAlias(name, path) => {
                if let Some(ctor) = self.ctor_in_scope(path).known() {
                    self.scope.ctors.push(&name.text, ctor, Export::Yes);
                }
            }
            ItemKind::Modules(recursive, bindings) => self.module_item(*recursive, bindings),
            ItemKind::ModuleType(name, body) => self.module_type_item(name, body.as_ref()),
            ItemKind::Open(module) => self.add_module(module, Export::No),
            ItemKind::Include(module) => self.add_module(module, Export::Yes),
            ItemKind::IncludeType(ty) => {
                let message = "a signature among the items of a structure";
                self.error("ML014", ty.span, message);
            }
            ItemKind::Attribute(_) => {}
            ItemKind::Extension(attr) => {
                self.anything_after(&format!("the extension `{}`", attr.name.text));
            }
            ItemKind::Unsupported(what) => self.anything_after(&with_article(what)),
        }
    }

    /// After an item that we do not know, any name may be one that it defines.
    fn anything_after(&mut self, what: &str) {
        self.guess();
        self.scope.unknown = Some((what.into(), Export::Yes));
    }

    fn value_item(&mut self, recursive: bool, bindings: &[Binding]) {
        let is_spec = |binding: &Binding| {
            SPEC_ATTRIBUTES.iter().any(|attribute| binding.notes.has(attribute))
        };
        if bindings.iter().any(is_spec) {
            self.specs.extend(bindings.iter().cloned());
            return;
        }
        let (errors, guesses, gaps) = (self.diagnostics.len(), self.guesses, self.gaps);
        let (mut defs, variables) = self.bindings(recursive, bindings);
        self.bring(&variables, Export::Yes);
        if self.guesses > guesses || self.gaps > gaps {
            let why = self.diagnostics.get(errors).map(|error| error.message.clone());
            let why = why.filter(|_| self.guesses > guesses);
            defs =
                defs.into_iter().map(|def| self.in_part(def, bindings, why.as_deref())).collect();
        }
        self.defs.extend(defs);
        if self.origin == Origin::User {
            variables.iter().for_each(|variable| self.note_definition(variable, bindings));
        }
    }

    /// A definition in which something is only known in part. If it does not make sense to us, nothing of
    /// it is kept.
    fn in_part(&self, def: Def, bindings: &[Binding], why: Option<&str>) -> Def {
        let kept = |expr: Expr| match why {
            Some(why) => Expr::new(
                ExprKind::Unsupported(format!(
                    "a definition that does not make sense to us: {why}"
                )),
                expr.span,
            ),
            None => expr,
        };
        let quiet = bindings.iter().all(|binding| self.is_quiet(&binding.body));
        match def {
            Def::Value(pattern, expr) if quiet && !matches!(pattern, Pattern::Any) => {
                Def::Late(pattern, kept(expr))
            }
            Def::Value(pattern, expr) => Def::Value(pattern, kept(expr)),
            Def::Late(pattern, expr) => Def::Late(pattern, kept(expr)),
            Def::Rec(all) => {
                Def::Rec(all.into_iter().map(|(var, expr)| (var, kept(expr))).collect())
            }
            Def::Eval(expr) => Def::Eval(kept(expr)),
        }
    }

    /// Remembers a definition for those who look for it by name.
    fn note_definition(&mut self, variable: &Generalised, bindings: &[Binding]) {
        let own = |binding: &&Binding| {
            defined_name(binding).is_some_and(|name| name.span == variable.bound.name.span)
        };
        let binding = bindings.iter().find(own);
        self.defined.push(Defined {
            var: variable.bound.var,
            name: self.qualified(&variable.bound.name.text),
            scheme: variable.scheme,
            notes: binding.map_or_else(Notes::default, |binding| binding.notes.clone()),
            span: binding.map_or(variable.bound.name.span, |binding| binding.span),
            params: binding.map_or_else(Vec::new, param_names),
        });
    }

    /// `val` and `external`. Our library names primitives so, the user opaque values.
    fn value_without_body(
        &mut self,
        name: &Ident,
        ty: &ast::Type,
        external: Option<&str>,
        notes: &Notes,
    ) {
        let scheme = self.scheme(ty);
        let prim = external.filter(|_| self.origin == Origin::Library).and_then(Prim::named);
        let kind = match prim {
            Some(prim) => ValueKind::Prim(prim),
            None => {
                let full = self.qualified(&name.text);
                let notes = notes.clone();
                let opaque = Opaque { name: full, scheme, notes, span: name.span };
                ValueKind::Opaque(self.new_opaque(opaque))
            }
        };
        self.scope.values.push(&name.text, Value { kind, scheme }, Export::Yes);
    }

    /// `open` and `include`.
    fn add_module(&mut self, module: &ModuleExpr, export: Export) {
        match self.module_expr(module) {
            Module::Structure(scope) => self.scope.add(&scope, export),
            Module::Functor(_) => {
                self.error("ML013", module.span, "this module is a functor and has no components");
            }
            Module::Unknown(why) => self.scope.unknown = Some((why, export)),
        }
    }
}

/// The names of the parameters of a function, where they are plain.
fn param_names(binding: &Binding) -> Vec<Option<String>> {
    let mut params: Vec<&Param> = binding.params.iter().collect();
    let mut body = &binding.body;
    while let ast::ExprKind::Fun(more, _, inner) = &body.kind {
        params.extend(more);
        body = inner;
    }
    let name = |param: &&Param| match param {
        Param::Value { pattern, .. } => Some(pattern_name(pattern)),
        Param::NewTypes(_) => None,
    };
    params.iter().filter_map(name).collect()
}

fn pattern_name(pattern: &ast::Pattern) -> Option<String> {
    match &pattern.kind {
        PatternKind::Var(name) => Some(name.text.clone()),
        PatternKind::Typed(inner, _) => pattern_name(inner),
        _ => None,
    }
}

/// Whether a definition is hidden and stands for a function in proofs.
fn is_stub(bindings: &[Binding]) -> bool {
    let mut names = bindings.iter().filter_map(|binding| trial::plain_name(&binding.pattern));
    names.any(|name| trial::stub_for(name).is_some())
}
