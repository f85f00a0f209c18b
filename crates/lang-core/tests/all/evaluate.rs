//! Evaluation of programs without symbolic inputs.

use crate::support::tree::Mode;
use crate::support::{Test, lazy, strict};
use machine::{Machine, Step};

/// A check with the program in its message.
#[track_caller]
fn ends(run: fn(&str) -> String, program: &str, expected: &str) {
    assert_eq!(run(program), expected, "of {program}");
}

#[test]
fn arguments_are_evaluated_from_left_to_right() {
    let loud = "((lam (x y) (- x y)) (seq (perform tick 1) 10) (seq (perform tick 2) 3))";
    ends(strict, loud, "tick(1) tick(2) 7");
    ends(lazy, loud, "tick(1) tick(2) 7");
    let turned = "((lam (x y) (- y x)) (seq (perform tick 1) 10) (seq (perform tick 2) 3))";
    ends(strict, turned, "tick(1) tick(2) -7".replace("-7", "(- 7)").as_str());
    ends(lazy, turned, "tick(2) tick(1) (- 7)");
}

#[test]
fn what_is_never_used_is_never_computed_lazily() {
    let unused = "(let x (raise (Boom 1)) 5)";
    ends(strict, unused, "CORE001: uncaught exception Boom(1)");
    ends(lazy, unused, "5");
    ends(lazy, "((lam (x y) y) (assert false) 6)", "6");
    ends(lazy, "(case (Pair (raise Other) 3) ((Pair a b) b))", "3");
    ends(lazy, "(let x (raise Other) (seq x 5))", "CORE001: uncaught exception Other");
}

#[test]
fn what_is_used_twice_is_computed_once() {
    let twice = "(let x (seq (perform tick 1) 20) (+ x (+ x 2)))";
    ends(strict, twice, "tick(1) 42");
    ends(lazy, twice, "tick(1) 42");
    ends(
        lazy,
        "(let p (Pair (seq (perform tick 1) 4) 0) \
                 (case p ((Pair a _) (case p ((Pair b _) (+ a b))))))",
        "tick(1) 8",
    );
    ends(lazy, "(let n (ref 0) (let x (seq (set n (+ (get n) 1)) 7) (seq (+ x x) (get n))))", "1");
}

#[test]
fn a_suspended_exception_is_raised_each_time() {
    let twice = "(let x (seq (perform tick 1) (raise (Boom 3))) \
                  (+ (try x e 1) (try (seq x 0) e (case e ((Boom n) n) (_ 0)))))";
    ends(lazy, twice, "tick(1) 4");
}

#[test]
fn infinite_lists_are_as_long_as_needed() {
    let program = "(letrec ((iterate (lam (f x) (Cons x (iterate f (f x))))) \
                            (take (lam (n xs) (if (<= n 0) Nil \
                               (case xs (Nil Nil) ((Cons h t) (Cons h (take (- n 1) t))))))) \
                            (sum (lam (xs) (case xs (Nil 0) ((Cons h t) (+ h (sum t))))))) \
                    (sum (take 5 (iterate (lam (x) (* x 2)) 1))))";
    ends(lazy, program, "31");
    let cyclic = "(letrec ((ones (Cons 1 ones)) (head (lam (xs) (case xs ((Cons h _) h)))) \
                           (tail (lam (xs) (case xs ((Cons _ t) t))))) \
                   (head (tail (tail ones))))";
    ends(lazy, cyclic, "1");
    ends(strict, &cyclic.replace("(Cons 1 ones)", "(Cons 1 (delay ones))"), "1");
}

#[test]
fn a_value_that_needs_itself_fails() {
    let message = "CORE003: the value of an expression depends on itself";
    ends(lazy, "(letrec ((x (+ x 1))) x)", message);
    ends(strict, "(letrec ((x y) (y x)) x)", message);
    ends(lazy, "(letrec ((x (seq x 1)) (y 2)) y)", "2");
}

#[test]
fn cyclic_data_cannot_leave_the_machine() {
    let program = "(def main (letrec ((ones (Cons 1 ones))) ones))";
    let end = Test::new(program, Mode::Lazy).returning("ints").outcome();
    assert_eq!(end, "gap: cyclic data as a first-order value");
}

#[test]
fn functions_take_too_few_and_too_many_arguments() {
    ends(strict, "(let add (lam (x y) (+ x y)) (let inc (add 1) (inc (inc 5))))", "7");
    ends(strict, "((lam (x) (lam (y z) (- x (- y z)))) 10 5 2)", "7");
    ends(strict, "(let f (lam (a b c) (+ a (* 10 (+ b (* 10 c))))) (((f 1) 2) 3))", "321");
    ends(strict, "(let f (lam (a b c) (+ a (* 10 (+ b (* 10 c))))) ((f 1 2) 3))", "321");
    ends(strict, "((+ 1 1) 2)", "gap: a call of a value that is not known to be a function");
    ends(strict, "(let x Nil (x 2))", "gap: a call of a value that is not a function");
}

