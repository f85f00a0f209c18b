//! The monitor with parameters for every value against one monitor for each choice of values.
//!
//! The slow side follows each combination of all values that occur, and of some that do not, by a monitor of its own
//! in which no parameter is left. It judges every event of the log, those after a violation included.

use proptest::prelude::*;
use solve::NoSolver;
use source::Files;
use term::Pool;
use trace::{Context, RegexPool, Spec};
use trace_tools::{Instance, LogMonitor, Logged, Oracle, Step, Value};

const OPS: &str = "sort A\nop put(x: A)\nop link(x: A, y: A)\nop use(x: A, n: Int)\nop tick()\n\
                   ghost g: A, h: A, k: Int\n";

type Combination = Vec<Value<'static>>;

fn text(value: &str) -> Value<'static> {
    Value::Text(value.to_owned().into())
}

/// Values of the log, the literal of the formulas, and as many others as there are parameters.
fn combinations() -> Vec<Combination> {
    let elements: Vec<Value<'_>> = ["a", "b", "?1", "?2"].map(text).into();
    let numbers = [0, 1, 2, 77].map(Value::Int);
    let mut all = Vec::new();
    for g in &elements {
        for h in &elements {
            all.extend(numbers.iter().map(|k| vec![g.clone(), h.clone(), k.clone()]));
        }
    }
    all
}

fn event_text() -> impl Strategy<Value = String> {
    let element = || prop_oneof![3 => Just("g"), 3 => Just("h"), 2 => Just("_"), 1 => Just("!g")];
    let number = prop_oneof![3 => Just("k"), 2 => Just("_"), 1 => Just("1"), 1 => Just("!k")];
    prop_oneof![
        2 => element().prop_map(|x| format!("<put {x}>")),
        2 => (element(), element()).prop_map(|(x, y)| format!("<link {x} {y}>")),
        3 => (element(), number).prop_map(|(x, n)| format!("<use {x} {n}>")),
        1 => Just("<tick>".to_owned()),
        1 => Just("<_ | g == h>".to_owned()),
        1 => Just("<use g _ | k == 1>".to_owned()),
    ]
}

fn formula_text() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        3 => event_text(),
        1 => event_text().prop_map(|event| format!("~{event}")),
        1 => event_text().prop_map(|event| format!("!{event}")),
    ];
    let formula = leaf.prop_recursive(2, 5, 2, |inner| {
        let two = || (inner.clone(), inner.clone());
        prop_oneof![
            two().prop_map(|(a, b)| format!("({a} && {b})")),
            two().prop_map(|(a, b)| format!("({a} || {b})")),
            two().prop_map(|(a, b)| format!("({a} W {b})")),
            two().prop_map(|(a, b)| format!("({a} U {b})")),
            inner.clone().prop_map(|a| format!("(X {a})")),
            inner.prop_map(|a| format!("(G {a})")),
        ]
    });
    // Most random formulas are lost at once; these follow combinations for long.
    let rule = (event_text(), event_text(), event_text())
        .prop_map(|(begin, bad, end)| format!("G ({begin} implies N (!{bad} W {end}))"));
    prop_oneof![2 => rule, 1 => formula.prop_map(|a| format!("G {a}"))]
}

fn event() -> impl Strategy<Value = Logged<'static>> {
    let element = || prop_oneof![Just("a"), Just("b")].prop_map(text);
    let event = |op: &str, args: Vec<Value<'static>>| Logged {
        op: op.to_owned().into(),
        args: args.into_iter().collect(),
        result: None,
    };
    prop_oneof![
        2 => element().prop_map(move |x| event("put", vec![x])),
        3 => (element(), element()).prop_map(move |(x, y)| event("link", vec![x, y])),
        4 => (element(), 0..3i64).prop_map(move |(x, n)| event("use", vec![x, Value::Int(n)])),
        1 => Just(event("tick", Vec::new())),
    ]
}

struct Following<'a> {
    monitor: LogMonitor<'a>,
    /// Which of the three parameters the property mentions.
    mentions: Vec<usize>,
}

