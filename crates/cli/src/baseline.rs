//! `baseline`: findings that a project knows about.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result};
use clap::{Args, CommandFactory, Subcommand};
use config::{Baseline, KnownFinding};
use frontend::args::CheckArgs;
use frontend::registry::Given;
use host::{Terminal, output};
use project_state::{Accepting, BASELINE, baseline_file, title};
use report::{Answer, Outcome, Report};
use source::counted;

use crate::last_words::StuckCheck;
use crate::project::{self, Question};
use crate::verbs;
use crate::{check, explain, store};

/// What can be done with known findings.
#[derive(Subcommand, Debug)]
pub(crate) enum BaselineVerb {
    /// Check the project, or what is named, and write down what is found as known
    Write(BaselineArgs),
    /// Check the project, or what is named, and fail on findings that are not known
    Check(BaselineArgs),
}

#[derive(Args, Debug)]
pub(crate) struct BaselineArgs {
    /// Targets and options of `check`; `--baseline FILE` names the file, by default
    /// tracehound-baseline.toml beside tracehound.toml
    #[arg(value_name = "ARGUMENTS", trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<OsString>,
}

/// Writes known findings down, or checks with them.
pub(crate) fn baseline(verb: &BaselineVerb, terminal: &Terminal) -> Outcome {
    let done = match verb {
        BaselineVerb::Write(args) => write(args, terminal),
        // Known findings are part of every check: this is one that cannot go without them.
        BaselineVerb::Check(args) => args.of_check().and_then(|(args, words)| {
            let question = Question::of_call(&args, &words)?;
            let file = file_of(&question);
            if !file.is_file() {
                anyhow::bail!(
                    "there is no `{}`: `tracehound baseline write` writes it",
                    file.display()
                );
            }
            Ok(check::answer(&args, Ok(question), terminal))
        }),
    };
    done.unwrap_or_else(|error| {
        terminal.complain(&format!("error: {error:#}"));
        Outcome::BadInput
    })
}

impl BaselineArgs {
    /// The call of `check` that they are arguments of.
    fn of_check(&self) -> Result<(CheckArgs, Vec<OsString>)> {
        let start = ["tracehound", "check"].map(OsString::from);
        let words: Vec<OsString> =
            start.into_iter().chain(self.arguments.iter().cloned()).collect();
        let tool = verbs::Args::command();
        let matches = tool.clone().try_get_matches_from(&words)?;
        let args = CheckArgs { given: Given::of(&tool, &matches), ..project::parsed(&words)? };
        Ok((args, words))
    }
}

/// The file of known findings, also where it is still to be written.
fn file_of(question: &Question) -> PathBuf {
    baseline_file(&question.args, question.project.as_ref()).unwrap_or_else(|| {
        match &question.project {
            Some(project) => PathBuf::from(project.path(BASELINE)),
            None => PathBuf::from(BASELINE),
        }
    })
}

fn write(args: &BaselineArgs, terminal: &Terminal) -> Result<Outcome> {
    let (args, words) = args.of_check()?;
    let mut question = Question::of_call(&args, &words)?;
    let file = file_of(&question);
    // All that is found now is to be known, whatever was before.
    question.args.project.baseline = Some(PathBuf::from("none"));
    let accepting = Accepting::new(&question.args, question.project.as_ref(), explain::codes)?;
    let accepting = Arc::new(accepting.without_baseline());
    let (report, files) =
        check::explored_accepting(&question, &accepting, terminal, StuckCheck::Complains)?;
    store::save(&report, &files, terminal);
    let baseline = Baseline { findings: new_findings(&report) };
    output::to_file(&file, &baseline.to_text()).context("the baseline is not written")?;
    let findings = counted(baseline.findings.len(), "finding");
    let mut said = format!("{findings} written to `{}`\n", file.display());
    for problem in &report.problems {
        said.push_str(&format!("note: {}\n", problem.message));
    }
    let is_open = |answer: Answer| matches!(answer, Answer::Inconclusive | Answer::Vacuous);
    let open = report.targets.iter().filter(|target| is_open(target.answer)).count();
    if open > 0 {
        said.push_str(&format!(
            "note: {} not decided\n",
            match open {
                1 => "1 target is".to_owned(),
                many => format!("{many} targets are"),
            }
        ));
    }
    output::to_stdout(&said)?;
    Ok(match report.outcome {
        Outcome::Violation => Outcome::NoneFound,
        outcome => outcome,
    })
}

/// The findings of a report that nothing else accepts.
fn new_findings(report: &Report) -> Vec<KnownFinding> {
    let of_target = |target: &report::TargetReport| {
        let title = title(target);
        let new = target.findings.iter().filter(|finding| finding.is_new());
        let known = new.map(|finding| KnownFinding {
            target: title.clone(),
            id: finding.id.clone(),
            code: finding.code.clone(),
            message: finding.message.clone(),
        });
        known.collect::<Vec<_>>()
    };
    report.targets.iter().flat_map(of_target).collect()
}
