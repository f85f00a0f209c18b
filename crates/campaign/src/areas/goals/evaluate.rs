//! An evaluator of the language of goals that knows nothing of the library for interpreters.

use std::rc::Rc;

use interp_langs::caselang::tree::{Expr, ExprKind, FALSE, Operator, Pattern, PatternKind, TRUE};
use lang_interp::{Form, View};

/// A value of the evaluator.
#[derive(Clone)]
pub(super) enum Val {
    Con(String, Vec<Val>),
    Int(i64),
    /// What an unknown that may be anything is grounded to; no pattern names it.
    Symbol(String),
    Fun(Rc<Closure>),
}

pub(super) struct Closure {
    param: String,
    body: Expr,
    env: Vec<(String, Val)>,
}

/// Why there is no value.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Wrong {
    /// An error of the program.
    Error,
    /// Functions are compared, where it depends on the order of comparisons what happens.
    Functions,
}

/// A value as text; none if there is a function in it. Equal values have equal texts.
pub(super) fn text(value: &Val) -> Option<String> {
    match value {
        Val::Int(number) => Some(number.to_string()),
        Val::Symbol(name) => Some(format!("'{name}")),
        Val::Fun(_) => None,
        Val::Con(name, parts) => {
            let parts: Option<Vec<String>> = parts.iter().map(text).collect();
            Some(format!("{name}[{}]", parts?.join(" ")))
        }
    }
}

pub(super) fn of_view(view: View<'_>) -> Val {
    match view.form() {
        Form::Con(name) => Val::Con(name.text().to_owned(), view.children().map(of_view).collect()),
        Form::Int(int) => Val::Int(int.to_i64().expect("it is small")),
        Form::Symbol(name) => Val::Symbol(name.text().to_owned()),
        other => panic!("an instance is known: {other:?}"),
    }
}

pub(super) type Env = Vec<(String, Val)>;

pub(super) fn eval(expr: &Expr, env: &Env) -> Result<Val, Wrong> {
    match &expr.node {
        ExprKind::Con(name, args) => {
            let args: Result<_, _> = args.iter().map(|arg| eval(arg, env)).collect();
            Ok(Val::Con(name.clone(), args?))
        }
        ExprKind::Int(number) => Ok(Val::Int(*number)),
        ExprKind::Var(name) => {
            let found = env.iter().rev().find(|(known, _)| known == name);
            Ok(found.expect("the parser has checked names").1.clone())
        }
        ExprKind::Lam(param, body) => {
            let (param, body, env) = (param.clone(), (**body).clone(), env.clone());
            Ok(Val::Fun(Rc::new(Closure { param, body, env })))
        }
        ExprKind::App(function, argument) => {
            let (function, argument) = (eval(function, env)?, eval(argument, env)?);
            let Val::Fun(closure) = function else { return Err(Wrong::Error) };
            let mut inner = closure.env.clone();
            inner.push((closure.param.clone(), argument));
            eval(&closure.body, &inner)
        }
        ExprKind::Case(value, clauses) => {
            let value = eval(value, env)?;
            for (pattern, body) in clauses {
                let mut inner = env.clone();
                if matches(pattern, &value, &mut inner) {
                    return eval(body, &inner);
                }
            }
            Err(Wrong::Error)
        }
        ExprKind::Let(bindings, body) => {
            let mut inner = env.clone();
            for (name, value) in bindings {
                inner.push((name.clone(), eval(value, env)?));
            }
            eval(body, &inner)
        }
        ExprKind::Equal(left, right) => {
            let (left, right) = (eval(left, env)?, eval(right, env)?);
            let (Some(left), Some(right)) = (text(&left), text(&right)) else {
                return Err(Wrong::Functions);
            };
            Ok(Val::Con(if left == right { TRUE } else { FALSE }.to_owned(), Vec::new()))
        }
        ExprKind::Binary(operator, left, right) => {
            let (left, right) = (eval(left, env)?, eval(right, env)?);
            let (Val::Int(left), Val::Int(right)) = (left, right) else { return Err(Wrong::Error) };
            compute(*operator, left, right)
        }
        ExprKind::LetRec(..) | ExprKind::Emit(..) => panic!("none is made"),
    }
}

fn compute(operator: Operator, left: i64, right: i64) -> Result<Val, Wrong> {
    let truth = |truth| Ok(Val::Con(if truth { TRUE } else { FALSE }.to_owned(), Vec::new()));
    match operator {
        Operator::Add => Ok(Val::Int(left + right)),
        Operator::Sub => Ok(Val::Int(left - right)),
        Operator::Mul => Ok(Val::Int(left * right)),
        Operator::Div | Operator::Rem if right == 0 => Err(Wrong::Error),
        Operator::Div => Ok(Val::Int((left - left.rem_euclid(right)) / right)),
        Operator::Rem => Ok(Val::Int(left.rem_euclid(right))),
        Operator::Less => truth(left < right),
        Operator::AtMost => truth(left <= right),
        Operator::Greater => truth(left > right),
        Operator::AtLeast => truth(left >= right),
    }
}

fn matches(pattern: &Pattern, value: &Val, env: &mut Env) -> bool {
    match (&pattern.node, value) {
        (PatternKind::Any, _) => true,
        (PatternKind::Var(name), _) => {
            env.push((name.clone(), value.clone()));
            true
        }
        (PatternKind::Int(wanted), Val::Int(number)) => wanted == number,
        (PatternKind::Con(wanted, patterns), Val::Con(name, parts)) => {
            wanted == name
                && patterns.len() == parts.len()
                && patterns.iter().zip(parts).all(|(pattern, part)| matches(pattern, part, env))
        }
        _ => false,
    }
}

/// Whether what is known of a value allows this one; what is open must be the same everywhere.
pub(super) fn covers(known: View<'_>, value: &Val, bound: &mut Vec<(u32, Option<String>)>) -> bool {
    match (known.form(), value) {
        (Form::Unknown(number), value) => {
            let own = text(value);
            if let Some((_, other)) = bound.iter().find(|(known, _)| *known == number) {
                return *other == own;
            }
            bound.push((number, own));
            true
        }
        (Form::Con(name), Val::Con(own, parts)) => {
            name.text() == own
                && known.children().len() == parts.len()
                && known.children().zip(parts).all(|(known, part)| covers(known, part, bound))
        }
        // What a number must be is a condition of the answer.
        (Form::Constrained(_), Val::Int(_)) => true,
        (Form::Int(int), Val::Int(number)) => int.to_i64() == Some(*number),
        (Form::Symbol(name), Val::Symbol(own)) => name.text() == own,
        _ => false,
    }
}

/// Small values.
pub(super) fn universe() -> Vec<Val> {
    let con = |name: &str, parts: &[&Val]| {
        Val::Con(name.to_owned(), parts.iter().map(|part| (*part).clone()).collect())
    };
    let atoms = ["a", "b", "true", "false", "nil"].map(|name| con(name, &[]));
    let mut all: Vec<Val> = atoms.to_vec();
    for (first, second) in atoms.iter().flat_map(|one| atoms.iter().map(move |two| (one, two))) {
        all.extend([con("f", &[first, second]), con("cons", &[first, second])]);
    }
    all.push(Val::Int(7));
    all
}
