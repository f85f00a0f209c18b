//! GHC, found and driven.
//!
//! The dumper is a Haskell program of ours that links against GHC. It is compiled once into a cache
//! folder, under a name made from GHC's version and its own text, and run from there afterwards.
//! Analysed programs are compiled by it, never run: what would run while they are compiled is
//! refused, unless the user allows it ([`Native`]).

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use child::{Ended, Sandbox};
use serde_json::Value;

use crate::cache;
use crate::core::{self, About, Malformed, Module, Problem};
use crate::layout::Layout;

/// The text of the dumper.
pub(crate) const DUMPER: &str = include_str!("../bridge/Dump.hs");
/// Options that GHC is always given: packages are those that it brings along, and numbers of any
/// size.
pub(crate) const OPTIONS: [&str; 2] = ["-no-user-package-db", "-package=ghc-bignum"];
/// Variables by which GHC finds other packages.
const PACKAGE_VARIABLES: [&str; 2] = ["GHC_ENVIRONMENT", "GHC_PACKAGE_PATH"];

/// What becomes of code that runs while a program is compiled: splices, quasi quotes, annotations,
/// plugins, and programs that options name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Native {
    /// The program is refused.
    Refused,
    /// It runs, in a sandbox if there is one.
    Allowed(Option<Sandbox>),
}

/// How GHC is to be run.
#[derive(Clone, Copy)]
pub struct How<'a> {
    /// Whether to stop now; asked again and again.
    pub stop: &'a dyn Fn() -> bool,
    /// What becomes of code that would run.
    pub native: &'a Native,
}

impl How<'_> {
    /// To its end, and without running anything of the program.
    pub const PLAIN: How<'static> = How { stop: &|| false, native: &Native::Refused };
}

/// What GHC makes of some files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dump {
    /// What it was made of.
    pub about: About,
    /// The modules, imported ones first.
    pub modules: Vec<Module>,
}

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
    /// To compile the program is to run code of it.
    #[error("to compile the program is to run code of it")]
    Native(Vec<Problem>),
    /// GHC was stopped before it was done.
    #[error("GHC was stopped")]
    Stopped,
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
    pub fn find(cache: &Path, how: How<'_>) -> Result<Ghc, GhcError> {
        let compiler = std::env::var_os("TRACEHOUND_GHC").unwrap_or_else(|| "ghc".into());
        let identity = identity(&compiler).ok_or(GhcError::Absent)?;
        let known = cache.join(format!("ghc-{:016x}", fingerprint(&identity)));
        let (version, libdir) = match remembered(&known) {
            Some(answers) => answers,
            None => asked(&compiler, &known, how)?,
        };
        // The dumper may be started from another folder.
        let cache = std::path::absolute(cache).unwrap_or_else(|_| cache.to_owned());
        let dumper = build(&compiler, &version, &cache, how)?;
        Ok(Ghc { libdir, version, dumper })
    }

    /// The same GHC with another dumper.
    #[cfg(test)]
    pub(crate) fn with_dumper(self, dumper: PathBuf) -> Ghc {
        Ghc { dumper, ..self }
    }

    /// What tells this GHC and its packages from others.
    pub(crate) fn identity(&self) -> String {
        let packages = Path::new(&self.libdir).join("package.conf.d/package.cache");
        let packages = std::fs::read(packages).map(fingerprint).unwrap_or_default();
        format!("{} {} {packages:016x} {OPTIONS:?}", self.version, self.libdir)
    }

    /// The modules of some files and of what they import from `folder`.
    pub fn dump(&self, folder: &Path, files: &[&Path], how: How<'_>) -> Result<Dump, GhcError> {
        let layout = Layout { roots: vec![folder.to_owned()], options: Vec::new() };
        self.dump_in(&layout, files, how)
    }

    /// The modules of some files and of what they import from the folders of a layout.
    pub(crate) fn dump_in(
        &self,
        layout: &Layout,
        files: &[&Path],
        how: How<'_>,
    ) -> Result<Dump, GhcError> {
        let scratch = tempfile::tempdir().map_err(|error| no_room(&error))?;
        let mut command = match how.native {
            Native::Refused | Native::Allowed(None) => Command::new(&self.dumper),
            Native::Allowed(Some(sandbox)) => {
                let roots = layout.roots.iter().map(PathBuf::as_path);
                let readable: Vec<&Path> = roots.chain(self.dumper.parent()).collect();
                sandbox.command(self.dumper.as_os_str(), &readable, Some(scratch.path()))
            }
        };
        command.arg(&self.libdir).args(OPTIONS);
        if let Native::Allowed(_) = how.native {
            command.arg("--native");
        }
        command.args(&layout.options);
        command.args(layout.roots.iter().map(|root| format!("-i{}", root.display()))).args(files);
        read(&mut command, scratch.path(), how)
    }

    /// The modules of some files, which are named from `folder` on; so are the places in them.
    pub(crate) fn dump_within(
        &self,
        folder: &Path,
        files: &[&Path],
        how: How<'_>,
    ) -> Result<Dump, GhcError> {
        let scratch = tempfile::tempdir().map_err(|error| no_room(&error))?;
        let mut command = Command::new(&self.dumper);
        command.current_dir(folder).arg(&self.libdir).args(OPTIONS).args(files);
        read(&mut command, scratch.path(), how)
    }
}

