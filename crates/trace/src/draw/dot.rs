//! Pictures in the language of Graphviz.

use std::fmt::Write;

use crate::draw::{Picture, StateKind};

/// The DOT text of a picture.
pub(super) fn write(picture: &Picture) -> String {
    let mut out = String::from("digraph automaton {\n");
    out.push_str("  node [fontname=\"monospace\"];\n  edge [fontname=\"monospace\"];\n");
    out.push_str("  start [shape=point];\n");
    for (number, state) in picture.states.iter().enumerate() {
        let look = match state.kind {
            StateKind::Accepting => "shape=doublecircle",
            StateKind::Rejecting => "shape=circle",
            StateKind::Dead => "shape=circle, color=red, fontcolor=red",
            StateKind::Open => "shape=circle, style=dashed",
        };
        let (name, note) = (quote(&state.name), quote(&state.note));
        let visited = match picture.times_in(number).is_empty() {
            true => "",
            false => ", style=filled, fillcolor=\"#fff1d6\"",
        };
        let _ = writeln!(out, "  s{number} [label={name}, tooltip={note}, {look}{visited}];");
    }
    out.push_str("  start -> s0;\n");
    for (number, edge) in picture.edges.iter().enumerate() {
        let (lines, taken) = picture.label_lines(number, 40);
        let look = if taken.is_some() { ", color=\"#b35c00\", penwidth=2" } else { "" };
        let label = quote(&[lines, taken.into_iter().collect()].concat().join("\n"));
        let _ = writeln!(out, "  s{} -> s{} [label={label}{look}];", edge.from, edge.to);
    }
    if let Some(legend) = picture.legend() {
        let _ = writeln!(out, "  label={}; labelloc=b; fontname=\"monospace\";", quote(&legend));
    }
    out.push_str("}\n");
    out
}

fn quote(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("\"{escaped}\"")
}
