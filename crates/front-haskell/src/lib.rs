//! The front end of Haskell: functions with refined types are targets, and any function can be run on
//! unknown inputs.

mod liquid;
mod load;
mod run;

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;
use frontend::args::{KProgramArgs, RunArgs};
use frontend::{FileReader, Frontend, Language, Publisher, Reader, Requirement, RunEnd};
use host::{programs, read};
use liquid::Liquid;

/// The front end.
pub struct Haskell;

impl Frontend for Haskell {
    fn language(&self) -> Language {
        Language::Haskell
    }

    fn may_have_targets(&self, text: &str, path: &Path) -> bool {
        let is_annotated = |text: &str| text.contains("{-@");
        let is_module =
            |path: &PathBuf| read::source_text(path).is_ok_and(|text| is_annotated(&text));
        is_annotated(text) || lang_haskell::imported_files(path).iter().any(is_module)
    }

    fn is_program(&self, path: &Path) -> bool {
        !read::source_text(path).is_ok_and(|text| liquid::test::is_generated(&text))
    }

    fn reader(&self, _: &KProgramArgs) -> Option<Box<dyn Reader>> {
        Some(Box::new(FileReader(Liquid::load)))
    }

    fn requirement(&self) -> Option<Requirement> {
        let compiler = std::env::var_os("TRACEHOUND_GHC").unwrap_or_else(|| "ghc".into());
        let version = programs::first_line(Command::new(compiler).arg("--numeric-version"));
        Some(Requirement {
            name: "ghc",
            found: version.map(|version| format!("GHC {version}")),
            purpose: "reads programs in Haskell; they are not run",
            remedy: "`apt-get install ghc`, or name the compiler in TRACEHOUND_GHC",
        })
    }

    fn run(&self, args: &RunArgs, publisher: &Publisher) -> Result<RunEnd> {
        run::run(args, publisher).map(RunEnd::Told)
    }
}
