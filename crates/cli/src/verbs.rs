//! The command line as a whole: its verbs, and the arguments of those that are for no language. The
//! comments here are the help texts that users read.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use frontend::args::{
    AnswerArgs, BudgetArgs, CheckArgs, DefinitionArgs, DiffArgs, Format, JavaArgs, KProgramArgs,
    ProjectArgs, ProveArgs, ReplayArgs, ReportFileArgs, RunArgs, SearchArgs, ShownArgs, SolveArgs,
    SolverArgs, TrustArgs, WantedArgs, formats,
};
use frontend::registry::Given;
use frontend::{Language, TestFramework};
use host::Color;
use project_state::{Init, MergeArgs, SplitArgs};
use queue::{QueueVerb, WorkerArgs};
use report::SchemaOf;
use spec_verbs::SpecVerb;

use crate::baseline::BaselineVerb;
use crate::proofs::ProofVerb;
use crate::trace_check::TraceVerb;
use crate::view::View;

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

#[derive(Subcommand, Debug)]
pub(crate) enum Verb {
    /// Explore programs and report what breaks their properties
    Check(Box<CheckArgs>),
    /// List the targets in files and folders
    List(List),
    /// Write tracehound.toml for the project in this folder, by what is in it
    Init(Init),
    /// Write down the findings of a project as known, or compare with what is written down
    Baseline {
        #[command(subcommand)]
        verb: BaselineVerb,
    },
    /// Run a finding, or all of a saved report, again, without a solver
    Replay(ReplayArgs),
    /// Run a Haskell function on unknown inputs, a program of a language in K, or a Java program
    Run(Box<RunArgs>),
    /// Prove the claims of a file about a language in K
    Prove(Box<ProveArgs>),
    /// Divide what a check asks into shards, which as many machines answer by `check --from`
    Split(SplitArgs),
    /// Put the reports of shards together
    Merge(MergeArgs),
    /// Answer what others ask with `check --queue`, until Ctrl-C
    Worker(WorkerArgs),
    /// Show who is at a queue and how far they have come
    Queue {
        #[command(subcommand)]
        verb: QueueVerb,
    },
    /// Find programs on which two interpreters differ
    Diff(Box<DiffArgs>),
    /// Find values of unknowns that make equations over programs true
    Solve(Box<SolveArgs>),
    /// Keep a violation as a test in the language of the program
    Test(Box<Test>),
    /// Show a finding as a page for a browser, or one picture of it
    View(Box<View>),
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
    /// Check again whenever files change
    Watch(Watch),
    /// Serve an editor: diagnostics, lenses, hovers and actions, by the Language Server Protocol
    Lsp(Lsp),
    /// Serve a coding agent, by the Model Context Protocol
    Mcp(Mcp),
    /// Say what is there and what is missing on this machine
    Doctor(Doctor),
    /// Fetch Z3 into the user's cache; nothing else ever downloads anything
    Setup(Setup),
    /// Explain a code such as TOY001, or the id of a finding
    Explain(Explain),
    /// Print completions for a shell
    Completions(Completions),
    /// Print the manual page of the tool or of one of its commands
    Man(Man),
    /// Print the JSON Schema of `--format json`, or of tracehound.toml
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
            Verb::View(args) => args.given = options,
            // These are for one language, or for none.
            Verb::Prove(_)
            | Verb::Diff(_)
            | Verb::Solve(_)
            | Verb::Spec { .. }
            | Verb::Trace { .. }
            | Verb::Proof { .. }
            | Verb::Split(_)
            | Verb::Merge(_)
            | Verb::Worker(_)
            | Verb::Queue { .. }
            | Verb::Watch(_)
            | Verb::Lsp(_)
            | Verb::Mcp(_)
            | Verb::Init(_)
            | Verb::Baseline { .. }
            | Verb::Doctor(_)
            | Verb::Setup(_)
            | Verb::Explain(_)
            | Verb::Completions(_)
            | Verb::Man(_)
            | Verb::Schema(_) => {}
        }
    }

    /// How the answer of a verb is shown besides `check`, which has its own way; none if it is for people alone.
    pub(crate) fn shown(&self) -> Option<AnswerArgs> {
        match self {
            Verb::List(args) => Some(AnswerArgs { format: args.format, reports: Vec::new() }),
            Verb::Run(args) => Some(args.shown.clone()),
            Verb::Prove(args) => Some(args.shown.clone()),
            Verb::Diff(args) => Some(args.shown.clone()),
            Verb::Solve(args) => Some(args.shown.clone()),
            Verb::Replay(args) => Some(args.shown.clone()),
            Verb::Spec { verb } => verb.shown(),
            Verb::Trace { verb } => Some(verb.shown()),
            Verb::Proof { verb } => verb.shown(),
            Verb::Check(_)
            | Verb::Init(_)
            | Verb::Baseline { .. }
            | Verb::Split(_)
            | Verb::Merge(_)
            | Verb::Worker(_)
            | Verb::Queue { .. }
            | Verb::Test(_)
            | Verb::View(_)
            | Verb::Watch(_)
            | Verb::Lsp(_)
            | Verb::Mcp(_)
            | Verb::Doctor(_)
            | Verb::Setup(_)
            | Verb::Explain(_)
            | Verb::Completions(_)
            | Verb::Man(_)
            | Verb::Schema(_) => None,
        }
    }
}

