//! Running `tracehound` as its users do, and reading what it says.

use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::Setup;

/// What is said of one target.
#[derive(Clone, Debug)]
pub(crate) struct Said {
    /// Its name.
    pub(crate) name: String,
    /// `violation`, `holds` and so on.
    pub(crate) answer: String,
    /// The violations.
    pub(crate) findings: Vec<Found>,
}

/// One violation.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) code: String,
    pub(crate) message: String,
    /// The inputs by their names, in the syntax of the language.
    pub(crate) inputs: Vec<(String, String)>,
    pub(crate) notes: Vec<String>,
    /// The whole finding.
    pub(crate) json: Value,
}

impl Said {
    /// Whether nothing was found and, within the bounds, everything was explored.
    pub(crate) fn holds(&self) -> bool {
        matches!(self.answer.as_str(), "proved" | "holds" | "holds-within-bounds")
    }
}

/// Runs `tracehound` with these arguments and a JSON report; an error is what went wrong.
pub(crate) fn tracehound(setup: &Setup, args: &[OsString]) -> Result<Vec<Said>, String> {
    let mut command = Command::new(&setup.tracehound);
    command.args(args).arg("--format").arg("json").stdin(Stdio::null());
    command.env("HOME", &setup.scratch).current_dir(&setup.scratch);
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    let code = output.status.code();
    let text = String::from_utf8_lossy(&output.stdout);
    let stderr = String::from_utf8_lossy(&output.stderr);
    if !matches!(code, Some(0 | 1 | 3)) {
        let problems: Value = serde_json::from_str(&text).unwrap_or_default();
        let messages: Vec<String> = list(&problems["problems"])
            .iter()
            .map(|problem| self::text(&problem["message"]))
            .collect();
        return Err(format!("exit {code:?}: {} {stderr}", messages.join("; ")));
    }
    let report: Value = serde_json::from_str(&text)
        .map_err(|error| format!("no JSON ({error}): {text}{stderr}"))?;
    Ok(list(&report["targets"]).iter().map(said).collect())
}

/// Says that `tracehound` has to be built, or which of some programs is missing.
pub(crate) fn missing(setup: &Setup, programs: &[&str]) -> Option<String> {
    if !Path::new(&setup.tracehound).is_file() {
        return Some(format!("{} is not built", setup.tracehound.display()));
    }
    let absent = programs.iter().find(|name| child::installed(name).is_none())?;
    Some(format!("`{absent}` is not installed"))
}

fn list(value: &Value) -> Vec<Value> {
    value.as_array().cloned().unwrap_or_default()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn said(target: &Value) -> Said {
    Said {
        name: text(&target["name"]),
        answer: text(&target["answer"]),
        findings: list(&target["findings"]).iter().map(found).collect(),
    }
}

fn found(finding: &Value) -> Found {
    let input = |input: &Value| (text(&input["name"]), text(&input["value"]));
    Found {
        code: text(&finding["code"]),
        message: text(&finding["message"]),
        inputs: list(&finding["inputs"]).iter().map(input).collect(),
        notes: list(&finding["notes"]).iter().map(text).collect(),
        json: finding.clone(),
    }
}
