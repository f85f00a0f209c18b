//! Programs with symbolic inputs: data that is refined when it is examined, unknown functions,
//! operations, assumptions.

use crate::support::Test;
use crate::support::tree::Mode;
use lang_core::{Argument, Meaning, Session};
use machine::{Exit, Machine, Step};
use term::Sort;

/// Condition and end of each path.
fn table(test: &Test, splits: usize) -> Vec<(String, String)> {
    test.paths(splits).into_iter().map(|p| (p.shown_conds(&test.pool), p.end)).collect()
}

fn ends(test: &Test, splits: usize) -> Vec<String> {
    test.paths(splits).into_iter().map(|path| path.end).collect()
}

const LENGTH: &str = "(def length (lam (xs) (case xs (Nil 0) ((Cons _ t) (+ 1 (length t))))))";

#[test]
fn symbolic_list_grows_as_it_is_read() {
    let program = format!("{LENGTH} (def main (lam (xs) (length xs)))");
    let test = Test::new(&program, Mode::Strict).with_input("xs", "ints");
    assert_eq!(ends(&test, 3), ["0", "1", "2", "…"]);
    let conds: Vec<String> = table(&test, 2).into_iter().map(|(cond, _)| cond).collect();
    assert_eq!(conds[0], "((_ is List.Nil) xs1)");
    assert!(conds[1].contains("((_ is List.Cons) xs1)"), "{}", conds[1]);
    assert!(conds[1].contains("((_ is List.Nil) (List.Cons.1 xs1))"), "{}", conds[1]);
}

#[test]
fn the_same_value_is_refined_once() {
    let program = format!("{LENGTH} (def main (lam (xs) (- (length xs) (length xs))))");
    for mode in [Mode::Strict, Mode::Lazy] {
        let test = Test::new(&program, mode).with_input("xs", "ints");
        assert_eq!(ends(&test, 2), ["0", "0", "…"]);
    }
}

#[test]
fn examined_values_stay_decided() {
    let program = format!("{LENGTH} (def main (lam (xs) (- (length xs) (length xs))))");
    let mut test = Test::new(&program, Mode::Lazy).with_input("xs", "ints");
    test.session = test.session.with_unrolling(2);
    let ends = ends(&test, 9);
    assert_eq!(ends[..2], ["0", "0"], "a list of one element is examined twice: {ends:?}");
}

#[test]
fn fields_of_the_same_constructor_are_the_same() {
    let program = "(def head (lam (xs) (case xs ((Cons h _) h) (_ 0)))) \
                   (def main (lam (xs) (= (head xs) (head xs))))";
    let test = Test::new(program, Mode::Strict).with_input("xs", "ints");
    assert_eq!(ends(&test, 1), ["true", "true"]);
}

#[test]
fn conditions_split_and_literals_fall_through() {
    let program = "(def main (lam (n) (case n (1 10) (2 20) (_ (if (< n 0) 30 40)))))";
    let test = Test::new(program, Mode::Strict).with_input("n", "int");
    assert_eq!(ends(&test, 2), ["10", "20", "30", "40"]);
    let conds: Vec<String> = table(&test, 1).into_iter().map(|(cond, _)| cond).collect();
    let (pool, n) = (&test.pool, test.pool.var("n1", Sort::INT));
    let expected = [1, 2].map(|value| pool.show(pool.eq(n, pool.int(value))));
    assert_eq!(conds[..2], expected);
}

#[test]
fn an_incomplete_match_fails_only_where_it_is() {
    let program = "(def main (lam (xs) (case xs ((Cons h _) h))))";
    let test = Test::new(program, Mode::Strict).with_input("xs", "ints");
    let failure = "CORE002: no alternative of a match fits the value";
    assert_eq!(ends(&test, 1), ["(List.Cons.0 xs1)", failure]);
    let (cond, _) = &table(&test, 1)[1];
    assert_eq!(cond, "(not ((_ is List.Cons) xs1))");
}

#[test]
fn assumptions_and_assertions_split() {
    let program = "(def main (lam (n) (seq (assume (< 0 n)) (seq (assert (< 1 n)) n))))";
    let test = Test::new(program, Mode::Strict).with_input("n", "int");
    let failure = "TEST: the assertion fails";
    let mut found = ends(&test, 2);
    found.sort();
    assert_eq!(found, [failure, "discarded", "n1"]);
}

