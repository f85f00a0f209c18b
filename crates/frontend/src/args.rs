//! Arguments that front ends read. The comments here are the help texts that users read.

mod interp;
mod k;
mod project;
mod queue;
mod run;

use std::ops::Deref;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args as ClapArgs, Parser, ValueEnum};
use explore::{Bias, Strategy};
use harness::Engine;
use report::{ShardText, TargetSaver};
use solve_chain::Stage;

use crate::quantity::{self, MaxFindings, Timeout};
use crate::registry::Given;
use crate::solver::SolverChoice;
use crate::{FacetsChoice, Growing, Histories, Integers, Language, Proving};
pub use interp::{AnswerFormat, DiffArgs, FirstPrograms, InterpSearchArgs, SolveArgs};
pub use k::{DefinitionArgs, KProgramArgs, ProveArgs};
pub use project::{FailOnChoice, ProjectArgs, Shard};
pub use queue::QueueArgs;
pub use run::{ConfigurationForm, KArgs, RunArgs, RunFormat, modern_flag};

/// What to check.
#[derive(ClapArgs, Clone, Debug)]
pub struct WantedArgs {
    /// Files, folders, or FILE:name or FILE:line for one target of a file; without any, the project
    #[arg(value_name = "TARGET")]
    pub targets: Vec<String>,
    /// The language of the files, instead of by their ending
    #[arg(long, value_name = "LANGUAGE")]
    pub lang: Option<Language>,
}

/// What code of analysed programs may do. Only the command line says so, no file of a project.
#[derive(ClapArgs, Clone, Copy, Debug, Default)]
pub struct TrustArgs {
    /// Let a Haskell program run what it wants to run while it is compiled: Template Haskell, quasi
    /// quotes, annotations, plugins, preprocessors. In a sandbox if there is bubblewrap; without
    /// this option such programs are refused
    #[arg(long)]
    pub allow_native: bool,
}

/// Arguments of `replay`.
#[derive(ClapArgs, Debug)]
pub struct ReplayArgs {
    /// A report of `check --save-run` or `--format json`, or the id of a finding
    #[arg(value_name = "FILE|ID")]
    pub name: String,
    /// Also run each violation natively, as the test that `test` writes: this runs the program
    #[arg(long)]
    pub native_replay: bool,
    /// Wall-clock time of the whole call apart from native runs, such as 30s or 5m; `none` is no limit.
    /// What was not replayed by then is not decided
    #[arg(long, value_name = "TIME|none", value_parser = quantity::timeout, default_value = "none")]
    pub timeout: Timeout,
    /// How long one step of a native run may take, such as compiling the test or running it
    #[arg(long, value_name = "TIME", value_parser = quantity::duration, default_value = "60s")]
    pub native_timeout: Duration,
    /// What code of programs may do.
    #[command(flatten)]
    pub trust: TrustArgs,
    /// The options that stand on the command line.
    #[arg(skip)]
    pub given: Given,
}

/// Arguments of `check`.
#[derive(ClapArgs, Clone, Debug)]
pub struct CheckArgs {
    /// What to check.
    #[command(flatten)]
    pub wanted: WantedArgs,
    /// What code of programs may do.
    #[command(flatten)]
    pub trust: TrustArgs,
    /// A trace spec that the events of the programs must obey, besides what the programs state
    /// themselves; one property of it, or all
    #[arg(long, value_name = "FILE.trace[:PROPERTY]")]
    pub spec: Option<String>,
    /// What is asked of Java programs.
    #[command(flatten)]
    pub java: JavaArgs,
    /// What is asked of languages that are defined in K.
    #[command(flatten)]
    pub k: KProgramArgs,
    /// How the report is shown.
    #[command(flatten)]
    pub shown: ShownArgs,
    /// The limits.
    #[command(flatten)]
    pub budget: BudgetArgs,
    /// How paths are looked for.
    #[command(flatten)]
    pub search: SearchArgs,
    /// How queries are decided.
    #[command(flatten)]
    pub solving: SolverArgs,
    /// How the project is taken into account.
    #[command(flatten)]
    pub project: ProjectArgs,
    /// The options that stand on the command line.
    #[arg(skip)]
    pub given: Given,
    /// The shard whose targets alone are checked, if the question is shared with other calls.
    #[arg(skip)]
    pub own_shard: Option<Arc<ShardText>>,
    /// Who gets the report of each target as soon as it is there.
    #[arg(skip)]
    pub saver: Option<TargetSaver>,
}

impl CheckArgs {
    /// Whether this call answers for a target, and no other call does.
    #[must_use]
    pub fn answers_for(&self, file: &str, name: &str) -> bool {
        self.own_shard.as_ref().is_none_or(|shard| shard.has(file, name))
    }

