//! Which definitions have something to cut.

use super::check_of;
use crate::local::CheckKind;
use crate::prim::Prim;
use crate::resolved::{Def, Expr, ExprKind};

/// Whether a definition has a loop, or a local function with a contract.
pub(super) fn is_wanted(expr: &Expr) -> bool {
    let mut todo = vec![expr];
    while let Some(expr) = todo.pop() {
        match &expr.kind {
            ExprKind::While(..) | ExprKind::For(..) | ExprKind::Prim(Prim::Stands, _) => {
                return true;
            }
            _ => todo.extend(children(expr)),
        }
    }
    false
}

/// Whether all loops of a definition come to an end, and no local function is called by a contract, which does not
/// say that its calls end.
pub(super) fn ends(expr: &Expr) -> bool {
    let mut todo = vec![expr];
    while let Some(expr) = todo.pop() {
        match &expr.kind {
            ExprKind::While(_, body, _) if !has_variant(body) => return false,
            ExprKind::Prim(Prim::Stands, _) => return false,
            _ => todo.extend(children(expr)),
        }
    }
    true
}

/// Whether a variant is checked around the body of a loop.
fn has_variant(body: &Expr) -> bool {
    let ExprKind::Match(_, cases, _) = &body.kind else { return false };
    let [case] = cases.as_slice() else { return false };
    let ExprKind::Seq(parts) = &case.body.kind else { return false };
    let first = parts.first().and_then(check_of);
    first.is_some_and(|(kind, _)| kind == CheckKind::Variant)
}

/// The unknown arguments of a function with a contract inside.
pub(super) fn stood_for(expr: &Expr) -> Option<&Expr> {
    let mut body = expr;
    while let ExprKind::Fun(_, inner) = &body.kind {
        body = inner;
    }
    let ExprKind::Apply(function, args) = &body.kind else { return None };
    match (&function.kind, args.as_slice()) {
        (ExprKind::Prim(Prim::Stands, _), [_, _, call]) => Some(call),
        _ => None,
    }
}

/// The values of such arguments.
pub(super) fn arguments(like: &Expr) -> Vec<&Expr> {
    let ExprKind::Seq(parts) = &like.kind else { return Vec::new() };
    let args = parts.iter().map(|part| match &part.kind {
        ExprKind::Apply(_, args) => args.last(),
        _ => None,
    });
    args.flatten().collect()
}

/// The parts of an expression.
pub(super) fn children(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Var(_)
        | ExprKind::Const(_)
        | ExprKind::Prim(..)
        | ExprKind::Opaque(_)
        | ExprKind::Unsupported(_) => Vec::new(),
        ExprKind::Tag(_, arg) => arg.as_deref().into_iter().collect(),
        ExprKind::Ctor(_, parts)
        | ExprKind::Tuple(parts)
        | ExprKind::Array(parts)
        | ExprKind::Record(_, parts)
        | ExprKind::Seq(parts) => parts.iter().collect(),
        ExprKind::Update(_, base, changes) => {
            std::iter::once(&**base).chain(changes.iter().map(|(_, value)| value)).collect()
        }
        ExprKind::Field(_, _, of)
        | ExprKind::Assert(of)
        | ExprKind::Lazy(of)
        | ExprKind::Fun(_, of) => vec![&**of],
        ExprKind::SetField(_, _, record, value) => vec![&**record, &**value],
        ExprKind::Apply(function, args) => std::iter::once(&**function).chain(args).collect(),
        ExprKind::Logic(_, left, right) => vec![&**left, &**right],
        ExprKind::Let(defs, body) => defs.iter().flat_map(of_def).chain([&**body]).collect(),
        ExprKind::Match(subject, cases, handlers) => {
            let cases = cases.iter().chain(handlers);
            let cases = cases.flat_map(|case| case.guard.iter().chain([&case.body]));
            std::iter::once(&**subject).chain(cases).collect()
        }
        ExprKind::Try(body, cases) => {
            let cases = cases.iter().flat_map(|case| case.guard.iter().chain([&case.body]));
            std::iter::once(&**body).chain(cases).collect()
        }
        ExprKind::If(cond, yes, no) => [&**cond, &**yes].into_iter().chain(no.as_deref()).collect(),
        ExprKind::While(cond, body, head) => [&**cond, &**body].into_iter().chain(head).collect(),
        ExprKind::For(_, from, _, to, body, head) => {
            [&**from, &**to, &**body].into_iter().chain(head).collect()
        }
    }
}

fn of_def(def: &Def) -> Vec<&Expr> {
    match def {
        Def::Value(_, expr) | Def::Late(_, expr) | Def::Eval(expr) => vec![expr],
        Def::Rec(all) => all.iter().map(|(_, expr)| expr).collect(),
    }
}
