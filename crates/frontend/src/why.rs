//! Why events break a property of traces: the table of its parts and its automaton, as reports have them.

use std::time::{Duration, Instant};

use machine::Event;
use report::{AutomatonText, MoveText, StateKindText, StateText, StepText, WhyRow, WhyText};
use solve::{Interrupt, Solver};
use term::{Model, Pool};
use trace::{Context, Followed, Formula, Judge, Picture, StateKind};
use trace_tools::Oracle;

/// A larger automaton is no picture that people read.
const MOST_STATES: usize = 24;
/// An automaton that takes more questions to the solver is not drawn.
const MOST_QUESTIONS: u64 = 500;
/// No automaton is worth more time than this.
const LONGEST: Duration = Duration::from_secs(3);
/// How many events a table shows: the last ones, since what holds from an event on depends on what follows alone.
const MOST_COLUMNS: usize = 300;

/// How many findings of a target are explained: to draw automata takes time, and few look through more pages.
pub const MOST_EXPLAINED: usize = 16;

/// A property of traces and a trace of values that does not have it.
pub struct UnmetProperty<'a> {
    /// Where terms and letters live.
    pub ctx: Context<'a>,
    /// The name of the property, if it has one.
    pub name: Option<&'a str>,
    /// The property.
    pub formula: &'a Formula,
    /// The values of what it mentions.
    pub model: &'a Model,
    /// The events that it is about.
    pub trace: &'a [trace::Event],
}

impl UnmetProperty<'_> {
    /// Why these events break it. None if its trace is not part of the events, or if it is nested too deeply.
    pub fn why(&self, events: &[Event], solver: &mut dyn Solver) -> Option<WhyText> {
        let all = self.columns(events)?;
        let from = all.len().saturating_sub(MOST_COLUMNS);
        let Context { pool, alphabet, .. } = self.ctx;
        let judge = Judge { pool, alphabet, model: self.model, trace: &self.trace[from..] };
        let table = trace_tools::table(self.ctx, self.formula, judge).ok()?;
        let row = |row: &trace_tools::Row| WhyRow {
            part: row.text.clone(),
            depth: row.depth as u64,
            holds: row.holds.clone(),
        };
        let text = || trace_tools::show_formula(self.ctx, self.formula);
        Some(WhyText {
            property: self.name.map_or_else(text, str::to_owned),
            events: all[from..].to_vec(),
            rows: table.rows.iter().map(row).collect(),
            left_out: table.left_out as u64,
            automaton: self.automaton(from, solver),
        })
    }

    /// The number of each event of the trace among all events, from one.
    fn columns(&self, events: &[Event]) -> Option<Vec<u64>> {
        let mut numbered = (1..).zip(events);
        let mut find = |wanted: &trace::Event| {
            let found = numbered.find(|(_, event)| is_same(self.ctx, wanted, event));
            found.map(|(number, _)| number)
        };
        self.trace.iter().map(&mut find).collect()
    }

    /// The automaton with the trace on it, of which the beginning is left out.
    fn automaton(&self, from: usize, solver: &mut dyn Solver) -> Option<AutomatonText> {
        let stop = Interrupt::new().until(Instant::now() + LONGEST);
        let mut oracle = Oracle::until(solver, stop.clone());
        let regexes = oracle.regexes(self.ctx.pool);
        let ctx = Context { regexes: &regexes, ..self.ctx };
        let mut feasible = |pool: &Pool, terms: &[term::Term]| {
            if oracle.asked() >= MOST_QUESTIONS {
                stop.raise();
            }
            oracle.feasible(pool, terms)
        };
        let followed = Followed { model: self.model, trace: self.trace };
        let picture =
            Picture::of_property(ctx, self.formula, MOST_STATES, &mut feasible, Some(followed));
        let mut automaton = automaton_text(&picture.ok()??);
        automaton.path.drain(..from);
        Some(automaton)
    }
}

/// Whether an event of a program is this event of a trace.
fn is_same(ctx: Context<'_>, wanted: &trace::Event, event: &Event) -> bool {
    let Some(op) = wanted.op else { return true };
    let declared = ctx.alphabet.op(op);
    declared.name == event.op && wanted.values.iter().zip(&event.args).all(|(a, b)| a == b)
}

/// A picture as reports have it.
fn automaton_text(picture: &Picture) -> AutomatonText {
    let number = |number: &usize| u32::try_from(*number).expect("pictures are small");
    let numbers = |all: &[usize]| all.iter().map(number).collect();
    let state = |state: &trace::PictureState| StateText {
        name: state.name.clone(),
        kind: match state.kind {
            StateKind::Accepting => StateKindText::Accepting,
            StateKind::Rejecting | StateKind::Open => StateKindText::Rejecting,
            StateKind::Dead => StateKindText::Dead,
        },
        note: state.note.clone(),
    };
    let edge = |edge: &trace::PictureEdge| MoveText {
        from: number(&edge.from),
        to: number(&edge.to),
        label: edge.label.clone(),
    };
    let step = |step: &trace::PictureStep| StepText {
        states: numbers(&step.states),
        edges: numbers(&step.edges),
    };
    AutomatonText {
        states: picture.states.iter().map(state).collect(),
        edges: picture.edges.iter().map(edge).collect(),
        path: picture.path.iter().map(step).collect(),
    }
}
