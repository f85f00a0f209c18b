//! Reading source files: the only place where input comes in.
//!
//! What is read can be recorded ([`recording`]), so that a later call can tell whether it would read
//! the same.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use stdx::hash;

use crate::ignored::Ignored;

/// Larger files are refused: they are not written by hand, and spans stay small.
const LARGEST: u64 = 64 * 1024 * 1024;

/// Reads the text of a file, without a byte order mark and with LF line ends. The error is a
/// sentence for the user.
pub fn source_text(path: &Path) -> Result<String, String> {
    let text = text(path)?;
    if text.is_empty() {
        return Err(format!("`{}` is empty", path.display()));
    }
    Ok(text)
}

/// The same for a file that may be empty.
pub fn text(path: &Path) -> Result<String, String> {
    let bytes = bytes(path)?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let byte = error.as_bytes()[at];
        format!("`{}` is not UTF-8: byte {at} is 0x{byte:02x}", path.display())
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    Ok(if text.contains('\r') { text.replace("\r\n", "\n") } else { text.to_owned() })
}

fn bytes(path: &Path) -> Result<Vec<u8>, String> {
    let bytes = unrecorded_bytes(path);
    note(FileQuery::Content(path.to_owned()), || Print::of_content(bytes.as_ref().ok()));
    bytes
}

/// Takes the bytes of a file down in the recordings that are under way.
pub fn print(path: &Path) {
    let _ = bytes(path);
}

fn unrecorded_bytes(path: &Path) -> Result<Vec<u8>, String> {
    let cannot = |error: io::Error| format!("cannot read `{}`: {}", path.display(), cause(&error));
    let file = fs::File::open(path).map_err(cannot)?;
    let mut bytes = Vec::new();
    // One byte more than allowed tells a file that is too large, even one without an end.
    file.take(LARGEST + 1).read_to_end(&mut bytes).map_err(cannot)?;
    if bytes.len() as u64 > LARGEST {
        let mib = LARGEST / 1024 / 1024;
        return Err(format!("`{}` is larger than {mib} MiB", path.display()));
    }
    Ok(bytes)
}

fn cause(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    }
}

