//! Random programs under random trace specs: the machine with its monitor against the interpreter with
//! the judge, which share neither instructions nor derivatives.

use ::trace::{Event, Judge, Spec, SpecMonitor};
use explore::{Monitored, ReplayEnd, replay};
use lang_toy::{Program, load, parse};
use machine::{Exit, Monitor};
use num_bigint::BigInt;
use proptest::prelude::*;
use source::Files;
use term::{Int, Model, Pool, Sort, Term};
use test_support::toy::{Answers, End, Trace, interpret, program};

/// More steps than the machine needs for what the interpreter does within its limits.
const FUEL: u64 = 4_000_000;

/// Formulas in which `@0` to `@3` stand for events.
fn any_formula() -> impl Strategy<Value = String> {
    const ATOMS: &[&str] = &["@0", "@1", "@2", "@3", "any", "last", "eps"];
    let atom = proptest::sample::select(ATOMS).prop_map(str::to_owned);
    atom.prop_recursive(3, 10, 2, |inner| {
        let unary = proptest::sample::select(&["!", "G", "F", "X", "N"][..]);
        let binary = proptest::sample::select(&["&&", "||", "U", "W", "R", "implies", ";"][..]);
        prop_oneof![
            (unary, inner.clone()).prop_map(|(op, a)| format!("{op} ({a})")),
            (binary, inner.clone(), inner).prop_map(|(op, a, b)| format!("(({a}) {op} ({b}))")),
        ]
    })
}

/// A spec with this formula over the events of a program, if those have one signature.
fn spec_of(pool: &Pool, program: &Program, formula: &str) -> Option<Spec> {
    let events = program.events();
    let first = events.first()?;
    if events.iter().any(|event| (&event.op, &event.args) != (&first.op, &first.args)) {
        return None;
    }
    let params: Vec<String> = (first.args.iter().enumerate())
        .map(|(at, sort)| format!("x{at}: {}", pool.show_sort(*sort)))
        .collect();
    let (op, sort) = (&first.op, first.args.first());
    let conditions = match sort {
        Some(&Sort::INT) => ["x0 > 0", "x0 == g", "x0 < g"],
        Some(_) => ["x0", "!x0", "g > 0"],
        None => ["true", "g > 0", "g == 2"],
    };
    let events = std::iter::once(format!("<{op}>"))
        .chain(conditions.iter().map(|condition| format!("<{op} | {condition}>")));
    let formula = events.enumerate().fold(formula.to_owned(), |formula, (at, event)| {
        formula.replace(&format!("@{at}"), &event)
    });
    let text = format!("op {op}({}) ghost g: Int property p := {formula}", params.join(", "));
    let (spec, faults) = Spec::read(pool, &Files::new().add("p.trace", &text));
    Some(spec.unwrap_or_else(|| panic!("{text}: {faults:?}")))
}

/// The events among what the interpreter has seen; the other lines are inputs.
fn events(pool: &Pool, spec: &Spec, trace: &Trace) -> Vec<Event> {
    let value = |text: &str| match text {
        "true" => Term::TRUE,
        "false" => Term::FALSE,
        number => pool.int(Int::from(number.parse::<BigInt>().expect("a number"))),
    };
    let event = |line: &String| {
        let (name, args) = line.strip_suffix(')')?.split_once('(')?;
        let values = args.split(", ").filter(|arg| !arg.is_empty()).map(value).collect();
        Some(Event { op: spec.alphabet.find(pool.symbol(name)), values })
    };
    trace.lines.iter().filter_map(event).collect()
}

/// Compares both on one program; whether the property failed, if there was something to compare.
fn compare(text: &str, formula: &str, answers: &Answers, ghost: i64) -> Option<bool> {
    let (pool, mut files) = (Pool::new(), Files::new());
    let file = files.add("random.toy", text);
    let (ast, _) = parse(&file);
    let program = load(&file).expect("random programs are well formed");
    let spec = spec_of(&pool, &program, formula)?;
    let expected = interpret(&ast, 0, answers);
    if expected.end != End::Finished {
        return None;
    }
    let (trace, mut model) = (events(&pool, &spec, &expected), Model::new());
    // The judge takes time in the third power of the length.
    if trace.len() > 100 {
        return None;
    }
    model.set(spec.ghosts[0].var, pool.int(ghost));
    let judge = Judge { pool: &pool, alphabet: &spec.alphabet, model: &model, trace: &trace };
    let holds = judge.holds(&spec.properties[0].formula).expect("not deep");
    let monitor = SpecMonitor::new(&pool, &spec, &[&spec.properties[0]]).expect("not deep");
    let machine = program.machine(&program.targets()[0]);
    let product = Monitored::new(&machine, &monitor, None);
    let own = monitor.inputs().len();
    let inputs = expected.lines.iter().filter(|line| !line.ends_with(')')).enumerate();
    let inputs = inputs.map(|(number, line)| match line.rsplit(" = ").next() {
        Some("true") | Some("false") => pool.bool(answers.bool(number)),
        _ => pool.int(Int::from(BigInt::from(answers.int(number)))),
    });
    let ghosts = [pool.int(ghost)].into_iter().take(own);
    let answers: Vec<Term> = ghosts.chain(inputs).collect();
    let end = replay(&pool, &product, &explore::Answers::from(&answers[..]), FUEL).end;
    match end {
        ReplayEnd::Exit(Exit::Finished(_)) => assert!(holds, "{text}\n{formula}"),
        ReplayEnd::Exit(Exit::Failed(failure)) => {
            assert_eq!((failure.code, holds), (SpecMonitor::CODE, false), "{text}\n{formula}");
        }
        other => panic!("the interpreter finished, but {other}: {text}\n{formula}"),
    }
    Some(!holds)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn monitor_and_interpreter_with_judge_agree(
        bytes in prop::collection::vec(any::<u8>(), 0..200),
        formula in any_formula(),
        answers in prop::collection::vec(-4i128..5, 1..8).prop_map(Answers),
        ghost in -2i64..3,
    ) {
        compare(&program(&bytes), &formula, &answers, ghost);
    }
}

/// The comparison is worth something only if properties hold and fail.
#[test]
fn properties_of_random_programs_hold_and_fail() {
    let mut counts = [0, 0];
    for seed in 0u32..600 {
        let bytes: Vec<u8> = (0..120u32).map(|at| crate::oracle::noise(seed * 1000 + at)).collect();
        for formula in ["G @1", "F @2", "@1 implies X F @3"] {
            let failed = compare(&program(&bytes), formula, &Answers(vec![2, -1, 3]), 1);
            failed.into_iter().for_each(|failed| counts[usize::from(failed)] += 1);
        }
    }
    assert!(counts[0] > 40 && counts[1] > 40, "{counts:?}");
}
