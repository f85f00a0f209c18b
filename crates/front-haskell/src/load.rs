//! Haskell: a file, what it imports from its folder, and our library, by way of GHC.

use std::path::Path;

use anyhow::{Result, anyhow};
use frontend::{Reading, Unread};
use host::{cache, read};
use lang_haskell::cache::Cache;
use lang_haskell::core::{Problem, SourceRange};
use lang_haskell::ghc::{GhcError, How, Native};
use lang_haskell::{Program, Sources};
use source::{Diagnostic, File, Files};

/// Reads a program. Its files are added to `files`.
pub(crate) fn load(files: &mut Files, path: &Path, reading: &Reading) -> Result<Program, Unread> {
    let text = read::source_text(path).map_err(|message| failed(&anyhow!(message)))?;
    let file = files.add(&path.display().to_string(), &text);
    load_file(files, &file, reading)
}

/// Reads the program of a file that was read already.
pub(crate) fn load_file(
    files: &mut Files,
    file: &File,
    reading: &Reading,
) -> Result<Program, Unread> {
    let (mut sources, path) = (Sources::new(), Path::new(file.name()));
    sources.add(file.name(), file.clone());
    let folder = cache::folder().map_err(|error| failed(&error))?;
    if let Some(note) = folder.note.filter(|_| reading.terminal.verbose) {
        reading.terminal.complain(&note);
    }
    let kept = folder.path.join("haskell");
    if !kept.exists() && reading.terminal.live && !reading.terminal.quiet {
        let note =
            "note: first use of GHC: what reads its programs is built once, which takes a while";
        reading.terminal.complain(note);
    }
    let cache = Cache::in_folder(kept);
    let stop = || reading.is_interrupted();
    let once = How { stop: &stop, ..How::PLAIN };
    let refused = |error, sources: &Sources| unread(error, sources, reading);
    let ghc = cache.ghc(once).map_err(|error| refused(error, &sources))?;
    let library = cache.library(&ghc, once).map_err(|error| refused(error, &sources))?;
    let native =
        &reading.native().map_or(Native::Refused, |sandbox| Native::Allowed(sandbox.cloned()));
    // What the package says is part of what is read, so that answers are not kept when it changes.
    if let Some(description) = lang_haskell::description(path) {
        let _ = read::source_text(&description);
    }
    let own = reading.compile(|stop| cache.program(&ghc, path, How { stop, native }));
    let own = own.map_err(|error| refused(error, &sources))?;
    let liquid = cache.liquid().map_err(|error| failed(&error.into()))?;
    for imported in own.iter().filter_map(|module| module.file.as_deref()) {
        if Path::new(imported) != path {
            let shown = Path::new(imported).strip_prefix(&liquid).unwrap_or(Path::new(imported));
            add(files, &mut sources, imported, shown).map_err(|error| failed(&error))?;
        }
    }
    Ok(Program::new(own, library, sources))
}

fn failed(error: &anyhow::Error) -> Unread {
    Unread::Faulty(vec![Diagnostic::error(format!("{error:#}"))])
}

/// Reads a file of the program, which messages call something else if it comes with LiquidHaskell.
fn add(files: &mut Files, sources: &mut Sources, path: &str, shown: &Path) -> Result<()> {
    let text = read::source_text(Path::new(path)).map_err(anyhow::Error::msg)?;
    let file = files.add(&shown.display().to_string(), &text);
    sources.add(path, file);
    Ok(())
}

/// Why GHC gives us no program. What it says of files that were not read yet has no place.
fn unread(error: GhcError, sources: &Sources, reading: &Reading) -> Unread {
    let told = |problem: &Problem| diagnostic(problem, sources);
    match error {
        GhcError::Rejected(problems) => Unread::Faulty(problems.iter().map(told).collect()),
        GhcError::Native(problems) => {
            let help = "--allow-native lets it run, in a sandbox if bubblewrap is there";
            let told = problems.iter().map(|problem| named(problem, sources).with_help(help));
            Unread::Faulty(told.collect())
        }
        GhcError::Stopped => Unread::Stopped(reading.stopped("GHC")),
        GhcError::Absent | GhcError::Failed(_) | GhcError::Malformed(_) => failed(&error.into()),
    }
}

/// A complaint that names its place also where that is in a file which was not read yet.
fn named(problem: &Problem, sources: &Sources) -> Diagnostic {
    let told = diagnostic(problem, sources);
    match &problem.place {
        Some(place) if told.labels.is_empty() => {
            let (line, column) = place.start;
            told.with_note(format!("at {}:{line}:{column}", place.file))
        }
        Some(_) | None => told,
    }
}

/// What GHC says, at its place: the first line, then the rest.
fn diagnostic(problem: &Problem, sources: &Sources) -> Diagnostic {
    let mut lines = problem.message.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.next().unwrap_or("GHC does not accept this");
    let diagnostic = Diagnostic::error(first.trim_start_matches("• "));
    let span = |place: &SourceRange| sources.span(place);
    let diagnostic = match problem.place.as_ref().and_then(span) {
        Some(span) => diagnostic.at(span, ""),
        None => diagnostic,
    };
    let rest: Vec<&str> = lines.collect();
    if rest.is_empty() { diagnostic } else { diagnostic.with_note(rest.join("\n")) }
}
