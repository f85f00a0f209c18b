//! The folder that an agent may ask about.

use std::io;
use std::path::{Component, Path, PathBuf};

/// A folder without links in its name.
pub(super) struct Root(PathBuf);

impl Root {
    pub(super) fn new(path: &Path) -> io::Result<Root> {
        Ok(Root(path.canonicalize()?))
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    /// Refuses a target that names something outside. A target may be several paths and a name, with
    /// colons between them, and a path may have colons in it: every reading has to be inside.
    pub(super) fn check(&self, target: &str) -> Result<(), String> {
        if target.is_empty() || target.starts_with('-') || target.contains('\0') {
            return Err(format!("`{target}` is no target"));
        }
        let ends = target.match_indices(':').map(|(at, _)| at).chain([target.len()]);
        let starts: Vec<usize> =
            [0].into_iter().chain(target.match_indices(':').map(|(at, _)| at + 1)).collect();
        for end in ends {
            let is_outside = |start: &usize| *start <= end && !self.has(&target[*start..end]);
            if starts.iter().any(is_outside) {
                return Err(format!("`{target}` is outside of `{}`", self.0.display()));
            }
        }
        Ok(())
    }

    /// Whether a path leads to something inside, be it there or not.
    fn has(&self, path: &str) -> bool {
        let path = self.0.join(path);
        let Some(plain) = without_dots(&path) else { return false };
        // Links are resolved as far as there is anything.
        let there = plain.ancestors().find_map(|part| part.canonicalize().ok());
        plain.starts_with(&self.0)
            && there.is_some_and(|there| there.starts_with(&self.0))
            // The system resolves links before dots.
            && path.canonicalize().map_or(true, |there| there.starts_with(&self.0))
    }
}

/// A path without `.` and `..`; none if it leaves the file system.
fn without_dots(path: &Path) -> Option<PathBuf> {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                if !plain.pop() {
                    return None;
                }
            }
            part => plain.push(part),
        }
    }
    Some(plain)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn only_what_is_inside_is_allowed() {
        let folder = tempfile::tempdir().expect("there is room");
        let inside = folder.path().join("project");
        std::fs::create_dir_all(inside.join("src")).expect("there is room");
        symlink("/etc", inside.join("link")).expect("there is room");
        let root = Root::new(&inside).expect("it is there");
        for target in
            ["src", ".", "src/a.ml:M.f", "a.jar:b.jar:A#f(x: int)", "src/../b.toy", "Stack.cons"]
        {
            assert_eq!(root.check(target), Ok(()), "{target}");
        }
        let whole = root.path().join("src").display().to_string();
        assert_eq!(root.check(&whole), Ok(()));
        for target in [
            "..",
            "../x",
            "/etc/passwd",
            "src/../../x",
            "a:/etc/passwd",
            "a.jar:../b.jar:A#f",
            "link",
            "link/passwd",
            "link/new:x",
            "--write",
            "",
            "../../../../../../../../..",
        ] {
            assert!(root.check(target).is_err(), "{target}");
        }
    }
}
