//! The contract between the command line and the languages.
//!
//! A [`Frontend`] answers the verbs for one language: it reads files to [`SourceProgram`]s, whose
//! targets can be explored, checks targets that are named on the command line ([`NamedTargets`]), or
//! runs programs. The [`registry`] says which verbs and options each language honours. Adding a
//! language means one line in [`Language`], one entry in the registry, and a crate `front-…` with an
//! `impl` of [`Frontend`], which `cli` names in one place.

pub mod args;
pub mod event_spec;
mod named;
pub mod native;
mod publish;
pub mod quantity;
mod reading;
pub mod registry;
pub mod solver;
pub mod untrusted;
pub mod why;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, bail};
use clap::ValueEnum;
use explore::{Answers, Budget, Options, Replay, Run, SavedError, Strategy, Watcher};
use harness::Engine;
use host::read;
use machine::{EventKind, Facets, Machine};
use proof::{NoProof, Proof};
use report::{
    CallBounds, Finding, Outcome, Problem, ProblemKind, ProofText, Report, TargetReport, Teller,
};
use solve::{Interrupt, Solver, Theory};
use source::{Diagnostic, File, Files, Span};
use term::Pool;

use args::{CheckArgs, DiffArgs, KProgramArgs, ProveArgs, RunArgs, SolveArgs};
pub use event_spec::EventSpec;
pub use named::{CheckCall, NamedTargets, Parted, ReportParts};
pub use publish::{Publisher, ReportFormats};
pub use reading::Reading;
use registry::Refusal;
pub use solver::{SolverCounters, SolverFactory, SolverMemory};

/// A language that we read.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
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
pub struct ProgramTarget {
    /// As the language writes it.
    pub name: String,
    /// Where it is.
    pub span: Span,
}

impl ProgramTarget {
    /// Whether the user means this target: by its name, or by that without the modules around it.
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.name.rsplit('.').next() == Some(name)
    }
}

/// All that an exploration needs besides the program.
pub struct Job<'a> {
    /// Where terms live.
    pub pool: &'a Pool,
    /// All files of the call.
    pub files: &'a Files,
    /// How paths are explored.
    pub options: &'a Options,
    /// Makes a solver that takes this for granted.
    pub solvers: &'a MakeSolver<'a>,
    /// The same for looks beyond what was asked for: a query may not cost much.
    pub quick_solvers: &'a MakeSolver<'a>,
    /// The same solvers for threads that may not borrow from the call.
    pub shared_solvers: &'a SharedSolvers,
    /// Hears how it comes along.
    pub watcher: &'a dyn Watcher,
    /// The same for threads that may not borrow from the call.
    pub shared_watcher: &'a Arc<dyn Watcher + Send>,
    /// The events before a call.
    pub histories: Histories,
    /// How calls of functions with contracts are run; if either way, in rounds up to the most calls by
    /// contract.
    pub facets: Facets,
    /// Whether calls of functions of which nothing is written may be by their types, too.
    pub all_callees: bool,
    /// Whether to look for the smallest violation of each property.
    pub smallest: bool,
    /// Whether every violated path is reported, and not one for each property.
    pub every_path: bool,
    /// What the events must obey besides.
    pub spec: Option<&'a EventSpec>,
    /// How hard to look for a proof.
    pub proving: Proving,
    /// Bounds that may grow while that costs little. Fewer turns of recursion than the user asked for
    /// are no answer.
    pub growing: Growing,
}

/// How hard to look for proofs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proving {
    /// Not at all.
    Never,
    /// While it costs little, and if nothing was found.
    Briefly,
    /// First, and as long as it takes.
    Fully,
}

/// Makes solvers that take a theory for granted.
pub type MakeSolver<'a> = dyn Fn(&Theory) -> Box<dyn Solver> + Sync + 'a;

/// Makes solvers for threads that may not borrow from the call.
pub type SharedSolvers = Arc<dyn Fn(&Theory) -> Box<dyn Solver> + Send + Sync>;

