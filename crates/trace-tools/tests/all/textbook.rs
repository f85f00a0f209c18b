//! The form of textbooks against their definition, on random formulas and traces that are not empty.

use proptest::prelude::*;
use term::Model;
use trace::{Event, EventSet, Formula, Judge};
use trace_tools::{Ltlf, textbook};

use crate::support::{WORLD, formula};

/// The definition of LTLf over finite traces that are not empty.
fn holds(formula: &Ltlf, trace: &[Event]) -> bool {
    assert!(!trace.is_empty(), "textbooks have no empty traces");
    let here = |part: &Ltlf| holds(part, trace);
    let from = |part: &Ltlf, at: usize| holds(part, &trace[at..]);
    let mut positions = 0..trace.len();
    match formula {
        Ltlf::True => true,
        Ltlf::False => false,
        Ltlf::Event(set) => belongs(set, &trace[0]),
        Ltlf::Not(a) => !here(a),
        Ltlf::And(parts) => parts.iter().all(here),
        Ltlf::Or(parts) => parts.iter().any(here),
        Ltlf::Implies(a, b) => !here(a) || here(b),
        Ltlf::Iff(a, b) => here(a) == here(b),
        Ltlf::StrongNext(a) => trace.len() > 1 && from(a, 1),
        Ltlf::WeakNext(a) => trace.len() == 1 || from(a, 1),
        Ltlf::Finally(a) => positions.any(|at| from(a, at)),
        Ltlf::Globally(a) => positions.all(|at| from(a, at)),
        Ltlf::Until(a, b) => {
            positions.any(|at| from(b, at) && (0..at).all(|before| from(a, before)))
        }
        Ltlf::Release(a, b) => {
            positions.all(|at| from(b, at) || (0..at).any(|before| from(a, before)))
        }
    }
}

fn belongs(set: &EventSet, event: &Event) -> bool {
    WORLD.judge(std::slice::from_ref(event), &[0, 1], &Formula::Event(set.clone()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn textbook_form_means_the_same(
        formula in formula(2),
        trace in proptest::collection::vec((0..3usize, 0..3u32), 1..5),
    ) {
        let Ok(ltlf) = textbook(WORLD.ctx(), &formula) else { return Ok(()) };
        let trace: Vec<Event> = trace.iter().map(|(op, key)| WORLD.event(*op, *key)).collect();
        prop_assert_eq!(holds(&ltlf, &trace), WORLD.judge(&trace, &[0, 1], &formula), "{:?}", ltlf);
    }
}

/// `X` of a part that accepts that nothing follows is the weak operator, and only of such.
#[test]
fn readings_of_next() {
    let put = || Formula::Event(EventSet::Call(WORLD.ops[0], term::Term::TRUE));
    let next = |part: Formula| Formula::Next(Box::new(part));
    let shown = |formula: &Formula| textbook(WORLD.ctx(), formula).expect("LTLf").show(WORLD.ctx());
    assert_eq!(shown(&next(put())), ("X(e1)".to_owned(), vec!["<put>".to_owned()]));
    let always = Formula::Globally(Box::new(put()));
    assert_eq!(shown(&next(always)).0, "WX(G(e1))");
    let never = Formula::Not(Box::new(put()));
    assert_eq!(shown(&next(never)).0, "WX(!e1)");
    assert_eq!(shown(&Formula::Last).0, "WX(false)");
    let star = Formula::Star(Box::new(put()));
    let said = textbook(WORLD.ctx(), &star).expect_err("it repeats").to_string();
    assert_eq!(said, "it has a repetition, which LTLf does not have");
    let judge = |trace: &[Event]| {
        let (pool, alphabet) = (&WORLD.pool, &WORLD.alphabet);
        Judge { pool, alphabet, model: &Model::new(), trace }.holds(&next(put()))
    };
    assert_eq!(judge(&[WORLD.event(2, 0)]), Ok(false));
}
