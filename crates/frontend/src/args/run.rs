//! Arguments of `run`.

use std::ffi::OsString;
use std::ops::Deref;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use explore::Strategy;

use super::{
    BudgetArgs, CheckArgs, Format, JavaArgs, KProgramArgs, ProjectArgs, SearchArgs, ShownArgs,
    SolverArgs, TrustArgs, WantedArgs, strategy,
};
use crate::quantity::MaxFindings;
use crate::registry::Given;
use crate::{Integers, Language};

/// Arguments of `run`.
#[derive(Args, Debug)]
pub struct RunArgs {
    /// A Haskell file; with --def a program of the language that it defines, unless -cPGM gives its text or
    /// the configuration asks for none; Java classes
    #[arg(value_name = "FILE", required_unless_present = "def")]
    pub file: Option<PathBuf>,
    /// The function of a Haskell file, or the class of a Java program
    #[arg(value_name = "FUNCTION", required_unless_present = "def", conflicts_with = "def")]
    pub function: Option<String>,
    /// The arguments of a Java program: `run classes/ com.acme.Main -- one two`
    #[arg(last = true, value_name = "ARGUMENT")]
    pub arguments: Vec<String>,
    /// How many paths
    #[arg(short = 'n', value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..))]
    pub count: u64,
    /// Only inputs for which this function returns True; it takes the same arguments
    #[arg(long, value_name = "FUNCTION")]
    pub assume: Option<String>,
    /// This function must return True for the arguments and the result
    #[arg(long, value_name = "FUNCTION")]
    pub assert: Option<String>,
    /// The result is to be True: counterexamples of a property
    #[arg(long, conflicts_with = "assert")]
    pub returns_true: bool,
    /// Only inputs on which this function is called
    #[arg(long, value_name = "FUNCTION", conflicts_with_all = ["assert", "returns_true"])]
    pub reaches: Option<String>,
    /// The type `Int` where something must hold or be reached: 64 bits that wrap around, or
    /// numbers without bound. The answer names the latter
    #[arg(long, value_name = "WHAT", default_value = "machine")]
    pub int: Integers,
    /// The form of the answers
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub format: RunFormat,
    /// The path to explore next
    #[arg(long, value_parser = strategy(), default_value = "bfs")]
    pub strategy: Strategy,
    /// Threads; the answers are the same for any number
    #[arg(short, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: u16,
    /// What code of programs may do.
    #[command(flatten)]
    pub trust: TrustArgs,
    /// What is asked of languages that are defined in K.
    #[command(flatten)]
    pub k: KArgs,
    /// The limits.
    #[command(flatten)]
    pub budget: BudgetArgs,
    /// How queries are decided.
    #[command(flatten)]
    pub solving: SolverArgs,
    /// The options that stand on the command line.
    #[arg(skip)]
    pub given: Given,
}

/// The form of what `run` answers.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum RunFormat {
    /// What the paths come to, for people
    Human,
    /// One line for each path
    Short,
    /// One JSON object
    Json,
}

/// How the configurations of languages that are defined in K are printed.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ConfigurationForm {
    /// As krun prints them
    Pretty,
    /// The same: a text in the syntax of the definition
    Program,
    /// Labels with their arguments
    Kast,
    /// The same as JSON
    Json,
    /// What the back ends of K read
    Kore,
    /// Not at all
    None,
}

