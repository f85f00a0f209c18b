//! `run`: a Haskell function on unknown inputs, path by path; a program of a language in K; or a
//! Java program on values.
//!
//! Each path is one answer: inputs that take it, and what comes of them. An answer is found on ideal
//! numbers and tried on machine numbers before it is reported; one that behaves otherwise there is
//! reported apart and does not count.

mod java;
mod k;
mod told;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use clap::{Args, ValueEnum};
use explore::{Bias, Budget as Limits, EndingKind, Options, Silent, Strategy};
use lang_core::Session;
use lang_haskell::answer::Confirmer;
use lang_haskell::lower::{Approximation, Numbers};
use lang_haskell::outside;
use lang_haskell::question::{PathSearch, Prepared, Question};
use lang_haskell::types::{self, Instantiation};
use lang_haskell::{Function, Instance, Program};
use machine::Failure;
use report::{Outcome, Paint};
use solve::Theory;
use source::Files;
use term::Pool;

use crate::args::{Budget, Solving, Trust};
use crate::front::registry::Given;
use crate::front::{Integers, Language, Unread, haskell};
use crate::reading::Reading;
use crate::solver::Solvers;
use crate::spec::draw;
use crate::terminal::Terminal;
use crate::{output, signal};
pub(crate) use k::modern_flag;
use told::Told;

/// `Int` has so many bits.
const INT_BITS: u32 = 64;

/// So many suspended values are computed for the result of a path that is explored.
const RESULT_WITHIN: usize = 500;

#[derive(Args, Debug)]
pub(crate) struct Run {
    /// A Haskell file; with --def a program of the language that it defines; Java classes
    #[arg(value_name = "FILE", required_unless_present = "show_symbolic")]
    file: Option<PathBuf>,
    /// The function of a Haskell file, or the class of a Java program
    #[arg(value_name = "FUNCTION", required_unless_present = "def", conflicts_with = "def")]
    function: Option<String>,
    /// The arguments of a Java program: `run classes/ com.acme.Main -- one two`
    #[arg(last = true, value_name = "ARGUMENT")]
    arguments: Vec<String>,
    /// How many paths
    #[arg(short = 'n', value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..))]
    count: u64,
    /// Only inputs for which this function returns True; it takes the same arguments
    #[arg(long, value_name = "FUNCTION")]
    assume: Option<String>,
    /// This function must return True for the arguments and the result
    #[arg(long, value_name = "FUNCTION")]
    assert: Option<String>,
    /// The result is to be True: counterexamples of a property
    #[arg(long, conflicts_with = "assert")]
    returns_true: bool,
    /// Only inputs on which this function is called
    #[arg(long, value_name = "FUNCTION", conflicts_with_all = ["assert", "returns_true"])]
    reaches: Option<String>,
    /// The type `Int` where something must hold or be reached: 64 bits that wrap around, or
    /// numbers without bound. The answer names the latter
    #[arg(long, value_name = "WHAT", default_value = "machine")]
    int: Integers,
    /// The form of the answers
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    format: Form,
    /// The path to explore next
    #[arg(long, value_parser = crate::args::strategy(), default_value = "bfs")]
    strategy: Strategy,
    /// Threads; the answers are the same for any number
    #[arg(short, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: u16,
    #[command(flatten)]
    trust: Trust,
    #[command(flatten)]
    k: k::KRun,
    #[command(flatten)]
    budget: Budget,
    #[command(flatten)]
    solving: Solving,
    #[arg(skip)]
    pub(crate) given: Given,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    /// What the paths come to, for people
    Human,
    /// One line for each path
    Short,
    /// One JSON object
    Json,
}

/// Answers a question about a function.
pub(crate) fn run(args: &Run, terminal: &Terminal) -> Result<Outcome> {
    let language = args.language();
    args.given.check(&[language])?;
    if args.k.def.is_some() {
        return k::run(args, terminal);
    }
    if language == Language::Java {
        let (file, class) = (args.file(), args.function());
        return java::run(file, class, &args.arguments, &args.budget, terminal);
    }
    let mut files = Files::new();
    let interrupt = signal::stop_on_signal();
    let time = args.budget.timeout.time();
    let reading = Reading::new(&interrupt, args.budget.budget(), args.trust.allow_native, terminal);
    let program = match haskell::load(&mut files, args.file(), &reading) {
        Ok(program) => program,
        Err(Unread::Stopped(message)) => {
            terminal.complain(&format!("error: {message}"));
            return Ok(match reading.is_interrupted() {
                true => Outcome::Interrupted,
                false => Outcome::Inconclusive,
            });
        }
        Err(Unread::Faulty(problems)) => {
            terminal.complain(draw(&files, &problems, Paint::Plain).trim_end());
            return Ok(Outcome::BadInput);
        }
    };
    let Ok(function) = program.find(args.function()).map_err(|missing| {
        terminal.complain(&format!("error: {missing} in `{}`", args.file().display()));
    }) else {
        return Ok(Outcome::NoTarget);
    };
    let question = args.question(&program, &function)?;
    let left = time.map(|time| time.saturating_sub(reading.compiled()));
    let told = args.answers(&program, &question, left, terminal)?;
    let outcome = told.outcome(args.count);
    let text = match args.format {
        Form::Human => told.human(&files),
        Form::Short => told.short(&files),
        Form::Json => told.json(&files, outcome),
    };
    output::to_stdout(&text)?;
    Ok(outcome)
}

