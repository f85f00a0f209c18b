//! The automaton of a property with the events of a finding on it.

use std::fmt::Write;

use report::Finding;
use trace::{Picture, StateKind};

use crate::story::Story;

/// The automaton of a finding.
pub struct AutomatonView(Picture);

impl AutomatonView {
    /// The automaton of a finding; none if its property has none that is small enough.
    #[must_use]
    pub fn new(finding: &Finding) -> Option<AutomatonView> {
        Story::new(finding).picture.map(AutomatonView)
    }

    /// For a terminal: the states with their edges, and the way of the events through them.
    #[must_use]
    pub fn text(&self) -> String {
        let picture = &self.0;
        let mut out = String::new();
        for (number, state) in picture.states.iter().enumerate() {
            let kind = match state.kind {
                StateKind::Accepting => "accepting",
                StateKind::Rejecting => "not accepting",
                StateKind::Dead => "lost for good",
                StateKind::Open => "not looked into",
            };
            let start = if number == 0 { ", start" } else { "" };
            let _ = writeln!(out, "{} ({kind}{start})", state.name);
            for edge in picture.edges.iter().filter(|edge| edge.from == number) {
                let _ = writeln!(out, "  {} -> {}", edge.label, picture.states[edge.to].name);
            }
        }
        let names = |states: &[usize]| {
            let names: Vec<&str> =
                states.iter().map(|state| picture.states[*state].name.as_str()).collect();
            names.join(" or ")
        };
        let _ = writeln!(out, "\nthe events:");
        for (number, step) in picture.path.iter().enumerate() {
            match (number, step.edges.is_empty()) {
                (0, _) => writeln!(out, "  start: {}", names(&step.states)),
                (_, true) => continue,
                (_, false) => writeln!(out, "  event {number}: {}", names(&step.states)),
            }
            .expect("writing to a string cannot fail");
        }
        out
    }

    /// As an SVG document.
    #[must_use]
    pub fn svg(&self) -> String {
        self.0.to_svg()
    }

    /// In the language of Graphviz.
    #[must_use]
    pub fn dot(&self) -> String {
        self.0.to_dot()
    }

    /// In the language of Mermaid.
    #[must_use]
    pub fn mermaid(&self) -> String {
        self.0.to_mermaid()
    }
}
