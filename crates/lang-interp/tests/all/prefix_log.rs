//! Runs that get ahead of themselves find what runs from the start find.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use lang_interp::{
    Answer, Cx, FailureKind, Heap, Kind, Options, Shape, Stop, Symbol, Value, Wanted, case, data,
    replay, solve,
};

use crate::{lambda, scheme};

data! {
    pub(crate) List = Nil() | Cons(Any, List);
}

pub(crate) const LIST: Kind = Kind::Data(&List);

/// Each answer is that of a run from the start along the same choices.
#[track_caller]
fn check(
    options: &Options,
    goal: impl Fn(&mut Cx<'_>) -> Result<Value, Stop> + Sync,
) -> Vec<Answer> {
    let (answers, _) = solve(&mut Heap::new(), options, &goal);
    for answer in &answers {
        let again = replay(&mut Heap::new(), options, &answer.path, &goal);
        let again = again.expect("the path can be taken again");
        assert_eq!(again.outcome, answer.outcome);
        assert_eq!(again.unknowns, answer.unknowns);
        assert_eq!(again.apart, answer.apart);
        assert_eq!(again.conds, answer.conds);
        assert_eq!(again.events, answer.events);
        assert_eq!(again.confirmed, answer.confirmed);
    }
    answers
}

#[test]
fn programs_are_those_of_runs_from_the_start() {
    let found = check(&Options::default().take(30), |cx| lambda::differs(cx, 1, 2));
    assert_eq!(found.len(), 30);
    check(&Options::default().take(1), scheme::quine);
}

/// An interpreter that uses everything: it reads values, catches failures and tells of events.
pub(crate) fn sum(cx: &mut Cx<'_>, list: Value) -> Result<Value, Stop> {
    if cx.shape(list) == Shape::Unknown {
        cx.emit(Symbol::new("open"), &[list])?;
    }
    case!(cx, list; {
        Nil() => Ok(cx.int(0)),
        Cons(head, tail) => {
            let whole = cx.show(list);
            cx.emit(Symbol::new("cell"), &[head])?;
            let rest = cx.catch(|cx| cx.call(|cx| sum(cx, tail)))?;
            let zero = cx.int(0);
            let rest = match rest {
                Ok(rest) => rest,
                Err(failure) if failure.kind == FailureKind::WrongKind => zero,
                Err(_) => return Err(cx.fail(format!("no sum of {whole}"))),
            };
            if cx.field(list, 0).is_none() {
                return Err(cx.fail("a cell has fields"));
            }
            let positive = cx.lt(zero, head)?;
            if cx.branch(positive)? { cx.add(head, rest) } else { Err(cx.fail("too small")) }
        }
    })
}

#[test]
fn everything_is_as_in_a_run_from_the_start() {
    let options = Options::default().take(60).wanted(Wanted::All).with_solvers(|| {
        let config = solve_chain::Config::new(solve_chain::Backend::None);
        config.build(&solve::Theory::empty()).expect("nothing has to be loaded")
    });
    let goal = |cx: &mut Cx<'_>| {
        let list = cx.unknown("list", LIST);
        sum(cx, list)
    };
    assert_eq!(check(&options, goal).len(), 60);
    assert!(check(&options.smallest_first(), goal).len() == 60);
}

/// Values that are read without the context have to be read anew on each run.
#[test]
fn who_reads_the_heap_itself_reads_what_is_there() {
    let goal = |cx: &mut Cx<'_>| {
        let list = cx.unknown("list", LIST);
        let heap: &Heap = cx;
        let before = heap.show(list);
        let number = cx.choose(2)?;
        let long = case!(cx, list; {
            Nil() => false,
            Cons(_, _) => true,
        });
        assert_eq!(before, "_0");
        Ok(Value::from(long == (number == 0)))
    };
    assert_eq!(check(&Options::default(), goal).len(), 4);
}

#[test]
fn unrepeatable_reads_are_reported() {
    let runs = AtomicU32::new(0);
    let goal = |cx: &mut Cx<'_>| {
        let run = runs.fetch_add(1, Relaxed);
        if run > 0 {
            cx.int(1);
        }
        cx.choose(2)?;
        cx.choose(3)?;
        Ok(Value::TRUE)
    };
    let options = Options { wanted: Wanted::Failures, ..Options::default() };
    let (_, summary) = solve(&mut Heap::new(), &options, goal);
    let told = summary.broken.iter().any(|failure| failure.kind == FailureKind::NotRepeatable);
    assert!(told, "{summary:?}");
}
