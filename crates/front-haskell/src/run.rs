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
use frontend::args::{RunArgs, RunFormat};
use frontend::{Integers, Reading, SolverFactory, Unread};
use host::limits::{LimitGuard, SoFar};
use host::{Terminal, output, signal};
use lang_core::Session;
use lang_haskell::answer::Confirmer;
use lang_haskell::lower::{Approximation, Numbers};
use lang_haskell::outside;
use lang_haskell::question::{PathSearch, Prepared, Question};
use lang_haskell::types::{self, Instantiation};
use lang_haskell::{Function, Instance, Program};
use machine::Failure;
use report::{Outcome, Paint, diagnostics_as_text, problems_as_text};
use solve::Theory;
use source::Files;
use term::Pool;

use crate::load;
use render::Told;

/// `Int` has so many bits.
const INT_BITS: u32 = 64;

/// So many suspended values are computed for the result of a path that is explored.
const RESULT_WITHIN: usize = 500;

/// Answers a question about a function.
pub(crate) fn run(args: &RunArgs, terminal: &Terminal) -> Result<Outcome> {
    let mut files = Files::new();
    let interrupt = signal::stop_on_signal();
    let time = args.budget.timeout.time();
    let reading = Reading::new(&interrupt, args.budget.budget(), args.trust.allow_native, terminal);
    let program = match load::load(&mut files, args.file(), &reading) {
        Ok(program) => program,
        Err(Unread::Stopped(message)) => {
            terminal.complain(&format!("error: {message}"));
            return Ok(match reading.is_interrupted() {
                true => Outcome::Interrupted,
                false => Outcome::Inconclusive,
            });
        }
        Err(Unread::Refused(problems)) => {
            terminal.complain(problems_as_text(&problems, &files, Paint::Plain).trim_end());
            return Ok(Outcome::BadInput);
        }
        Err(Unread::Faulty(problems)) => {
            terminal.complain(diagnostics_as_text(&files, &problems, Paint::Plain).trim_end());
            return Ok(Outcome::BadInput);
        }
    };
    let Ok(function) = program.find(args.function()).map_err(|missing| {
        terminal.complain(&format!("error: {missing} in `{}`", args.file().display()));
    }) else {
        return Ok(Outcome::NoTarget);
    };
    let question = question(args, &program, &function)?;
    let left = time.map(|time| time.saturating_sub(reading.compiled()));
    let told = answers(args, &program, &question, left, &files, terminal)?;
    let outcome = told.outcome(args.count);
    if let Some(solver) = told.solver.as_ref().filter(|_| args.format != RunFormat::Json) {
        terminal.complain(report::solver_as_text(solver).trim_end());
    }
    output::to_stdout(&told.text(args.format, &files, outcome))?;
    Ok(outcome)
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
    terminal: &Terminal,
) -> Result<Told> {
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
    let so_far = SoFar::new(Told::new(question, 0));
    let ended = Arc::new(PathsEnded::default());
    let guard = LimitGuard::with_last_words(
        Limits { time, ..args.budget.budget() },
        so_far.last_words({
            let (format, count, given) = (args.format, args.count, args.budget.timeout.time());
            let (files, ended) = (files.clone(), Arc::clone(&ended));
            move |told, limit| {
                told.cut_off(limit, ended.0.load(Relaxed));
                told.name_time(given);
                let outcome = told.outcome(count);
                // Where standard output cannot be written to, there is nothing else to do.
                let _ = output::to_stdout(&told.text(format, &files, outcome));
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
        so_far.change(|told| *told = Told::new(question, run.stats.finished));
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
            std::mem::replace(told, Told::new(question, 0))
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
