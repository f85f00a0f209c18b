//! Events of programs under monitors, against traces that are written down and judged one by one.

use std::fmt;
use std::hash::Hash;

use explore::{EndingKind, Witness};
use lang_k::{
    Declared, Ends, EventCheck, EventQuestion, Events, Options, Steps, Value, check_events,
};
use machine::{Failure, Gap, Input, Monitor, Observed};
use proptest::prelude::*;
use source::{Files, Span};
use term::{Cases, Model, Pool, Sort, Term};
use trace::{Event, Judge, Spec, SpecMonitor};

use crate::support::{Loaded, load_text, solver};

/// Tasks whose steps are events, with and without arguments, by labels and by what is printed.
const TASKS: &str = r#"
module TASKS-SYNTAX
  imports INT-SYNTAX
  syntax Act ::= "a" | "b" Int | "out" Int | "skip" | "given" | "less" Int "{" Acts "}"
  syntax Acts ::= List{Act, ""}
  syntax Task ::= "task" "{" Acts "}"
  syntax Pgm ::= List{Task, ""}
endmodule
module TASKS
  imports TASKS-SYNTAX
  imports INT
  imports LIST
  configuration
    <T>
      <load> $PGM:Pgm </load>
      <task multiplicity="*" type="Set"> <k> .K </k> </task>
      <in stream="stdin"> .List </in>
      <out stream="stdout"> .List </out>
    </T>
  rule <load> task { A:Acts } P:Pgm => P </load> (.Bag => <task> <k> A </k> </task>)
  rule A:Act As:Acts => A ~> As
  rule .Acts => .K
  rule [a]: a => .K
  rule [b]: b N:Int => .K
  rule skip => .K
  rule <k> given => b I ...</k> <in> ListItem(I:Int) ...</in>
  rule <k> less N:Int { As:Acts } => As ...</k> <in> ListItem(I:Int) ...</in> requires I <Int N
  rule <k> less N:Int { _ } => .K ...</k> <in> ListItem(I:Int) ...</in> requires I >=Int N
  rule <k> out N:Int => .K ...</k> <out>... .List => ListItem(N) </out>
endmodule
"#;

#[derive(Clone, Debug)]
enum Act {
    A,
    B(i64),
    Out(i64),
    Skip,
    Given,
    Less(i64, Vec<Act>),
}

#[derive(Clone, Debug)]
struct Tasks(Vec<Vec<Act>>);

impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Act::A => write!(f, "a"),
            Act::B(number) => write!(f, "b {number}"),
            Act::Out(number) => write!(f, "out {number}"),
            Act::Skip => write!(f, "skip"),
            Act::Given => write!(f, "given"),
            Act::Less(number, acts) => {
                write!(f, "less {number} {{ ")?;
                acts.iter().try_for_each(|act| write!(f, "{act} "))?;
                write!(f, "}}")
            }
        }
    }
}

impl fmt::Display for Tasks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|acts| {
            write!(f, "task {{ ")?;
            acts.iter().try_for_each(|act| write!(f, "{act} "))?;
            write!(f, "}} ")
        })
    }
}

