//! An imperative language: assignments, branches, loops, assertions, and output as events.
//!
//! What it adds to the tutorial of the stack machine ([`stack`](crate::stack)): a store that maps
//! names to integers and is a value like any other, statements that run for what they do to it,
//! assertions ([`Cx::assert`]: where one need not hold, a path ends with a failure that says for
//! which inputs), and events ([`Cx::emit`]) that a trace spec can be checked against
//! ([`lang_interp::check_spec`]).
//!
//! A loop in the program is a loop in Rust. It is unrolled as long as its condition can hold; the
//! search is fair, so a loop without an end keeps no other path waiting, and the limits of the search
//! are reported.

use lang_interp::{Cx, Kind, Stop, Symbol, Tree, Value, case, data};

use crate::notation::{self, Part};

data! {
    /// What has a number.
    pub Expr = Lit(Int) | Var(Symbol) | Plus(Expr, Expr) | Minus(Expr, Expr) | Times(Expr, Expr);
    /// What holds or not.
    pub Cond = Less(Expr, Expr) | Same(Expr, Expr) | Not(Cond) | And(Cond, Cond);
    /// Statements.
    pub Stmt = Skip() | Assign(Symbol, Expr) | Seq(Stmt, Stmt) | If(Cond, Stmt, Stmt)
        | While(Cond, Stmt) | Assert(Cond) | Print(Expr);
    /// The numbers of the variables, those assigned last first.
    pub Store = Unset() | Set(Symbol, Int, Store);
}

/// Any statement.
pub const STMT: Kind = Kind::Data(&Stmt);
/// Any expression.
pub const EXPR: Kind = Kind::Data(&Expr);
/// Any condition.
pub const COND: Kind = Kind::Data(&Cond);

/// The number of an expression.
pub fn eval(cx: &mut Cx<'_>, expr: Value, store: Value) -> Result<Value, Stop> {
    case!(cx, expr; {
        Lit(number) => Ok(number),
        Var(name) => cx.call(|cx| lookup(cx, name, store)),
        Plus(a, b) => {
            let (a, b) = operands(cx, a, b, store)?;
            cx.add(a, b)
        }
        Minus(a, b) => {
            let (a, b) = operands(cx, a, b, store)?;
            cx.sub(a, b)
        }
        Times(a, b) => {
            let (a, b) = operands(cx, a, b, store)?;
            cx.mul(a, b)
        }
    })
}

fn operands(cx: &mut Cx<'_>, a: Value, b: Value, store: Value) -> Result<(Value, Value), Stop> {
    Ok((cx.call(|cx| eval(cx, a, store))?, cx.call(|cx| eval(cx, b, store))?))
}

fn lookup(cx: &mut Cx<'_>, name: Value, store: Value) -> Result<Value, Stop> {
    case!(cx, store; {
        Unset() => Err(cx.fail("a variable is used before it is assigned")),
        Set(other, number, older) => {
            if cx.eq(name, other)? {
                Ok(number)
            } else {
                cx.call(|cx| lookup(cx, name, older))
            }
        }
    })
}

/// The truth of a condition, as a value: nothing is decided yet.
pub fn holds(cx: &mut Cx<'_>, cond: Value, store: Value) -> Result<Value, Stop> {
    case!(cx, cond; {
        Less(a, b) => {
            let (a, b) = operands(cx, a, b, store)?;
            cx.lt(a, b)
        }
        Same(a, b) => {
            let (a, b) = operands(cx, a, b, store)?;
            cx.same(a, b)
        }
        Not(inner) => {
            let inner = cx.call(|cx| holds(cx, inner, store))?;
            cx.not(inner)
        }
        And(a, b) => {
            let a = cx.call(|cx| holds(cx, a, store))?;
            let b = cx.call(|cx| holds(cx, b, store))?;
            cx.and(a, b)
        }
    })
}

