//! Arguments of the verbs over interpreters.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use explore::Strategy;

use super::{AnswerArgs, BudgetArgs, SolverArgs, strategy};

/// How runs of interpreters are searched.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Search")]
pub struct InterpSearchArgs {
    /// The path to explore next: the newest, the one with the fewest choices, any, or the cheapest.
    /// By default priority, which is fair
    #[arg(long, value_parser = strategy())]
    pub strategy: Option<Strategy>,
    /// Seed of the random strategy
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Threads; the answer is the same for any number
    #[arg(short, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: u16,
}

/// Arguments of `solve`.
#[derive(Args, Debug)]
pub struct SolveArgs {
    /// The file with the goals
    #[arg(value_name = "FILE", required_unless_present = "goal")]
    pub file: Option<PathBuf>,
    /// A goal, asked instead of those of the file; sees the definitions of the file
    #[arg(short = 'e', long = "goal", value_name = "GOAL")]
    pub goal: Option<String>,
    /// How many answers; without this option as many as the goal says, or one
    #[arg(short = 'n', value_name = "N", conflicts_with = "all", value_parser = clap::value_parser!(u64).range(1..))]
    pub count: Option<u64>,
    /// All answers
    #[arg(long)]
    pub all: bool,
    /// A trace spec for the events of the programs: find runs that break one property of it, or any,
    /// instead of answers to the goals
    #[arg(long, value_name = "FILE.trace[:PROPERTY]")]
    pub spec: Option<String>,
    /// How the answers are shown.
    #[command(flatten)]
    pub shown: AnswerArgs,
    /// How runs are searched.
    #[command(flatten)]
    pub searching: InterpSearchArgs,
    /// The limits.
    #[command(flatten)]
    pub budget: BudgetArgs,
    /// How queries are decided.
    #[command(flatten)]
    pub solving: SolverArgs,
}

/// Arguments of `diff`.
#[derive(Args, Debug)]
pub struct DiffArgs {
    /// The two interpreters: files that define `interp`, or names of those that are built in:
    /// lexical, dynamic, by-value, by-name
    #[arg(long, value_names = ["A", "B"], num_args = 2, required = true)]
    pub interp: Vec<String>,
    /// How many programs
    #[arg(short = 'n', value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub count: u64,
    /// Which programs come first
    #[arg(long, value_name = "ORDER", default_value = "smallest")]
    pub order: FirstPrograms,
    /// How the answer is shown.
    #[command(flatten)]
    pub shown: AnswerArgs,
    /// How runs are searched.
    #[command(flatten)]
    pub searching: InterpSearchArgs,
    /// The limits.
    #[command(flatten)]
    pub budget: BudgetArgs,
    /// How queries are decided.
    #[command(flatten)]
    pub solving: SolverArgs,
}

/// Which programs come first.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum FirstPrograms {
    /// The smallest: nothing smaller comes later
    Smallest,
    /// Those that the search finds first, which takes less time
    Found,
}
