//! A lambda calculus under two rules of scope, with the place of the value as an argument: what is expected of a program
//! prunes the search for it from the outside in.
//!
//!     cargo run --example lambda -- solve --to 'Num(1)' -n 3
//!     cargo run --example lambda -- diff

use tracehound_interp::{Cx, Interpreter, Kind, Language, Stop, Value, case, data};

data! {
    /// Programs.
    pub Expr = Lit(Int) | Var(Symbol) | Lam(Symbol, Expr) | App(Expr, Expr);
    /// What they come to.
    Val = Num(Int) | Closure(Symbol, Expr, Env);
    /// Names with their values.
    Env = Top() | Bound(Symbol, Val, Env);
    /// What is seen of a closure.
    Seen = Function();
}

/// Where the free names of a function are looked up.
#[derive(Clone, Copy)]
enum Scope {
    Lexical,
    Dynamic,
}

fn eval(cx: &mut Cx<'_>, scope: Scope, expr: Value, env: Value, out: Value) -> Result<(), Stop> {
    case!(cx, expr; {
        Lit(n) => {
            let number = cx.make(&Num, &[n]);
            cx.unify(out, number)
        }
        Var(name) => cx.call(|cx| lookup(cx, name, env, out)),
        Lam(name, body) => {
            let closure = cx.make(&Closure, &[name, body, env]);
            cx.unify(out, closure)
        }
        App(fun, arg) => {
            let (closure, value) = (cx.fresh(Kind::Data(&Val)), cx.fresh(Kind::Data(&Val)));
            cx.call(|cx| eval(cx, scope, fun, env, closure))?;
            case!(cx, closure; {
                Num(_) => Err(cx.fail("a number is applied")),
                Closure(name, body, captured) => {
                    cx.call(|cx| eval(cx, scope, arg, env, value))?;
                    let around = match scope {
                        Scope::Lexical => captured,
                        Scope::Dynamic => env,
                    };
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

impl Interpreter for Scope {
    fn eval(&self, cx: &mut Cx<'_>, program: Value) -> Result<Value, Stop> {
        let (top, out) = (cx.make(&Top, &[]), cx.fresh(Kind::Data(&Val)));
        eval(cx, *self, program, top, out)?;
        Ok(out)
    }

    fn observe(&self, cx: &mut Cx<'_>, value: Value) -> Result<Value, Stop> {
        case!(cx, value; {
            Closure(_, _, _) => Ok(cx.make(&Function, &[])),
            _ => Ok(value),
        })
    }
}

fn main() -> std::process::ExitCode {
    Language::new(Kind::Data(&Expr), Scope::Lexical).with("dynamic", Scope::Dynamic).main()
}
