//! The files of the project.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// The folder of the whole project.
pub(crate) fn root() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().expect("xtask lies in the folder of the project").to_owned()
}

/// The files below `folder` that `wanted` takes, sorted, as paths relative to `root`. Folders that
/// hold what tools made are skipped. A folder that does not exist has no files.
pub(crate) fn files(
    root: &Path,
    folder: &str,
    wanted: impl Fn(&Path) -> bool,
) -> Result<Vec<PathBuf>> {
    let (mut todo, mut found) = (vec![root.join(folder)], Vec::new());
    while let Some(folder) = todo.pop() {
        if !folder.is_dir() {
            continue;
        }
        for entry in fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if path.is_dir() && !matches!(&*name, "target" | ".git" | "artifacts" | "coverage") {
                todo.push(path);
            } else if path.is_file() && wanted(&path) {
                let short = path.strip_prefix(root).expect("it lies below the root");
                found.push(short.to_owned());
            }
        }
    }
    found.sort();
    Ok(found)
}

/// The text of a file, given relative to `root`.
pub(crate) fn read(root: &Path, path: impl AsRef<Path>) -> Result<String> {
    let path = root.join(path);
    fs::read_to_string(&path).with_context(|| path.display().to_string())
}

/// Whether a file has this ending.
pub(crate) fn ends_in(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|own| own == ending)
}
