//! A function over two lists from examples of what it does.

use lang_interp::{Cx, Kind, Stop, Value, case, data};

data! {
    /// Bodies of the function.
    pub(crate) Body = Xs() | Ys() | Nil() | IfNil(Body, Body, Body) | Cons(Body, Body) | Head(Body) | Tail(Body)
        | Again(Body, Body);
    /// Values.
    Val = Empty() | Pair(Val, Val) | Atom(Symbol);
}

/// How deep the function may call itself on these examples.
const DEEPEST: usize = 4;

/// The body and the arguments of a call.
#[derive(Clone, Copy)]
struct Call {
    body: Value,
    xs: Value,
    ys: Value,
    depth: usize,
}

/// A body that appends, as far as four examples tell.
pub(crate) fn append(cx: &mut Cx<'_>) -> Result<Value, Stop> {
    let body = cx.unknown("body", Kind::Data(&Body));
    let examples: [[&[&str]; 3]; 4] = [
        [&["a"], &["b"], &["a", "b"]],
        [&["a", "b"], &["c", "d"], &["a", "b", "c", "d"]],
        [&[], &["a"], &["a"]],
        [&[], &[], &[]],
    ];
    for [xs, ys, out] in examples {
        let (xs, ys, out) = (list(cx, xs), list(cx, ys), list(cx, out));
        eval(cx, Call { body, xs, ys, depth: 0 }, body, out)?;
    }
    Ok(body)
}

fn list(cx: &mut Cx<'_>, names: &[&str]) -> Value {
    let empty = cx.make(&Empty, &[]);
    names.iter().rev().fold(empty, |rest, name| {
        let name = cx.symbol(name);
        let atom = cx.make(&Atom, &[name]);
        cx.make(&Pair, &[atom, rest])
    })
}

fn eval(cx: &mut Cx<'_>, call: Call, expr: Value, out: Value) -> Result<(), Stop> {
    let fresh = |cx: &mut Cx<'_>| cx.fresh(Kind::Data(&Val));
    case!(cx, expr; {
        Xs() => cx.unify(out, call.xs),
        Ys() => cx.unify(out, call.ys),
        Nil() => {
            let empty = cx.make(&Empty, &[]);
            cx.unify(out, empty)
        }
        IfNil(list, yes, no) => {
            let value = fresh(cx);
            cx.call(|cx| eval(cx, call, list, value))?;
            let branch = case!(cx, value; {
                Empty() => yes,
                _ => no,
            });
            cx.call(|cx| eval(cx, call, branch, out))
        }
        Cons(first, rest) => {
            let (a, b) = (fresh(cx), fresh(cx));
            let pair = cx.make(&Pair, &[a, b]);
            cx.unify(out, pair)?;
            cx.call(|cx| eval(cx, call, first, a))?;
            cx.call(|cx| eval(cx, call, rest, b))
        }
        Head(list) => {
            let rest = fresh(cx);
            let pair = cx.make(&Pair, &[out, rest]);
            cx.call(|cx| eval(cx, call, list, pair))
        }
        Tail(list) => {
            let first = fresh(cx);
            let pair = cx.make(&Pair, &[first, out]);
            cx.call(|cx| eval(cx, call, list, pair))
        }
        Again(first, second) => {
            if call.depth == DEEPEST {
                return Err(cx.discard());
            }
            let (xs, ys) = (fresh(cx), fresh(cx));
            cx.call(|cx| eval(cx, call, first, xs))?;
            cx.call(|cx| eval(cx, call, second, ys))?;
            let inner = Call { xs, ys, depth: call.depth + 1, ..call };
            cx.call(|cx| eval(cx, inner, call.body, out))
        }
    })
}
