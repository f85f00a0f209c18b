//! A lambda calculus with integers, under lexical and under dynamic scope: one interpreter with one
//! line that differs, written with a destination.

use lang_interp::{Cx, Kind, Stop, Value, case, data};

data! {
    /// Programs.
    Expr = Lit(Int) | Var(Symbol) | Lam(Symbol, Expr) | App(Expr, Expr);
    /// What programs come to.
    Val = Number(Int) | Closure(Symbol, Expr, Env);
    /// Names with their values.
    Env = Top() | Bound(Symbol, Val, Env);
}

/// Any program.
pub(crate) const EXPR: Kind = Kind::Data(&Expr);
const VAL: Kind = Kind::Data(&Val);

/// Where the free names of a function are looked up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Scope {
    /// Where the function was written.
    Lexical,
    /// Where it is called.
    Dynamic,
}

/// Evaluates `expr` so that its value is `out`.
pub(crate) fn eval(
    cx: &mut Cx<'_>,
    scope: Scope,
    expr: Value,
    env: Value,
    out: Value,
) -> Result<(), Stop> {
    case!(cx, expr; {
        Lit(n) => {
            let number = cx.make(&Number, &[n]);
            cx.unify(out, number)
        }
        Var(name) => cx.call(|cx| lookup(cx, name, env, out)),
        Lam(name, body) => {
            let closure = cx.make(&Closure, &[name, body, env]);
            cx.unify(out, closure)
        }
        App(fun, arg) => {
            let (closure, value) = (cx.fresh(VAL), cx.fresh(VAL));
            cx.call(|cx| eval(cx, scope, fun, env, closure))?;
            case!(cx, closure; {
                Number(_) => Err(cx.fail("applied a number")),
                Closure(name, body, captured) => {
                    cx.call(|cx| eval(cx, scope, arg, env, value))?;
                    let around = if scope == Scope::Lexical { captured } else { env };
                    let inner = cx.make(&Bound, &[name, value, around]);
                    cx.call(|cx| eval(cx, scope, body, inner, out))
                }
            })
        }
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

/// A goal: a program that is one number lexically and another dynamically.
pub(crate) fn differs(cx: &mut Cx<'_>, lexically: i64, dynamically: i64) -> Result<Value, Stop> {
    let program = cx.unknown("program", EXPR);
    for (scope, number) in [(Scope::Lexical, lexically), (Scope::Dynamic, dynamically)] {
        let (number, top) = (cx.int(number), cx.make(&Top, &[]));
        let out = cx.make(&Number, &[number]);
        eval(cx, scope, program, top, out)?;
    }
    Ok(program)
}
