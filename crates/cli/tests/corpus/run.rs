//! Cases that run a program or answer goals: everything that is said, word for word, and the exit
//! code.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use testbed::{Case, Language};

use crate::common::{piped, root};
use crate::{call, same_as_golden, short};

/// Runs a case.
pub(crate) fn run(case: &Case) -> Result<(), String> {
    let scratch = TempDir::new().map_err(|error| error.to_string())?;
    let mut args = arguments(case)?;
    args.extend(case.expected.args.iter().cloned());
    let (told, code) = answer(case, &scratch, &args);
    let expected = case.expected.verdict;
    if expected.exit_code() != Some(code) {
        return Err(format!("exit {code} is not {expected:?}\n{told}"));
    }
    same_as_golden(case, &told)?;
    if case.language == Language::K {
        args.push("-j3".to_owned());
        let (again, _) = answer(case, &scratch, &args);
        if again != told {
            return Err(format!("another answer with three threads\n{again}"));
        }
    }
    Ok(())
}

/// Everything that a call says, and its exit code.
fn answer(case: &Case, scratch: &TempDir, args: &[String]) -> (String, i32) {
    let mut command = call(scratch, args);
    if let Some(text) = &case.expected.stdin {
        command.stdin(piped(text));
    }
    let done = crate::common::run(&mut command);
    let mut told = done.stdout;
    if !done.stderr.is_empty() {
        told.push_str(&format!("--- standard error\n{}", done.stderr));
    }
    if done.code != 0 {
        told.push_str(&format!("--- exit code {}\n", done.code));
    }
    (told, done.code)
}

fn arguments(case: &Case) -> Result<Vec<String>, String> {
    let beside = |ending: &str| short(&case.path.with_extension(ending));
    Ok(match case.language {
        Language::K => {
            let (definition, program) = program_in_k(case)?;
            vec!["run".to_owned(), short(&program), "--def".to_owned(), short(&definition)]
        }
        Language::Haskell => vec!["run".to_owned(), beside("hs")],
        _ => vec!["solve".to_owned(), short(&goals(case))],
    })
}

/// The file with the goals of a case: what is in front of `@`, beside it or among the examples.
pub(crate) fn goals(case: &Case) -> PathBuf {
    let stem = case.path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let name = stem.split_once('@').map_or(stem, |(program, _)| program);
    let beside = case.path.with_file_name(format!("{name}.goal"));
    if beside.exists() { beside } else { root().join(format!("examples/interp/{name}.goal")) }
}

/// The definition and the program of a case.
pub(crate) fn program_in_k(case: &Case) -> Result<(PathBuf, PathBuf), String> {
    let folder = case.folder();
    // Languages that are shown to readers live with the examples, and are not copied.
    let name = folder.file_name().unwrap_or_default();
    let folders = [folder.to_owned(), root().join("examples/k").join(name)];
    let definition = folders.iter().find_map(|folder| definition(folder));
    let definition = definition.ok_or("there is no definition of the language")?;
    let program = program(&folders, &case.path).ok_or("there is no such program")?;
    Ok((definition, program))
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| entry.expect("folders can be listed").path()).collect();
    paths.sort();
    paths
}

fn has_ending(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|own| own == ending)
}

/// The definition of a language: the file named like the folder, otherwise the only one.
fn definition(folder: &Path) -> Option<PathBuf> {
    let is_definition = |path: &PathBuf| {
        (has_ending(path, "k") || has_ending(path, "md")) && !path.ends_with("README.md")
    };
    let definitions: Vec<PathBuf> = entries(folder).into_iter().filter(is_definition).collect();
    let main = definitions.iter().find(|path| path.file_stem() == folder.file_name());
    main.or(definitions.first()).cloned()
}

/// The program of a case: what is in front of `@`, with an ending that is none of ours.
fn program(folders: &[PathBuf], case: &Path) -> Option<PathBuf> {
    let stem = case.file_stem().and_then(|stem| stem.to_str())?;
    let wanted = stem.split_once('@').map_or(stem, |(program, _)| program);
    let ours = ["k", "md", "toml", "trace", "txt"];
    let is_program = |path: &PathBuf| {
        path.file_stem().is_some_and(|own| own == wanted)
            && !ours.iter().any(|ending| has_ending(path, ending))
    };
    folders.iter().flat_map(|folder| entries(folder)).find(is_program)
}
