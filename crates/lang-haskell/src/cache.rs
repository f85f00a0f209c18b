//! Dumps that are kept, so that GHC is started only for what it has not seen.
//!
//! A dump is found by a number made of everything it depends on: the dumper, the version of GHC, the
//! form in which it is kept, and the text. A program also depends on the modules that it imports;
//! these stand in the dump with a number for each text, and one that has changed makes it useless.
//! So does anything that does not read as it was written: then GHC is asked again.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::core::Module;
use crate::ghc::{DUMPER, Ghc, GhcError, fingerprint};
use crate::library;

/// A folder of dumps.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: PathBuf,
}

/// A dump as it is kept: the files that it was made of, with a number for each text.
#[derive(Serialize, Deserialize)]
struct Kept {
    files: Vec<(String, u64)>,
    modules: Vec<Module>,
}

impl Cache {
    /// Dumps in a folder, which is made when the first one is kept.
    #[must_use]
    pub fn in_folder(folder: PathBuf) -> Cache {
        Cache { folder }
    }

    /// The user's own: in the folder that `TRACEHOUND_CACHE` names, or else among what programs keep
    /// for later. None if the system knows no such folder.
    #[must_use]
    pub fn of_user() -> Option<Cache> {
        let absolute =
            |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|p| p.is_absolute());
        let general =
            || absolute("XDG_CACHE_HOME").or(absolute("HOME").map(|home| home.join(".cache")));
        let folder =
            absolute("TRACEHOUND_CACHE").or_else(|| Some(general()?.join("tracehound")))?;
        Some(Cache::in_folder(folder.join("haskell")))
    }

    /// GHC, with its dumper kept here.
    pub fn ghc(&self) -> Result<Ghc, GhcError> {
        Ghc::find(&self.folder)
    }

    /// The modules of our base library.
    pub fn library(&self, ghc: &Ghc) -> Result<Vec<Module>, GhcError> {
        let key = key(ghc, &library::identity().to_le_bytes());
        self.kept_or(key, || {
            let work = tempfile::tempdir().map_err(|error| unusable("for the library", &error))?;
            let files = library::unpack(work.path())
                .map_err(|error| unusable("for the library", &error))?;
            let modules = ghc.dump_within(work.path(), &files)?;
            Ok(Kept { files: Vec::new(), modules })
        })
    }

    /// The modules of a program: those that its file imports from the same folder, and its own.
    pub fn program(&self, ghc: &Ghc, file: &Path) -> Result<Vec<Module>, GhcError> {
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        let key = key(ghc, &surroundings(folder, file)?);
        self.kept_or(key, || {
            let modules = ghc.dump(folder, &[file])?;
            let named = modules.iter().filter_map(|module| module.file.clone());
            let numbered =
                |name: String| Some((number_of(&name)?, name)).map(|(number, name)| (name, number));
            Ok(Kept { files: named.filter_map(numbered).collect(), modules })
        })
    }

    /// What is kept under a number, if it is still true, or else what is made now.
    fn kept_or(
        &self,
        key: u64,
        make: impl FnOnce() -> Result<Kept, GhcError>,
    ) -> Result<Vec<Module>, GhcError> {
        let path = self.folder.join(format!("{key:016x}.core"));
        let unchanged =
            |kept: &Kept| kept.files.iter().all(|(name, number)| number_of(name) == Some(*number));
        if let Some(kept) = fs::read(&path).ok().and_then(|bytes| decode(&bytes)).filter(unchanged)
        {
            return Ok(kept.modules);
        }
        let kept = make()?;
        // A dump that cannot be kept is as good as any: the next run asks GHC again.
        if let Ok(bytes) = encode(&kept) {
            let _ = write(&path, &bytes);
        }
        Ok(kept.modules)
    }
}

/// Writes a file that appears when it is complete, so that whoever reads it at the same time sees the
/// old one or the new one.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut draft = tempfile::NamedTempFile::new_in(folder)?;
    io::Write::write_all(&mut draft, bytes)?;
    draft.persist(path)?;
    Ok(())
}

/// A number for what a dump is made of. The form in which dumps are kept is that of `core.rs`.
fn key(ghc: &Ghc, text: &[u8]) -> u64 {
    let form = include_str!("core.rs");
    let parts = [DUMPER.as_bytes(), form.as_bytes(), ghc.version.as_bytes(), text];
    fingerprint(parts.join(&0))
}

/// A file, where it is, and what else is there: a new file may be what an import means from now on.
fn surroundings(folder: &Path, file: &Path) -> Result<Vec<u8>, GhcError> {
    let trouble = |error: io::Error| unusable(&file.display().to_string(), &error);
    let path = file.canonicalize().map_err(trouble)?;
    let entries = fs::read_dir(folder).map_err(trouble)?.filter_map(Result::ok);
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.filter(|name| may_be_module(name)).collect();
    names.sort();
    let about = format!("{}\0{}\0{}\0", file.display(), path.display(), names.join("\0"));
    Ok([about.as_bytes(), &fs::read(&path).map_err(trouble)?].concat())
}

