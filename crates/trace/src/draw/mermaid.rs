//! Pictures in the language of Mermaid.

use std::fmt::Write;

use crate::draw::{Picture, StateKind};

/// The Mermaid text of a picture.
pub(super) fn write(picture: &Picture) -> String {
    let mut out = String::from("flowchart TD\n  start(( )) --> s0\n");
    for (number, state) in picture.states.iter().enumerate() {
        let name = quote(&state.name);
        let _ = match state.kind {
            StateKind::Accepting => writeln!(out, "  s{number}((({name})))"),
            StateKind::Rejecting => writeln!(out, "  s{number}(({name}))"),
            StateKind::Dead => writeln!(out, "  s{number}(({name})):::dead"),
            StateKind::Open => writeln!(out, "  s{number}(({name})):::open"),
        };
    }
    for (number, edge) in picture.edges.iter().enumerate() {
        let (_, taken) = picture.label_lines(number, usize::MAX);
        let label = [edge.label.clone()].into_iter().chain(taken).collect::<Vec<_>>().join(" ");
        let _ = writeln!(out, "  s{} -->|{}| s{}", edge.from, quote(&label), edge.to);
    }
    for number in (0..picture.states.len()).filter(|at| !picture.times_in(*at).is_empty()) {
        let _ = writeln!(out, "  style s{number} fill:#fff1d6");
    }
    if let Some(legend) = picture.legend() {
        let _ = writeln!(out, "  legend[{}]:::legend", quote(&legend));
        out.push_str("  classDef legend fill:none,stroke:none\n");
    }
    out.push_str("  classDef dead stroke:#c62828,color:#c62828\n");
    out.push_str("  classDef open stroke-dasharray:4 3\n");
    out
}

/// Text between quotes; what Mermaid would read as markup is written by its code.
fn quote(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '#' | '<' | '>' | '&' | '|' | '~' | '*' | '_' | '`' => {
                let _ = write!(out, "#{};", c as u32);
            }
            _ => out.push(c),
        }
    }
    out.push('"');
    out
}
