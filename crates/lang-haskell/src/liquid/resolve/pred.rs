//! Predicates with their names resolved.

use source::{Diagnostic, Span, counted};
use syntax::Reported;

use super::{Resolver, Resolving, Scope, builtin, with_suggestion};
use crate::core::Type;
use crate::liquid::ast::{self, BinOp, Expr, ExprKind};
use crate::liquid::logic::{LogicOp, Pred};
use crate::types;

/// How long a text in a predicate may be.
const MAX_TEXT: usize = 100;
/// How deep predicate aliases may be expanded.
const MAX_ALIASES: usize = 50;

impl Resolver<'_> {
    pub(super) fn pred(&mut self, expr: &Expr, scope: &Scope) -> Resolving<Pred> {
        self.pred_in(expr, scope, 0)
    }

    fn pred_in(&mut self, expr: &Expr, scope: &Scope, aliases: usize) -> Resolving<Pred> {
        let all = |resolver: &mut Self, parts: &[Expr]| {
            let parts = parts.iter().map(|part| resolver.pred_in(part, scope, aliases));
            parts.collect::<Resolving<Vec<Pred>>>()
        };
        Ok(match &expr.kind {
            ExprKind::Bool(value) => Pred::Bool(*value),
            ExprKind::Int(digits) => Pred::Int(builtin::int(digits)),
            ExprKind::Real(digits) => builtin::ratio(digits),
            ExprKind::Text(text) => return self.text(text, expr.span),
            ExprKind::Char(c) => Pred::Int(i64::from(u32::from(*c)).into()),
            ExprKind::Name(name) => return self.apply(name, Vec::new(), scope, aliases),
            ExprKind::Apply(name, args) => {
                let args = all(self, args)?;
                return self.apply(name, args, scope, aliases);
            }
            ExprKind::Not(of) => Pred::Op(LogicOp::Not, vec![self.pred_in(of, scope, aliases)?]),
            ExprKind::Neg(of) => Pred::Op(LogicOp::Neg, vec![self.pred_in(of, scope, aliases)?]),
            ExprKind::Binary(op, left, right) => {
                let left = self.pred_in(left, scope, aliases)?;
                let right = self.pred_in(right, scope, aliases)?;
                binary(*op, left, right)
            }
            ExprKind::If(cond, yes, no) => {
                let mut part = |part: &Expr| self.pred_in(part, scope, aliases).map(Box::new);
                Pred::If(part(cond)?, part(yes)?, part(no)?)
            }
            ExprKind::Tuple(parts) => {
                let parts: Vec<Pred> = all(self, parts)?;
                let name = format!("({})", ",".repeat(parts.len().saturating_sub(1)));
                Pred::Con(builtin::name("GHC.Tuple", &name), parts)
            }
            ExprKind::List(parts) => {
                let parts: Vec<Pred> = all(self, parts)?;
                parts
                    .into_iter()
                    .rev()
                    .fold(builtin::nil(), |rest, first| builtin::cons(first, rest))
            }
        })
    }

    fn text(&mut self, text: &str, span: Span) -> Resolving<Pred> {
        if text.chars().count() > MAX_TEXT {
            let message = format!("texts in predicates are at most {MAX_TEXT} characters long");
            return Err(self.report(Diagnostic::error(message).at(span, "")));
        }
        let code = |c: char| Pred::Int(i64::from(u32::from(c)).into());
        Ok(text.chars().rev().fold(builtin::nil(), |rest, c| builtin::cons(code(c), rest)))
    }

    /// A variable, an operator, an alias, a function of the logic, or a constructor.
    fn apply(
        &mut self,
        name: &ast::Ident,
        args: Vec<Pred>,
        scope: &Scope,
        aliases: usize,
    ) -> Resolving<Pred> {
        if let Some(value) = scope.value(&name.text).cloned() {
            return match args.is_empty() {
                true => Ok(value),
                false => {
                    let message = format!("`{}` is a value, and takes no arguments", name.text);
                    Err(self.report(Diagnostic::error(message).at(name.span, "")))
                }
            };
        }
        if let Some(alias) = self.predicates.get(&name.text).cloned() {
            self.check_arity(name, alias.params.len(), args.len())?;
            if aliases == MAX_ALIASES {
                let error = Diagnostic::error(format!("`{}` stands for itself", name.text));
                return Err(self.report(error.at(alias.name.span, "")));
            }
            let mut inner = Scope::default();
            for (param, arg) in alias.params.iter().zip(args) {
                inner = inner.with(&param.text, arg);
            }
            return self.pred_in(&alias.body, &inner, aliases + 1);
        }
        if let Some((op, arity)) = builtin::operator(&name.text) {
            let args = if op == LogicOp::SetEmpty { Vec::new() } else { args };
            self.check_arity(name, arity, args.len())?;
            return Ok(Pred::Op(op, args));
        }
        if name.text == builtin::IS_EMPTY_SET && args.len() == 1 {
            let empty = Pred::Op(LogicOp::SetEmpty, Vec::new());
            return Ok(Pred::Op(LogicOp::Eq, args.into_iter().chain([empty]).collect()));
        }
        if builtin::is_identity(&name.text) && args.len() == 1 {
            return Ok(args.into_iter().next().expect("there is one"));
        }
        self.function_or_ctor(name, args)
    }

    fn function_or_ctor(&mut self, name: &ast::Ident, args: Vec<Pred>) -> Resolving<Pred> {
        if self.misread.contains(&name.text) {
            return Err(self.misunderstood(name));
        }
        if self.class_measures.contains(&name.text)
            && let [of] = args.as_slice()
        {
            return self.class_measure(name, of.clone());
        }
        if let Some(function) = self.function_named(name)? {
            let known = self.specs.function(function);
            let (arity, is_known) = (known.params.len(), known.body.is_some());
            self.check_arity(name, arity, args.len())?;
            if !is_known {
                let why = format!("nothing is known of the measure `{}`", name.text);
                self.unsupported.get_or_insert((why, name.span));
            }
            return Ok(Pred::Call(function, args));
        }
        if let Some(ctor) = self.ctor_named(&name.text) {
            let (called, arity) = (ctor.name.clone(), ctor.fields.len());
            self.check_arity(name, arity, args.len())?;
            return Ok(Pred::Con(called, args));
        }
        Err(self.unknown(name))
    }

    /// A measure that has equations for several types, of a value whose type says which they are.
    fn class_measure(&mut self, name: &ast::Ident, of: Pred) -> Resolving<Pred> {
        let ty = match &of {
            Pred::Var(local) => self.local_types.get(local),
            _ => None,
        };
        let ty = ty.map(|ty| types::without_synonyms(self.linked, ty));
        let Some(Type::Con(head, _)) = ty else {
            let why =
                format!("it is not clear which instance of the measure `{}` is meant", name.text);
            self.unsupported.get_or_insert((why, name.span));
            return Ok(Pred::Bool(true));
        };
        let text = super::at_type(&name.text, &head.occ);
        let of_type = ast::Ident { text, span: name.span };
        match self.function_named(&of_type)? {
            Some(function) => Ok(Pred::Call(function, vec![of])),
            None => Err(self.unknown(name)),
        }
    }

    fn unknown(&mut self, name: &ast::Ident) -> Reported {
        let error = Diagnostic::error(format!("`{}` means nothing here", name.text));
        let error = error.at(name.span, "");
        if self.own(&name.text).is_some() {
            let help = format!(
                "it is a function of the program; make it one of the logic with `{{-@ measure {0} @-}}` \
                 or `{{-@ inline {0} @-}}`",
                name.text
            );
            return self.report(error.with_help(help));
        }
        let known = self.declared.keys().chain(self.predicates.keys()).cloned();
        let mut known: Vec<String> = known.chain(builtin::names()).collect();
        known.sort();
        self.report(with_suggestion(error, &name.text, known.into_iter()))
    }

    fn check_arity(&mut self, name: &ast::Ident, takes: usize, has: usize) -> Resolving<()> {
        if takes == has {
            return Ok(());
        }
        let takes = counted(takes, "argument");
        let message = format!("`{}` takes {takes}, found {has}", name.text);
        Err(self.report(Diagnostic::error(message).at(name.span, "")))
    }
}

fn binary(op: BinOp, left: Pred, right: Pred) -> Pred {
    let op = match op {
        BinOp::Iff => LogicOp::Iff,
        BinOp::Implies => LogicOp::Implies,
        BinOp::Or => LogicOp::Or,
        BinOp::And => LogicOp::And,
        BinOp::Eq => LogicOp::Eq,
        BinOp::Ne => LogicOp::Ne,
        BinOp::Lt => LogicOp::Lt,
        BinOp::Le => LogicOp::Le,
        BinOp::Gt => LogicOp::Gt,
        BinOp::Ge => LogicOp::Ge,
        BinOp::Cons => return builtin::cons(left, right),
        BinOp::Add => LogicOp::Add,
        BinOp::Sub => LogicOp::Sub,
        BinOp::Mul => LogicOp::Mul,
        BinOp::Div => LogicOp::Div,
        BinOp::Mod => LogicOp::Mod,
        BinOp::IntDiv => LogicOp::IntDiv,
    };
    Pred::Op(op, vec![left, right])
}
