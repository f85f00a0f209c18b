//! Trace properties: derivatives, next events, acceptance as a term, automata, the judge, comparison
//! and monitors, against the definition of each operator read word by word.

mod definition;
mod draw;
mod monitor;
mod ways;

use test_support::Dice;
use trace::Formula;
use trace_tools::{Bounds, Oracle, Side, compare};

use crate::{Area, Judge, Judgement};
use definition::Definition;
use draw::{Run, World};

pub(super) const AREA: Area = Area {
    name: "trace",
    about: "derivatives, automata, comparison and monitors, and the definition of the operators",
    length: 260,
    batch: 1,
    tapes: 3000,
    missing: |_| None,
    start: |_| Box::new(Traces),
};

/// Traces that each property is judged on.
const TRACES: usize = 8;

struct Traces;

impl Judge for Traces {
    fn judge(&mut self, tapes: &[&[u8]]) -> Vec<Judgement> {
        tapes.iter().map(|tape| judge_one(tape)).collect()
    }

    fn files(&mut self, tape: &[u8]) -> Vec<(String, String)> {
        let world = World::new();
        let mut dice = Dice::of_tape(tape);
        let (first, second) = (world.formula(&mut dice, false), world.formula(&mut dice, false));
        let plain = world.formula(&mut dice, true);
        let show = |formula: &Formula| trace_tools::show_formula(world.ctx(), formula);
        let mut text = format!("{}\n\n{}\n\n{}\n", show(&first), show(&second), show(&plain));
        for _ in 0..TRACES {
            text.push_str(&format!("{:?}\n", world.run(&mut dice)));
        }
        vec![("property.txt".to_owned(), text)]
    }
}

fn judge_one(tape: &[u8]) -> Judgement {
    let world = World::new();
    let mut dice = Dice::of_tape(tape);
    let (first, second) = (world.formula(&mut dice, false), world.formula(&mut dice, false));
    let plain = world.formula(&mut dice, true);
    let runs: Vec<Run> = (0..TRACES).map(|_| world.run(&mut dice)).collect();
    let mut all = Judgement::default();
    for run in &runs {
        all.add(membership(&world, &first, run, &mut dice));
    }
    all.add(comparison(&world, &first, &second, &runs));
    all.add(monitor::judge(&world, &plain, &runs[0]));
    all
}

/// Whether a trace has a property, in every way that there is.
fn membership(world: &World, formula: &Formula, run: &Run, dice: &mut Dice) -> Judgement {
    let expected = Definition { world, run }.holds(formula);
    let mut judgement = Judgement::agreed();
    for (way, found) in ways::all(world, formula, run, dice) {
        if found != expected {
            let shown = trace_tools::show_formula(world.ctx(), formula);
            let what = format!("{found} by {way}, {expected} by definition: {shown} on {run:?}");
            judgement = Judgement::wrong(what);
        }
    }
    judgement
}

/// What comparing two properties says, against some traces.
fn comparison(world: &World, first: &Formula, second: &Formula, runs: &[Run]) -> Judgement {
    if !ways::is_small(first) || !ways::is_small(second) {
        return Judgement::open();
    }
    let mut solver = world.solver();
    let mut oracle = Oracle::new(&mut *solver);
    let bounds = Bounds { length: 8, nodes: 300 };
    let Ok(found) = compare(world.ctx(), first, second, bounds, &mut oracle) else {
        return Judgement::open();
    };
    let mut all = one_side(world, &found.only_first, first, second, runs);
    all.add(one_side(world, &found.only_second, second, first, runs));
    all
}

fn one_side(world: &World, side: &Side, has: &Formula, lacks: &Formula, runs: &[Run]) -> Judgement {
    let tells = |run: &Run| {
        let definition = Definition { world, run };
        definition.holds(has) && !definition.holds(lacks)
    };
    // A part of a run is a run, too.
    let parts = || runs.iter().flat_map(|run| (0..=run.events.len()).map(|to| run.part(to)));
    let shortest = parts().filter(|run| tells(run)).map(|run| run.events.len()).min();
    let show = |formula| trace_tools::show_formula(world.ctx(), formula);
    let wrong = |what: String| {
        Judgement::wrong(format!("{what}: traces of {} without {}", show(has), show(lacks)))
    };
    match (side, shortest) {
        (Side::Empty, Some(length)) => wrong(format!("none, but there is one of {length} events")),
        (Side::EmptyUpTo(Some(most), _), Some(length)) if length <= *most => {
            wrong(format!("none up to {most}, but there is one of {length} events"))
        }
        (Side::EmptyUpTo(..), _) => Judgement::open(),
        (Side::NotConfirmed, _) => wrong("a witness that the judge does not confirm".to_owned()),
        (Side::Empty, None) => Judgement::agreed(),
        (Side::Witness(witness), shortest) => {
            let run = world.run_of(&witness.trace, &witness.model);
            if !tells(&run) {
                return wrong(format!("the witness {run:?} is none"));
            }
            match shortest.filter(|length| *length < run.events.len()) {
                Some(length) => wrong(format!("{run:?} is not shortest, {length} events do")),
                None => Judgement::agreed(),
            }
        }
    }
}
