//! A small language, searched and enumerated: what is found symbolically is what happens
//! concretely, and everything that happens concretely is found.

use lang_interp::{
    Answer, Confirmed, Cx, Form, Heap, Kind, Options, RunOutcome, Stop, Value, View, Wanted, case,
    data, solve,
};

data! {
    pub Expr = Zero() | Yes() | Succ(Expr) | Pred(Expr) | IsZero(Expr) | If(Expr, Expr, Expr);
    pub Val = Number(Nat) | Truth(Bool);
    pub Nat = Z() | S(Nat);
}

fn eval(cx: &mut Cx<'_>, expr: Value) -> Result<Value, Stop> {
    case!(cx, expr; {
        Zero() => {
            let zero = cx.make(&Z, &[]);
            Ok(cx.make(&Number, &[zero]))
        }
        Yes() => Ok(cx.make(&Truth, &[Value::TRUE])),
        Succ(inner) => {
            let value = cx.call(|cx| eval(cx, inner))?;
            case!(cx, value; {
                Number(n) => {
                    let next = cx.make(&S, &[n]);
                    Ok(cx.make(&Number, &[next]))
                }
                _ => Err(cx.fail("successor of a truth value")),
            })
        }
        Pred(inner) => {
            let value = cx.call(|cx| eval(cx, inner))?;
            case!(cx, value; {
                Number(S(n)) => Ok(cx.make(&Number, &[n])),
                Number(Z()) => Err(cx.fail("nothing is below zero")),
                _ => Err(cx.fail("predecessor of a truth value")),
            })
        }
        IsZero(inner) => {
            let value = cx.call(|cx| eval(cx, inner))?;
            case!(cx, value; {
                Number(Z()) => Ok(cx.make(&Truth, &[Value::TRUE])),
                Number(_) => Ok(cx.make(&Truth, &[Value::FALSE])),
                Truth(_) => Err(cx.fail("a truth value is no number")),
            })
        }
        If(cond, yes, no) => {
            let cond = cx.call(|cx| eval(cx, cond))?;
            case!(cx, cond; {
                Truth(true) => cx.call(|cx| eval(cx, yes)),
                Truth(false) => cx.call(|cx| eval(cx, no)),
                Number(_) => Err(cx.fail("a number is no truth value")),
            })
        }
    })
}

fn searched(cx: &mut Cx<'_>) -> Result<Value, Stop> {
    let program = cx.unknown("program", Kind::Data(&Expr));
    eval(cx, program)
}

/// A program as the enumeration makes it.
#[derive(Clone)]
enum Plain {
    Leaf(&'static str),
    Node(&'static str, Vec<Plain>),
}

/// A value of the oracle; none is a failure.
#[derive(Clone, Copy, PartialEq, Debug)]
enum PlainValue {
    Number(u32),
    Truth(bool),
}

/// The obvious evaluator, which knows nothing of the library.
fn oracle(program: &Plain) -> Option<PlainValue> {
    use PlainValue::{Number, Truth};
    match program {
        Plain::Leaf("Zero") => Some(Number(0)),
        Plain::Leaf(_) => Some(Truth(true)),
        Plain::Node("Succ", parts) => match oracle(&parts[0])? {
            Number(n) => Some(Number(n + 1)),
            Truth(_) => None,
        },
        Plain::Node("Pred", parts) => match oracle(&parts[0])? {
            Number(n) => n.checked_sub(1).map(Number),
            Truth(_) => None,
        },
        Plain::Node("IsZero", parts) => match oracle(&parts[0])? {
            Number(n) => Some(Truth(n == 0)),
            Truth(_) => None,
        },
        Plain::Node(_, parts) => match oracle(&parts[0])? {
            Truth(cond) => oracle(&parts[if cond { 1 } else { 2 }]),
            Number(_) => None,
        },
    }
}

/// All programs with exactly this many constructors.
fn programs(size: usize) -> Vec<Plain> {
    if size == 1 {
        return vec![Plain::Leaf("Zero"), Plain::Leaf("Yes")];
    }
    let mut all = Vec::new();
    for name in ["Succ", "Pred", "IsZero"] {
        all.extend(programs(size - 1).into_iter().map(|part| Plain::Node(name, vec![part])));
    }
    for (a, b) in (1..size).flat_map(|a| (1..size).map(move |b| (a, b))) {
        let Some(c) = (size - 1).checked_sub(a + b).filter(|c| *c > 0) else { continue };
        for parts in product(&programs(a), &programs(b), &programs(c)) {
            all.push(Plain::Node("If", parts));
        }
    }
    all
}

fn product(a: &[Plain], b: &[Plain], c: &[Plain]) -> Vec<Vec<Plain>> {
    let pairs = a.iter().flat_map(|a| b.iter().map(move |b| (a, b)));
    pairs.flat_map(|(a, b)| c.iter().map(move |c| vec![a.clone(), b.clone(), c.clone()])).collect()
}

fn of_view(view: View<'_>) -> Plain {
    let Form::Con(name) = view.form() else { panic!("an instance is a program: {view}") };
    let parts: Vec<Plain> = view.children().map(of_view).collect();
    if parts.is_empty() { Plain::Leaf(name.text()) } else { Plain::Node(name.text(), parts) }
}

/// Whether a program is an instance of what an answer knows of it.
fn is_instance(program: &Plain, known: View<'_>) -> bool {
    match (program, known.form()) {
        (_, Form::Unknown(_)) => true,
        (Plain::Leaf(own), Form::Con(name)) => *own == name.text(),
        (Plain::Node(own, parts), Form::Con(name)) => {
            *own == name.text()
                && parts.iter().zip(known.children()).all(|(part, known)| is_instance(part, known))
        }
        _ => false,
    }
}

fn is_same(value: Option<PlainValue>, outcome: &RunOutcome) -> bool {
    match (value, outcome) {
        (None, RunOutcome::Failed(failure)) => failure.kind.code() == "INT004",
        (Some(PlainValue::Number(n)), RunOutcome::Value(tree)) => {
            let text = tree.to_string();
            text.starts_with("Number(") && text.matches("S(").count() == n as usize
        }
        (Some(PlainValue::Truth(truth)), RunOutcome::Value(tree)) => {
            tree.to_string() == format!("Truth({truth})")
        }
        _ => false,
    }
}

/// The answers that programs of up to four constructors can need.
fn answers() -> Vec<Answer> {
    let mut options = Options::default().wanted(Wanted::All);
    options.explore.budget.depth = Some(4);
    solve(&mut Heap::new(), &options, searched).0
}

#[test]
fn every_answer_happens() {
    let answers = answers();
    assert!(answers.len() > 50, "{}", answers.len());
    for answer in answers {
        assert_eq!(answer.confirmed, Confirmed::Yes, "{answer}");
        let program = of_view(answer.instance[0].value.view());
        assert!(is_same(oracle(&program), &answer.outcome), "{answer}");
    }
}

#[test]
fn everything_that_happens_is_an_answer() {
    let answers = answers();
    for program in (1..=4).flat_map(programs) {
        let covers = |answer: &&Answer| is_instance(&program, answer.unknowns[0].value.view());
        let mut covering = answers.iter().filter(covers);
        let answer = covering.next().expect("some path covers each small program");
        assert!(is_same(oracle(&program), &answer.outcome), "{answer}");
        assert!(covering.next().is_none(), "paths exclude each other");
    }
}