#[test]
fn constructed_data_is_compared_with_symbolic_data() {
    let program = "(def main (lam (xs) (= xs (Cons 1 Nil))))";
    let test = Test::new(program, Mode::Strict).with_input("xs", "ints");
    let nil = "(as List.Nil (List Int))";
    assert_eq!(ends(&test, 0), [format!("(= xs1 ((as List.Cons (List Int)) 1 {nil}))")]);
    let part = "(def main (lam (n) (= (Cons n Nil) (Cons 1 Nil))))";
    let test = Test::new(part, Mode::Lazy).with_input("n", "int");
    let (pool, n) = (&test.pool, test.pool.var("n1", Sort::INT));
    assert_eq!(ends(&test, 0), [pool.show(pool.eq(n, pool.int(1)))]);
}

#[test]
fn comparison_of_symbolic_scalars_is_a_term() {
    let program = "(def main (lam (a b) (compare (Pair a 1) (Pair b 2))))";
    let test = Test::new(program, Mode::Strict).with_input("a", "int").with_input("b", "int");
    let pool = &test.pool;
    let (a, b) = (pool.var("a1", Sort::INT), pool.var("b2", Sort::INT));
    let differ = pool.ite(pool.lt(a, b), pool.int(-1), pool.int(1));
    let expected = pool.ite(pool.eq(a, b), pool.int(-1), differ);
    assert_eq!(ends(&test, 0), [pool.show(expected)]);
    let whole = "(def main (lam (a b) (compare a b)))";
    let test = Test::new(whole, Mode::Strict).with_input("a", "ints").with_input("b", "ints");
    // The first constructors decide, unless both lists have an element.
    assert_eq!(ends(&test, 2), ["0", "(- 1)", "1", "…"]);
}

#[test]
fn a_symbolic_index_splits_over_the_array() {
    let program = "(def main (lam (i) (let a (array 2 5) (seq (array_set a i 7) \
                   (+ (array_get a 0) (* 10 (array_get a 1)))))))";
    let test = Test::new(program, Mode::Strict).with_input("i", "int");
    assert_eq!(ends(&test, 1), ["57", "75", "CORE004: the index is outside the array"]);
}

#[test]
fn operations_ask_for_their_result_and_tell() {
    let program = "(def main (let x (perform read) (seq (perform tick x) (perform read))))";
    let path = Test::new(program, Mode::Strict).paths(0).remove(0);
    assert_eq!(path.events, ["read()", "tick(read1)", "read()"]);
    assert_eq!(path.end, "read2");
}

#[test]
fn a_body_can_stand_for_an_operation() {
    let program = "(def count (ref 0)) \
                   (def body (lam (_u) (seq (set count (+ (get count) 1)) (get count)))) \
                   (def main (+ (perform read) (* 10 (perform read))))";
    let mut test = Test::new(program, Mode::Strict);
    let core = test.session.program().clone();
    let body = core.find_global(&test.pool, "body").expect("defined above");
    let read = core.operations().find(|(_, op)| test.pool.name(op.name) == "read");
    let (read, _) = read.expect("declared by the prelude");
    test.session = test.session.with_meaning(read, Meaning::Body(body));
    assert_eq!(test.outcome(), "read() read() 21");
}

#[test]
fn globals_of_a_strict_language_are_initialised_in_order() {
    let program = "(def a (seq (perform tick 1) 5)) (def b (seq (perform tick 2) 6)) \
                   (def main (lam (x) (+ x b)))";
    let mut test = Test::new(program, Mode::Strict);
    let globals = test.session.program().globals().map(|(id, _)| id).collect::<Vec<_>>();
    test.session = test.session.initialising(globals).with_arg(Argument::Given(test.pool.int(4)));
    assert_eq!(test.outcome(), "tick(1) tick(2) 10");
}

/// The ends of the paths that are not discarded.
fn kept(test: &Test, splits: usize) -> Vec<(String, String)> {
    table(test, splits).into_iter().filter(|(_, end)| end != "discarded").collect()
}

#[test]
fn unknown_function_is_a_function() {
    let same = "(def main (lam (f x) (= (f (+ x 1)) (f (+ 1 x)))))";
    let test = Test::new(same, Mode::Strict).with_input("f", "arrow").with_input("x", "int");
    let found = kept(&test, 1);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].1, "true");
    let other = "(def main (lam (f x y) (- (f x) (f y))))";
    let test = Test::new(other, Mode::Lazy)
        .with_input("f", "arrow")
        .with_input("x", "int")
        .with_input("y", "int");
    let found = kept(&test, 1);
    assert_eq!(found.len(), 1, "{found:?}");
    let (pool, var) = (&test.pool, |name| test.pool.var(name, Sort::INT));
    let different = pool.not(pool.eq(var("x1"), var("y2")));
    let expected = pool.or(&[different, pool.eq(var("f(…)3"), var("f(…)4"))]);
    assert_eq!(found[0].0, pool.show(expected));
    let literals = "(def main (lam (f) (+ (f 1) (f 2))))";
    let test = Test::new(literals, Mode::Strict).with_input("f", "arrow");
    assert_eq!(table(&test, 1), [("true".to_owned(), "(+ |f(…)2| |f(…)1|)".to_owned())]);
}