    /// How many violated paths are asked for, if that was said.
    #[must_use]
    pub fn most_findings(&self) -> Option<MaxFindings> {
        match self.search.first {
            true => Some(MaxFindings::AtMost(1)),
            false => self.shown.max_findings,
        }
    }

    /// The limits of one target, with a default for the steps along one path.
    #[must_use]
    pub fn limits(&self, time: Option<Duration>, steps: Option<u64>) -> explore::Budget {
        let given = &self.budget;
        explore::Budget {
            time,
            paths: given.max_paths,
            depth: given.max_depth,
            steps: given.max_steps.or(steps),
            solver_time: given.solver_time,
            memory_mib: given.memory,
            findings: match self.most_findings() {
                Some(MaxFindings::AtMost(number)) => Some(number),
                Some(MaxFindings::All) | None => None,
            },
        }
    }
}

/// What is asked of Java programs.
#[derive(ClapArgs, Clone, Debug, Default)]
#[command(next_help_heading = "Java")]
pub struct JavaArgs {
    /// What must not happen: the name of a built-in property (exceptions, assertions, enumeration,
    /// iterator, reader, socket, writer) or a .mop file; may be repeated. By default
    /// exceptions and assertions. The targets are folders or jars with classes, or sources, and
    /// methods such as 'com.acme.Report#total(arr: int[2], m: int)'
    #[allow(rustdoc::broken_intra_doc_links, reason = "this is help on a terminal, not Markdown")]
    #[arg(long, value_name = "NAME|FILE.mop")]
    pub property: Vec<String>,
    /// How branches are chosen: all of them, depth first (dfs); all, promising ones first (guide);
    /// only those that events depend on (slice); or only those behind which a new violation may be,
    /// promising ones first (srv)
    #[arg(long, value_name = "MODE", default_value = "srv")]
    pub mode: SearchMode,
    /// The value of an input in the first run, such as `arr[0]=1`; others are zero
    #[arg(long = "input", value_name = "NAME=NUMBER", value_parser = input_value)]
    pub inputs: Vec<(String, i64)>,
    /// Write a program and a JUnit 5 test for each violation into this folder
    #[arg(long, value_name = "DIR")]
    pub tests: Option<PathBuf>,
    /// A folder with sources, for excerpts; those beside and above the classes are found without it
    #[arg(long, value_name = "DIR")]
    pub sources: Vec<PathBuf>,
    /// Also run each violation on the real Java virtual machine: this runs the program
    #[arg(long)]
    pub native_replay: bool,
}

/// How branches of Java programs are chosen.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SearchMode {
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

/// How a report is shown.
#[derive(ClapArgs, Clone, Debug)]
#[command(next_help_heading = "Report")]
pub struct ShownArgs {
    /// The form of the report on standard output
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub format: Format,
    /// Files that it is written to.
    #[command(flatten)]
    pub files: ReportFileArgs,
    /// Save what `replay` needs as DIR/run.json
    #[arg(long, value_name = "DIR")]
    pub save_run: Option<PathBuf>,
    /// Write what was decided to FILE, for each target that holds: `proof check` asks another solver
    #[arg(long, value_name = "FILE")]
    pub proof: Option<PathBuf>,
    /// Stop after N violated paths and report each; `all` reports every one. Without this option,
    /// one is reported for each property of a target. In Java each place where something goes wrong
    /// counts once, whatever the option says
    #[arg(long, value_name = "N|all", value_parser = quantity::max_findings)]
    pub max_findings: Option<MaxFindings>,
    /// Accept targets of which nothing is checked, because no input satisfies the precondition or no
    /// path ends; without it they make the exit code 3
    #[arg(long)]
    pub allow_vacuous: bool,
}

/// The files that a report is written to.
#[derive(ClapArgs, Clone, Debug, Default)]
pub struct ReportFileArgs {
    /// Also write the report to a file in a form of its own; may be repeated
    #[arg(long = "report", value_name = "FORMAT=FILE", value_parser = report_file)]
    pub reports: Vec<(Format, PathBuf)>,
    /// The forms in which another call shows what this one finds out.
    #[arg(skip)]
    pub shown_elsewhere: Vec<Format>,
}

impl Deref for ShownArgs {
    type Target = ReportFileArgs;

    fn deref(&self) -> &ReportFileArgs {
        &self.files
    }
}

impl ShownArgs {
    /// Whether the paths of runs are shown, which costs more than answers do.
    #[must_use]
    pub fn wants_exploration(&self) -> bool {
        self.formats().any(|format| matches!(format, Format::Html | Format::Lcov))
    }

    /// All forms in which the report is shown, by this call or by another one.
    pub fn formats(&self) -> impl Iterator<Item = Format> {
        let elsewhere = self.shown_elsewhere.iter().copied();
        self.reports.iter().map(|(format, _)| *format).chain([self.format]).chain(elsewhere)
    }
}