/// What is asked of programs in languages that are defined in K, beside the question of `check`.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Languages defined in K")]
pub struct KArgs {
    /// The program and its inputs.
    #[command(flatten)]
    pub program: KProgramArgs,
    /// The same as --search, and show all configurations that are reached
    #[arg(long)]
    pub search_all: bool,
    /// The same as --search-all without the configuration at the start
    #[arg(long, conflicts_with = "search_all")]
    pub search_one_or_more_steps: bool,
    /// Show the configurations that one step leads to
    #[arg(long, conflicts_with_all = ["search_all", "search_one_or_more_steps"])]
    pub search_one_step: bool,
    /// Run until more than one step is possible, and show the configuration there
    #[arg(long, conflicts_with_all = ["search", "search_all", "pattern", "ltl", "tests"])]
    pub execute_to_branch: bool,
    /// How configurations are printed: as krun prints them, in a form for other tools, or not at all
    #[arg(short, long, value_name = "MODE", default_value = "pretty")]
    pub output: ConfigurationForm,
    /// With --search: go through all orders of steps, also where threads do not touch each other's
    /// cells and the final configurations are the same
    #[arg(long)]
    pub no_reduction: bool,
    /// Show only configurations that match: cells, perhaps with `requires` and a condition
    #[arg(long, value_name = "PATTERN")]
    pub pattern: Option<String>,
    /// Stop after N solutions, as `-n` does
    #[arg(long, value_name = "N")]
    pub bound: Option<u64>,
    /// Show all rules that led to a solution, with their places
    #[arg(long)]
    pub show_path: bool,
    /// Say why this rule did not apply at the end: its label, FILE:LINE of its place, or its number
    #[arg(long, value_name = "RULE")]
    pub why_not: Option<String>,
    /// Go through the run step by step: commands come from standard input, `help` lists them
    #[arg(long, conflicts_with_all = ["search", "search_all", "pattern", "ltl", "tests"])]
    pub step: bool,
    /// Keep the inputs of each path, with what the program makes of them, as files in this folder
    #[arg(long, value_name = "DIR", conflicts_with_all = ["search", "search_all", "ltl"])]
    pub tests: Option<PathBuf>,
    /// Print the definition as symbolic execution understands it, and run nothing
    #[arg(long, requires = "def")]
    pub show_symbolic: bool,
    /// A property of all runs, in linear temporal logic over labels and conditions on variables
    #[arg(long, value_name = "FORMULA")]
    pub ltl: Option<String>,
    /// A trace spec for the events of the program (labels of rules and output): the same as
    /// `check PROGRAM --def DEF.k --spec FILE.trace`; with --search in any order of rules
    #[arg(
        long,
        value_name = "FILE.trace[:PROPERTY]",
        conflicts_with_all = ["search_all", "pattern", "ltl", "step", "tests", "show_path", "why_not"]
    )]
    pub spec: Option<String>,
}

impl KArgs {
    /// Whether all orders of steps are explored.
    #[must_use]
    pub fn explores_all(&self) -> bool {
        self.search || self.search_all || self.search_one_or_more_steps || self.search_one_step
    }
}

/// What is asked of a program is asked of the program with its inputs.
impl Deref for KArgs {
    type Target = KProgramArgs;

    fn deref(&self) -> &KProgramArgs {
        &self.program
    }
}

impl RunArgs {
    /// Whether the answer is for programs.
    #[must_use]
    pub fn is_json(&self) -> bool {
        self.format == RunFormat::Json
    }

    /// The call of `check` that asks the same of a program in a language that K defines.
    #[must_use]
    pub fn as_check(&self) -> CheckArgs {
        let file = self.file().to_string_lossy().into_owned();
        let format = match self.format {
            RunFormat::Human => Format::Human,
            RunFormat::Short => Format::Short,
            RunFormat::Json => Format::Json,
        };
        let count = self.k.bound.or(self.given_count());
        CheckArgs {
            wanted: WantedArgs { targets: vec![file], lang: Some(Language::K) },
            trust: self.trust,
            spec: self.k.spec.clone(),
            java: JavaArgs::default(),
            k: self.k.program.clone(),
            shown: ShownArgs {
                format,
                files: super::ReportFileArgs::default(),
                save_run: None,
                proof: None,
                max_findings: count.map(MaxFindings::AtMost),
                allow_vacuous: false,
            },
            budget: self.budget.clone(),
            search: SearchArgs {
                strategy: Some(self.strategy),
                jobs: self.jobs,
                ..SearchArgs::usual()
            },
            solving: self.solving.clone(),
            project: ProjectArgs::default(),
            given: self.given.clone(),
            own_shard: None,
            saver: None,
        }
    }

    /// How many paths were asked for, if that was said.
    #[must_use]
    pub fn given_count(&self) -> Option<u64> {
        self.given.has("count").then_some(self.count)
    }

    /// The file of the function.
    #[must_use]
    pub fn file(&self) -> &Path {
        self.file.as_deref().expect("required without --show-symbolic, which needs --def")
    }

    /// The function that was asked for.
    #[must_use]
    pub fn function(&self) -> &str {
        self.function.as_deref().expect("required without --def")
    }
}

/// Flags that K has written with one dash.
const OLD_FLAGS: [(&str, &str); 6] = [
    ("-search", "--search"),
    ("-search-all", "--search-all"),
    ("-pattern", "--pattern"),
    ("-ltlmc", "--ltl"),
    ("-bound", "--bound"),
    ("-depth", "--depth"),
];

/// An argument with the flags of older versions of K as they are written today.
#[must_use]
pub fn modern_flag(argument: OsString) -> OsString {
    let Some(text) = argument.to_str() else { return argument };
    let (flag, value) = text.split_once('=').map_or((text, None), |(flag, v)| (flag, Some(v)));
    match (OLD_FLAGS.iter().find(|(old, _)| *old == flag), value) {
        (None, _) => argument,
        (Some((_, modern)), None) => OsString::from(modern),
        (Some((_, modern)), Some(value)) => OsString::from(format!("{modern}={value}")),
    }
}
