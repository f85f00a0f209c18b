//! Arguments. The comments here are the help texts that users read.

use std::ops::Deref;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use explore::{Bias, Strategy};
use harness::Engine;
use report::SchemaOf;
use solve_chain::Stage;

use crate::diff::Diff;
use crate::front::registry::Given;
use crate::front::{Facets, Framework, Growing, Histories, Integers, Language};
use crate::proofs::ProofVerb;
use crate::quantity::{self, MaxFindings, Timeout};
use crate::run::Run;
use crate::solve::Solve;
use crate::solver::SolverChoice;
use crate::spec::SpecVerb;
use crate::trace_check::TraceVerb;

/// Finds, confirms and explains executions that break a stated property.
///
/// Exit codes: 0 nothing found, 1 violation, 2 input could not be used, 3 inconclusive, 4 no target
/// matched, 101 a bug in Tracehound, 130 interrupted.
#[derive(Parser, Debug)]
#[command(name = "tracehound", version, max_term_width = 100)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) verb: Verb,
    #[command(flatten)]
    pub(crate) global: Global,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct Global {
    /// When to use colours; NO_COLOR switches them off, too
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: Color,
    /// No progress on standard error
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    /// Counts, solver stages and times in the report
    #[arg(short, long, global = true)]
    pub(crate) verbose: bool,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Color {
    /// On a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Verb {
    /// Explore programs and report what breaks their properties
    Check(Box<Check>),
    /// List the targets in files and folders
    List(List),
    /// Run a finding, or all of a saved report, again, without a solver
    Replay(Replay),
    /// Run a Haskell function on unknown inputs, a program of a language in K, or a Java program
    Run(Box<Run>),
    /// Find programs on which two interpreters differ
    Diff(Box<Diff>),
    /// Find values of unknowns that make equations over programs true
    Solve(Box<Solve>),
    /// Keep a violation as a test in the language of the program
    Test(Box<Test>),
    /// Show, check, compare and sample trace specs
    Spec {
        #[command(subcommand)]
        verb: SpecVerb,
    },
    /// Check properties over recorded events
    Trace {
        #[command(subcommand)]
        verb: TraceVerb,
    },
    /// Show and check proof objects
    Proof {
        #[command(subcommand)]
        verb: ProofVerb,
    },
    /// Say what is there and what is missing on this machine
    Doctor,
    /// Fetch Z3 into the user's cache; nothing else ever downloads anything
    Setup(Setup),
    /// Explain a code such as TOY001, or the id of a finding
    Explain(Explain),
    /// Print completions for a shell
    Completions(Completions),
    /// Print the manual page of the tool or of one of its commands
    Man(Man),
    /// Print the JSON Schema of `--format json`
    Schema(Schema),
}

impl Verb {
    /// Tells a verb that is for several languages which options stand on the command line.
    pub(crate) fn note(&mut self, options: Given) {
        match self {
            Verb::Check(args) => args.given = options,
            Verb::List(args) => args.given = options,
            Verb::Replay(args) => args.given = options,
            Verb::Run(args) => args.given = options,
            Verb::Test(args) => args.given = options,
            // These are for one language, or for none.
            Verb::Diff(_)
            | Verb::Solve(_)
            | Verb::Spec { .. }
            | Verb::Trace { .. }
            | Verb::Proof { .. }
            | Verb::Doctor
            | Verb::Setup(_)
            | Verb::Explain(_)
            | Verb::Completions(_)
            | Verb::Man(_)
            | Verb::Schema(_) => {}
        }
    }

    /// Whether the answer of a verb besides `check`, which has its own way, is for programs.
    pub(crate) fn is_json(&self) -> bool {
        match self {
            Verb::Run(args) => args.is_json(),
            Verb::Diff(args) => args.is_json(),
            Verb::Solve(args) => args.is_json(),
            Verb::Spec { verb } => verb.is_json(),
            Verb::Trace { verb } => verb.is_json(),
            Verb::Proof { verb } => verb.is_json(),
            Verb::Check(_)
            | Verb::List(_)
            | Verb::Replay(_)
            | Verb::Test(_)
            | Verb::Doctor
            | Verb::Setup(_)
            | Verb::Explain(_)
            | Verb::Completions(_)
            | Verb::Man(_)
            | Verb::Schema(_) => false,
        }
    }
}

#[derive(ClapArgs, Debug)]
pub(crate) struct Schema {
    /// The verb whose answers are described
    #[arg(value_name = "VERB", default_value = "check")]
    pub(crate) verb: SchemaVerb,
}

/// The verbs that answer in JSON.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SchemaVerb {
    /// `check`
    Check,
    /// `run`
    Run,
    /// `solve`
    Solve,
    /// `diff`
    Diff,
    /// `trace check`
    TraceCheck,
    /// `spec check`
    SpecCheck,
    /// `spec compare`
    SpecCompare,
    /// `spec sample`
    SpecSample,
    /// `proof check`
    ProofCheck,
}

