//! Cases that `tracehound check` is called on: verdict, code, errors and the answer for each target,
//! the report word for word, and every finding replayed.

use std::fs;

use serde_json::Value;
use tempfile::TempDir;
use testbed::{Case, Language, Oracle};

use crate::common::{Done, run};
use crate::{call, same_as_golden, variation, witness};

/// What a call said, and its report as JSON.
pub(crate) struct Checked {
    pub(crate) done: Done,
    pub(crate) json: String,
    report: Value,
}

impl Checked {
    /// The targets of the report.
    pub(crate) fn targets(&self) -> &[Value] {
        self.report["targets"].as_array().map_or(&[], Vec::as_slice)
    }

    fn findings(&self) -> impl Iterator<Item = &Value> {
        self.targets().iter().flat_map(findings)
    }
}

/// Runs a case in all ways that are asked for.
pub(crate) fn check(case: &Case) -> Result<(), String> {
    let scratch = TempDir::new().map_err(|error| error.to_string())?;
    let checked = checked(case, &scratch, &options(case))?;
    verdict(case, &checked)?;
    errors(case, &checked)?;
    targets(case, &checked)?;
    witness::check(case, checked.findings())?;
    replay(case, &scratch, &checked)?;
    variation::check(case, &scratch, &checked)?;
    same_as_golden(case, &checked.done.stdout)
}

/// Calls `check` on a case.
pub(crate) fn checked(
    case: &Case,
    scratch: &TempDir,
    options: &[String],
) -> Result<Checked, String> {
    let file = scratch.path().join("report.json");
    let mut args = vec!["check".to_owned()];
    args.extend(case.subjects().ok_or("there is no such program")?);
    args.extend_from_slice(options);
    args.push(format!("--report=json={}", file.display()));
    let done = run(&mut call(scratch, &args));
    let json = fs::read_to_string(&file)
        .map_err(|error| format!("no report: {error}\n{}{}", done.stdout, done.stderr))?;
    let report = serde_json::from_str(&json).map_err(|error| error.to_string())?;
    Ok(Checked { done, json, report })
}

/// The options that a case asks for.
pub(crate) fn options(case: &Case) -> Vec<String> {
    let mut options = case.check_options();
    // The answer is that of the search, however busy the machine is.
    options.push("--timeout=1h".to_owned());
    options
}

fn verdict(case: &Case, checked: &Checked) -> Result<(), String> {
    let Done { code, stdout, stderr } = &checked.done;
    let expected = case.expected.verdict;
    if expected.exit_code() != Some(*code) {
        return Err(format!("exit {code} is not {expected:?}\n{stdout}{stderr}"));
    }
    match &case.expected.code {
        Some(code) if !checked.findings().any(|finding| finding["code"] == **code) => {
            Err(format!("no {code} in\n{stdout}"))
        }
        _ => Ok(()),
    }
}

/// Bad input gives exactly the errors that are listed. What is refused before it is read has no place,
/// and is compared with the golden text only.
fn errors(case: &Case, checked: &Checked) -> Result<(), String> {
    let problems = checked.report["problems"].as_array().into_iter().flatten();
    let places = problems.map(|problem| (problem, &problem["labels"][0]["place"]));
    let (placed, others): (Vec<_>, Vec<_>) = places.partition(|(_, place)| place.is_object());
    let error = |(problem, place): (&Value, &Value)| {
        let message = problem["message"].as_str().unwrap_or_default();
        format!("{}:{}: {message}", place["line"], place["column"])
    };
    let found: Vec<String> = placed.into_iter().map(error).collect();
    if found == case.expected.errors || (found.is_empty() && !others.is_empty()) {
        return Ok(());
    }
    Err(format!("other errors: {found:#?}"))
}

/// Each target that is named has its answer, and no other one has a finding.
fn targets(case: &Case, checked: &Checked) -> Result<(), String> {
    let expected = &case.expected.targets;
    if expected.is_empty() {
        return Ok(());
    }
    let targets = checked.targets();
    for (at, (name, answer)) in expected.iter().enumerate() {
        // Methods of Java were named in this order, and reports name them in full.
        let target = match case.language {
            Language::Java => targets.get(at),
            _ => targets.iter().find(|target| target["name"] == **name),
        };
        let target = target.ok_or_else(|| format!("there is no target `{name}`"))?;
        if !is_answer(answer, target) {
            return Err(format!("`{name}` is not {answer}\n{}", checked.done.stdout));
        }
    }
    let named = |target: &Value| target["name"].as_str().is_some_and(|n| expected.contains_key(n));
    let further = targets.iter().find(|target| !named(target) && findings(target).next().is_some());
    match further {
        Some(target) if case.language != Language::Java => {
            Err(format!("{} has a finding that the case does not name", target["name"]))
        }
        _ => Ok(()),
    }
}

fn findings(target: &Value) -> impl Iterator<Item = &Value> {
    target["findings"].as_array().into_iter().flatten()
}

/// Whether a target has an answer: `holds`, `holds-within-bounds` (to hold, or a proof, is better), another answer
/// of reports, or the code of a finding, with the name of the function that it blames.
fn is_answer(expected: &str, target: &Value) -> bool {
    let answer = target["answer"].as_str().unwrap_or_default();
    let (code, blamed) = expected.split_once(' ').unwrap_or((expected, ""));
    let blames = |finding: &Value| {
        let message = finding["message"].as_str().unwrap_or_default();
        blamed.is_empty() || message.contains(&format!("`{blamed}`"))
    };
    match code {
        "holds-within-bounds" => matches!(answer, "proved" | "holds" | "holds-within-bounds"),
        "holds" => matches!(answer, "proved" | "holds"),
        code if code.starts_with(|c: char| c.is_ascii_uppercase()) => {
            findings(target).any(|finding| finding["code"] == *code && blames(finding))
        }
        other => other == answer,
    }
}

/// Every finding is run again without a solver, and where the case says so by the real compiler.
fn replay(case: &Case, scratch: &TempDir, checked: &Checked) -> Result<(), String> {
    let count = checked.findings().count();
    if count == 0 {
        return Ok(());
    }
    let file = scratch.path().join("report.json");
    let mut args = vec!["replay".to_owned(), file.display().to_string()];
    let native = case.expected.oracle == Some(Oracle::Native);
    args.extend(native.then(|| "--native-replay".to_owned()));
    let done = run(&mut call(scratch, &args));
    let said = format!("{}{}", done.stdout, done.stderr);
    let seen = |what: &str| said.matches(what).count() == count;
    if done.code != 1 || !seen("still fails") {
        return Err(format!("{count} findings, which are not all replayed:\n{said}"));
    }
    if native && !seen("fails natively, too") {
        return Err(format!("{count} findings, which do not all fail natively:\n{said}"));
    }
    Ok(())
}