#[test]
fn closures_keep_what_they_saw() {
    ends(strict, "(let x 1 (let f (lam (y) (+ x y)) (let x 100 (f x))))", "101");
    ends(
        strict,
        "(let make (lam (n) (let cell (ref n) (lam (_u) (seq (set cell (+ (get cell) 1)) \
                   (get cell))))) (let a (make 0) (let b (make 10) \
                   (seq (a Unit) (seq (b Unit) (+ (a Unit) (b Unit)))))))",
        "14",
    );
    ends(strict, "(case (Hold (lam (x) (* x x))) ((Hold f) (f 9)))", "81");
}

#[test]
fn mutual_recursion_works_locally_and_at_the_top() {
    let local = "(letrec ((even (lam (n) (if (= n 0) true (odd (- n 1))))) \
                          (odd (lam (n) (if (= n 0) false (even (- n 1)))))) (even 101))";
    ends(strict, local, "false");
    let top = "(def even (lam (n) (if (= n 0) true (odd (- n 1))))) \
               (def odd (lam (n) (if (= n 0) false (even (- n 1))))) \
               (def answer (seq (perform tick 1) 42)) \
               (def main (if (even 10) (+ answer answer) 0))";
    assert_eq!(Test::new(top, Mode::Strict).outcome(), "tick(1) 84");
}

#[test]
fn exceptions_pass_frames_and_keep_what_was_written() {
    let program = "(let cell (ref 0) (let risky (lam (n) (seq (set cell n) (raise (Boom n)))) \
                    (+ (try (+ 1 (risky 5)) e (case e ((Boom n) (* n 100)) (_ 0))) (get cell))))";
    ends(strict, program, "505");
    ends(strict, "(try (try (raise Other) e (case e ((Boom n) n) (_ (raise e)))) e 9)", "9");
    ends(strict, "(try 4 e 5)", "4");
    ends(strict, "(try 4 e 5)", "4");
    ends(strict, "(raise (Boom (+ 1 1)))", "CORE001: uncaught exception Boom(2)");
}

#[test]
fn equality_is_structural() {
    ends(strict, "(= (Cons 1 (Cons 2 Nil)) (Cons 1 (Cons 2 Nil)))", "true");
    ends(strict, "(= (Cons 1 (Cons 2 Nil)) (Cons 1 (Cons 3 Nil)))", "false");
    ends(strict, "(= (Cons 1 Nil) Nil)", "false");
    ends(
        lazy,
        "(letrec ((up (lam (n m) (if (< m n) Nil (Cons n (up (+ n 1) m)))))) \
                 (= (up 1 3) (Cons 1 (Cons 2 (Cons (+ 1 2) Nil)))))",
        "true",
    );
    ends(strict, "(= (ref 1) (ref 1))", "true");
    ends(strict, "(same (ref 1) (ref 1))", "false");
    ends(strict, "(let r (ref 1) (same r r))", "true");
    ends(strict, "(= (array 2 0) (array 3 0))", "false");
    ends(strict, "(= (Cons (lam (x) x) Nil) Nil)", "false");
    ends(strict, "(= (Hold (lam (x) x)) (Hold (lam (x) x)))", "gap: equality of functions");
}

#[test]
fn comparison_orders_constructors_as_the_language_wants() {
    ends(strict, "(compare (Some 3) None)", "(- 1)");
    ends(strict, "(compare_ml (Some 3) None)", "1");
    ends(strict, "(compare (Cons 1 (Cons 5 Nil)) (Cons 1 (Cons 2 Nil)))", "1");
    ends(strict, "(compare (Pair 1 2) (Pair 1 2))", "0");
    ends(strict, "(compare (Pair true \"b\") (Pair true \"c\"))", "(- 1)");
}

#[test]
fn arrays_are_mutable_and_bounded() {
    ends(
        strict,
        "(let a (array 3 7) (seq (array_set a 1 5) \
                   (+ (array_len a) (+ (array_get a 0) (* 100 (array_get a 1))))))",
        "510",
    );
    ends(strict, "(array_get (array 3 0) 3)", "CORE004: the index is outside the array");
    ends(strict, "(array (- 0 1) 0)", "CORE004: the length of the array is negative");
    ends(
        lazy,
        "(array_get (array 2 (delay (raise Other))) 5)",
        "CORE004: the index is outside the array",
    );
}

#[test]
fn cells_may_hold_suspended_values() {
    ends(lazy, "(let r (ref (delay (raise Other))) (seq (set r (delay (+ 1 2))) (get r)))", "3");
    ends(lazy, "(seq (ref (delay (raise Other))) 1)", "1");
}

#[test]
fn the_ways_to_end() {
    ends(strict, "(seq (assert (< 1 2)) 3)", "3");
    ends(strict, "(seq (assert (< 2 1)) 3)", "TEST: the assertion fails");
    ends(strict, "(seq (assume (< 2 1)) (assert false))", "discarded");
    ends(strict, "(case 3 (1 10) (2 20))", "CORE002: no alternative of a match fits the value");
    ends(strict, "(case Nil ((Cons h t) h))", "CORE002: no alternative of a match fits the value");
    ends(strict, "(case 3 (1 10) (_ 20))", "20");
    ends(strict, "(if true 1 (unsupported what))", "1");
    ends(strict, "(+ 1 (unsupported something))", "gap: something");
    ends(strict, "(+ 1 true)", "gap: `+` of a first-order value and a first-order value");
    ends(
        strict,
        "(case 1 (Nil 0))",
        "gap: a first-order value where a case expects something else",
    );
    ends(strict, "(lam (x) x)", "finished");
}

