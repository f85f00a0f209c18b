//! Every way of deciding whether a trace has a property gives the answer of the independent
//! evaluator.

use crate::support::{WORLD, formula, model, no_solver, trace};
use proptest::prelude::*;
use term::{Model, Term};
use trace::{Automaton, Built, Event, Formula, Judge, Regex, Slots, StateId};

fn expected(formula: &Formula, model: &Model, trace: &[Event]) -> bool {
    let judge = Judge { pool: &WORLD.pool, alphabet: &WORLD.alphabet, model, trace };
    judge.holds(formula).expect("generated formulas are flat")
}

fn regex(formula: &Formula) -> Regex {
    WORLD.regexes.of_formula(&WORLD.pool, formula).expect("generated formulas are flat")
}

fn is_true(model: &Model, term: Term) -> bool {
    WORLD.pool.eval(term, model) == Term::TRUE
}

fn by_derivatives(mut regex: Regex, model: &Model, trace: &[Event]) -> bool {
    for event in trace {
        let cases = WORLD.regexes.derivative(&WORLD.pool, &WORLD.alphabet, regex, event);
        let holding: Vec<Regex> = cases
            .into_iter()
            .filter(|(cond, _)| is_true(model, *cond))
            .map(|(_, after)| after)
            .collect();
        assert_eq!(holding.len(), 1, "exactly one case holds in any model");
        regex = holding[0];
    }
    WORLD.regexes.nullable(regex)
}

fn by_next_events(mut regex: Regex, model: &Model, trace: &[Event]) -> bool {
    let ctx = WORLD.ctx();
    for event in trace {
        let next = ctx.next(regex, &mut no_solver());
        let fits =
            |letter| is_true(model, ctx.regexes.matches(ctx.pool, ctx.alphabet, letter, event));
        let holding: Vec<Regex> =
            next.iter().filter(|next| fits(next.letter)).map(|next| next.after).collect();
        assert!(holding.len() <= 1, "next events are disjoint");
        regex = holding.first().copied().unwrap_or(Regex::EMPTY);
    }
    WORLD.regexes.nullable(regex)
}

fn by_acceptance(regex: Regex, model: &Model, trace: &[Event], cut: usize, spare: usize) -> bool {
    let (history, events) = trace.split_at(cut);
    let slots = Slots::new(&WORLD.pool, &WORLD.alphabet, "h", cut + spare);
    let term = WORLD.ctx().accept(&slots, events, regex);
    let mut model = model.clone();
    assert!(slots.choose(&WORLD.pool, &WORLD.alphabet, history, &mut model));
    assert!(is_true(&model, slots.in_order(&WORLD.pool)));
    assert_eq!(slots.history(&WORLD.pool, &WORLD.alphabet, &model), history);
    is_true(&model, term)
}

/// None if the automaton is too large to be built here.
fn by_automaton(regex: Regex, model: &Model, trace: &[Event]) -> Option<bool> {
    let ctx = WORLD.ctx();
    let mut automaton = Automaton::new(regex);
    if automaton.build(ctx, 60, &mut WORLD.brute_force()) != Built::Complete {
        return None;
    }
    let mut state = StateId::START;
    for event in trace {
        let edges = automaton.known_edges(state).expect("built");
        let fits =
            |letter| is_true(model, ctx.regexes.matches(ctx.pool, ctx.alphabet, letter, event));
        let taken: Vec<StateId> =
            edges.iter().filter(|edge| fits(edge.letter)).map(|edge| edge.to).collect();
        assert_eq!(taken.len(), 1, "automata are deterministic and complete");
        state = taken[0];
    }
    Some(ctx.regexes.nullable(automaton.regex(state)))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::default() })]

    #[test]
    fn derivatives_and_next_events_agree_with_the_definition(
        formula in formula(), model in model(), trace in trace(),
    ) {
        let expected = expected(&formula, &model, &trace);
        let regex = regex(&formula);
        prop_assert_eq!(by_derivatives(regex, &model, &trace), expected, "by derivatives");
        prop_assert_eq!(by_next_events(regex, &model, &trace), expected, "by next events");
    }

    #[test]
    fn acceptance_as_a_term_agrees_with_the_definition(
        formula in formula(), model in model(), trace in trace(),
        cut in any::<usize>(), spare in 0..3usize,
    ) {
        let expected = expected(&formula, &model, &trace);
        let cut = cut % (trace.len() + 1);
        let found = by_acceptance(regex(&formula), &model, &trace, cut, spare);
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn operators_on_expressions_are_those_on_languages(
        a in formula(), b in formula(), model in model(), trace in trace(),
    ) {
        let (x, y) = (regex(&a), regex(&b));
        let pool = &WORLD.pool;
        let regexes = &WORLD.regexes;
        let holds = |regex| by_derivatives(regex, &model, &trace);
        prop_assert_eq!(holds(regexes.and(pool, &[x, y])), holds(x) && holds(y));
        prop_assert_eq!(holds(regexes.or(pool, &[x, y])), holds(x) || holds(y));
        prop_assert_eq!(holds(regexes.not(x)), !holds(x));
        prop_assert_eq!(regexes.not(regexes.not(x)), x);
        prop_assert_eq!(regexes.or(pool, &[x, y]), regexes.or(pool, &[y, x, y]));
        prop_assert_eq!(regexes.and(pool, &[x, regexes.not(x)]), Regex::EMPTY);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn built_automata_agree_with_the_definition(
        formula in formula(), model in model(), trace in trace(),
    ) {
        if let Some(found) = by_automaton(regex(&formula), &model, &trace) {
            prop_assert_eq!(found, expected(&formula, &model, &trace));
        }
    }
}
