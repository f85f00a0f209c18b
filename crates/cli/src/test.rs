//! `test`: keeps a violation as a test in the language of the program.
//!
//! A finding comes from a check that is made now, or is one that an earlier check has kept. Either
//! way its witness is run again before it becomes a test.

use std::fmt::Write;
use std::fs;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, Result, bail};
use frontend::{Reading, RegressionTest, SavedWitness, untrusted};
use host::{TOOL, Terminal, output, signal};
use report::{Finding, Outcome, Paint, Report, ReportBuilder, TargetReport};
use source::Files;

use crate::last_words::StuckCheck;
use crate::project::Question;
use crate::verbs::Test;
use crate::{check, front, replay, store};

/// Prints or writes tests. What a call comes to is 0 if everything that was wanted is there.
pub(crate) fn test(args: &Test, terminal: &Terminal) -> Result<Outcome> {
    let request = Request::new(&args.targets)?;
    let (report, mut outcome) = request.report(args, terminal)?;
    let interrupt = signal::stop_on_signal();
    let reading = Reading::new(&interrupt, args.budget.budget(), args.trust.allow_native, terminal);
    let (mut out, mut done_ids) = (String::new(), Vec::new());
    for target in &report.targets {
        for finding in target.findings.iter().filter(|finding| request.wants(finding)) {
            // Clauses that break in the same way share an id, and a test looks at all of them.
            if done_ids.contains(&&finding.id) {
                continue;
            }
            done_ids.push(&finding.id);
            let found = (target, finding);
            let done = keep(args, &request, found, &reading, &mut out).unwrap_or_else(|error| {
                terminal.complain(&format!("error: {}: {error:#}", finding.id));
                Outcome::BadInput
            });
            outcome = outcome.and(done);
        }
    }
    if done_ids.is_empty() {
        outcome = outcome.and(request.nothing(&report, terminal));
    }
    output::to_stdout(&out)?;
    Ok(if reading.is_interrupted() { outcome.and(Outcome::Interrupted) } else { outcome })
}

/// What the user asked for.
struct Request<'a> {
    /// The finding; without one, every finding.
    id: Option<&'a str>,
    /// Where to look for it.
    source: Source<'a>,
}

