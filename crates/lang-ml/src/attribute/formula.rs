//! Formulas and events, written as expressions.
//!
//! `Op (a, …, result, qualifier)` is an event: each part before the qualifier is a value with the
//! attribute `[@d]`, which the event must have there, or a name for what it has. Such a name is
//! local to its event, whatever else has it.

use std::collections::BTreeMap;

use source::counted;
use trace::syntax::tree::{
    Arg, At, BinaryOp, EventExpr, Expr as Formula, ManyOp, Name, Pattern, TermExpr, UnaryOp,
};

use super::fault::{Fault, fault, helped, unreadable};
use super::value::{Renamed, value};
use super::walk;
use crate::ast::{Expr, ExprKind, Label, Logic, Path};

/// What an event of an operation consists of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    /// How many parameters it has, those of type `unit` included.
    pub(super) params: usize,
    /// Whether it returns something that says more than that it returned.
    pub(super) has_result: bool,
}

/// The operations by name.
pub(super) type Shapes = BTreeMap<String, Shape>;

/// How deep a formula may be nested.
const MAX_DEPTH: usize = trace::Formula::MAX_DEPTH;

/// A formula.
pub(super) fn formula(expr: &Expr, shapes: &Shapes) -> Result<At<Formula>, Fault> {
    if walk::depth(expr) > MAX_DEPTH {
        let message = format!("the formula is nested more than {MAX_DEPTH} levels deep");
        return Err(fault("SPC002", expr.span, message));
    }
    part(expr, shapes)
}

fn part(expr: &Expr, shapes: &Shapes) -> Result<At<Formula>, Fault> {
    let node = match &expr.kind {
        ExprKind::Ctor(path, None) if path.as_plain() == Some("true") => Formula::True,
        ExprKind::Ctor(path, None) if path.as_plain() == Some("false") => Formula::False,
        ExprKind::Ctor(path, parts) => event(path, parts.as_deref(), shapes)?,
        ExprKind::Path(path) if path.as_plain() == Some("lastL") => Formula::Last,
        ExprKind::Path(path) => Formula::Call(named(path), Vec::new()),
        ExprKind::Logic(op, left, right) => {
            let op = if *op == Logic::And { ManyOp::And } else { ManyOp::Or };
            Formula::Many(op, vec![part(left, shapes)?, part(right, shapes)?])
        }
        ExprKind::Seq(parts) => {
            let parts = parts.iter().map(|one| part(one, shapes));
            Formula::Many(ManyOp::Then, parts.collect::<Result<_, _>>()?)
        }
        ExprKind::Apply(function, args) => application(function, args, shapes)?,
        ExprKind::Typed(inner, _) => return part(inner, shapes),
        _ => {
            let fault = unreadable(expr.span, "this is not a formula");
            return Err(helped(fault, "a condition on values alone is written `Any condition`"));
        }
    };
    Ok(At { node, span: expr.span })
}

fn named(path: &Path) -> Name {
    Name { node: path.to_string(), span: path.span }
}

fn application(function: &Expr, args: &[(Label, Expr)], shapes: &Shapes) -> Result<Formula, Fault> {
    let ExprKind::Path(path) = &function.kind else {
        return Err(unreadable(function.span, "only operators and predicates can be applied"));
    };
    let args: Vec<&Expr> = args.iter().map(|(_, arg)| arg).collect();
    let boxed = |expr: &Expr| part(expr, shapes).map(Box::new);
    let name = path.to_string();
    let one = |op: UnaryOp| match args.as_slice() {
        [inner] => Ok(Formula::Unary(op, boxed(inner)?)),
        _ => Err(wrong_count(path, 1, args.len())),
    };
    let two = |op: BinaryOp| match args.as_slice() {
        [left, right] => Ok(Formula::Binary(op, boxed(left)?, boxed(right)?)),
        _ => Err(wrong_count(path, 2, args.len())),
    };
    match name.as_str() {
        "not" => one(UnaryOp::Not),
        "_X" => one(UnaryOp::Next),
        "_F" => one(UnaryOp::Finally),
        "_G" => one(UnaryOp::Globally),
        "_U" => two(BinaryOp::Until),
        "implies" | "#==>" => two(BinaryOp::Implies),
        "iff" => two(BinaryOp::Iff),
        _ => {
            let args = args.iter().map(|arg| value(arg, &Renamed::default()));
            Ok(Formula::Call(named(path), args.collect::<Result<_, _>>()?))
        }
    }
}

fn wrong_count(path: &Path, expected: usize, found: usize) -> Fault {
    let message = format!("`{path}` takes {}, found {found}", counted(expected, "argument"));
    fault("SPC006", path.span, message)
}

/// `Op (…)` or `Any qualifier`
fn event(op: &Path, given: Option<&Expr>, shapes: &Shapes) -> Result<Formula, Fault> {
    let given: Vec<&Expr> = match given.map(|given| (given, &given.kind)) {
        None => Vec::new(),
        Some((_, ExprKind::Tuple(parts))) => parts.iter().collect(),
        Some((one, _)) => vec![one],
    };
    let pattern = match op.as_plain() {
        Some("Any") => any(op, &given)?,
        Some(_) | None => of_operation(op, &given, shapes)?,
    };
    let events = EventExpr::Pattern(Box::new(pattern));
    Ok(Formula::Event(events))
}