/// An event as the test knows it.
type Seen = (&'static str, Option<i64>);

/// The events of one task on an input.
fn events_of(acts: &[Act], input: i64, events: &mut Vec<Seen>) {
    for act in acts {
        match act {
            Act::A => events.push(("a", None)),
            Act::B(number) => events.push(("b", Some(*number))),
            Act::Out(number) => events.push(("output.Int", Some(*number))),
            Act::Skip => {}
            Act::Given => events.push(("b", Some(input))),
            Act::Less(number, acts) if input < *number => events_of(acts, input, events),
            Act::Less(..) => {}
        }
    }
}

/// All ways to mix the events of tasks.
fn mixed(tasks: &[Vec<Seen>]) -> Vec<Vec<Seen>> {
    if tasks.iter().all(Vec::is_empty) {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (number, task) in tasks.iter().enumerate() {
        let Some((first, rest)) = task.split_first() else { continue };
        let mut others = tasks.to_vec();
        others[number] = rest.to_vec();
        for mut events in mixed(&others) {
            events.insert(0, *first);
            all.push(events);
        }
    }
    all
}

/// Inputs and values of the ghost lie in here.
const RANGE: std::ops::Range<i64> = -2..3;

fn acts() -> impl Strategy<Value = Vec<Act>> {
    let act = prop_oneof![
        Just(Act::A),
        RANGE.prop_map(Act::B),
        RANGE.prop_map(Act::Out),
        Just(Act::Skip),
        Just(Act::Given),
    ];
    let act = act.prop_recursive(2, 4, 2, |act| {
        (RANGE, prop::collection::vec(act, 0..2)).prop_map(|(n, acts)| Act::Less(n, acts))
    });
    prop::collection::vec(act, 0..4)
}

fn formula() -> impl Strategy<Value = String> {
    const ATOMS: &[&str] = &[
        "<a>",
        "<b g>",
        "<b | n < g>",
        "<output.Int g>",
        "<output.Int | value > 0>",
        "any",
        "last",
    ];
    let atom = prop::sample::select(ATOMS).prop_map(str::to_owned);
    atom.prop_recursive(3, 8, 2, |inner| {
        let unary = prop::sample::select(&["!", "G", "F", "X", "N"][..]);
        let binary = prop::sample::select(&["&&", "||", "U", "W", "R", "implies", ";"][..]);
        prop_oneof![
            (unary, inner.clone()).prop_map(|(op, a)| format!("{op} ({a})")),
            (binary, inner.clone(), inner).prop_map(|(op, a, b)| format!("(({a}) {op} ({b}))")),
        ]
    })
}

fn read_spec(pool: &Pool, formula: &str) -> Spec {
    let text = format!(
        "op a() op b(n: Int) op output.Int(value: Int) ghost g: Int property p := {formula}"
    );
    let (spec, faults) = Spec::read(pool, &Files::new().add("p.trace", &text));
    spec.unwrap_or_else(|| panic!("{text}: {faults:?}"))
}

/// Whether a trace has the property, by its definition.
fn holds(pool: &Pool, spec: &Spec, seen: &[Seen], ghost: i64) -> bool {
    let event = |(name, value): &Seen| Event {
        op: spec.alphabet.find(pool.symbol(name)),
        values: value.iter().map(|value| pool.int(*value)).collect(),
    };
    let trace: Vec<Event> = seen.iter().map(event).collect();
    let mut model = Model::new();
    model.set(spec.ghosts[0].var, pool.int(ghost));
    let judge = Judge { pool, alphabet: &spec.alphabet, model: &model, trace: &trace };
    judge.holds(&spec.properties[0].formula).expect("not deep")
}

/// Checks tasks on a symbolic input in a range.
fn checked(
    tasks: &mut Loaded,
    pool: &Pool,
    spec: &Spec,
    program: &str,
    options: &Options,
) -> EventCheck {
    let monitor = SpecMonitor::new(pool, spec, &[&spec.properties[0]]).expect("not deep");
    checked_by(tasks, pool, &monitor, program, options)
}

/// The same, under any monitor.
fn checked_by<W: Monitor<State: Hash + Eq>>(
    tasks: &mut Loaded,
    pool: &Pool,
    monitor: &W,
    program: &str,
    options: &Options,
) -> EventCheck {
    let declared = [("a", &[][..]), ("b", &["n"]), ("output.Int", &["value"])].map(|(op, args)| {
        let args = args.iter().map(|name| ((*name).to_owned(), Sort::INT)).collect();
        Declared { op: op.to_owned(), args }
    });
    let input = pool.var("n", Sort::INT);
    let start = tasks.start(pool, program, vec![Value::symbolic(pool, input)]);
    let language = &tasks.language;
    let events = Events::new(language, &tasks.files, pool, &declared)
        .expect("the rules have these variables");
    let assumed = [pool.le(pool.int(RANGE.start), input), pool.lt(input, pool.int(RANGE.end))];
    let restart = |values: &[Term]| {
        let mut state = start.clone();
        let value = lang_k::value_of(pool, values[0]);
        assert!(language.feed(&mut state, "stdin", vec![value]));
        Ok(state)
    };
    let question = EventQuestion {
        program: &language.compiled.program,
        pool,
        events: &events,
        start: start.clone(),
        assumed: &assumed,
        inputs: &[(Input { name: "n".to_owned(), sort: Sort::INT, span: None }, input)],
        restart: &restart,
        ends: Ends::Any,
        watcher: &explore::Silent,
    };
    check_events(&question, monitor, options, &solver)
}

/// The violations, all of which must be confirmed.
fn violations(check: &EventCheck) -> Vec<&Witness> {
    let one = |ending: &'static str, other: &EndingKind| panic!("{ending}: {other:?}");
    let found = check.run.endings.iter().map(|ending| match &ending.kind {
        EndingKind::Violated(_, witness) => witness,
        other => one("not confirmed", other),
    });
    found.collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn monitor_and_judge_agree_on_all_runs(
        first in acts(),
        second in acts(),
        formula in formula(),
    ) {
        let program = Tasks(vec![first, second]);
        let (pool, mut tasks) = (Pool::new(), load_text("tasks.k", TASKS, &[]));
        let spec = read_spec(&pool, &formula);
        let breaks = |input: i64| {
            let events = program.0.iter().map(|acts| {
                let mut events = Vec::new();
                events_of(acts, input, &mut events);
                events
            });
            let all = mixed(&events.collect::<Vec<_>>());
            // Values of the ghost beyond those that occur are all the same.
            let ghosts = RANGE.start - 1..=RANGE.end;
            ghosts.clone().any(|ghost| all.iter().any(|seen| !holds(&pool, &spec, seen, ghost)))
        };
        let expected = RANGE.clone().any(breaks);
        let check = checked(&mut tasks, &pool, &spec, &program.to_string(), &Options::default());
        prop_assert_eq!(!violations(&check).is_empty(), expected, "{}\n{}", program, formula);
        prop_assert!(check.run.limits.is_empty() && check.cut_off.is_none());
    }
}

#[test]
fn first_rules_alone_show_one_order() {
    let (pool, mut tasks) = (Pool::new(), load_text("tasks.k", TASKS, &[]));
    let spec = read_spec(&pool, "!<b 2> W <b 1>");
    let program = "task { b 1 } task { b 2 }";
    let mut found = |steps| {
        let options = Options { steps, ..Options::default() };
        let check = checked(&mut tasks, &pool, &spec, program, &options);
        violations(&check).len()
    };
    assert_eq!((found(Steps::First), found(Steps::All) > 0), (0, true));
}

#[test]
fn a_bound_on_steps_is_named() {
    let (pool, mut tasks) = (Pool::new(), load_text("tasks.k", TASKS, &[]));
    let spec = read_spec(&pool, "G !<b 2>");
    let mut with = |depth| {
        let options = Options { depth: Some(depth), ..Options::default() };
        let check = checked(&mut tasks, &pool, &spec, "task { a a b 2 }", &options);
        (violations(&check).len(), check.cut_off)
    };
    assert_eq!(with(5), (0, Some(5)));
    assert_eq!(with(50), (1, None));
}

#[test]
fn same_for_any_number_of_threads() {
    let (program, formula) = ("task { a b 1 given } task { less 1 { b 2 } out 2 a }", "G !<b g>");
    let with = |workers| {
        let (pool, mut tasks) = (Pool::new(), load_text("tasks.k", TASKS, &[]));
        let spec = read_spec(&pool, formula);
        let mut options = Options::default();
        options.engine.workers = workers;
        let check = checked(&mut tasks, &pool, &spec, program, &options);
        let shown: Vec<String> = violations(&check)
            .iter()
            .map(|witness| {
                let values = witness.inputs.iter().map(|(_, value)| pool.show(*value));
                values.collect::<Vec<_>>().join(" ")
            })
            .collect();
        (shown, check.states, check.run.stats.steps)
    };
    let alone = with(1);
    assert!(!alone.0.is_empty());
    assert_eq!(with(3), alone);
}

#[test]
fn arguments_are_variables_of_their_rules() {
    let (pool, tasks) = (Pool::new(), load_text("tasks.k", TASKS, &[]));
    let declared = [Declared { op: "b".to_owned(), args: vec![("M".to_owned(), Sort::INT)] }];
    let faults =
        Events::new(&tasks.language, &tasks.files, &pool, &declared).expect_err("no such variable");
    assert_eq!(faults[0].message, "the rule `b` has no variable `M`");
    assert_eq!(faults[0].notes, ["arguments of its event are named like variables: `N`"]);
}

/// Counts the `a`s, breaks at each, and confirms the failure of the second one alone.
struct SecondA;

impl Monitor for SecondA {
    type State = u8;

    fn code(&self) -> &'static str {
        "SECOND"
    }

    fn start(&self, _: &Pool, _: &[Term]) -> u8 {
        0
    }

    fn read(&self, pool: &Pool, seen: &u8, event: &machine::Event) -> Result<Cases<u8>, Gap> {
        Ok(Cases::one(seen + u8::from(pool.name(event.op) == "a")))
    }

    fn broken_by(&self, _: &Pool, seen: &u8, _: &machine::Event) -> Option<Failure> {
        (*seen == 2).then(|| Failure::new(self.code(), "twice", None))
    }

    fn broken_at_end(&self, _: &Pool, seen: &u8, _: Option<Span>) -> Option<Failure> {
        (*seen == 1).then(|| Failure::new(self.code(), "once", None))
    }

    fn confirm(&self, _: &Pool, failure: &Failure, _: &Observed<'_>) -> Result<(), String> {
        if failure.message == "twice" { Ok(()) } else { Err("once is fine".to_owned()) }
    }
}

#[test]
fn what_is_not_confirmed_is_no_violation() {
    let (pool, mut tasks) = (Pool::new(), load_text("tasks.k", TASKS, &[]));
    let mut counts = |program: &str, bound| {
        let options = Options { bound, ..Options::default() };
        let stats = checked_by(&mut tasks, &pool, &SecondA, program, &options).run.stats;
        (stats.violated, stats.unconfirmed)
    };
    assert_eq!(counts("task { a }", None), (0, 1));
    assert_eq!(counts("task { a a }", None), (1, 0));
    // The shorter way ends first; that it is not confirmed leaves room for the other one.
    assert_eq!(counts("task { a less 1 { skip skip a } }", Some(1)), (1, 1));
}
