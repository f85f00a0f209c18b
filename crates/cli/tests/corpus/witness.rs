//! The run that a case of OCaml names: events before the call, the call, and its events, in the words
//! of reports. Values of unknown types may have other names, as long as the same ones are equal.
//!
//! Witnesses of Toy are replayed by the tests of `lang-toy`, whatever the report shows.

use std::collections::BTreeMap;

use serde_json::Value;
use testbed::{Case, Language};

/// Whether one of the findings is the run that the case names.
pub(crate) fn check<'a>(
    case: &Case,
    findings: impl Iterator<Item = &'a Value>,
) -> Result<(), String> {
    let Some(wanted) = &case.expected.witness else { return Ok(()) };
    if case.language == Language::Toy {
        return Ok(());
    }
    let runs: Vec<Vec<String>> = findings.map(lines).collect();
    if runs.iter().any(|run| renamed(run) == renamed(wanted)) {
        return Ok(());
    }
    Err(format!("the case has the witness {wanted:#?} and the report {runs:#?}"))
}

/// The run of a finding.
fn lines(finding: &Value) -> Vec<String> {
    let events = finding["events"].as_array().into_iter().flatten();
    let mut lines: Vec<String> =
        events.map(|event| event["text"].as_str().unwrap_or_default().to_owned()).collect();
    let before = finding["call"]["history"].as_u64().unwrap_or(0) as usize;
    let call = finding["call"]["text"].as_str().map(str::to_owned);
    lines.splice(before.min(lines.len())..before.min(lines.len()), call);
    lines
}

/// The same run with unknown values numbered in the order in which they occur.
fn renamed(run: &[String]) -> Vec<String> {
    let mut names: BTreeMap<String, usize> = BTreeMap::new();
    let mut rename = |word: &str| {
        let stem = word.trim_end_matches(|c: char| c.is_ascii_digit());
        let is_value =
            stem.len() < word.len() && stem.starts_with(|c: char| c.is_ascii_lowercase());
        if !is_value {
            return word.to_owned();
        }
        let next = names.len();
        format!("{stem}#{}", names.entry(word.to_owned()).or_insert(next))
    };
    run.iter().map(|line| words(line).map(&mut rename).collect()).collect()
}

/// A text cut into names with their digits, and what stands between them.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let end = rest.find(|c: char| is_name(c) != is_name(first)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        rest = after;
        Some(word)
    })
}
