//! `--changed REV`: which files differ from a revision in git.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use child::Ended;
use frontend::Language;
use host::read::{self, FileQuery, Reads};
use solve::Interrupt;

use crate::NAME;

/// The files that differ, by their paths from the root of the file system.
pub struct Touched {
    paths: BTreeSet<PathBuf>,
    /// Those that were not there before, or are not there any more.
    come_or_gone: BTreeSet<PathBuf>,
}

impl Touched {
    /// What differs from a revision, files that git does not know yet included.
    ///
    /// # Errors
    ///
    /// If git cannot say.
    pub fn since(revision: &str, interrupt: &Interrupt) -> Result<Touched> {
        if revision.starts_with('-') {
            bail!("`{revision}` is not a revision");
        }
        let root = git(&["rev-parse", "--show-toplevel"], Path::new("."), interrupt)?;
        let root = PathBuf::from(root.trim_end_matches('\n'));
        let names = ["diff", "--name-status", "--no-renames", "-z", revision, "--"];
        let changed = git(&names, &root, interrupt)?;
        let unknown = git(&["ls-files", "--others", "--exclude-standard", "-z"], &root, interrupt)?;
        let (mut paths, mut come_or_gone) = (BTreeSet::new(), BTreeSet::new());
        let mut words = changed.split('\0').filter(|word| !word.is_empty());
        while let (Some(status), Some(name)) = (words.next(), words.next()) {
            paths.insert(root.join(name));
            if status != "M" {
                come_or_gone.insert(root.join(name));
            }
        }
        for name in unknown.split('\0').filter(|name| !name.is_empty()) {
            paths.insert(root.join(name));
            come_or_gone.insert(root.join(name));
        }
        Ok(Touched { paths, come_or_gone })
    }

    /// Whether a program of a language for which this was read may behave in another way.
    #[must_use]
    pub fn has(&self, language: Language, reads: &Reads) -> bool {
        self.has_settings()
            || match language {
                Language::Toy | Language::Ml | Language::K | Language::Interp => {
                    reads.keys().any(|asked| self.has_read(asked))
                }
                // What compilers of others read is not known to us.
                Language::Haskell | Language::Java => self.has_any_of(language),
            }
    }

    /// Whether anything that programs of a language are built from differs.
    #[must_use]
    pub fn has_any_of(&self, language: Language) -> bool {
        let also: &[&str] = match language {
            Language::Haskell => &["cabal", "yaml", "project", "hsc", "h"],
            Language::Java => &["xml", "gradle", "kts", "properties", "mop"],
            Language::Toy | Language::Ml | Language::K | Language::Interp => &[],
        };
        let is_it = |path: &PathBuf| {
            read::has_ending(path, language.endings()) || read::has_ending(path, also)
        };
        self.has_settings() || self.paths.iter().any(is_it)
    }

    fn has_settings(&self) -> bool {
        self.paths.iter().any(|path| path.file_name().is_some_and(|name| name == NAME))
    }

    fn has_read(&self, asked: &FileQuery) -> bool {
        match asked {
            FileQuery::Content(path) | FileQuery::File(path) => self.paths.contains(&whole(path)),
            // A file further below may have come with its folder.
            FileQuery::Entries(folder, endings) => {
                let folder = whole(folder);
                let endings: Vec<&str> = endings.iter().map(String::as_str).collect();
                let counts = |path: &Path| match path.parent() == Some(&folder) {
                    true => read::has_ending(path, &endings),
                    false => path.starts_with(&folder) && is_of_build(path),
                };
                self.come_or_gone.iter().any(|path| counts(path))
            }
        }
    }
}

/// Whether a file says what a folder is for.
fn is_of_build(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == "dune" || name == "dune-project")
}

/// A path from the root of the file system. The last name may be that of a file that is gone.
fn whole(path: &Path) -> PathBuf {
    if let Ok(path) = path.canonicalize() {
        return path;
    }
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    match (path.parent().and_then(|folder| folder.canonicalize().ok()), path.file_name()) {
        (Some(folder), Some(name)) => folder.join(name),
        _ => path,
    }
}

fn git(args: &[&str], folder: &Path, interrupt: &Interrupt) -> Result<String> {
    let mut command = Command::new("git");
    command.args(args).current_dir(folder);
    let ended = child::run(&mut command, &|| interrupt.is_raised());
    match ended.context("--changed needs git, which cannot be started")? {
        Ended::Stopped => bail!("git was stopped"),
        Ended::Done(output) if output.status.success() => {
            Ok(String::from_utf8_lossy(&output.stdout).into_owned())
        }
        Ended::Done(output) => {
            let said = String::from_utf8_lossy(&output.stderr);
            bail!("git cannot say what has changed: {}", said.lines().next().unwrap_or_default())
        }
    }
}
