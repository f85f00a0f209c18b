//! What the command line can say about itself: completions and a manual page.

use anyhow::Result;
use clap::CommandFactory;
use clap_complete::Shell;
use report::Outcome;

use crate::args::Args;
use crate::output;

/// Prints the completions for a shell.
pub(crate) fn completions(shell: Shell) -> Result<Outcome> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "tracehound", &mut text);
    output::to_stdout(&String::from_utf8_lossy(&text))
}

/// Prints the manual page.
pub(crate) fn man() -> Result<Outcome> {
    let mut text = Vec::new();
    clap_mangen::Man::new(Args::command()).render(&mut text)?;
    output::to_stdout(&String::from_utf8_lossy(&text))
}
