//! `run PROGRAM --def DEF.k --spec S.trace`: the events of a program against a trace spec.
//!
//! The answer is a report as that of `check`: findings have ids, are saved, and can be replayed. Each
//! was run again on values, by steps that ask no solver, and judged by the definition of the formula.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, anyhow};
use check::{Effort, Look, leave_endings_out};
use clap::Parser;
use explore::{Answers, EndingKind, Limit, Meter, Monitored, ReplayEnd, Run as Explored};
use frontend::args::{KArgs, RunArgs};
use frontend::event_spec::{self, PooledSpec};
use frontend::{EventSpec, Language, SolverFactory};
use host::{TOOL, Terminal, project};
use lang_k::{
    Declared, EventCheck, EventQuestion, Events, Rerun, State, Steps, check_events, show_term,
};
use machine::Input;
use report::{
    Answer, Bounds, Detail, ExploredTarget, Finding, Outcome, Paint, Plain, Problem, ReportBuilder,
    Scene, TargetReport, Teller, problems_as_text,
};
use source::{Diagnostic, Files};
use term::{Model, Pool, Sort, Term};
use trace::SpecMonitor;

use crate::inputs::Inputs;
use crate::{Job, Reported, load, prepare};

/// Steps that are followed along a path unless the user says otherwise, in units of [`UNIT`].
const STEPS: usize = 10;
/// Bounds on steps grow by so many at least.
const UNIT: u64 = 100;

/// A program in a pool of its own, ready to be checked.
struct Subject {
    pool: Pool,
    inputs: Inputs,
    /// The symbolic inputs, with their variables.
    asked_for: Vec<(Input, Term)>,
    start: State,
    events: Events,
    asked: PooledSpec,
    monitor: SpecMonitor,
}

/// A program within a bound on the steps of a path.
struct Bounded {
    subject: Subject,
    /// The bound; none if there is none.
    units: usize,
    check: EventCheck,
}

impl Look for Bounded {
    fn run(&self) -> &Explored {
        &self.check.run
    }

    fn run_mut(&mut self) -> &mut Explored {
        &mut self.check.run
    }

    fn has_findings(&self) -> bool {
        let is_found = |kind: &EndingKind| matches!(kind, EndingKind::Violated(..));
        self.check.run.endings.iter().any(|ending| is_found(&ending.kind))
    }

    fn leave_out(&mut self, dropped: &[usize]) {
        leave_endings_out(&mut self.check.run, [], dropped);
    }
}

/// Checks a program and reports.
pub(super) fn check(
    job: &mut Job<'_>,
    named: &str,
    program: &Path,
    call: &RunArgs,
    terminal: &Terminal,
    reported: &mut Reported,
) -> Result<Outcome> {
    let mut files = std::mem::take(&mut job.files);
    let refuse = |problems: &[Problem], files: &Files| {
        terminal.complain(problems_as_text(problems, files, Paint::Plain).trim_end());
        Ok(Outcome::BadInput)
    };
    let spec = match EventSpec::read(&mut files, named) {
        Ok(spec) => spec,
        Err(problems) => return refuse(&problems, &files),
    };
    let subject = match subject(job, &spec, &mut files) {
        Ok(subject) => subject,
        Err(faults) => {
            let problems: Vec<Problem> =
                faults.iter().map(|fault| Problem::from_diagnostic(&files, fault)).collect();
            return refuse(&problems, &files);
        }
    };
    let solvers = SolverFactory::new(&call.solving)?;
    let checked = job.deepened(subject, &spec, &solvers, &mut files);
    let report = job.reported(&checked, &spec, program, call, &files);
    let mut builder = ReportBuilder::new();
    if job.meter.met() == Some(Limit::Interrupted) {
        builder.interrupted();
    }
    builder.target(report);
    let report = builder.finish(TOOL);
    let outcome = report.outcome;
    *reported = Some((report, files));
    Ok(outcome)
}

