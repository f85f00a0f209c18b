//! GHC, found and driven.
//!
//! The dumper is a Haskell program of ours that links against GHC. It is compiled once into a cache
//! folder, under a name made from GHC's version and its own text, and run from there afterwards.
//! Analysed programs are compiled by it, never run.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

use crate::cache;
use crate::core::{self, Malformed, Module, Problem};

/// The text of the dumper.
pub(crate) const DUMPER: &str = include_str!("../bridge/Dump.hs");

/// Why there is no dump.
#[derive(Debug, thiserror::Error)]
pub enum GhcError {
    /// There is no GHC.
    #[error(
        "GHC was not found: install it (on Debian: `apt-get install ghc`), or name it in TRACEHOUND_GHC"
    )]
    Absent,
    /// GHC is there, but something else went wrong with it.
    #[error("{0}")]
    Failed(String),
    /// The program does not compile.
    #[error("the program does not compile")]
    Rejected(Vec<Problem>),
    /// The dump cannot be read.
    #[error(transparent)]
    Malformed(#[from] Malformed),
}

/// An installed GHC with its dumper.
#[derive(Clone, Debug)]
pub struct Ghc {
    libdir: String,
    /// Its version, such as `9.0.2`.
    pub version: String,
    dumper: PathBuf,
}

impl Ghc {
    /// Finds GHC, and builds the dumper in `cache` unless it is there.
    pub fn find(cache: &Path) -> Result<Ghc, GhcError> {
        let compiler = std::env::var_os("TRACEHOUND_GHC").unwrap_or_else(|| "ghc".into());
        let identity = identity(&compiler).ok_or(GhcError::Absent)?;
        let known = cache.join(format!("ghc-{:016x}", fingerprint(&identity)));
        let (version, libdir) = match remembered(&known) {
            Some(answers) => answers,
            None => asked(&compiler, &known)?,
        };
        // The dumper may be started from another folder.
        let cache = std::path::absolute(cache).unwrap_or_else(|_| cache.to_owned());
        let dumper = build(&compiler, &version, &cache)?;
        Ok(Ghc { libdir, version, dumper })
    }

    /// The same GHC with another dumper.
    #[cfg(test)]
    pub(crate) fn with_dumper(self, dumper: PathBuf) -> Ghc {
        Ghc { dumper, ..self }
    }

    /// The modules of some files and of what they import from `folder`, imported ones first.
    /// Packages are those that GHC shows by itself, and numbers of any size.
    pub fn dump(&self, folder: &Path, files: &[&Path]) -> Result<Vec<Module>, GhcError> {
        let mut command = Command::new(&self.dumper);
        command.arg(&self.libdir).arg("-package=ghc-bignum");
        command.arg(format!("-i{}", folder.display())).args(files);
        read(&mut command)
    }

    /// The modules of some files, which are named from `folder` on; so are the places in them.
    pub(crate) fn dump_within(
        &self,
        folder: &Path,
        files: &[&Path],
    ) -> Result<Vec<Module>, GhcError> {
        let mut command = Command::new(&self.dumper);
        command.current_dir(folder).arg(&self.libdir).arg("-package=ghc-bignum").args(files);
        read(&mut command)
    }
}

/// The modules that the dumper writes.
fn read(command: &mut Command) -> Result<Vec<Module>, GhcError> {
    let output = run(command)?;
    let text = String::from_utf8_lossy(&output.stdout);
    let mut modules = Vec::new();
    for line in text.lines() {
        let line: Value = serde_json::from_str(line)
            .map_err(|error| GhcError::Failed(format!("the dump is cut off: {error}")))?;
        if let Some(problems) = core::problems(&line) {
            return Err(GhcError::Rejected(problems?));
        }
        modules.push(core::module(&line)?);
    }
    if !output.status.success() {
        return Err(failed("the dumper", &output));
    }
    Ok(modules)
}

/// What tells a compiler from others without starting it: its path, its size and its age.
fn identity(compiler: &OsStr) -> Option<String> {
    let path = Path::new(compiler);
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let mut places: Vec<PathBuf> =
        std::env::split_paths(&paths).map(|dir| dir.join(path)).collect();
    if path.components().count() > 1 {
        places = vec![path.to_owned()];
    }
    let found = places.iter().find(|place| place.is_file())?.canonicalize().ok()?;
    let metadata = found.metadata().ok()?;
    Some(format!("{} {} {:?}", found.display(), metadata.len(), metadata.modified().ok()))
}

/// Version and folder of libraries, as they were written down when GHC was last asked.
fn remembered(known: &Path) -> Option<(String, String)> {
    let text = std::fs::read_to_string(known).ok()?;
    match text.lines().collect::<Vec<&str>>().as_slice() {
        [version, libdir] if Path::new(libdir).is_dir() => {
            Some(((*version).to_owned(), (*libdir).to_owned()))
        }
        _ => None,
    }
}

