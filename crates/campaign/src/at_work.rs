//! The tapes that a thread is at, in a file: where one of them ends the whole process, it is still
//! known which it was.

use std::fs;
use std::path::{Path, PathBuf};

use crate::to_hex;

/// A file that is there while its thread is at work.
pub(crate) struct AtWork {
    file: Option<PathBuf>,
}

impl AtWork {
    /// The file of a thread. A folder that cannot be written to is no reason not to work.
    pub(crate) fn new(folder: &Path, area: &str, thread: usize) -> AtWork {
        let folder = folder.join(area);
        let file = fs::create_dir_all(&folder).ok();
        AtWork { file: file.map(|()| folder.join(format!("at-work-{thread}.txt"))) }
    }

    /// Says what is judged now.
    pub(crate) fn begin(&self, tapes: &[Vec<u8>]) {
        let text: String = tapes.iter().map(|tape| to_hex(tape) + "\n").collect();
        if let Some(file) = &self.file {
            let _ = fs::write(file, text);
        }
    }
}

impl Drop for AtWork {
    fn drop(&mut self) {
        if let Some(file) = &self.file {
            let _ = fs::remove_file(file);
        }
    }
}
