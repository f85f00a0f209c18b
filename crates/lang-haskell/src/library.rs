//! The text of our base library, which the program carries with it.

use std::io;
use std::path::Path;

use include_dir::{Dir, include_dir};

use crate::ghc::fingerprint;

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
