//! A Scheme of five forms: variables, `quote`, `lambda`, `list` and application, over symbols,
//! numbers and lists.
//!
//! Programs are s-expressions, as data are, so a program can compute a program: quines and twines
//! are goals like others. Three steps make the interpreter fast when the program is what is looked
//! for. First, it is written with a destination: [`eval`] is given the place where the value goes, so
//! that what is expected prunes the search from the outside in. Second, each form is one pattern
//! of one `case!`: one choice. Third, the forms stand in the order of how cheap they are.
//!
//! The words `quote`, `lambda` and `list` are reserved: a program that binds one is no program of this
//! language, and none is examined. So every program here means the same in a larger Scheme.

mod goals;
pub mod show;

use lang_interp::{Cx, Interpreter, Kind, Name, Shape, Stop, Value, case, data};

pub use goals::{evaluates_to, quine, scopes_differ, twine, twine_of};

data! {
    /// Programs and quoted data.
    pub Sexp = Pair(Sexp, Sexp) | Atom(Symbol) | Number(Int) | Empty();
    /// What closures capture: a name with its value, and the rest.
    pub Env = Top() | Bound(Symbol, Any, Env);
    /// Values that are no data.
    pub Closed = Closure(Symbol, Sexp, Env);
    /// What is seen of a closure.
    pub Opaque = Procedure();
}

/// Any s-expression.
pub const SEXP: Kind = Kind::Data(&Sexp);

/// Names that mean the same everywhere.
pub static KEYWORDS: [Name; 3] = [Name::new("quote"), Name::new("lambda"), Name::new("list")];

/// Where the free names of a function are looked up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// Where the function was written.
    Lexical,
    /// Where it is called.
    Dynamic,
}

/// Evaluates `expr` so that its value is `out`.
pub fn eval(
    cx: &mut Cx<'_>,
    scope: Scope,
    expr: Value,
    env: Value,
    out: Value,
) -> Result<(), Stop> {
    case!(cx, expr; {
        Atom(name) => cx.call(|cx| lookup(cx, name, env, out)),
        Number(_) => cx.unify(out, expr),
        Pair(Atom(sym "quote"), Pair(datum, Empty())) => cx.unify(out, datum),
        Pair(Atom(sym "lambda"), Pair(Pair(Atom(name), Empty()), Pair(body, Empty()))) => {
            refuse_keywords(cx, name)?;
            let closure = cx.make(&Closure, &[name, body, env]);
            cx.unify(out, closure)
        }
        Pair(Atom(sym "list"), args) => cx.call(|cx| eval_list(cx, scope, args, env, out)),
        Pair(fun, Pair(arg, Empty())) => cx.call(|cx| apply(cx, scope, fun, arg, env, out)),
    })
}

fn refuse_keywords(cx: &mut Cx<'_>, name: Value) -> Result<(), Stop> {
    for keyword in &KEYWORDS {
        let keyword = cx.sym(keyword.symbol());
        cx.differ(name, keyword)?;
    }
    Ok(())
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

fn eval_list(
    cx: &mut Cx<'_>,
    scope: Scope,
    args: Value,
    env: Value,
    out: Value,
) -> Result<(), Stop> {
    case!(cx, args; {
        Empty() => cx.unify(out, args),
        Pair(first, rest) => {
            let (head, tail) = (cx.fresh(Kind::Any), cx.fresh(Kind::Any));
            let pair = cx.make(&Pair, &[head, tail]);
            cx.unify(out, pair)?;
            cx.call(|cx| eval(cx, scope, first, env, head))?;
            cx.call(|cx| eval_list(cx, scope, rest, env, tail))
        }
    })
}

fn apply(
    cx: &mut Cx<'_>,
    scope: Scope,
    fun: Value,
    arg: Value,
    env: Value,
    out: Value,
) -> Result<(), Stop> {
    let closure = cx.fresh(Kind::Any);
    // These never come to a function. To say so before their parts are evaluated spares the search
    // all of these.
    case!(cx, fun; {
        Pair(Atom(sym "lambda"), _) => {},
        Pair(Atom(sym "quote"), _) => return Err(cx.fail("data are applied")),
        Pair(Atom(sym "list"), _) => return Err(cx.fail("a list is applied")),
        _ => {},
    });
    cx.call(|cx| eval(cx, scope, fun, env, closure))?;
    case!(cx, closure; {
        Closure(name, body, captured) => {
            let value = cx.fresh(Kind::Any);
            cx.call(|cx| eval(cx, scope, arg, env, value))?;
            let around = match scope {
                Scope::Lexical => captured,
                Scope::Dynamic => env,
            };
            let inner = cx.make(&Bound, &[name, value, around]);
            cx.call(|cx| eval(cx, scope, body, inner, out))
        }
        _ => Err(cx.fail("what is applied is not a function")),
    })
}

/// Programs without free names, under either scope.
impl Interpreter for Scope {
    fn eval(&self, cx: &mut Cx<'_>, program: Value) -> Result<Value, Stop> {
        let (top, out) = (cx.make(&Top, &[]), cx.fresh(Kind::Any));
        eval(cx, *self, program, top, out)?;
        Ok(out)
    }

    /// Of a function, that it is one. Data that is not known holds no functions, so that nothing has
    /// to be found out about it.
    fn observe(&self, cx: &mut Cx<'_>, value: Value) -> Result<Value, Stop> {
        if cx.shape(value) == Shape::Unknown {
            return Ok(value);
        }
        case!(cx, value; {
            Closure(_, _, _) => Ok(cx.make(&Procedure, &[])),
            Pair(first, rest) => {
                let first = cx.call(|cx| self.observe(cx, first))?;
                let rest = cx.call(|cx| self.observe(cx, rest))?;
                Ok(cx.make(&Pair, &[first, rest]))
            }
            _ => Ok(value),
        })
    }
}
