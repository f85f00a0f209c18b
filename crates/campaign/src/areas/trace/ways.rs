//! The ways of the engine to decide whether a trace has a property.

use term::Term;
use test_support::Dice;
use trace::{Automaton, Built, Event, Formula, Item, Judge, Regex, Slots, StateId};

use super::draw::{Run, World};

/// States of an automaton after which it is given up.
const STATES: usize = 40;

/// What each way says, with its name.
pub(super) fn all(
    world: &World,
    formula: &Formula,
    run: &Run,
    dice: &mut Dice,
) -> Vec<(&'static str, bool)> {
    let judge = Judge {
        pool: &world.pool,
        alphabet: &world.alphabet,
        model: &run.model,
        trace: &run.events,
    };
    let regex = world.regexes.of_formula(&world.pool, formula).expect("formulas are flat");
    let way = Way { world, regex, run };
    let cut = dice.below(run.events.len() + 1);
    let spare = dice.below(3);
    let mut found = vec![
        ("the judge", judge.holds(formula).expect("formulas are flat")),
        ("derivatives", way.derivatives()),
        ("acceptance as a term", way.acceptance(cut, spare)),
        ("items", way.items(dice)),
    ];
    if is_small(formula) {
        found.push(("next events", way.next_events()));
        found.extend(way.automaton().map(|holds| ("an automaton", holds)));
    }
    found
}

/// Whether the events that may come next can be told apart soon: they are combinations of all that
/// the property mentions.
pub(super) fn is_small(formula: &Formula) -> bool {
    formula.conditions().len() <= 6
}

struct Way<'a> {
    world: &'a World,
    regex: Regex,
    run: &'a Run,
}

impl Way<'_> {
    fn is_true(&self, term: Term) -> bool {
        self.world.pool.eval(term, &self.run.model) == Term::TRUE
    }

    fn derivatives(&self) -> bool {
        let World { pool, regexes, alphabet, .. } = self.world;
        let after = |regex, event: &Event| {
            let cases = regexes.derivative(pool, alphabet, regex, event);
            let mut holding = cases.into_iter().filter(|(cond, _)| self.is_true(*cond));
            let (_, after) = holding.next().expect("some case holds in any model");
            assert!(holding.next().is_none(), "exactly one case holds in any model");
            after
        };
        regexes.nullable(self.run.events.iter().fold(self.regex, after))
    }

    fn next_events(&self) -> bool {
        let ctx = self.world.ctx();
        let mut regex = self.regex;
        for event in &self.run.events {
            let next = ctx.next(regex, &mut trace::plain);
            let fits =
                |letter| self.is_true(ctx.regexes.matches(ctx.pool, ctx.alphabet, letter, event));
            let mut holding = next.iter().filter(|next| fits(next.letter));
            regex = holding.next().map_or(Regex::EMPTY, |next| next.after);
            assert!(holding.next().is_none(), "next events are disjoint");
        }
        ctx.regexes.nullable(regex)
    }

    /// The first events are unknown, with slots to spare.
    fn acceptance(&self, cut: usize, spare: usize) -> bool {
        let World { pool, alphabet, .. } = self.world;
        let (history, events) = self.run.events.split_at(cut);
        let slots = Slots::new(pool, alphabet, "h", cut + spare);
        let term = self.world.ctx().accept(&slots, events, self.regex);
        let mut model = self.run.model.clone();
        assert!(slots.choose(pool, alphabet, history, &mut model), "the history fits");
        pool.eval(term, &model) == Term::TRUE
    }

    /// Unknown pieces stand between known events.
    fn items(&self, dice: &mut Dice) -> bool {
        let World { pool, alphabet, .. } = self.world;
        let (mut model, mut rest) = (self.run.model.clone(), &self.run.events[..]);
        let mut items = Vec::new();
        for number in 0..dice.below(3) {
            let (piece, later) = rest.split_at(dice.below(3).min(rest.len()));
            let slots =
                Slots::new(pool, alphabet, &format!("b{number}."), piece.len() + dice.below(3));
            assert!(slots.choose(pool, alphabet, piece, &mut model), "the piece fits");
            items.push(Item::Block(slots));
            rest = later;
            if let Some((event, later)) = rest.split_first() {
                items.push(Item::Event(event.clone()));
                rest = later;
            }
        }
        items.extend(rest.iter().cloned().map(Item::Event));
        pool.eval(self.world.ctx().accept_items(&items, self.regex), &model) == Term::TRUE
    }

    /// None if the automaton is too large.
    fn automaton(&self) -> Option<bool> {
        let ctx = self.world.ctx();
        let mut automaton = Automaton::new(self.regex);
        if automaton.build(ctx, STATES, &mut trace::plain) != Built::Complete {
            return None;
        }
        let mut state = StateId::START;
        for event in &self.run.events {
            let fits =
                |letter| self.is_true(ctx.regexes.matches(ctx.pool, ctx.alphabet, letter, event));
            let edges = automaton.known_edges(state)?;
            let mut taken = edges.iter().filter(|edge| fits(edge.letter));
            state = taken.next().expect("automata are complete").to;
            assert!(taken.next().is_none(), "automata are deterministic");
        }
        Some(ctx.regexes.nullable(automaton.regex(state)))
    }
}
