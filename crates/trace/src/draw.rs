//! Pictures of automata: plain data first, then DOT, Mermaid or SVG text.
//!
//! A [`Picture`] holds what is to be seen, with labels as text; the writers know nothing of letters
//! and expressions.

mod dot;
mod follow;
mod layout;
mod mermaid;
mod svg;

pub use follow::Followed;

use crate::automaton::Automaton;
use crate::context::Context;
use crate::regex::Regex;

/// What is left at a state is not written if it has more parts than this.
const MAX_NOTE: u64 = 1_000;

/// What is to be seen of an automaton. The first state is the start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// The states.
    pub states: Vec<PictureState>,
    /// The edges, at most one for each pair of states.
    pub edges: Vec<PictureEdge>,
    /// A trace on it: where it is before its first event and after each. Empty if none is shown.
    pub path: Vec<PictureStep>,
}

/// Where a trace is after some of its events.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PictureStep {
    /// The states that it may be in; one if the automaton is deterministic.
    pub states: Vec<usize>,
    /// The edges that the last event took.
    pub edges: Vec<usize>,
}

/// A state to be drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PictureState {
    /// What stands in it.
    pub name: String,
    /// What kind it is.
    pub kind: StateKind,
    /// What the rest of a trace has to match from here.
    pub note: String,
}

/// How a state looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StateKind {
    /// A trace may end here.
    Accepting,
    /// A trace may not end here.
    Rejecting,
    /// Nothing that follows can mend it.
    Dead,
    /// Not looked into, because a limit was met.
    Open,
}

/// An edge to be drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PictureEdge {
    /// Number of the state it leaves.
    pub from: usize,
    /// Number of the state it enters.
    pub to: usize,
    /// The events, in the syntax of specs.
    pub label: String,
}

impl Picture {
    /// The picture of what has been built of an automaton.
    #[must_use]
    pub fn of(ctx: Context<'_>, automaton: &Automaton) -> Picture {
        let dead = automaton.dead_states(ctx);
        let state = |state: crate::StateId| {
            let regex = automaton.regex(state);
            let is_dead = dead.as_ref().map_or(regex == Regex::EMPTY, |dead| dead[state.index()]);
            let kind = match () {
                () if automaton.known_edges(state).is_none() => StateKind::Open,
                () if is_dead => StateKind::Dead,
                () if ctx.regexes.nullable(regex) => StateKind::Accepting,
                () => StateKind::Rejecting,
            };
            let name = if regex == Regex::EMPTY {
                "∅".to_owned()
            } else {
                format!("q{}", state.index())
            };
            let note = ctx.show_regex(regex, MAX_NOTE);
            PictureState { name, kind, note: note.unwrap_or_else(|| "…".to_owned()) }
        };
        let edges = automaton.states().flat_map(|from| {
            automaton.known_edges(from).unwrap_or_default().iter().map(move |edge| PictureEdge {
                from: from.index(),
                to: edge.to.index(),
                label: ctx.show_letter(edge.letter),
            })
        });
        let states = automaton.states().map(state).collect();
        Picture { states, edges: edges.collect(), path: Vec::new() }
    }

    /// The picture in the language of Graphviz.
    #[must_use]
    pub fn to_dot(&self) -> String {
        dot::write(self)
    }

    /// The picture in the language of Mermaid, which many documentation tools draw.
    #[must_use]
    pub fn to_mermaid(&self) -> String {
        mermaid::write(self)
    }

    /// The picture as an SVG document that stands for itself.
    #[must_use]
    pub fn to_svg(&self) -> String {
        svg::write(self)
    }

    /// The picture as a part of a page, which has [`Picture::STYLE`] among its styles. No two parts of a page may have
    /// the same name.
    #[must_use]
    pub fn to_inline_svg(&self, name: &str) -> String {
        svg::write_inline(self, name)
    }

    /// How its parts look; colours are those of the variables that a page may set.
    pub const STYLE: &'static str = svg::STYLE;

    /// The numbers of the events, from one, that take an edge.
    pub(crate) fn events_on(&self, edge: usize) -> Vec<usize> {
        (1..self.path.len()).filter(|at| self.path[*at].edges.contains(&edge)).collect()
    }

    /// How many events lead to a state: zero before the first.
    pub(crate) fn times_in(&self, state: usize) -> Vec<usize> {
        (0..self.path.len()).filter(|at| self.path[*at].states.contains(&state)).collect()
    }

    /// What the signs in its labels mean; nothing if there are none that need it.
    fn legend(&self) -> Option<String> {
        let has = |sign: &str| self.edges.iter().any(|edge| edge.label.contains(sign));
        let signs =
            [("~", "~<e>: any event but <e>"), ("!", "!v: any value but v"), ("_", "_: any value")];
        let known = signs.iter().filter(|(sign, _)| has(sign)).map(|(_, text)| *text);
        Some(known.collect::<Vec<_>>().join("; ")).filter(|text| !text.is_empty())
    }

    /// The lines of the label of an edge, with the events that take it.
    fn label_lines(&self, edge: usize, width: usize) -> (Vec<String>, Option<String>) {
        let events = self.events_on(edge);
        let taken = (!events.is_empty()).then(|| format!("● {}", ranges(&events)));
        (lines(&self.edges[edge].label, width), taken)
    }
}

/// Ascending numbers, written shortly: `1, 3–5`.
fn ranges(numbers: &[usize]) -> String {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for number in numbers {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == *number => *last = *number,
            _ => runs.push((*number, *number)),
        }
    }
    let run = |(first, last): &(usize, usize)| match last - first {
        0 => first.to_string(),
        1 => format!("{first}, {last}"),
        _ => format!("{first}–{last}"),
    };
    const MOST: usize = 4;
    let mut texts: Vec<String> = runs.iter().take(MOST).map(run).collect();
    if runs.len() > MOST {
        texts.push(format!("… {}", runs.last().map(run).unwrap_or_default()));
    }
    texts.join(", ")
}

/// A label cut into lines at its connectives, so that it is not wider than it must be.
fn lines(label: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    for word in label.split(' ') {
        let last = lines.last_mut().expect("never empty");
        let breaks = last.chars().count() + word.chars().count() >= width
            && (last.ends_with("||") || last.ends_with("&&") || last.ends_with('|'));
        match (last.is_empty(), breaks) {
            (true, _) => last.push_str(word),
            (false, true) => lines.push(word.to_owned()),
            (false, false) => {
                last.push(' ');
                last.push_str(word);
            }
        }
    }
    lines
}