/// Version and folder of libraries. That they cannot be written down costs time only.
fn asked(compiler: &OsStr, known: &Path) -> Result<(String, String), GhcError> {
    let version = ask(compiler, "--numeric-version")?;
    let libdir = ask(compiler, "--print-libdir")?;
    let _ = cache::write(known, format!("{version}\n{libdir}\n").as_bytes());
    Ok((version, libdir))
}

fn run(command: &mut Command) -> Result<Output, GhcError> {
    command.output().map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => GhcError::Absent,
        _ => GhcError::Failed(format!("{} cannot be run: {error}", shown(command.get_program()))),
    })
}

fn ask(compiler: &OsStr, what: &str) -> Result<String, GhcError> {
    let output = run(Command::new(compiler).arg(what))?;
    if !output.status.success() {
        return Err(failed(&shown(compiler), &output));
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn failed(what: &str, output: &Output) -> GhcError {
    let said = String::from_utf8_lossy(&output.stderr);
    GhcError::Failed(format!("{what} failed: {}", said.trim()))
}

fn shown(program: &OsStr) -> String {
    program.to_string_lossy().into_owned()
}

/// The dumper, built if it is not there. It gets its final name when it is complete, so two runs at
/// the same time do no harm.
fn build(compiler: &OsStr, version: &str, cache: &Path) -> Result<PathBuf, GhcError> {
    let finished = cache.join(format!("dump-{version}-{:016x}", fingerprint(DUMPER)));
    if finished.is_file() {
        return Ok(finished);
    }
    let trouble = |error: std::io::Error| {
        GhcError::Failed(format!("the folder {} cannot be used: {error}", cache.display()))
    };
    std::fs::create_dir_all(cache).map_err(trouble)?;
    let work = tempfile::tempdir_in(cache).map_err(trouble)?;
    let (source, built) = (work.path().join("Dump.hs"), work.path().join("dump"));
    std::fs::write(&source, DUMPER).map_err(trouble)?;
    let mut command = Command::new(compiler);
    command.args(["-v0", "-O0", "-package", "ghc", "-package", "transformers", "-outputdir"]);
    let output = run(command.arg(work.path()).arg("-o").arg(&built).arg(&source))?;
    if !output.status.success() {
        return Err(failed("building the dumper with GHC", &output));
    }
    std::fs::rename(&built, &finished).map_err(trouble)?;
    Ok(finished)
}

/// FNV-1a: the same number on every machine.
pub(crate) fn fingerprint(bytes: impl AsRef<[u8]>) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.as_ref().iter().fold(0xcbf2_9ce4_8422_2325, step)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{Expr, Type};

    fn dumped(text: &str) -> Result<Vec<Module>, GhcError> {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let ghc = Ghc::find(&std::env::temp_dir().join("tracehound-test-cache"))?;
        let file = folder.path().join("T.hs");
        std::fs::write(&file, text).expect("a file can be written");
        ghc.dump(folder.path(), &[&file])
    }

    #[test]
    fn a_module_is_dumped() {
        let text = "module T where\ndata L = N | C Int L\nsize :: L -> Int\nsize N = 0\nsize (C _ l) = 1 + size l\n";
        let modules = dumped(text).expect("it compiles");
        let [module] = modules.as_slice() else { panic!("there is one module") };
        let size = &module.definitions.iter().find(|d| d.name.occ == "size").expect("it is there");
        assert!(matches!(size.ty, Type::Fun(..)), "{:?}", size.ty);
        assert!(matches!(module.expr(size.value), Expr::Lam(..)));
        assert_eq!(size.place.as_ref().map(|place| place.start), Some((4, 1)));
    }

    #[test]
    fn what_does_not_compile_is_told_at_its_place() {
        let error = dumped("module T where\nf :: Int\nf = True\n").expect_err("it is ill-typed");
        let GhcError::Rejected(problems) = error else { panic!("GHC rejects it: {error}") };
        assert_eq!(problems[0].place.as_ref().map(|place| place.start), Some((3, 5)));
        assert!(problems[0].message.contains("Couldn't match"), "{}", problems[0].message);
    }

    #[test]
    fn the_base_library_compiles() {
        let base = Path::new(env!("CARGO_MANIFEST_DIR")).join("base");
        let ghc = Ghc::find(&std::env::temp_dir().join("tracehound-test-cache"));
        let modules = ghc.expect("GHC is there").dump(&base, &[&base.join("Base/Num.hs")]);
        let modules = modules.expect("it compiles");
        let names: Vec<&str> = modules.iter().map(|module| module.name.as_str()).collect();
        assert!(names.contains(&"Base.Classes") && names.contains(&"Base.Num"), "{names:?}");
    }

    #[test]
    fn long_lists_are_no_trouble() {
        let numbers: Vec<String> = (0..3000).map(|number| number.to_string()).collect();
        let text = format!("module T where\nxs :: [Int]\nxs = [{}]\n", numbers.join(","));
        assert_eq!(dumped(&text).expect("it compiles").len(), 1);
    }
}
