//! Projects: what files belong together, and how a file is called in its project.
//!
//! The root of a project is the nearest folder above a file that has `.git` or `tracehound.toml` in
//! it; without one, each folder is a project of its own. Findings are named and kept by project.

use std::path::{Component, Path, PathBuf};

/// What the root of a project has in it.
const MARKS: [&str; 2] = [".git", "tracehound.toml"];

/// The root of the project of a file or folder.
pub fn root_of(path: &Path) -> PathBuf {
    let path = whole(path);
    let folder = if path.is_dir() { path.as_path() } else { path.parent().unwrap_or(&path) };
    let is_root = |folder: &&Path| MARKS.iter().any(|mark| folder.join(mark).exists());
    folder.ancestors().find(is_root).unwrap_or(folder).to_owned()
}

/// The root of the project that the call is made in.
pub fn here() -> PathBuf {
    root_of(Path::new("."))
}

/// The path of a file from the root of its project, the same on every machine. A name that is no file
/// is itself.
pub fn path_in_project(name: &str) -> String {
    let path = Path::new(name);
    if !path.exists() {
        return name.to_owned();
    }
    let (path, root) = (whole(path), root_of(path));
    let inside = path.strip_prefix(&root).unwrap_or(&path);
    let parts = inside.components().filter_map(|part| match part {
        Component::Normal(part) => Some(part.to_string_lossy()),
        _ => None,
    });
    parts.collect::<Vec<_>>().join("/")
}

/// A path from the root of the file system, without links where they can be resolved.
fn whole(path: &Path) -> PathBuf {
    path.canonicalize().or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn files_are_named_from_the_root_of_their_project() {
        let folder = tempfile::tempdir().expect("there is room");
        let file = folder.path().join("a/b/main.toy");
        fs::create_dir_all(file.parent().expect("a folder")).expect("there is room");
        fs::write(&file, "x").expect("there is room");
        let name = file.to_string_lossy();
        assert_eq!(path_in_project(&name), "main.toy");
        fs::write(folder.path().join("a/tracehound.toml"), "").expect("there is room");
        assert_eq!(path_in_project(&name), "b/main.toy");
        fs::create_dir(folder.path().join(".git")).expect("there is room");
        assert_eq!(path_in_project(&name), "b/main.toy", "the nearest root counts");
        assert_eq!(path_in_project("nowhere/x.toy"), "nowhere/x.toy");
    }
}
