//! Dumps that are kept, so that GHC is started only for what it has not seen.
//!
//! A dump is found by a number made of everything it depends on: the dumper, GHC with its packages,
//! the form in which it is kept, and the text. A program also depends on the modules that it imports;
//! these stand in the dump with a number for each text, and one that has changed makes it useless.
//! So does a new file that an import means from now on, and anything that does not read as it was
//! written: then GHC is asked again. A program that depends on more than that is not kept: what the
//! preprocessor includes, or what code reads that runs while it is compiled.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use crate::core::{About, Module};
use crate::ghc::{DUMPER, Dump, Ghc, GhcError, How, Native, fingerprint};
use crate::layout::Layout;
use crate::library;

/// A folder of dumps.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: PathBuf,
}

/// A dump as it is kept.
#[derive(Serialize, Deserialize)]
struct Kept {
    /// The files that it was made of, with a number for each text.
    files: Vec<(String, u64)>,
    /// Files that were not there, and that imports would mean if they were.
    absent: Vec<PathBuf>,
    modules: Vec<Module>,
}

impl Cache {
    /// Dumps in a folder, which is made when the first one is kept.
    #[must_use]
    pub fn in_folder(folder: PathBuf) -> Cache {
        Cache { folder }
    }

    /// GHC, with its dumper kept here.
    pub fn ghc(&self, how: How<'_>) -> Result<Ghc, GhcError> {
        Ghc::find(&self.folder, how)
    }

    /// The modules of our base library.
    pub fn library(&self, ghc: &Ghc, how: How<'_>) -> Result<Vec<Module>, GhcError> {
        let key = key(ghc, &library::identity().to_le_bytes());
        self.kept_or(key, || {
            let work = tempfile::tempdir().map_err(|error| unusable("for the library", &error))?;
            let files = library::unpack(work.path())
                .map_err(|error| unusable("for the library", &error))?;
            let modules = ghc.dump_within(work.path(), &files, how)?.modules;
            let kept = Kept { files: Vec::new(), absent: Vec::new(), modules };
            Ok((kept, true))
        })
    }

    /// The folder of the modules that come with LiquidHaskell.
    pub fn liquid(&self) -> io::Result<PathBuf> {
        let folder = self.folder.join(format!("liquid-{:016x}", library::liquid_identity()));
        if !folder.is_dir() {
            library::unpack_liquid(&folder)?;
        }
        Ok(folder)
    }

    /// The modules of a program: those that its file imports from the folders of its package, and its own.
    pub fn program(&self, ghc: &Ghc, file: &Path, how: How<'_>) -> Result<Vec<Module>, GhcError> {
        let trouble = |error: io::Error| unusable(&file.display().to_string(), &error);
        let mut layout = Layout::of(file).map_err(trouble)?;
        layout.roots.push(self.liquid().map_err(trouble)?);
        if let Native::Allowed(_) = how.native {
            return Ok(ghc.dump_in(&layout, &[file], how)?.modules);
        }
        let key = key(ghc, &surroundings(&layout, file)?);
        self.kept_or(key, || {
            let started = SystemTime::now();
            let Dump { about, modules } = ghc.dump_in(&layout, &[file], how)?;
            let is_known = about.complete && about.files.iter().all(|file| is_older(file, started));
            let absent = absent(&layout, &about, &modules);
            let numbered = |name: String| number_of(&name).map(|number| (name, number));
            let files = about.files.into_iter().filter_map(numbered).collect();
            Ok((Kept { files, absent, modules }, is_known))
        })
    }

    /// What is kept under a number, if it is still true, or else what is made now; it is kept if its
    /// maker says that it can be.
    fn kept_or(
        &self,
        key: u64,
        make: impl FnOnce() -> Result<(Kept, bool), GhcError>,
    ) -> Result<Vec<Module>, GhcError> {
        let path = self.folder.join(format!("{key:016x}.core"));
        let kept = fs::read(&path).ok().and_then(|bytes| decode(&bytes));
        if let Some(kept) = kept.filter(Kept::is_true) {
            return Ok(kept.modules);
        }
        let (kept, is_known) = make()?;
        // A dump that cannot be kept is as good as any: the next run asks GHC again.
        if let (true, Ok(bytes)) = (is_known, encode(&kept)) {
            let _ = write(&path, &bytes);
        }
        Ok(kept.modules)
    }
}

impl Kept {
    /// Whether all that it was made of is as it was.
    fn is_true(&self) -> bool {
        let same = |(name, number): &(String, u64)| number_of(name) == Some(*number);
        self.files.iter().all(same) && !self.absent.iter().any(|path| path.exists())
    }
}

/// Whether a file was written before a moment; one that was not may be another than GHC has read.
fn is_older(file: &str, moment: SystemTime) -> bool {
    fs::metadata(file).and_then(|about| about.modified()).is_ok_and(|written| written < moment)
}

/// The files in a folder that imports of modules from elsewhere would mean if they were there.
fn absent(layout: &Layout, about: &About, modules: &[Module]) -> Vec<PathBuf> {
    let is_own = |import: &&String| modules.iter().any(|module| module.name == **import);
    let others: Vec<&String> = about.imports.iter().filter(|import| !is_own(import)).collect();
    let named = |root: &PathBuf| {
        let paths = others.iter().map(|import| root.join(import.replace('.', "/")));
        paths.collect::<Vec<PathBuf>>()
    };
    let paths = layout.roots.iter().flat_map(named);
    paths.flat_map(|path| [path.with_extension("hs"), path.with_extension("lhs")]).collect()
}

/// Writes a file that appears when it is complete, so that a reader at the same time sees the
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
    let ghc = ghc.identity();
    let parts = [DUMPER.as_bytes(), form.as_bytes(), ghc.as_bytes(), text];
    fingerprint(parts.join(&0))
}