/// Reads inputs and spec into a pool of their own.
fn subject(
    job: &Job<'_>,
    spec: &EventSpec,
    files: &mut Files,
) -> std::result::Result<Subject, Vec<Diagnostic>> {
    let (pool, language) = (Pool::new(), &job.language);
    let inputs =
        Inputs::read(job.args, language, &pool, files, &job.meter).map_err(|e| vec![*e])?;
    let start = inputs.start(language, &pool, job.program.clone()).map_err(|e| vec![*e])?;
    let declared = declared(&pool, &spec.in_pool(&pool, &[]));
    let events = Events::new(language, files, &pool, &declared)?;
    let kinds = events.kinds(language, &pool, &declared);
    let asked = spec.in_pool(&pool, &kinds);
    let misfits = asked.misfits(&pool, &kinds);
    if !misfits.is_empty() {
        return Err(misfits);
    }
    let named = |symbol: &Term| {
        let (name, sort) = (show_term(&pool, *symbol), pool.sort(*symbol));
        (Input { name, sort, span: None }, *symbol)
    };
    let asked_for = inputs.symbols.iter().map(named).collect();
    let monitor = asked.monitor(&pool);
    Ok(Subject { pool, inputs, asked_for, start, events, asked, monitor })
}

/// The events that a spec declares. Values of sorts that it declares itself are names of the program.
fn declared(pool: &Pool, asked: &PooledSpec) -> Vec<Declared> {
    let own = |sort: Sort| match asked.spec.sorts.iter().any(|(_, own)| *own == sort) {
        true => Sort::TEXT,
        false => sort,
    };
    let alphabet = asked.alphabet();
    let one = |op| {
        let args = alphabet.op(op).params().iter();
        let args = args.map(|place| (place.name.clone(), own(place.sort))).collect();
        Declared { op: alphabet.name(pool, op).to_owned(), args }
    };
    alphabet.ops().map(one).collect()
}

impl Subject {
    /// The first configuration on values of the inputs.
    fn restarted(&self, job: &Job<'_>, values: &[Term]) -> std::result::Result<State, String> {
        let mut model = Model::new();
        for ((_, var), value) in self.asked_for.iter().zip(values) {
            model.set(*var, *value);
        }
        let holds = |cond: &Term| self.pool.eval(*cond, &model) == Term::TRUE;
        if !self.inputs.assumed.iter().all(holds) {
            return Err("inputs for which a condition of the call does not hold".to_owned());
        }
        let known = self.inputs.concrete(&self.pool, &model);
        let known = known.ok_or_else(|| "an input without a value".to_owned())?;
        let start = known.start(&job.language, &self.pool, job.program.clone());
        start.map_err(|problem| problem.message.clone())
    }
}

impl Job<'_> {
    /// Which steps of a configuration count.
    fn steps(&self) -> Steps {
        if self.args.search { Steps::All } else { Steps::First }
    }

    /// Checks within the bound on steps that was given, or within one that grows.
    fn deepened(
        &self,
        subject: Subject,
        spec: &EventSpec,
        solvers: &SolverFactory,
        files: &mut Files,
    ) -> Bounded {
        let first = self.bounded(subject, STEPS, &self.meter, solvers, None);
        if self.args.depth.is_some() {
            return first;
        }
        check::deepen(first, Effort::new(Effort::USUAL), |last, effort| {
            let units = last.units + effort.growth(last.units);
            if last.check.cut_off.is_none() || units == last.units {
                return None;
            }
            let options =
                explore::Options { budget: *self.meter.budget(), ..explore::Options::default() };
            let budget = effort.options(&options, self.meter.elapsed()).budget;
            let meter = Arc::new(Meter::new(budget, self.meter.interrupt()));
            let subject = self::subject(self, spec, files).ok()?;
            Some(self.bounded(subject, units, &meter, solvers, Some(effort)))
        })
    }

    fn bounded(
        &self,
        subject: Subject,
        units: usize,
        meter: &Arc<Meter>,
        solvers: &SolverFactory,
        effort: Option<&Effort>,
    ) -> Bounded {
        let depth = self.args.depth.unwrap_or(units as u64 * UNIT);
        let options = lang_k::Options {
            steps: self.steps(),
            bound: self.bound,
            depth: Some(depth),
            strategy: self.strategy,
            workers: if effort.is_some() { 1 } else { self.workers },
            meter: Arc::clone(meter),
            ..lang_k::Options::default()
        };
        let restart = |values: &[Term]| subject.restarted(self, values);
        let question = EventQuestion {
            program: &self.language.compiled.program,
            pool: &subject.pool,
            events: &subject.events,
            start: subject.start.clone(),
            assumed: &subject.inputs.assumed,
            inputs: &subject.asked_for,
            restart: &restart,
        };
        let theory = subject.asked.theory(&subject.pool);
        let make = || match effort {
            None => solvers.make(&theory, &meter.interrupt()),
            Some(effort) => effort.solver(solvers.make_quick(&theory, &meter.interrupt())),
        };
        let check = check_events(&question, &subject.monitor, &options, &make);
        Bounded { subject, units, check }
    }

    fn reported(
        &self,
        checked: &Bounded,
        spec: &EventSpec,
        program: &Path,
        call: &RunArgs,
        files: &Files,
    ) -> TargetReport {
        let Bounded { subject, check, .. } = checked;
        let file = &program.to_string_lossy();
        let bounds: Vec<String> =
            check.cut_off.iter().map(|steps| format!("steps ≤ {steps}")).collect();
        let plain = |_: usize| -> &dyn Teller { &Plain };
        let scene = Scene { pool: &subject.pool, files, teller: &plain };
        let target = ExploredTarget {
            file,
            path: &project::path_in_project(file),
            name: &self.language.definition.module,
            span: None,
            language: Language::K.name(),
            bounds: &bounds,
        };
        let given = &call.budget;
        let stated = |bound: Option<u64>| given.within_bounds && bound.is_some();
        let bounds = Bounds { depth: stated(given.max_depth), steps: stated(given.max_steps) };
        let detail = Detail { bounds, ..Detail::default() };
        let mut report = TargetReport::new(&scene, target, &check.run, detail);
        if check.cut_off.is_some() && report.answer == Answer::Vacuous {
            // Paths without an end have shown their events all the same.
            (report.answer, report.vacuous) = (Answer::HoldsWithinBounds, false);
        }
        let vacuity = event_spec::vacuity(&subject.pool, &subject.monitor);
        let report = report.vacuous_because(files, &vacuity).against(Some(spec.text()));
        report.asked_with(as_arguments(self.args))
    }
}

