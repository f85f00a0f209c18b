//! A simply typed lambda calculus: a type checker, an evaluator, and what they say of each other.
//!
//! What it adds to the other tutorials: two interpreters of one language, run on the same unknown
//! program. [`check`] is an interpreter too, one that computes types. It is written with a
//! destination, the type that is expected: so with an unknown program it is a synthesizer of
//! programs of a type ([`typed`]), and it never builds a part that does not fit. Put before the
//! evaluator it states a theorem ([`stuck`]): no answer means that well-typed programs do not get stuck.

use lang_interp::{Cx, Interpreter, Kind, Stop, Tree, Value, case, data};

use crate::notation::{self, Part};

data! {
    /// Types.
    pub Type = Num() | Arrow(Type, Type);
    /// Programs.
    pub Expr = Lit(Int) | Var(Symbol) | Lam(Symbol, Type, Expr) | App(Expr, Expr)
        | Plus(Expr, Expr) | IfZero(Expr, Expr, Expr);
    /// The types of the names around, the innermost first.
    pub Context = NoNames() | Has(Symbol, Type, Context);
    /// What programs come to; a program that is not evaluated yet, too, if arguments are passed by
    /// name.
    pub Val = Number(Int) | Closure(Symbol, Expr, Env) | Delayed(Expr, Env);
    /// The values of the names around, the innermost first.
    pub Env = Top() | Bound(Symbol, Val, Env);
    /// What is seen of a function.
    pub Opaque = Function();
}

/// Any program.
pub const EXPR: Kind = Kind::Data(&Expr);
/// Any type.
pub const TYPE: Kind = Kind::Data(&Type);
/// Any value.
pub const VAL: Kind = Kind::Data(&Val);

/// Relates a program to its type: a run along which it has another one is left, as `cx.discard` does.
pub fn check(cx: &mut Cx<'_>, expr: Value, context: Value, expected: Value) -> Result<(), Stop> {
    let num = cx.make(&Num, &[]);
    case!(cx, expr; {
        Lit(_) => cx.unify(num, expected),
        Var(name) => cx.call(|cx| check_name(cx, name, context, expected)),
        Lam(name, from, body) => {
            let to = cx.fresh(TYPE);
            let own = cx.make(&Arrow, &[from, to]);
            cx.unify(own, expected)?;
            let inner = cx.make(&Has, &[name, from, context]);
            cx.call(|cx| check(cx, body, inner, to))
        }
        App(fun, arg) => {
            let from = cx.fresh(TYPE);
            let needed = cx.make(&Arrow, &[from, expected]);
            cx.call(|cx| check(cx, fun, context, needed))?;
            cx.call(|cx| check(cx, arg, context, from))
        }
        Plus(a, b) => {
            cx.unify(num, expected)?;
            cx.call(|cx| check(cx, a, context, num))?;
            cx.call(|cx| check(cx, b, context, num))
        }
        IfZero(cond, yes, no) => {
            cx.call(|cx| check(cx, cond, context, num))?;
            cx.call(|cx| check(cx, yes, context, expected))?;
            cx.call(|cx| check(cx, no, context, expected))
        }
    })
}

fn check_name(cx: &mut Cx<'_>, name: Value, context: Value, expected: Value) -> Result<(), Stop> {
    case!(cx, context; {
        NoNames() => Err(cx.discard()),
        Has(other, own, rest) => {
            if cx.eq(name, other)? {
                cx.unify(own, expected)
            } else {
                cx.call(|cx| check_name(cx, name, rest, expected))
            }
        }
    })
}

/// When arguments are evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// Before the call.
    ByValue,
    /// Each time they are used.
    ByName,
}

