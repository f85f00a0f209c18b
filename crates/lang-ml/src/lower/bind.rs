//! Definitions, and patterns that cannot fail to bind.

use lang_core::{ExprId, GlobalId};

use super::{Home, Lower};
use crate::resolved::{Def, Expr, Pattern, Var};

/// The variables that a definition defines.
pub(super) fn defined(def: &Def) -> Vec<Var> {
    match def {
        Def::Value(pattern, _) | Def::Late(pattern, _) => variables(pattern),
        Def::Rec(definitions) => definitions.iter().map(|(var, _)| *var).collect(),
        Def::Eval(_) => Vec::new(),
    }
}

/// The variables of a pattern, in order and each once.
pub(super) fn variables(pattern: &Pattern) -> Vec<Var> {
    let (mut found, mut todo) = (Vec::new(), vec![pattern]);
    while let Some(pattern) = todo.pop() {
        match pattern {
            Pattern::Any | Pattern::Const(_) | Pattern::Range(..) | Pattern::Unsupported(..) => {}
            Pattern::Var(var) => found.push(*var),
            Pattern::Alias(inner, var) => {
                found.push(*var);
                todo.push(inner);
            }
            Pattern::Ctor(_, parts) | Pattern::Tuple(parts) | Pattern::Record(_, parts) => {
                todo.extend(parts.iter().rev());
            }
            Pattern::Tag(_, inner) => todo.extend(inner.as_deref()),
            Pattern::Lazy(inner) => todo.push(inner),
            Pattern::Or(alternatives) => todo.extend(alternatives.first()),
        }
    }
    found.sort();
    found.dedup();
    found
}

impl<'i> Lower<'_, 'i> {
    /// Definitions in order, then `body`.
    pub(super) fn lets(&mut self, defs: &'i [Def], body: &'i Expr) -> ExprId {
        let Some((def, rest)) = defs.split_first() else { return self.expr(body) };
        match def {
            Def::Eval(expr) => {
                let first = self.expr(expr);
                let rest = self.lets(rest, body);
                self.builder.at(expr.span).seq(first, rest)
            }
            Def::Value(Pattern::Var(var), expr) if self.is_cut(expr) => {
                self.cut_functions(&[(*var, expr)], |lower| lower.lets(rest, body))
            }
            Def::Value(pattern, expr) | Def::Late(pattern, expr) => {
                let value = self.expr(expr);
                self.bind_in(pattern, value, expr, |lower| lower.lets(rest, body))
            }
            Def::Rec(definitions) if definitions.iter().any(|(_, expr)| self.is_cut(expr)) => {
                let all: Vec<_> = definitions.iter().map(|(var, expr)| (*var, expr)).collect();
                self.cut_functions(&all, |lower| lower.lets(rest, body))
            }
            Def::Rec(definitions) => {
                self.note_cyclic(definitions);
                let vars: Vec<_> = definitions.iter().map(|(var, _)| self.local(*var)).collect();
                let bodies: Vec<ExprId> =
                    definitions.iter().map(|(_, expr)| self.expr(expr)).collect();
                let pairs: Vec<_> = vars.into_iter().zip(bodies).collect();
                let rest = self.lets(rest, body);
                self.builder.let_rec(&pairs, rest)
            }
        }
    }

    /// Takes a value apart, then goes on with `rest`.
    fn bind_in(
        &mut self,
        pattern: &'i Pattern,
        value: ExprId,
        expr: &Expr,
        rest: impl FnOnce(&mut Self) -> ExprId,
    ) -> ExprId {
        match pattern {
            Pattern::Any => {
                let rest = rest(self);
                self.builder.at(expr.span).seq(value, rest)
            }
            Pattern::Var(var) => {
                let core = self.local(*var);
                let rest = rest(self);
                self.builder.at(expr.span).let_strict(core, value, rest)
            }
            _ => {
                let subject = self.builder.fresh("subject");
                let matched = self.match_one(subject, pattern, expr.span, rest);
                self.builder.at(expr.span).let_strict(subject, value, matched)
            }
        }
    }

    /// `let pattern = value` at the top: one global takes the value apart into a tuple, and each
    /// variable is a part of that.
    pub(super) fn lower_parts(&mut self, pattern: &'i Pattern, expr: &'i Expr) -> GlobalId {
        let vars = variables(pattern);
        let globals: Vec<GlobalId> = vars.iter().map(|var| self.global(*var)).collect();
        let whole = self.builder.declare("_");
        let value = self.expr(expr);
        let ctor = self.tuple_ctor(vars.len());
        let body = self.bind_in(pattern, value, expr, |lower| {
            let parts: Vec<ExprId> = vars.iter().map(|var| lower.use_var(*var)).collect();
            lower.builder.at(expr.span).construct(ctor, parts)
        });
        self.builder.define(whole, body);
        for (number, (var, global)) in vars.iter().zip(&globals).enumerate() {
            // Inside of the match the variable was a local one.
            self.homes.insert(*var, Home::Global(*global));
            let fields: Vec<_> = vars.iter().map(|_| self.builder.fresh("part")).collect();
            let part = self.builder.var(fields[number]);
            let alt = self.builder.alt(ctor, fields, part);
            let tuple = self.builder.global(whole);
            let body = self.builder.case(tuple, None, [alt], None);
            self.builder.define(*global, body);
        }
        whole
    }
}
