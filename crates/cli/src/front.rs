//! The languages, behind one small door.
//!
//! A language is a way from a file to a [`Program`]; a program has targets, and a target can be
//! explored. Adding a language means one line in [`Language`], one entry in the [`registry`] and one
//! `impl` here.

pub(crate) mod haskell;
pub(crate) mod jvm;
mod liquid;
mod ml;
pub(crate) mod registry;

use std::path::Path;
use std::time::Duration;

use anyhow::{Result, bail};
use clap::ValueEnum;
use explore::{Answers, Budget, Monitored, Options, Replay, Run, SavedError, Watcher};
use harness::Engine;
use lang_ml::attribute::Folder;
use lang_ml::spec::Calls;
use machine::{EventKind, Machine};
use report::{CallBounds, Finding, Report, Teller};
use solve::{Solver, Theory};
use source::{Diagnostic, File, Files, Span};
use term::Pool;

use crate::event_spec::{self, EventSpec};
use crate::read;
use crate::reading::Reading;

/// A language that we read.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Language {
    /// The tutorial language
    Toy,
    /// OCaml with contracts in comments
    Ml,
    /// Haskell with LiquidHaskell's annotations
    Haskell,
    /// Java, compiled or not
    Java,
    /// Languages that K definitions give
    K,
    /// Goals over interpreters
    Interp,
}

/// A place in a program from which it can be run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Target {
    pub(crate) name: String,
    pub(crate) span: Span,
}

impl Target {
    /// Whether the user means this target: by its name, or by that without the modules around it.
    pub(crate) fn is_called(&self, name: &str) -> bool {
        self.name == name || self.name.rsplit('.').next() == Some(name)
    }
}

/// All that an exploration needs besides the program.
pub(crate) struct Job<'a> {
    pub(crate) pool: &'a Pool,
    /// All files of the call.
    pub(crate) files: &'a Files,
    pub(crate) options: &'a Options,
    /// Makes a solver that takes this for granted.
    pub(crate) solvers: &'a Solvers<'a>,
    /// The same for looks beyond what was asked for: a query may not cost much.
    pub(crate) quick_solvers: &'a Solvers<'a>,
    pub(crate) watcher: &'a dyn Watcher,
    pub(crate) histories: Histories,
    pub(crate) facets: Facets,
    /// Whether to look for the smallest violation of each property.
    pub(crate) smallest: bool,
    /// What the events must obey besides.
    pub(crate) spec: Option<&'a EventSpec>,
    /// Bounds that may grow while that costs little. Fewer turns of recursion than the user asked for
    /// are no answer.
    pub(crate) growing: Growing,
}

/// Makes solvers that take a theory for granted.
pub(crate) type Solvers<'a> = dyn Fn(&Theory) -> Box<dyn Solver> + Sync + 'a;

/// Which bounds may grow beyond those of the question: those that the user did not give.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Growing {
    /// The number of events before a call.
    pub(crate) history: bool,
    /// The number of events of a call.
    pub(crate) events: bool,
    /// The number of undecided turns at one branch.
    pub(crate) unrolling: bool,
}

impl Growing {
    /// Every bound is kept.
    pub(crate) const NOTHING: Growing = Growing { history: false, events: false, unrolling: false };
}

/// How calls of methods that have a contract are run.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Facets {
    /// By their bodies
    Concrete,
    /// By their contracts
    Abstract,
    /// Both ways, with as few calls by contract as break the property
    Both,
}

/// How often one branch is undecided along a path at most, unless the user says otherwise.
const TURNS: u32 = 8;

/// What happened before a call, as far as that is part of the question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Histories {
    /// How many events a history has at most.
    pub(crate) length: usize,
    /// How many events a call has at most.
    pub(crate) events: usize,
    /// How often one branch is undecided along a path at most.
    pub(crate) unrolling: u32,
    /// Whether histories count that the libraries could not have produced.
    pub(crate) any: bool,
    /// How they are dealt with.
    pub(crate) engine: Engine,
    /// How calls of methods that have a contract are run.
    pub(crate) calls: Calls,
    /// What the integers of the program are.
    pub(crate) integers: Integers,
}

/// What the integers of a program are.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Integers {
    /// Those of the machine, which wrap around
    #[default]
    Machine,
    /// Those of mathematics, without bound; the answer names it
    Ideal,
}

impl Default for Histories {
    fn default() -> Histories {
        let (engine, calls) = (Engine::default(), Calls::default());
        let integers = Integers::default();
        Histories { length: 4, events: 12, unrolling: TURNS, any: false, engine, calls, integers }
    }
}

/// How the tests that we write are run.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Framework {
    /// A program that ends with 0 or 1
    #[value(alias = "main")]
    Plain,
    /// A program of the Alcotest library
    Alcotest,
    /// A program of the HUnit library
    Hunit,
    /// A class of JUnit 5, for Java
    Junit5,
}

/// A test of a violation, for the store.
pub(crate) trait KeptTest {
    /// Its files for the finding of this id, the test itself last: names and texts.
    fn files(&self, id: &str) -> Vec<(String, String)>;

