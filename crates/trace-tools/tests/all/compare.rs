//! `compare` and `sample` against all short traces.

use proptest::prelude::*;
use trace::{Event, Formula};
use trace_tools::{Bounds, Oracle, Side, compare, sample};

use crate::support::{WORLD, formula, solver};

/// All traces up to this length are tried.
const LENGTH: usize = 4;

/// The shortest length at which some trace has the first property and lacks the second. The
/// parameter is key 0, and one other key stands for all others.
fn brute_force(has: &Formula, lacks: &Formula) -> Option<usize> {
    let all = [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)].map(|(op, key)| WORLD.event(op, key));
    let mut layer: Vec<Vec<Event>> = vec![Vec::new()];
    for length in 0..=LENGTH {
        let differs =
            |trace: &Vec<Event>| WORLD.judge(trace, &[0], has) && !WORLD.judge(trace, &[0], lacks);
        if layer.iter().any(differs) {
            return Some(length);
        }
        let longer = |trace: &Vec<Event>| {
            let one = |event: &Event| trace.iter().chain([event]).cloned().collect();
            all.iter().map(one).collect::<Vec<Vec<Event>>>()
        };
        layer = layer.iter().flat_map(longer).collect();
    }
    None
}

fn agrees(side: &Side, brute: Option<usize>) -> Result<(), TestCaseError> {
    match (side, brute) {
        (Side::Empty, brute) => prop_assert_eq!(brute, None),
        (Side::Witness(witness), Some(shortest)) => {
            prop_assert_eq!(witness.trace.len(), shortest);
        }
        (Side::Witness(witness), None) => prop_assert!(witness.trace.len() > LENGTH),
        (Side::EmptyUpTo(..) | Side::NotConfirmed, _) => {
            prop_assert!(false, "{:?}", side);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn comparison_agrees_with_brute_force(a in formula(1), b in formula(1)) {
        let mut solver = solver();
        let mut oracle = Oracle::new(&mut *solver);
        let found = compare(WORLD.ctx(), &a, &b, Bounds::default(), &mut oracle).expect("flat");
        agrees(&found.only_first, brute_force(&a, &b))?;
        agrees(&found.only_second, brute_force(&b, &a))?;
    }

    #[test]
    fn samples_are_what_they_claim(a in formula(2), seed in any::<u64>()) {
        let mut solver = solver();
        let mut oracle = Oracle::new(&mut *solver);
        let samples = sample(WORLD.ctx(), &a, 3, seed, &mut oracle).expect("flat");
        for witness in &samples.inside {
            prop_assert!(witness.has(WORLD.ctx(), &a));
        }
        for witness in &samples.outside {
            prop_assert!(witness.lacks(WORLD.ctx(), &a));
        }
        let again = sample(WORLD.ctx(), &a, 3, seed, &mut oracle).expect("flat");
        prop_assert_eq!(samples, again);
    }
}

#[test]
fn parameters_stay_the_same_along_a_trace() {
    // `g = h` at one event and `g ≠ h` at the next: each is possible, both are not.
    let pool = &WORLD.pool;
    let same = pool.eq(WORLD.params[0].var, WORLD.params[1].var);
    let any = |cond| Formula::Event(trace::EventSet::Any(cond));
    let impossible = Formula::And(vec![any(same), Formula::Next(Box::new(any(pool.not(same))))]);
    let mut solver = solver();
    let mut oracle = Oracle::new(&mut *solver);
    let found = compare(WORLD.ctx(), &impossible, &Formula::False, Bounds::default(), &mut oracle);
    assert_eq!(found.expect("flat").are_equal(), Some(true));
}

#[test]
fn a_bound_on_the_length_is_stated() {
    let long = Formula::Then(vec![Formula::Last; 5]);
    let mut solver = solver();
    let mut oracle = Oracle::new(&mut *solver);
    let bounds = Bounds { length: 3, ..Bounds::default() };
    let found = compare(WORLD.ctx(), &long, &Formula::False, bounds, &mut oracle).expect("flat");
    assert!(matches!(found.only_first, Side::EmptyUpTo(Some(3), _)), "{found:?}");
    assert_eq!(found.are_equal(), None);
}