/// Runs a statement; the value is the store behind it.
pub fn exec(cx: &mut Cx<'_>, stmt: Value, store: Value) -> Result<Value, Stop> {
    case!(cx, stmt; {
        Skip() => Ok(store),
        Assign(name, expr) => {
            let number = cx.call(|cx| eval(cx, expr, store))?;
            assign(cx, name, number, store)
        }
        Seq(first, second) => {
            let store = cx.call(|cx| exec(cx, first, store))?;
            cx.call(|cx| exec(cx, second, store))
        }
        If(cond, yes, no) => {
            let cond = cx.call(|cx| holds(cx, cond, store))?;
            let taken = if cx.branch(cond)? { yes } else { no };
            cx.call(|cx| exec(cx, taken, store))
        }
        While(cond, body) => repeat(cx, cond, body, store),
        Assert(cond) => {
            let cond = cx.call(|cx| holds(cx, cond, store))?;
            cx.assert(cond, "the assertion does not hold")?;
            Ok(store)
        }
        Print(expr) => {
            let number = cx.call(|cx| eval(cx, expr, store))?;
            cx.emit(Symbol::new("print"), &[number])?;
            Ok(store)
        }
    })
}

fn repeat(cx: &mut Cx<'_>, cond: Value, body: Value, mut store: Value) -> Result<Value, Stop> {
    loop {
        let goes_on = cx.call(|cx| holds(cx, cond, store))?;
        if !cx.branch(goes_on)? {
            return Ok(store);
        }
        store = cx.call(|cx| exec(cx, body, store))?;
    }
}

/// The store with another number for a name. What the name was before is left out, so that the store
/// of a loop does not grow.
fn assign(cx: &mut Cx<'_>, name: Value, number: Value, store: Value) -> Result<Value, Stop> {
    let others = cx.call(|cx| without(cx, name, store))?;
    Ok(cx.make(&Set, &[name, number, others]))
}

fn without(cx: &mut Cx<'_>, name: Value, store: Value) -> Result<Value, Stop> {
    case!(cx, store; {
        Unset() => Ok(store),
        Set(other, number, older) => {
            if cx.eq(name, other)? {
                return Ok(older);
            }
            let older = cx.call(|cx| without(cx, name, older))?;
            Ok(cx.make(&Set, &[other, number, older]))
        }
    })
}

/// Runs a program whose inputs are the named variables, all of them unknown. The value is the store
/// at the end.
pub fn run(cx: &mut Cx<'_>, program: Value, inputs: &[&str]) -> Result<Value, Stop> {
    let mut store = cx.make(&Unset, &[]);
    for input in inputs {
        let (name, number) = (cx.symbol(input), cx.unknown(input, Kind::Int));
        store = cx.make(&Set, &[name, number, store]);
    }
    exec(cx, program, store)
}

/// A program as it is written: `x := 1; while (x < 3) { print x }`.
#[must_use]
pub fn show(tree: &Tree) -> String {
    notation::write(tree, template)
}

fn template(ctor: &str) -> &'static [Part] {
    use Part::{Field, Text};
    match ctor {
        "Lit" | "Var" => &[Field(0)],
        "Plus" => &[Text("("), Field(0), Text(" + "), Field(1), Text(")")],
        "Minus" => &[Text("("), Field(0), Text(" - "), Field(1), Text(")")],
        "Times" => &[Text("("), Field(0), Text(" * "), Field(1), Text(")")],
        "Less" => &[Field(0), Text(" < "), Field(1)],
        "Same" => &[Field(0), Text(" == "), Field(1)],
        "Not" => &[Text("!("), Field(0), Text(")")],
        "And" => &[Text("("), Field(0), Text(" && "), Field(1), Text(")")],
        "Skip" => &[Text("skip")],
        "Assign" => &[Field(0), Text(" := "), Field(1)],
        "Seq" => &[Field(0), Text("; "), Field(1)],
        "If" => &[
            Text("if "),
            Field(0),
            Text(" { "),
            Field(1),
            Text(" } else { "),
            Field(2),
            Text(" }"),
        ],
        "While" => &[Text("while "), Field(0), Text(" { "), Field(1), Text(" }")],
        "Assert" => &[Text("assert "), Field(0)],
        "Print" => &[Text("print "), Field(0)],
        "Unset" => &[Text(".")],
        "Set" => &[Field(0), Text(" = "), Field(1), Text(", "), Field(2)],
        _ => &[],
    }
}
