//! Haskell: a file, what it imports from its folder, and our library, by way of GHC.

use std::path::Path;

use anyhow::{Context, Result, anyhow};
use lang_haskell::cache::Cache;
use lang_haskell::core::{Place, Problem};
use lang_haskell::ghc::GhcError;
use lang_haskell::{Program, Sources};
use source::{Diagnostic, File, Files};

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
    let text = read::source_text(path).map_err(|message| Refused::Failed(anyhow!(message)))?;
    let file = files.add(&path.display().to_string(), &text);
    load_with(files, &file)
}

/// Reads the program of a file that was read already. Whatever is wrong becomes complaints.
pub(crate) fn load_file(files: &mut Files, file: &File) -> Result<Program, Vec<Diagnostic>> {
    load_with(files, file).map_err(|refused| match refused {
        Refused::Rejected(problems) => problems,
        Refused::Failed(error) => vec![Diagnostic::error(format!("{error:#}"))],
    })
}

fn load_with(files: &mut Files, file: &File) -> Result<Program, Refused> {
    let (mut sources, path) = (Sources::new(), Path::new(file.name()));
    let failed = |error: anyhow::Error| Refused::Failed(error);
    sources.add(file.name(), file.clone());
    let cache = Cache::of_user().context("neither XDG_CACHE_HOME nor HOME names a folder");
    let cache = cache.map_err(failed)?;
    let ghc = cache.ghc().map_err(|error| refused(error, &sources))?;
    let own = cache.program(&ghc, path).map_err(|error| refused(error, &sources))?;
    for imported in own.iter().filter_map(|module| module.file.as_deref()) {
        if Path::new(imported) != path {
            add(files, &mut sources, Path::new(imported)).map_err(failed)?;
        }
    }
    let library = cache.library(&ghc).map_err(|error| refused(error, &sources))?;
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
