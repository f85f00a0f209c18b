//! `replay`: runs the witnesses of a saved report again, without any solver.
//!
//! A replay says what happens today: the program may have changed since the report was made.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use explore::{Budget, ReplayEnd};
use machine::Exit;
use report::{Finding, InputText, Outcome, TargetReport};
use term::{Pool, Term};

use crate::args::{Replay, Wanted};
use crate::front::Language;
use crate::output;
use crate::targets::Selection;
use crate::terminal::Terminal;
use clap::ValueEnum;

/// Replays all findings of a report: a violation if one of them still fails.
///
/// A finding that cannot be run any more is told, and keeps no other from being run.
pub(crate) fn replay(args: &Replay, terminal: &Terminal) -> Result<Outcome> {
    let name = args.file.display();
    let text = fs::read_to_string(&args.file).with_context(|| format!("cannot read `{name}`"))?;
    let report = report::parse_json(&text)
        .with_context(|| format!("`{name}` is not a report of `check --format json`"))?;
    let mut out = String::new();
    let mut outcome = Outcome::NoneFound;
    for target in &report.targets {
        for finding in &target.findings {
            let one = replay_one(target, finding, &mut out).unwrap_or_else(|error| {
                terminal.complain(&format!("error: {}: {error:#}", finding.id));
                Outcome::BadInput
            });
            outcome = outcome.and(one);
        }
    }
    if report.targets.iter().all(|target| target.findings.is_empty()) {
        out.push_str("there is nothing to replay in this report\n");
    }
    output::to_stdout(&out)?;
    Ok(outcome)
}

fn replay_one(target: &TargetReport, finding: &Finding, out: &mut String) -> Result<Outcome> {
    let pool = Pool::new();
    let answers: Vec<Term> =
        finding.inputs.iter().map(|input| value(&pool, input)).collect::<Result<_>>()?;
    let selection = select(target)?;
    let chosen = selection.chosen.first().expect("a selection without problems has a target");
    let program = selection.programs[chosen.program].program.as_deref();
    let program = program.expect("only targets of programs are chosen");
    let steps = Budget::default().steps.unwrap_or(u64::MAX);
    let end = program.replay(chosen.index, &pool, &answers, steps).end;
    let (verdict, outcome) = judge(&end, finding);
    let _ = writeln!(out, "{}: {verdict}: {}: {end}", finding.id, target.title());
    Ok(outcome)
}

/// What an end means for a finding.
fn judge(end: &ReplayEnd, finding: &Finding) -> (&'static str, Outcome) {
    match end {
        ReplayEnd::Exit(Exit::Failed(failure)) if failure.code == finding.code => {
            ("still fails", Outcome::Violation)
        }
        ReplayEnd::Exit(Exit::Failed(_)) => ("fails in another way", Outcome::Violation),
        ReplayEnd::Exit(Exit::Finished(_)) => ("no longer fails", Outcome::NoneFound),
        ReplayEnd::Exit(Exit::Discarded | Exit::TooManyEvents(_))
        | ReplayEnd::Unsupported(_)
        | ReplayEnd::OutOfSteps(_)
        | ReplayEnd::OutOfAnswers(_)
        | ReplayEnd::WrongAnswer(_)
        | ReplayEnd::Stuck(_) => ("cannot be replayed", Outcome::Inconclusive),
    }
}

/// The target of a report, read anew.
fn select(target: &TargetReport) -> Result<Selection> {
    let lang = Language::from_str(&target.language, false)
        .map_err(|_| anyhow!("`{}` is no language of this version", target.language))?;
    let selection = Selection::new(&Wanted { targets: vec![target.title()], lang: Some(lang) });
    match selection.problems.first() {
        Some(problem) => Err(anyhow!("{}: {}", target.title(), problem.message)),
        None => Ok(selection),
    }
}

/// Reads a value back. It is wrapped in a predicate, because a predicate keeps its argument as it
/// is, and a script has no bare terms.
fn value(pool: &Pool, input: &InputText) -> Result<Term> {
    let InputText { name, term, sort, .. } = input;
    let script = format!("(declare-fun value ({sort}) Bool)\n(assert (value {term}))");
    let script = term::read_script(pool, &script)
        .map_err(|error| anyhow!("the value `{term}` of `{name}` cannot be read: {error}"))?;
    match script.asserts[..] {
        [assert] if pool.args(assert).len() == 1 => Ok(pool.args(assert)[0]),
        _ => bail!("`{term}` is not one value, which `{name}` needs"),
    }
}

/// Writes what `replay` needs to `run.json` in a folder, which is made if it is not there.
pub(crate) fn save(folder: &Path, json: &str) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make `{}`", folder.display()))?;
    output::to_file(&folder.join("run.json"), json)
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::Sort;

    #[test]
    fn values_are_read_back_as_they_were() {
        let pool = Pool::new();
        let values = [(pool.int(-5), Sort::INT), (pool.int(7), Sort::INT)];
        for (term, sort) in values.into_iter().chain([(Term::TRUE, Sort::BOOL)]) {
            let input = InputText {
                name: "x".into(),
                value: String::new(),
                term: pool.show(term),
                sort: pool.show_sort(sort),
                place: None,
            };
            assert_eq!(value(&pool, &input).expect("it was printed by us"), term);
        }
    }

    #[test]
    fn nonsense_is_refused() {
        let pool = Pool::new();
        for term in ["", "x", "(", "true", "1))(assert (value 2"] {
            let input = InputText {
                name: "x".into(),
                value: String::new(),
                term: term.into(),
                sort: "Int".into(),
                place: None,
            };
            assert!(value(&pool, &input).is_err(), "{term}");
        }
    }
}
