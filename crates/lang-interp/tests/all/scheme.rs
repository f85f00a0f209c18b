//! A Scheme of five forms over s-expressions, written with a destination: `eval` is given the place
//! where the value goes, so that what is expected prunes the search from the outside in.

use lang_interp::{Cx, Kind, Stop, Value, case, data};

data! {
    /// Programs and quoted data.
    Sexp = Pair(Sexp, Sexp) | Atom(Symbol) | Empty();
    /// What closures capture: a name with its value, and the rest.
    Env = Top() | Bound(Symbol, Any, Env);
    /// Values that are no data.
    Closed = Closure(Symbol, Sexp, Env);
}

/// Any s-expression.
pub(crate) const SEXP: Kind = Kind::Data(&Sexp);

/// Evaluates `expr` so that its value is `out`.
pub(crate) fn eval(cx: &mut Cx<'_>, expr: Value, env: Value, out: Value) -> Result<(), Stop> {
    case!(cx, expr; {
        Atom(name) => cx.call(|cx| lookup(cx, name, env, out)),
        Pair(Atom(sym "quote"), Pair(datum, Empty())) => cx.unify(out, datum),
        Pair(Atom(sym "lambda"), Pair(Pair(Atom(name), Empty()), Pair(body, Empty()))) => {
            let closure = cx.make(&Closure, &[name, body, env]);
            cx.unify(out, closure)
        }
        Pair(Atom(sym "list"), args) => cx.call(|cx| eval_list(cx, args, env, out)),
        Pair(fun, Pair(arg, Empty())) => cx.call(|cx| apply(cx, fun, arg, env, out)),
    })
}

fn lookup(cx: &mut Cx<'_>, name: Value, env: Value, out: Value) -> Result<(), Stop> {
    case!(cx, env; {
        Top() => Err(cx.fail("unbound variable")),
        Bound(other, value, rest) => {
            if cx.eq(name, other)? {
                cx.unify(out, value)
            } else {
                cx.call(|cx| lookup(cx, name, rest, out))
            }
        }
    })
}

fn eval_list(cx: &mut Cx<'_>, args: Value, env: Value, out: Value) -> Result<(), Stop> {
    case!(cx, args; {
        Empty() => {
            let empty = cx.make(&Empty, &[]);
            cx.unify(out, empty)
        }
        Pair(first, rest) => {
            let (head, tail) = (cx.fresh(SEXP), cx.fresh(SEXP));
            let pair = cx.make(&Pair, &[head, tail]);
            cx.unify(out, pair)?;
            cx.call(|cx| eval(cx, first, env, head))?;
            cx.call(|cx| eval_list(cx, rest, env, tail))
        }
    })
}

fn apply(cx: &mut Cx<'_>, fun: Value, arg: Value, env: Value, out: Value) -> Result<(), Stop> {
    let closure = cx.fresh(Kind::Any);
    cx.call(|cx| eval(cx, fun, env, closure))?;
    case!(cx, closure; {
        Closure(name, body, captured) => {
            let value = cx.fresh(Kind::Any);
            cx.call(|cx| eval(cx, arg, env, value))?;
            let inner = cx.make(&Bound, &[name, value, captured]);
            cx.call(|cx| eval(cx, body, inner, out))
        }
        _ => Err(cx.fail("applied what is no function")),
    })
}

/// A goal: a program that evaluates to itself.
pub(crate) fn quine(cx: &mut Cx<'_>) -> Result<Value, Stop> {
    let program = cx.unknown("program", SEXP);
    let top = cx.make(&Top, &[]);
    eval(cx, program, top, program)?;
    Ok(program)
}
