//! Unknowns that have a type, and what must not occur in them.

use interp_langs::caselang::Evaluation;

use crate::support::{solve, solve_by, with_numbers};

const TREES: &str = "type T = a | b | f(T) | g(T, T)\n";

/// All trees of the type that are nested so deeply at most.
fn trees(depth: usize) -> Vec<String> {
    let mut all = vec!["a".to_owned(), "b".to_owned()];
    for _ in 0..depth {
        let parts = all.clone();
        all = vec!["a".to_owned(), "b".to_owned()];
        all.extend(parts.iter().map(|part| format!("f({part})")));
        for left in &parts {
            all.extend(parts.iter().map(|right| format!("g({left}, {right})")));
        }
    }
    all
}

#[test]
fn an_unknown_has_the_values_of_its_type() {
    let found = solve(
        "type E = n(Int) | p(E, E)
         let rec left e = case e of n(_) -> true; p(x, _) -> left x
         exists e : E, l : [Bool], q : (Bool, E). left e = true & l = [true, q] & q = e",
        5,
    );
    assert!(found.0.is_empty() && found.1.is_complete(), "a pair is no E: {found:?}");
    let (found, _) = solve("type D = r | g  all exists x y : D. x /= y & x = r", 9);
    assert_eq!(found, ["x = r, y = _0 where _0 /= r"]);
    let (found, summary) = solve("type N = z | s(N)  all exists x : N. x = s(s(7))", 9);
    assert!(found.is_empty() && summary.is_complete());
}

#[test]
fn types_may_refer_to_each_other() {
    let text = "type A = a(B, [A]) | n  type B = b(A, Int)
        let rec depth x = case x of n -> 0; a(b(y, _), _) -> 1 + depth y
        exists x : A. depth x = 2";
    let (found, _) = solve_by(Evaluation::OutsideIn, text, &with_numbers().take(1));
    assert_eq!(found, ["x = a(b(a(b(n, _0), _1), _2), _3)"]);
}

#[test]
fn what_is_absent_occurs_nowhere() {
    let all = trees(2);
    for part in ["a", "f(a)", "g(a, b)"] {
        for tree in &all {
            // Asked before anything is known of the tree, and after.
            for conditions in [
                format!("absent {part} in t & t = {tree}"),
                format!("t = {tree} & absent {part} in t"),
                format!("absent u in t & t = {tree} & u = {part}"),
            ] {
                let goal = format!("{TREES} exists t : T, u : T. {conditions}");
                let (found, summary) = solve(&goal, 1);
                assert_eq!(found.is_empty(), tree.contains(part), "{goal}: {found:?}");
                assert!(summary.is_complete() || !found.is_empty(), "{goal}");
            }
        }
    }
}

#[test]
fn what_stays_open_is_said() {
    let (found, summary) = solve("data a c f  all exists t. absent a in t & absent f(c) in t", 9);
    assert_eq!(found, ["t = _0 where absent a in _0, absent f(c) in _0"]);
    assert!(summary.is_complete());
    let (found, _) = solve("data a c f  all exists t u. t = f(u, c) & absent a in t", 9);
    assert_eq!(found, ["t = f(_0, c), u = _0 where absent a in _0"]);
    let (found, _) = solve("data a c f  all exists t u. absent t in u & u = f(c, a)", 9);
    assert_eq!(
        found,
        ["t = _0, u = f(c, a) where _0 /= f(c, a), _0 /= a, _0 /= c"],
        "all parts are compared"
    );
}