#[test]
fn unknown_functions_act_like_functions() {
    let partial = "(def main (lam (f) (let g (f 1) (g 2))))";
    let test = Test::new(partial, Mode::Strict).with_input("f", "arrow2");
    assert_eq!(ends(&test, 0), ["|f(…)1|"]);
    let stored = "(def main (lam (h) (case h ((Hold f) (f 3)))))";
    let test = Test::new(stored, Mode::Strict).with_input("h", "holder");
    assert_eq!(ends(&test, 0), ["|function(…)2|"]);
    let given = "(def main (lam (f) (perform send (Cons (f 3) Nil))))";
    let test = Test::new(given, Mode::Strict).with_input("f", "arrow");
    assert_eq!(ends(&test, 0), ["send2"]);
    let both = "(def main (lam (f g) (if (g (f 1)) (f 1) 0)))";
    let test = Test::new(both, Mode::Strict).with_input("f", "arrow").with_input("g", "test");
    assert_eq!(
        kept(&test, 2).into_iter().map(|(_, end)| end).collect::<Vec<_>>(),
        ["|f(…)1|", "0"]
    );
    let equal = "(def main (lam (f g) (= f g)))";
    let test = Test::new(equal, Mode::Strict).with_input("f", "arrow").with_input("g", "arrow");
    assert_eq!(ends(&test, 0), ["gap: equality of functions"]);
}

/// Runs a session on values, as a replay does: nothing may be left to decide.
fn replay(test: &Test, answers: &[i64]) -> String {
    let (pool, mut answers) = (&test.pool, answers.iter());
    let mut state = test.session.start(pool);
    loop {
        state = match test.session.step(pool, state) {
            Step::Go(cases) => {
                let decided = |cond| pool.as_bool(cond).expect("values decide every condition");
                let taken = cases.into_iter().find(|(cond, _)| decided(*cond));
                taken.expect("one alternative holds").1
            }
            Step::Ask(_, state) => {
                let answer = pool.int(*answers.next().expect("enough answers"));
                test.session.supply(pool, state, answer)
            }
            Step::Emit(_, state) => state,
            Step::Stop(Exit::Finished(Some(result))) => return pool.show(result),
            Step::Stop(Exit::Finished(None)) => return "finished".to_owned(),
            Step::Stop(Exit::Failed(failure)) => return failure.code.to_owned(),
            Step::Stop(Exit::Discarded) => return "discarded".to_owned(),
            Step::Stop(Exit::TooManyEvents(_) | Exit::Unrolled(_)) => {
                unreachable!("events are not counted here")
            }
            Step::Unsupported(gap) => return gap.what,
        }
    }
}

#[test]
fn calls_of_unknown_functions_replay_on_values() {
    let program = "(def main (lam (f x y) (- (f x) (f y))))";
    let test = Test::new(program, Mode::Strict)
        .with_input("f", "arrow")
        .with_input("x", "int")
        .with_input("y", "int");
    assert_eq!(replay(&test, &[1, 2, 30, 10]), "20");
    assert_eq!(replay(&test, &[1, 1, 30, 30]), "0");
    assert_eq!(replay(&test, &[1, 1, 30, 10]), "discarded");
}

#[test]
fn undecided_branches_are_limited() {
    let program = "(def main (lam (n) (if (< n 1) 0 (main (- n 1)))))";
    let mut test = Test::new(program, Mode::Strict).with_input("n", "int");
    test.session = test.session.with_unrolling(2);
    assert_eq!(ends(&test, 2), ["0", "0", "a branch undecided more than 2 times"]);
    assert_eq!(replay(&test, &[5]), "0");
}

#[test]
fn lazy_data_stays_symbolic_until_needed() {
    let program = "(def main (lam (xs) (let ys (Cons 1 xs) (case ys ((Cons h t) h)))))";
    let test = Test::new(program, Mode::Lazy).with_input("xs", "ints");
    assert_eq!(ends(&test, 0), ["1"]);
}

#[test]
fn clones_of_a_state_do_not_see_each_other() {
    let program = "(def main (lam (n) (let r (ref 0) \
                   (seq (if (< n 0) (set r 1) (set r 2)) (get r)))))";
    let test = Test::new(program, Mode::Strict).with_input("n", "int");
    assert_eq!(ends(&test, 1), ["1", "2"]);
}

#[test]
fn sessions_and_states_may_go_to_other_threads() {
    fn sent<T: Send>() {}
    fn shared<T: Sync>() {}
    sent::<lang_core::State>();
    shared::<Session>();
}