#[derive(ClapArgs, Debug)]
pub(crate) struct Watch {
    /// Files and folders; without any, the working folder
    #[arg(value_name = "TARGET", default_value = ".")]
    pub(crate) targets: Vec<String>,
    /// Further arguments of `check`, such as `-- --timeout 10s`
    #[arg(last = true, value_name = "ARGUMENT", allow_hyphen_values = true)]
    pub(crate) arguments: Vec<String>,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct Lsp {
    /// Talk on standard input and output, which is the only way; many editors ask for it
    #[arg(long)]
    pub(crate) stdio: bool,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct Mcp {
    /// The folder that the agent may ask about
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) root: PathBuf,
    /// Let the agent write tests into that folder; otherwise it can only read
    #[arg(long)]
    pub(crate) allow_write: bool,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct Doctor {
    /// The library of Z3 to try
    #[arg(long, value_name = "PATH")]
    pub(crate) z3: Option<PathBuf>,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct Schema {
    /// The verb whose answers are described; `config` is tracehound.toml
    #[arg(value_name = "VERB", default_value = "check")]
    pub(crate) verb: SchemaVerb,
}

/// The verbs that answer in JSON.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SchemaVerb {
    /// `check`
    Check,
    /// `list`
    List,
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
    /// `prove`
    Prove,
    /// `spec learn`
    SpecLearn,
    /// `proof check`
    ProofCheck,
    /// `replay`
    Replay,
    /// The file tracehound.toml
    Config,
}

impl SchemaVerb {
    /// Whose answers are described; none for the project file.
    pub(crate) fn of_answers(self) -> Option<SchemaOf> {
        Some(match self {
            SchemaVerb::Config => return None,
            SchemaVerb::Check => SchemaOf::Check,
            SchemaVerb::List => SchemaOf::List,
            SchemaVerb::Run => SchemaOf::Run,
            SchemaVerb::Solve => SchemaOf::Solve,
            SchemaVerb::Diff => SchemaOf::Diff,
            SchemaVerb::TraceCheck => SchemaOf::TraceCheck,
            SchemaVerb::SpecCheck => SchemaOf::SpecCheck,
            SchemaVerb::SpecCompare => SchemaOf::SpecCompare,
            SchemaVerb::SpecSample => SchemaOf::SpecSample,
            SchemaVerb::Prove => SchemaOf::Prove,
            SchemaVerb::SpecLearn => SchemaOf::SpecLearn,
            SchemaVerb::ProofCheck => SchemaOf::ProofCheck,
            SchemaVerb::Replay => SchemaOf::Replay,
        })
    }
}

#[derive(ClapArgs, Debug)]
pub(crate) struct List {
    #[command(flatten)]
    pub(crate) wanted: WantedArgs,
    /// Show the built-in properties for `--property` instead, with a line about each
    #[arg(long, conflicts_with = "targets")]
    pub(crate) properties: bool,
    /// The form of the list
    #[arg(long, value_name = "FORMAT", default_value = "human", value_parser = formats(&Format::OF_DATA))]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) trust: TrustArgs,
    #[command(flatten)]
    pub(crate) definition: DefinitionArgs,
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
    pub(crate) framework: TestFramework,
    #[command(flatten)]
    pub(crate) trust: TrustArgs,
    #[command(flatten)]
    pub(crate) java: JavaArgs,
    #[command(flatten)]
    pub(crate) k: KProgramArgs,
    #[command(flatten)]
    pub(crate) budget: BudgetArgs,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
    #[command(flatten)]
    pub(crate) solving: SolverArgs,
    #[arg(skip)]
    pub(crate) given: Given,
}

impl Test {
    /// The check that finds what is to be kept.
    pub(crate) fn check(&self, targets: Vec<String>) -> CheckArgs {
        CheckArgs {
            wanted: WantedArgs { targets, lang: self.lang },
            trust: self.trust,
            spec: None,
            java: self.java.clone(),
            k: self.k.clone(),
            shown: ShownArgs {
                format: Format::Human,
                files: ReportFileArgs::default(),
                proof: None,
                save_run: None,
                max_findings: None,
                allow_vacuous: false,
            },
            budget: self.budget.clone(),
            search: self.search.clone(),
            solving: self.solving.clone(),
            project: ProjectArgs::default(),
            given: self.given.clone(),
            own_shard: None,
            saver: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_arguments_fit_together() {
        Args::command().debug_assert();
    }
}
