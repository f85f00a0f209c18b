//! The typed lambda calculus: types say what evaluation does.

use interp_langs::stlc::{self, EXPR, Order, TYPE};
use lang_interp::{Cx, Form, Heap, NoOutcome, Options, RunOutcome, Stop, Value, View, run_once};

use crate::support::{covers, ends, first, read, texts, tree};

/// Types as the oracle has them.
#[derive(Clone, PartialEq, Debug)]
enum Plain {
    Num,
    Arrow(Box<Plain>, Box<Plain>),
}

fn name(view: View<'_>) -> &'static str {
    match view.form() {
        Form::Con(name) | Form::Symbol(name) => name.text(),
        _ => "",
    }
}

fn part(view: View<'_>, number: usize) -> View<'_> {
    view.child(number).expect("it has so many fields")
}

fn plain(view: View<'_>) -> Plain {
    match name(view) {
        "Num" => Plain::Num,
        _ => Plain::Arrow(Box::new(plain(part(view, 0))), Box::new(plain(part(view, 1)))),
    }
}

/// The type of a program by the textbook; none if it has none.
fn type_of(expr: View<'_>, context: &mut Vec<(String, Plain)>) -> Option<Plain> {
    match name(expr) {
        "Lit" => Some(Plain::Num),
        "Var" => {
            let wanted = name(part(expr, 0));
            context.iter().rev().find(|(name, _)| name == wanted).map(|(_, own)| own.clone())
        }
        "Lam" => {
            let from = plain(part(expr, 1));
            context.push((name(part(expr, 0)).to_owned(), from.clone()));
            let to = type_of(part(expr, 2), context);
            context.pop();
            Some(Plain::Arrow(Box::new(from), Box::new(to?)))
        }
        "App" => match (type_of(part(expr, 0), context)?, type_of(part(expr, 1), context)?) {
            (Plain::Arrow(from, to), arg) if *from == arg => Some(*to),
            _ => None,
        },
        "Plus" => {
            let both = [0, 1].map(|number| type_of(part(expr, number), context));
            both.iter().all(|own| *own == Some(Plain::Num)).then_some(Plain::Num)
        }
        _ => {
            let [cond, yes, no] = [0, 1, 2].map(|number| type_of(part(expr, number), context));
            (cond? == Plain::Num && yes == no).then_some(yes?)
        }
    }
}

fn any_type(cx: &mut Cx<'_>) -> Result<Value, Stop> {
    let expected = cx.unknown("type", TYPE);
    stlc::typed(cx, expected)?;
    Ok(expected)
}

#[test]
fn programs_of_a_type_are_made() {
    let goal = |cx: &mut Cx<'_>| {
        let expected = read(cx, TYPE, "Arrow(Arrow(Num, Num), Num)");
        stlc::typed(cx, expected)
    };
    for answer in first(20, goal) {
        let own = type_of(answer.instance[0].value.view(), &mut Vec::new());
        let num = || Box::new(Plain::Num);
        let expected = Plain::Arrow(Box::new(Plain::Arrow(num(), num())), num());
        assert_eq!(own, Some(expected), "{answer}");
    }
}

#[test]
fn the_checker_agrees_with_the_textbook() {
    let answers = ends(7, any_type);
    let mut typed = 0;
    for text in (1..=5).flat_map(|size| texts(EXPR, size, &["0", "x", "y"])) {
        let program = tree(EXPR, &text);
        let expected = type_of(program.view(), &mut Vec::new());
        typed += u32::from(expected.is_some());
        let check = |cx: &mut Cx<'_>| {
            let (expr, own) = (read(cx, EXPR, &text), cx.fresh(TYPE));
            let none = cx.make(&stlc::NoNames, &[]);
            stlc::check(cx, expr, none, own)?;
            Ok(own)
        };
        let found = run_once(&mut Heap::new(), &Options::default(), &[], check);
        match (&expected, &found) {
            (None, Err(NoOutcome::Discarded)) => continue,
            (Some(expected), Ok(RunOutcome::Value(own))) if *expected == plain(own.view()) => {}
            _ => panic!("{text}: {expected:?}, {found:?}"),
        }
        let covering =
            answers.iter().any(|answer| covers(answer.unknowns[1].value.view(), program.view()));
        assert!(covering, "{text}");
    }
    assert!(typed > 30, "{typed}");
}

#[test]
fn programs_with_a_type_do_not_get_stuck() {
    for order in [Order::ByValue, Order::ByName] {
        let answers = ends(8, |cx| stlc::stuck(cx, order));
        assert!(answers.len() > 100, "{}", answers.len());
        for answer in answers {
            assert!(matches!(answer.outcome, RunOutcome::Value(_)), "{answer}");
        }
    }
}

#[test]
fn programs_without_a_type_may_get_stuck() {
    let untyped = |cx: &mut Cx<'_>| {
        let (program, top) = (cx.unknown("program", EXPR), cx.make(&stlc::Top, &[]));
        stlc::eval(cx, Order::ByValue, program, top)
    };
    let answers = ends(4, untyped);
    assert!(answers.iter().any(|answer| matches!(answer.outcome, RunOutcome::Failed(_))));
}

#[test]
fn programs_are_written_as_they_are_read() {
    let goal = |cx: &mut Cx<'_>| {
        let program = read(cx, EXPR, "App(Lam(x, Num, Plus(Var(x), ?hole)), Lit(2))");
        let top = cx.make(&stlc::Top, &[]);
        let value = stlc::eval(cx, Order::ByValue, program, top)?;
        let expected = read(cx, stlc::VAL, "Number(5)");
        cx.unify(value, expected).map(|()| program)
    };
    let answer = &first(1, goal)[0];
    assert_eq!(answer.instance[0].value.to_string(), "Lit(3)");
    let program =
        tree(EXPR, "App(Lam(x, Arrow(Num, Num), Var(x)), IfZero(Lit(0), Var(y), Lit(2)))");
    let shown = "((fun x : (num -> num) -> x) (if 0 == 0 then y else 2))";
    assert_eq!(stlc::show(&program), shown);
}
