//! Where reports go.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};
use child::shell_word;
use report::Outcome;

/// Whether anything was written to standard output.
static WRITTEN: AtomicBool = AtomicBool::new(false);

/// A folder as part of a path in a command for a shell: the working folder is written as nothing.
pub fn folder_word(folder: &Path) -> String {
    match folder.as_os_str().is_empty() {
        true => String::new(),
        false => shell_word(&folder.to_string_lossy()),
    }
}

/// Writes to standard output. A reader that has gone away, such as `head`, is no error.
pub fn to_stdout(text: &str) -> Result<Outcome> {
    WRITTEN.store(true, Ordering::Relaxed);
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(error).context("cannot write to standard output")
        }
        Ok(()) | Err(_) => Ok(Outcome::NoneFound),
    }
}

/// Whether anything was written to standard output.
pub fn is_written() -> bool {
    WRITTEN.load(Ordering::Relaxed)
}

/// Writes a file, whole or not at all: a reader never sees half a report.
pub fn to_file(path: &Path, text: &str) -> Result<()> {
    let write = || -> io::Result<()> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        // A name that others cannot guess, so that they cannot put a link in its place.
        let mut draft = draft(folder.unwrap_or(Path::new(".")))?;
        draft.write_all(text.as_bytes())?;
        draft.persist(path)?;
        Ok(())
    };
    write().with_context(|| format!("cannot write `{}`", path.display()))
}

/// Adds to a file that others have begun.
pub fn append(path: &Path, text: &str) -> Result<()> {
    let open = File::options().append(true).create(true).open(path);
    open.and_then(|mut file| file.write_all(text.as_bytes()))
        .with_context(|| format!("cannot write `{}`", path.display()))
}

/// A file for a draft in a folder, with the rights that new files have.
fn draft(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".tracehound-");
    #[cfg(unix)]
    let builder = {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666))
    };
    builder.tempfile_in(folder)
}
