//! Findings of Java programs that were kept: run again, made into tests, run on the real machine.

use std::fmt::Write;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use explore::{Answers, Limit, Silent};
use frontend::args::ReplayArgs;
use frontend::native::{NativeResult, NativeRuns};
use frontend::{
    EventSpec, INCOMPARABLE, REPAIRED, RegressionTest, STILL_FAILS, SolverFactory, TestFramework,
    untrusted,
};
use host::{output, signal};
use jvm_srv::{HAPPENS, InputSeen, Options, Replayed, Unseen};
use lang_jvm::parse::Type;
use lang_jvm::{Entry, VmOptions};
use report::{Finding, Outcome, TargetReport};
use solve::Interrupt;
use source::Files;
use term::{Model, Pool, Sort, Term};

use super::classes::{Classes, JAVAC, Refused};
use super::properties::Properties;
use super::spec::SpecQuestion;
use super::values::input_type;
use super::{Question, tests};

/// The most time of a run on kept values.
const MOST_TIME: Duration = Duration::from_secs(60);

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

/// Refuses values that the method cannot be called with: those of another type, or two of one input.
fn check_values(pool: &Pool, entry: &Entry, values: &[(String, Term)]) -> Result<()> {
    for (at, (name, value)) in values.iter().enumerate() {
        let is_known = values[..at].iter().any(|(other, _)| other == name);
        let sort = input_type(entry, name).and_then(|kind| input_sort(pool, kind));
        if is_known || sort.is_some_and(|sort| sort != pool.sort(*value)) {
            bail!("its witness does not fit its inputs");
        }
    }
    Ok(())
}

/// The sort of the unknowns of a type; none if there are no such unknowns.
fn input_sort(pool: &Pool, kind: &Type) -> Option<Sort> {
    match kind {
        Type::Boolean => Some(pool.sort(pool.bool(true))),
        Type::Byte => Some(pool.bitvec_sort(8)),
        Type::Char | Type::Short => Some(pool.bitvec_sort(16)),
        Type::Int | Type::Float => Some(pool.bitvec_sort(32)),
        Type::Long | Type::Double => Some(pool.bitvec_sort(64)),
        Type::Reference(_) => None,
    }
}

/// The question that a finding is an answer to, asked again.
struct Again {
    classes: Classes,
    question: Question,
}

impl Again {
    fn new(target: &TargetReport, finding: &Finding, interrupt: &Interrupt) -> Result<Again> {
        let property = finding.property.as_ref().context("the report names no property")?;
        let mut files = Files::new();
        let properties = Properties::find(std::slice::from_ref(&property.from), &mut files)?;
        let properties =
            properties.map_err(|_| anyhow!("`{}` does not make sense any more", property.from))?;
        let stop = || interrupt.is_raised();
        let classes = opened(target, &mut files, &stop)?;
        let vm = VmOptions::default();
        let question = Question::new(&classes, &properties, &target.name, vm, &stop)?;
        Ok(Again { classes, question })
    }

    /// What a run on the values shows: the name of the property, or how the run ended.
    fn shown(&self, finding: &Finding, interrupt: &Interrupt) -> Result<Shown> {
        let pool = Pool::new();
        let mut seeds = Model::new();
        let values = values(&pool, finding)?;
        check_values(&pool, &self.question.entry, &values)?;
        for (name, value) in values {
            seeds.set(pool.var(&name, pool.sort(value)), value);
        }
        let watch = self.question.properties.watch;
        let mut options = Options { watch, ..Options::default() }.with_runs(1);
        options.engine.budget.time = Some(MOST_TIME);
        options.engine.interrupt = interrupt.clone();
        let outcome =
            self.question.answer(&pool, &options, &seeds, &SolverFactory::core_only, &Silent);
        let properties = &self.question.properties.typestate;
        let broken = outcome
            .violations
            .iter()
            .map(|found| (properties[found.property].name.clone(), found.replay.clone()));
        let thrown =
            outcome.uncaught.iter().map(|found| (found.what().to_owned(), found.replay.clone()));
        // The only run may go by other branches, which are left; what matters is whether it ended.
        let gap = outcome.gaps.iter().find(|gap| Unseen::ends_run(gap)).map(Unseen::to_string);
        let is_cut = |limit: &&Limit| !matches!(limit, Limit::Paths(_));
        let limit = outcome.limits.iter().find(is_cut);
        let gap = gap.or(limit.map(|limit| report::limit_text(*limit).message));
        Ok(match (broken.chain(thrown).next(), gap) {
            (Some((name, Replayed::Confirmed)), _) => Shown::Violation(name),
            (Some((_, Replayed::Not(why))), _) | (None, Some(why)) => Shown::Unclear(why),
            (None, None) => Shown::Nothing,
        })
    }
}

