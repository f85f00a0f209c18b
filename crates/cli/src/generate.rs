//! What the command line can say about itself: completions and manual pages.

use anyhow::{Result, bail};
use clap::{Command, CommandFactory};
use clap_complete::Shell;
use host::output;
use report::Outcome;

use crate::project;
use crate::verbs::{Args, SchemaVerb};

/// The JSON Schema of what a verb prints, or of project files.
pub(crate) fn schema(what: SchemaVerb) -> String {
    match what.of_answers() {
        Some(verb) => report::schema(verb),
        None => project_state::config_schema(&project::options()),
    }
}

/// Prints the completions for a shell.
pub(crate) fn completions(shell: Shell) -> Result<Outcome> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "tracehound", &mut text);
    output::to_stdout(&String::from_utf8_lossy(&text))
}

/// Prints the manual page of a command, or of the whole tool.
pub(crate) fn man(verb: Option<&str>) -> Result<Outcome> {
    let mut tool = Args::command().disable_help_subcommand(true);
    // Only a command that was built knows its full name, `tracehound-check`.
    tool.build();
    let page = match verb {
        None => tool,
        Some(verb) => subcommand(&tool, verb)?,
    };
    let mut text = Vec::new();
    clap_mangen::Man::new(page).render(&mut text)?;
    output::to_stdout(&String::from_utf8_lossy(&text))
}

fn subcommand(tool: &Command, verb: &str) -> Result<Command> {
    let Some(found) = tool.find_subcommand(verb) else {
        let known: Vec<&str> = tool.get_subcommands().map(Command::get_name).collect();
        bail!("there is no command `{verb}`; there are {}", known.join(", "));
    };
    Ok(found.clone())
}