    /// How to compile and run it if the program lies in one folder and the test in another, whose
    /// names are written as a shell wants them.
    fn commands(&self, id: &str, program: &str, test: &str) -> Vec<String>;

    /// The same in two steps, so that a test that does not compile is not taken for one that fails.
    fn steps(&self, id: &str, program: &str, test: &str) -> Steps {
        let mut compile = self.commands(id, program, test);
        let run = compile.pop().expect("a test is run by some command");
        Steps { compile, run }
    }
}

/// How a test is run natively: commands for a shell.
pub(crate) struct Steps {
    /// What makes a program of it.
    pub(crate) compile: Vec<String>,
    /// The program, which ends with 1 if the test fails.
    pub(crate) run: String,
}

/// What an exploration found, and the words that the language adds.
#[derive(Default)]
pub(crate) struct Explored {
    pub(crate) run: Run,
    /// Bounds that are part of the question.
    pub(crate) bounds: Vec<String>,
    /// What is taken for granted of the machine that the program runs on, as sentences.
    pub(crate) assumptions: Vec<String>,
    /// What keeps the target from being decided, besides what the run says.
    pub(crate) doubts: Vec<Diagnostic>,
    /// Why nothing was checked, if the language knows more than that no path ended.
    pub(crate) vacuity: Vec<Diagnostic>,
    /// Whether the precondition is `false` as written. Such a target must not be called, so that
    /// nothing of it can be checked is no remark worth making.
    pub(crate) must_not_be_called: bool,
    /// Who reports violated paths, by their numbers among the endings; others are reported plainly.
    pub(crate) tellers: Vec<(usize, Box<dyn Teller>)>,
    /// What the solver took for granted, if the run can be a proof: it is recorded as it was made.
    pub(crate) theory: Option<Theory>,
    /// How long the engine took, without reading the program.
    pub(crate) time: Duration,
}

/// A violation that was saved and is run again.
pub(crate) struct Saved<'a> {
    pub(crate) witness: &'a str,
    /// What the events had to obey.
    pub(crate) spec: Option<&'a EventSpec>,
    /// The bounds of a call that was made after a history.
    pub(crate) call: Option<CallBounds>,
    /// Whether to stop waiting: a program that has changed may run for ever.
    is_late: &'a dyn Fn() -> bool,
}

impl<'a> Saved<'a> {
    pub(crate) fn new(
        finding: &'a Finding,
        spec: Option<&'a EventSpec>,
        is_late: &'a dyn Fn() -> bool,
    ) -> Saved<'a> {
        let call = finding.call.as_ref().map(|call| call.bounds);
        Saved { witness: &finding.witness, spec, call, is_late }
    }

    /// Runs a machine on values, for as long as programs are followed without a bound of the user.
    fn run<M: Machine>(&self, pool: &Pool, machine: &M, answers: &Answers) -> Replay {
        let max_steps = Budget::default().steps.unwrap_or(u64::MAX);
        explore::replay_until(pool, machine, answers, max_steps, self.is_late)
    }
}

/// A program that was read and makes sense.
pub(crate) trait Program {
    /// Where it can be run from, in source order.
    fn targets(&self) -> Vec<Target>;

    /// The pool in which its terms live, if it was read into one: its runs have to use that.
    fn pool(&self) -> Option<&Pool> {
        None
    }

    /// Whether calls come after unknown histories, which engines deal with in their own ways.
    fn has_histories(&self) -> bool {
        false
    }

    /// The events that it can perform; none if that is not known before it runs.
    fn events(&self) -> Option<Vec<EventKind>> {
        None
    }

    /// What is wrong with the program that only a solver can tell; it keeps us from checking it.
    fn faults(&self, _: &dyn Fn(&Theory) -> Box<dyn Solver>) -> Vec<Diagnostic> {
        Vec::new()
    }

    /// Explores the target at this index of [`Program::targets`].
    fn explore(&self, target: usize, job: &Job<'_>) -> Explored;

    /// Runs the target on the values of a saved witness.
    fn replay(&self, target: usize, saved: &Saved<'_>) -> Result<Replay, SavedError>;

    /// The test of a saved witness, which is run once more on the way.
    fn test(
        &self,
        _target: usize,
        _saved: &Saved<'_>,
        _framework: Framework,
    ) -> Result<Box<dyn KeptTest>> {
        bail!("tests of programs in this language cannot be written yet")
    }
}

impl Language {
    /// Its name on the command line and in reports.
    pub(crate) fn name(self) -> &'static str {
        self.frontend().name
    }

    /// How calls are run unless an option says otherwise.
    pub(crate) fn facets(self) -> Facets {
        match self {
            Language::Haskell => Facets::Both,
            Language::Toy | Language::Ml | Language::Java | Language::K | Language::Interp => {
                Facets::Concrete
            }
        }
    }

    /// The endings of its files, without the dot.
    pub(crate) fn endings(self) -> &'static [&'static str] {
        self.frontend().endings
    }

