//! A finding as a course of events: what every picture of it is made from.

use report::{AutomatonText, EventText, Finding, StateKindText, WhyText};
use trace::{Picture, PictureEdge, PictureState, PictureStep, StateKind};

/// A finding, with what its events change.
pub(crate) struct Story<'a> {
    pub(crate) finding: &'a Finding,
    /// The automaton with the events of the finding on it: the place in the path is the number of the event.
    pub(crate) picture: Option<Picture>,
}

/// What an event changes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Changes {
    /// The state of the property before it and after it, if that is another one.
    pub(crate) state: Option<(String, String)>,
    /// The parts of the property that hold from here on, unlike before.
    pub(crate) gained: Vec<String>,
    /// Those that do not hold any more.
    pub(crate) lost: Vec<String>,
}

impl<'a> Story<'a> {
    pub(crate) fn new(finding: &'a Finding) -> Story<'a> {
        let why = finding.why.as_ref();
        let picture =
            why.and_then(|why| Some(picture(why, why.automaton.as_ref()?, finding.events.len())));
        Story { finding, picture }
    }

    pub(crate) fn why(&self) -> Option<&'a WhyText> {
        self.finding.why.as_ref()
    }

    /// The events with their numbers, from one.
    pub(crate) fn events(&self) -> impl Iterator<Item = (usize, &'a EventText)> {
        (1..).zip(&self.finding.events)
    }

    /// How many of the events are the history before a call.
    pub(crate) fn history(&self) -> usize {
        self.finding.call.as_ref().map_or(0, |call| call.history as usize)
    }

    /// The event at which the finding shows.
    pub(crate) fn fatal(&self) -> usize {
        let stated = self.finding.broken.as_ref().and_then(|broken| broken.event);
        stated.map_or(self.finding.events.len(), |event| event as usize)
    }

    /// What the event of this number changes.
    pub(crate) fn changes(&self, number: usize) -> Changes {
        Changes { state: self.state_change(number), ..self.part_changes(number) }
    }

    fn state_change(&self, number: usize) -> Option<(String, String)> {
        let own = self.finding.events.get(number - 1).and_then(|event| event.state.clone());
        own.or_else(|| {
            let names = |at: usize| self.states_at(at);
            Some((names(number - 1)?, names(number)?))
        })
        .filter(|(before, after)| before != after)
    }

    /// The state after so many events.
    fn states_at(&self, at: usize) -> Option<String> {
        let picture = self.picture.as_ref()?;
        let step = picture.path.get(at).filter(|step| !step.states.is_empty())?;
        let names: Vec<&str> =
            step.states.iter().map(|state| picture.states[*state].name.as_str()).collect();
        Some(names.join(" or "))
    }

    fn part_changes(&self, number: usize) -> Changes {
        let mut changes = Changes::default();
        let Some(why) = self.why() else { return changes };
        let Some(at) = why.events.iter().position(|event| *event == number as u64) else {
            return changes;
        };
        // A part without parts is about one event alone, so it changes with every event.
        let next = why.rows.iter().skip(1).map(|row| row.depth).chain([0]);
        let whole = why.rows.iter().zip(next).filter(|(row, next)| *next > row.depth);
        for row in whole.map(|(row, _)| row).filter(|row| at < row.holds.len() && at > 0) {
            match (row.holds[at - 1], row.holds[at]) {
                (false, true) => changes.gained.push(row.part.clone()),
                (true, false) => changes.lost.push(row.part.clone()),
                (true, true) | (false, false) => {}
            }
        }
        changes
    }
}

/// The automaton to be drawn. Events that are not part of the trace leave it where it is.
fn picture(why: &WhyText, automaton: &AutomatonText, events: usize) -> Picture {
    let numbers = |all: &[u32], most: usize| -> Vec<usize> {
        all.iter().map(|number| *number as usize).filter(|number| *number < most).collect()
    };
    let states: Vec<PictureState> = automaton
        .states
        .iter()
        .map(|state| PictureState {
            name: state.name.clone(),
            kind: match state.kind {
                StateKindText::Accepting => StateKind::Accepting,
                StateKindText::Rejecting => StateKind::Rejecting,
                StateKindText::Dead => StateKind::Dead,
            },
            note: state.note.clone(),
        })
        .collect();
    let is_there = |edge: &&report::MoveText| {
        (edge.from as usize) < states.len() && (edge.to as usize) < states.len()
    };
    let edges: Vec<PictureEdge> = automaton
        .edges
        .iter()
        .filter(is_there)
        .map(|edge| PictureEdge {
            from: edge.from as usize,
            to: edge.to as usize,
            label: edge.label.clone(),
        })
        .collect();
    let step = |at: usize, moved: bool| {
        automaton.path.get(at).map_or_else(PictureStep::default, |step| PictureStep {
            states: numbers(&step.states, states.len()),
            edges: if moved { numbers(&step.edges, edges.len()) } else { Vec::new() },
        })
    };
    let first = why.events.first().map_or(0, |first| *first as usize);
    let mut path = Vec::new();
    for number in 0..=events {
        let passed = why.events.iter().filter(|event| **event as usize <= number).count();
        let moved = why.events.contains(&(number as u64));
        let is_before = number + 1 < first;
        path.push(if is_before { PictureStep::default() } else { step(passed, moved) });
    }
    Picture { states, edges, path }
}
