//! The arguments of the verbs that divide questions and put their answers together.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use frontend::args::{FailOnChoice, Format, ReportFileArgs};

/// Arguments of `split`.
#[derive(Args, Debug)]
pub struct SplitArgs {
    /// What to check, as `check` takes it; without any, the project
    #[arg(value_name = "TARGET")]
    pub targets: Vec<String>,
    /// How many shards there will be
    #[arg(long, value_name = "N")]
    pub into: NonZeroUsize,
    /// The folder that they are written to
    #[arg(short, long, value_name = "DIR")]
    pub out: PathBuf,
    /// Options of `check` for all shards, such as `-- --timeout 10s`
    #[arg(last = true, value_name = "OPTION", allow_hyphen_values = true)]
    pub options: Vec<String>,
}

/// Arguments of `merge`.
#[derive(Args, Debug)]
pub struct MergeArgs {
    /// What `check --from SHARD --format json` wrote, for each shard
    #[arg(value_name = "REPORT", required = true)]
    pub named: Vec<PathBuf>,
    /// The form of the report on standard output
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub format: Format,
    /// The files that it is written to.
    #[command(flatten)]
    pub files: ReportFileArgs,
    /// From which answer on the exit code is not 0, the answers before it included
    #[arg(long, value_name = "ANSWER", default_value = "vacuous")]
    pub fail_on: FailOnChoice,
    /// Accept targets of which nothing is checked; without it they make the exit code 3
    #[arg(long)]
    pub allow_vacuous: bool,
}