/// Modules, and folders of modules, start with a capital letter.
fn may_be_module(name: &str) -> bool {
    name.starts_with(char::is_uppercase)
}

fn unusable(what: &str, error: &io::Error) -> GhcError {
    GhcError::Failed(format!("{what}: {error}"))
}

fn number_of(file: &str) -> Option<u64> {
    fs::read(file).ok().map(fingerprint)
}

/// The bytes of a dump, behind a number by which a damaged one is known.
fn encode(kept: &Kept) -> Result<Vec<u8>, postcard::Error> {
    let body = postcard::to_allocvec(kept)?;
    Ok([&fingerprint(&body).to_le_bytes()[..], &body].concat())
}

fn decode(bytes: &[u8]) -> Option<Kept> {
    let (number, body) = bytes.split_first_chunk()?;
    let undamaged = u64::from_le_bytes(*number) == fingerprint(body);
    undamaged.then(|| postcard::from_bytes(body).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "module T where\nimport U\nf :: Int -> Int\nf x = g x + 1\n";

    /// A program of two modules, and an empty cache.
    fn setting() -> (tempfile::TempDir, PathBuf, Cache) {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let file = folder.path().join("T.hs");
        fs::write(&file, TEXT).expect("a file can be written");
        imported(folder.path(), "g x = x");
        let cache = Cache::in_folder(folder.path().join("cache"));
        (folder, file, cache)
    }

    fn imported(folder: &Path, definition: &str) {
        let text = format!("module U where\ng :: Int -> Int\n{definition}\n");
        fs::write(folder.join("U.hs"), text).expect("a file can be written");
    }

    fn ghc() -> Ghc {
        Ghc::find(&std::env::temp_dir().join("tracehound-test-cache")).expect("GHC is there")
    }

    /// A GHC that cannot be started: what it would be asked for must be kept.
    fn broken(ghc: &Ghc) -> Ghc {
        ghc.clone().with_dumper(PathBuf::from("/nonexistent"))
    }

    #[test]
    fn a_dump_is_made_once() {
        let (_folder, file, cache) = setting();
        let ghc = ghc();
        let made = cache.program(&ghc, &file).expect("it compiles");
        let kept = cache.program(&broken(&ghc), &file).expect("it is kept");
        assert_eq!(made, kept);
    }

    #[test]
    fn a_change_in_an_imported_module_is_seen() {
        let (folder, file, cache) = setting();
        let ghc = ghc();
        let before = cache.program(&ghc, &file).expect("it compiles");
        imported(folder.path(), "g x = x * 2");
        assert!(cache.program(&broken(&ghc), &file).is_err());
        assert_ne!(before, cache.program(&ghc, &file).expect("it compiles"));
    }

    #[test]
    fn a_damaged_dump_is_made_again() {
        let (folder, file, cache) = setting();
        let ghc = ghc();
        let made = cache.program(&ghc, &file).expect("it compiles");
        let entries = fs::read_dir(folder.path().join("cache")).expect("the folder is there");
        let paths = entries.map(|entry| entry.expect("its entries can be read").path());
        let dump = paths.into_iter().find(|path| path.extension().is_some()).expect("one is kept");
        let mut bytes = fs::read(&dump).expect("it can be read");
        for at in [0, bytes.len() / 2, bytes.len() - 1] {
            bytes[at] ^= 1;
            fs::write(&dump, &bytes).expect("it can be written");
            assert!(cache.program(&broken(&ghc), &file).is_err());
            assert_eq!(made, cache.program(&ghc, &file).expect("it is made again"));
            bytes = fs::read(&dump).expect("it is there again");
        }
        fs::write(&dump, &bytes[..bytes.len() / 2]).expect("it can be written");
        assert_eq!(made, cache.program(&ghc, &file).expect("it is made again"));
    }

    #[test]
    fn what_does_not_compile_is_not_kept() {
        let (_folder, file, cache) = setting();
        fs::write(&file, "module T where\nf :: Int\nf = True\n").expect("a file can be written");
        for _ in 0..2 {
            let error = cache.program(&ghc(), &file).expect_err("it is ill-typed");
            assert!(matches!(error, GhcError::Rejected(_)), "{error:?}");
        }
    }

    #[test]
    fn the_library_is_kept() {
        let cache = Cache::in_folder(std::env::temp_dir().join("tracehound-test-cache"));
        let ghc = ghc();
        let made = cache.library(&ghc).expect("it compiles");
        let kept = cache.library(&broken(&ghc)).expect("it is kept");
        assert_eq!(made, kept);
        assert!(made.iter().any(|module| module.name == "Base.Map"));
    }
}
