//! Right-to-left evaluation.
//!
//! The core calculus computes operands from left to right. Where that could make a difference,
//! operands are given names, the last one first.

use lang_core::ExprId;

use super::Lower;
use crate::resolved::{Expr, ExprKind};

impl<'i> Lower<'_, 'i> {
    /// Lowers operands so that the last one is computed first, and hands them to `build`.
    pub(super) fn ordered(
        &mut self,
        operands: &[&'i Expr],
        build: impl FnOnce(&mut Self, Vec<ExprId>) -> ExprId,
    ) -> ExprId {
        let working: Vec<bool> = operands.iter().map(|operand| !is_plain(operand)).collect();
        let first = working.iter().position(|works| *works);
        let (mut ids, mut named) = (Vec::new(), Vec::new());
        for (number, operand) in operands.iter().enumerate() {
            let value = self.operand(operand);
            // The first one that does something may stay: all others are done before.
            if !working[number] || Some(number) == first {
                ids.push(value);
                continue;
            }
            let var = self.builder.at(operand.span).fresh("operand");
            named.push((var, value, operand.span));
            ids.push(self.builder.var(var));
        }
        let whole = build(self, ids);
        named.into_iter().fold(whole, |whole, (var, value, span)| {
            self.builder.at(span).let_strict(var, value, whole)
        })
    }

    /// An operand. A value of a `let rec` that is no function may still be in the making: it is
    /// handed on as it is.
    fn operand(&mut self, operand: &'i Expr) -> ExprId {
        let value = self.expr(operand);
        match operand.kind {
            ExprKind::Var(var) if self.cyclic.contains(&var) => self.builder.delay(value),
            _ => value,
        }
    }
}

/// Whether computing an expression does nothing that order could change.
fn is_plain(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Var(_)
        | ExprKind::Const(_)
        | ExprKind::Prim(..)
        | ExprKind::Opaque(_)
        | ExprKind::Fun(..)
        | ExprKind::Lazy(_) => true,
        ExprKind::Ctor(_, parts) | ExprKind::Tuple(parts) => parts.iter().all(is_plain),
        ExprKind::Tag(_, arg) => arg.as_deref().is_none_or(is_plain),
        ExprKind::Array(_)
        | ExprKind::Record(..)
        | ExprKind::Update(..)
        | ExprKind::Field(..)
        | ExprKind::SetField(..)
        | ExprKind::Apply(..)
        | ExprKind::Logic(..)
        | ExprKind::Let(..)
        | ExprKind::Match(..)
        | ExprKind::Try(..)
        | ExprKind::If(..)
        | ExprKind::While(..)
        | ExprKind::For(..)
        | ExprKind::Seq(_)
        | ExprKind::Assert(_)
        | ExprKind::Unsupported(_) => false,
    }
}