/// The modules that the dumper writes.
fn read(command: &mut Command, scratch: &Path, how: How<'_>) -> Result<Dump, GhcError> {
    PACKAGE_VARIABLES.iter().for_each(|name| {
        command.env_remove(name);
    });
    let output = run(command.env("TMPDIR", scratch), how)?;
    let text = String::from_utf8_lossy(&output.stdout);
    let (mut modules, mut about) = (Vec::new(), None);
    for line in text.lines() {
        let line: Value = serde_json::from_str(line)
            .map_err(|error| GhcError::Failed(format!("the dump is cut off: {error}")))?;
        if let Some(problems) = core::problems(&line, "errors") {
            return Err(GhcError::Rejected(problems?));
        }
        if let Some(problems) = core::problems(&line, "refused") {
            return Err(GhcError::Native(problems?));
        }
        match core::about(&line) {
            Some(known) => about = Some(known?),
            None => modules.push(core::module(&line)?),
        }
    }
    match about {
        Some(about) if output.status.success() => Ok(Dump { about, modules }),
        Some(_) | None => Err(failed("the dumper", &output)),
    }
}

fn no_room(error: &std::io::Error) -> GhcError {
    GhcError::Failed(format!("there is no room for temporary files: {error}"))
}

/// What tells a compiler from others without starting it: its path, its size and its age.
fn identity(compiler: &OsStr) -> Option<String> {
    let found = child::installed(compiler)?.canonicalize().ok()?;
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
fn asked(compiler: &OsStr, known: &Path, how: How<'_>) -> Result<(String, String), GhcError> {
    let version = ask(compiler, "--numeric-version", how)?;
    let libdir = ask(compiler, "--print-libdir", how)?;
    let _ = cache::write(known, format!("{version}\n{libdir}\n").as_bytes());
    Ok((version, libdir))
}

fn run(command: &mut Command, how: How<'_>) -> Result<Output, GhcError> {
    match child::run(command, how.stop) {
        Ok(Ended::Done(output)) => Ok(output),
        Ok(Ended::Stopped) => Err(GhcError::Stopped),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Err(GhcError::Absent),
        Err(error) => {
            let program = shown(command.get_program());
            Err(GhcError::Failed(format!("{program} cannot be run: {error}")))
        }
    }
}

fn ask(compiler: &OsStr, what: &str, how: How<'_>) -> Result<String, GhcError> {
    let output = run(Command::new(compiler).arg(what), how)?;
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
fn build(compiler: &OsStr, version: &str, cache: &Path, how: How<'_>) -> Result<PathBuf, GhcError> {
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
    PACKAGE_VARIABLES.iter().for_each(|name| {
        command.env_remove(name);
    });
    // No package environment of the folder that we happen to be in.
    command.current_dir(work.path()).arg(work.path()).arg("-package-env=-");
    let output = run(command.arg("-o").arg(&built).arg(&source), how)?;
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
        let ghc = Ghc::find(&std::env::temp_dir().join("tracehound-test-cache"), How::PLAIN)?;
        let file = folder.path().join("T.hs");
        std::fs::write(&file, text).expect("a file can be written");
        ghc.dump(folder.path(), &[&file], How::PLAIN).map(|dump| dump.modules)
    }

    /// The complaints about a file that is refused.
    fn refused(text: &str) -> Vec<String> {
        match dumped(text).expect_err("it is refused") {
            GhcError::Native(problems) => problems.into_iter().map(|one| one.message).collect(),
            other => panic!("{other}"),
        }
    }

    #[test]
    fn what_runs_code_is_refused_by_name() {
        let cases = [
            ("{-# LANGUAGE CPP, TemplateHaskell #-}\nmodule T where\n", "`TemplateHaskell`"),
            ("-- first\n{-#language QuasiQuotes#-}\nmodule T where\n", "`QuasiQuotes`"),
            ("{-# OPTIONS_GHC -Wall -XTemplateHaskell #-}\nmodule T where\n", "`TemplateHaskell`"),
            ("{-# OPTIONS_GHC -F -pgmF touch #-}\nmodule T where\n", "`-F`"),
            ("{-# OPTIONS_GHC -cpp -pgmP touch #-}\nmodule T where\n", "`-pgmP`"),
            (
                "{-# OPTIONS_GHC -cpp -optP-wrapper,touch #-}\nmodule T where\n",
                "`-optP-wrapper,touch`",
            ),
            ("{-# OPTIONS_GHC -fplugin=Evil #-}\nmodule T where\n", "`-fplugin=Evil`"),
            (
                "{-# OPTIONS_GHC -ddump-to-file -dumpdir /x #-}\nmodule T where\n",
                "`-ddump-to-file`",
            ),
            ("{-# OPTIONS_GHC -fwrite-ide-info #-}\nmodule T where\n", "`-fwrite-ide-info`"),
            ("module T where\n{-# ANN f (1 :: Int) #-}\nf :: Int\nf = 1\n", "`ANN`"),
        ];
        for (text, name) in cases {
            let said = refused(text);
            assert!(said[0].contains(name), "{text}: {said:?}");
        }
    }

    #[test]
    fn options_that_run_nothing_are_taken() {
        let options = "-Wall -Wno-unused-imports -fno-warn-orphans -O2 -funbox-strict-fields \
                       -freduction-depth=50 -XLambdaCase -DX=1 -cpp -fplugin=LiquidHaskell \
                       -fplugin-opt=LiquidHaskell:--reflection";
        let text = format!("{{-# OPTIONS_GHC {options} #-}}\nmodule T where\nf :: Int\nf = X\n");
        assert_eq!(dumped(&text).expect("it compiles").len(), 1);
    }

    #[test]
    fn only_what_others_can_import_is_exported() {
        let text = "module T (f) where\nf :: Int\nf = g\ng :: Int\ng = 1\n";
        let modules = dumped(text).expect("it compiles");
        let exported = modules[0].definitions.iter().filter(|known| known.exported);
        let names: Vec<&str> = exported.map(|known| known.name.occ.as_str()).collect();
        assert_eq!(names, ["f"]);
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
    fn compile_errors_are_reported_at_their_place() {
        let error = dumped("module T where\nf :: Int\nf = True\n").expect_err("it is ill-typed");
        let GhcError::Rejected(problems) = error else { panic!("GHC rejects it: {error}") };
        assert_eq!(problems[0].place.as_ref().map(|place| place.start), Some((3, 5)));
        assert!(problems[0].message.contains("Couldn't match"), "{}", problems[0].message);
    }

    #[test]
    fn the_base_library_compiles() {
        let base = Path::new(env!("CARGO_MANIFEST_DIR")).join("base");
        let ghc = Ghc::find(&std::env::temp_dir().join("tracehound-test-cache"), How::PLAIN);
        let file = base.join("Base/Num.hs");
        let dump = ghc.expect("GHC is there").dump(&base, &[&file], How::PLAIN);
        let modules = dump.expect("it compiles").modules;
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