enum Source<'a> {
    /// A report that was kept or saved.
    Saved(&'a str),
    /// A check of these targets.
    Check(&'a [String]),
}

impl<'a> Request<'a> {
    fn new(targets: &'a [String]) -> Result<Request<'a>> {
        let (first, rest) = targets.split_first().context("nothing is named")?;
        let is_report =
            |name: &str| name.ends_with(".json") || Path::new(name).join("run.json").exists();
        let is_id = untrusted::is_id(first) && !Path::new(first).exists();
        Ok(match (is_id, rest) {
            (true, []) => Request { id: Some(first), source: Source::Saved(first) },
            (true, [report]) if is_report(report) => {
                Request { id: Some(first), source: Source::Saved(report) }
            }
            (true, rest) => Request { id: Some(first), source: Source::Check(rest) },
            (false, []) if is_report(first) => Request { id: None, source: Source::Saved(first) },
            (false, _) => Request { id: None, source: Source::Check(targets) },
        })
    }

    /// Whether what is to be written comes from a report that the user named by its file: anybody may
    /// have written that.
    fn is_of_file(&self) -> bool {
        matches!(self.source, Source::Saved(name) if Path::new(name).exists())
    }

    fn wants(&self, finding: &Finding) -> bool {
        self.id.is_none_or(|id| id == finding.id)
    }

    /// The report with the findings, and what is wrong with its targets.
    fn report(&self, args: &Test, terminal: &Terminal) -> Result<(Report, Outcome)> {
        match self.source {
            Source::Saved(name) => {
                let report = store::find(name)?;
                args.given.check(&frontend::languages_of(&report))?;
                Ok((report, Outcome::NoneFound))
            }
            Source::Check(targets) => {
                let (report, files) = {
                    let args = args.check(targets.to_vec());
                    check::explored(&Question::plain(&args), terminal, StuckCheck::Complains)?
                };
                let outcome = tell_problems(&report, &files, terminal);
                Ok((report, outcome))
            }
        }
    }

    /// Says that there is nothing to keep.
    fn nothing(&self, report: &Report, terminal: &Terminal) -> Outcome {
        let named = report.targets.iter().map(TargetReport::title).collect::<Vec<_>>().join(", ");
        match self.id {
            Some(id) => {
                terminal.complain(&format!("error: there is no finding `{id}` in {named}"));
                Outcome::NoTarget
            }
            None if named.is_empty() => Outcome::NoneFound,
            None => {
                terminal.complain(&format!("nothing to keep: no violation is found in {named}"));
                report.targets.iter().fold(Outcome::NoneFound, |outcome, target| {
                    outcome.and(target.answer.outcome())
                })
            }
        }
    }
}

/// Tells what could not be read, and what that comes to.
fn tell_problems(report: &Report, files: &Files, terminal: &Terminal) -> Outcome {
    if report.problems.is_empty() {
        return Outcome::NoneFound;
    }
    let mut builder = ReportBuilder::new();
    report.problems.iter().cloned().for_each(|problem| builder.problem(problem));
    let problems = builder.finish(TOOL);
    terminal.complain(report::human(&problems, files, Paint::Plain).trim_end());
    problems.outcome
}

/// Prints or writes the test of one finding.
fn keep(
    args: &Test,
    request: &Request<'_>,
    (target, finding): (&TargetReport, &Finding),
    reading: &Reading,
    out: &mut String,
) -> Result<Outcome> {
    let test = test_of(args, target, finding, reading)?;
    if args.write {
        if args.out.is_none() && request.is_of_file() {
            check_below_here(target)?;
        }
        write_files(args, target, &finding.id, &*test, out)?;
        return Ok(Outcome::NoneFound);
    }
    let files = test.files(&finding.id);
    for (number, (name, text)) in files.iter().enumerate() {
        // What the test needs comes before it.
        if number + 1 < files.len() {
            writeln!(out, "/* {name} */")?;
        }
        writeln!(out, "{}", text.trim_end())?;
    }
    Ok(Outcome::NoneFound)
}

fn test_of(
    args: &Test,
    target: &TargetReport,
    finding: &Finding,
    reading: &Reading,
) -> Result<Box<dyn RegressionTest>> {
    if let Some(named) = front::named_targets(target) {
        return named.test(target, finding, args.framework);
    }
    let selection = replay::select(target, reading)?;
    let chosen = selection.chosen.first().expect("a selection without problems has a target");
    let program = selection.programs[chosen.program].program.as_deref();
    let program = program.expect("only targets of programs are chosen");
    let stop = || reading.is_interrupted();
    let spec = replay::saved_spec(target, program)?;
    program.test(chosen.index, &SavedWitness::new(finding, spec.as_ref(), &stop), args.framework)
}

/// Without a folder that the user named, a report does not say where tests go unless it is here.
fn check_below_here(target: &TargetReport) -> Result<()> {
    let folder = program_folder(target);
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { &folder };
    let here = fs::canonicalize(".").context("there is no working folder")?;
    if fs::canonicalize(folder).is_ok_and(|folder| folder.starts_with(&here)) {
        return Ok(());
    }
    bail!(
        "the report names `{}`, which is not below this folder: say where to write with --out DIR",
        target.file
    )
}

/// The folder of the program of a target.
fn program_folder(target: &TargetReport) -> PathBuf {
    let here = std::env::current_dir().unwrap_or_default();
    let file = front::main_file(target);
    let file = file.strip_prefix(here).unwrap_or(&file);
    file.parent().unwrap_or(Path::new("")).to_owned()
}

/// Whether a name is that of a file in a folder, and of none anywhere else.
fn is_in_folder(name: &str) -> bool {
    let mut parts = Path::new(name).components();
    matches!((parts.next(), parts.next()), (Some(Component::Normal(_)), None))
}

fn write_files(
    args: &Test,
    target: &TargetReport,
    id: &str,
    test: &dyn RegressionTest,
    out: &mut String,
) -> Result<()> {
    let program = program_folder(target);
    let folder = args.out.as_deref().unwrap_or(&program);
    if !folder.as_os_str().is_empty() {
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot make `{}`", folder.display()))?;
    }
    let files = test.files(id);
    for (name, text) in &files {
        if !is_in_folder(name) {
            bail!("{name:?} cannot be the name of a test");
        }
        let path = folder.join(name);
        let differs = path.exists() && fs::read_to_string(&path).ok().as_ref() != Some(text);
        if differs && !args.force {
            bail!("`{}` is there and differs; --force writes over it", path.display());
        }
    }
    for (name, text) in &files {
        let path = folder.join(name);
        output::to_file(&path, text)?;
        writeln!(out, "wrote {}", path.display())?;
    }
    writeln!(out, "run it with")?;
    let [program, folder] = [program.as_path(), folder].map(output::folder_word);
    for command in test.commands(id, &program, &folder) {
        writeln!(out, "    {command}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(targets: &[&str]) -> (bool, bool) {
        let targets: Vec<String> = targets.iter().map(|&target| target.to_owned()).collect();
        let request = Request::new(&targets).expect("something is named");
        (request.id.is_some(), matches!(request.source, Source::Saved(_)))
    }

    #[test]
    fn ids_reports_and_targets_are_told_apart() {
        assert_eq!(source(&["ADT001-7f3a21"]), (true, true));
        assert_eq!(source(&["ADT001-7f3a21", "run.json"]), (true, true));
        assert_eq!(source(&["ADT001-7f3a21", "main.ml", "other.ml"]), (true, false));
        assert_eq!(source(&["run.json"]), (false, true));
        assert_eq!(source(&["main.ml:remove"]), (false, false));
    }
}
