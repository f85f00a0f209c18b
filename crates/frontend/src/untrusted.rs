//! Reports that are read back are input like any other: their names end up in files and on terminals.

use anyhow::{Result, bail};
use report::{Finding, Report, TargetReport};
use source::with_article;

/// The longest name or message that is taken from a report.
const LONGEST: usize = 64 * 1024;
/// No call is replayed after a longer history, or with more events.
const MOST_EVENTS: u64 = 10_000;

/// Refuses a report that says what no report of ours says.
pub fn check(report: &Report) -> Result<()> {
    for source in &report.sources {
        check_text("file", &source.file)?;
    }
    for target in &report.targets {
        check_target(target)?;
        for finding in &target.findings {
            check_finding(finding)?;
        }
    }
    Ok(())
}

fn check_target(target: &TargetReport) -> Result<()> {
    for (what, text) in [("file", &target.file), ("target", &target.name)] {
        check_text(what, text)?;
    }
    for argument in &target.arguments {
        check_text("argument", argument)?;
    }
    if let Some(spec) = &target.spec {
        check_text("spec", &spec.file)?;
        check_text("property", spec.property.as_deref().unwrap_or_default())?;
    }
    Ok(())
}

fn check_finding(finding: &Finding) -> Result<()> {
    if !is_id(&finding.id) {
        bail!("{:?} is not an id of a finding", shortened(&finding.id));
    }
    check_text("code", &finding.code)?;
    for input in &finding.inputs {
        check_text("input", &input.name)?;
    }
    if let Some(property) = &finding.property {
        check_text("property", &property.name)?;
        check_text("property", &property.from)?;
    }
    if let Some(call) = &finding.call
        && call.bounds.history.max(call.bounds.events) > MOST_EVENTS
    {
        bail!("{}: more than {MOST_EVENTS} events cannot be replayed", finding.id);
    }
    Ok(())
}

/// Control characters could begin a line of a program, or change what a terminal shows.
fn check_text(what: &str, text: &str) -> Result<()> {
    if text.len() > LONGEST || text.chars().any(|c| c.is_control() || is_separator(c)) {
        bail!("{:?} cannot be the name of {}", shortened(text), with_article(what));
    }
    Ok(())
}

/// A text of a report on one line, without characters that a terminal or a compiler takes for more
/// than text.
pub fn one_line(text: &str) -> String {
    let plain = |c: char| if c.is_control() || is_separator(c) { ' ' } else { c };
    text.chars().map(plain).collect()
}

fn is_separator(c: char) -> bool {
    matches!(c, '\u{2028}' | '\u{2029}')
}

fn shortened(text: &str) -> String {
    text.chars().take(80).collect()
}

/// `ADT001-7f3a12`, perhaps with a number: `ADT001-7f3a12-2`
pub fn is_id(name: &str) -> bool {
    let plain = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric());
    name.len() <= 64 && (2..=3).contains(&name.split('-').count()) && name.split('-').all(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_differ_from_files() {
        assert!(is_id("ADT001-7f3a12"));
        for name in ["ADT001", "run.json", "a/b-c", "-", "x-", "../x-y", "a-b.json", "A-\"b"] {
            assert!(!is_id(name), "{name}");
        }
    }

    #[test]
    fn names_with_control_characters_are_refused() {
        assert!(check_text("file", "a b/ü.ml").is_ok());
        for text in ["a\nb", "\u{1b}[2J", "a\u{2028}b"] {
            assert!(check_text("file", text).is_err(), "{text:?}");
        }
    }
}
