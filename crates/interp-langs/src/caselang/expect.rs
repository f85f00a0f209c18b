//! What the value of a `case` must come to, as far as that is known before it is computed.
//!
//! If the result of a `case` is known and only one clause can lead to it, the value has to match the pattern of that clause,
//! and what the clause returns of its parts has to be the result. So a prover that is asked for a proof of `k` by
//! `case prove p of imp(a, k) -> k` looks for proofs of implications of `k` alone.

use lang_interp::{Cx, Kind, Pat, Shape, Stop, Value};

use super::code::{Clauses, Code};
use super::interpret::{Aim, Frame, Interpreter};

impl Interpreter<'_> {
    /// What the value of a case must come to if its result is `aim`. Discards the path if no clause leads there.
    pub(super) fn expected(
        self,
        cx: &mut Cx<'_>,
        frame: &Frame,
        clauses: &Clauses,
        aim: Value,
    ) -> Result<Aim, Stop> {
        let fitting: Vec<usize> =
            (0..clauses.bodies.len()).filter(|at| fits(cx, &clauses.bodies[*at], aim)).collect();
        let [clause] = fitting[..] else {
            return if fitting.is_empty() { Err(cx.discard()) } else { Ok(None) };
        };
        let mut known = frame.clone();
        let value = instance(cx, clauses.patterns[clause], &mut known);
        meet_result(cx, &known, &clauses.bodies[clause], aim)?;
        Ok(value)
    }
}

/// Whether an expression may come to a value, as far as its outermost constructors tell.
fn fits(cx: &mut Cx<'_>, code: &Code, aim: Value) -> bool {
    match code {
        Code::Con(name, args) => match cx.shape(aim) {
            Shape::Unknown => true,
            Shape::Con(other, count) if other == *name && count == args.len() => {
                args.iter().enumerate().all(|(at, arg)| {
                    let field = cx.field(aim, at);
                    field.is_none_or(|field| fits(cx, arg, field))
                })
            }
            _ => false,
        },
        Code::Int(number) => match cx.shape(aim) {
            Shape::Int(other) => other == *number,
            Shape::Con(..) | Shape::Fun(..) => false,
            _ => true,
        },
        Code::Let(_, body) | Code::LetRec(_, body) | Code::Emit(_, _, body) => fits(cx, body, aim),
        Code::Case(_, clauses) => clauses.bodies.iter().any(|body| fits(cx, body, aim)),
        Code::Local(_) | Code::Lam(_) | Code::App(..) | Code::Equal(..) | Code::Binary(..) => true,
    }
}

/// A value that matches a pattern, with unknowns for its parts, which are added to the frame. None where nothing is known of it.
fn instance(cx: &mut Cx<'_>, pattern: Pat<'static>, frame: &mut Frame) -> Aim {
    match pattern {
        Pat::Any => None,
        Pat::Bind => {
            let part = cx.fresh(Kind::Any);
            frame.push(part);
            Some(part)
        }
        Pat::Int(number) => Some(cx.int(number)),
        Pat::Named(name, parts) => {
            let mut values = Vec::with_capacity(parts.len());
            for part in parts {
                let value = instance(cx, *part, frame);
                values.push(value.unwrap_or_else(|| cx.fresh(Kind::Any)));
            }
            Some(cx.con(name, &values))
        }
        Pat::Of(_) | Pat::Con(..) | Pat::Bool(_) | Pat::Sym(_) => {
            unreachable!("patterns of files are constructors known by name, numbers and variables")
        }
    }
}

/// Demands that what an expression returns as it is, of the frame that is known, is the result.
fn meet_result(cx: &mut Cx<'_>, known: &Frame, code: &Code, aim: Value) -> Result<(), Stop> {
    match code {
        Code::Local(place) => match known.get(*place) {
            Some(value) => cx.unify(*value, aim),
            None => Ok(()),
        },
        Code::Con(_, args) => {
            for (at, arg) in args.iter().enumerate() {
                // Nothing is there if the result is an unknown.
                if let Some(field) = cx.field(aim, at) {
                    meet_result(cx, known, arg, field)?;
                }
            }
            Ok(())
        }
        Code::Let(_, body) | Code::LetRec(_, body) | Code::Emit(_, _, body) => {
            meet_result(cx, known, body, aim)
        }
        Code::Case(_, clauses) => match &clauses.bodies[..] {
            [body] => meet_result(cx, known, body, aim),
            _ => Ok(()),
        },
        Code::Int(_) | Code::Lam(_) | Code::App(..) | Code::Equal(..) | Code::Binary(..) => Ok(()),
    }
}