    /// Whether a file of it is a program with targets of its own. Others are asked about by more than
    /// a file, such as a method and its inputs.
    pub(crate) fn has_targets_in_files(self) -> bool {
        match self {
            Language::Toy | Language::Ml | Language::Haskell => true,
            Language::Java | Language::K | Language::Interp => false,
        }
    }

    /// The languages whose files have targets of their own.
    pub(crate) fn of_files() -> impl Iterator<Item = Language> {
        Language::value_variants().iter().copied().filter(|lang| lang.has_targets_in_files())
    }

    /// The endings of the files that have targets of their own.
    pub(crate) fn all_endings() -> Vec<&'static str> {
        Language::of_files().flat_map(Language::endings).copied().collect()
    }

    /// The language of a file by its ending.
    pub(crate) fn of_file(path: &Path) -> Option<Language> {
        let own = |lang: &&Language| read::has_ending(path, lang.endings());
        Language::value_variants().iter().find(own).copied()
    }

    /// Whether a text is that of a test which we wrote ourselves, and no program to check.
    pub(crate) fn is_kept_test(self, text: &str) -> bool {
        match self {
            Language::Toy | Language::K | Language::Interp => false,
            Language::Haskell => liquid::test::is_generated(text),
            Language::Ml => ml_test::is_generated(text),
            Language::Java => jvm::is_generated(text),
        }
    }

    /// Reads a program of this language. Files that come with the language are added to `files`.
    pub(crate) fn load(self, files: &mut Files, file: &File, reading: &Reading) -> Read {
        match self {
            Language::Toy => Ok(Box::new(lang_toy::load(file)?)),
            Language::Ml => Ok(Box::new(ml::Ml::load(files, file, None, reading)?)),
            Language::Haskell => Ok(Box::new(liquid::Liquid::load(files, file, reading)?)),
            Language::Java | Language::K | Language::Interp => {
                unreachable!("only files of languages with targets in them are read one by one")
            }
        }
    }
}

/// The languages of the targets of a report, as far as this version knows them.
pub(crate) fn languages_of(report: &Report) -> Vec<Language> {
    let has = |name: &str| report.targets.iter().any(|target| target.language == name);
    let all = Language::value_variants().iter().copied();
    all.filter(|language| has(language.name())).collect()
}

/// What comes of reading a program.
pub(crate) type Read = Result<Box<dyn Program>, Unread>;

/// Why there is no program.
pub(crate) enum Unread {
    /// It does not make sense.
    Faulty(Vec<Diagnostic>),
    /// Its compiler was stopped, which says nothing about it; in words.
    Stopped(String),
}

impl From<Vec<Diagnostic>> for Unread {
    fn from(faults: Vec<Diagnostic>) -> Unread {
        Unread::Faulty(faults)
    }
}

/// Reads an OCaml method of a folder of attribute specs.
pub(crate) fn load_method(
    files: &mut Files,
    folder: &Folder,
    file: &File,
    reading: &Reading,
) -> Read {
    Ok(Box::new(ml::Ml::load(files, file, Some(folder), reading)?))
}

impl Program for lang_toy::Program {
    fn targets(&self) -> Vec<Target> {
        let targets = lang_toy::Program::targets(self).iter();
        targets.map(|target| Target { name: target.name.clone(), span: target.span }).collect()
    }

    fn events(&self) -> Option<Vec<EventKind>> {
        Some(lang_toy::Program::events(self))
    }

    fn explore(&self, target: usize, job: &Job<'_>) -> Explored {
        let target = &lang_toy::Program::targets(self)[target];
        let machine = self.machine(target);
        let Job { pool, options, watcher, .. } = *job;
        let events = lang_toy::Program::events(self);
        let Some(spec) = job.spec.map(|spec| spec.in_pool(pool, &events)) else {
            let theory = Theory::empty();
            let solvers = || (job.solvers)(&theory);
            let run = explore::explore(pool, &machine, options, &solvers, watcher);
            return Explored { run, theory: Some(theory), ..Explored::default() };
        };
        let (monitor, theory) = (spec.monitor(pool), spec.theory(pool));
        let monitored = Monitored::new(&machine, &monitor, Some(target.span));
        let solvers = || (job.solvers)(&theory);
        let run = explore::explore_monitored(pool, &monitored, options, &solvers, watcher);
        Explored { run, vacuity: event_spec::vacuity(pool, &monitor), ..Explored::default() }
    }

    fn replay(&self, target: usize, saved: &Saved<'_>) -> Result<Replay, SavedError> {
        let (pool, target) = (Pool::new(), &lang_toy::Program::targets(self)[target]);
        let (machine, answers) = (self.machine(target), Answers::read(&pool, saved.witness)?);
        let events = lang_toy::Program::events(self);
        Ok(match saved.spec.map(|spec| spec.in_pool(&pool, &events).monitor(&pool)) {
            Some(monitor) => {
                let monitored = Monitored::new(&machine, &monitor, Some(target.span));
                saved.run(&pool, &monitored, &answers)
            }
            None => saved.run(&pool, &machine, &answers),
        })
    }
}
