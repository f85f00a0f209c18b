//! Pictures of automata: plain data first, then DOT, Mermaid or SVG text.
//!
//! A [`Picture`] holds what is to be seen, with labels as text; the writers know nothing of letters
//! and expressions.

mod dot;
mod layout;
mod mermaid;
mod svg;

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
        Picture { states: automaton.states().map(state).collect(), edges: edges.collect() }
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