/// What a run on kept values shows.
pub(super) enum Shown {
    Violation(String),
    Unclear(String),
    Nothing,
}

/// Runs a finding again.
pub(crate) fn replay(
    args: &ReplayArgs,
    target: &TargetReport,
    finding: &Finding,
    interrupt: &Interrupt,
    out: &mut String,
) -> Result<Outcome> {
    if let Some(spec) = &target.spec {
        return replay_spec(target, finding, &EventSpec::saved(spec)?, interrupt, out);
    }
    let again = Again::new(target, finding, interrupt)?;
    let name = finding.property.as_ref().map_or("", |property| property.name.as_str());
    let (verdict, more, outcome) = match again.shown(finding, interrupt)? {
        Shown::Violation(other) if other == name => {
            let message = untrusted::one_line(&finding.message);
            (STILL_FAILS, Some(message), Outcome::Violation)
        }
        Shown::Violation(other) => ("still fails in another way", Some(other), Outcome::Violation),
        Shown::Unclear(why) => (INCOMPARABLE, Some(why), Outcome::Inconclusive),
        Shown::Nothing => (REPAIRED, None, Outcome::NoneFound),
    };
    let more = more.map(|more| format!(": {more}")).unwrap_or_default();
    let _ = writeln!(out, "{}: {verdict}: {}{more}", finding.id, target.title());
    if !args.native_replay {
        return Ok(outcome);
    }
    let runs =
        NativeRuns { stop: &|| signal::stop_on_signal().is_raised(), time: args.native_timeout };
    let native = natively(&again.classes, &again.question, finding, runs)?;
    let _ = writeln!(out, "{}: {native}", finding.id);
    Ok(match (native, outcome) {
        (NativeResult::Fails, outcome) => outcome,
        (_, Outcome::Violation) => Outcome::Inconclusive,
        (_, outcome) => outcome,
    })
}

/// Runs a finding against a trace spec again.
fn replay_spec(
    target: &TargetReport,
    finding: &Finding,
    spec: &EventSpec,
    interrupt: &Interrupt,
    out: &mut String,
) -> Result<Outcome> {
    let stop = || interrupt.is_raised();
    let classes = opened(target, &mut Files::new(), &stop)?;
    let vm = VmOptions::default();
    let question = SpecQuestion::new(&classes, spec, &target.name, vm, &stop)?;
    let (verdict, more, outcome) = match question.replay(&finding.witness)? {
        Shown::Violation(message) => (STILL_FAILS, Some(message), Outcome::Violation),
        Shown::Unclear(why) => (INCOMPARABLE, Some(why), Outcome::Inconclusive),
        Shown::Nothing => (REPAIRED, None, Outcome::NoneFound),
    };
    let more = more.map(|more| format!(": {}", untrusted::one_line(&more))).unwrap_or_default();
    let _ = writeln!(out, "{}: {verdict}: {}{more}", finding.id, target.title());
    Ok(outcome)
}