/// Evaluates a program. Types do not count here: one without a type may get stuck.
pub fn eval(cx: &mut Cx<'_>, order: Order, expr: Value, env: Value) -> Result<Value, Stop> {
    case!(cx, expr; {
        Lit(number) => Ok(cx.make(&Number, &[number])),
        Var(name) => cx.call(|cx| lookup(cx, order, name, env)),
        Lam(name, _, body) => Ok(cx.make(&Closure, &[name, body, env])),
        App(fun, arg) => {
            let fun = cx.call(|cx| eval(cx, order, fun, env))?;
            let arg = match order {
                Order::ByValue => cx.call(|cx| eval(cx, order, arg, env))?,
                Order::ByName => cx.make(&Delayed, &[arg, env]),
            };
            case!(cx, fun; {
                Closure(name, body, captured) => {
                    let inner = cx.make(&Bound, &[name, arg, captured]);
                    cx.call(|cx| eval(cx, order, body, inner))
                }
                _ => Err(cx.fail("a number is applied")),
            })
        }
        Plus(a, b) => {
            let a = number(cx, order, a, env)?;
            let b = number(cx, order, b, env)?;
            let sum = cx.add(a, b)?;
            Ok(cx.make(&Number, &[sum]))
        }
        IfZero(cond, yes, no) => {
            let cond = number(cx, order, cond, env)?;
            let zero = cx.int(0);
            let is_zero = cx.same(cond, zero)?;
            let taken = if cx.branch(is_zero)? { yes } else { no };
            cx.call(|cx| eval(cx, order, taken, env))
        }
    })
}

fn number(cx: &mut Cx<'_>, order: Order, expr: Value, env: Value) -> Result<Value, Stop> {
    let value = cx.call(|cx| eval(cx, order, expr, env))?;
    case!(cx, value; {
        Number(number) => Ok(number),
        _ => Err(cx.fail("a function is taken for a number")),
    })
}

fn lookup(cx: &mut Cx<'_>, order: Order, name: Value, env: Value) -> Result<Value, Stop> {
    case!(cx, env; {
        Top() => Err(cx.fail("a name is not bound")),
        Bound(other, value, rest) => {
            if !cx.eq(name, other)? {
                return cx.call(|cx| lookup(cx, order, name, rest));
            }
            case!(cx, value; {
                Delayed(expr, env) => cx.call(|cx| eval(cx, order, expr, env)),
                value => Ok(value),
            })
        }
    })
}

/// A goal: a program of a type.
pub fn typed(cx: &mut Cx<'_>, expected: Value) -> Result<Value, Stop> {
    let (program, none) = (cx.unknown("program", EXPR), cx.make(&NoNames, &[]));
    check(cx, program, none, expected)?;
    Ok(program)
}

/// The property that types are there for: a program with a type is evaluated. Where it gets stuck,
/// the path ends with a failure.
pub fn stuck(cx: &mut Cx<'_>, order: Order) -> Result<Value, Stop> {
    let expected = cx.fresh(TYPE);
    let program = typed(cx, expected)?;
    let top = cx.make(&Top, &[]);
    eval(cx, order, program, top)
}

/// Programs without free names.
impl Interpreter for Order {
    fn eval(&self, cx: &mut Cx<'_>, program: Value) -> Result<Value, Stop> {
        let top = cx.make(&Top, &[]);
        eval(cx, *self, program, top)
    }

    /// Of a function, that it is one.
    fn observe(&self, cx: &mut Cx<'_>, value: Value) -> Result<Value, Stop> {
        case!(cx, value; {
            Number(number) => Ok(number),
            _ => Ok(cx.make(&Function, &[])),
        })
    }
}

/// A program or a type as it is written: `fun x : num -> (x + 1)`.
#[must_use]
pub fn show(tree: &Tree) -> String {
    use Part::{Field, Text};
    notation::write(tree, |ctor| match ctor {
        "Num" => &[Text("num")],
        "Arrow" => &[Text("("), Field(0), Text(" -> "), Field(1), Text(")")],
        "Lit" | "Var" | "Number" => &[Field(0)],
        "Lam" => {
            &[Text("(fun "), Field(0), Text(" : "), Field(1), Text(" -> "), Field(2), Text(")")]
        }
        "App" => &[Text("("), Field(0), Text(" "), Field(1), Text(")")],
        "Plus" => &[Text("("), Field(0), Text(" + "), Field(1), Text(")")],
        "IfZero" => &[
            Text("(if "),
            Field(0),
            Text(" == 0 then "),
            Field(1),
            Text(" else "),
            Field(2),
            Text(")"),
        ],
        "Closure" | "Function" => &[Text("<function>")],
        _ => &[],
    })
}
