//! `check --spec S.trace` for Java: the calls of a method are events, and the engine explores the
//! method together with the monitor of the spec.

use anyhow::{Result, anyhow, bail};
use explore::{
    Answers, EndingKind, Monitored, Options, ReplayEnd, Run, Watcher, Witness,
    explore_monitored_script, replay_script,
};
use frontend::event_spec::{self, EventSpec, PooledSpec};
use host::project;
use jvm_srv::{CallOperation, Observable, Unseen, wanted_by};
use lang_jvm::{BuiltInChecks, Entry, SourceLine, Subject, Vm, VmOptions};
use machine::{Exit, Input, Monitor};
use report::{
    Answer, CallText, Detail, Doubt, Finding, Scene, TargetReport, Teller, Words, finding_id,
};
use solve::Solver;
use source::Files;
use term::{Pool, Term};
use trace::SpecMonitor;

use super::classes::Classes;
use super::lengths;
use super::places::Places;
use super::saved::Shown;
use super::values::{call, input_type, shown_value};
use super::{LANGUAGE, known_class};

/// The code of a spec of which nothing is an event.
const SILENT: &str = "JVM004";
/// The code of something that was not explored.
const UNEXPLORED: &str = "ENG001";
/// The most steps of a run on known values.
const MOST_STEPS: u64 = 1_000_000;

/// A method and the spec that its calls must obey.
pub(super) struct SpecQuestion {
    pool: Pool,
    entry: Entry,
    classes: String,
    subject: Subject,
    operations: Vec<CallOperation>,
    monitor: SpecMonitor,
    asked: PooledSpec,
}

impl SpecQuestion {
    /// Reads what is needed to ask about a method.
    pub(super) fn new(
        classes: &Classes,
        spec: &EventSpec,
        method: &str,
        options: VmOptions,
        stop: &dyn Fn() -> bool,
    ) -> Result<SpecQuestion> {
        let pool = Pool::new();
        let asked = spec.in_pool(&pool, &[]);
        if !asked.theory(&pool).axioms().is_empty() {
            bail!("axioms of a spec are not known to searches of Java programs");
        }
        let operations = CallOperation::all(&pool, asked.alphabet()).map_err(|name| {
            anyhow!("the operation `{name}` of the spec is no call: write it as `Class.method`")
        })?;
        let entry = Entry::parse(method)?;
        let path = classes.path(&entry.class, stop)?;
        known_class(&path, &entry.class)?;
        let mut vm = Vm::boot(path, options)?;
        vm.follow(wanted_by(&operations));
        // An exception that comes out ends a run; whether it may is not asked here.
        let watch = BuiltInChecks { exceptions: false, assertions: false };
        let subject = Subject::new(vm, entry.clone(), watch)?;
        let monitor = asked.monitor(&pool);
        let classes = classes.name.clone();
        Ok(SpecQuestion { pool, entry, classes, subject, operations, monitor, asked })
    }

    /// Explores the method.
    pub(super) fn answer(
        &self,
        options: &Options,
        solvers: &(dyn Fn() -> Box<dyn Solver> + Sync),
        watcher: &dyn Watcher,
        files: &mut Files,
        sources: &[std::path::PathBuf],
    ) -> TargetReport {
        let observable = Observable::new(&self.subject, &self.operations);
        let monitored = Monitored::new(&observable, &self.monitor, None);
        let run = explore_monitored_script(&self.pool, &monitored, options, solvers, watcher);
        let mut report = self.report(&run, files);
        self.asked.explain(&self.pool, &run, &mut report.findings, &|_| solvers());
        let mut places = Places::new(files, sources);
        for finding in &mut report.findings {
            let own = run.endings.iter().find(|ending| ending.choices == finding.choices);
            if let Some(EndingKind::Violated(_, witness)) = own.map(|ending| &ending.kind) {
                let lines = self.lines(&observable, witness);
                self.complete(finding, &lines, &mut places);
            }
        }
        self.doubt(&mut report, &observable);
        report
    }

    /// What a run on saved values shows.
    pub(super) fn replay(&self, witness: &str) -> Result<Shown> {
        let answers = Answers::read(&self.pool, witness)?;
        let observable = Observable::new(&self.subject, &self.operations);
        let monitored = Monitored::new(&observable, &self.monitor, None);
        let replay = replay_script(&self.pool, &monitored, &answers, MOST_STEPS);
        Ok(match replay.end {
            ReplayEnd::Exit(Exit::Failed(failure)) => Shown::Violation(failure.message),
            ReplayEnd::Exit(_) => Shown::Nothing,
            other => Shown::Unclear(other.to_string()),
        })
    }

