//! Functions whose calls are performed as operations, and functions that are known by no more.

use crate::support::Test;
use crate::support::tree::Mode;
use lang_core::{Argument, Facet, Operation};
use machine::{Machine, Step};
use term::Sort;

fn operation(test: &Test, name: &str, params: &[Sort]) -> Operation {
    Operation { name: test.pool.symbol(name), params: params.into(), result: Sort::INT }
}

/// The test with a facet for its definition `name` of so many parameters.
fn facing(mut test: Test, name: &str, params: usize, facet: Facet) -> Test {
    let global = test.session.program().find_global(&test.pool, name).expect("it is defined");
    let operation = operation(&test, name, &vec![Sort::INT; params]);
    test.session = test.session.with_facet(global, facet, operation);
    test
}

/// Events and end of each path.
fn ends(test: &Test, splits: usize) -> Vec<String> {
    let paths = test.paths(splits).into_iter();
    paths.map(|path| [path.events.join(" "), path.end].join(" ").trim().to_owned()).collect()
}

#[test]
fn a_contract_takes_the_place_of_the_body() {
    for mode in [Mode::Strict, Mode::Lazy] {
        let program = "(def f (lam (x) (+ x 1))) (def main (+ 10 (f (f 3))))";
        assert_eq!(ends(&Test::new(program, mode), 0), ["15"]);
        let test = facing(Test::new(program, mode), "f", 1, Facet::Contract);
        assert_eq!(ends(&test, 0), ["f(3) f(f1) (+ f2 10)"]);
    }
}

#[test]
fn either_splits_at_each_call() {
    let program = "(def f (lam (x) (+ x 1))) (def main (+ (* 100 (f 1)) (f 2)))";
    let test = facing(Test::new(program, Mode::Strict), "f", 1, Facet::Either);
    let found = ends(&test, 2);
    assert!(found[0].starts_with("f(1) f(2) (+ "), "{found:?}");
    assert_eq!(found[1..], ["f(1) (+ (* 100 f2) 3)", "f(2) (+ f3 200)", "203"]);
}

#[test]
fn the_limit_leaves_bodies_only() {
    let program = "(def f (lam (x) (+ x 1))) (def main (+ (* 100 (f 1)) (f 2)))";
    let mut test = facing(Test::new(program, Mode::Strict), "f", 1, Facet::Either);
    test.session = test.session.with_abstract_limit(1);
    assert_eq!(ends(&test, 2), ["f(1) (+ (* 100 f2) 3)", "f(2) (+ f3 200)", "203"]);
    test.session = test.session.with_abstract_limit(0);
    assert_eq!(ends(&test, 0), ["203"]);
}

#[test]
fn the_entry_runs_and_its_recursive_calls_are_performed() {
    let program = "(def main (lam (n) (if (< n 1) 0 (+ 1 (main (- n 1))))))";
    let test = Test::new(program, Mode::Strict);
    let mut test = facing(test, "main", 1, Facet::Contract);
    test.session = test.session.with_arg(Argument::Given(test.pool.int(7)));
    assert_eq!(ends(&test, 0), ["main(6) (+ main1 1)"]);
}

#[test]
fn functions_with_facets_are_values() {
    let program = "(def f (lam (x y) (+ x y))) (def twice (lam (g x) (g (g x)))) \
                   (def main (twice (f 5) 1))";
    let test = facing(Test::new(program, Mode::Strict), "f", 2, Facet::Contract);
    assert_eq!(ends(&test, 0), ["f(5,1) f(5,f1) f2"]);
    let over = "(def f (lam (x) (lam (y) (+ x y)))) (def main (f 1 2))";
    let test = facing(Test::new(over, Mode::Strict), "f", 1, Facet::Contract);
    assert_eq!(ends(&test, 0), ["f(1) gap: a call of a value that is not known to be a function"]);
}

