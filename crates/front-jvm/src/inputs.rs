//! What compiled classes were made from, by content.
//!
//! `javac` reads more than the sources that are named: other sources of the same program, and the class
//! path. Classes that were compiled before are used again only if all of that is the same. Where it
//! cannot be known at a fair price, they are compiled anew.

use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::path::{Path, PathBuf};

use host::read;

/// The most folders and files that are read.
const MOST_ENTRIES: usize = 20_000;
/// The most bytes that are read.
const MOST_BYTES: u64 = 256 << 20;

/// A name for everything that was added, in order.
pub(super) struct Inputs {
    /// Two independent hashes: names of this length do not meet by chance.
    hashers: [DefaultHasher; 2],
    entries: usize,
    bytes: u64,
}

impl Inputs {
    pub(super) fn new() -> Inputs {
        let mut hashers = [DefaultHasher::new(), DefaultHasher::new()];
        hashers[1].write_u8(1);
        Inputs { hashers, entries: 0, bytes: 0 }
    }

    /// Adds a text, with its length, so that no two lists of texts look alike.
    pub(super) fn add(&mut self, bytes: &[u8]) {
        for hasher in &mut self.hashers {
            hasher.write_usize(bytes.len());
            hasher.write(bytes);
        }
    }

    /// Adds a file by its name and content; none if it cannot be read.
    pub(super) fn add_file(&mut self, path: &Path) -> Option<()> {
        self.bytes += fs::metadata(path).ok()?.len();
        if self.bytes > MOST_BYTES {
            return None;
        }
        self.add(path.as_os_str().as_encoded_bytes());
        self.add(&fs::read(path).ok()?);
        Some(())
    }

    /// Adds all files of an ending below a folder that the tools of a JDK may find; none if there are
    /// too many to read, or links that lead elsewhere.
    pub(super) fn add_folder(&mut self, folder: &Path, ending: &str) -> Option<()> {
        let mut waiting = vec![folder.to_owned()];
        while let Some(folder) = waiting.pop() {
            let mut inside: Vec<PathBuf> = Vec::new();
            for entry in fs::read_dir(&folder).ok()? {
                inside.push(entry.ok()?.path());
            }
            inside.sort();
            self.entries += inside.len();
            if self.entries > MOST_ENTRIES {
                return None;
            }
            for path in inside {
                if path.is_dir() {
                    if path.is_symlink() {
                        return None;
                    }
                    waiting.extend(Some(path).filter(|path| may_be_package(path)));
                } else if read::has_ending(&path, &[ending]) {
                    self.add_file(&path)?;
                }
            }
        }
        Some(())
    }

    /// The name.
    pub(super) fn name(&self) -> String {
        let [one, other] = self.hashers.clone().map(|hasher| hasher.finish());
        format!("{one:016x}{other:016x}")
    }
}

/// Whether a folder may have classes: its name is a word of Java.
fn may_be_package(folder: &Path) -> bool {
    let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    name.chars().all(|char| char.is_alphanumeric() || char == '_' || char == '$')
}

/// The folder under which the packages of a program lie, by one of its sources; none if it does not
/// lie where its package says.
pub(super) fn package_root(source: &Path, text: &str) -> Option<PathBuf> {
    let mut folder = source.parent()?;
    for part in package(text).rsplit('.').filter(|part| !part.is_empty()) {
        if folder.file_name()?.to_str()? != part {
            return None;
        }
        folder = folder.parent()?;
    }
    Some(if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder.to_owned() })
}

/// The package that a source says it belongs to.
fn package(text: &str) -> String {
    let plain = without_comments(text);
    // Annotations may stand before it.
    let found = plain.split(';').next().and_then(|first| first.rsplit_once("package"));
    let name = found.filter(|(before, _)| !before.contains('{')).map_or("", |(_, name)| name);
    name.split_whitespace().collect()
}

fn without_comments(text: &str) -> String {
    let (mut plain, mut rest) = (String::new(), text);
    while let Some(at) = rest.find('/') {
        plain.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = match rest.as_bytes().get(1) {
            Some(b'/') => rest.find('\n'),
            Some(b'*') => rest[2..].find("*/").map(|end| end + 4),
            _ => Some(1),
        };
        rest = &rest[end.unwrap_or(rest.len())..];
        plain.push(' ');
    }
    plain + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_are_found_behind_comments() {
        for (text, expected) in [
            ("package a.b;\nclass A {}", "a.b"),
            ("/* package x; */ // package y;\n@Deprecated package a . b ;", "a.b"),
            ("import x.y;\nclass A { String s = \"package z;\"; }", ""),
            ("class A { /* package */ int x; }", ""),
            ("", ""),
        ] {
            assert_eq!(package(text), expected, "{text}");
        }
    }

    #[test]
    fn roots_lie_above_the_folders_of_a_package() {
        let root = |path: &str, text: &str| package_root(Path::new(path), text);
        assert_eq!(root("src/a/b/C.java", "package a.b;"), Some(PathBuf::from("src")));
        assert_eq!(root("a/b/C.java", "package a.b;"), Some(PathBuf::from(".")));
        assert_eq!(root("C.java", "class C {}"), Some(PathBuf::from(".")));
        assert_eq!(root("x/C.java", "package a;"), None);
    }

    #[test]
    fn names_change_with_contents_and_with_new_files() {
        let folder = tempfile::tempdir().expect("there is room");
        let name = || {
            let mut inputs = Inputs::new();
            inputs.add_folder(folder.path(), "java").map(|()| inputs.name())
        };
        let write = |file: &str, text: &str| {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().expect("a folder")).expect("there is room");
            fs::write(path, text).expect("there is room");
        };
        write("A.java", "class A {}");
        let first = name().expect("it is small");
        assert_eq!(name(), Some(first.clone()));
        write("notes.txt", "not read by javac");
        assert_eq!(name(), Some(first.clone()));
        write("A.java", "class B {}");
        let second = name().expect("it is small");
        write("p/B.java", "package p; class B {}");
        let third = name().expect("it is small");
        assert!(first != second && second != third);
        std::os::unix::fs::symlink(folder.path(), folder.path().join("q")).expect("links");
        assert_eq!(name(), None, "links may lead anywhere");
    }
}
