//! What a run passed on its way: the tree of its paths, and the places of the program.
//!
//! A run is observed only if [`crate::Options::observe`] asks for it, since that costs time and memory. What is
//! noted is for pictures; nothing that is decided depends on it. A proof has a record of its own
//! ([`crate::Decision`]), which says what each decision rests on.

use std::collections::BTreeSet;
use std::time::Duration;

use source::Span;

use crate::{Alternative, PathEnd};

/// More stretches than this are not noted: no picture shows them.
pub(crate) const MOST_STRETCHES: usize = 250_000;

/// A part of a path: from a split, or from the start, to the next split or to the end.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stretch {
    /// The alternatives that lead to it, from the start.
    pub at: Vec<u32>,
    /// The places of the program that it passed.
    pub places: BTreeSet<Span>,
    /// The place that it came to, if that is known.
    pub last: Option<Span>,
    /// What was there; none if it was still waiting when the run ended.
    pub came_to: Option<CameTo>,
    /// How many questions its end put to the solver.
    pub queries: u64,
    /// How long the solver took for them. Not the same in two runs.
    pub solver_time: Duration,
}

/// What a stretch came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CameTo {
    /// A split with these ways to go on.
    Split(Vec<Alternative>),
    /// The end of its path.
    End(PathEnd),
}

impl Stretch {
    /// A stretch of which nothing is known but where it begins.
    pub(crate) fn new(at: Vec<u32>) -> Stretch {
        Stretch { at, ..Stretch::default() }
    }

    /// Adds what was noted of the same stretch elsewhere.
    fn absorb(&mut self, other: Stretch) {
        self.places.extend(other.places);
        self.last = other.last.or(self.last);
        self.came_to = other.came_to.or(self.came_to.take());
        self.queries += other.queries;
        self.solver_time += other.solver_time;
    }
}

/// All stretches in the order of their paths, each once.
pub(crate) fn merged(mut notes: Vec<Stretch>) -> Vec<Stretch> {
    // A stable order: what was noted later comes later.
    notes.sort_by(|a, b| a.at.cmp(&b.at));
    let mut merged: Vec<Stretch> = Vec::new();
    for note in notes {
        match merged.last_mut().filter(|last| last.at == note.at) {
            Some(last) => last.absorb(note),
            None => merged.push(note),
        }
    }
    merged
}