/// The form of a report.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Excerpts and remarks, for people
    Human,
    /// One line for each message
    Short,
    /// One JSON object; see `tracehound schema`
    Json,
    /// A table with times, queries and paths
    Markdown,
    /// JSON Lines: one object for each thing as soon as it is known
    Jsonl,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// JUnit XML, for CI systems
    Junit,
    /// Annotations of a GitHub workflow, and the summary of its step
    Github,
    /// One page for a browser: the findings with pictures
    Html,
    /// The lines that paths reached, for tools that show coverage
    Lcov,
}

impl Format {
    /// Whether programs read it: they get it from calls that come to nothing, too.
    #[must_use]
    pub fn is_for_programs(self) -> bool {
        match self {
            Format::Json
            | Format::Jsonl
            | Format::Sarif
            | Format::Junit
            | Format::Github
            | Format::Html
            | Format::Lcov => true,
            Format::Human | Format::Short | Format::Markdown => false,
        }
    }
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
pub struct LimitArgs {
    /// Wall-clock time of the whole call, such as 30s or 5m; `none` is no limit
    #[arg(long, value_name = "TIME|none", value_parser = quantity::timeout, default_value = "60s")]
    pub timeout: Timeout,
    /// Memory of the process, such as 512M or 4G
    #[arg(long, value_name = "SIZE", value_parser = quantity::mebibytes)]
    pub memory: Option<u64>,
}

impl LimitArgs {
    /// The limits as a meter takes them.
    pub fn budget(&self) -> explore::Budget {
        let (time, memory_mib) = (self.timeout.time(), self.memory);
        explore::Budget { time, memory_mib, ..explore::Budget::UNLIMITED }
    }
}

/// All limits of a search.
#[derive(ClapArgs, Clone, Debug)]
#[command(next_help_heading = "Budget")]
pub struct BudgetArgs {
    #[command(flatten)]
    limits: LimitArgs,
    /// Time in the solvers of all threads together, for each target
    #[arg(long, value_name = "TIME", value_parser = quantity::duration)]
    pub solver_time: Option<Duration>,
    /// Completed paths of each target
    #[arg(long, value_name = "N")]
    pub max_paths: Option<u64>,
    /// Splits along one path
    #[arg(long, value_name = "N")]
    pub max_depth: Option<u64>,
    /// Steps along one path; a million by default
    #[arg(long, value_name = "N")]
    pub max_steps: Option<u64>,
    /// Take --max-depth and --max-steps as part of the question: what lies beyond them does not
    /// make the answer inconclusive, and the answer names them
    #[arg(long)]
    pub within_bounds: bool,
}

/// A budget is these limits and more.
impl Deref for BudgetArgs {
    type Target = LimitArgs;

    fn deref(&self) -> &LimitArgs {
        &self.limits
    }
}

/// How paths are looked for.
#[derive(ClapArgs, Clone, Debug)]
#[command(next_help_heading = "Search")]
pub struct SearchArgs {
    /// The path to explore next: the newest, the oldest, any, or the best by its score. By default,
    /// dfs; bfs in K; priority for interpreters and for `--engine derivative`
    #[arg(long, value_parser = strategy())]
    pub strategy: Option<Strategy>,
    /// Seed of the random strategy
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Follow paths that the solver cannot decide (verify), or drop them (find-bugs)
    #[arg(long, default_value_t, value_parser = bias())]
    pub bias: Bias,
    /// Threads; the report is the same for any number
    #[arg(short, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: u16,
    /// End at the first violation, as `--max-findings 1` does
    #[arg(long)]
    pub first: bool,
    /// How to deal with unknown histories: leave them to the solver (slots), enumerate those that
    /// contracts allow before the call (derivative), or all of them after it (naive); `all` compares.
    /// Programs without histories have only one engine
    #[arg(long, value_name = "ENGINE", default_value = "slots")]
    pub engine: EngineChoice,
    /// How many library events may have happened before a call. By default 4, and then
    /// more while that costs little: the answer names how many
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=32))]
    pub history: Option<u8>,
    /// How many library events a call may have; longer calls are not explored. By default
    /// 12, and then more where calls are longer and that costs little
    #[arg(long, value_name = "N")]
    pub events: Option<u16>,
    /// How calls of functions that have a contract are run; where only a contract allows what went
    /// wrong, the answer is a weak spec. By default both ways in Haskell, and concrete in OCaml
    #[arg(long, value_name = "HOW")]
    pub facets: Option<FacetsChoice>,
    /// How often one branch of an OCaml or Haskell program may be undecided along a path: loops and
    /// recursion over what is not known end there, and the answer names the bound. By default
    /// 8, in Haskell fewer where that many take long, in OCaml more while that costs little
    #[arg(long, value_name = "N")]
    pub unroll: Option<u32>,
    /// Follow every path to its end, also where nothing can be violated any more
    #[arg(long)]
    pub no_prune: bool,
    /// Look for a proof first, for which there is no bound, and say why where there is none. Without it,
    /// one is looked for while that costs little
    #[arg(long)]
    pub prove: bool,
    /// Do not look for proofs
    #[arg(long, conflicts_with = "prove")]
    pub no_prove: bool,
    /// Also consider histories that the libraries could not have produced
    #[arg(long)]
    pub any_history: bool,
    /// The integers of an OCaml program: 63 bits that wrap around, or numbers without bound. The
    /// answer names the latter
    #[arg(long, value_name = "WHAT", default_value = "machine")]
    pub int: Integers,
}