#[test]
fn operations_take_values_that_are_computed_as_a_whole() {
    let program = "(letrec ((up (lam (n m) (if (< m n) Nil (Cons n (up (+ n 1) m)))))) \
                    (perform send (up 1 2)))";
    let events = |mode| Test::new(&format!("(def main {program})"), mode).outcome();
    let nil = "(as List.Nil (List Int))";
    let list = format!("({0} 1 ({0} 2 {nil}))", "(as List.Cons (List Int))");
    assert_eq!(events(Mode::Strict), format!("send({}) send1", list));
    assert_eq!(events(Mode::Lazy), events(Mode::Strict));
    ends(
        strict,
        "(perform send (Cons (lam (x) x) Nil))",
        "gap: a function where an Int is expected, given to `send`",
    );
}

const LOOP: &str = "(def loop (lam (n acc) (if (<= n 0) acc (loop (- n 1) (+ acc n))))) \
                    (def main (loop 1000000 0))";

#[test]
fn a_million_tail_calls_need_no_stack() {
    let test = Test::new(LOOP, Mode::Strict);
    let mut state = test.session.start(&test.pool);
    let mut deepest = 0;
    loop {
        deepest = deepest.max(state.depth());
        match test.session.step(&test.pool, state) {
            Step::Go(cases) => state = cases.into_iter().next().expect("one way").1,
            Step::Stop(exit) => {
                let sum = test.pool.int(500_000_500_000);
                assert_eq!(exit, machine::Exit::Finished(Some(sum)));
                break;
            }
            Step::Ask(..) | Step::Emit(..) | Step::Unsupported(_) => panic!("nothing else happens"),
        }
    }
    assert!(deepest < 10, "{deepest} frames");
}

#[test]
fn a_million_frames_neither_overflow_nor_take_long() {
    let sum = "(def sum (lam (n) (if (<= n 0) 0 (+ n (sum (- n 1)))))) (def main (sum 1000000))";
    assert_eq!(Test::new(sum, Mode::Strict).outcome(), "500000500000");
    let raise = "(def dive (lam (n) (if (<= n 0) (raise Other) (+ n (dive (- n 1)))))) \
                 (def main (try (dive 100000) e 7))";
    assert_eq!(Test::new(raise, Mode::Strict).outcome(), "7");
}

/// A state that is dropped in the middle of a deep recursion, with a long list, a long chain of
/// closures or a long chain of suspended values in it.
#[test]
fn deep_states_are_dropped_without_recursion() {
    let programs = [
        "(def build (lam (n acc) (if (<= n 0) acc (build (- n 1) (Cons n acc))))) \
         (def main (seq (build 100000 Nil) (perform read)))",
        "(def build (lam (n k) (if (<= n 0) (seq (perform read) (k 0)) \
            (build (- n 1) (lam (x) (k (+ x 1))))))) \
         (def main (build 100000 (lam (x) x)))",
        "(def build (lam (n f) (if (<= n 0) (seq (perform read) (f 0)) \
            (build (- n 1) ((lam (g x y) (g (+ x y))) f n))))) \
         (def main (build 100000 (lam (x) x)))",
        "(def dive (lam (n) (if (<= n 0) (perform read) (+ n (dive (- n 1)))))) \
         (def main (dive 100000))",
    ];
    for program in programs {
        for mode in [Mode::Strict, Mode::Lazy] {
            let test = Test::new(program, mode);
            let mut state = test.session.start(&test.pool);
            let waiting = loop {
                state = match test.session.step(&test.pool, state) {
                    Step::Go(cases) => cases.into_iter().next().expect("one way").1,
                    Step::Ask(_, state) => break state,
                    Step::Emit(..) | Step::Stop(_) | Step::Unsupported(_) => {
                        panic!("it asks first")
                    }
                }
            };
            let copy = waiting.clone();
            drop(waiting);
            drop(copy);
        }
    }
}

#[test]
fn a_long_list_becomes_a_term_and_is_compared() {
    let program = "(def build (lam (n acc) (if (<= n 0) acc (build (- n 1) (Cons n acc))))) \
                   (def main (= (build 200000 Nil) (build 200000 Nil)))";
    assert_eq!(Test::new(program, Mode::Strict).outcome(), "true");
    assert_eq!(Test::new(program, Mode::Lazy).outcome(), "true");
    let program = program.replace(
        "(def main (= (build 200000 Nil) (build 200000 Nil)))",
        "(def main (seq (perform send (build 200000 Nil)) 5))",
    );
    let end = |mode| Test::new(&program, mode).paths(0).remove(0).end;
    assert_eq!((end(Mode::Strict), end(Mode::Lazy)), ("5".to_owned(), "5".to_owned()));
}
