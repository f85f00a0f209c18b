//! The events of a finding in their order, with what each of them changes.

use std::fmt::Write;

use report::Finding;

use crate::story::{Changes, Story};
use crate::{cut, dot_quote, escape, mermaid_quote};

/// The timeline of a finding.
pub struct TimelineView<'a>(Story<'a>);

const ROW: f64 = 22.0;
const CHAR: f64 = 7.3;
const WIDEST: usize = 90;

impl<'a> TimelineView<'a> {
    /// The timeline of a finding; none if it has no events.
    #[must_use]
    pub fn new(finding: &'a Finding) -> Option<TimelineView<'a>> {
        (!finding.events.is_empty()).then(|| TimelineView(Story::new(finding)))
    }

    /// For a terminal.
    #[must_use]
    pub fn text(&self) -> String {
        let story = &self.0;
        let digits = story.finding.events.len().to_string().len();
        let mut out = String::new();
        for (number, event) in story.events() {
            if number == story.history() + 1 && story.history() > 0 {
                let call =
                    story.finding.call.as_ref().map(|call| call.text.as_str()).unwrap_or_default();
                let _ = writeln!(out, "{:digits$}  -- the call: {call}", "");
            }
            let mark = if number == story.fatal() { "×" } else { "•" };
            let place =
                event.place.as_ref().map(|place| format!("   {}:{}", place.file, place.line));
            let _ = writeln!(
                out,
                "{number:>digits$} {mark} {}{}",
                event.text,
                place.unwrap_or_default()
            );
            for line in change_lines(&story.changes(number)) {
                let _ = writeln!(out, "{:digits$}     {line}", "");
            }
        }
        out
    }

    /// A picture of the text.
    #[must_use]
    pub fn svg(&self) -> String {
        let story = &self.0;
        let mut rows: Vec<(Option<usize>, String, &str)> = Vec::new();
        for (number, event) in story.events() {
            let class = if number == story.fatal() { "event fatal" } else { "event" };
            rows.push((Some(number), cut(&event.text, WIDEST), class));
            let lines = change_lines(&story.changes(number)).into_iter();
            rows.extend(lines.map(|line| (None, cut(&line, WIDEST), "change")));
        }
        let longest = rows.iter().map(|(_, text, _)| text.chars().count()).max().unwrap_or(0);
        let (width, height) = (longest as f64 * CHAR + 90.0, rows.len() as f64 * ROW + 20.0);
        let mut out = svg_head("timeline", width, height);
        let bottom = height - 21.0;
        let _ = writeln!(out, "<path class=\"thread\" d=\"M26 21V{bottom:.0}\"/>");
        for (at, (number, text, class)) in rows.iter().enumerate() {
            let y = at as f64 * ROW + 21.0;
            if let Some(number) = number {
                let _ =
                    writeln!(out, "<circle class=\"{class}\" cx=\"26\" cy=\"{y:.0}\" r=\"10\"/>");
                let _ = writeln!(
                    out,
                    "<text class=\"number\" x=\"26\" y=\"{:.0}\">{number}</text>",
                    y + 4.0
                );
            }
            let (x, base) = (if number.is_some() { 46.0 } else { 62.0 }, y + 4.0);
            let _ = writeln!(
                out,
                "<text class=\"{class}\" x=\"{x:.0}\" y=\"{base:.0}\">{}</text>",
                escape(text)
            );
        }
        out.push_str("</svg>\n");
        out
    }

    /// A chain of nodes in the language of Graphviz.
    #[must_use]
    pub fn dot(&self) -> String {
        let mut out = String::from(
            "digraph timeline {\n  rankdir=LR;\n  node [shape=box, fontname=\"monospace\"];\n",
        );
        for (number, event) in self.0.events() {
            let label = dot_quote(&format!("{number}. {}", event.text));
            let look = if number == self.0.fatal() { ", color=red" } else { "" };
            let _ = writeln!(out, "  e{number} [label={label}{look}];");
            if number > 1 {
                let label = self
                    .0
                    .changes(number)
                    .state
                    .map(|(_, to)| format!(" [label={}]", dot_quote(&to)));
                let _ =
                    writeln!(out, "  e{} -> e{number}{};", number - 1, label.unwrap_or_default());
            }
        }
        out.push_str("}\n");
        out
    }

    /// The same in the language of Mermaid.
    #[must_use]
    pub fn mermaid(&self) -> String {
        let mut out = String::from("flowchart LR\n");
        for (number, event) in self.0.events() {
            let _ = writeln!(
                out,
                "  e{number}[{}]",
                mermaid_quote(&format!("{number}. {}", event.text))
            );
            if number > 1 {
                let state = self.0.changes(number).state;
                let label =
                    state.map(|(_, to)| format!("|{}|", mermaid_quote(&to))).unwrap_or_default();
                let _ = writeln!(out, "  e{} -->{label} e{number}", number - 1);
            }
        }
        let _ = writeln!(out, "  style e{} stroke:#c62828", self.0.fatal().max(1));
        out
    }
}

/// What an event changes, a line for each thing.
pub(crate) fn change_lines(changes: &Changes) -> Vec<String> {
    let state = changes.state.iter().map(|(from, to)| format!("state: {from} → {to}"));
    let gained = changes.gained.iter().map(|part| format!("holds from here: {part}"));
    let lost = changes.lost.iter().map(|part| format!("fails from here: {part}"));
    state.chain(gained).chain(lost).collect()
}

/// The beginning of an SVG document, in the colours that its reader prefers.
pub(crate) fn svg_head(class: &str, width: f64, height: f64) -> String {
    const STYLE: &str = include_str!("picture.css");
    let (width, height) = (width.ceil(), height.ceil());
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"{class}\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\">\n<style>{}</style>\n\
         <rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n",
        STYLE.replace('\n', "")
    )
}