/// The classes that a report names.
fn opened(target: &TargetReport, files: &mut Files, stop: &dyn Fn() -> bool) -> Result<Classes> {
    let classes = Classes::open(std::slice::from_ref(&target.file), &[], files, stop);
    classes.map_err(|refused| match refused {
        Refused::Failed(error) => error,
        Refused::Rejected(_) => anyhow!("`{}` does not compile any more", target.file),
    })
}

/// The test of a finding, which is run once more on the way.
pub(crate) fn test(
    target: &TargetReport,
    finding: &Finding,
    framework: TestFramework,
) -> Result<Box<dyn RegressionTest>> {
    match framework {
        TestFramework::Plain | TestFramework::Junit5 => {}
        TestFramework::Alcotest => bail!("Alcotest is for OCaml: use main or junit5"),
        TestFramework::Hunit => bail!("HUnit is for Haskell: use main or junit5"),
    }
    if target.spec.is_some() {
        bail!("tests of trace specs are not written for Java");
    }
    let interrupt = &signal::stop_on_signal();
    let again = Again::new(target, finding, interrupt)?;
    refuse_untestable(&again.question)?;
    match again.shown(finding, interrupt)? {
        Shown::Violation(_) => {}
        Shown::Unclear(why) => bail!("it cannot be replayed: {why}"),
        Shown::Nothing => bail!("it does not happen any more"),
    }
    Ok(Box::new(tests::test(&again.classes, &again.question, finding, framework)?))
}

/// Refuses what the watching class of tests cannot do: its classes are loaded once more, so it can make no
/// objects of them by constructors with arguments.
fn refuse_untestable(question: &Question) -> Result<()> {
    let is_watched = !question.properties.typestate.is_empty();
    if !question.properties.typestate.iter().all(typestate::Property::is_plain) {
        bail!(
            "tests are not written for properties with conditions, threads, exceptions or scopes"
        );
    }
    if is_watched && question.entry.has_objects() {
        bail!("tests that watch calls are not written for methods that get objects");
    }
    Ok(())
}

/// Whether the method is one of the library. A report may name any of them, and some end processes or
/// remove files.
fn is_of_jdk(question: &Question) -> Result<bool> {
    let class = question.path.class(&question.subject.member().class)?;
    Ok(class.is_some_and(|(_, is_of_jdk)| is_of_jdk))
}

/// What the real machine makes of a finding: its test is compiled and run there.
pub(super) fn natively(
    classes: &Classes,
    question: &Question,
    finding: &Finding,
    runs: NativeRuns<'_>,
) -> Result<NativeResult> {
    if is_of_jdk(question)? {
        let why = "a method of the JDK is not called by itself";
        return Ok(NativeResult::Other(why.to_owned()));
    }
    if let Err(why) = refuse_untestable(question) {
        return Ok(NativeResult::Other(why.to_string()));
    }
    let test = tests::test(classes, question, finding, TestFramework::Plain)?;
    let folder = tempfile::tempdir().context("there is no room for a test")?;
    let out = folder.path().join("out");
    let mut javac = Command::new(classes.jdk.join("bin/javac"));
    let entries = std::env::join_paths(&classes.entries)?;
    javac.args(JAVAC).arg("-cp").arg(&entries).arg("-d").arg(&out);
    // Only what is written here is compiled.
    javac.arg("-sourcepath").arg(folder.path());
    for (name, text) in test.files(&finding.id) {
        output::to_file(&folder.path().join(&name), &text)?;
        javac.arg(folder.path().join(name));
    }
    if let Some(bad) = runs.compile(&mut javac)? {
        return Ok(bad);
    }
    let all: Vec<_> = [out].into_iter().chain(classes.entries.iter().cloned()).collect();
    let mut java = Command::new(classes.jdk.join("bin/java"));
    java.arg("-ea").arg("-cp").arg(std::env::join_paths(all)?).arg(test.class());
    // `java` itself ends with one, too, if it cannot run a program.
    runs.run_saying(&mut java, HAPPENS)
}
