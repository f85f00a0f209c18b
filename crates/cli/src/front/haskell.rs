//! Haskell: a file, what it imports from its folder, and our library, by way of GHC.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use lang_haskell::core::{Module, Place, Problem};
use lang_haskell::ghc::{Ghc, GhcError};
use lang_haskell::{Program, Sources};
use source::{Diagnostic, Files};

use crate::read;

/// Why there is no program.
pub(crate) enum Refused {
    /// GHC does not accept it; each complaint at its place.
    Rejected(Vec<Diagnostic>),
    /// Something else.
    Failed(anyhow::Error),
}

/// Reads a program. Its files are added to `files`.
pub(crate) fn load(files: &mut Files, path: &Path) -> Result<Program, Refused> {
    let mut sources = Sources::new();
    let failed = |error: anyhow::Error| Refused::Failed(error);
    add(files, &mut sources, path).map_err(failed)?;
    let ghc = Ghc::find(&cache().map_err(failed)?).map_err(|error| failed(error.into()))?;
    let folder = path.parent().unwrap_or_else(|| Path::new("."));
    let own = ghc.dump(folder, &[path]).map_err(|error| refused(error, &sources))?;
    for file in own.iter().filter_map(|module| module.file.as_deref()) {
        if Path::new(file) != path {
            add(files, &mut sources, Path::new(file)).map_err(failed)?;
        }
    }
    let library = library(&ghc).map_err(failed)?;
    Ok(Program::new(own, library, sources))
}

fn add(files: &mut Files, sources: &mut Sources, path: &Path) -> Result<()> {
    let text = read::source_text(path).map_err(anyhow::Error::msg)?;
    let name = path.display().to_string();
    let file = files.add(&name, &text);
    sources.add(&name, file);
    Ok(())
}

fn refused(error: GhcError, sources: &Sources) -> Refused {
    match error {
        GhcError::Rejected(problems) => {
            let told = |problem: &Problem| diagnostic(problem, sources);
            Refused::Rejected(problems.iter().map(told).collect())
        }
        other => Refused::Failed(other.into()),
    }
}

/// What GHC says, at its place: the first line, then the rest.
fn diagnostic(problem: &Problem, sources: &Sources) -> Diagnostic {
    let mut lines = problem.message.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.next().unwrap_or("GHC does not accept this");
    let diagnostic = Diagnostic::error(first.trim_start_matches("• "));
    let span = |place: &Place| sources.span(place);
    let diagnostic = match problem.place.as_ref().and_then(span) {
        Some(span) => diagnostic.at(span, ""),
        None => diagnostic,
    };
    let rest: Vec<&str> = lines.collect();
    if rest.is_empty() { diagnostic } else { diagnostic.with_note(rest.join("\n")) }
}

fn cache() -> Result<PathBuf> {
    let cache = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    let home = std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache"));
    let absolute = |path: &PathBuf| path.is_absolute();
    let cache = cache.filter(absolute).or(home.filter(absolute));
    let cache = cache.context("neither XDG_CACHE_HOME nor HOME names a folder")?;
    Ok(cache.join("tracehound").join("haskell"))
}

fn library(ghc: &Ghc) -> Result<Vec<Module>> {
    let base = Path::new(env!("CARGO_MANIFEST_DIR")).join("../lang-haskell/base");
    let files = read::files_below(&base, &["hs"]).map_err(anyhow::Error::msg)?;
    let files: Vec<&Path> = files.iter().map(PathBuf::as_path).collect();
    Ok(ghc.dump(&base, &files)?)
}
