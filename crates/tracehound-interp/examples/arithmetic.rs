//! Arithmetic, and a compiler of it to a stack machine with a mistake: `diff` finds the program.
//!
//!     cargo run --example arithmetic -- run 'Sub(Num(5), Num(2))'
//!     cargo run --example arithmetic -- solve 'Mul(?a, Num(3))' --to 12
//!     cargo run --example arithmetic -- diff

use tracehound_interp::{Cx, Stop, Value, case, data};

data! {
    /// Programs.
    pub Expr = Num(Int) | Add(Expr, Expr) | Sub(Expr, Expr) | Mul(Expr, Expr);
    /// What the machine does.
    Code = Push(Int, Code) | Plus(Code) | Minus(Code) | Times(Code) | Done();
    /// Its stack, the top first.
    Stack = On(Int, Stack) | Bottom();
}

/// The meaning of a program.
fn eval(cx: &mut Cx<'_>, expr: Value) -> Result<Value, Stop> {
    case!(cx, expr; {
        Num(n) => Ok(n),
        Add(a, b) => {
            let (a, b) = both(cx, a, b)?;
            cx.add(a, b)
        }
        Sub(a, b) => {
            let (a, b) = both(cx, a, b)?;
            cx.sub(a, b)
        }
        Mul(a, b) => {
            let (a, b) = both(cx, a, b)?;
            cx.mul(a, b)
        }
    })
}

fn both(cx: &mut Cx<'_>, a: Value, b: Value) -> Result<(Value, Value), Stop> {
    Ok((cx.call(|cx| eval(cx, a))?, cx.call(|cx| eval(cx, b))?))
}

/// The code of a program, in front of other code.
fn compile(cx: &mut Cx<'_>, expr: Value, rest: Value) -> Result<Value, Stop> {
    let (a, b, operation) = case!(cx, expr; {
        Num(n) => return Ok(cx.make(&Push, &[n, rest])),
        Add(a, b) => (a, b, cx.make(&Plus, &[rest])),
        Sub(a, b) => (a, b, cx.make(&Minus, &[rest])),
        Mul(a, b) => (a, b, cx.make(&Times, &[rest])),
    });
    let second = cx.call(|cx| compile(cx, b, operation))?;
    cx.call(|cx| compile(cx, a, second))
}

/// Runs code. The mistake: what is subtracted is the first of two.
fn execute(cx: &mut Cx<'_>, code: Value, stack: Value) -> Result<Value, Stop> {
    let (rest, stack) = case!(cx, code; {
        Push(n, rest) => (rest, cx.make(&On, &[n, stack])),
        Plus(rest) => {
            let (a, b, below) = two(cx, stack)?;
            let sum = cx.add(a, b)?;
            (rest, cx.make(&On, &[sum, below]))
        }
        Minus(rest) => {
            let (a, b, below) = two(cx, stack)?;
            let difference = cx.sub(b, a)?;
            (rest, cx.make(&On, &[difference, below]))
        }
        Times(rest) => {
            let (a, b, below) = two(cx, stack)?;
            let product = cx.mul(a, b)?;
            (rest, cx.make(&On, &[product, below]))
        }
        Done() => return case!(cx, stack; { On(top, Bottom()) => Ok(top), _ => Err(cx.fail("the stack is not empty")) }),
    });
    cx.call(|cx| execute(cx, rest, stack))
}

/// The two values on top, the deeper one first, and what is below.
fn two(cx: &mut Cx<'_>, stack: Value) -> Result<(Value, Value, Value), Stop> {
    case!(cx, stack; {
        On(b, On(a, below)) => Ok((a, b, below)),
        _ => Err(cx.fail("there are no two values on the stack")),
    })
}

/// The meaning of a program by way of its code.
fn compiled(cx: &mut Cx<'_>, expr: Value) -> Result<Value, Stop> {
    let (done, bottom) = (cx.make(&Done, &[]), cx.make(&Bottom, &[]));
    let code = compile(cx, expr, done)?;
    execute(cx, code, bottom)
}

tracehound_interp::main!(Expr, eval, "compiled" => compiled);