/// Which bounds may grow beyond those of the question: those that the user did not give.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Growing {
    /// The number of events before a call.
    pub history: bool,
    /// The number of events of a call.
    pub events: bool,
    /// The number of undecided turns at one branch.
    pub unrolling: bool,
}

impl Growing {
    /// Every bound is kept.
    pub const NOTHING: Growing = Growing { history: false, events: false, unrolling: false };
}

/// How the user wants calls of methods that have a contract to be run.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum FacetsChoice {
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
pub struct Histories {
    /// How many events a history has at most.
    pub length: usize,
    /// How many events a call has at most.
    pub events: usize,
    /// How often one branch is undecided along a path at most.
    pub unrolling: u32,
    /// Whether histories count that the libraries could not have produced.
    pub any: bool,
    /// How they are dealt with.
    pub engine: Engine,
    /// How calls of methods that have a contract are run.
    pub facets: Facets,
    /// What the integers of the program are.
    pub integers: Integers,
    /// Whether loops are cut by their invariants, and local functions by their contracts.
    pub cuts: bool,
}

/// What the integers of a program are.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Integers {
    /// Those of the machine, which wrap around
    #[default]
    Machine,
    /// Those of mathematics, without bound; the answer names it
    Ideal,
}

impl Default for Histories {
    fn default() -> Histories {
        let (engine, facets) = (Engine::default(), Facets::Concrete);
        let integers = Integers::default();
        let (unrolling, any, cuts) = (TURNS, false, false);
        Histories { length: 4, events: 12, unrolling, any, engine, facets, integers, cuts }
    }
}

/// How the tests that we write are run.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum TestFramework {
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
pub trait RegressionTest {
    /// Its files for the finding of this id, the test itself last: names and texts.
    fn files(&self, id: &str) -> Vec<(String, String)>;

    /// How to compile and run it if the program lies in one folder and the test in another, whose
    /// names are written as a shell wants them.
    fn commands(&self, id: &str, program: &str, test: &str) -> Vec<String>;

    /// The same in two steps, so that a test that does not compile is not taken for one that fails.
    fn steps(&self, id: &str, program: &str, test: &str) -> TestSteps {
        let mut compile = self.commands(id, program, test);
        let run = compile.pop().expect("a test is run by some command");
        TestSteps { compile, run }
    }
}

/// How a test is run natively: commands for a shell.
pub struct TestSteps {
    /// What makes a program of it.
    pub compile: Vec<String>,
    /// The program, which ends with 1 if the test fails.
    pub run: String,
}

/// What an exploration found, and the words that the language adds.
#[derive(Default)]
pub struct Explored {
    /// What the engine saw.
    pub run: Run,
    /// Bounds that are part of the question.
    pub bounds: Vec<String>,
    /// The end of the search for a proof, if there was one.
    pub proof: Option<ProofText>,
    /// That proof as an object, if there is one and it is recorded.
    pub object: Option<Result<Proof, NoProof>>,
    /// What is taken for granted of the machine that the program runs on, as sentences.
    pub assumptions: Vec<String>,
    /// What keeps the target from being decided, besides what the run says.
    pub doubts: Vec<Diagnostic>,
    /// Why nothing was checked, if the language knows more than that no path ended.
    pub vacuity: Vec<Diagnostic>,
    /// Whether the precondition is `false` as written. Such a target must not be called, so that
    /// nothing of it can be checked is no remark worth making.
    pub must_not_be_called: bool,
    /// Whether the events of paths that were cut off count as seen: then a target without a path that
    /// ends may hold within its bounds.
    pub counts_cut_off: bool,
    /// Who reports violated paths, by their numbers among the endings; others are reported plainly.
    pub tellers: Vec<(usize, Box<dyn Teller>)>,
    /// What the solver took for granted, if the run can be a proof: it is recorded as it was made.
    pub theory: Option<Theory>,
    /// Where there is code that paths can reach, if the language knows.
    pub code: Option<Vec<Span>>,
    /// How long the engine took, without reading the program.
    pub time: Duration,
}