#[test]
fn a_function_that_is_computed_has_facets_too() {
    let program = "(def f (let c (ref 1) (lam (x) (+ x (get c))))) (def main (f 5))";
    let test = facing(Test::new(program, Mode::Strict), "f", 1, Facet::Either);
    assert_eq!(ends(&test, 1), ["f(5) f2", "6"]);
}

#[test]
fn arguments_that_are_functions_perform() {
    let program = "(def main (lam (g n) (+ (g n) (g (g 2)))))";
    for mode in [Mode::Strict, Mode::Lazy] {
        let mut test = Test::new(program, mode);
        let thunk = Argument::Opaque(operation(&test, "thunk", &[Sort::INT]));
        let three = Argument::Given(test.pool.int(3));
        test.session = test.session.with_arg(thunk).with_arg(three);
        let found = ends(&test, 0);
        assert!(found[0].starts_with("thunk(3) thunk(2) thunk(thunk2) (+ "), "{found:?}");
    }
}

#[test]
fn what_is_no_term_cannot_be_given_to_an_operation() {
    let program = "(def f (lam (x) 1)) (def main (f (lam (y) y)))";
    let test = facing(Test::new(program, Mode::Strict), "f", 1, Facet::Contract);
    assert_eq!(ends(&test, 0), ["gap: a function where an Int is expected, given to `f`"]);
}

#[test]
fn calls_by_contract_are_counted() {
    let program = "(def f (lam (x) (+ x 1))) (def main (f (f 1)))";
    let test = facing(Test::new(program, Mode::Strict), "f", 1, Facet::Either);
    let (pool, session) = (&test.pool, &test.session);
    let mut state = session.start(pool);
    let mut choices = [true, false].into_iter();
    loop {
        state = match session.step(pool, state) {
            Step::Go(cases) => {
                let taken = cases.into_iter().find(|(cond, _)| *cond == term::Term::TRUE);
                taken.expect("everything is known").1
            }
            Step::Ask(input, state) if input.sort == Sort::BOOL => {
                assert_eq!(input.name, "f by contract");
                let choice = pool.bool(choices.next().expect("there are two calls"));
                session.supply(pool, state, choice)
            }
            Step::Ask(_, state) => session.supply(pool, state, pool.int(40)),
            Step::Emit(_, state) => {
                assert_eq!(state.abstract_calls(), 1);
                state
            }
            Step::Stop(exit) => {
                assert_eq!(exit, machine::Exit::Finished(Some(pool.int(41))));
                break;
            }
            Step::Unsupported(gap) => panic!("{gap:?}"),
        }
    }
}

/// What a body writes to is unknown after a call by contract, and what it does not get at is not.
#[test]
fn state_is_unknown_after_a_call_by_contract() {
    let program = "(def cell (ref 7)) (def own (ref 8)) (def f (lam (x) (set cell x)))
                   (def main (seq (set own 9) (seq (f 1) (+ (* 10 (get cell)) (get own)))))";
    for mode in [Mode::Strict, Mode::Lazy] {
        let concrete = ends(&Test::new(program, mode), 0);
        assert_eq!(concrete, ["19"], "{mode:?}");
        let test = facing(Test::new(program, mode), "f", 1, Facet::Contract);
        let found = ends(&test, 0);
        assert!(found[0].starts_with("f(1)") && found[0].contains("state left by f"), "{found:?}");
    }
}

/// An exception of a callee that is handled is not decided.
#[test]
fn handled_contract_exceptions_are_open() {
    let handled = "(def f (lam (x) (raise x))) (def main (try (f 1) e 5))";
    let test = facing(Test::new(handled, Mode::Strict), "f", 1, Facet::Contract);
    let found = ends(&test, 1);
    assert!(found.iter().any(|end| end.contains("an exception out of `f`")), "{found:?}");
    let open = "(def f (lam (x) (raise x))) (def main (f 1))";
    let test = facing(Test::new(open, Mode::Strict), "f", 1, Facet::Contract);
    assert_eq!(ends(&test, 0), ["f(1) f1"]);
}
