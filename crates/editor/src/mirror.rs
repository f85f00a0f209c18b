//! Folders as they would be if everything in the editor were saved.
//!
//! Compilers read files, and other files by the names in them, so a text that is not saved has to be a
//! file among its neighbours. A mirror is a scratch folder with the folders of a project, links to
//! its files, and the texts of the editor in their places. This serves every language, and what runs in it
//! knows nothing of editors.

use std::fs;
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tempfile::TempDir;

/// Of a larger project, what lies deeper is linked folder by folder: names lead there, but nothing that
/// walks through folders finds it.
const MOST_ENTRIES: usize = 4000;
/// Folders that compilers and package managers fill.
const MADE: &[&str] = &["_build", "dist-newstyle", "node_modules", "target"];

/// A copy of a project with other texts in some places; gone when it is dropped.
pub(crate) struct Mirror {
    folder: TempDir,
    /// The project, without links in its name, and the same in the mirror.
    root: PathBuf,
    copy: PathBuf,
    /// Whether something is linked folder by folder.
    pub(crate) is_partial: bool,
}

impl Mirror {
    /// The project of this root with these texts in place of files.
    pub(crate) fn new(root: &Path, texts: &[(PathBuf, String)]) -> io::Result<Mirror> {
        let folder = tempfile::Builder::new().prefix("tracehound-editor-").tempdir()?;
        let copy = folder.path().canonicalize()?.join("project");
        fs::create_dir(&copy)?;
        let mut mirror = Mirror { folder, root: root.to_owned(), copy, is_partial: false };
        mirror.link(texts)?;
        for (path, text) in texts {
            let copied = mirror.path_of(path);
            if let Some(parent) = copied.parent() {
                fs::create_dir_all(parent)?;
            }
            fs::write(copied, text)?;
        }
        Ok(mirror)
    }

    /// The root in the mirror.
    pub(crate) fn copy(&self) -> &Path {
        &self.copy
    }

    /// A folder for what must not be mixed with what belongs to the project.
    pub(crate) fn state(&self) -> PathBuf {
        self.folder.path().join("state")
    }

    /// A file of the project in the mirror; others are themselves.
    pub(crate) fn path_of(&self, path: &Path) -> PathBuf {
        match path.strip_prefix(&self.root) {
            Ok(inside) => self.copy.join(inside),
            Err(_) => path.to_owned(),
        }
    }

    /// Names the files of the project in an answer in place of those of the mirror.
    pub(crate) fn restore(&self, answer: &mut Value) {
        let (copy, root) = (self.copy.to_string_lossy(), self.root.to_string_lossy());
        restore(answer, &copy, &root);
    }

    /// Links everything that is not replaced, breadth first.
    fn link(&mut self, texts: &[(PathBuf, String)]) -> io::Result<()> {
        let is_above = |path: &Path| texts.iter().any(|(text, _)| text.starts_with(path));
        let (mut todo, mut entries, mut at) = (vec![self.root.clone()], 0, 0);
        while let Some(folder) = todo.get(at).cloned() {
            at += 1;
            for entry in fs::read_dir(&folder)? {
                let entry = entry?;
                let (path, name) = (entry.path(), entry.file_name());
                entries += 1;
                let name = name.to_string_lossy();
                let is_own = !name.starts_with('.') && !MADE.contains(&&*name);
                let is_folder = entry.file_type()?.is_dir();
                self.is_partial |= is_folder && is_own && entries > MOST_ENTRIES;
                if is_folder && (is_own && entries <= MOST_ENTRIES || is_above(&path)) {
                    fs::create_dir(self.path_of(&path))?;
                    todo.push(path);
                } else if !is_above(&path) {
                    symlink(&path, self.path_of(&path))?;
                }
            }
        }
        Ok(())
    }
}

fn restore(value: &mut Value, copy: &str, root: &str) {
    match value {
        Value::String(text) if text.contains(copy) => *text = text.replace(copy, root),
        Value::Array(all) => all.iter_mut().for_each(|one| restore(one, copy, root)),
        Value::Object(all) => all.values_mut().for_each(|one| restore(one, copy, root)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn texts_of_the_editor_stand_among_their_neighbours() {
        let project = tempfile::tempdir().expect("there is room");
        let root = project.path().canonicalize().expect("it is there");
        for (name, text) in [("a/b/one.ml", "old"), ("a/two.ml", "two"), (".git/HEAD", "x")] {
            let path = root.join(name);
            fs::create_dir_all(path.parent().expect("it has one")).expect("there is room");
            fs::write(path, text).expect("there is room");
        }
        let texts =
            [(root.join("a/b/one.ml"), "new".to_owned()), (root.join("c/new.ml"), "n".into())];
        let mirror = Mirror::new(&root, &texts).expect("there is room");
        let read = |name: &str| fs::read_to_string(mirror.copy().join(name)).expect("it is there");
        assert_eq!(read("a/b/one.ml"), "new");
        assert_eq!(read("a/two.ml"), "two");
        assert_eq!((read(".git/HEAD"), read("c/new.ml")), ("x".to_owned(), "n".to_owned()));
        assert!(!mirror.is_partial);
        let mut answer = json!([{ "file": mirror.path_of(&texts[0].0), "other": 1 }]);
        mirror.restore(&mut answer);
        assert_eq!(answer, json!([{ "file": texts[0].0, "other": 1 }]));
        assert_eq!(fs::read_to_string(root.join("a/b/one.ml")).expect("it is there"), "old");
    }
}
