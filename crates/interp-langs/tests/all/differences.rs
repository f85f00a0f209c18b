//! Programs on which interpreters differ.

use std::ops::ControlFlow;

use interp_langs::caselang::NoInterp;
use interp_langs::{BUILT_IN, Difference, Seen, Subject, diff};
use lang_interp::{Confirmed, Heap, Summary};

use crate::examples::load;
use crate::support::with_numbers;

fn differences(left: &Subject, right: &Subject, count: u64) -> (Vec<Difference>, Summary) {
    let mut found = Vec::new();
    let summary = diff(&mut Heap::new(), &with_numbers().take(count), left, right, |difference| {
        assert_eq!(difference.confirmed, Confirmed::Yes, "{difference:?}");
        found.push(difference.clone());
        ControlFlow::Continue(())
    });
    (found, summary.expect("they are of one language"))
}

fn built_in(name: &str) -> Subject {
    Subject::built_in(name).expect("it is built in")
}

#[test]
fn scoping_mistakes_are_found() {
    let right = Subject::defined(&load("stlc.goal")).expect("it defines `interp`");
    for wrong in ["stlc-dynamic.goal", "stlc-outer.goal", "stlc-argument.goal"] {
        let wrong_one = Subject::defined(&load(wrong)).expect("it defines `interp`");
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

#[test]
fn an_interpreter_does_not_differ_from_itself() {
    let mut options = with_numbers();
    options.budget.depth = Some(6);
    for name in BUILT_IN.iter().map(|built_in| built_in.name) {
        let (left, right) = (built_in(name), built_in(name));
        let found =
            diff(&mut Heap::new(), &options, &left, &right, |difference| panic!("{difference:?}"));
        assert!(found.expect("they are of one language").stats.runs > 1);
    }
}

#[test]
fn what_cannot_be_compared_is_told() {
    let none =
        diff(&mut Heap::new(), &with_numbers(), &built_in("lexical"), &built_in("by-name"), |_| {
            ControlFlow::Break(())
        });
    let told = none.expect_err("they are of different languages").to_string();
    assert!(told.contains("Scheme") && told.contains("lambda calculus"), "{told}");
    assert_eq!(Subject::defined(&load("append.goal")).err(), Some(NoInterp));
    assert!(Subject::built_in("static").is_none());
}
