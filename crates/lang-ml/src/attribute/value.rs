//! Qualifiers: conditions on values, written as expressions.

use trace::syntax::tree::{At, ManyOp, Name, TermExpr, TermOp};

use super::fault::{Fault, fault, unreadable};
use super::{prelude, walk};
use crate::ast::{Const, Expr, ExprKind, Label, Logic};

/// What names stand for where they are not what they seem: binders of events and of refinements.
#[derive(Clone, Default)]
pub(super) struct Renamed(Vec<(String, String)>);

impl Renamed {
    /// The same with one name more, which hides others of its name.
    pub(super) fn with(&self, name: &str, stands_for: &str) -> Renamed {
        let mut names = self.0.clone();
        names.push((name.to_owned(), stands_for.to_owned()));
        Renamed(names)
    }

    fn find<'a>(&'a self, name: &'a str) -> &'a str {
        let found = self.0.iter().rev().find(|(known, _)| known == name);
        found.map_or(name, |(_, stands_for)| stands_for)
    }
}

/// How `()` is called among values.
pub(super) const UNIT: &str = "()";

/// How deep a qualifier may be nested.
const MAX_DEPTH: usize = trace::Formula::MAX_DEPTH;

/// A qualifier or a value in one.
pub(super) fn value(expr: &Expr, names: &Renamed) -> Result<At<TermExpr>, Fault> {
    if walk::depth(expr) > MAX_DEPTH {
        let message = format!("the condition is nested more than {MAX_DEPTH} levels deep");
        return Err(fault("SPC002", expr.span, message));
    }
    part(expr, names)
}

fn part(expr: &Expr, names: &Renamed) -> Result<At<TermExpr>, Fault> {
    let node = match &expr.kind {
        ExprKind::Const(constant) => literal(expr, constant)?,
        ExprKind::Ctor(path, None) => match path.as_plain() {
            Some("true") => TermExpr::Bool(true),
            Some("false") => TermExpr::Bool(false),
            _ => TermExpr::Name(Name { node: path.to_string(), span: expr.span }),
        },
        ExprKind::Path(path) => {
            let name = path.to_string();
            TermExpr::Name(Name { node: names.find(&name).to_owned(), span: expr.span })
        }
        ExprKind::Logic(op, left, right) => {
            let op = if *op == Logic::And { ManyOp::And } else { ManyOp::Or };
            TermExpr::Many(op, vec![part(left, names)?, part(right, names)?])
        }
        ExprKind::If(cond, yes, Some(no)) => choice(cond, yes, no, names)?,
        ExprKind::Apply(function, args) => return application(expr, function, args, names),
        ExprKind::Typed(inner, _) => return part(inner, names),
        _ => {
            return Err(unreadable(expr.span, "this is neither a value nor a condition on values"));
        }
    };
    Ok(At { node, span: expr.span })
}

fn literal(expr: &Expr, constant: &Const) -> Result<TermExpr, Fault> {
    match constant {
        Const::Int(number) => {
            let digits = TermExpr::Number(number.unsigned_abs().to_string());
            Ok(match number {
                0.. => digits,
                _ => TermExpr::Minus(Box::new(At { node: digits, span: expr.span })),
            })
        }
        Const::Text(text) => Ok(TermExpr::Text(text.clone())),
        Const::Char(byte) => Ok(TermExpr::Number(byte.to_string())),
        Const::Float(_) => Err(unreadable(expr.span, "floating-point numbers are not supported")),
        Const::Boxed(..) => Err(unreadable(expr.span, "boxed integers are not supported")),
    }
}

fn application(
    expr: &Expr,
    function: &Expr,
    args: &[(Label, Expr)],
    names: &Renamed,
) -> Result<At<TermExpr>, Fault> {
    let ExprKind::Path(path) = &function.kind else {
        return Err(unreadable(function.span, "only named functions can be applied here"));
    };
    let name = path.to_string();
    let args: Vec<&Expr> = args.iter().map(|(_, arg)| arg).collect();
    if let ([unit], Some(constant)) = (args.as_slice(), constant(&name))
        && is_unit(unit)
    {
        let name = Name { node: constant.to_owned(), span: expr.span };
        return Ok(At { node: TermExpr::Name(name), span: expr.span });
    }
    let boxed = |expr: &Expr| part(expr, names).map(Box::new);
    let node = match (name.as_str(), args.as_slice()) {
        ("not", [inner]) => TermExpr::Not(boxed(inner)?),
        ("~-" | "-", [inner]) => TermExpr::Minus(boxed(inner)?),
        ("~+" | "+", [inner]) => return part(inner, names),
        ("ite", [cond, yes, no]) => choice(cond, yes, no, names)?,
        (operator, args) => match (operator_named(operator), args) {
            (Some(op), [left, right]) => TermExpr::Binary(op, boxed(left)?, boxed(right)?),
            (Some(_), args) => {
                let message = format!("`{operator}` takes 2 arguments, found {}", args.len());
                return Err(fault("SPC006", function.span, message));
            }
            (None, args) => {
                let args = args.iter().map(|arg| part(arg, names));
                let name = Name { node: name.clone(), span: function.span };
                TermExpr::Apply(name, args.collect::<Result<_, _>>()?)
            }
        },
    };
    Ok(At { node, span: expr.span })
}

fn is_unit(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Ctor(path, None) if path.as_plain() == Some(UNIT))
}

/// The constant that a function of `()` yields.
fn constant(function: &str) -> Option<&'static str> {
    let known = prelude::CONSTANTS.iter().find(|(name, _)| *name == function);
    known.map(|(_, constant)| *constant)
}

fn choice(cond: &Expr, yes: &Expr, no: &Expr, names: &Renamed) -> Result<TermExpr, Fault> {
    let boxed = |expr: &Expr| part(expr, names).map(Box::new);
    Ok(TermExpr::If(boxed(cond)?, boxed(yes)?, boxed(no)?))
}

/// The operator of a name, written between its operands or before them.
fn operator_named(name: &str) -> Option<TermOp> {
    Some(match name {
        "implies" | "#==>" => TermOp::Implies,
        "iff" => TermOp::Iff,
        "==" | "=" => TermOp::Equal,
        "!=" | "<>" => TermOp::Differs,
        "<" => TermOp::Less,
        "<=" => TermOp::LessEq,
        ">" => TermOp::Greater,
        ">=" => TermOp::GreaterEq,
        "+" => TermOp::Add,
        "-" => TermOp::Sub,
        "*" => TermOp::Mul,
        "/" => TermOp::Div,
        "mod" => TermOp::Mod,
        equality if prelude::EQUALITIES.contains(&equality) => TermOp::Equal,
        _ => return None,
    })
}
