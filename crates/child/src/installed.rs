//! Programs that are installed.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// The folders in which the environment looks for programs, in order.
#[must_use]
pub fn program_folders() -> Vec<PathBuf> {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders).collect()
}

/// The file that is started for this program: the first in [`program_folders`], or the file itself if
/// the program is given by a path.
///
/// ```
/// use std::path::Path;
///
/// let shell = child::installed("sh").expect("there is a shell");
/// assert!(shell.is_absolute() && child::installed(&shell) == Some(shell));
/// assert_eq!(child::installed("no-such-program-anywhere"), None);
/// ```
#[must_use]
pub fn installed(program: impl AsRef<OsStr>) -> Option<PathBuf> {
    let program = Path::new(program.as_ref());
    let mut places = match program.components().count() {
        0 | 1 => program_folders().iter().map(|folder| folder.join(program)).collect(),
        _ => vec![program.to_owned()],
    };
    places.retain(|place| place.is_file());
    places.into_iter().next()
}
