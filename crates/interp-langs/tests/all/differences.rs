//! Programs on which interpreters differ.

use std::ops::ControlFlow;

use interp_langs::caselang::NoInterp;
use interp_langs::stlc::{self, Order};
use interp_langs::{BUILT_IN, ComparedInterpreter, Difference, Seen, diff};
use lang_interp::{Answer, Confirmed, Cx, Heap, Interpreter, RunOutcome, Summary, Tree};

use crate::examples::load;
use crate::support::{covers, outcome, texts, tree, with_numbers};

fn differences(
    left: &ComparedInterpreter,
    right: &ComparedInterpreter,
    count: u64,
) -> (Vec<Difference>, Summary) {
    let mut found = Vec::new();
    let summary = diff(&mut Heap::new(), &with_numbers().take(count), left, right, |difference| {
        assert_eq!(difference.confirmed, Confirmed::Yes, "{difference:?}");
        found.push(difference.clone());
        ControlFlow::Continue(())
    });
    (found, summary.expect("they are of one language"))
}

fn built_in(name: &str) -> ComparedInterpreter {
    ComparedInterpreter::built_in(name).expect("it is built in")
}

#[test]
fn scoping_mistakes_are_found() {
    let right = ComparedInterpreter::defined(&load("stlc.goal")).expect("it defines `interp`");
    for wrong in ["stlc-dynamic.goal", "stlc-outer.goal", "stlc-argument.goal"] {
        let wrong_one = ComparedInterpreter::defined(&load(wrong)).expect("it defines `interp`");
        let (found, _) = differences(&right, &wrong_one, 1);
        assert_eq!(found.len(), 1, "{wrong}");
        // The right interpreter never fails on a program that has a type.
        assert!(matches!(found[0].left, Seen::Value(_)), "{found:?}");
    }
}

#[test]
fn lexical_and_dynamic_scope_differ() {
    let (found, _) = differences(&built_in("lexical"), &built_in("dynamic"), 5);
    assert_eq!(found.len(), 5);
    let mut programs: Vec<&String> = found.iter().map(|found| &found.program).collect();
    programs.dedup();
    assert_eq!(programs.len(), 5);
}

#[test]
fn arguments_that_fail_count_only_by_value() {
    let (found, _) = differences(&built_in("by-value"), &built_in("by-name"), 10);
    for difference in found {
        assert!(matches!(difference.left, Seen::Fails(_)), "{difference:?}");
        assert!(matches!(difference.right, Seen::Value(_)), "{difference:?}");
    }
}

/// What can be seen of a program, by an interpreter alone; none if it fails.
fn seen(order: Order, program: &Tree) -> Option<String> {
    let found = outcome(std::slice::from_ref(program), |cx: &mut Cx<'_>| {
        let program = cx.unknown("program", stlc::EXPR);
        let value = order.eval(cx, program)?;
        order.observe(cx, value)
    });
    match found {
        RunOutcome::Value(value) => Some(value.to_string()),
        RunOutcome::Failed(_) => None,
    }
}

/// The smallest programs that are reported are the smallest there are, by enumeration of all.
#[test]
fn differences_come_smallest_first() {
    // Programs of that size have at most six constructors.
    let most = 8;
    let mut differing: Vec<Tree> = Vec::new();
    for text in (1..=6).flat_map(|size| texts(stlc::EXPR, size, &["0", "1", "x", "y"])) {
        let program = tree(stlc::EXPR, &text);
        let small = program.size() <= most;
        if small && seen(Order::ByValue, &program) != seen(Order::ByName, &program) {
            differing.push(program);
        }
    }
    let (mut told, mut largest) = (Vec::new(), 0);
    let options = with_numbers().smallest_first();
    let (left, right) = (Order::ByValue, Order::ByName);
    let tell = |answer: &Answer| {
        assert!(answer.size() >= largest, "{answer} comes too late");
        largest = answer.size();
        told.push(answer.clone());
        if largest > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let summary = lang_interp::diff(
        &mut Heap::new(),
        &options,
        lang_interp::Kind::Data(&stlc::Expr),
        &left,
        &right,
        tell,
    );
    assert_eq!(summary.smaller, 0);
    assert_eq!(Some(told[0].size()), differing.iter().map(Tree::size).min());
    for program in &differing {
        let found =
            told.iter().find(|answer| covers(answer.unknowns[0].value.view(), program.view()));
        assert!(found.is_some_and(|answer| answer.size() <= program.size()), "{program}");
    }
    assert!(differing.len() > 2, "{differing:?}");
}

#[test]
fn an_interpreter_does_not_differ_from_itself() {
    let mut options = with_numbers();
    options.explore.budget.depth = Some(6);
    for name in BUILT_IN.iter().map(|built_in| built_in.name) {
        let (left, right) = (built_in(name), built_in(name));
        let found =
            diff(&mut Heap::new(), &options, &left, &right, |difference| panic!("{difference:?}"));
        assert!(found.expect("they are of one language").stats.runs > 1);
    }
}

#[test]
fn incomparable_interpreters_are_reported() {
    let none =
        diff(&mut Heap::new(), &with_numbers(), &built_in("lexical"), &built_in("by-name"), |_| {
            ControlFlow::Break(())
        });
    let told = none.expect_err("they are of different languages").to_string();
    assert!(told.contains("Scheme") && told.contains("lambda calculus"), "{told}");
    assert_eq!(ComparedInterpreter::defined(&load("append.goal")).err(), Some(NoInterp));
    assert!(ComparedInterpreter::built_in("static").is_none());
}
