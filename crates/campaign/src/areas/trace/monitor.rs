//! A monitor that follows a log, against the definition for every value of the parameters.

use std::collections::HashMap;

use smallvec::SmallVec;
use term::{Pool, Term};
use trace::{Event, Formula};
use trace_tools::{Instance, LogMonitor, Logged, Oracle, Step, Value as Log};

use super::definition::Definition;
use super::draw::{Run, World};
use crate::Judgement;
use crate::naive::{Unknown, Value};

/// Keys that occur in logs.
const KEYS: u32 = 3;

/// Follows the events of a run and compares.
pub(super) fn judge(world: &World, formula: &Formula, run: &Run) -> Judgement {
    let mut solver = world.solver();
    let mut oracle = Oracle::new(&mut *solver);
    let none = vec![None; world.params.len()];
    let Ok(mut monitor) = LogMonitor::new(world.ctx(), formula, &world.params, 2, none) else {
        return Judgement::open();
    };
    let holds = |to: usize, keys: &[u32]| {
        let part = with_keys(world, &run.part(to), keys);
        Definition { world, run: &part }.holds(formula)
    };
    let shown = || trace_tools::show_formula(world.ctx(), formula);
    let mut step = monitor.start(&mut oracle);
    for event in &run.events {
        if step != Step::Open {
            break;
        }
        match monitor.read(&logged(world, event), &mut oracle) {
            Ok(next) => step = next,
            Err(_) => return Judgement::open(),
        }
    }
    if let Step::Broken(broken) = step {
        let keys = keys_of(world, &monitor, &broken.instance);
        return match (broken.event as usize..=run.events.len()).find(|to| holds(*to, &keys)) {
            Some(to) => {
                let what = format!("{broken:?}, but it holds again after {to} events");
                Judgement::wrong(format!("{what}: {} on {run:?}", shown()))
            }
            None => Judgement::agreed(),
        };
    }
    let all = run.events.len();
    let wrong = match monitor.end() {
        Some(instance) => holds(all, &keys_of(world, &monitor, &instance)),
        None => !choices().iter().all(|keys| holds(all, keys)),
    };
    if wrong {
        return Judgement::wrong(format!("{:?} at the end: {} on {run:?}", monitor.end(), shown()));
    }
    Judgement::agreed()
}

/// The run with other values of the two keys.
fn with_keys(world: &World, run: &Run, keys: &[u32]) -> Run {
    let mut run = run.clone();
    let ghosts = world.params.iter().map(|param| Unknown::Var(param.var));
    let values: HashMap<Unknown, Value> =
        ghosts.zip(keys.iter().map(|key| Value::Elem(*key))).collect();
    run.known.extend(values);
    run
}

/// All values that matter: the keys, and others for the values that do not occur.
fn choices() -> Vec<[u32; 2]> {
    let values: Vec<u32> = (0..KEYS).chain([10, 11]).collect();
    values.iter().flat_map(|a| values.iter().map(|b| [*a, *b])).collect()
}

fn logged(world: &World, event: &Event) -> Logged<'static> {
    let op = event.op.expect("declared");
    let operation = world.alphabet.op(op);
    let mut values: Vec<Log<'static>> =
        event.values.iter().map(|value| log_value(&world.pool, *value)).collect();
    let result = operation.result().and_then(|_| values.pop());
    let name = world.alphabet.name(&world.pool, op).to_owned();
    Logged { op: name.into(), args: SmallVec::from_vec(values), result }
}

fn log_value(pool: &Pool, term: Term) -> Log<'static> {
    match crate::naive::of_term(pool, term) {
        Some(Value::Elem(number)) => Log::Text(format!("k{number}").into()),
        Some(Value::Int(int)) => Log::Int(i64::try_from(int).expect("it is small")),
        Some(Value::Bool(value)) => Log::Bool(value),
        other => panic!("no value of a log: {other:?}"),
    }
}

/// The keys of an instance; what does not occur in the log gets a number of its own.
fn keys_of(world: &World, monitor: &LogMonitor<'_>, instance: &Instance) -> Vec<u32> {
    let key = |at: usize| match instance.values[at].as_ref() {
        Some(Log::Text(text)) => text[1..].parse().expect("a key of this world"),
        _ => 10 + at as u32,
    };
    let place = |name: &str| monitor.params().iter().position(|param| param.name == name);
    world.params.iter().map(|param| place(&param.name).map_or(0, key)).collect()
}