/// A violation that was saved and is run again.
pub struct SavedWitness<'a> {
    /// The values.
    pub witness: &'a str,
    /// What the events had to obey.
    pub spec: Option<&'a EventSpec>,
    /// The bounds of a call that was made after a history.
    pub call: Option<CallBounds>,
    /// Whether to stop waiting: a program that has changed may run for ever.
    is_late: &'a dyn Fn() -> bool,
}

impl<'a> SavedWitness<'a> {
    /// The witness of a finding.
    pub fn new(
        finding: &'a Finding,
        spec: Option<&'a EventSpec>,
        is_late: &'a dyn Fn() -> bool,
    ) -> SavedWitness<'a> {
        let call = finding.call.as_ref().map(|call| call.bounds);
        SavedWitness { witness: &finding.witness, spec, call, is_late }
    }

    /// Runs a machine on values, for as long as programs are followed without a bound of the user.
    pub fn run<M: Machine>(&self, pool: &Pool, machine: &M, answers: &Answers) -> Replay {
        let max_steps = Budget::default().steps.unwrap_or(u64::MAX);
        explore::replay_until(pool, machine, answers, max_steps, self.is_late)
    }
}

/// A program that was read and makes sense.
pub trait SourceProgram: Send {
    /// Where it can be run from, in source order.
    fn targets(&self) -> Vec<ProgramTarget>;

    /// What else can be run if it is checked against a trace spec, with the indices of these targets.
    fn targets_of_spec(&self) -> Vec<(usize, ProgramTarget)> {
        Vec::new()
    }

    /// What else can be checked if it is named, with the indices of these targets.
    fn targets_by_name(&self) -> Vec<(usize, ProgramTarget)> {
        Vec::new()
    }

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

    /// Why its events cannot be checked against a spec.
    fn misfits(&self, spec: &EventSpec) -> Vec<Diagnostic> {
        let Some(events) = self.events() else { return Vec::new() };
        let own_pool = Pool::new();
        let pool = self.pool().unwrap_or(&own_pool);
        spec.in_pool(pool, &events).misfits(pool, &events)
    }

    /// Why it cannot be checked, with or without a spec, although it has targets: goals have nothing
    /// but events to check, and a definition is no program.
    fn refuses_check(&self, _against_spec: bool) -> Option<Refusal> {
        None
    }

    /// What is part of the question besides the file, as arguments from which it can be read again.
    fn arguments(&self) -> Vec<String> {
        Vec::new()
    }

    /// What is wrong with the program that only a solver can tell; it keeps us from checking it.
    fn faults(&self, _: &dyn Fn(&Theory) -> Box<dyn Solver>) -> Vec<Diagnostic> {
        Vec::new()
    }

    /// Explores the target at this index of [`SourceProgram::targets`].
    fn explore(&self, target: usize, job: &Job<'_>) -> Explored;

    /// Runs the target on the values of a saved witness.
    fn replay(&self, target: usize, saved: &SavedWitness<'_>) -> Result<Replay, SavedError>;

    /// The test of a saved witness, which is run once more on the way.
    fn test(
        &self,
        _target: usize,
        _saved: &SavedWitness<'_>,
        _framework: TestFramework,
    ) -> Result<Box<dyn RegressionTest>> {
        bail!("tests of programs in this language cannot be written yet")
    }
}

impl Language {
    /// Its name on the command line and in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.entry().name
    }

    /// How calls are run, by what an option says.
    #[must_use]
    pub fn facets(self, wanted: Option<FacetsChoice>) -> Facets {
        // A call by type has a result and nothing else; one by contract has events, which take more
        // than one of them to show what is missing.
        let (usual, most) = match self {
            Language::Haskell => (FacetsChoice::Both, 2),
            Language::Toy | Language::Ml | Language::Java | Language::K | Language::Interp => {
                (FacetsChoice::Concrete, 3)
            }
        };
        match wanted.unwrap_or(usual) {
            FacetsChoice::Concrete => Facets::Concrete,
            FacetsChoice::Abstract => Facets::Abstract,
            FacetsChoice::Both => Facets::AtMost(most),
        }
    }

    /// Which path is explored next unless an option says otherwise.
    #[must_use]
    pub fn strategy(self) -> Strategy {
        match self {
            Language::Toy | Language::Ml | Language::Haskell | Language::Java => Strategy::Dfs,
            Language::K => Strategy::Bfs,
            Language::Interp => Strategy::Priority,
        }
    }

    /// The endings of its files, without the dot.
    #[must_use]
    pub fn endings(self) -> &'static [&'static str] {
        self.entry().endings
    }

