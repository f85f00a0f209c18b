//! Small cases on which naive symbolic executors are wrong.

use lang_interp::{
    Confirmed, Cx, FailureKind, Goal, Heap, Kind, Options, Pat, RunOutcome, Stop, Symbol, Value,
    Wanted, solve,
};

const ANY: Kind = Kind::Any;

fn con(cx: &mut Cx<'_>, name: &str, fields: &[Value]) -> Value {
    cx.con(Symbol::new(name), fields)
}

/// The answers of a goal, all of them.
#[track_caller]
fn check(goal: impl Fn(&mut Cx<'_>) -> Result<Value, Stop> + Sync, expected: &[&str]) {
    let (answers, summary) = solve(&mut Heap::new(), &Options::default(), goal);
    let found: Vec<String> = answers.iter().map(ToString::to_string).collect();
    assert_eq!(found, expected);
    assert!(summary.is_complete(), "{summary:?}");
    assert!(answers.iter().all(|answer| answer.confirmed == Confirmed::Yes), "{answers:?}");
}

#[test]
fn a_substitution_reaches_all_occurrences() {
    check(
        |cx| {
            let q = cx.unknown("q", ANY);
            let (a, b) = (cx.symbol("a"), cx.symbol("b"));
            let (left, right) = (con(cx, "pair", &[q, q]), con(cx, "pair", &[a, b]));
            cx.unify(left, right).map(|()| q)
        },
        &[],
    );
}

#[test]
fn cyclic_terms_are_refused() {
    check(
        |cx| {
            let (x, y) = (cx.unknown("x", ANY), cx.unknown("y", ANY));
            let (gx, gy) = (con(cx, "g", &[x]), con(cx, "g", &[y]));
            let (left, right) = (con(cx, "f", &[x, gx]), con(cx, "f", &[gy, y]));
            cx.unify(left, right).map(|()| x)
        },
        &[],
    );
}

#[test]
fn arities_count() {
    check(
        |cx| {
            let (a, b) = (cx.symbol("a"), cx.symbol("b"));
            let (left, right) = (con(cx, "f", &[a]), con(cx, "f", &[a, b]));
            cx.unify(left, right).map(|()| left)
        },
        &[],
    );
}

fn matches(cx: &mut Cx<'_>, value: Value, pats: &[Pat<'_>]) -> Result<usize, Stop> {
    Ok(cx.split(value, pats)?.0)
}

#[test]
fn what_is_captured_is_substituted_too() {
    let nil = [Pat::Named(Symbol::new("nil"), &[])];
    check(
        |cx| {
            let q = cx.unknown("q", ANY);
            let (_, _) = (matches(cx, q, &nil)?, ());
            let value = con(cx, "nil", &[]);
            let equal = cx.eq(q, value)?;
            cx.unify(Value::from(equal), Value::FALSE).map(|()| q)
        },
        &[],
    );
}

#[test]
fn a_disequality_is_not_forgotten() {
    check(
        |cx| {
            let x = cx.unknown("x", ANY);
            let a = con(cx, "a", &[]);
            if cx.eq(x, a)? {
                return Err(cx.fail("no clause for true"));
            }
            cx.unify(x, a).map(|()| x)
        },
        &[],
    );
}

#[test]
fn the_first_clause_that_matches_is_taken() {
    let a = [Pat::Named(Symbol::new("a"), &[]), Pat::Bind];
    check(
        |cx| {
            let x = cx.unknown("x", ANY);
            let (clause, _) = cx.split(x, &a)?;
            let (p, q, atom) = (con(cx, "p", &[]), con(cx, "q", &[]), con(cx, "a", &[]));
            let value = if clause == 0 { p } else { con(cx, "pair", &[q, x]) };
            let expected = con(cx, "pair", &[q, atom]);
            cx.unify(value, expected).map(|()| x)
        },
        &[],
    );
}

#[test]
fn a_negated_conjunction_is_a_disjunction() {
    let a = [Pat::Named(Symbol::new("a"), &[])];
    check(
        |cx| {
            let (x, y) = (cx.unknown("x", ANY), cx.unknown("y", ANY));
            let (atom_a, atom_b) = (con(cx, "a", &[]), con(cx, "b", &[]));
            let (left, right) = (con(cx, "pair", &[x, y]), con(cx, "pair", &[atom_a, atom_b]));
            cx.differ(left, right)?;
            cx.split(x, &a)?;
            let c = con(cx, "c", &[]);
            cx.unify(y, c).map(|()| y)
        },
        &["x = a, y = c"],
    );
    check(
        |cx| {
            let (x, y) = (cx.unknown("x", ANY), cx.unknown("y", ANY));
            let (atom_a, atom_b) = (con(cx, "a", &[]), con(cx, "b", &[]));
            let (left, right) = (con(cx, "pair", &[x, y]), con(cx, "pair", &[atom_a, atom_b]));
            cx.differ(left, right).map(|()| left)
        },
        &["x = _0, y = _1 where _0 /= a or _1 /= b"],
    );
}

#[test]
fn different_from_a_symbol_is_satisfiable() {
    let goal = Goal::new()
        .exists("x", ANY)
        .different(|_, unknowns| Ok(unknowns[0]), |cx, _| Ok(cx.symbol("a")));
    check(|cx| goal.run(cx), &["x = _0 where _0 /= a"]);
}

#[test]
fn comparing_functions_is_an_error() {
    let compare = |cx: &mut Cx<'_>| {
        let x = cx.unknown("x", ANY);
        let f = cx.function(Symbol::new("closure"), &[x]);
        let (left, right) = (con(cx, "box", &[f]), con(cx, "box", &[f]));
        cx.eq(left, right).map(Value::from)
    };
    let options = Options::default().wanted(Wanted::All);
    let (answers, summary) = solve(&mut Heap::new(), &options, compare);
    assert_eq!((answers.len(), summary.is_complete()), (1, true));
    let RunOutcome::Failed(failure) = &answers[0].outcome else { panic!("{answers:?}") };
    assert_eq!((failure.kind, failure.kind.code()), (FailureKind::Functions, "INT001"));
    assert_eq!(answers[0].confirmed, Confirmed::Yes);
}

#[test]
fn a_function_differs_from_data() {
    check(
        |cx| {
            let f = cx.function(Symbol::new("closure"), &[]);
            let a = cx.symbol("a");
            let equal = cx.eq(f, a)?;
            cx.unify(Value::from(equal), Value::FALSE).map(|()| a)
        },
        &[""],
    );
}