impl Run {
    /// The language of what is run: Haskell unless something else shows.
    fn language(&self) -> Language {
        if self.k.def.is_some() {
            return Language::K;
        }
        match Language::of_file(self.file()) {
            _ if java::claims(self.file()) => Language::Java,
            known => known.unwrap_or(Language::Haskell),
        }
    }

    /// Whether the answer is for programs.
    pub(crate) fn is_json(&self) -> bool {
        self.format == Form::Json
    }

    /// How many paths were asked for, if that was said.
    fn given_count(&self) -> Option<u64> {
        self.given.has("count").then_some(self.count)
    }

    /// The file of the function.
    fn file(&self) -> &Path {
        self.file.as_deref().expect("required without --show-symbolic, which needs --def")
    }

    /// The function that was asked for.
    fn function(&self) -> &str {
        self.function.as_deref().expect("required without --def")
    }

    fn question(&self, program: &Program, function: &Function) -> Result<Question> {
        let instance = program.instance(function, &Instantiation::default());
        let instance = instance.with_context(|| format!("`{}` cannot be run", self.function()))?;
        let mut question = Question::new(instance);
        question.within = RESULT_WITHIN;
        question.returns_true = self.returns_true;
        if self.returns_true && types::show(question.result()) != "Bool" {
            let ty = types::show(question.result());
            return Err(anyhow!(
                "--returns-true: the result of `{}` is of type {ty}, not Bool",
                self.function()
            ));
        }
        let params = question.function.params.clone();
        let with_result: Vec<_> = params.iter().chain([question.result()]).cloned().collect();
        question.assume = predicate(program, self.assume.as_deref(), &params)?;
        question.assert = predicate(program, self.assert.as_deref(), &with_result)?;
        let reached = self.reaches.as_deref().map(|name| program.find(name)).transpose()?;
        question.reaches = reached.map(|function| function.name);
        Ok(question)
    }

    fn answers(
        &self,
        program: &Program,
        question: &Question,
        time: Option<Duration>,
        terminal: &Terminal,
    ) -> Result<Told> {
        let started = Instant::now();
        let interrupt = signal::stop_on_signal();
        let solvers = Solvers::new(&self.solving)?;
        let pool = Pool::new();
        let Prepared { session, approximation } = program.prepared(&pool, Numbers::Ideal, question);
        let options = Options {
            strategy: self.strategy,
            seed: 0,
            bias: Bias::default(),
            budget: Limits { time, ..self.limits() },
            workers: usize::from(self.jobs),
            interrupt: interrupt.clone(),
            record: false,
        };
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
            let run = explore::explore(&pool, &search, options, &make, &Silent);
            let mut told = Told::new(question, run.stats.finished);
            for ending in &run.endings {
                match &ending.kind {
                    EndingKind::Violated(failure, witness) => told.add(confirm(failure, witness)),
                    other => told.doubt(other),
                }
            }
            if terminal.verbose {
                let (paths, steps) = (run.stats.finished + run.stats.violated, run.stats.steps);
                let (queries, time) = (run.stats.queries, started.elapsed());
                let text = format!("{paths} paths, {steps} steps, {queries} queries, {time:?}");
                terminal.complain(&text);
            }
            told.limits = run.limits;
            told
        };
        let mut params = question.function.params.iter();
        let known = params.all(|ty| outside::has_machine_integers(program.linked(), ty));
        let may_wrap = self.int == Integers::Machine && known;
        // A second search must not find all time used up by the first.
        let asks = question.asserts() || question.reaches.is_some();
        let is_shared = may_wrap && approximation.integers && asks;
        let share = |time: Duration| if is_shared { time / 2 } else { time };
        let limited =
            |time| Options { budget: Limits { time, ..self.limits() }, ..options.clone() };
        let mut told = explored(session.clone(), &limited(time.map(share)));
        let given = self.budget.timeout.time();
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
        told.ideal = self.int == Integers::Ideal;
        Ok(told)
    }

    fn limits(&self) -> Limits {
        let (given, default) = (&self.budget, Limits::default());
        Limits {
            time: given.timeout.time(),
            paths: given.max_paths,
            depth: given.max_depth,
            steps: given.max_steps.or(default.steps),
            solver_time: given.solver_time,
            memory_mib: given.memory,
            findings: Some(self.count),
        }
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
