//! Programs under monitors: against brute force with the independent judge, and one by one.

use crate::common::random::any_program;
use crate::common::{DOMAIN, Instr, MAX_INPUTS, Program, all_values, brute};
use explore::{
    Answers, Budget, Ending, EndingKind, Monitored, Options, ReplayEnd, Run, Silent, Unconfirmed,
    explore_monitored, explore_monitored_script, replay, replay_script,
};
use machine::{Event, Exit, Failure, Gap, Machine, Monitor, Observed, Outlook, Pruned};
use proptest::prelude::*;
use source::{Files, Span};
use term::{Cases, Model, Pool, Term};
use trace::{Judge, Spec, SpecMonitor};

const STEPS: u64 = 60;

fn options() -> Options {
    let budget = Budget { steps: Some(2 * STEPS), ..Budget::UNLIMITED };
    Options { budget, prune: true, ..Options::default() }
}

/// A spec of what is shown, with one property.
fn spec(pool: &Pool, formula: &str) -> Spec {
    let text = format!("op show(value: Int) op ... ghost g: Int property p := {formula}");
    let (spec, faults) = Spec::read(pool, &Files::new().add("p.trace", &text));
    spec.unwrap_or_else(|| panic!("{formula}: {faults:?}"))
}

fn monitor(pool: &Pool, spec: &Spec) -> SpecMonitor {
    SpecMonitor::new(pool, spec, &[&spec.properties[0]]).expect("not deep")
}

