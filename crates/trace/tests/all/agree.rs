//! Every way of deciding whether a trace has a property gives the answer of the independent
//! evaluator.

use crate::support::{WORLD, formula, model, no_solver, trace};
use proptest::prelude::*;
use source::Files;
use term::{Model, Pool, Term, Visit};
use trace::{
    Alphabet, Automaton, Built, Context, Event, Formula, Item, Judge, OpId, OpPlace, Precondition,
    Regex, RegexPool, Slots, Spec, StateId,
};

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

/// Cuts the trace into pieces, every other of them unknown, and some of those with slots to spare.
fn by_items(regex: Regex, model: &Model, trace: &[Event], pieces: &[(usize, usize)]) -> bool {
    let (pool, alphabet) = (&WORLD.pool, &WORLD.alphabet);
    let (mut model, mut rest, mut items) = (model.clone(), trace, Vec::new());
    for (number, (length, spare)) in pieces.iter().enumerate() {
        let (piece, later) = rest.split_at((*length).min(rest.len()));
        let slots = Slots::new(pool, alphabet, &format!("b{number}."), piece.len() + spare);
        assert!(slots.choose(pool, alphabet, piece, &mut model));
        items.push(Item::Block(slots));
        rest = later;
        if let Some((event, later)) = rest.split_first() {
            items.push(Item::Event(event.clone()));
            rest = later;
        }
    }
    items.extend(rest.iter().cloned().map(Item::Event));
    is_true(&model, WORLD.ctx().accept_items(&items, regex))
}

