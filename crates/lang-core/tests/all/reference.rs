//! The machine against a naive interpreter, on random programs, strict and lazy.

use crate::support::Test;
use crate::support::naive::{Content, Halt, Naive, Slot, Value};
use crate::support::random::{Random, Type};
use crate::support::tree::{Mode, Tree};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use term::{Int, Pool, Sort, Term};

/// What the interpreter says, written as [`Test::outcome`] writes it; none if it gave up.
fn expected(test: &Test, main: &Tree, ty: Type, mode: Mode) -> Option<String> {
    let mut naive = Naive::new(mode);
    let end = match naive.run(main) {
        Ok(value) => test.pool.show(term(test, &value, ty)),
        Err(Halt::Raised(Value::Con(ctor, _))) => format!("uncaught {ctor}"),
        Err(Halt::Raised(_)) => unreachable!("exceptions are data"),
        Err(Halt::Failed) => "TEST: the assertion fails".to_owned(),
        Err(Halt::Discarded) => "discarded".to_owned(),
        Err(Halt::Incomplete) => "CORE002: no alternative of a match fits the value".to_owned(),
        Err(Halt::Cyclic) => "CORE003: the value of an expression depends on itself".to_owned(),
        Err(Halt::TooMuch) => return None,
    };
    let show = |event: &i128| format!("tick({})", test.pool.show(int(&test.pool, *event)));
    let mut parts: Vec<String> = naive.events.iter().map(show).collect();
    parts.push(end);
    Some(parts.join(" "))
}

fn int(pool: &Pool, value: i128) -> Term {
    pool.int(Int::from(num_bigint::BigInt::from(value)))
}

fn term(test: &Test, value: &Value, ty: Type) -> Term {
    let pool = &test.pool;
    match value {
        Value::Int(value) => int(pool, *value),
        Value::Bool(value) => pool.bool(*value),
        Value::Con(ctor, fields) => {
            let sort = sort(test, ty);
            if ctor == "Nil" {
                return pool.construct(sort, 0, &[]);
            }
            let fields =
                [term(test, &get(&fields[0]), Type::Int), term(test, &get(&fields[1]), ty)];
            pool.construct(sort, 1, &fields)
        }
        Value::Fun(..) | Value::Ref(_) => unreachable!("programs return first-order values"),
    }
}

fn get(slot: &Slot) -> Value {
    match &*slot.borrow() {
        Content::Done(value) => value.clone(),
        Content::Todo(..) | Content::Busy | Content::Raised(_) => {
            unreachable!("the result is computed as a whole")
        }
    }
}

fn sort(test: &Test, ty: Type) -> Sort {
    test.prelude.sorts[sort_name(ty)]
}

fn sort_name(ty: Type) -> &'static str {
    match ty {
        Type::Int => "int",
        Type::Bool => "bool",
        Type::Ints => "ints",
        Type::Fun | Type::Fun2 | Type::Cell => unreachable!("programs return first-order values"),
    }
}

/// What the machine says, with exceptions cut down to their constructor: their fields may still
/// be suspended.
fn found(test: &Test) -> String {
    let outcome = test.outcome();
    match outcome.split_once("CORE001: uncaught exception ") {
        Some((events, exception)) => {
            let ctor = exception.split('(').next().unwrap_or(exception);
            format!("{events}uncaught {ctor}")
        }
        None => outcome,
    }
}

fn check(bytes: &[u8], mode: Mode) -> Result<(), TestCaseError> {
    let (main, ty) = Random::new(bytes).program();
    let definitions = [("main".to_owned(), main)];
    let test = Test::of(&definitions, mode).returning(sort_name(ty));
    if let Some(expected) = expected(&test, &definitions[0].1, ty, mode) {
        let shown = test.session.program().show(&test.pool);
        prop_assert_eq!(found(&test), expected, "of {}", shown);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: ProptestConfig::default().cases.max(1000),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn strict_programs_run_as_they_should(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        check(&bytes, Mode::Strict)?;
    }

    #[test]
    fn lazy_programs_run_as_they_should(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        check(&bytes, Mode::Lazy)?;
    }
}

/// The generator is worth something: most programs have an opinion, and all ends occur.
#[test]
fn random_programs_are_of_many_kinds() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let bytes = prop::collection::vec(any::<u8>(), 100..400);
    let mut ends = std::collections::BTreeMap::new();
    for _ in 0..500 {
        let tree = bytes.new_tree(&mut runner).expect("no filters");
        let (main, ty) = Random::new(&tree.current()).program();
        let test = Test::of(&[("main".to_owned(), main.clone())], Mode::Lazy);
        let end = match expected(&test, &main, ty, Mode::Lazy) {
            None => "no opinion",
            Some(end) if end.contains("uncaught") => "exception",
            Some(end) if end.contains("CORE002") => "incomplete",
            Some(end) if end.contains("tick") => "event",
            Some(_) => "value",
        };
        *ends.entry(end).or_insert(0) += 1;
    }
    assert!(ends.get("no opinion").copied().unwrap_or(0) < 50, "{ends:?}");
    for kind in ["exception", "incomplete", "event", "value"] {
        assert!(ends.get(kind).copied().unwrap_or(0) > 5, "{ends:?}");
    }
}
