//! Programs found by searching interpreters.

use std::ops::ControlFlow;

use lang_interp::{
    Answer, Confirmed, Cx, Heap, Interpreter, Kind, Options, Stop, Symbol, Value, case, data, diff,
    solve,
};

use crate::{lambda, scheme};

/// The first programs of a goal, all confirmed.
fn programs(take: u64, goal: impl Fn(&mut Cx<'_>) -> Result<Value, Stop> + Sync) -> Vec<Answer> {
    let (answers, _) = solve(&mut Heap::new(), &Options::default().take(take), goal);
    assert_eq!(answers.len() as u64, take);
    assert!(answers.iter().all(|answer| answer.confirmed == Confirmed::Yes));
    answers
}

#[test]
fn the_first_quine_is_the_classic_one() {
    let found = programs(1, scheme::quine);
    let half = "Pair(Atom(lambda), Pair(Pair(Atom(_0), Empty), Pair(Pair(Atom(list), \
                Pair(Atom(_0), Pair(Pair(Atom(list), Pair(Pair(Atom(quote), Pair(Atom(quote), \
                Empty)), Pair(Atom(_0), Empty))), Empty))), Empty)))";
    let quoted = format!("Pair(Atom(quote), Pair({half}, Empty))");
    let quine = format!("Pair({half}, Pair({quoted}, Empty))");
    assert_eq!(found[0].unknowns[0].value.to_string(), quine);
}

#[test]
fn lexical_and_dynamic_scope_differ_on_many_programs() {
    let found = programs(5, |cx| lambda::differs(cx, 42, 137));
    for answer in found {
        let text = answer.unknowns[0].value.to_string();
        assert!(text.contains("Lit(42)") && text.contains("Lit(137)"), "{text}");
    }
}

data! {
    /// Programs whose values are functions.
    Expr = Const(Symbol) | Arg() | Fun(Expr) | Call(Expr, Expr);
    /// What they come to.
    Val = Sym(Symbol) | fun Closure(Expr);
}

/// Functions of one argument; the correct interpreter gives a body its own argument, the wrong one
/// that of the caller.
struct Direct {
    wrong: bool,
}

impl Direct {
    fn run(&self, cx: &mut Cx<'_>, expr: Value, arg: Value) -> Result<Value, Stop> {
        case!(cx, expr; {
            Const(name) => Ok(cx.make(&Sym, &[name])),
            Arg() => Ok(arg),
            Fun(body) => Ok(cx.make(&Closure, &[body])),
            Call(fun, operand) => {
                let fun = cx.call(|cx| self.run(cx, fun, arg))?;
                let operand = cx.call(|cx| self.run(cx, operand, arg))?;
                case!(cx, fun; {
                    Closure(body) => {
                        let inner = if self.wrong { arg } else { operand };
                        cx.call(|cx| self.run(cx, body, inner))
                    }
                    _ => Err(cx.fail("called a symbol")),
                })
            }
        })
    }
}

impl Interpreter for Direct {
    fn eval(&self, cx: &mut Cx<'_>, program: Value) -> Result<Value, Stop> {
        let none = cx.symbol("none");
        let none = cx.make(&Sym, &[none]);
        self.run(cx, program, none)
    }

    fn observe(&self, cx: &mut Cx<'_>, value: Value) -> Result<Value, Stop> {
        case!(cx, value; {
            Closure(_) => Ok(cx.con(Symbol::new("function"), &[])),
            other => Ok(other),
        })
    }
}

#[test]
fn a_scoping_mistake_is_found_by_a_small_program() {
    let mut found = Vec::new();
    let (right, wrong) = (Direct { wrong: false }, Direct { wrong: true });
    let options = Options::default().take(1);
    diff(&mut Heap::new(), &options, Kind::Data(&Expr), &right, &wrong, |answer| {
        assert_eq!(answer.confirmed, Confirmed::Yes);
        found.push(answer.to_string());
        ControlFlow::Continue(())
    });
    assert_eq!(found, ["program = Call(Fun(Arg), Const(_0)) where _0 /= none"]);
}

#[test]
fn the_profile_names_the_sites_that_fork() {
    let (_, summary) = solve(&mut Heap::new(), &Options::default().take(1), scheme::quine);
    let most = summary.profile[0];
    assert!(most.site.file().ends_with("scheme.rs") && most.forks > 100, "{most:?}");
    let total: u64 = summary.profile.iter().map(|fork| fork.forks).sum();
    assert_eq!(total, summary.stats.forks);
}
