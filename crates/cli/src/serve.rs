//! `lsp`, `mcp` and `watch`: serve an editor, a coding agent or a person until they leave.

use std::io::{self, IsTerminal};
use std::path::PathBuf;

use anyhow::{Context, Result};
use host::{Terminal, output, signal};
use report::Outcome;

use crate::verbs::{Mcp, Watch};

/// Serves an editor. One that leaves without a word ends with an error, as the protocol has it.
pub(crate) fn lsp() -> Result<Outcome> {
    match editor::lsp(&binary()?).context("the editor cannot be written to")? {
        true => Ok(Outcome::NoneFound),
        false => Ok(Outcome::Violation),
    }
}

/// Serves a coding agent.
pub(crate) fn mcp(args: &Mcp) -> Result<Outcome> {
    let root = args.root.display();
    editor::mcp(&binary()?, &args.root, args.allow_write)
        .with_context(|| format!("`{root}` cannot be served"))?;
    Ok(Outcome::NoneFound)
}

/// Checks again whenever files change, until Ctrl-C.
pub(crate) fn watch(args: &Watch, terminal: &Terminal) -> Result<Outcome> {
    let interrupt = signal::stop_on_signal();
    let watch = editor::FolderWatch {
        binary: &binary()?,
        targets: &args.targets,
        arguments: &args.arguments,
        clears: io::stdout().is_terminal(),
        paint: terminal.stdout,
        is_stopped: &|| interrupt.is_raised(),
        show: &|text| output::to_stdout(text).map(drop),
    };
    watch.run()?;
    Ok(Outcome::Interrupted)
}

/// This program, which answers by calls of itself.
fn binary() -> Result<PathBuf> {
    std::env::current_exe().context("this program cannot be found")
}
