//! One line for each message, for editors and scripts that read lines.

use std::fmt::Write;

use crate::Report;
use crate::human::tone_name;
use crate::message::Message;

/// The report as lines `file:line:column: error[CODE]: message`, then the inputs or the call, and
/// the id of a finding.
#[must_use]
pub fn short(report: &Report) -> String {
    let mut out = String::new();
    for message in report.messages() {
        push_line(&mut out, &message);
    }
    out
}

fn push_line(out: &mut String, message: &Message<'_>) {
    if let Some(label) = message.labels.first() {
        let _ = write!(out, "{}: ", label.place);
    }
    let _ = write!(out, "{}", tone_name(message.tone));
    if let Some(code) = message.code {
        let _ = write!(out, "[{code}]");
    }
    let _ = write!(out, ": {}", one_line(&message.text));
    let tells_inputs = |note: &&String| {
        ["inputs: ", "the call: ", "then the call: "].iter().any(|start| note.starts_with(start))
    };
    if let Some(inputs) = message.notes.iter().find(tells_inputs) {
        let _ = write!(out, " ({})", one_line(inputs));
    }
    if let Some(id) = message.id {
        let _ = write!(out, " [{id}]");
    }
    out.push('\n');
}

fn one_line(text: &str) -> String {
    text.replace('\n', " ")
}
