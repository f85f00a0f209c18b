//! The expressions directly below one, to be changed.

use crate::ast::{Binding, Case, Expr, ExprKind, Item, ItemKind, Param};

/// The expressions directly below.
pub(super) fn parts(expr: &mut Expr) -> Vec<&mut Expr> {
    match &mut expr.kind {
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
        | ExprKind::Seq(parts) => parts.iter_mut().collect(),
        ExprKind::SetField(a, _, b)
        | ExprKind::Index(_, a, b)
        | ExprKind::Logic(_, a, b)
        | ExprKind::While(a, b, _) => vec![a, b],
        ExprKind::SetIndex(_, a, b, c) => vec![a, b, c],
        ExprKind::Record { fields, base } => {
            let fields = fields.iter_mut().map(|(_, value)| value);
            base.as_deref_mut().into_iter().chain(fields).collect()
        }
        ExprKind::Apply(function, args) => {
            let args = args.iter_mut().map(|(_, arg)| arg);
            std::iter::once(&mut **function).chain(args).collect()
        }
        ExprKind::Fun(params, _, body) => defaults(params).chain([&mut **body]).collect(),
        ExprKind::Function(cases) => of_cases(cases).collect(),
        ExprKind::Let { bindings, body, .. } => {
            bindings.iter_mut().flat_map(of_binding).chain([&mut **body]).collect()
        }
        ExprKind::LetItem(item, body) => of_item(item).into_iter().chain([&mut **body]).collect(),
        ExprKind::Match(subject, cases) | ExprKind::Try(subject, cases) => {
            std::iter::once(&mut **subject).chain(of_cases(cases)).collect()
        }
        ExprKind::If(cond, yes, no) => {
            [&mut **cond, &mut **yes].into_iter().chain(no.as_deref_mut()).collect()
        }
        ExprKind::For { from, to, body, .. } => vec![from, to, body],
    }
}

/// The expressions of a definition: what parameters are when they are not given, and the body.
pub(super) fn of_binding(binding: &mut Binding) -> Vec<&mut Expr> {
    defaults(&mut binding.params).chain([&mut binding.body]).collect()
}

fn defaults(params: &mut [Param]) -> impl Iterator<Item = &mut Expr> {
    params.iter_mut().filter_map(|param| match param {
        Param::Value { default, .. } => default.as_deref_mut(),
        Param::NewTypes(_) => None,
    })
}

fn of_cases(cases: &mut [Case]) -> impl Iterator<Item = &mut Expr> {
    cases.iter_mut().flat_map(|case| case.guard.iter_mut().chain([&mut case.body]))
}

/// The expressions that stand in an item itself, not in modules inside it.
fn of_item(item: &mut Item) -> Vec<&mut Expr> {
    match &mut item.kind {
        ItemKind::Let(_, bindings) => bindings.iter_mut().flat_map(of_binding).collect(),
        ItemKind::Eval(expr) => vec![expr],
        _ => Vec::new(),
    }
}
