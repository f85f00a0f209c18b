//! The text of our base library, which the program carries with it.

use std::io;
use std::path::Path;

use include_dir::{Dir, include_dir};

use crate::ghc::fingerprint;

/// What takes the place of the modules that come with LiquidHaskell.
static LIQUID: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/liquid");
static SOURCES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/base");

/// A number that changes with the text of the library.
pub(crate) fn identity() -> u64 {
    let mut all = Vec::new();
    for file in files() {
        all.extend_from_slice(file.path().to_string_lossy().as_bytes());
        all.extend_from_slice(file.contents());
    }
    fingerprint(all)
}

/// A number that changes with the text of the modules that come with LiquidHaskell.
pub(crate) fn liquid_identity() -> u64 {
    let mut all = Vec::new();
    texts(&LIQUID, &mut all);
    fingerprint(all)
}

fn texts(folder: &Dir<'_>, all: &mut Vec<u8>) {
    folder.files().for_each(|file| all.extend_from_slice(file.contents()));
    folder.dirs().for_each(|inner| texts(inner, all));
}

/// Writes the modules that come with LiquidHaskell into a folder, which appears when it is complete.
pub(crate) fn unpack_liquid(folder: &Path) -> io::Result<()> {
    let above = folder.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(above)?;
    let draft = tempfile::tempdir_in(above)?;
    LIQUID.extract(draft.path())?;
    match std::fs::rename(draft.path(), folder) {
        // Another call has made it in the meantime.
        Err(_) if folder.is_dir() => Ok(()),
        other => other,
    }
}

/// Writes the library into a folder, and says what its modules are called there.
pub(crate) fn unpack(folder: &Path) -> io::Result<Vec<&'static Path>> {
    SOURCES.extract(folder)?;
    Ok(files().map(include_dir::File::path).collect())
}

/// The modules, in the order of their names.
fn files() -> impl Iterator<Item = &'static include_dir::File<'static>> {
    let mut files: Vec<_> = SOURCES.dirs().flat_map(Dir::files).collect();
    files.sort_by_key(|file| file.path());
    files.into_iter()
}
