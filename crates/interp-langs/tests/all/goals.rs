//! What a goal in a file cannot show; the others are cases of `corpus/interp`.

use std::collections::BTreeSet;

use interp_langs::caselang::Evaluation;
use lang_interp::Options;

use crate::support::{solve, solve_by};

#[test]
fn values_of_any_depth_are_shown() {
    let text = "
        data z s
        let rec count n done = case n of [] -> done; _ :: rest -> count rest (s(done))
        let rec twice n f x = case n of [] -> f x; _ :: rest -> twice rest (fun y -> f (f y)) x
        exists q. twice [1,1,1,1,1,1,1,1,1,1] (fun y -> s(y)) z = q";
    let (found, _) = solve(text, 1);
    assert_eq!(found[0].matches("s(").count(), 1024);
}

/// From the outside in, the same answers are found; in which order depends on the work that each takes.
#[track_caller]
fn check_orders(text: &str) {
    let [in_order, outside_in] = [Evaluation::InOrder, Evaluation::OutsideIn].map(|evaluation| {
        let mut options = Options::default().take(20);
        // Some searches have no end.
        options.explore.budget.steps = Some(3_000);
        options.explore.budget.depth = Some(9);
        let (found, summary) = solve_by(evaluation, text, &options);
        (found.into_iter().collect::<BTreeSet<String>>(), summary.is_complete())
    });
    if in_order.1 {
        assert!(outside_in.1, "only one has an end: {text}");
        assert_eq!(outside_in.0, in_order.0, "{text}");
    }
}

#[test]
fn both_orders_find_the_same() {
    let data = "data a b c d p imp yes no z s
        let rec append xs ys = case xs of [] -> ys; x :: rest -> x :: append rest ys
        let first pair = case pair of (x, _) -> x
        let flip x = case x of a -> b; b -> a
        let loose x = case flip x of a -> (a, c); y -> (y, d) ";
    for goal in [
        "all exists x y. append x y = [a, b, c]",
        "all exists x y. (case append x y of u :: rest -> rest) = [b, c]",
        "all exists x y. (case append x y of u :: _ -> u) = a & append x y = [a, b]",
        "all exists x. first (loose x) = a",
        "all exists x q. loose x = (q, d)",
        "all exists x q. (case (flip x == a) of true -> x; false -> c) = q",
        "all exists x. (case (flip x == a) of true -> x) = b",
        "all exists x. (case (case flip x of a -> yes; b -> no) of yes -> s(x); no -> z) = s(b)",
        "all exists x. (case flip x of b -> case flip x of y -> y) = b",
        "all exists x. (case flip x of b -> d; b -> c) = c",
        "all exists x. (case flip x of y -> d; b -> c) = c",
        "all exists x y. (let u = flip x in case (u, flip y) of (v, a) -> v) = b",
        "all exists x. (case flip x of s(y) -> y) = a",
        "all exists x. (case s(flip x) of s(y) -> s(y)) = s(a)",
        "all exists x. (case flip (flip x) of a -> x) = a",
        "all exists x. (case flip x of 3 -> a) = a",
    ] {
        check_orders(&format!("{data} {goal}"));
    }
}

#[test]
fn cases_of_the_corpus_in_both_orders() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/interp");
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).expect("the corpus is there") {
        let path = entry.expect("it can be read").path();
        if path.extension().is_some_and(|extension| extension == "goal") {
            check_orders(&std::fs::read_to_string(&path).expect("it can be read"));
            seen += 1;
        }
    }
    assert!(seen > 10, "{seen} cases");
}

#[test]
fn proofs_take_fewer_choices_from_the_outside_in() {
    let prover = "data p q r imp k s mp
        let rec prove e = case e of
            k(a, b) -> imp(a, imp(b, a));
            s(a, b, c) -> imp(imp(a, imp(b, c)), imp(imp(a, b), imp(a, c)));
            mp(f, x) -> case prove f of imp(a, b) -> case prove x == a of true -> b
        exists e. prove e =";
    let choices = |evaluation: Evaluation| -> u64 {
        let of = |formula: &str| {
            let options = Options::default().take(1);
            let (found, summary) = solve_by(evaluation, &format!("{prover} {formula}"), &options);
            assert_eq!(found.len(), 1, "{formula}: {summary:?}");
            summary.stats.choices
        };
        let transitivity = "imp(imp(q, r), imp(imp(p, q), imp(p, r)))";
        of("imp(p, p)") + of(transitivity) + of("imp(imp(p, imp(p, q)), imp(p, q))")
    };
    let (in_order, outside_in) = (choices(Evaluation::InOrder), choices(Evaluation::OutsideIn));
    assert!(outside_in * 3 < in_order, "{outside_in} and {in_order} choices");
}
