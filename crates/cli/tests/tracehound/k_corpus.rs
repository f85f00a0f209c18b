//! Every program of `corpus/k`, by the real binary: what it prints, word for word. `cargo xtask bless`
//! rewrites the expectations.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use crate::common::{command, root, run};

/// One call of `run`: a file `PROGRAM.out` or `PROGRAM@VARIANT.out` of a language.
struct Case {
    /// What must come out.
    expected: PathBuf,
    definition: PathBuf,
    program: PathBuf,
}

impl Case {
    fn all() -> Vec<Case> {
        let languages = entries(&root().join("corpus/k")).into_iter().filter(|path| path.is_dir());
        languages.flat_map(|folder| Case::of_language(&folder)).collect()
    }

    fn of_language(folder: &Path) -> Vec<Case> {
        // Languages that are shown to readers live with the examples, and are not copied.
        let name = folder.file_name().expect("a folder has a name");
        let folders = [folder.to_owned(), root().join("examples/k").join(name)];
        let definition = folders.iter().find_map(|folder| definition(folder));
        let definition =
            definition.unwrap_or_else(|| panic!("{} has no definition", folder.display()));
        let expected = entries(folder).into_iter().filter(|path| has_ending(path, "out"));
        expected
            .map(|expected| {
                let (program, definition) = (program(&folders, &expected), definition.clone());
                Case { expected, definition, program }
            })
            .collect()
    }

    /// A file beside the expectation.
    fn beside(&self, ending: &str) -> Option<PathBuf> {
        Some(self.expected.with_extension(ending)).filter(|path| path.exists())
    }

    /// All that comes out: standard output, then what was complained about and the exit code, unless
    /// there is nothing to say.
    fn told(&self) -> String {
        let relative = |path: &Path| {
            let path = path.strip_prefix(root()).expect("the corpus is in the project");
            path.to_str().expect("paths of the corpus are UTF-8").to_owned()
        };
        let options = self.beside("args").map(|path| read(&path)).unwrap_or_default();
        let mut args = vec!["run".to_owned(), relative(&self.program)];
        args.extend(["--def".to_owned(), relative(&self.definition)]);
        args.extend(options.lines().map(str::to_owned));
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let mut call = command(&args);
        if let Some(input) = self.beside("in") {
            call.stdin(Stdio::from(fs::File::open(input).expect("inputs can be read")));
        }
        let done = run(&mut call);
        let mut told = done.stdout;
        if !done.stderr.is_empty() {
            told.push_str(&format!("--- standard error\n{}", done.stderr));
        }
        if done.code != 0 {
            told.push_str(&format!("--- exit code {}\n", done.code));
        }
        told
    }
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| entry.expect("folders can be listed").path()).collect();
    paths.sort();
    paths
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
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

/// The program of an expectation: what is in front of `@`, with an ending that is none of ours.
fn program(folders: &[PathBuf], expected: &Path) -> PathBuf {
    let stem = expected.file_stem().and_then(|stem| stem.to_str()).expect("a name in UTF-8");
    let wanted = stem.split_once('@').map_or(stem, |(program, _)| program);
    let ours = ["k", "md", "in", "args", "out"];
    let is_program = |path: &PathBuf| {
        path.file_stem().is_some_and(|own| own == wanted)
            && !ours.iter().any(|ending| has_ending(path, ending))
    };
    let found = folders.iter().flat_map(|folder| entries(folder)).find(is_program);
    found.unwrap_or_else(|| panic!("{}: there is no such program", expected.display()))
}

#[test]
fn programs_of_languages_in_k_do_what_is_expected() {
    let cases = Case::all();
    assert!(!cases.is_empty());
    let bless = std::env::var_os("BLESS").is_some();
    let mut wrong = Vec::new();
    for case in cases {
        let told = case.told();
        if bless {
            fs::write(&case.expected, &told).expect("expectations can be written");
        } else if read(&case.expected) != told {
            wrong.push(format!("{}: another output:\n{told}", case.expected.display()));
        }
    }
    assert!(wrong.is_empty(), "{} cases differ\n{}", wrong.len(), wrong.join("\n"));
}
