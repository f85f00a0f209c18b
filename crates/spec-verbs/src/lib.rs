//! The verb `spec`: questions about trace specs alone, without a program.

mod check;
mod compare;
mod generate;
mod learn;
mod load;
mod sample;
mod show;

use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, Subcommand, ValueEnum};
use frontend::args::{AnswerArgs, Format, LimitArgs, SolverArgs, formats};
use frontend::{Publisher, SolverFactory};
use host::limits::{LimitGuard, sentence};
use host::{Terminal, project};
use report::{AskedTarget, LimitText, Outcome};
use solve::{Solver, Theory};

pub use load::LoadedSpec;

/// The questions.
#[derive(Subcommand, Debug)]
pub enum SpecVerb {
    /// Show properties as formulas, regular expressions, automata or pictures
    Show(SpecShow),
    /// Look for properties that say nothing, parts that change nothing, and unused declarations
    Check(SpecCheck),
    /// Say whether two specs mean the same, with a shortest trace on which they differ
    Compare(SpecCompare),
    /// Show traces that have a property and traces that lack it
    Sample(SpecSample),
    /// Propose properties that logs have
    Learn(SpecLearn),
    /// Write a monitor of a property as source code
    Generate(SpecGenerate),
}

/// How a property is shown.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum SpecForm {
    /// A formula, predicates expanded
    Formula,
    /// A formula as textbooks and other tools have it, over propositions
    Ltlf,
    /// A regular expression
    Regex,
    /// A table of states and transitions
    Automaton,
    /// A picture
    Svg,
    /// A picture for Graphviz
    Dot,
    /// A picture for Mermaid
    Mermaid,
}

/// What is shown, and how.
#[derive(Args, Debug)]
pub struct SpecShow {
    /// The spec
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The form; pictures show one property
    #[arg(long = "as", value_name = "FORM", default_value = "formula")]
    form: SpecForm,
    /// This property alone
    #[arg(long, value_name = "NAME")]
    property: Option<String>,
    /// Write to a file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    solving: SolverArgs,
}

/// What is checked.
#[derive(Args, Debug)]
pub struct SpecCheck {
    /// The spec
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    shown: AnswerArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    solving: SolverArgs,
}

/// What is compared.
#[derive(Args, Debug)]
pub struct SpecCompare {
    /// The first spec
    #[arg(value_name = "FIRST")]
    first: PathBuf,
    /// The second spec; may be the same file
    #[arg(value_name = "SECOND")]
    second: PathBuf,
    /// Compare this property of both, or NAME=OTHER for two names; without this option, all that
    /// have the same name in both
    #[arg(long, value_name = "NAME")]
    property: Option<String>,
    /// Search no further than traces of this many events
    #[arg(long, value_name = "N")]
    max_length: Option<usize>,
    #[command(flatten)]
    shown: AnswerArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    solving: SolverArgs,
}

/// Which traces are shown.
#[derive(Args, Debug)]
pub struct SpecSample {
    /// The spec
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// How many traces of each kind
    #[arg(short = 'n', value_name = "N", default_value_t = 5)]
    count: usize,
    /// Another seed gives other traces
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// This property alone
    #[arg(long, value_name = "NAME")]
    property: Option<String>,
    /// The form of the answer
    #[arg(long, value_name = "FORMAT", default_value = "human", value_parser = formats(&Format::OF_DATA))]
    format: Format,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    solving: SolverArgs,
}

/// The language of a monitor.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum MonitorLanguage {
    /// A class
    Java,
    /// A module
    Ocaml,
    /// A class
    Python,
    /// A struct
    Rust,
}

/// What is written as code.
#[derive(Args, Debug)]
pub struct SpecGenerate {
    /// The spec
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The language
    #[arg(long, value_name = "LANGUAGE")]
    language: MonitorLanguage,
    /// This property
    #[arg(long, value_name = "NAME")]
    property: Option<String>,
    /// Write to a file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    solving: SolverArgs,
}

/// What is learnt from.
#[derive(Args, Debug)]
pub struct SpecLearn {
    /// Logs that are as they should be: one JSON object to a line
    #[arg(value_name = "LOG", required = true)]
    good: Vec<PathBuf>,
    /// A log that is not; what it breaks comes first
    #[arg(long, value_name = "LOG")]
    bad: Vec<PathBuf>,
    /// Write to a file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The form of the answer
    #[arg(long, value_name = "FORMAT", default_value = "human", value_parser = formats(&Format::OF_DATA))]
    format: Format,
    #[command(flatten)]
    limits: LimitArgs,
}

impl SpecVerb {
    /// How the answer is shown; none where it is a picture or code.
    #[must_use]
    pub fn shown(&self) -> Option<AnswerArgs> {
        match self {
            SpecVerb::Show(_) | SpecVerb::Generate(_) => None,
            SpecVerb::Check(args) => Some(args.shown.clone()),
            SpecVerb::Compare(args) => Some(args.shown.clone()),
            SpecVerb::Sample(args) => Some(plain(args.format)),
            SpecVerb::Learn(args) => Some(plain(args.format)),
        }
    }
}

/// An answer that goes to no files.
fn plain(format: Format) -> AnswerArgs {
    AnswerArgs { format, reports: Vec::new() }
}

/// What is asked of a spec.
fn asked(name: &str) -> AskedTarget {
    AskedTarget {
        file: name.to_owned(),
        path: project::path_in_project(name),
        name: "spec".to_owned(),
        language: "spec".to_owned(),
        ..AskedTarget::default()
    }
}

/// Answers a question.
///
/// # Errors
///
/// If a file cannot be used, or the answer cannot be written.
pub fn spec(verb: &SpecVerb, terminal: &Publisher) -> Result<Outcome> {
    match verb {
        SpecVerb::Show(args) => show::show(args, terminal),
        SpecVerb::Check(args) => check::check(args, terminal),
        SpecVerb::Compare(args) => compare::compare(args, terminal),
        SpecVerb::Sample(args) => sample::sample(args, terminal),
        SpecVerb::Learn(args) => learn::learn(args, terminal),
        SpecVerb::Generate(args) => generate::generate(args, terminal),
    }
}

/// The solver that the options ask for. It stops when a limit of the call is met.
///
/// # Errors
///
/// If there is no such solver.
pub fn solver(args: &SolverArgs, theory: &Theory, guard: &LimitGuard) -> Result<Box<dyn Solver>> {
    Ok(SolverFactory::new(args)?.make(theory, &guard.stop()))
}

/// Tells which limit was met, if one was, on standard error: the answer goes to standard output.
pub fn tell_limit(guard: &LimitGuard, terminal: &Terminal) {
    if let Some(limit) = guard.met() {
        terminal.complain(&format!("warning: the answer is incomplete: {}", sentence(limit)));
    }
}

/// The limit that was met, if one was, for programs.
#[must_use]
pub fn met_limit(guard: &LimitGuard) -> Option<LimitText> {
    guard.met().map(report::limit_text)
}