impl<'a> Following<'a> {
    fn new(ctx: Context<'a>, spec: &'a Spec, given: Vec<Option<Value<'static>>>) -> Following<'a> {
        let formula = &spec.properties[0].formula;
        let monitor = LogMonitor::new(ctx, formula, &spec.ghosts, 3, given);
        let monitor = monitor.expect("only equations");
        let place = |name: &str| spec.ghosts.iter().position(|ghost| ghost.name == name);
        let mentions = monitor.params().iter().map(|one| place(&one.name).expect("a ghost"));
        let mentions = mentions.collect();
        Following { monitor, mentions }
    }

    /// Whether values that are not known may be those of a combination.
    fn covers(&self, instance: &Instance, combination: &Combination) -> bool {
        let mut pairs = self.mentions.iter().zip(&instance.values);
        pairs.all(|(at, value)| value.as_ref().is_none_or(|value| *value == combination[*at]))
    }

    /// Whether a combination has no other values than an instance and values that do not occur.
    fn is_plain(&self, instance: &Instance, combination: &Combination) -> bool {
        let fresh = [text("?1"), text("?2"), Value::Int(77)];
        let mut pairs = self.mentions.iter().zip(&instance.values);
        self.covers(instance, combination)
            && pairs.all(|(at, value)| value.is_some() || fresh.contains(&combination[*at]))
    }
}

fn broken(step: Step) -> Vec<Instance> {
    match step {
        Step::Open => Vec::new(),
        Step::Broken(found) => {
            assert_eq!(found.unlisted, 0, "there are few combinations");
            std::iter::once(found.instance).chain(found.also).collect()
        }
    }
}

fn check(property: &str, log: &[Logged<'static>]) -> Result<(), TestCaseError> {
    let pool = Pool::new();
    let file = Files::new().add("a.trace", &format!("{OPS}property p := {property}\n"));
    let (spec, faults) = Spec::read(&pool, &file);
    let spec = spec.unwrap_or_else(|| panic!("{property}: {faults:?}"));
    let regexes = RegexPool::new(&pool);
    let ctx = Context { pool: &pool, alphabet: &spec.alphabet, regexes: &regexes };
    let (mut nothing, mut other) = (NoSolver::new(), NoSolver::new());
    let (mut oracle, mut slow_oracle) = (Oracle::new(&mut nothing), Oracle::new(&mut other));
    let mut fast = Following::new(ctx, &spec, vec![None; 3]);
    if fast.monitor.start(&mut oracle) != Step::Open {
        return Ok(());
    }
    let all = combinations();
    let given = |one: &Combination| one.iter().cloned().map(Some).collect();
    let mut slow: Vec<Following<'_>> =
        all.iter().map(|one| Following::new(ctx, &spec, given(one))).collect();
    for (at, event) in log.iter().enumerate() {
        let found = broken(fast.monitor.read(event, &mut oracle).expect("it fits"));
        let mut expected: Vec<&Combination> = Vec::new();
        for (following, combination) in slow.iter_mut().zip(&all) {
            if following.monitor.read(event, &mut slow_oracle).expect("it fits") != Step::Open {
                expected.push(combination);
            }
        }
        for one in &expected {
            let is_found = found.iter().any(|instance| fast.covers(instance, one));
            prop_assert!(is_found, "{property}: {one:?} at {at} of {log:?}, not {found:?}");
        }
        for instance in &found {
            let is_right = expected.iter().any(|one| fast.is_plain(instance, one));
            prop_assert!(is_right, "{property}: {instance:?} at {at} of {log:?}: {expected:?}");
        }
    }
    let ends = slow.iter().zip(&all).filter(|(one, _)| one.monitor.end().is_some());
    let ends: Vec<&Combination> = ends.map(|(_, combination)| combination).collect();
    match fast.monitor.end() {
        None => prop_assert!(ends.is_empty(), "{property}: {ends:?} at the end of {log:?}"),
        Some(instance) => {
            let is_right = ends.iter().any(|one| fast.is_plain(&instance, one));
            prop_assert!(is_right, "{property}: {instance:?} at the end of {log:?}: {ends:?}");
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(80))]

    #[test]
    fn three_parameters(
        property in formula_text(),
        log in proptest::collection::vec(event(), 0..10),
    ) {
        check(&property, &log)?;
    }
}
