//! `test`: keeps a violation as a test in the language of the program.
//!
//! A test is made from a violation that is found now: the program is explored first, whether the
//! user names a target or the id of a finding.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use report::{Finding, Outcome, Paint, ReportBuilder};

use crate::args::Test;
use crate::check::{self, Looked};
use crate::front::{Kept, KeptTest};
use crate::output;
use crate::targets::Selection;
use crate::terminal::Terminal;

/// What the user asked for.
struct Request {
    /// The finding; without one, every finding of the targets.
    id: Option<String>,
    targets: Vec<String>,
}

/// A finding with its test.
struct Case {
    finding: Finding,
    /// The file of the program.
    file: String,
    test: Kept,
}

/// Prints or writes tests. What a call comes to is 0 if everything wanted was written.
pub(crate) fn test(args: &Test, terminal: &Terminal) -> Result<Outcome> {
    let request = Request::new(&args.targets)?;
    let check = args.check(request.targets.clone());
    let selection = Selection::new(&check.wanted);
    let mut outcome = tell_problems(&selection, terminal);
    let mut cases = Vec::new();
    check::look(&check, terminal, &selection, args.framework, |chosen, looked| {
        let program = selection.programs[chosen.program].program.as_deref();
        let can = program.is_some_and(crate::front::Program::writes_tests);
        if looked.report.findings.is_empty() {
            outcome = outcome.and(looked.report.answer.outcome());
        }
        cases.extend(request.cases(looked, can));
        request.id.is_none() || cases.is_empty()
    })?;
    if selection.chosen.is_empty() {
        return Ok(outcome);
    }
    if cases.is_empty() {
        return Ok(request.nothing(outcome, terminal));
    }
    let mut out = String::new();
    let mut done = Outcome::NoneFound;
    for case in &cases {
        done = done.and(keep(args, case, &mut out, terminal));
    }
    output::to_stdout(&out)?;
    Ok(done)
}

/// Tells what could not be read, and what that comes to.
fn tell_problems(selection: &Selection, terminal: &Terminal) -> Outcome {
    if selection.problems.is_empty() {
        return Outcome::NoneFound;
    }
    let mut builder = ReportBuilder::new();
    selection.problems.iter().cloned().for_each(|problem| builder.problem(problem));
    let report = builder.finish(crate::TOOL);
    terminal.complain(report::human(&report, &selection.files, Paint::Plain).trim_end());
    report.outcome
}

impl Request {
    fn new(targets: &[String]) -> Result<Request> {
        let (first, rest) = targets.split_first().context("nothing is named")?;
        if Path::new(first).exists() || !is_id(first) {
            return Ok(Request { id: None, targets: targets.to_vec() });
        }
        let mut places = Vec::new();
        for place in rest {
            match place.ends_with(".json") {
                true => places.push(place_in_report(place, first)?),
                false => places.push(place.clone()),
            }
        }
        if places.is_empty() {
            places.push(".".to_owned());
        }
        Ok(Request { id: Some(first.clone()), targets: places })
    }

    /// The wanted findings of a target.
    fn cases(&self, looked: Looked, can: bool) -> Vec<Case> {
        let Looked { report, mut tests } = looked;
        let wanted = |finding: &Finding| self.id.as_ref().is_none_or(|id| *id == finding.id);
        let mut cases = Vec::new();
        for finding in report.findings.iter().filter(|finding| wanted(finding)) {
            let at = tests.iter().position(|(choices, _)| *choices == finding.choices);
            let test = match at {
                Some(at) => tests.swap_remove(at).1,
                None if can => Err("no test can be written for this violation".to_owned()),
                None => Err(format!("tests of {} programs cannot be written yet", report.language)),
            };
            cases.push(Case { finding: finding.clone(), file: report.file.clone(), test });
        }
        cases
    }

    /// Says that there is nothing to keep.
    fn nothing(&self, outcome: Outcome, terminal: &Terminal) -> Outcome {
        let places = self.targets.join(", ");
        match &self.id {
            Some(id) => {
                terminal.complain(&format!("error: `{id}` is not found in {places}"));
                terminal.complain("  = help: `tracehound check` tells the ids of today's findings");
                outcome.and(Outcome::NoTarget)
            }
            None => {
                terminal.complain(&format!("no violation is found in {places}: nothing to keep"));
                outcome
            }
        }
    }
}

/// `ADT001-7f3a21`
fn is_id(text: &str) -> bool {
    let Some((code, hash)) = text.split_once('-') else { return false };
    let code = !code.is_empty() && code.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit());
    code && !hash.is_empty() && hash.chars().all(|c| c.is_ascii_hexdigit())
}

/// The target of a finding in a saved report.
fn place_in_report(file: &str, id: &str) -> Result<String> {
    let text = fs::read_to_string(file).with_context(|| format!("cannot read `{file}`"))?;
    let report = report::parse_json(&text)
        .with_context(|| format!("`{file}` is not a report of `check --format json`"))?;
    let has = |target: &&report::TargetReport| target.findings.iter().any(|f| f.id == id);
    match report.targets.iter().find(has) {
        Some(target) => Ok(target.title()),
        None => bail!("there is no finding `{id}` in `{file}`"),
    }
}

/// Prints or writes one test.
fn keep(args: &Test, case: &Case, out: &mut String, terminal: &Terminal) -> Outcome {
    let done = match &case.test {
        Err(why) => {
            terminal.complain(&format!("error: {}: {why}", case.finding.id));
            return Outcome::Inconclusive;
        }
        Ok(test) if args.write => write_files(args, case, &**test, out),
        Ok(test) => {
            for (name, text) in test.files(&case.finding.id) {
                let _ = match name.ends_with(".c") {
                    true => writeln!(out, "/* {name} */\n{text}"),
                    false => writeln!(out, "{}", text.trim_end()),
                };
            }
            Ok(())
        }
    };
    done.map_or_else(
        |error| {
            terminal.complain(&format!("error: {error:#}"));
            Outcome::BadInput
        },
        |()| Outcome::NoneFound,
    )
}

fn write_files(args: &Test, case: &Case, test: &dyn KeptTest, out: &mut String) -> Result<()> {
    let program = Path::new(&case.file).parent().unwrap_or(Path::new(""));
    let folder = args.out.as_deref().unwrap_or(program);
    if !folder.as_os_str().is_empty() {
        fs::create_dir_all(folder).with_context(|| format!("cannot make `{}`", folder.display()))?;
    }
    let id = &case.finding.id;
    let files = test.files(id);
    for (name, text) in &files {
        let path = folder.join(name);
        let there = fs::read_to_string(&path).ok();
        if !args.force && path.exists() && there.as_ref() != Some(text) {
            bail!("`{}` is there and differs; --force writes over it", path.display());
        }
    }
    for (name, text) in &files {
        let path = folder.join(name);
        output::to_file(&path, text)?;
        writeln!(out, "wrote {}", path.display())?;
    }
    writeln!(out, "run it with")?;
    for command in test.commands(id, &program.to_string_lossy(), &folder.to_string_lossy()) {
        writeln!(out, "    {command}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_told_from_files() {
        assert!(is_id("ADT001-7f3a21"));
        for text in ["main.ml", "main.ml:remove", "corpus/ml", "a-b", "ADT001", "ADT001-", "-7f"] {
            assert!(!is_id(text), "{text}");
        }
    }
}
