//! Walking over expressions of OCaml without recursion.

use std::collections::BTreeSet;

use crate::ast::{Binding, Case, Expr, ExprKind, Item, ItemKind, Param, Pattern, PatternKind};

/// The expressions at and below some expression, each before those below it.
pub(super) struct Below<'a> {
    todo: Vec<&'a Expr>,
}

/// The expressions at and below one.
pub(super) fn below(expr: &Expr) -> Below<'_> {
    Below { todo: vec![expr] }
}

impl<'a> Iterator for Below<'a> {
    type Item = &'a Expr;

    fn next(&mut self) -> Option<&'a Expr> {
        let expr = self.todo.pop()?;
        self.todo.extend(parts(expr).into_iter().rev());
        Some(expr)
    }
}

/// How deep an expression is nested.
pub(super) fn depth(expr: &Expr) -> usize {
    let (mut todo, mut deepest) = (vec![(expr, 1)], 0);
    while let Some((expr, depth)) = todo.pop() {
        deepest = depth.max(deepest);
        todo.extend(parts(expr).into_iter().map(|part| (part, depth + 1)));
    }
    deepest
}

/// Whether a plain name stands anywhere in an expression as a value.
pub(super) fn uses(expr: &Expr, name: &str) -> bool {
    names(expr).contains(name)
}

/// The plain names that stand in an expression as values.
pub(super) fn names(expr: &Expr) -> BTreeSet<String> {
    let name = |expr: &Expr| match &expr.kind {
        ExprKind::Path(path) => path.as_plain().map(str::to_owned),
        _ => None,
    };
    below(expr).filter_map(name).collect()
}

/// The expressions directly below.
pub(crate) fn parts(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Path(_)
        | ExprKind::Const(_)
        | ExprKind::Ctor(_, None)
        | ExprKind::Tag(_, None)
        | ExprKind::Pack(..)
        | ExprKind::Extension(_)
        | ExprKind::Unsupported(_) => Vec::new(),
        ExprKind::Ctor(_, Some(one))
        | ExprKind::Tag(_, Some(one))
        | ExprKind::Coerce(one, ..)
        | ExprKind::Field(one, _)
        | ExprKind::Assert(one)
        | ExprKind::Lazy(one)
        | ExprKind::Typed(one, _)
        | ExprKind::Open(_, one) => vec![one],
        ExprKind::Tuple(parts)
        | ExprKind::List(parts)
        | ExprKind::Array(parts)
        | ExprKind::Seq(parts) => parts.iter().collect(),
        ExprKind::SetField(a, _, b) | ExprKind::Index(_, a, b) | ExprKind::Logic(_, a, b) => {
            vec![a, b]
        }
        ExprKind::While(cond, body, notes) => notes.head.iter().chain([&**cond, &**body]).collect(),
        ExprKind::SetIndex(_, a, b, c) => vec![a, b, c],
        ExprKind::Record { fields, base } => {
            base.as_deref().into_iter().chain(fields.iter().map(|(_, value)| value)).collect()
        }
        ExprKind::Apply(function, args) => {
            std::iter::once(&**function).chain(args.iter().map(|(_, arg)| arg)).collect()
        }
        ExprKind::Fun(params, _, body) => defaults(params).chain([&**body]).collect(),
        ExprKind::Function(cases) => of_cases(cases).collect(),
        ExprKind::Let { bindings, body, .. } => {
            bindings.iter().flat_map(of_binding).chain([&**body]).collect()
        }
        ExprKind::LetItem(item, body) => of_item(item).into_iter().chain([&**body]).collect(),
        ExprKind::Match(subject, cases) | ExprKind::Try(subject, cases) => {
            std::iter::once(&**subject).chain(of_cases(cases)).collect()
        }
        ExprKind::If(cond, yes, no) => [&**cond, &**yes].into_iter().chain(no.as_deref()).collect(),
        ExprKind::For { from, to, body, notes, .. } => {
            [&**from, &**to].into_iter().chain(&notes.head).chain([&**body]).collect()
        }
    }
}

fn defaults(params: &[Param]) -> impl Iterator<Item = &Expr> {
    params.iter().filter_map(|param| match param {
        Param::Value { default, .. } => default.as_deref(),
        Param::NewTypes(_) => None,
    })
}

fn of_cases(cases: &[Case]) -> impl Iterator<Item = &Expr> {
    cases.iter().flat_map(|case| case.guard.iter().chain([&case.body]))
}

/// The expressions of a definition: what parameters are when they are not given, and the body.
pub(super) fn of_binding(binding: &Binding) -> impl Iterator<Item = &Expr> {
    defaults(&binding.params).chain([&binding.body])
}

/// The expressions that stand in an item itself, not in modules inside it.
pub(super) fn of_item(item: &Item) -> Vec<&Expr> {
    match &item.kind {
        ItemKind::Let(_, bindings) => bindings.iter().flat_map(of_binding).collect(),
        ItemKind::Eval(expr) => vec![expr],
        ItemKind::Val { .. }
        | ItemKind::Types(_)
        | ItemKind::Extend(..)
        | ItemKind::Classes(_)
        | ItemKind::Exception(_)
        | ItemKind::ExceptionAlias(..)
        | ItemKind::Modules(..)
        | ItemKind::ModuleType(..)
        | ItemKind::Open(_)
        | ItemKind::Include(_)
        | ItemKind::IncludeType(_)
        | ItemKind::Attribute(_)
        | ItemKind::Extension(_)
        | ItemKind::Unsupported(_) => Vec::new(),
    }
}

/// The name that a pattern binds, if it is a name, perhaps with a type.
pub(super) fn name_of(pattern: &Pattern) -> Option<&crate::ast::Ident> {
    match &pattern.kind {
        PatternKind::Var(name) => Some(name),
        PatternKind::Typed(inner, _) => match &inner.kind {
            PatternKind::Var(name) => Some(name),
            _ => None,
        },
        _ => None,
    }
}

impl Item {
    /// The names that a `let` defines.
    pub fn defined_names(&self) -> impl Iterator<Item = &str> {
        let bindings = match &self.kind {
            ItemKind::Let(_, bindings) => bindings.as_slice(),
            _ => &[],
        };
        bindings.iter().filter_map(|binding| Some(name_of(&binding.pattern)?.text.as_str()))
    }

    /// The plain names that stand in it as values.
    #[must_use]
    pub fn used_names(&self) -> BTreeSet<String> {
        of_item(self).into_iter().flat_map(names).collect()
    }
}
