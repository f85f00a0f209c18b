//! The tree of the paths of a run, with what was left out of it and why.

use std::fmt::Write;

use report::{ExplorationText, NodeKind, NodeText};

use crate::timeline::svg_head;
use crate::{cut, dot_quote, escape, mermaid_quote};

/// The tree of a run.
pub struct TreeView<'a> {
    nodes: &'a [NodeText],
    depths: Vec<usize>,
}

const ROW: f64 = 20.0;
const INDENT: f64 = 18.0;
const CHAR: f64 = 7.3;
const WIDEST: usize = 110;

impl<'a> TreeView<'a> {
    /// The tree of an exploration; none if there is none.
    #[must_use]
    pub fn new(exploration: &'a ExplorationText) -> Option<TreeView<'a>> {
        let nodes = exploration.tree.as_slice();
        let mut depths: Vec<usize> = Vec::new();
        for (number, node) in nodes.iter().enumerate() {
            // A report that was changed by hand may have any numbers.
            let parent =
                node.parent.map(|parent| parent as usize).filter(|parent| *parent < number);
            depths.push(parent.map_or(0, |parent| depths[parent] + 1));
        }
        (!nodes.is_empty()).then_some(TreeView { nodes, depths })
    }

    /// For a terminal.
    #[must_use]
    pub fn text(&self) -> String {
        let mut out = String::new();
        for (node, depth) in self.nodes.iter().zip(&self.depths) {
            let place =
                node.place.as_ref().map(|place| format!("   {}:{}", place.file, place.line));
            let _ = writeln!(
                out,
                "{}{}{}",
                "  ".repeat(*depth),
                label(node),
                place.unwrap_or_default()
            );
            if node.hidden > 0 {
                let _ = writeln!(out, "{}+{} more", "  ".repeat(depth + 1), node.hidden);
            }
        }
        out
    }

    /// The picture of the text.
    #[must_use]
    pub fn svg(&self) -> String {
        let mut rows: Vec<(usize, String, &str)> = Vec::new();
        for (node, depth) in self.nodes.iter().zip(&self.depths) {
            rows.push((*depth, cut(&label(node), WIDEST), class(node.kind)));
            if node.hidden > 0 {
                rows.push((depth + 1, format!("+{} more", node.hidden), "change"));
            }
        }
        let right = |(depth, text, _): &(usize, String, &str)| {
            *depth as f64 * INDENT + text.chars().count() as f64 * CHAR
        };
        let width = rows.iter().map(right).fold(0.0, f64::max) + 40.0;
        let mut out = svg_head("tree", width, rows.len() as f64 * ROW + 20.0);
        let y = |at: usize| at as f64 * ROW + 20.0;
        for (at, (depth, text, class)) in rows.iter().enumerate() {
            let x = *depth as f64 * INDENT + 14.0;
            if let Some(parent) = rows[..at].iter().rposition(|(above, _, _)| above < depth) {
                let from = x - INDENT + 4.0;
                let _ = writeln!(
                    out,
                    "<path class=\"thread\" style=\"stroke-width:1\" d=\"M{from:.0} {:.0}V{:.0}H{:.0}\"/>",
                    y(parent) + 6.0,
                    y(at),
                    x - 3.0
                );
            }
            let _ = writeln!(
                out,
                "<text class=\"{class}\" x=\"{x:.0}\" y=\"{:.0}\">{}</text>",
                y(at) + 4.0,
                escape(text)
            );
        }
        out.push_str("</svg>\n");
        out
    }

    /// In the language of Graphviz.
    #[must_use]
    pub fn dot(&self) -> String {
        let mut out = String::from(
            "digraph tree {\n  node [shape=box, fontname=\"monospace\"];\n  edge [fontname=\"monospace\"];\n",
        );
        for (number, node) in self.nodes.iter().enumerate() {
            let look = match node.kind {
                NodeKind::Violated => ", color=red",
                NodeKind::Impossible | NodeKind::LeftOut => ", style=dashed",
                _ => "",
            };
            let _ = writeln!(out, "  n{number} [label={}{look}];", dot_quote(&what(node)));
            if let Some(parent) = node.parent {
                let _ = writeln!(
                    out,
                    "  n{parent} -> n{number} [label={}];",
                    dot_quote(&cut(&node.cond, 40))
                );
            }
        }
        out.push_str("}\n");
        out
    }

    /// In the language of Mermaid.
    #[must_use]
    pub fn mermaid(&self) -> String {
        let mut out = String::from("flowchart TD\n");
        for (number, node) in self.nodes.iter().enumerate() {
            let class = if node.kind == NodeKind::Violated { ":::bad" } else { "" };
            let _ = writeln!(out, "  n{number}[{}]{class}", mermaid_quote(&what(node)));
            if let Some(parent) = node.parent {
                let _ = writeln!(
                    out,
                    "  n{parent} -->|{}| n{number}",
                    mermaid_quote(&cut(&node.cond, 40))
                );
            }
        }
        out.push_str("  classDef bad stroke:#c62828,color:#c62828\n");
        out
    }
}

/// A node with the way to it, in one line.
pub(crate) fn label(node: &NodeText) -> String {
    match node.cond.is_empty() {
        true => what(node),
        false => format!("{}: {}", node.cond, what(node)),
    }
}

/// What is at a node.
pub(crate) fn what(node: &NodeText) -> String {
    let word = match node.kind {
        NodeKind::Split if node.paths == 0 => "split".to_owned(),
        NodeKind::Split => format!("split, {} behind it", source::counted(node.paths, "path")),
        NodeKind::Finished => "ends well".to_owned(),
        NodeKind::Discarded => "excluded".to_owned(),
        NodeKind::Violated => "violation".to_owned(),
        NodeKind::CutOff => "cut off".to_owned(),
        NodeKind::Open => "not decided".to_owned(),
        NodeKind::Impossible => "impossible".to_owned(),
        NodeKind::LeftOut => "left out".to_owned(),
        NodeKind::Waiting => "waiting when the run ended".to_owned(),
    };
    let note =
        Some(&node.note).filter(|note| !note.is_empty() && node.kind != NodeKind::Impossible);
    let note = note.map(|note| format!(" ({note})")).unwrap_or_default();
    let straight = match node.straight {
        0 => String::new(),
        count => format!(", after {} with one way only", source::counted(count, "split")),
    };
    format!("{word}{note}{straight}")
}

/// The class of a node in pictures and pages.
pub(crate) fn class(kind: NodeKind) -> &'static str {
    match kind {
        NodeKind::Split => "node-split",
        NodeKind::Finished => "node-finished",
        NodeKind::Discarded => "node-discarded",
        NodeKind::Violated => "node-violated",
        NodeKind::CutOff => "node-cut-off",
        NodeKind::Open => "node-open",
        NodeKind::Impossible => "node-impossible",
        NodeKind::LeftOut => "node-left-out",
        NodeKind::Waiting => "node-waiting",
    }
}