    /// Whether a file of it is a program with targets of its own. Others are asked about by more than
    /// a file, such as a method and its inputs.
    #[must_use]
    pub fn has_targets_in_files(self) -> bool {
        match self {
            Language::Toy | Language::Ml | Language::Haskell | Language::Interp => true,
            Language::Java | Language::K => false,
        }
    }

    /// The languages whose files have targets of their own.
    pub fn of_files() -> impl Iterator<Item = Language> {
        Language::value_variants().iter().copied().filter(|lang| lang.has_targets_in_files())
    }

    /// The endings of the files that have targets of their own.
    #[must_use]
    pub fn all_endings() -> Vec<&'static str> {
        Language::of_files().flat_map(Language::endings).copied().collect()
    }

    /// The endings by which files are known, as messages name them. Programs in K have that of their own language.
    #[must_use]
    pub fn known_endings() -> String {
        let languages = Language::value_variants().iter().filter(|lang| **lang != Language::K);
        let endings = languages.flat_map(|lang| lang.endings());
        endings.map(|ending| format!("`.{ending}`")).collect::<Vec<_>>().join(", ")
    }

    /// The language of a file by its ending.
    #[must_use]
    pub fn of_file(path: &Path) -> Option<Language> {
        let own = |lang: &&Language| read::has_ending(path, lang.endings());
        Language::value_variants().iter().find(own).copied()
    }

    /// The language that a report names, if this version knows it.
    #[must_use]
    pub fn named(name: &str) -> Option<Language> {
        Language::value_variants().iter().copied().find(|language| language.name() == name)
    }
}

/// What is said of a finding if its failure shows again.
pub const STILL_FAILS: &str = "still fails";
/// What is said of a finding if the program comes to its end on the same inputs.
pub const REPAIRED: &str = "repaired";
/// What is said of a finding if its inputs do not fit the program as it is now, or lead to something
/// that we cannot run.
pub const INCOMPARABLE: &str = "no longer comparable";

/// The languages of the targets of a report, as far as this version knows them.
#[must_use]
pub fn languages_of(report: &Report) -> Vec<Language> {
    let has = |name: &str| report.targets.iter().any(|target| target.language == name);
    let all = Language::value_variants().iter().copied();
    all.filter(|language| has(language.name())).collect()
}

/// What the verb `run` comes to.
pub enum RunEnd {
    /// The run was reported to the user, with this outcome.
    Told(Outcome),
    /// This call of `check` answers it.
    Check(Box<CheckArgs>),
}

/// The front end of a language: what each verb does for its programs.
///
/// The command line asks only what the [`registry`] says the language can be asked.
pub trait Frontend: Sync {
    /// The language.
    fn language(&self) -> Language;

    /// Whether a file is a program, and neither a test that we wrote nor a part that programs share.
    fn is_program(&self, _path: &Path) -> bool {
        true
    }

    /// Whether the text of a file may have targets. A file that was found by looking for programs, and has none, is
    /// not read any further.
    fn may_have_targets(&self, _text: &str, _path: &Path) -> bool {
        true
    }

    /// Reads files that have targets of their own; for languages that K defines, with this definition
    /// and these inputs.
    fn reader(&self, _k: &KProgramArgs) -> Option<Box<dyn Reader>> {
        None
    }

    /// The built-in properties that `--property` may name, with a line about each.
    fn properties(&self) -> Vec<(&'static str, &'static str)> {
        Vec::new()
    }

    /// Checks targets that are named on the command line.
    fn named_targets(&self) -> Option<&dyn NamedTargets> {
        None
    }

    /// The program of others without which nothing of the language can be read.
    fn requirement(&self) -> Option<Requirement> {
        None
    }