/// The options of a search that nothing was said of.
#[derive(Parser, Debug)]
struct UsualSearch {
    #[command(flatten)]
    search: SearchArgs,
}

impl SearchArgs {
    /// The options that a search has by default.
    #[must_use]
    pub fn usual() -> SearchArgs {
        UsualSearch::parse_from(["search"]).search
    }

    /// What may have happened before a call.
    pub fn histories(&self, engine: Engine) -> Histories {
        let usual = Histories::default();
        let length = self.history.map_or(usual.length, usize::from);
        let events = self.events.map_or(usual.events, usize::from);
        let (unrolling, any) = (self.unroll.unwrap_or(usual.unrolling), self.any_history);
        Histories { length, events, unrolling, any, engine, integers: self.int, ..usual }
    }

    /// How hard to look for proofs.
    #[must_use]
    pub fn proving(&self) -> Proving {
        match (self.prove, self.no_prove) {
            (true, _) => Proving::Fully,
            (false, true) => Proving::Never,
            (false, false) => Proving::Briefly,
        }
    }

    /// The bounds that the user left open.
    pub fn growing(&self) -> Growing {
        Growing {
            history: self.history.is_none(),
            events: self.events.is_none(),
            unrolling: self.unroll.is_none(),
        }
    }
}

/// How unknown histories are dealt with.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum EngineChoice {
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
    pub fn engines(self) -> &'static [Engine] {
        match self {
            EngineChoice::Slots => &[Engine::Slots],
            EngineChoice::Derivative => &[Engine::Derivative],
            EngineChoice::Naive => &[Engine::Naive],
            EngineChoice::All => &Engine::ALL,
        }
    }
}

/// The names that the engine knows, offered in completions and refused otherwise.
pub fn strategy() -> impl TypedValueParser<Value = Strategy> {
    PossibleValuesParser::new(Strategy::ALL.map(Strategy::name))
        .map(|name| name.parse().expect("only names of strategies are let through"))
}

fn bias() -> impl TypedValueParser<Value = Bias> {
    PossibleValuesParser::new(Bias::ALL.map(Bias::name))
        .map(|name| name.parse().expect("only names of biases are let through"))
}

/// How queries are decided.
#[derive(ClapArgs, Clone, Debug)]
#[command(next_help_heading = "Solver")]
pub struct SolverArgs {
    /// What decides queries beyond the embedded solver: z3 if present (auto), nothing (core), z3,
    /// cvc5, yices, or the path of a program that reads SMT-LIB
    #[arg(long, value_name = "SOLVER", default_value = "auto")]
    pub solver: SolverChoice,
    /// Time for one query; 10s by default
    #[arg(long, value_name = "TIME", value_parser = quantity::duration)]
    pub solver_timeout: Option<Duration>,
    /// Memory of the solver; 4G by default
    #[arg(long, value_name = "SIZE", value_parser = quantity::mebibytes)]
    pub solver_memory: Option<u64>,
    /// The library of Z3 to load, such as a newer one than the system's
    #[arg(long, value_name = "PATH")]
    pub z3: Option<PathBuf>,
    /// Switch a stage of the solver off: lookup, words, core, reuse, cdcl, slice, cache, guess or bits; may
    /// be repeated
    #[arg(long = "no-stage", value_name = "NAME")]
    pub no_stages: Vec<Stage>,
    /// Ask this solver, too, whatever reaches that one, and compare the answers
    #[arg(long, value_name = "SOLVER")]
    pub audit: Option<SolverChoice>,
    /// Write the queries that reach that solver to this folder, as SMT-LIB
    #[arg(long, value_name = "DIR")]
    pub dump_smt: Option<PathBuf>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn report_files_name_their_format() {
        assert_eq!(report_file("json=a=b"), Ok((Format::Json, "a=b".into())));
        assert!(report_file("json").is_err());
        assert!(report_file("json=").is_err());
        assert!(report_file("xml=a").is_err());
    }
}