/// A file, where it is, and what else is there: a new file may be what an import means from now on.
fn surroundings(layout: &Layout, file: &Path) -> Result<Vec<u8>, GhcError> {
    let trouble = |error: io::Error| unusable(&file.display().to_string(), &error);
    let path = file.canonicalize().map_err(trouble)?;
    let mut all = Vec::new();
    for root in &layout.roots {
        let entries = fs::read_dir(root).map_err(trouble)?.filter_map(Result::ok);
        let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
        let mut names: Vec<String> = names.filter(|name| may_be_module(name)).collect();
        names.sort();
        all.push(format!("{}\0{}", root.display(), names.join("\0")));
    }
    let (options, roots) = (layout.options.join("\0"), all.join("\0\0"));
    let about = format!("{}\0{}\0{options}\0{roots}\0", file.display(), path.display());
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
        Ghc::find(&std::env::temp_dir().join("tracehound-test-cache"), How::PLAIN)
            .expect("GHC is there")
    }

    /// A GHC that cannot be started: what it would be asked for must be kept.
    fn broken(ghc: &Ghc) -> Ghc {
        ghc.clone().with_dumper(PathBuf::from("/nonexistent"))
    }

    #[test]
    fn a_dump_is_made_once() {
        let (_folder, file, cache) = setting();
        let ghc = ghc();
        let made = cache.program(&ghc, &file, How::PLAIN).expect("it compiles");
        let kept = cache.program(&broken(&ghc), &file, How::PLAIN).expect("it is kept");
        assert_eq!(made, kept);
    }

    #[test]
    fn a_change_in_an_imported_module_is_seen() {
        let (folder, file, cache) = setting();
        let ghc = ghc();
        let before = cache.program(&ghc, &file, How::PLAIN).expect("it compiles");
        imported(folder.path(), "g x = x * 2");
        assert!(cache.program(&broken(&ghc), &file, How::PLAIN).is_err());
        assert_ne!(before, cache.program(&ghc, &file, How::PLAIN).expect("it compiles"));
    }

    #[test]
    fn a_new_file_that_an_import_means_is_seen() {
        let (folder, file, cache) = setting();
        let deep = folder.path().join("Data");
        fs::create_dir(&deep).expect("a folder can be made");
        let text = "module T where\nimport Data.Maybe\nf :: Maybe Int -> Int\nf = fromMaybe 0\n";
        fs::write(&file, text).expect("a file can be written");
        let ghc = ghc();
        let before = cache.program(&ghc, &file, How::PLAIN).expect("it compiles");
        let own = "module Data.Maybe where\nfromMaybe :: a -> Maybe a -> a\nfromMaybe x _ = x\n";
        fs::write(deep.join("Maybe.hs"), own).expect("a file can be written");
        let after = cache.program(&ghc, &file, How::PLAIN).expect("it compiles");
        assert_eq!((before.len(), after.len()), (1, 2));
    }

    #[test]
    fn a_change_in_an_included_file_is_seen() {
        let (folder, file, cache) = setting();
        let text = "{-# LANGUAGE CPP #-}\nmodule T where\n#include \"one.h\"\nf :: Int\nf = N\n";
        fs::write(&file, text).expect("a file can be written");
        fs::write(folder.path().join("one.h"), "#include \"two.h\"\n").expect("it can be written");
        let ghc = ghc();
        let with = |number: &str| {
            let nested = format!("#define N {number}\n");
            fs::write(folder.path().join("two.h"), nested).expect("it can be written");
            cache.program(&ghc, &file, How::PLAIN).expect("it compiles")
        };
        assert_ne!(with("1"), with("2"));
    }

    #[test]
    fn a_damaged_dump_is_made_again() {
        let (folder, file, cache) = setting();
        let ghc = ghc();
        let made = cache.program(&ghc, &file, How::PLAIN).expect("it compiles");
        let entries = fs::read_dir(folder.path().join("cache")).expect("the folder is there");
        let paths = entries.map(|entry| entry.expect("its entries can be read").path());
        let dump = paths.into_iter().find(|path| path.extension().is_some()).expect("one is kept");
        let mut bytes = fs::read(&dump).expect("it can be read");
        for at in [0, bytes.len() / 2, bytes.len() - 1] {
            bytes[at] ^= 1;
            fs::write(&dump, &bytes).expect("it can be written");
            assert!(cache.program(&broken(&ghc), &file, How::PLAIN).is_err());
            assert_eq!(made, cache.program(&ghc, &file, How::PLAIN).expect("it is made again"));
            bytes = fs::read(&dump).expect("it is there again");
        }
        fs::write(&dump, &bytes[..bytes.len() / 2]).expect("it can be written");
        assert_eq!(made, cache.program(&ghc, &file, How::PLAIN).expect("it is made again"));
    }

    #[test]
    fn what_does_not_compile_is_not_kept() {
        let (_folder, file, cache) = setting();
        fs::write(&file, "module T where\nf :: Int\nf = True\n").expect("a file can be written");
        for _ in 0..2 {
            let error = cache.program(&ghc(), &file, How::PLAIN).expect_err("it is ill-typed");
            assert!(matches!(error, GhcError::Rejected(_)), "{error:?}");
        }
    }

    #[test]
    fn the_library_is_kept() {
        let cache = Cache::in_folder(std::env::temp_dir().join("tracehound-test-cache"));
        let ghc = ghc();
        let made = cache.library(&ghc, How::PLAIN).expect("it compiles");
        let kept = cache.library(&broken(&ghc), How::PLAIN).expect("it is kept");
        assert_eq!(made, kept);
        assert!(made.iter().any(|module| module.name == "Base.Map"));
    }
}