/// The files below a folder whose ending is one of `endings`, in the order of their names. Hidden
/// folders are skipped and links to folders are not followed, so the walk always ends.
pub fn files_below(folder: &Path, endings: &[&str]) -> Result<Vec<PathBuf>, String> {
    let (mut todo, mut found) = (vec![folder.to_owned()], Vec::new());
    while let Some(folder) = todo.pop() {
        for FolderEntry { path, is_folder } in listed(&folder, endings)? {
            let hidden =
                path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
            if is_folder && !hidden {
                todo.push(path);
            } else if !is_folder && has_ending(&path, endings) {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// The same without what build tools make and what `.gitignore` files name, as programs of a project
/// are looked for. The rules of folders above the given one count, too, up to the root of the
/// project, for what is inside it.
pub fn programs_below(folder: &Path, endings: &[&str]) -> Result<Vec<PathBuf>, String> {
    let mut found = walk(folder)?;
    found.retain(|path| has_ending(path, endings));
    Ok(found)
}

/// All files below a folder that [`programs_below`] sees, in the order of their names.
pub fn walk(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let root = crate::project::root_of(folder);
    let whole = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let inside = whole.strip_prefix(&root).unwrap_or(Path::new(""));
    let mut names: Vec<String> = Vec::new();
    let mut rules = Ignored::default().within(&root, &names);
    for part in inside.components() {
        names.push(part.as_os_str().to_string_lossy().into_owned());
        rules = rules.within(&root.join(names.join("/")), &names);
    }
    let (mut todo, mut found) = (vec![(folder.to_owned(), names, rules)], Vec::new());
    while let Some((folder, names, rules)) = todo.pop() {
        for FolderEntry { path, is_folder } in unrecorded_list(&folder)? {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let inner = [names.as_slice(), &[name]].concat();
            if rules.has(&inner, is_folder) {
                continue;
            }
            match is_folder {
                true => todo.push((path.clone(), inner.clone(), rules.within(&path, &inner))),
                false => found.push(path),
            }
        }
    }
    found.sort();
    Ok(found)
}

/// An entry of a folder. A link to a folder counts as a file.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct FolderEntry {
    /// Its path.
    pub path: PathBuf,
    /// Whether it is a folder.
    pub is_folder: bool,
}

/// The folders in a folder and its files with one of these endings, in the order of their names. The
/// error is a sentence for the user.
pub fn listed(folder: &Path, endings: &[&str]) -> Result<Vec<FolderEntry>, String> {
    let entries = unrecorded_list(folder).map(|entries| with_endings(entries, endings));
    let endings = || endings.iter().map(ToString::to_string).collect();
    note(FileQuery::Entries(folder.to_owned(), endings()), || {
        Print::of_entries(entries.as_ref().ok())
    });
    entries
}

fn with_endings(mut entries: Vec<FolderEntry>, endings: &[&str]) -> Vec<FolderEntry> {
    entries.retain(|entry| entry.is_folder || has_ending(&entry.path, endings));
    entries
}

fn unrecorded_list(folder: &Path) -> Result<Vec<FolderEntry>, String> {
    let cannot =
        |error: io::Error| format!("cannot list `{}`: {}", folder.display(), cause(&error));
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder).map_err(cannot)? {
        let entry = entry.map_err(cannot)?;
        let is_folder = entry.file_type().map_err(cannot)?.is_dir();
        entries.push(FolderEntry { path: entry.path(), is_folder });
    }
    entries.sort();
    Ok(entries)
}

/// Whether there is a file of this name.
pub fn is_file(path: &Path) -> bool {
    let there = path.is_file();
    note(FileQuery::File(path.to_owned()), || Print::of_file(there));
    there
}

/// Whether the name of a file ends in one of `endings`, given without their dot.
pub fn has_ending(path: &Path, endings: &[&str]) -> bool {
    path.extension().is_some_and(|ending| endings.iter().any(|known| ending == *known))
}

/// Something that was asked of the file system.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum FileQuery {
    /// The bytes of a file.
    Content(PathBuf),
    /// The names of the folders in a folder, and of its files with these endings.
    Entries(PathBuf, Vec<String>),
    /// Whether there is such a file.
    File(PathBuf),
}

/// A fingerprint of what the file system answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Print(pub u64, pub u64);

/// What was read, with fingerprints of the answers.
pub type Reads = BTreeMap<FileQuery, Print>;

thread_local! {
    /// The recordings that are under way on this thread, the innermost last.
    static RECORDINGS: RefCell<Vec<Reads>> = const { RefCell::new(Vec::new()) };
}

/// Runs `work` and returns everything that this thread read through this module on the way.
pub fn recording<T>(work: impl FnOnce() -> T) -> (T, Reads) {
    RECORDINGS.with_borrow_mut(|all| all.push(Reads::new()));
    let done = work();
    let reads = RECORDINGS.with_borrow_mut(Vec::pop).unwrap_or_default();
    // What an inner recording reads, the outer one reads, too.
    RECORDINGS.with_borrow_mut(|all| {
        if let Some(outer) = all.last_mut() {
            outer.extend(reads.iter().map(|(asked, print)| (asked.clone(), *print)));
        }
    });
    (done, reads)
}

fn note(asked: FileQuery, print: impl FnOnce() -> Print) {
    RECORDINGS.with_borrow_mut(|all| {
        if let Some(reads) = all.last_mut() {
            // Of a file that changes in between the first answer is kept, which is not that of later.
            reads.entry(asked).or_insert_with(print);
        }
    });
}

impl FileQuery {
    /// What was asked about.
    #[must_use]
    pub fn path(&self) -> &Path {
        match self {
            FileQuery::Content(path) | FileQuery::Entries(path, _) | FileQuery::File(path) => path,
        }
    }

    /// The answer of now.
    #[must_use]
    pub fn again(&self) -> Print {
        match self {
            FileQuery::Content(path) => Print::of_content(unrecorded_bytes(path).as_ref().ok()),
            FileQuery::Entries(folder, endings) => {
                let endings: Vec<&str> = endings.iter().map(String::as_str).collect();
                let entries = unrecorded_list(folder).map(|all| with_endings(all, &endings));
                Print::of_entries(entries.as_ref().ok())
            }
            FileQuery::File(path) => Print::of_file(path.is_file()),
        }
    }
}

impl Print {
    /// Of any text.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Print {
        let backwards: Vec<u8> = bytes.iter().rev().copied().collect();
        Print(hash::mix(1, hash::bytes(bytes)), hash::mix(2, hash::bytes(&backwards)))
    }

    fn of_content(bytes: Option<&Vec<u8>>) -> Print {
        bytes.map_or(Print(0, 0), |bytes| Print::of(bytes))
    }

    fn of_entries(entries: Option<&Vec<FolderEntry>>) -> Print {
        let Some(entries) = entries else { return Print(0, 0) };
        let mut names = Vec::new();
        for FolderEntry { path, is_folder } in entries {
            names.extend(path.file_name().unwrap_or_default().as_encoded_bytes());
            names.push(if *is_folder { b'/' } else { 0 });
        }
        Print::of(&names)
    }

    fn of_file(there: bool) -> Print {
        Print(3, u64::from(there))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_is_recorded_and_seen_to_change() {
        let folder = tempfile::tempdir().expect("there is room");
        let (a, b) = (folder.path().join("a.toy"), folder.path().join("b.toy"));
        fs::write(&a, "one").expect("there is room");
        let ((), reads) = recording(|| {
            let _ = (text(&a), text(&b), listed(folder.path(), &["toy"]), is_file(&b));
        });
        assert_eq!(reads.len(), 4);
        let changed = || reads.iter().filter(|(asked, print)| asked.again() != **print).count();
        assert_eq!(changed(), 0);
        fs::write(&a, "two").expect("there is room");
        fs::write(folder.path().join("c.txt"), "").expect("there is room");
        assert_eq!(changed(), 1, "its content");
        fs::write(&b, "").expect("there is room");
        assert_eq!(changed(), 4, "also the list of names, the other file, and that it is there");
    }

    #[test]
    fn ignored_files_are_no_programs() {
        let folder = tempfile::tempdir().expect("there is room");
        let add = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("there is room");
            fs::write(path, text).expect("there is room");
        };
        add("tracehound.toml", "");
        add(".gitignore", "made/\n*.gen.toy\n");
        add("src/a.toy", "");
        add("src/b.gen.toy", "");
        add("src/made/c.toy", "");
        add("src/_build/d.toy", "");
        add("src/x/.gitignore", "!keep.gen.toy\ne.toy");
        add("src/x/keep.gen.toy", "");
        add("src/x/e.toy", "");
        let names = |start: &str| -> Vec<String> {
            let found = programs_below(&folder.path().join(start), &["toy"]).expect("it is there");
            let name =
                |path: &PathBuf| path.file_name().expect("a name").to_string_lossy().into_owned();
            found.iter().map(name).collect()
        };
        assert_eq!(names("."), ["a.toy", "keep.gen.toy"]);
        assert_eq!(names("src/x"), ["keep.gen.toy"], "rules from above count");
        assert_eq!(names("src/_build"), ["d.toy"], "a folder that was named is walked");
    }
}
