//! Where we keep what is made once, such as dumps of Haskell modules and compiled Java sources.
//!
//! It is the folder that `TRACEHOUND_CACHE` names, or else one among what programs keep for later. If
//! none of them can be written, everything works all the same, in a private folder that is removed at
//! the end.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result};
use tempfile::TempDir;

/// The private folder, if one was made.
static PRIVATE: Mutex<Option<TempDir>> = Mutex::new(None);

/// A folder that can be written, and what is to be said about it to those who want to know.
pub struct CacheFolder {
    /// Where it is.
    pub path: PathBuf,
    /// What is to be said.
    pub note: Option<String>,
}

/// The folder for what is kept. It is there, and we can write in it.
pub fn folder() -> Result<CacheFolder> {
    if let Some(path) = lasting_folder() {
        return Ok(CacheFolder { path, note: None });
    }
    let why = match candidates().first() {
        Some(first) => format!("`{}` cannot be written", first.display()),
        None => "neither XDG_CACHE_HOME nor HOME names a folder".to_owned(),
    };
    let path = private().with_context(|| format!("{why}, and there is no temporary folder"))?;
    let note = format!("note: nothing is kept for the next call: {why}");
    Ok(CacheFolder { path, note: Some(note) })
}

/// The folder for what is kept, if it is still there for the next call.
pub fn lasting_folder() -> Option<PathBuf> {
    candidates().into_iter().find(|path| is_usable(path))
}

/// Removes the private folder, at the end of the call.
pub fn remove_private() {
    drop(PRIVATE.lock().unwrap_or_else(PoisonError::into_inner).take());
}

/// The folders that may serve, the preferred one first.
fn candidates() -> Vec<PathBuf> {
    let named = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|p| p.is_absolute());
    let own = named("TRACEHOUND_CACHE");
    let general = named("XDG_CACHE_HOME").or_else(|| Some(named("HOME")?.join(".cache")));
    own.into_iter().chain(general.map(|folder| folder.join("tracehound"))).collect()
}

/// Whether a folder is there, or can be made, and can be written.
pub fn is_usable(folder: &Path) -> bool {
    std::fs::create_dir_all(folder).is_ok() && tempfile::tempfile_in(folder).is_ok()
}

/// The version of Z3 that `setup` fetches.
pub const Z3_VERSION: &str = "4.15.4";

/// The folder in which `setup` puts Z3, and in which it is looked for.
#[must_use]
pub fn z3_folder() -> Option<PathBuf> {
    let cache = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    let home = std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache"));
    let absolute = |path: &PathBuf| path.is_absolute();
    let cache = cache.filter(absolute).or(home.filter(absolute))?;
    Some(cache.join("tracehound").join(format!("z3-{Z3_VERSION}")))
}

fn private() -> Result<PathBuf> {
    let mut private = PRIVATE.lock().unwrap_or_else(PoisonError::into_inner);
    if private.is_none() {
        *private = Some(tempfile::Builder::new().prefix("tracehound-").tempdir()?);
    }
    Ok(private.as_ref().expect("it was made just now").path().to_owned())
}