impl From<SchemaVerb> for SchemaOf {
    fn from(verb: SchemaVerb) -> SchemaOf {
        match verb {
            SchemaVerb::Check => SchemaOf::Check,
            SchemaVerb::Run => SchemaOf::Run,
            SchemaVerb::Solve => SchemaOf::Solve,
            SchemaVerb::Diff => SchemaOf::Diff,
            SchemaVerb::TraceCheck => SchemaOf::TraceCheck,
            SchemaVerb::SpecCheck => SchemaOf::SpecCheck,
            SchemaVerb::SpecCompare => SchemaOf::SpecCompare,
            SchemaVerb::SpecSample => SchemaOf::SpecSample,
            SchemaVerb::ProofCheck => SchemaOf::ProofCheck,
        }
    }
}

/// What to check.
#[derive(ClapArgs, Clone, Debug)]
pub(crate) struct Wanted {
    /// Files, folders, or FILE:name for one target of a file
    #[arg(value_name = "TARGET", required = true)]
    pub(crate) targets: Vec<String>,
    /// The language of the files, instead of by their ending
    #[arg(long, value_name = "LANGUAGE")]
    pub(crate) lang: Option<Language>,
}

/// What code of analysed programs may do. Only the command line says so, no file of a project.
#[derive(ClapArgs, Clone, Copy, Debug, Default)]
pub(crate) struct Trust {
    /// Let a Haskell program run what it wants to run while it is compiled: Template Haskell, quasi
    /// quotes, annotations, plugins, preprocessors. In a sandbox if there is bubblewrap; without
    /// this option such programs are refused
    #[arg(long)]
    pub(crate) allow_native: bool,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct List {
    #[command(flatten)]
    pub(crate) wanted: Wanted,
    #[command(flatten)]
    pub(crate) trust: Trust,
    #[arg(skip)]
    pub(crate) given: Given,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct Replay {
    /// A report of `check --save-run` or `--format json`, or the id of a finding
    #[arg(value_name = "FILE|ID")]
    pub(crate) name: String,
    /// Also run each violation natively, as the test that `test` writes: this runs the program
    #[arg(long)]
    pub(crate) native_replay: bool,
    /// How long one step of a native run may take, such as compiling the test or running it
    #[arg(long, value_name = "TIME", value_parser = quantity::duration, default_value = "60s")]
    pub(crate) native_timeout: Duration,
    #[command(flatten)]
    pub(crate) trust: Trust,
    #[arg(skip)]
    pub(crate) given: Given,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct Setup {
    /// What to fetch
    #[arg(value_name = "WHAT")]
    pub(crate) what: SetupItem,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SetupItem {
    /// The Z3 solver
    Z3,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct Explain {
    /// A code or the id of a finding
    #[arg(value_name = "CODE|ID")]
    pub(crate) code: String,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub(crate) shell: Shell,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct Man {
    /// The command; without one, the page of the whole tool
    #[arg(value_name = "COMMAND")]
    pub(crate) verb: Option<String>,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct Test {
    /// What to keep: FILE or FILE:name for what a check finds there, the ID of a finding that
    /// `check` has reported, or a report that `check --save-run` or `--format json` wrote. Files
    /// and folders after an ID say where to look for it anew
    #[arg(value_name = "ID|TARGET", required = true)]
    pub(crate) targets: Vec<String>,
    /// The language of the files, instead of by their ending
    #[arg(long, value_name = "LANGUAGE")]
    pub(crate) lang: Option<Language>,
    /// Write the test next to the program, instead of printing it
    #[arg(long)]
    pub(crate) write: bool,
    /// The folder for the test, instead of that of the program
    #[arg(long, value_name = "DIR", requires = "write")]
    pub(crate) out: Option<PathBuf>,
    /// Write over a file that differs
    #[arg(long, requires = "write")]
    pub(crate) force: bool,
    /// How the test is run
    #[arg(long, value_name = "NAME", default_value = "plain")]
    pub(crate) framework: Framework,
    #[command(flatten)]
    pub(crate) trust: Trust,
    #[command(flatten)]
    pub(crate) java: Java,
    #[command(flatten)]
    pub(crate) budget: Budget,
    #[command(flatten)]
    pub(crate) search: Search,
    #[command(flatten)]
    pub(crate) solving: Solving,
    #[arg(skip)]
    pub(crate) given: Given,
}

impl Test {
    /// The check that finds what is to be kept.
    pub(crate) fn check(&self, targets: Vec<String>) -> Check {
        Check {
            wanted: Wanted { targets, lang: self.lang },
            trust: self.trust,
            spec: None,
            java: self.java.clone(),
            shown: Shown {
                format: Format::Human,
                reports: Vec::new(),
                proof: None,
                save_run: None,
                max_findings: None,
                allow_vacuous: false,
            },
            budget: self.budget.clone(),
            search: self.search.clone(),
            solving: self.solving.clone(),
            given: self.given.clone(),
        }
    }
}

#[derive(ClapArgs, Debug)]
pub(crate) struct Check {
    #[command(flatten)]
    pub(crate) wanted: Wanted,
    #[command(flatten)]
    pub(crate) trust: Trust,
    /// A trace spec that the events of the programs must obey, besides what the programs state
    /// themselves; one property of it, or all
    #[arg(long, value_name = "FILE.trace[:PROPERTY]")]
    pub(crate) spec: Option<String>,
    #[command(flatten)]
    pub(crate) java: Java,
    #[command(flatten)]
    pub(crate) shown: Shown,
    #[command(flatten)]
    pub(crate) budget: Budget,
    #[command(flatten)]
    pub(crate) search: Search,
    #[command(flatten)]
    pub(crate) solving: Solving,
    #[arg(skip)]
    pub(crate) given: Given,
}

/// What is asked of Java programs.
#[derive(ClapArgs, Clone, Debug, Default)]
#[command(next_help_heading = "Java")]
pub(crate) struct Java {
    /// What must not happen: the name of a built-in property (exceptions, assertions, enumeration,
    /// iterator, reader, socket, writer) or a .mop file; may be repeated. By default
    /// exceptions and assertions. The targets are folders or jars with classes, or sources, and
    /// methods such as 'com.acme.Report#total(arr: int[2], m: int)'
    #[allow(rustdoc::broken_intra_doc_links, reason = "this is help on a terminal, not Markdown")]
    #[arg(long, value_name = "NAME|FILE.mop")]
    pub(crate) property: Vec<String>,
    /// How branches are chosen: all of them, depth first (dfs); all, promising ones first (guide);
    /// only those that events depend on (slice); or only those behind which a new violation may be,
    /// promising ones first (srv)
    #[arg(long, value_name = "MODE", default_value = "srv")]
    pub(crate) mode: SearchMode,
    /// End at the first violation, as `--max-findings 1` does
    #[arg(long)]
    pub(crate) first: bool,
    /// The value of an input in the first run, such as `arr[0]=1`; others are zero
    #[arg(long = "input", value_name = "NAME=NUMBER", value_parser = input_value)]
    pub(crate) inputs: Vec<(String, i64)>,
    /// Write a program and a JUnit 5 test for each violation into this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) tests: Option<PathBuf>,
    /// A folder with sources, for excerpts; those beside and above the classes are found without it
    #[arg(long, value_name = "DIR")]
    pub(crate) sources: Vec<PathBuf>,
    /// Also run each violation on the real Java virtual machine: this runs the program
    #[arg(long)]
    pub(crate) native_replay: bool,
}

/// How branches of Java programs are chosen.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum SearchMode {
    /// All of them, depth first
    Dfs,
    /// All of them, promising ones first
    Guide,
    /// Those that events depend on
    Slice,
    /// Those behind which a new violation may be
    #[default]
    Srv,
}

fn input_value(text: &str) -> Result<(String, i64), String> {
    let (name, number) = text.split_once('=').ok_or("write it like `m=3`")?;
    let number = number.trim().parse().map_err(|_| format!("`{number}` is not a number"))?;
    Ok((name.trim().to_owned(), number))
}

#[derive(ClapArgs, Debug)]
#[command(next_help_heading = "Report")]
pub(crate) struct Shown {
    /// The form of the report on standard output
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub(crate) format: Format,
    /// Also write the report to a file in a form of its own; may be repeated
    #[arg(long = "report", value_name = "FORMAT=FILE", value_parser = report_file)]
    pub(crate) reports: Vec<(Format, PathBuf)>,
    /// Save what `replay` needs as DIR/run.json
    #[arg(long, value_name = "DIR")]
    pub(crate) save_run: Option<PathBuf>,
    /// Write what was decided to FILE, for each target that holds: `proof check` asks another solver
    #[arg(long, value_name = "FILE")]
    pub(crate) proof: Option<PathBuf>,
    /// Stop after N violated paths and report each; `all` reports every one. Without this option,
    /// one is reported for each property of a target. In Java each place where something goes wrong
    /// counts once, whatever the option says
    #[arg(long, value_name = "N|all", value_parser = quantity::max_findings)]
    pub(crate) max_findings: Option<MaxFindings>,
    /// Accept targets of which nothing is checked, because no input satisfies the precondition or no
    /// path ends; without it they make the exit code 3
    #[arg(long)]
    pub(crate) allow_vacuous: bool,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Format {
    /// Excerpts and remarks, for people
    Human,
    /// One line for each message
    Short,
    /// One JSON object; see `tracehound schema`
    Json,
    /// A table with times, queries and paths
    Markdown,
}

fn report_file(text: &str) -> Result<(Format, PathBuf), String> {
    let (format, file) = text.split_once('=').ok_or("write it like `json=report.json`")?;
    if file.is_empty() {
        return Err("the name of the file is missing".to_owned());
    }
    Ok((Format::from_str(format, false)?, PathBuf::from(file)))
}

/// The limits of every call that may take long.
#[derive(ClapArgs, Clone, Debug)]
#[command(next_help_heading = "Budget")]
pub(crate) struct Limits {
    /// Wall-clock time of the whole call, such as 30s or 5m; `none` is no limit
    #[arg(long, value_name = "TIME|none", value_parser = quantity::timeout, default_value = "60s")]
    pub(crate) timeout: Timeout,
    /// Memory of the process, such as 512M or 4G
    #[arg(long, value_name = "SIZE", value_parser = quantity::mebibytes)]
    pub(crate) memory: Option<u64>,
}

impl Limits {
    /// The limits as a meter takes them.
    pub(crate) fn budget(&self) -> explore::Budget {
        let (time, memory_mib) = (self.timeout.time(), self.memory);
        explore::Budget { time, memory_mib, ..explore::Budget::UNLIMITED }
    }
}

#[derive(ClapArgs, Clone, Debug)]
#[command(next_help_heading = "Budget")]
pub(crate) struct Budget {
    #[command(flatten)]
    limits: Limits,
    /// Time in the solvers of all threads together, for each target
    #[arg(long, value_name = "TIME", value_parser = quantity::duration)]
    pub(crate) solver_time: Option<Duration>,
    /// Completed paths of each target
    #[arg(long, value_name = "N")]
    pub(crate) max_paths: Option<u64>,
    /// Splits along one path
    #[arg(long, value_name = "N")]
    pub(crate) max_depth: Option<u64>,
    /// Steps along one path; a million by default
    #[arg(long, value_name = "N")]
    pub(crate) max_steps: Option<u64>,
    /// Take --max-depth and --max-steps as part of the question: what lies beyond them does not
    /// make the answer inconclusive, and the answer names them
    #[arg(long)]
    pub(crate) within_bounds: bool,
}

/// A budget is these limits and more.
impl Deref for Budget {
    type Target = Limits;

    fn deref(&self) -> &Limits {
        &self.limits
    }
}

#[derive(ClapArgs, Clone, Debug)]
#[command(next_help_heading = "Search")]
pub(crate) struct Search {
    /// The path to explore next: the newest, the oldest, any, or the best by its score. By default,
    /// dfs, and priority for `--engine derivative`
    #[arg(long, value_parser = strategy())]
    pub(crate) strategy: Option<Strategy>,
    /// Seed of the random strategy
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Follow paths that the solver cannot decide (verify), or drop them (find-bugs)
    #[arg(long, default_value_t, value_parser = bias())]
    pub(crate) bias: Bias,
    /// Threads; the report is the same for any number
    #[arg(short, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: u16,
    /// How to deal with unknown histories: leave them to the solver (slots), enumerate those that
    /// contracts allow before the call (derivative), or all of them after it (naive); `all` compares.
    /// Programs without histories have only one engine
    #[arg(long, value_name = "ENGINE", default_value = "slots")]
    pub(crate) engine: EngineChoice,
    /// How many library events may have happened before a call. By default 4, and then
    /// more while that costs little: the answer names how many
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=32))]
    pub(crate) history: Option<u8>,
    /// How many library events a call may have; longer calls are not explored. By default
    /// 12, and then more where calls are longer and that costs little
    #[arg(long, value_name = "N")]
    pub(crate) events: Option<u16>,
    /// How calls of functions that have a contract are run; where only a contract allows what went
    /// wrong, the answer is a weak spec. By default both ways in Haskell, and concrete in OCaml
    #[arg(long, value_name = "HOW")]
    pub(crate) facets: Option<Facets>,
    /// How often one branch of an OCaml or Haskell program may be undecided along a path: loops and
    /// recursion over what is not known end there, and the answer names the bound. By default
    /// 8, in Haskell fewer where that many take long, in OCaml more while that costs little
    #[arg(long, value_name = "N")]
    pub(crate) unroll: Option<u32>,
    /// Also consider histories that the libraries could not have produced
    #[arg(long)]
    pub(crate) any_history: bool,
    /// The integers of an OCaml program: 63 bits that wrap around, or numbers without bound. The
    /// answer names the latter
    #[arg(long, value_name = "WHAT", default_value = "machine")]
    pub(crate) int: Integers,
}

impl Search {
    /// What may have happened before a call.
    pub(crate) fn histories(&self, engine: Engine) -> Histories {
        let usual = Histories::default();
        let length = self.history.map_or(usual.length, usize::from);
        let events = self.events.map_or(usual.events, usize::from);
        let (unrolling, any) = (self.unroll.unwrap_or(usual.unrolling), self.any_history);
        Histories { length, events, unrolling, any, engine, integers: self.int, ..usual }
    }

    /// The bounds that the user left open.
    pub(crate) fn growing(&self) -> Growing {
        Growing {
            history: self.history.is_none(),
            events: self.events.is_none(),
            unrolling: self.unroll.is_none(),
        }
    }
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EngineChoice {
    /// Histories are left to the solver
    Slots,
    /// Histories are enumerated before the call as far as contracts allow them
    Derivative,
    /// All histories are enumerated after the call
    Naive,
    /// Each engine in turn, their answers compared
    All,
}

impl EngineChoice {
    /// The engines that are meant.
    pub(crate) fn engines(self) -> &'static [Engine] {
        match self {
            EngineChoice::Slots => &[Engine::Slots],
            EngineChoice::Derivative => &[Engine::Derivative],
            EngineChoice::Naive => &[Engine::Naive],
            EngineChoice::All => &Engine::ALL,
        }
    }
}

/// The names that the engine knows, offered in completions and refused otherwise.
pub(crate) fn strategy() -> impl TypedValueParser<Value = Strategy> {
    PossibleValuesParser::new(Strategy::ALL.map(Strategy::name))
        .map(|name| name.parse().expect("only names of strategies are let through"))
}

fn bias() -> impl TypedValueParser<Value = Bias> {
    PossibleValuesParser::new(Bias::ALL.map(Bias::name))
        .map(|name| name.parse().expect("only names of biases are let through"))
}

#[derive(ClapArgs, Clone, Debug)]
#[command(next_help_heading = "Solver")]
pub(crate) struct Solving {
    /// What decides queries beyond the embedded solver: z3 if present (auto), nothing (core), z3,
    /// cvc5, yices, or the path of a program that reads SMT-LIB
    #[arg(long, value_name = "SOLVER", default_value = "auto")]
    pub(crate) solver: SolverChoice,
    /// Time for one query; 10s by default
    #[arg(long, value_name = "TIME", value_parser = quantity::duration)]
    pub(crate) solver_timeout: Option<Duration>,
    /// Memory of the solver; 4G by default
    #[arg(long, value_name = "SIZE", value_parser = quantity::mebibytes)]
    pub(crate) solver_memory: Option<u64>,
    /// Switch a stage of the solver off: lookup, words, core, reuse, cdcl, slice or cache; may be repeated
    #[arg(long = "no-stage", value_name = "NAME")]
    pub(crate) no_stages: Vec<Stage>,
    /// Ask this solver, too, whatever reaches that one, and compare the answers
    #[arg(long, value_name = "SOLVER")]
    pub(crate) audit: Option<SolverChoice>,
    /// Write the queries that reach that solver to this folder, as SMT-LIB
    #[arg(long, value_name = "DIR")]
    pub(crate) dump_smt: Option<PathBuf>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_arguments_fit_together() {
        Args::command().debug_assert();
    }

    #[test]
    fn report_files_name_their_format() {
        assert_eq!(report_file("json=a=b"), Ok((Format::Json, "a=b".into())));
        assert!(report_file("json").is_err());
        assert!(report_file("json=").is_err());
        assert!(report_file("xml=a").is_err());
    }
}
