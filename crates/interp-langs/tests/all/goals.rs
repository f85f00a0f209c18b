//! Goals: functions on lists run in all directions, and small cases on which it is easy to be wrong.

use crate::support::{all, solve};

const APPEND: &str = "
    data a b c d e
    let rec append xs ys = case xs of [] -> ys; x :: rest -> x :: append rest ys
";

#[test]
fn append_runs_in_all_directions() {
    let goal = |goal: &str| all(&format!("{APPEND} {goal}"));
    assert_eq!(goal("exists q. append [a, b, c] [d, e] = q"), ["q = [a, b, c, d, e]"]);
    let both = goal("exists x y. append x y = [a, b, c, d, e]");
    assert_eq!(both.len(), 6);
    assert_eq!(both[0], "x = [], y = [a, b, c, d, e]");
    assert_eq!(both[5], "x = [a, b, c, d, e], y = []");
    let (found, _) = solve(&format!("{APPEND} exists q. append q [d, e] = [a, b, c, d, e]"), 1);
    assert_eq!(found, ["q = [a, b, c]"]);
}

#[test]
fn taking_seven_of_six_answers_gives_six_and_says_so() {
    let (found, summary) = solve(&format!("{APPEND} exists x y. append x y = [a, b, c, d, e]"), 7);
    assert_eq!(found.len(), 6);
    assert!(summary.is_complete());
}

#[test]
fn palindromes_come_from_reverse() {
    let text = "
        let rec rev xs done = case xs of [] -> done; x :: rest -> rev rest (x :: done)
        exists xs. xs = rev xs []";
    let (found, _) = solve(text, 5);
    let expected =
        ["xs = []", "xs = [_0]", "xs = [_0, _0]", "xs = [_0, _1, _0]", "xs = [_0, _1, _1, _0]"];
    assert_eq!(found, expected);
}

#[test]
fn substitutions_are_threaded() {
    assert!(all("data a b  exists q. (q, q) = (a, b)").is_empty());
    assert_eq!(all("data a  exists q p. (q, p) = (a, q)"), ["q = a, p = a"]);
}

#[test]
fn cyclic_values_are_refused() {
    assert!(all("data f g  exists x y. f(x, g(x)) = f(g(y), y)").is_empty());
    assert!(all("data f  exists x. x = f(x)").is_empty());
}

#[test]
fn constructors_of_different_arity_differ() {
    assert!(all("data f a b  f(a) = f(a, b)").is_empty());
}

#[test]
fn what_a_continuation_holds_is_substituted_too() {
    assert!(all("exists q. (q == case q of nil -> nil) = false").is_empty());
}

#[test]
fn negative_constraints_are_looked_at_again() {
    assert!(all("data a  exists x. (case x == a of false -> x) = a").is_empty());
}

#[test]
fn the_first_clause_that_matches_is_taken() {
    assert!(all("data a p  exists x q. (case x of a -> p; y -> (q, y)) = (q, a)").is_empty());
}

#[test]
fn a_conjunction_that_fails_fails_in_one_part() {
    let text = "data a b c
        exists x y. (case (x, y) == (a, b) of false -> case x of a -> y) = c";
    assert_eq!(all(text), ["x = a, y = c"]);
}

#[test]
fn what_differs_is_told() {
    assert_eq!(all("data a  exists x. x /= a"), ["x = _0 where _0 /= a"]);
    let pair = all("data a b  exists x y. (x, y) /= (a, b)");
    assert_eq!(pair, ["x = _0, y = _1 where _0 /= a or _1 /= b"]);
}

#[test]
fn comparing_functions_is_an_error_that_is_told() {
    let (found, summary) = solve("(fun x -> x) == (fun x -> x) = true", 1);
    assert!(found.is_empty());
    assert_eq!(summary.stats.failures, 1);
}

#[test]
fn functions_see_what_was_in_scope_where_they_were_made() {
    let text = "
        data a b
        let x = a
        let f y = (x, y)
        exists q. (let x = b in f x) = q";
    assert_eq!(all(text), ["q = (a, b)"]);
}

#[test]
fn recursive_functions_of_one_group_call_each_other() {
    let text = "
        data z s
        let rec even n = case n of z -> true; s(m) -> odd m
        and odd n = case n of z -> false; s(m) -> even m
        exists q. even (s(s(s(s(q))))) = true & q = s(s(z))";
    assert_eq!(all(text), ["q = s(s(z))"]);
    let local = "
        data z s a b
        exists q. (fun y -> let rec f = fun n -> case n of z -> y; s(m) -> f m in f (s(z))) b = q";
    assert_eq!(all(local), ["q = b"]);
    let data = "
        data z s pair
        let rec both = pair((fun n -> case n of z -> z; s(m) -> case both of pair(f, g) -> g m), fun n -> s(n))
        exists q. (case both of pair(f, g) -> f (s(z))) = q";
    assert_eq!(all(data), ["q = s(z)"]);
}

#[test]
fn endless_searches_are_cut_off_and_say_so() {
    let text = "let rec loop x = loop x  exists q. loop q = q";
    let (found, summary) = solve(text, 1);
    assert!(found.is_empty());
    assert!(!summary.is_complete());
    assert_eq!(summary.cuts.len(), 1);
}

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