/// Formulas over what is shown, as text.
fn any_formula() -> impl Strategy<Value = String> {
    const ATOMS: &[&str] = &[
        "<show>",
        "<show g>",
        "<show !g>",
        "<show 1>",
        "<show x | x > 0>",
        "<show x | x < g>",
        "any",
        "last",
        "eps",
        "true",
    ];
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

/// Whether the events of a run have the property for a value of the ghost, by definition.
fn holds(pool: &Pool, spec: &Spec, ghost: Term, events: &[Event]) -> bool {
    let read = |event| spec.alphabet.event(pool, event).expect("events fit");
    let trace: Vec<trace::Event> = events.iter().map(read).collect();
    let mut model = Model::new();
    model.set(spec.ghosts[0].var, ghost);
    let judge = Judge { pool, alphabet: &spec.alphabet, model: &model, trace: &trace };
    judge.holds(&spec.properties[0].formula).expect("not deep")
}

/// Violations of the property: the values of the monitor's inputs, the program's, and the events.
fn broken(run: &Run, own: usize) -> Vec<(Vec<Term>, Vec<Term>, Vec<Event>)> {
    let violated = run.endings.iter().filter_map(|ending| match &ending.kind {
        EndingKind::Violated(failure, witness) if failure.code == SpecMonitor::CODE => {
            let mut values: Vec<Term> = witness.inputs.iter().map(|(_, value)| *value).collect();
            let rest = values.split_off(own);
            Some((values, rest, witness.events.clone()))
        }
        EndingKind::Unconfirmed(_, why) => panic!("{why}"),
        _ => None,
    });
    violated.collect()
}

/// Compares an exploration, and a replay on every input, with the judge.
fn check(pool: &Pool, program: &Program, formula: &str) -> Result<(), TestCaseError> {
    let spec = spec(pool, formula);
    let monitor = monitor(pool, &spec);
    let product = Monitored::new(program, &monitor, None);
    let own = monitor.inputs().len();
    let run = explore_monitored(pool, &product, &options(), &brute, &Silent);
    let all = Options { prune: false, ..options() };
    let unpruned = explore_monitored(pool, &product, &all, &brute, &Silent);
    // A loop that cannot break anything any more may be cut off in one run and left out of the other.
    let is_cut_off = |ending: &Ending| matches!(ending.kind, EndingKind::CutOff(..));
    let seen = run.endings.iter().filter(|ending| !is_cut_off(ending));
    let all_seen = unpruned.endings.iter().filter(|ending| !is_cut_off(ending));
    prop_assert!(seen.eq(all_seen), "pruning leaves out what is of no interest");
    prop_assert!(run.endings.iter().all(|ending| unpruned.endings.contains(ending)));
    prop_assert_eq!(unpruned.stats.pruned.total(), 0);
    // Where all was left out, a second look without pruning says whether anything is possible.
    let looks = if run.stats.finished + run.stats.violated == 0 { 2 } else { 1 };
    prop_assert!(run.stats.steps <= looks * unpruned.stats.steps);
    let script = explore_monitored_script(pool, &product, &options(), &brute, &Silent);
    let found = broken(&run, own);
    prop_assert_eq!(found.is_empty(), broken(&script, own).is_empty());
    for (ghost, inputs, events) in &found {
        let ghost = ghost.first().copied().unwrap_or(pool.int(0));
        prop_assert!(!holds(pool, &spec, ghost, events), "{}", formula);
        let plain = replay(pool, program, &Answers::from(&inputs[..]), STEPS);
        prop_assert!(plain.events.starts_with(events), "these events are not seen without it");
    }
    let mut expected = false;
    let ghosts = if own == 0 { 0..=0 } else { DOMAIN };
    for (ghost, inputs) in
        ghosts.flat_map(|ghost| all_values(pool, MAX_INPUTS).map(move |inputs| (ghost, inputs)))
    {
        let ghost = pool.int(ghost);
        let plain = replay(pool, program, &Answers::from(&inputs[..]), STEPS);
        let answers: Vec<Term> = { [ghost] }.into_iter().take(own).chain(inputs).collect();
        let answers = Answers::from(&answers[..]);
        let watched = replay(pool, &product, &answers, 3 * STEPS).end;
        let scripted = replay_script(pool, &product, &answers, 3 * STEPS).end;
        prop_assert_eq!(&watched, &scripted, "a machine and a script");
        let failed =
            matches!(&watched, ReplayEnd::Exit(Exit::Failed(f)) if f.code == SpecMonitor::CODE);
        if matches!(plain.end, ReplayEnd::Exit(Exit::Finished(_))) {
            let holds = holds(pool, &spec, ghost, &plain.events);
            expected |= !holds;
            prop_assert_eq!(failed, !holds, "{}", formula);
        } else if !failed && !matches!(plain.end, ReplayEnd::OutOfSteps(_)) {
            prop_assert_eq!(watched, plain.end);
        }
    }
    prop_assert!(!expected || !found.is_empty(), "{} is broken by some input", formula);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn monitor_and_judge_agree_on_every_input(program in any_program(), formula in any_formula()) {
        check(&Pool::new(), &program, &formula)?;
    }
}

/// Asks for a number and shows it, and then one more.
fn two_shown() -> Program {
    Program(vec![Instr::Ask(0), Instr::Emit(0), Instr::AddConst(0, 1), Instr::Emit(0)])
}

#[test]
fn the_ghost_is_chosen_so_that_the_property_breaks() {
    let (pool, program) = (Pool::new(), two_shown());
    let spec = spec(&pool, "G !(<show g | g == 2>)");
    let monitor = monitor(&pool, &spec);
    let product = Monitored::new(&program, &monitor, None);
    let run = explore_monitored(&pool, &product, &options(), &brute, &Silent);
    let found = broken(&run, 1);
    assert_eq!(found.len(), 2, "by the first event or by the second");
    assert!(found.iter().all(|(ghost, ..)| ghost[..] == [pool.int(2)]));
    assert_eq!(found.iter().map(|(.., events)| events.len()).sum::<usize>(), 3);
}

/// A program that cannot fail by itself.
struct Harmless(Program);

impl Machine for Harmless {
    type State = <Program as Machine>::State;

    fn start(&self, pool: &Pool) -> Self::State {
        self.0.start(pool)
    }

    fn step(&self, pool: &Pool, state: Self::State) -> machine::Step<Self::State> {
        self.0.step(pool, state)
    }

    fn supply(&self, pool: &Pool, state: Self::State, answer: Term) -> Self::State {
        self.0.supply(pool, state, answer)
    }

    fn outlook(&self, pool: &Pool, state: &Self::State) -> Outlook {
        Outlook { fails: false, ..self.0.outlook(pool, state) }
    }
}

#[test]
fn paths_without_a_violation_ahead_are_dropped_and_counted() {
    let (pool, program) = (Pool::new(), Harmless(two_shown()));
    // A run that shows a positive number first may do anything.
    let spec = spec(&pool, "X true implies (<show x | x > 0> || G <show x | x > -2>)");
    let monitor = monitor(&pool, &spec);
    let product = Monitored::new(&program, &monitor, None);
    let run = explore_monitored(&pool, &product, &options(), &brute, &Silent);
    // The other way to leave one out is behind the second number, after which nothing comes.
    assert_eq!((run.stats.pruned.total(), run.stats.finished, run.stats.violated), (2, 0, 1));
    assert_eq!(run.stats.pruned.of(Pruned::Harmless), 2);
    // A program that can still fail is followed to its end.
    let program = Program({ program.0.0 }.into_iter().chain([Instr::Fail("LATE")]).collect());
    let product = Monitored::new(&program, &monitor, None);
    let run = explore_monitored(&pool, &product, &options(), &brute, &Silent);
    assert_eq!((run.stats.pruned.total(), run.stats.finished, run.stats.violated), (0, 0, 3));
}

#[test]
fn the_way_to_a_violation_comes_first() {
    let (pool, program) = (Pool::new(), two_shown());
    let spec = spec(&pool, "!(<show 1> && X <show 2>) && (<show x | x > 0> implies X G <show>)");
    let monitor = monitor(&pool, &spec);
    let product = Monitored::new(&program, &monitor, None);
    let states = [1, -1].map(|shown| {
        let event = Event {
            op: pool.symbol("show"),
            args: vec![pool.int(shown)],
            result: None,
            span: None,
        };
        let read = monitor.read(&pool, &monitor.start(&pool, &[]), &event).expect("it fits");
        read.into_iter().next().expect("one case").1
    });
    let distances = states.map(|state| monitor.distance(&pool, &state));
    assert!(distances[0] < distances[1], "{distances:?}");
    assert_eq!(product.rank(&pool, &product.start(&pool)), 0);
}

#[test]
fn an_event_that_does_not_fit_is_a_gap() {
    let pool = Pool::new();
    let text = "op show(value: Bool) op ... property p := G <show>";
    let (spec, _) = Spec::read(&pool, &Files::new().add("p.trace", text));
    let spec = spec.expect("a spec");
    let (monitor, program) = (monitor(&pool, &spec), two_shown());
    let product = Monitored::new(&program, &monitor, None);
    let run = explore_monitored(&pool, &product, &options(), &brute, &Silent);
    let [ending] = &run.endings[..] else { panic!("{run:?}") };
    let EndingKind::Unsupported(gap) = &ending.kind else { panic!("{ending:?}") };
    assert!(gap.what.contains("`value` of `show` is of sort Bool"), "{}", gap.what);
}

/// A monitor that takes every event for a violation, and whose judge never does.
struct Hasty;

impl Monitor for Hasty {
    type State = ();

    fn code(&self) -> &'static str {
        "HASTY"
    }

    fn start(&self, _: &Pool, _: &[Term]) {}

    fn read(&self, _: &Pool, (): &(), _: &Event) -> Result<Cases<()>, Gap> {
        Ok(Cases::one(()))
    }

    fn broken_by(&self, _: &Pool, (): &(), event: &Event) -> Option<Failure> {
        Some(Failure::new(self.code(), "an event", event.span))
    }

    fn broken_at_end(&self, _: &Pool, (): &(), _: Option<Span>) -> Option<Failure> {
        None
    }

    fn confirm(&self, _: &Pool, _: &Failure, run: &Observed<'_>) -> Result<(), String> {
        Err(format!("{} event is no violation", run.events.len()))
    }
}

