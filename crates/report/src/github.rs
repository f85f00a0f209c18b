//! The report as annotations of a GitHub workflow, and as the summary of a step.

use std::fmt::Write;

use source::counted;

use crate::human::{result_line, tone_name};
use crate::message::{Message, Tone};
use crate::{Place, Report};

/// GitHub shows no more of each kind for a step.
const SHOWN: usize = 10;
/// GitHub rejects longer summaries.
const LONGEST_SUMMARY: usize = 1 << 20;
const KINDS: [(Tone, &str); 3] =
    [(Tone::Error, "error"), (Tone::Warning, "warning"), (Tone::Note, "notice")];

/// The report as workflow commands, worst first, as many as are shown, and the result.
#[must_use]
pub fn github(report: &Report) -> String {
    let messages = report.messages();
    let mut out = String::new();
    for (tone, command) in KINDS {
        let all: Vec<&Message<'_>> = messages.iter().filter(|one| one.tone == tone).collect();
        all.iter().take(SHOWN).for_each(|message| push_command(&mut out, command, message));
        if let Some(more) = all.len().checked_sub(SHOWN).filter(|more| *more > 0) {
            let _ = writeln!(out, "and {}", counted(more, &format!("more {}", tone_name(tone))));
        }
    }
    let _ = writeln!(out, "{}", result_line(report));
    out
}

fn push_command(out: &mut String, command: &str, message: &Message<'_>) {
    let mut properties: Vec<String> = Vec::new();
    if let Some(label) = message.labels.first() {
        let Place { file, line, column, end_line, end_column, .. } = &label.place;
        let file = property(file.strip_prefix("./").unwrap_or(file));
        properties.push(format!("file={file},line={line},endLine={end_line},col={column}"));
        // Columns of an end on another line are refused; those of the last character are meant.
        if line == end_line {
            let last = end_column.saturating_sub(1).max(*column);
            properties.push(format!("endColumn={last}"));
        }
    }
    properties.extend(message.code.map(|code| format!("title={}", property(code))));
    let text = data(&message.to_plain_text());
    let _ = writeln!(out, "::{command} {}::{text}", properties.join(","));
}

/// Text after a command.
fn data(text: &str) -> String {
    text.trim_end().replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a property of a command.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

/// All messages as Markdown, as long as a summary may be.
#[must_use]
pub fn github_summary(report: &Report) -> String {
    let head = format!("### {}\n\n{}\n", report.tool, result_line(report));
    let mut out = head;
    let messages = report.messages();
    for (at, message) in messages.iter().enumerate() {
        let text = summary_entry(message);
        let more = format!("\nand {}\n", counted(messages.len() - at, "more message"));
        if out.len() + text.len() + more.len() > LONGEST_SUMMARY {
            out.push_str(&more);
            break;
        }
        out.push_str(&text);
    }
    out
}

fn summary_entry(message: &Message<'_>) -> String {
    let text = message.to_plain_text();
    // A fence that is longer than any run of backticks in the text.
    let runs = text.split(|char| char != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(runs.max(2) + 1);
    format!("\n{fence}\n{}\n{fence}\n", text.trim_end())
}
