//! The parts of a contract that the program computes, as text that the real compiler reads.
//!
//! Only what [`super::rewrite`] makes is written. Tests that are kept compute with it.

use source::Span;

use crate::ast::{Const, Expr, ExprKind, Label, Logic, Path};

/// The name in a text of what was computed before the call: a function of nothing.
pub(crate) fn remembered(name: &str) -> String {
    name.replace("computed#", "old_")
}

/// An expression that was made of one of a contract; none if a text cannot say it. `source` is the text at a
/// place, for what the contract itself says in OCaml.
pub(super) fn written<'f>(expr: &Expr, source: &dyn Fn(Span) -> &'f str) -> Option<String> {
    let written = |expr: &Expr| written(expr, source);
    let args = |args: &[(Label, Expr)]| {
        let arg = |(label, arg): &(Label, Expr)| {
            let text = (*label == Label::None).then(|| written(arg))??;
            Some(if is_operator(&text) { format!("( {text} )") } else { text })
        };
        args.iter().map(arg).collect::<Option<Vec<String>>>()
    };
    Some(match &expr.kind {
        ExprKind::Const(Const::Int(value)) => format!("({value})"),
        ExprKind::Const(Const::Text(text)) => format!("{text:?}"),
        ExprKind::Const(Const::Char(code)) => format!("'\\{code:03}'"),
        ExprKind::Tag(tag, None) => format!("`{}", tag.text),
        ExprKind::Tag(tag, Some(arg)) => format!("(`{} {})", tag.text, written(arg)?),
        ExprKind::Path(path) => plain(path),
        ExprKind::Ctor(path, None) => plain(path),
        ExprKind::Ctor(path, Some(arg)) if path.name.text == "::" => match &arg.kind {
            ExprKind::Tuple(parts) if parts.len() == 2 => {
                format!("({} :: {})", written(&parts[0])?, written(&parts[1])?)
            }
            _ => return None,
        },
        ExprKind::Ctor(path, Some(arg)) => format!("({} {})", plain(path), written(arg)?),
        ExprKind::Tuple(parts) => {
            let parts = parts.iter().map(written).collect::<Option<Vec<String>>>()?;
            format!("({})", parts.join(", "))
        }
        ExprKind::Field(record, field) => format!("{}.{}", written(record)?, plain(field)),
        ExprKind::Apply(function, given) => {
            let (function, given) = (written(function)?, args(given)?);
            match (is_operator(&function), given.as_slice()) {
                (true, [left, right]) => format!("({left} {function} {right})"),
                (true, [only]) => format!("({function} {only})"),
                _ => format!("({function} {})", given.join(" ")),
            }
        }
        ExprKind::Logic(logic, left, right) => {
            let word = if *logic == Logic::And { "&&" } else { "||" };
            format!("({} {word} {})", written(left)?, written(right)?)
        }
        ExprKind::If(cond, yes, Some(no)) => {
            format!("(if {} then {} else {})", written(cond)?, written(yes)?, written(no)?)
        }
        // What was computed before the call.
        ExprKind::Match(subject, _) if is_remembered(subject) => {
            format!("({} ())", remembered(&written(subject)?))
        }
        // Only a contract itself can say these.
        ExprKind::Fun(..) | ExprKind::Function(_) | ExprKind::Let { .. } | ExprKind::Match(..) => {
            let text = source(expr.span);
            (!text.is_empty()).then(|| format!("({text})"))?
        }
        _ => return None,
    })
}

/// Whether an expression names what was computed before the call.
fn is_remembered(subject: &Expr) -> bool {
    matches!(&subject.kind, ExprKind::Path(path) if path.name.text.starts_with("computed#"))
}

fn plain(path: &Path) -> String {
    path.to_string()
}

fn is_operator(name: &str) -> bool {
    name == "mod" || !name.starts_with(|c: char| c.is_alphanumeric() || "_('\"`[".contains(c))
}
