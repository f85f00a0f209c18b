//! The corpus: each case is a test with its own name, such as `hs::Queue`.
//!
//! `cargo test --test corpus hs::Queue` runs one of them. `corpus/README.md` says what a case looks
//! like and what is checked. `cargo xtask bless` rewrites the golden texts.

mod check;
#[path = "../tracehound/common.rs"]
#[allow(dead_code, reason = "the other tests of the binary use more of it")]
mod common;
mod run;
mod terms;
mod traces;
mod variation;
mod witness;

use std::fs;
use std::process::ExitCode;

use common::{command, root};
use libtest_mimic::{Arguments, Failed, Trial};
use testbed::{Case, Language, Tool, Verb, is_ci};

fn main() -> ExitCode {
    let args = Arguments::from_args();
    let trials = Case::all(&root()).into_iter().map(trial).collect();
    libtest_mimic::run(&args, trials).exit_code()
}

/// The test of a case. A file that makes no sense fails; a missing tool fails under `CI`, and is shown
/// as the reason for which a case is ignored otherwise.
fn trial(case: Result<Case, String>) -> Trial {
    let case = match case {
        Ok(case) => case,
        Err(error) => return Trial::test("odd", move || Err(error.into())),
    };
    let missing = tool(case.language).filter(|tool| !tool.is_installed());
    let name = case.name.clone();
    match missing {
        None => Trial::test(name, move || explained(&case)),
        Some(tool) if is_ci() => {
            Trial::test(name, move || Err(format!("`{}` is not installed", tool.name()).into()))
        }
        Some(tool) => {
            let kind = format!("skipped: no {}", tool.name());
            Trial::test(name, || Ok(())).with_kind(kind).with_ignored_flag(true)
        }
    }
}

/// What the cases of a language cannot do without.
fn tool(language: Language) -> Option<Tool> {
    match language {
        Language::Haskell => Some(Tool::Ghc),
        Language::Java => Some(Tool::Javac),
        Language::Toy
        | Language::Ml
        | Language::MlFolders
        | Language::K
        | Language::Interp
        | Language::Terms
        | Language::Trace => None,
    }
}

/// Runs a case; what fails is reported with the point of the case.
fn explained(case: &Case) -> Result<(), Failed> {
    let result = match case.verb() {
        Some(Verb::Check) => check::check(case),
        Some(Verb::Run | Verb::Solve) => run::run(case),
        None if case.language == Language::Terms => terms::check(case),
        None => traces::check(case),
    };
    result.map_err(|what| {
        let expected = &case.expected;
        let wrong = match expected.wrong.as_str() {
            "" => String::new(),
            wrong => format!("\ntoday's answer is known to be wrong: {wrong}"),
        };
        format!("{}\nthe point of the case: {}{wrong}", what.trim_end(), expected.why).into()
    })
}

/// The path of a file of the corpus as it stands in reports.
fn short(path: &std::path::Path) -> String {
    let path = path.strip_prefix(root()).expect("the corpus is in the project");
    path.to_str().expect("paths of the corpus are UTF-8").to_owned()
}

/// A call of the binary that leaves nothing behind but what may be reused.
fn call(scratch: &tempfile::TempDir, args: &[String]) -> std::process::Command {
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let mut command = command(&args);
    command.env("XDG_STATE_HOME", scratch.path());
    command.env("TRACEHOUND_CACHE", env!("CARGO_TARGET_TMPDIR"));
    command
}

/// Compares with the golden text, or writes it if `BLESS` is set.
fn same_as_golden(case: &Case, text: &str) -> Result<(), String> {
    let golden = case.golden();
    if std::env::var_os("BLESS").is_some() {
        return fs::write(&golden, text).map_err(|error| format!("{}: {error}", short(&golden)));
    }
    match fs::read_to_string(&golden) {
        Ok(expected) if expected == text => Ok(()),
        Ok(expected) => {
            Err(format!("{} is\n{expected}\nand what comes out is\n{text}", short(&golden)))
        }
        Err(error) => Err(format!("{}: {error}; `cargo xtask bless` writes it", short(&golden))),
    }
}
