//! Small Haskell programs, run by our machine and by GHC: both must say the same.
//!
//! Each program has an `answer`. GHC shows it by its `Show` instance; we evaluate it as a whole and
//! show it by its type. GHC is started once for all of them, because each start takes a second.

use std::path::{Path, PathBuf};
use std::process::Command;

use lang_haskell::cache::Cache;
use lang_haskell::core::{Module, Name};
use lang_haskell::ghc::{Ghc, How};
use lang_haskell::lower::Numbers;
use lang_haskell::question::Question;
use lang_haskell::run::{End, run};
use lang_haskell::types::{Instantiation, action_result};
use lang_haskell::value::Shower;
use lang_haskell::{Function, Program, Sources};
use term::Pool;

const MAX_STEPS: u64 = 200_000;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs")
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let paths = entries.map(|entry| entry.expect("its entries can be read").path());
    let mut files: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|ending| ending == "hs")).collect();
    files.sort();
    files
}

fn dump(ghc: &Ghc, folder: &Path, files: &[PathBuf]) -> Vec<Module> {
    let files: Vec<&Path> = files.iter().map(PathBuf::as_path).collect();
    ghc.dump(folder, &files, How::PLAIN).unwrap_or_else(|error| panic!("{error:?}")).modules
}

/// What GHC shows, program by program.
fn by_ghc(names: &[String]) -> Vec<String> {
    let work = tempfile::tempdir().expect("a folder can be made");
    let imports: String = names.iter().map(|name| format!("import qualified {name}\n")).collect();
    let prints: String = names.iter().map(|name| format!("  print {name}.answer\n")).collect();
    let main = work.path().join("Main.hs");
    let text = format!("module Main where\n{imports}main :: IO ()\nmain = do\n{prints}");
    std::fs::write(&main, text).expect("a file can be written");
    let output = Command::new("runghc")
        .arg(format!("-i{}", folder().display()))
        .arg(&main)
        .output()
        .expect("GHC is there");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect()
}

/// What our machine says of the answer of a program.
fn by_us(program: &Program, module: &str) -> String {
    let name = Name { module: module.to_owned(), occ: "answer".to_owned() };
    let found = program.linked().definition(&name).expect("each program has an answer");
    let function = Function { name, ty: found.definition.ty.clone(), span: None };
    let pool = Pool::new();
    let instance = program.instance(&function, &Instantiation::default()).expect("it has a type");
    let session = program.session(&pool, Numbers::Machine, &Question::new(instance.clone()));
    let nothing = |_: &_| Err("it has no inputs".to_owned());
    match run(&pool, &session, nothing, MAX_STEPS).end {
        End::Finished(Some(value)) => {
            let shower = Shower { pool: &pool, linked: program.linked() };
            shower.show(action_result(&instance.result), value)
        }
        other => format!("{other:?}"),
    }
}

#[test]
fn our_machine_and_ghc_say_the_same() {
    let cache = Cache::in_folder(std::env::temp_dir().join("tracehound-test-cache"));
    let ghc = cache.ghc(How::PLAIN).expect("GHC is there");
    let files = sources(&folder());
    let own = dump(&ghc, &folder(), &files);
    let library = cache.library(&ghc, How::PLAIN).expect("the library compiles");
    let names: Vec<String> = own.iter().map(|module| module.name.clone()).collect();
    let program = Program::new(own, library, Sources::new());
    let expected = by_ghc(&names);
    let wrong: Vec<String> = names
        .iter()
        .zip(expected)
        .filter_map(|(name, expected)| {
            let found = by_us(&program, name);
            (found != expected).then(|| format!("{name}: GHC {expected}\n      we {found}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{} of {} differ:\n{}", wrong.len(), names.len(), wrong.join("\n"));
}
