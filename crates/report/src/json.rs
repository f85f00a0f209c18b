//! The report as JSON. The fields are a promise: see `docs/json.md`.

use crate::Report;

/// The report as one JSON object, indented, with a line end.
#[must_use]
pub fn json(report: &Report) -> String {
    let mut text = serde_json::to_string_pretty(report)
        .expect("a report holds only strings, numbers and lists, which JSON can hold");
    text.push('\n');
    text
}

/// Reads a report back, such as one that was saved for a replay.
pub fn parse_json(text: &str) -> Result<Report, serde_json::Error> {
    serde_json::from_str(text)
}
