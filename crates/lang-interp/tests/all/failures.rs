//! Interpreters that go wrong: each gives a clear message and never a crash.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use lang_interp::{
    Cut, Cx, Ended, FailureKind, Heap, Kind, NoOutcome, Options, RunOutcome, Stop, Summary, Value,
    Wanted, case, data, run_once, solve,
};

data! { pub Nat = Zero() | Succ(Nat); }

const NAT: Kind = Kind::Data(&Nat);

fn all(goal: impl Fn(&mut Cx<'_>) -> Result<Value, Stop> + Sync) -> (Vec<String>, Summary) {
    let options = Options::default().wanted(Wanted::All);
    let (answers, summary) = solve(&mut Heap::new(), &options, goal);
    (answers.iter().map(ToString::to_string).collect(), summary)
}

#[test]
fn a_panic_is_caught() {
    let (_, summary) = all(|cx| {
        let n = cx.unknown("n", NAT);
        case!(cx, n; {
            Zero() => Ok(n),
            Succ(_) => panic!("not written yet"),
        })
    });
    assert_eq!(summary.stats.values, 1);
    assert_eq!(summary.broken[0].kind, FailureKind::Panic);
    assert!(summary.broken[0].message.contains("not written yet"));
    assert!(!summary.is_complete());
}

#[test]
fn unrepeatable_interpreter_is_reported() {
    let runs = AtomicU32::new(0);
    let (_, summary) = all(|cx| {
        let run = runs.fetch_add(1, Relaxed);
        let n = cx.unknown("n", NAT);
        if run > 0 {
            cx.choose(2)?;
        }
        case!(cx, n; { Zero() => Ok(n), Succ(_) => Ok(n) })
    });
    assert_eq!(summary.broken[0].kind, FailureKind::NotRepeatable);
}

fn forever(cx: &mut Cx<'_>) -> Result<Value, Stop> {
    cx.call(forever)
}

fn forever_without_call(cx: &mut Cx<'_>, n: Value) -> Result<Value, Stop> {
    // Keeps the compiler from turning this into a loop.
    let frame = std::hint::black_box([0_u8; 512]);
    cx.tick()?;
    let found = forever_without_call(cx, n)?;
    Ok(if std::hint::black_box(frame)[0] == 0 { found } else { n })
}

#[test]
fn endless_programs_are_cut_off() {
    let cut = |run: &(dyn Fn(&mut Cx<'_>) -> Result<Value, Stop> + Sync)| match run_once(
        &mut Heap::new(),
        &Options::default(),
        &[],
        run,
    ) {
        Err(NoOutcome::CutOff(cut)) => cut,
        other => panic!("{other:?}"),
    };
    assert_eq!(cut(&forever), Cut::Calls(100_000));
    assert!(matches!(cut(&|cx| forever_without_call(cx, Value::TRUE)), Cut::Calls(0)));
    let looping = |cx: &mut Cx<'_>| -> Result<Value, Stop> {
        loop {
            cx.tick()?;
        }
    };
    assert_eq!(cut(&looping), Cut::Steps(1_000_000));
}

#[test]
fn an_endless_program_does_not_keep_others_waiting() {
    let goal = |cx: &mut Cx<'_>| {
        let n = cx.unknown("n", NAT);
        case!(cx, n; {
            Zero() => loop {
                cx.tick()?;
            },
            Succ(_) => Ok(n),
        })
    };
    let (answers, summary) = solve(&mut Heap::new(), &Options::default().take(1), goal);
    assert_eq!((answers.len(), summary.ended), (1, Ended::Enough));
    assert!(summary.stats.steps < 100_000, "{:?}", summary.stats);
}

#[test]
fn errors_and_missing_clauses_are_outcomes() {
    let (answers, summary) = all(|cx| {
        let n = cx.unknown("n", Kind::Any);
        case!(cx, n; {
            Zero() => Err(cx.fail("zero is not allowed")),
            Succ(m) => Ok(m),
        })
    });
    let expected = [
        "n = Zero fails: INT004: zero is not allowed",
        "n = Succ(_0)",
        "n = _0 where _0 /= Zero, _0 /= Succ(_) fails: INT002: no clause matches _0",
    ];
    assert_eq!(answers, expected);
    assert!(summary.is_complete());
}

#[test]
fn a_closed_type_has_no_missing_clause() {
    let (answers, _) = all(|cx| {
        let n = cx.unknown("n", NAT);
        case!(cx, n; { Zero() => Ok(n), Succ(_) => Ok(n) })
    });
    assert_eq!(answers, ["n = Zero", "n = Succ(_0)"]);
}

#[test]
fn errors_can_be_caught_but_not_limits() {
    let (answers, _) = all(|cx| {
        let n = cx.unknown("n", NAT);
        let caught = cx.catch(|cx| case!(cx, n; { Zero() => Err(cx.fail("zero")), m => Ok(m) }))?;
        Ok(Value::from(caught.is_err()))
    });
    assert_eq!(answers.len(), 2);
    let swallow = |cx: &mut Cx<'_>| -> Result<Value, Stop> {
        let _ = cx.discard();
        Ok(Value::TRUE)
    };
    assert_eq!(all(swallow).1.stats.discarded, 1);
}

#[test]
fn operands_of_other_kinds_are_outcomes() {
    let (answers, summary) = all(|cx| {
        let n = cx.unknown("n", Kind::Any);
        let one = cx.int(1);
        cx.add(n, one)
    });
    assert_eq!(answers[0], "n = _0");
    assert!(answers[1].contains("INT003"), "{answers:?}");
    assert!(summary.is_complete());
}

#[test]
fn a_concrete_run_has_no_unknowns() {
    let run = |cx: &mut Cx<'_>| {
        let n = cx.unknown("n", NAT);
        case!(cx, n; { Zero() => Ok(n), Succ(_) => Ok(n) })
    };
    let outcome = run_once(&mut Heap::new(), &Options::default(), &[], run);
    let Ok(RunOutcome::Failed(failure)) = outcome else { panic!("{outcome:?}") };
    assert_eq!(failure.kind, FailureKind::NotConcrete);
}