/// What is part of a question about events, as arguments from which it can be read again.
fn as_arguments(args: &KArgs) -> Vec<String> {
    let absolute = |path: &Path| {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        path.to_string_lossy().into_owned()
    };
    let named = |name: &str, value: &Option<String>| -> Vec<String> {
        value.iter().map(|value| format!("--{name}={value}")).collect()
    };
    let mut arguments: Vec<String> =
        args.def.iter().map(|def| format!("--def={}", absolute(def))).collect();
    arguments.extend(named("main-module", &args.main_module));
    arguments.extend(named("syntax-module", &args.syntax_module));
    arguments.extend(named("in", &args.input));
    arguments.extend(args.config.iter().map(|given| format!("-c{given}")));
    arguments.extend(args.conditions.iter().map(|cond| format!("--where={cond}")));
    arguments.extend(args.search.then(|| "--search".to_owned()));
    arguments
}

/// The arguments of a saved question.
#[derive(Parser, Debug)]
struct SavedArgs {
    #[command(flatten)]
    k: KArgs,
}

/// Runs a saved finding again.
pub(crate) fn replay(
    target: &TargetReport,
    finding: &Finding,
    is_late: &dyn Fn() -> bool,
) -> Result<ReplayEnd> {
    let arguments = ["k".to_owned()].into_iter().chain(target.arguments.iter().cloned());
    let saved = SavedArgs::try_parse_from(arguments)
        .map_err(|_| anyhow!("the report does not say how the program was run"))?;
    let text = target.spec.as_ref().context("the report names no spec")?;
    let spec = EventSpec::saved(text)?;
    let (meter, mut files) = (Arc::new(Meter::default()), Files::new());
    let first = |faults: Vec<Diagnostic>| {
        anyhow!("{}", faults.first().map_or("it cannot be read", |fault| &fault.message))
    };
    let (language, _) = load(&saved.k, &meter, &mut files)?.map_err(first)?;
    let job = prepare(&saved.k, Path::new(&target.file), language, &meter, &mut files)?;
    let job = job.map_err(|fault| first(vec![*fault]))?;
    let subject = subject(&job, &spec, &mut files).map_err(first)?;
    let answers = Answers::read(&subject.pool, &finding.witness)
        .context("its witness does not fit the program as it is now")?;
    let restart = |values: &[Term]| subject.restarted(&job, values);
    let inputs: Vec<Input> = subject.asked_for.iter().map(|(input, _)| input.clone()).collect();
    let rerun = Rerun {
        program: &job.language.compiled.program,
        events: &subject.events,
        inputs: &inputs,
        start: &restart,
        steps: job.steps(),
    };
    let monitored = Monitored::new(&rerun, &subject.monitor, None);
    let most = explore::Budget::default().steps.unwrap_or(u64::MAX);
    Ok(explore::replay_until(&subject.pool, &monitored, &answers, most, is_late).end)
}
