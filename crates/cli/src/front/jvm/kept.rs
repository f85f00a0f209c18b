//! Findings of Java programs that were kept: run again, made into tests, run on the real machine.

use std::fmt::Write;
use std::process::Command;

use anyhow::{Context, Result, anyhow, bail};
use explore::Answers;
use jvm_srv::{InputSeen, Options, Replayed};
use report::{Finding, Outcome, TargetReport};
use source::Files;
use term::{Model, Pool, Term};

use super::classes::{Classes, Refused};
use super::properties::Properties;
use super::{Question, tests};
use crate::args::Replay;
use crate::front::{Framework, KeptTest};
use crate::solver::Solvers;
use crate::{output, untrusted};

/// What is kept of the inputs.
pub(super) fn witness(pool: &Pool, inputs: &[InputSeen]) -> String {
    let values: Vec<Term> = inputs.iter().map(|seen| seen.value).collect();
    Answers::from(values.as_slice()).save(pool)
}

/// The inputs of a finding, with their values.
pub(super) fn values(pool: &Pool, finding: &Finding) -> Result<Vec<(String, Term)>> {
    let answers = Answers::read(pool, &finding.witness).context("its witness cannot be read")?;
    if answers.inputs.len() != finding.inputs.len() {
        bail!("its witness does not fit its inputs");
    }
    let names = finding.inputs.iter().map(|input| input.name.clone());
    Ok(names.zip(answers.inputs).collect())
}

/// The question that a finding is an answer to, asked again.
struct Again {
    classes: Classes,
    question: Question,
}

impl Again {
    fn new(target: &TargetReport, finding: &Finding) -> Result<Again> {
        let property = finding.property.as_ref().context("the report names no property")?;
        let mut files = Files::new();
        let properties = Properties::find(std::slice::from_ref(&property.from), &mut files)?;
        let properties =
            properties.map_err(|_| anyhow!("`{}` does not make sense any more", property.from))?;
        let classes = Classes::open(std::slice::from_ref(&target.file), &[], &mut files);
        let classes = classes.map_err(|refused| match refused {
            Refused::Failed(error) => error,
            Refused::Rejected(_) => anyhow!("`{}` does not compile any more", target.file),
        })?;
        let question = Question::new(&classes, &properties, &target.name, &|| false)?;
        Ok(Again { classes, question })
    }

    /// What a run on the values shows: the name of the property, or how the run ended.
    fn shown(&self, finding: &Finding) -> Result<Shown> {
        let pool = Pool::new();
        let mut seeds = Model::new();
        for (name, value) in values(&pool, finding)? {
            seeds.set(pool.var(&name, pool.sort(value)), value);
        }
        let watch = self.question.properties.watch;
        let options = Options { max_runs: 1, watch, ..Options::default() };
        let mut solver = Solvers::nobody();
        let outcome = self.question.answer(&pool, &options, &seeds, &mut *solver);
        let properties = &self.question.properties.typestate;
        let broken = outcome
            .violations
            .iter()
            .map(|found| (properties[found.property].name.clone(), found.replay.clone()));
        let thrown = outcome.uncaught.iter().map(|found| {
            let what = found.failure.message.split(" at ").next().unwrap_or_default();
            (what.to_owned(), found.replay.clone())
        });
        let gap = outcome.gaps.iter().find(|gap| gap.starts_with("a run ")).cloned();
        Ok(match (broken.chain(thrown).next(), gap) {
            (Some((name, Replayed::Confirmed)), _) => Shown::Violation(name),
            (Some((_, Replayed::Not(why))), _) | (None, Some(why)) => Shown::Unclear(why),
            (None, None) => Shown::Nothing,
        })
    }
}

/// What a run on kept values shows.
enum Shown {
    Violation(String),
    Unclear(String),
    Nothing,
}

/// Runs a finding again.
pub(crate) fn replay(
    args: &Replay,
    target: &TargetReport,
    finding: &Finding,
    out: &mut String,
) -> Result<Outcome> {
    let again = Again::new(target, finding)?;
    let name = finding.property.as_ref().map_or("", |property| property.name.as_str());
    let (verdict, outcome) = match again.shown(finding)? {
        Shown::Violation(other) if other == name => {
            (format!("still fails: {}", untrusted::one_line(&finding.message)), Outcome::Violation)
        }
        Shown::Violation(other) => (format!("fails in another way: {other}"), Outcome::Violation),
        Shown::Unclear(why) => (format!("cannot be replayed: {why}"), Outcome::Inconclusive),
        Shown::Nothing => ("no longer fails".to_owned(), Outcome::NoneFound),
    };
    let _ = writeln!(out, "{}: {}: {verdict}", finding.id, target.title());
    if !args.native_replay {
        return Ok(outcome);
    }
    let native = natively(&again.classes, target, finding)?;
    let said =
        if native { "fails on the real machine, too" } else { "does not fail on the real machine" };
    let _ = writeln!(out, "{}: {said}", finding.id);
    Ok(match (native, outcome) {
        (false, Outcome::Violation) => Outcome::Inconclusive,
        (_, outcome) => outcome,
    })
}

/// The test of a finding, which is run once more on the way.
pub(crate) fn test(
    target: &TargetReport,
    finding: &Finding,
    framework: Framework,
) -> Result<Box<dyn KeptTest>> {
    match framework {
        Framework::Plain | Framework::Junit5 => {}
        Framework::Alcotest => bail!("Alcotest is for OCaml: use main or junit5"),
        Framework::Hunit => bail!("HUnit is for Haskell: use main or junit5"),
    }
    let again = Again::new(target, finding)?;
    match again.shown(finding)? {
        Shown::Violation(_) => {}
        Shown::Unclear(why) => bail!("it cannot be replayed: {why}"),
        Shown::Nothing => bail!("it does not happen any more"),
    }
    Ok(Box::new(tests::test(&again.classes, &again.question, finding, framework)?))
}

/// Whether the real machine shows a finding: its test is compiled and run there.
pub(super) fn natively(
    classes: &Classes,
    target: &TargetReport,
    finding: &Finding,
) -> Result<bool> {
    let again = Again::new(target, finding)?;
    let test = tests::test(classes, &again.question, finding, Framework::Plain)?;
    let folder = tempfile::tempdir().context("there is no room for a test")?;
    let out = folder.path().join("out");
    let mut javac = Command::new(classes.jdk.join("bin/javac"));
    let entries = std::env::join_paths(&classes.entries)?;
    javac.args(["-nowarn", "-Xlint:none", "-cp"]).arg(&entries).arg("-d").arg(&out);
    for (name, text) in test.files(&finding.id) {
        output::to_file(&folder.path().join(&name), &text)?;
        javac.arg(folder.path().join(name));
    }
    let compiled = javac.output().context("there is no `javac` to compile a test")?;
    if !compiled.status.success() {
        let said = String::from_utf8_lossy(&compiled.stderr).into_owned();
        bail!("its test does not compile: {}", said.lines().next().unwrap_or_default());
    }
    let all: Vec<_> = [out].into_iter().chain(classes.entries.iter().cloned()).collect();
    let mut java = Command::new(classes.jdk.join("bin/java"));
    java.arg("-ea").arg("-cp").arg(std::env::join_paths(all)?).arg(test.class());
    let done = java.output().context("there is no `java` to run a test")?;
    match done.status.code() {
        Some(0) => Ok(false),
        Some(1) => Ok(true),
        _ => {
            let said = String::from_utf8_lossy(&done.stderr).into_owned();
            bail!("another thing happens there: {}", said.lines().next().unwrap_or_default())
        }
    }
}
