//! What the rest of a run can come to, against what it comes to.

use crate::support::Test;
use crate::support::random::{Random, Type};
use crate::support::tree::Mode;
use machine::{EventNames, Exit, Machine, Outlook, Step};
use proptest::prelude::*;
use term::Symbol;

/// Longer runs are left.
const MOST_STEPS: usize = 2_000;

fn may_perform(outlook: &Outlook, op: Symbol) -> bool {
    match &outlook.events {
        EventNames::Any => true,
        EventNames::Of(names) => names.contains(&op),
    }
}

/// Runs a program without inputs and compares each outlook on the way with what follows it. How many of
/// them excluded something.
fn check(test: &Test) -> usize {
    let (pool, session) = (&test.pool, &test.session);
    let mut state = session.start(pool);
    let mut outlooks: Vec<Outlook> = Vec::new();
    for _ in 0..MOST_STEPS {
        outlooks.push(session.outlook(pool, &state));
        state = match session.step(pool, state) {
            Step::Go(cases) => {
                let mut cases =
                    cases.into_iter().filter(|(cond, _)| pool.as_bool(*cond) == Some(true));
                cases.next().expect("programs without inputs have one way").1
            }
            Step::Emit(event, next) => {
                for outlook in &outlooks {
                    assert!(may_perform(outlook, event.op), "{outlook:?}");
                }
                next
            }
            Step::Stop(Exit::Failed(failure)) => {
                assert!(outlooks.iter().all(|outlook| outlook.fails), "{}", failure.message);
                break;
            }
            Step::Unsupported(gap) => {
                assert!(outlooks.iter().all(|outlook| outlook.fails), "{}", gap.what);
                break;
            }
            Step::Stop(_) => break,
            Step::Ask(..) => unreachable!("there are no inputs"),
        };
    }
    let tick = pool.symbol("tick");
    outlooks.iter().filter(|outlook| !outlook.fails || !may_perform(outlook, tick)).count()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn nothing_happens_that_was_excluded(bytes in proptest::collection::vec(any::<u8>(), 0..160)) {
        let (main, ty) = Random::new(&bytes).program();
        let sort = match ty {
            Type::Int => "int",
            Type::Bool => "bool",
            Type::Ints | Type::Fun | Type::Fun2 | Type::Cell => "ints",
        };
        for mode in [Mode::Strict, Mode::Lazy] {
            let test = Test::of(&[("main".to_owned(), main.clone())], mode).returning(sort);
            check(&test);
        }
    }
}

/// The outlooks of the alternatives of the first choice of a program with an input `n`: the events, and
/// whether it may fail.
fn after_choice(text: &str, mode: Mode) -> Vec<(Vec<String>, bool)> {
    let test = Test::new(text, mode).with_input("n", "int");
    let (pool, session) = (&test.pool, &test.session);
    let mut state = session.start(pool);
    loop {
        state = match session.step(pool, state) {
            Step::Go(cases) if cases.len() > 1 => {
                let outlooks = cases.into_iter().map(|(_, state)| session.outlook(pool, &state));
                let names = |outlook: Outlook| match outlook.events {
                    EventNames::Any => (vec!["any".to_owned()], outlook.fails),
                    EventNames::Of(names) => {
                        let names = names.iter().map(|name| pool.name(*name).to_owned());
                        (names.collect(), outlook.fails)
                    }
                };
                return outlooks.map(names).collect();
            }
            Step::Go(cases) => cases.into_iter().next().expect("there is a way").1,
            Step::Ask(input, state) => {
                session.supply(pool, state, pool.var(&input.name, input.sort))
            }
            Step::Emit(_, state) => state,
            Step::Stop(_) | Step::Unsupported(_) => panic!("{text} has a choice"),
        }
    }
}

#[track_caller]
fn check_choice(text: &str, mode: Mode, yes: (&[&str], bool), no: (&[&str], bool)) {
    let found = after_choice(text, mode);
    let found: Vec<(Vec<&str>, bool)> = found
        .iter()
        .map(|(names, fails)| (names.iter().map(String::as_str).collect(), *fails))
        .collect();
    assert_eq!(found, [(yes.0.to_vec(), yes.1), (no.0.to_vec(), no.1)], "{text}");
}

const ANYTHING: (&[&str], bool) = (&["any"], true);
const NOTHING: (&[&str], bool) = (&[], false);
const TICK: (&[&str], bool) = (&["tick"], false);

#[test]
fn branches_differ_in_their_events_and_failures() {
    for mode in [Mode::Strict, Mode::Lazy] {
        check_choice("(def main (lam (n) (if (< n 0) (perform tick 1) 2)))", mode, TICK, NOTHING);
        check_choice("(def main (lam (n) (if (< n 0) (raise Other) 2)))", mode, ANYTHING, NOTHING);
    }
}

#[test]
fn what_waits_behind_a_branch_counts() {
    let text = "(def main (lam (n) (seq (if (< n 0) 1 2) (perform tick 1))))";
    check_choice(text, Mode::Strict, TICK, TICK);
}

#[test]
fn functions_and_suspended_values_count_where_they_can_be_reached() {
    let text = "(def main (lam (n) (let f (lam (x) (perform tick x)) (if (< n 0) (f 1) 2))))";
    check_choice(text, Mode::Strict, TICK, NOTHING);
    let text = "(def main (lam (n) (let late (perform tick 1) (if (< n 0) late 2))))";
    check_choice(text, Mode::Lazy, TICK, NOTHING);
    let text = "(def again (lam (k) (if (< k 0) 0 (again (- k 1))))) \
                (def main (lam (n) (if (< n 0) (again 3) (perform tick n))))";
    check_choice(text, Mode::Strict, NOTHING, TICK);
}