fn any(op: &Path, given: &[&Expr]) -> Result<Pattern, Fault> {
    let [qualifier] = given else { return Err(wrong_count(op, 1, given.len())) };
    let cond = condition(qualifier, &Renamed::default())?;
    Ok(Pattern { result: None, op: None, args: Vec::new(), cond })
}

fn of_operation(op: &Path, given: &[&Expr], shapes: &Shapes) -> Result<Pattern, Fault> {
    let name = Name { node: uncapitalised(&op.to_string()), span: op.span };
    let Some(shape) = shapes.get(&name.node) else {
        // The elaborator says that there is no such operation, and which one may be meant.
        return Ok(Pattern { result: None, op: Some(name), args: Vec::new(), cond: None });
    };
    let Some((qualifier, places)) = given.split_last().filter(|_| given.len() == shape.params + 2)
    else {
        return Err(wrong_parts(op, *shape, given.len()));
    };
    let names = local_names(places);
    let (result, params) = places.split_last().expect("there are at least two parts");
    if !shape.has_result && binder(result).is_some_and(|name| walk::uses(qualifier, name)) {
        let hidden = params.iter().any(|param| binder(param) == binder(result));
        if !hidden {
            let message = format!("`{}` returns `()`, of which nothing can be said", name.node);
            return Err(fault("SPC006", result.span, message));
        }
    }
    let arg = |(at, expr): (usize, &&Expr)| argument(at, expr, qualifier, &names);
    let args = params.iter().enumerate().map(arg).collect::<Result<_, _>>()?;
    let result = match shape.has_result {
        true => Some(argument(shape.params, result, qualifier, &names)?),
        false => None,
    };
    let cond = condition(qualifier, &names)?;
    Ok(Pattern { result, op: Some(name), args, cond })
}

/// What the names in an event stand for: the last one of a name hides those before it.
fn local_names(places: &[&Expr]) -> Renamed {
    let binders = places.iter().enumerate().filter_map(|(at, place)| Some((at, binder(place)?)));
    binders.fold(Renamed::default(), |names, (at, name)| names.with(name, &local(name, at)))
}

/// A unique name of a place of an event: no program can write a `#`.
fn local(name: &str, at: usize) -> String {
    format!("{name}#{at}")
}

/// The name that a part of an event gives to what stands there.
fn binder(place: &Expr) -> Option<&str> {
    match &place.kind {
        ExprKind::Path(path) if !is_value(place) => path.as_plain(),
        _ => None,
    }
}

/// Whether a part of an event is the value that must stand there: it has the attribute `[@d]`.
fn is_value(place: &Expr) -> bool {
    place.attrs.iter().any(|attr| attr.name.text == "d")
}

fn argument(at: usize, place: &Expr, qualifier: &Expr, names: &Renamed) -> Result<At<Arg>, Fault> {
    let node = match binder(place) {
        None => Arg::Is(value(place, &Renamed::default())?.node),
        Some(name) => {
            let name = Name { node: local(name, at), span: place.span };
            let mentioned = condition(qualifier, names)?.is_some_and(|cond| mentions(&cond, &name));
            if mentioned { Arg::Is(TermExpr::Name(name)) } else { Arg::Any }
        }
    };
    Ok(At { node, span: place.span })
}

/// Whether a condition uses a name.
fn mentions(cond: &At<TermExpr>, name: &Name) -> bool {
    let mut todo = vec![cond];
    while let Some(term) = todo.pop() {
        match &term.node {
            TermExpr::Bool(_)
            | TermExpr::Number(_)
            | TermExpr::Text(_)
            | TermExpr::Char(_)
            | TermExpr::Code(_) => {}
            TermExpr::Name(used) if used.node == name.node => return true,
            TermExpr::Name(_) => {}
            TermExpr::Apply(_, parts) | TermExpr::Many(_, parts) => todo.extend(parts),
            TermExpr::Not(inner) | TermExpr::Minus(inner) => todo.push(inner),
            TermExpr::Binary(_, left, right) => todo.extend([&**left, &**right]),
            TermExpr::If(cond, yes, no) => todo.extend([&**cond, &**yes, &**no]),
        }
    }
    false
}

/// A qualifier that says something.
fn condition(qualifier: &Expr, names: &Renamed) -> Result<Option<At<TermExpr>>, Fault> {
    let cond = value(qualifier, names)?;
    Ok((cond.node != TermExpr::Bool(true)).then_some(cond))
}

fn wrong_parts(op: &Path, shape: Shape, found: usize) -> Fault {
    let message = format!("`{op}` has {} parts, found {found}", shape.params + 2);
    let args = counted(shape.params, "argument");
    let help = format!("an event is its {args} (`()` is one), its result and a qualifier");
    helped(fault("SPC006", op.span, message), help)
}

pub(super) fn uncapitalised(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}
