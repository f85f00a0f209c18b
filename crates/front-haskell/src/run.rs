//! `run`: a Haskell function on unknown inputs, path by path.
//!
//! Each path is one answer: inputs that take it, and what comes of them. An answer is found on ideal
//! numbers and tried on machine numbers before it is reported; one that behaves otherwise there is
//! reported apart and does not count.

mod render;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use explore::{Bias, Budget as Limits, EndingKind, Options, Progress, Stats, Watcher};
use frontend::args::{Format, RunArgs};
use frontend::{Integers, Language, Publisher, Reading, SolverFactory, Unread};
use host::limits::{LimitGuard, SoFar};
use host::{output, project, signal};
use lang_core::Session;
use lang_haskell::answer::Confirmer;
use lang_haskell::lower::{Approximation, Numbers};
use lang_haskell::outside;
use lang_haskell::question::{PathSearch, Prepared, Question};
use lang_haskell::types::{self, Instantiation};
use lang_haskell::{Function, Instance, Program};
use machine::Failure;
use report::{AskedTarget, Outcome};
use solve::Theory;
use source::Files;
use term::Pool;

use crate::load;
use render::Rendered;

/// `Int` has so many bits.
const INT_BITS: u32 = 64;

/// So many suspended values are computed for the result of a path that is explored.
const RESULT_WITHIN: usize = 500;

/// Answers a question about a function.
pub(crate) fn run(args: &RunArgs, terminal: &Publisher) -> Result<Outcome> {
    let mut files = Files::new();
    let interrupt = signal::stop_on_signal();
    let time = args.budget.timeout.time();
    let reading = Reading::new(&interrupt, args.budget.budget(), args.trust.allow_native, terminal);
    let program = match load::load(&mut files, args.file(), &reading) {
        Ok(program) => program,
        Err(Unread::Stopped(message)) => {
            let outcome = match reading.is_interrupted() {
                true => Outcome::Interrupted,
                false => Outcome::Inconclusive,
            };
            return Ok(terminal.fail(outcome, &message));
        }
        Err(Unread::Refused(problems)) => return Ok(terminal.refuse_problems(&files, &problems)),
        Err(Unread::Faulty(problems)) => return Ok(terminal.refuse(&files, &problems)),
    };
    let function = match program.find(args.function()) {
        Ok(function) => function,
        Err(missing) => {
            let message = format!("{missing} in `{}`", args.file().display());
            return Ok(terminal.fail(Outcome::NoTarget, &message));
        }
    };
    let question = question(args, &program, &function)?;
    let left = time.map(|time| time.saturating_sub(reading.compiled()));
    let told = answers(args, &program, &question, left, &files, terminal)?;
    let outcome = told.outcome(args.count);
    let is_for_people = matches!(args.shown.format, Format::Human | Format::Short);
    if let Some(solver) = told.solver.as_ref().filter(|_| is_for_people) {
        terminal.complain(report::solver_as_text(solver).trim_end());
    }
    publish(&told, args, &files, outcome, terminal)?;
    Ok(outcome)
}

/// Publishes what was found of a function.
fn publish(
    found: &Rendered,
    args: &RunArgs,
    files: &Files,
    outcome: Outcome,
    publisher: &Publisher,
) -> Result<()> {
    match args.shown.format {
        Format::Human => output::to_stdout(&found.human(files))?,
        Format::Short => output::to_stdout(&found.short(files))?,
        _ => Outcome::NoneFound,
    };
    let file = args.file().display().to_string();
    let asked = AskedTarget {
        path: project::path_in_project(&file),
        file,
        name: args.function().to_owned(),
        language: Language::Haskell.name().to_owned(),
        ..AskedTarget::default()
    };
    let own = (&[Format::Human, Format::Short][..], Some(found.human(files)));
    let answer = found.answer(files, outcome);
    publisher.publish(&args.shown, &answer, (&asked, files), (own.0, own.1.as_deref()))
}

fn question(args: &RunArgs, program: &Program, function: &Function) -> Result<Question> {
    let instance = program.instance(function, &Instantiation::default());
    let instance = instance.with_context(|| format!("`{}` cannot be run", args.function()))?;
    let mut question = Question::new(instance);
    question.within = RESULT_WITHIN;
    question.returns_true = args.returns_true;
    if args.returns_true && types::show(question.result()) != "Bool" {
        let ty = types::show(question.result());
        return Err(anyhow!(
            "--returns-true: the result of `{}` is of type {ty}, not Bool",
            args.function()
        ));
    }
    let params = question.function.params.clone();
    let with_result: Vec<_> = params.iter().chain([question.result()]).cloned().collect();
    question.assume = predicate(program, args.assume.as_deref(), &params)?;
    question.assert = predicate(program, args.assert.as_deref(), &with_result)?;
    let reached = args.reaches.as_deref().map(|name| program.find(name)).transpose()?;
    question.reaches = reached.map(|function| function.name);
    Ok(question)
}

