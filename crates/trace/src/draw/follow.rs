//! The automaton of a property with a concrete trace drawn on it.

use term::{Model, Term};

use crate::alphabet::Event;
use crate::automaton::{Automaton, Built};
use crate::context::Context;
use crate::draw::{Picture, PictureEdge, PictureState, PictureStep, StateKind};
use crate::feasible::Feasible;
use crate::formula::{Formula, Marks, StateMachine, TooDeep};
use crate::letter::Letter;

/// A trace of values, and what the parameters of a property are for it.
#[derive(Clone, Copy)]
pub struct Followed<'a> {
    /// The values of parameters and functions.
    pub model: &'a Model,
    /// The events.
    pub trace: &'a [Event],
}

impl Picture {
    /// The automaton of a property: that of its author if it is stated as one, with the author's names; none if it has more
    /// than `most` states. A trace that is given is drawn on it.
    pub fn of_property(
        ctx: Context<'_>,
        formula: &Formula,
        most: usize,
        feasible: &mut Feasible<'_>,
        followed: Option<Followed<'_>>,
    ) -> Result<Option<Picture>, TooDeep> {
        if let Formula::Machine(machine) = formula {
            return Ok(Some(of_machine(ctx, machine, followed)));
        }
        let mut automaton = Automaton::new(ctx.regexes.of_formula(ctx.pool, formula)?);
        match automaton.build(ctx, most, feasible) {
            Built::Complete => {}
            Built::StateLimit(_) | Built::Stopped => return Ok(None),
        }
        let mut picture = Picture::of(ctx, &automaton);
        let letters: Vec<Letter> = automaton
            .states()
            .flat_map(|state| automaton.known_edges(state).unwrap_or_default())
            .map(|edge| edge.letter)
            .collect();
        picture.path =
            followed.map(|followed| path(ctx, &picture, &letters, followed)).unwrap_or_default();
        Ok(Some(picture))
    }
}

/// An automaton as its author wrote it. The start comes first.
fn of_machine(ctx: Context<'_>, machine: &StateMachine, followed: Option<Followed<'_>>) -> Picture {
    let order: Vec<usize> = [machine.start]
        .into_iter()
        .chain((0..machine.states.len()).filter(|state| *state != machine.start))
        .collect();
    let number = |state: usize| {
        order.iter().position(|known| *known == state).expect("every state is in the order")
    };
    let states = order.iter().map(|state| PictureState {
        name: machine.states[*state].clone(),
        kind: kind(&machine.marks, *state),
        note: machine.states[*state].clone(),
    });
    let (mut edges, mut letters): (Vec<PictureEdge>, Vec<Letter>) = (Vec::new(), Vec::new());
    for (from, events, to) in &machine.transitions {
        let (from, to) = (number(*from), number(*to));
        let letter = ctx.regexes.of_events(ctx.pool, events);
        match edges.iter().position(|edge| (edge.from, edge.to) == (from, to)) {
            Some(known) => letters[known] = ctx.regexes.letter_or(ctx.pool, letters[known], letter),
            None => {
                edges.push(PictureEdge { from, to, label: String::new() });
                letters.push(letter);
            }
        }
    }
    for (edge, letter) in edges.iter_mut().zip(&letters) {
        edge.label = ctx.show_letter(*letter);
    }
    let mut picture = Picture { states: states.collect(), edges, path: Vec::new() };
    picture.path =
        followed.map(|followed| path(ctx, &picture, &letters, followed)).unwrap_or_default();
    picture
}

fn kind(marks: &Marks, state: usize) -> StateKind {
    match marks {
        Marks::Accepting(accepting) if accepting.contains(&state) => StateKind::Accepting,
        Marks::Accepting(_) => StateKind::Rejecting,
        Marks::Violating(violating) if violating.contains(&state) => StateKind::Dead,
        Marks::Violating(_) => StateKind::Accepting,
    }
}

/// The states that the trace is in before its first event and after each, with the edges that lead there.
fn path(
    ctx: Context<'_>,
    picture: &Picture,
    letters: &[Letter],
    followed: Followed<'_>,
) -> Vec<PictureStep> {
    let mut steps = vec![PictureStep { states: vec![0], edges: Vec::new() }];
    for event in followed.trace {
        let before = &steps.last().expect("there is a first one").states;
        let fits = |edge: usize| {
            let cond = ctx.regexes.matches(ctx.pool, ctx.alphabet, letters[edge], event);
            before.contains(&picture.edges[edge].from)
                && ctx.pool.eval(cond, followed.model) == Term::TRUE
        };
        let edges: Vec<usize> = (0..picture.edges.len()).filter(|edge| fits(*edge)).collect();
        let mut states: Vec<usize> = edges.iter().map(|edge| picture.edges[*edge].to).collect();
        states.sort_unstable();
        states.dedup();
        steps.push(PictureStep { states, edges });
    }
    steps
}
