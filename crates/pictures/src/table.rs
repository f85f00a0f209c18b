//! The table of the parts of a property by events: why it does not hold.

use std::fmt::Write;

use report::{Finding, WhyText};

use crate::timeline::svg_head;
use crate::{cut, escape};

/// Wider columns push the marks off the screen.
const WIDEST: usize = 56;
const CELL: f64 = 24.0;
const CHAR: f64 = 7.3;

/// The table of a finding.
pub struct TableView<'a>(&'a WhyText);

impl<'a> TableView<'a> {
    /// The table of a finding; none if its property is none of traces.
    #[must_use]
    pub fn new(finding: &'a Finding) -> Option<TableView<'a>> {
        finding.why.as_ref().filter(|why| !why.rows.is_empty()).map(TableView)
    }

    /// For a terminal.
    #[must_use]
    pub fn text(&self) -> String {
        let digits = self.0.events.last().map_or(1, |last| last.to_string().len());
        let parts = self.parts();
        let width = parts.iter().map(|part| part.chars().count()).max().unwrap_or(0);
        let heads: Vec<String> =
            self.0.events.iter().map(|event| format!("{event:>digits$}")).collect();
        let mut out = format!(
            "what holds (+) from each event to the end:\n  {:width$}  {}\n",
            "",
            heads.join(" ")
        );
        for (row, part) in self.0.rows.iter().zip(&parts) {
            let cell = |holds: &bool| format!("{:>digits$}", if *holds { "+" } else { "." });
            let cells: Vec<String> = row.holds.iter().map(cell).collect();
            let _ = writeln!(
                out,
                "  {part}{}  {}",
                " ".repeat(width - part.chars().count()),
                cells.join(" ")
            );
        }
        if self.0.left_out > 0 {
            let _ = writeln!(out, "  ({} more parts)", self.0.left_out);
        }
        out
    }

    /// The picture of the text.
    #[must_use]
    pub fn svg(&self) -> String {
        let parts = self.parts();
        let left =
            parts.iter().map(|part| part.chars().count()).max().unwrap_or(0) as f64 * CHAR + 24.0;
        let width = left + self.0.events.len() as f64 * CELL + 12.0;
        let height = (self.0.rows.len() + 1) as f64 * CELL + 16.0;
        let mut out = svg_head("table", width, height);
        let middle = |at: usize| left + (at as f64 + 0.5) * CELL;
        for (at, event) in self.0.events.iter().enumerate() {
            let _ = writeln!(
                out,
                "<text class=\"head\" x=\"{:.1}\" y=\"24\">{event}</text>",
                middle(at)
            );
        }
        for (number, (row, part)) in self.0.rows.iter().zip(&parts).enumerate() {
            let y = (number as f64 + 1.5) * CELL + 8.0;
            let _ = writeln!(
                out,
                "<text x=\"12\" y=\"{:.1}\" xml:space=\"preserve\">{}</text>",
                y + 4.0,
                escape(part)
            );
            for (at, holds) in row.holds.iter().enumerate() {
                let (class, radius) = if *holds { ("yes", 5.0) } else { ("no", 2.5) };
                let _ = writeln!(
                    out,
                    "<circle class=\"{class}\" cx=\"{:.1}\" cy=\"{y:.1}\" r=\"{radius}\"/>",
                    middle(at)
                );
            }
        }
        out.push_str("</svg>\n");
        out
    }

    fn parts(&self) -> Vec<String> {
        let part = |row: &report::WhyRow| {
            cut(&format!("{}{}", "  ".repeat(row.depth as usize), row.part), WIDEST)
        };
        self.0.rows.iter().map(part).collect()
    }
}