fn answers(
    args: &RunArgs,
    program: &Program,
    question: &Question,
    time: Option<Duration>,
    files: &Files,
    terminal: &Publisher,
) -> Result<Rendered> {
    let started = Instant::now();
    let interrupt = signal::stop_on_signal();
    let solvers = SolverFactory::new(&args.solving)?;
    let counters = solvers.counters(terminal);
    let pool = Pool::new();
    let Prepared { session, approximation } = program.prepared(&pool, Numbers::Ideal, question);
    let options = Options {
        strategy: args.strategy,
        seed: 0,
        bias: Bias::default(),
        budget: Limits { time, ..limits(args) },
        workers: usize::from(args.jobs),
        interrupt: interrupt.clone(),
        record: false,
        observe: false,
        ..Options::default()
    };
    let so_far = SoFar::new(Rendered::new(question, 0));
    let ended = Arc::new(PathsEnded::default());
    let guard = LimitGuard::with_last_words(
        Limits { time, ..args.budget.budget() },
        so_far.last_words({
            let (args, publisher) = (args.clone(), terminal.clone());
            let (files, ended) = (files.clone(), Arc::clone(&ended));
            move |told, limit| {
                told.cut_off(limit, ended.0.load(Relaxed));
                told.name_time(args.budget.timeout.time());
                let outcome = told.outcome(args.count);
                // Where something cannot be written to, there is nothing else to do.
                let _ = publish(told, &args, &files, outcome, &publisher);
                outcome
            }
        }),
    );
    let confirmer = Confirmer::new(program, question);
    let steps = options.budget.steps.unwrap_or(u64::MAX);
    let confirm = |failure: &Failure, witness: &explore::Witness| {
        confirmer.confirm(&pool, &witness.inputs, failure, steps)
    };
    let explored = |session: Session, options: &Options| {
        let search = PathSearch::new(question, session);
        let deadline = options.budget.time.and_then(|time| Instant::now().checked_add(time));
        let stop = deadline.map_or_else(|| interrupt.clone(), |at| interrupt.until(at));
        let make = || solvers.make(&Theory::empty(), &stop);
        let run = explore::explore(&pool, &search, options, &make, &*ended);
        so_far.change(|told| *told = Rendered::new(question, run.stats.finished));
        for ending in &run.endings {
            match &ending.kind {
                EndingKind::Violated(failure, witness) => {
                    let answer = confirm(failure, witness);
                    so_far.change(|told| told.add(answer));
                }
                other => so_far.change(|told| told.doubt(other)),
            }
        }
        if terminal.verbose {
            let Stats { finished, violated, unconfirmed, steps, .. } = run.stats;
            let paths = finished + violated + unconfirmed;
            let (queries, time) = (run.stats.queries, started.elapsed());
            let text = format!("{paths} paths, {steps} steps, {queries} queries, {time:?}");
            terminal.complain(&text);
        }
        so_far.change(|told| {
            told.limits = run.limits;
            std::mem::replace(told, Rendered::new(question, 0))
        })
    };
    let mut params = question.function.params.iter();
    let known = params.all(|ty| outside::has_machine_integers(program.linked(), ty));
    let may_wrap = args.int == Integers::Machine && known;
    // A second search must not find all time used up by the first.
    let asks = question.asserts() || question.reaches.is_some();
    let is_shared = may_wrap && approximation.integers && asks;
    let share = |time: Duration| if is_shared { time / 2 } else { time };
    let limited = |time| Options { budget: Limits { time, ..limits(args) }, ..options.clone() };
    let mut told = explored(session.clone(), &limited(time.map(share)));
    let given = args.budget.timeout.time();
    told.name_time(given.map(share));
    told.approximation = approximation;
    if may_wrap && (approximation.integers || told.is_doubtful()) && told.is_open() {
        // Nothing was found on integers without bound, where a search is quick: what wraps around
        // is checked, too.
        let left = time.map(|time| time.saturating_sub(started.elapsed()));
        told = explored(session.with_machine_integers(INT_BITS), &limited(left));
        told.name_time(given);
        told.approximation = Approximation { integers: false, ..approximation };
    }
    drop(guard);
    told.ideal = args.int == Integers::Ideal;
    told.solver = counters.text();
    Ok(told)
}

/// How many paths have come to their end, more or less.
#[derive(Default)]
struct PathsEnded(AtomicU64);

impl Watcher for PathsEnded {
    fn progress(&self, progress: &Progress) {
        self.0.store(progress.paths, Relaxed);
    }
}

fn limits(args: &RunArgs) -> Limits {
    let (given, default) = (&args.budget, Limits::default());
    Limits {
        time: given.timeout.time(),
        paths: given.max_paths,
        depth: given.max_depth,
        steps: given.max_steps.or(default.steps),
        solver_time: given.solver_time,
        memory_mib: given.memory,
        findings: Some(args.count),
    }
}

/// A function of the program as a predicate on values of some types.
fn predicate(
    program: &Program,
    name: Option<&str>,
    args: &[lang_haskell::core::Type],
) -> Result<Option<Instance>> {
    let Some(name) = name else { return Ok(None) };
    let function = program.find(name)?;
    program.predicate(&function, args).map(Some).map_err(|why| anyhow!(why))
}
