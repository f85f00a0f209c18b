//! The monitor against the judge, on random logs and for all values of the parameters.

use proptest::prelude::*;
use smallvec::smallvec;
use trace::{Event, Formula};
use trace_tools::{Instance, LogMonitor, Logged, Oracle, Step, Value};

use crate::support::{WORLD, formula, solver};

const KEYS: [&str; 3] = ["a", "b", "c"];

/// The number of a key as an element; what does not occur in a log gets numbers of its own.
fn number(value: Option<&Value<'_>>, at: usize) -> u32 {
    match value {
        Some(Value::Text(text)) => {
            KEYS.iter().position(|key| key == text).expect("a key of this world") as u32
        }
        Some(other) => panic!("{other} is no key"),
        None => 10 + at as u32,
    }
}

fn logged((op, key): (usize, usize)) -> Logged<'static> {
    let name = ["put", "get", "tick"][op].into();
    let args = if op == 2 { smallvec![] } else { smallvec![Value::Text(KEYS[key].into())] };
    Logged { op: name, args, result: None }
}

fn holds(log: &[(usize, usize)], ghosts: &[u32], formula: &Formula) -> bool {
    let trace: Vec<Event> = log.iter().map(|(op, key)| WORLD.event(*op, *key as u32)).collect();
    WORLD.judge(&trace, ghosts, formula)
}

/// All values that matter: the keys, and as many others as there are parameters.
fn choices(ghosts: usize) -> Vec<Vec<u32>> {
    let values: Vec<u32> = (0..3).chain(10..10 + ghosts as u32).collect();
    let mut all = vec![Vec::new()];
    for _ in 0..ghosts {
        let longer = |some: &Vec<u32>| -> Vec<Vec<u32>> {
            values.iter().map(|value| some.iter().copied().chain([*value]).collect()).collect()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// The values of an instance for all parameters, those that the formula does not mention included.
fn ghosts_of(monitor: &LogMonitor<'_>, instance: &Instance) -> Vec<u32> {
    let value = |name: &str| {
        let at = monitor.params().iter().position(|param| param.name == name);
        at.map_or(0, |at| number(instance.values[at].as_ref(), at))
    };
    WORLD.params.iter().map(|param| value(&param.name)).collect()
}

fn check(formula: &Formula, log: &[(usize, usize)], ghosts: usize) -> Result<(), TestCaseError> {
    let mut solver = solver();
    let mut oracle = Oracle::new(&mut *solver);
    let none = vec![None; WORLD.params.len()];
    let monitor = LogMonitor::new(WORLD.ctx(), formula, &WORLD.params, 2, none);
    let mut monitor = monitor.expect("conditions are plain equations");
    let mut broken = match monitor.start(&mut oracle) {
        Step::Broken(broken) => Some(broken),
        Step::Open => None,
    };
    for event in log {
        if broken.is_none() {
            match monitor.read(&logged(*event), &mut oracle).expect("it fits its declaration") {
                Step::Open => {}
                Step::Broken(found) => broken = Some(found),
            }
        }
    }
    if let Some(broken) = broken {
        let values = ghosts_of(&monitor, &broken.instance);
        for end in broken.event as usize..=log.len() {
            prop_assert!(!holds(&log[..end], &values, formula), "{:?} to {}", broken, end);
        }
        return Ok(());
    }
    match monitor.end() {
        Some(instance) => {
            prop_assert!(!holds(log, &ghosts_of(&monitor, &instance), formula), "{:?}", instance);
        }
        None => {
            for values in choices(ghosts) {
                prop_assert!(holds(log, &values, formula), "for {:?}", values);
            }
        }
    }
    Ok(())
}

fn log() -> impl Strategy<Value = Vec<(usize, usize)>> {
    proptest::collection::vec((0..3usize, 0..3usize), 0..10)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn one_parameter(formula in formula(1), log in log()) {
        check(&formula, &log, 1)?;
    }

    #[test]
    fn two_parameters(formula in formula(2), log in log()) {
        check(&formula, &log, 2)?;
    }

    #[test]
    fn always_implications(body in formula(1), log in log()) {
        // Random formulas are often lost at once; these follow many values for long.
        check(&Formula::Globally(Box::new(body)), &log, 1)?;
    }
}

#[test]
fn values_that_fell_back_are_forgotten() {
    let world = &*WORLD;
    let is_g = |op: usize| {
        let place = world.alphabet.op(world.ops[op]).places()[0].formal;
        let cond = world.pool.eq(place, world.params[0].var);
        Formula::Event(trace::EventSet::Call(world.ops[op], cond))
    };
    // After `put g` no other `put g` until `get g`.
    let free = Formula::WeakUntil(Box::new(Formula::Not(Box::new(is_g(0)))), Box::new(is_g(1)));
    let rule = Formula::Implies(Box::new(is_g(0)), Box::new(Formula::Next(Box::new(free))));
    let formula = Formula::Globally(Box::new(rule));
    let mut solver = solver();
    let mut oracle = Oracle::new(&mut *solver);
    let monitor = LogMonitor::new(world.ctx(), &formula, &world.params, 2, vec![None; 2]);
    let mut monitor = monitor.expect("conditions are plain equations");
    let mut most = 0;
    for round in 0..10_000 {
        for op in ["put", "get"] {
            let args = smallvec![Value::Int(round)];
            let event = Logged { op: op.into(), args, result: None };
            assert_eq!(monitor.read(&event, &mut oracle), Ok(Step::Open));
            most = most.max(monitor.instances());
        }
    }
    assert!(most < 10, "{most} values were kept at once");
    assert_eq!(monitor.end(), None);
}

#[test]
fn what_does_not_fit_is_said() {
    let mut solver = solver();
    let mut oracle = Oracle::new(&mut *solver);
    let monitor = LogMonitor::new(WORLD.ctx(), &Formula::True, &WORLD.params, 2, vec![None; 2]);
    let mut monitor = monitor.expect("nothing is compared");
    let mut said = |line: &str| {
        let event = trace_tools::parse_line(line.as_bytes()).expect("JSON");
        monitor.read(&event, &mut oracle).expect_err("it does not fit").to_string()
    };
    assert_eq!(said(r#"{"op":"pot"}"#), "the spec declares no operation `pot`");
    assert_eq!(said(r#"{"op":"put"}"#), "`put` has 1 argument, but the event has 0");
    assert!(said(r#"{"op":"put","args":[true]}"#).contains("of sort Key, not true"));
}