fn by_automaton(regex: Regex, model: &Model, trace: &[Event]) -> bool {
    let ctx = WORLD.ctx();
    let mut automaton = Automaton::new(regex);
    assert_eq!(automaton.build(ctx, 1000, &mut WORLD.brute_force()), Built::Complete);
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
    ctx.regexes.nullable(automaton.regex(state))
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
    fn unknown_parts_may_stand_anywhere_in_a_trace(
        formula in formula(), model in model(), trace in trace(),
        pieces in prop::collection::vec((0..3usize, 0..3usize), 0..4),
    ) {
        let expected = expected(&formula, &model, &trace);
        prop_assert_eq!(by_items(regex(&formula), &model, &trace, &pieces), expected);
    }

    #[test]
    fn a_part_of_a_history_ends_where_its_condition_fails(
        formula in formula(), model in model(), trace in trace(),
        from in any::<usize>(), goes_on in prop::collection::vec(any::<bool>(), 8), spare in 0..3usize,
    ) {
        let (pool, alphabet) = (&WORLD.pool, &WORLD.alphabet);
        let from = from % (trace.len() + 1);
        let goes_on = &goes_on[..(trace.len() + spare).min(8)];
        let slots = Slots::new(pool, alphabet, "h", goes_on.len());
        let mut model = model.clone();
        prop_assume!(slots.choose(pool, alphabet, &trace, &mut model));
        let conds: Vec<Term> = goes_on.iter().map(|cond| pool.bool(*cond)).collect();
        let part = slots.while_true(pool, alphabet, from, &conds);
        let cut = (from + 1..trace.len()).find(|at| !goes_on[*at]).unwrap_or(trace.len());
        let found = WORLD.ctx().accept_items([&Item::Block(part)], regex(&formula));
        prop_assert_eq!(is_true(&model, found), expected(&formula, &model, &trace[from..cut]));
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

/// `k` conjoined properties "this key holds that value", as text.
fn stored(k: usize) -> String {
    let ghosts: String = (0..k).map(|n| format!("ghost k{n}: K, v{n}: K\n")).collect();
    let uses: Vec<String> = (0..k).map(|n| format!("stored(k{n}, v{n})")).collect();
    format!(
        "sort K op put(key: K, val: K) op get(key: K) : K op del(key: K)\n\
         predicate stored(k, v) := F (<put k v> && X G ~<put k _>)\n\
         {ghosts} property p := {}",
        uses.join(" && "),
    )
}

/// How many different terms the acceptance of `k` such properties by `slots` unknown events has.
fn acceptance_size(k: usize, slots: usize) -> usize {
    let pool = Pool::new();
    let (spec, diagnostics) = Spec::read(&pool, &Files::new().add("stored.trace", &stored(k)));
    assert_eq!(diagnostics, []);
    let spec = spec.expect("no errors");
    let regexes = RegexPool::new(&pool);
    let regex = regexes.of_formula(&pool, &spec.properties[0].formula).expect("flat");
    let ctx = Context { pool: &pool, alphabet: &spec.alphabet, regexes: &regexes };
    let history = Slots::new(&pool, &spec.alphabet, "h", slots);
    let mut size = 0;
    pool.walk(&[ctx.accept(&history, &[], regex)], |_| Visit::Descend, |_| size += 1);
    size
}

#[test]
fn acceptance_grows_linearly_with_properties_and_slots() {
    let one = acceptance_size(1, 4);
    assert!(acceptance_size(12, 4) <= 12 * one);
    assert!(acceptance_size(1, 40) <= 12 * one);
    assert!(acceptance_size(12, 40) <= 12 * 12 * one);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]

    #[test]
    fn realizable_histories(
        put in formula(), get in formula(), model in model(), trace in trace(),
    ) {
        // The ghosts `a` and `n` stand for the key and the value of the event.
        let (key, number) = (WORLD.ghosts[0], WORLD.ghosts[2]);
        let contexts = [(WORLD.ops[0], put), (WORLD.ops[1], get)];
        let allowed = |at: usize| {
            let event = &trace[at];
            let mut own = model.clone();
            contexts.iter().find(|(op, _)| event.op == Some(*op)).is_none_or(|(_, context)| {
                own.set(key, event.values[0]);
                own.set(number, event.values[1]);
                expected(context, &own, &trace[..at])
            })
        };
        let preconditions = contexts.clone().map(|(op, context)| Precondition {
            op,
            params: vec![key, number],
            before: regex(&context),
        });
        let slots = Slots::new(&WORLD.pool, &WORLD.alphabet, "h", trace.len() + 1);
        let term = WORLD.ctx().realizable(&slots, &preconditions);
        let mut chosen = model.clone();
        prop_assert!(slots.choose(&WORLD.pool, &WORLD.alphabet, &trace, &mut chosen));
        prop_assert_eq!(is_true(&chosen, term), (0..trace.len()).all(allowed));
    }
}

/// An event of each operation, with variables of its own.
fn any_events(pool: &Pool, alphabet: &Alphabet) -> Vec<Event> {
    let event = |op: OpId| {
        let places = alphabet.op(op).places().iter().enumerate();
        let var =
            |(at, place): (usize, &OpPlace)| pool.var(&format!("any {op:?} {at}"), place.sort);
        Event { op: Some(op), values: places.map(var).collect() }
    };
    alphabet.ops().map(event).collect()
}

/// Whether the order of `put` and `tick` does not matter to a property.
fn may_be_exchanged(property: &str) -> bool {
    let text = format!("sort K op put(key: K) op tick() ghost a: K property p := {property}");
    let pool = Pool::new();
    let (spec, _) = Spec::read(&pool, &Files::new().add("order.trace", &text));
    let (spec, regexes) = (spec.expect("no errors"), RegexPool::new(&pool));
    let regex = regexes.of_formula(&pool, &spec.properties[0].formula).expect("flat");
    let ctx = Context { pool: &pool, alphabet: &spec.alphabet, regexes: &regexes };
    trace::commuting(ctx, regex, &any_events(&pool, &spec.alphabet))[0][1]
}

#[test]
fn order_of_events_matters_where_a_property_says_so() {
    assert!(may_be_exchanged("F <put a> && F <tick>"));
    assert!(may_be_exchanged("F <tick> implies !F <put a>"));
    assert!(!may_be_exchanged("F (<put a> && X F <tick>)"));
    assert!(!may_be_exchanged("<put a>"));
}

/// A trace with the two events from a place on in the other order, if the operations let that be.
fn exchanged(trace: &[Event], at: usize, commute: &[Vec<bool>]) -> Option<Vec<Event>> {
    let number = |event: &Event| WORLD.ops.iter().position(|op| event.op == Some(*op));
    let (first, second) = (number(trace.get(at)?)?, number(trace.get(at + 1)?)?);
    let mut other = trace.to_vec();
    other.swap(at, at + 1);
    (first != second && commute[first][second]).then_some(other)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn exchanged_events_leave_the_same(
        formula in formula(), model in model(), trace in trace(), at in 0..5usize,
    ) {
        let commute = trace::commuting(
            WORLD.ctx(),
            regex(&formula),
            &any_events(&WORLD.pool, &WORLD.alphabet),
        );
        if let Some(other) = exchanged(&trace, at, &commute) {
            prop_assert_eq!(expected(&formula, &model, &other), expected(&formula, &model, &trace));
        }
    }

    #[test]
    fn shared_automata_know_dead_states(formulas in prop::collection::vec(formula(), 1..4)) {
        let (ctx, mut shared) = (WORLD.ctx(), Automaton::new(Regex::EMPTY));
        for formula in &formulas {
            let regex = regex(formula);
            let alone = Automaton::new(regex).is_void(ctx, 60, &mut WORLD.brute_force());
            let state = shared.state_of(regex);
            let together = shared.is_dead(ctx, state, 60, &mut WORLD.brute_force());
            if let (Some(alone), Some(together)) = (alone, together) {
                prop_assert_eq!(alone, together);
            }
        }
    }

    #[test]
    fn built_automata_agree_with_the_definition(
        formula in formula(), model in model(), trace in trace(),
    ) {
        let found = by_automaton(regex(&formula), &model, &trace);
        prop_assert_eq!(found, expected(&formula, &model, &trace));
    }
}
