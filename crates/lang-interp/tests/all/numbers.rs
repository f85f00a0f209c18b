//! Integers and truth values that are unknown.

use std::ops::ControlFlow;

use lang_interp::{
    Answer, Confirmed, Cx, Heap, Kind, Options, RunOutcome, Stop, Summary, Symbol, Value, Wanted,
    check_spec, solve,
};
use solve::Theory;
use solve_chain::{Backend, Config};
use source::Files;
use trace::Spec;

fn options() -> Options {
    let config = || Config::new(Backend::None).build(&Theory::empty());
    let options = Options::default().wanted(Wanted::All);
    options.with_solvers(move || config().expect("nothing has to be loaded"))
}

fn all(goal: impl Fn(&mut Cx<'_>) -> Result<Value, Stop> + Sync) -> (Vec<Answer>, Summary) {
    solve(&mut Heap::new(), &options(), goal)
}

#[test]
fn arithmetic_is_confirmed_by_running_it() {
    let (answers, _) = all(|cx| {
        let (x, y) = (cx.unknown("x", Kind::Int), cx.unknown("y", Kind::Int));
        let (sum, three) = (cx.add(x, y)?, cx.int(3));
        let less = cx.lt(x, y)?;
        cx.assume(less)?;
        cx.unify(sum, three).map(|()| sum)
    });
    assert_eq!(answers.len(), 1);
    assert_eq!(answers[0].confirmed, Confirmed::Yes, "{answers:?}");
    let RunOutcome::Value(sum) = &answers[0].outcome else { panic!("{answers:?}") };
    assert!(!sum.is_ground() && answers[0].instance.iter().all(|named| named.value.is_ground()));
}

#[test]
fn excluded_number_stays_excluded() {
    let (answers, summary) = all(|cx| {
        let (x, five) = (cx.unknown("x", Kind::Int), cx.int(5));
        cx.differ(x, five)?;
        let same = cx.same(x, five)?;
        cx.assume(same).map(|()| x)
    });
    assert!(answers.is_empty() && summary.is_complete(), "{answers:?} {summary:?}");
}

#[test]
fn truth_values_have_two_values() {
    let (answers, summary) = all(|cx| {
        let x = cx.unknown("x", Kind::Bool);
        cx.differ(x, Value::TRUE)?;
        cx.differ(x, Value::FALSE).map(|()| x)
    });
    assert!(answers.is_empty() && summary.is_complete());
    let (answers, _) = all(|cx| {
        let (x, y) = (cx.unknown("x", Kind::Bool), cx.unknown("y", Kind::Bool));
        cx.differ(x, y)?;
        cx.assume(x).map(|()| y)
    });
    assert_eq!(answers.len(), 1);
    assert_eq!(answers[0].instance[1].value.to_string(), "false");
}

#[test]
fn integers_without_bound_are_exact() {
    let (answers, _) = all(|cx| {
        let max = cx.int(i64::MAX);
        cx.mul(max, max)
    });
    let RunOutcome::Value(square) = &answers[0].outcome else { panic!("{answers:?}") };
    assert_eq!(square.to_string(), "85070591730234615847396907784232501249");
}

#[test]
fn events_with_unknown_arguments_are_checked_by_a_spec() {
    let mut heap = Heap::new();
    let text = "sort Key op put(key: Key) ghost k: Key \
                property once := G (<put k> implies X G !<put k>)";
    let (spec, faults) = Spec::read(&heap.pool(), &Files::new().add("once.trace", text));
    let spec = spec.unwrap_or_else(|| panic!("{faults:?}"));
    let program = |cx: &mut Cx<'_>| {
        let again = cx.unknown("again", Kind::Bool);
        let (a, x) = (cx.symbol("a"), cx.unknown("x", Kind::Symbol));
        cx.emit(Symbol::new("put"), &[a])?;
        if cx.branch(again)? {
            cx.emit(Symbol::new("put"), &[x])?;
        }
        Ok(x)
    };
    let mut told = Vec::new();
    let summary =
        check_spec(&mut heap, &options(), &spec, &spec.properties[0], program, |answer| {
            assert_eq!(answer.confirmed, Confirmed::Yes);
            told.push((answer.unknowns[1].value.to_string(), answer.events.len()));
            ControlFlow::Continue(())
        });
    assert!(summary.expect("the property is not deep").is_complete());
    assert_eq!(told, [("a".to_owned(), 2)], "only the same key twice breaks it");
}
