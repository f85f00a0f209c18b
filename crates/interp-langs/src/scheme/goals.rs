//! The classics: what is asked of a relational interpreter.

use lang_interp::{Cx, Kind, Stop, Value};

use super::{Number, Pair, SEXP, Scope, Top, eval};

/// A program that evaluates to itself. Numbers do, but do not count.
pub fn quine(cx: &mut Cx<'_>) -> Result<Value, Stop> {
    let program = cx.unknown("program", SEXP);
    let (first, rest) = (cx.fresh(SEXP), cx.fresh(SEXP));
    let pair = cx.make(&Pair, &[first, rest]);
    cx.unify(program, pair)?;
    come_to(cx, Scope::Lexical, program, program)?;
    Ok(program)
}

/// Two programs that evaluate to each other.
pub fn twine(cx: &mut Cx<'_>) -> Result<Value, Stop> {
    let (first, second) = (cx.unknown("first", SEXP), cx.unknown("second", SEXP));
    twine_of(cx, first, second)
}

/// Two programs, of which something may be known, that differ and evaluate to each other.
pub fn twine_of(cx: &mut Cx<'_>, first: Value, second: Value) -> Result<Value, Stop> {
    cx.differ(first, second)?;
    come_to(cx, Scope::Lexical, first, second)?;
    come_to(cx, Scope::Lexical, second, first)?;
    Ok(first)
}

/// A program that evaluates to a number.
pub fn evaluates_to(cx: &mut Cx<'_>, number: i64) -> Result<Value, Stop> {
    let (program, number) = (cx.unknown("program", SEXP), cx.int(number));
    let value = cx.make(&Number, &[number]);
    come_to(cx, Scope::Lexical, program, value)?;
    Ok(program)
}

/// A program that evaluates to one number under lexical scope and to another under dynamic scope.
pub fn scopes_differ(cx: &mut Cx<'_>, lexically: i64, dynamically: i64) -> Result<Value, Stop> {
    let program = cx.unknown("program", SEXP);
    for (scope, number) in [(Scope::Lexical, lexically), (Scope::Dynamic, dynamically)] {
        let number = cx.int(number);
        let value = cx.make(&Number, &[number]);
        come_to(cx, scope, program, value)?;
    }
    Ok(program)
}

fn come_to(cx: &mut Cx<'_>, scope: Scope, program: Value, value: Value) -> Result<(), Stop> {
    let (top, out) = (cx.make(&Top, &[]), cx.fresh(Kind::Any));
    cx.unify(out, value)?;
    eval(cx, scope, program, top, out)
}