    /// Whether arguments of `run` show that a program of this language is meant, apart from the
    /// ending of its file.
    fn runs(&self, _args: &RunArgs) -> bool {
        false
    }

    /// The verb `run`.
    ///
    /// # Errors
    ///
    /// If the input cannot be used.
    fn run(&self, _args: &RunArgs, _publisher: &Publisher) -> Result<RunEnd> {
        bail!(self.cannot("run"))
    }

    /// The verb `solve`.
    ///
    /// # Errors
    ///
    /// If the input cannot be used.
    fn solve(&self, _args: &SolveArgs, _publisher: &Publisher) -> Result<Outcome> {
        bail!(self.cannot("solve"))
    }

    /// The verb `diff`.
    ///
    /// # Errors
    ///
    /// If the input cannot be used.
    fn diff(&self, _args: &DiffArgs, _publisher: &Publisher) -> Result<Outcome> {
        bail!(self.cannot("diff"))
    }

    /// The verb `prove`.
    ///
    /// # Errors
    ///
    /// If the input cannot be used.
    fn prove(&self, _args: &ProveArgs, _publisher: &Publisher) -> Result<Outcome> {
        bail!(self.cannot("prove"))
    }

    /// Runs a finding of another verb than `check` again: whether it still fails, and what is seen. None if the
    /// finding is not of that kind.
    fn replay_answer(
        &self,
        _target: &TargetReport,
        _finding: &Finding,
        _stop: &Interrupt,
    ) -> Option<Result<(bool, String)>> {
        None
    }

    /// Why a verb takes no programs of the language.
    fn cannot(&self, verb: &str) -> String {
        let refusal = self.language().refuses(verb);
        refusal.map_or_else(|| format!("`{verb}` is not there yet"), |refusal| refusal.to_string())
    }
}

/// Reads programs of one call. What several of them share is read once.
pub trait Reader {
    /// Reads the program of a file. That and files that come with the language are added to `files`.
    ///
    /// # Errors
    ///
    /// If there is no program to check.
    fn read(
        &mut self,
        files: &mut Files,
        path: &Path,
        reading: &Reading,
    ) -> Result<Box<dyn SourceProgram>, Unread>;
}

/// A reader for programs that each lie in a file of their own.
pub struct FileReader<P>(pub fn(&mut Files, &File, &Reading) -> Result<P, Unread>);

impl<P: SourceProgram + 'static> Reader for FileReader<P> {
    fn read(
        &mut self,
        files: &mut Files,
        path: &Path,
        reading: &Reading,
    ) -> Result<Box<dyn SourceProgram>, Unread> {
        let file = source_file(files, path)?;
        Ok(Box::new((self.0)(files, &file, reading)?))
    }
}

/// Reads a file of a program.
///
/// # Errors
///
/// If it cannot be read.
pub fn source_file(files: &mut Files, path: &Path) -> Result<File, Unread> {
    let text = read::source_text(path).map_err(Unread::bad)?;
    Ok(files.add(&path.to_string_lossy(), &text))
}

/// Why there is no program.
pub enum Unread {
    /// It does not make sense.
    Faulty(Vec<Diagnostic>),
    /// It cannot be read, or not by itself.
    Refused(Vec<Problem>),
    /// Its compiler was stopped, which says nothing about it; in words.
    Stopped(String),
}

impl Unread {
    /// The input cannot be used, for this reason.
    #[must_use]
    pub fn bad(message: String) -> Unread {
        Unread::Refused(vec![Problem::new(ProblemKind::BadInput, message)])
    }
}

impl From<Vec<Diagnostic>> for Unread {
    fn from(faults: Vec<Diagnostic>) -> Unread {
        Unread::Faulty(faults)
    }
}

/// A program of others that a language needs.
pub struct Requirement {
    /// A short name.
    pub name: &'static str,
    /// What was found, or why nothing was.
    pub found: Result<String>,
    /// What it is for.
    pub purpose: &'static str,
    /// How to get it.
    pub remedy: &'static str,
}
