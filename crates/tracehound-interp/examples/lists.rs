//! Programs over lists: which ones turn a list into another?
//!
//!     cargo run --example lists -- run 'Then(Reverse, Drop)'
//!     cargo run --example lists -- solve --to 'Cons(c, Cons(b, Nil))'

use tracehound_interp::{Cx, Stop, Value, case, data};

data! {
    /// What is done with the list a, b, c.
    pub Step = Drop() | Reverse() | Twice() | Then(Step, Step);
    /// Lists.
    List = Nil() | Cons(Symbol, List);
}

fn apply(cx: &mut Cx<'_>, step: Value, list: Value) -> Result<Value, Stop> {
    case!(cx, step; {
        Drop() => case!(cx, list; {
            Nil() => Err(cx.fail("nothing can be dropped")),
            Cons(_, rest) => Ok(rest),
        }),
        Reverse() => {
            let nil = cx.make(&Nil, &[]);
            reverse(cx, list, nil)
        }
        Twice() => append(cx, list, list),
        Then(first, second) => {
            let list = cx.call(|cx| apply(cx, first, list))?;
            cx.call(|cx| apply(cx, second, list))
        }
    })
}

fn reverse(cx: &mut Cx<'_>, list: Value, done: Value) -> Result<Value, Stop> {
    case!(cx, list; {
        Nil() => Ok(done),
        Cons(head, tail) => {
            let done = cx.make(&Cons, &[head, done]);
            cx.call(|cx| reverse(cx, tail, done))
        }
    })
}

fn append(cx: &mut Cx<'_>, front: Value, back: Value) -> Result<Value, Stop> {
    case!(cx, front; {
        Nil() => Ok(back),
        Cons(head, tail) => {
            let rest = cx.call(|cx| append(cx, tail, back))?;
            Ok(cx.make(&Cons, &[head, rest]))
        }
    })
}

fn run(cx: &mut Cx<'_>, program: Value) -> Result<Value, Stop> {
    let nil = cx.make(&Nil, &[]);
    let abc = ["c", "b", "a"].into_iter().fold(nil, |rest, name| {
        let name = cx.symbol(name);
        cx.make(&Cons, &[name, rest])
    });
    apply(cx, program, abc)
}

tracehound_interp::main!(Step, run);