    fn report(&self, run: &Run, files: &Files) -> TargetReport {
        let tellers: Vec<JavaTeller<'_>> = run
            .endings
            .iter()
            .map(|ending| match &ending.kind {
                EndingKind::Violated(_, witness) => {
                    JavaTeller { question: self, witness: Some(witness) }
                }
                _ => JavaTeller { question: self, witness: None },
            })
            .collect();
        let teller = |number: usize| -> &dyn Teller { &tellers[number] };
        let scene = Scene { pool: &self.pool, files, teller: &teller };
        let bounds = lengths::bounds(&self.entry);
        let name = self.entry.to_string();
        let subject = report::ExploredTarget {
            file: &self.classes,
            path: &project::path_in_project(&self.classes),
            name: &name,
            span: None,
            language: LANGUAGE,
            bounds: &bounds,
        };
        let vacuous = event_spec::vacuity(&self.pool, &self.monitor);
        TargetReport::new(&scene, subject, run, Detail::default()).doubting(files, &vacuous)
    }

    /// The lines of the events of a violation.
    fn lines(&self, observable: &Observable<'_>, witness: &Witness) -> Vec<SourceLine> {
        let monitored = Monitored::new(observable, &self.monitor, None);
        let answers = Answers::from(witness);
        replay_script(&self.pool, &monitored, &answers, MOST_STEPS);
        observable.lines()
    }

    /// Adds places, values as Java writes them, and a name that does not depend on those of parameters.
    fn complete(&self, finding: &mut Finding, lines: &[SourceLine], places: &mut Places<'_>) {
        for (event, line) in finding.events.iter_mut().zip(lines) {
            event.place = places.line(&line.class, line.file.as_deref(), line.line);
        }
        let answers = Answers::read(&self.pool, &finding.witness).unwrap_or_default();
        for (input, value) in finding.inputs.iter_mut().zip(&answers.inputs) {
            if let Some(kind) = input_type(&self.entry, &input.name) {
                input.value = shown_value(&self.pool, kind, *value);
            }
        }
        finding.place = finding.events.last().and_then(|event| event.place.clone());
        let path = finding.place.as_ref().map(|place| project::path_in_project(&place.file));
        let member = self.subject.member();
        let path = path.unwrap_or_default();
        let target = format!("{path}:{}.{}{}", member.class, member.name, member.descriptor);
        let text = finding.place.as_ref().and_then(|place| places.text(place)).unwrap_or_default();
        let what = format!("{}\n{text}", finding.message);
        finding.id = finding_id(&finding.code, &target, &what, &[]);
    }

    /// Adds what keeps the answer from being certain.
    fn doubt(&self, report: &mut TargetReport, observable: &Observable<'_>) {
        let doubt = |code: &str, message: String| Doubt {
            code: code.to_owned(),
            message,
            place: None,
            paths: 0,
            helps: Vec::new(),
        };
        for note in observable.notes() {
            if note.is_assumption() {
                report.bounds.push(note.to_string());
                continue;
            }
            let unseen = Unseen::Simplified(note);
            let message = format!("not everything was explored: {unseen}");
            report.doubts.push(doubt(UNEXPLORED, message));
        }
        if observable.occurred().is_empty() {
            let message = format!(
                "nothing that `{}` calls is an operation of the spec, so this says nothing about it",
                self.entry
            );
            let mut silent = doubt(SILENT, message);
            silent.helps.push(
                "an operation is `Class.method`, its first parameter the receiver".to_owned(),
            );
            report.doubts.push(silent);
        }
        report.answer = match report.answer {
            Answer::Holds | Answer::HoldsWithinBounds if !report.doubts.is_empty() => {
                Answer::Inconclusive
            }
            Answer::Holds if !report.bounds.is_empty() => Answer::HoldsWithinBounds,
            answer => answer,
        };
    }
}

/// Tells of a violated path of a method.
struct JavaTeller<'a> {
    question: &'a SpecQuestion,
    witness: Option<&'a Witness>,
}

impl Teller for JavaTeller<'_> {
    fn words(&self) -> Words {
        let Some(witness) = self.witness else { return Words::default() };
        // The parameters of the spec come first.
        let ghosts = self.question.monitor.inputs().len();
        let (ghosts, inputs) = witness.inputs.split_at(ghosts.min(witness.inputs.len()));
        let pool = &self.question.pool;
        let ghost = |(input, value): &(Input, Term)| {
            format!("{} = {}", input.name, self.value(pool, *value))
        };
        let values: Vec<Term> = inputs.iter().map(|(_, value)| *value).collect();
        let call = CallText {
            text: call(pool, &self.question.entry, &values),
            ghosts: ghosts.iter().map(ghost).collect(),
            history: 0,
            shortest: false,
            bounds: report::CallBounds::default(),
            by_contract: Vec::new(),
            untestable: true,
        };
        Words { call: Some(call), ..Words::default() }
    }
}
