//! The baseline: findings that a project knows about, so that only new ones fail.

use std::fmt::Write;

use source::{Diagnostic, File, Span};
use toml::de::{DeTable, DeValue};

/// A finding that is known.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct KnownFinding {
    /// Its target, as `file:name` from the root of the project.
    pub target: String,
    /// Its id.
    pub id: String,
    /// Its code.
    pub code: String,
    /// Its message when it was taken in, for people.
    pub message: String,
}

/// The findings that a project knows about, in the order of their targets.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Baseline {
    /// The findings.
    pub findings: Vec<KnownFinding>,
}

/// What the file says to people.
const HEAD: &str = "# Findings that this project knows about: `tracehound check` shows them and does not fail.\n\
                    # Written by `tracehound baseline write`.\n";

impl Baseline {
    /// Reads a baseline.
    ///
    /// # Errors
    ///
    /// If the text is none, with the place.
    pub fn read(file: &File) -> Result<Baseline, Box<Diagnostic>> {
        let fault = |span: Span, message: String| Box::new(Diagnostic::error(message).at(span, ""));
        let document = DeTable::parse(file.text()).map_err(|error| {
            let span = error.span().unwrap_or(0..0);
            let end = span.end.min(file.text().len());
            let message = error.message().lines().next().unwrap_or_default().to_lowercase();
            fault(file.span(span.start.min(end)..end), message)
        })?;
        let mut findings = Vec::new();
        for (key, value) in document.get_ref() {
            let tables = match (&**key.get_ref(), value.get_ref()) {
                ("finding", DeValue::Array(tables)) => tables,
                (key, _) => {
                    let message = format!("a baseline has tables `[[finding]]`, and no `{key}`");
                    return Err(fault(file.span(value.span()), message));
                }
            };
            for table in tables {
                let text = |key: &str| {
                    let value = table.get_ref().get(key).and_then(|value| value.get_ref().as_str());
                    value.map(str::to_owned).ok_or_else(|| {
                        fault(file.span(table.span()), format!("a finding has a string `{key}`"))
                    })
                };
                findings.push(KnownFinding {
                    target: text("target")?,
                    id: text("id")?,
                    code: text("code")?,
                    message: text("message")?,
                });
            }
        }
        findings.sort();
        Ok(Baseline { findings })
    }

    /// The text of the baseline: the same findings give the same bytes.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut findings = self.findings.clone();
        findings.sort();
        let mut text = HEAD.to_owned();
        for KnownFinding { target, id, code, message } in &findings {
            let quoted = |text: &str| toml::Value::String(text.to_owned()).to_string();
            let _ = write!(
                text,
                "\n[[finding]]\nid = {}\ncode = {}\ntarget = {}\nmessage = {}\n",
                quoted(id),
                quoted(code),
                quoted(target),
                quoted(message)
            );
        }
        text
    }

    /// Whether a finding of a target is known. Its id alone does not say so: it is short.
    #[must_use]
    pub fn knows(&self, id: &str, code: &str, target: &str) -> bool {
        let is_it = |known: &KnownFinding| {
            (known.id.as_str(), known.code.as_str(), known.target.as_str()) == (id, code, target)
        };
        self.findings.iter().any(is_it)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use source::Files;

    fn known(target: &str, id: &str) -> KnownFinding {
        let (target, id, code) = (target.into(), id.into(), "ADT001".into());
        KnownFinding { target, id, code, message: "`a\"b`\ncan break it".into() }
    }

    fn read(text: &str) -> Result<Baseline, Box<Diagnostic>> {
        Baseline::read(&Files::new().add("baseline.toml", text))
    }

    #[test]
    fn a_baseline_is_read_as_it_was_written() {
        let findings = vec![known("a.ml:f", "ADT001-1"), known("b.ml:g", "ADT001-2")];
        let baseline = Baseline { findings };
        assert_eq!(read(&baseline.to_text()), Ok(baseline.clone()));
        let turned = Baseline { findings: baseline.findings.iter().rev().cloned().collect() };
        assert_eq!(turned.to_text(), baseline.to_text(), "the order does not matter");
        assert_eq!(read(&Baseline::default().to_text()), Ok(Baseline::default()));
    }

    #[test]
    fn a_finding_is_known_by_id_code_and_target() {
        let baseline = Baseline { findings: vec![known("a.ml:f", "ADT001-1")] };
        assert!(baseline.knows("ADT001-1", "ADT001", "a.ml:f"));
        assert!(!baseline.knows("ADT001-1", "ADT001", "a.ml:g"));
        assert!(!baseline.knows("ADT001-2", "ADT001", "a.ml:f"));
    }

    #[test]
    fn other_files_are_no_baselines() {
        for text in
            ["x = 1", "[[finding]]\nid = 3", "[[finding]]\nid = 'x'", "finding", "[finding]"]
        {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
