//! Where reports go.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, Result};
use report::Outcome;

/// Writes to standard output. A reader that has gone away, such as `head`, is no error.
pub(crate) fn to_stdout(text: &str) -> Result<Outcome> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(error).context("cannot write to standard output")
        }
        Ok(()) | Err(_) => Ok(Outcome::NoneFound),
    }
}

/// A word as a shell reads it again.
pub(crate) fn shell_word(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-+,:@%".contains(c);
    match text.chars().all(is_plain) {
        true => text.to_owned(),
        false => format!("'{}'", text.replace('\'', "'\\''")),
    }
}

/// Writes a file, whole or not at all: a reader never sees half a report.
pub(crate) fn to_file(path: &Path, text: &str) -> Result<()> {
    let write = || -> io::Result<()> {
        let draft = draft_of(path);
        fs::write(&draft, text)?;
        fs::rename(&draft, path)
    };
    write().with_context(|| format!("cannot write `{}`", path.display()))
}

fn draft_of(path: &Path) -> std::path::PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    path.with_file_name(name)
}
