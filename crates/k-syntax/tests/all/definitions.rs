//! The definitions under `examples/k` and their programs.

use std::path::{Path, PathBuf};

use k_syntax::definition::RuleKind;
use k_syntax::{Definition, LoadOptions, ProgramParser, Terms, load};
use source::{Diagnostic, Files};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/k")
}

fn shown(files: &Files, errors: &[Diagnostic]) -> String {
    let lines = errors.iter().map(|error| {
        let place = error.labels.first().map(|label| files.describe(label.span));
        let notes = error.notes.join("; ");
        format!("{}: {} ({notes})", place.unwrap_or_default(), error.message)
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn definition(files: &mut Files, path: &str) -> Definition {
    let path = folder().join(path);
    let text = std::fs::read_to_string(&path).expect("the example is there");
    let main = files.add(&path.to_string_lossy(), &text);
    let mut find = |from: &str, wanted: &str| {
        let path = Path::new(from).with_file_name(wanted);
        let text = std::fs::read_to_string(&path).ok()?;
        Some((path.to_string_lossy().into_owned(), text))
    };
    match load(files, &main, &LoadOptions::default(), &mut find) {
        Ok((definition, warnings)) => {
            assert!(warnings.is_empty(), "{}", shown(files, &warnings));
            definition
        }
        Err(errors) => panic!("{}", shown(files, &errors)),
    }
}

/// Loads a definition and reads all programs beside it that end like `ending`.
#[track_caller]
fn check(path: &str, sort: &str, ending: &str, programs: usize) {
    let mut files = Files::new();
    let definition = definition(&mut files, path);
    assert!(definition.rules.iter().any(|rule| rule.kind == RuleKind::Rule));
    let parser = ProgramParser::new(&definition).expect("the expressions are fine");
    let sort = definition.find_sort(sort).expect("the sort of programs");
    let folder = folder().join(path);
    let folder = folder.parent().expect("examples are in folders");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("the folder can be read").path();
        if path.extension().is_some_and(|found| found == ending) {
            let text = std::fs::read_to_string(&path).expect("programs are text");
            let file = files.add(&path.to_string_lossy(), &text);
            let parsed = parser.parse(&file, sort, &mut Terms::default());
            parsed.unwrap_or_else(|error| panic!("{}", shown(&files, &[*error])));
            count += 1;
        }
    }
    assert_eq!(count, programs);
}

#[test]
fn imp() {
    check("imp/imp.k", "Pgm", "imp", 2);
}

#[test]
fn simple() {
    check("simple/simple.md", "Stmt", "simple", 3);
}

#[test]
fn kool() {
    check("kool/kool.k", "Stmt", "kool", 1);
}

#[test]
fn lambda() {
    check("lambda/lambda.k", "Exp", "lambda", 2);
}

#[test]
fn processes() {
    check("rendezvous/channel.k", "Procs", "channel", 1);
}