#[test]
fn what_the_judge_does_not_confirm_is_no_violation() {
    let (pool, program) = (Pool::new(), two_shown());
    let product = Monitored::new(&program, &Hasty, None);
    let run = explore_monitored(&pool, &product, &options(), &brute, &Silent);
    let [ending] = &run.endings[..] else { panic!("{run:?}") };
    let why = Unconfirmed::Undecided("1 event is no violation".to_owned());
    assert!(matches!(&ending.kind, EndingKind::Unconfirmed(_, found) if *found == why));
    let script = explore_monitored_script(&pool, &product, &options(), &brute, &Silent);
    assert!(matches!(&script.endings[..], [e] if matches!(e.kind, EndingKind::Unconfirmed(..))));
}

#[test]
fn the_order_of_the_search_changes_no_answer() {
    let (pool, program) = (Pool::new(), two_shown());
    let spec = spec(&pool, "F <show g>");
    let monitor = monitor(&pool, &spec);
    let product = Monitored::new(&program, &monitor, None);
    for strategy in explore::Strategy::ALL {
        for workers in [1, 3] {
            let options = Options { strategy, workers, ..options() };
            let run = explore_monitored(&pool, &product, &options, &brute, &Silent);
            assert_eq!(broken(&run, 1).len(), 1, "{strategy}");
        }
    }
}
