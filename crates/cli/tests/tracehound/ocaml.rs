//! OCaml files by the real binary: what the corpus cannot say with data alone.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::common::{Programs, root, tracehound};

const AFTER_READ: &str = "corpus/ml/counter-after-read/main.ml";

/// Every OCaml file that we ship and that is no bad input on purpose.
fn shipped() -> Vec<PathBuf> {
    let folders = [root().join("corpus/ml"), root().join("examples")];
    let below = |folder: &PathBuf| {
        let entries = fs::read_dir(folder).expect("the folder is there");
        entries.map(|entry| entry.expect("it can be listed").path()).collect::<Vec<_>>()
    };
    let cases = folders.iter().flat_map(below).filter(|path| path.is_dir());
    let mut files: Vec<PathBuf> = cases.flat_map(|case| below(&case)).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "ml"));
    files.sort();
    files
}

#[test]
fn shipped_files_are_accepted_by_the_real_compiler() {
    let folder = tempfile::tempdir().expect("there is room for scratch files");
    let files = shipped();
    assert!(files.len() > 5, "{files:?}");
    for file in files {
        let copy = folder.path().join("main.ml");
        fs::copy(&file, &copy).expect("it can be copied");
        let Ok(done) = Command::new("ocamlc").arg("-c").arg(&copy).output() else { return };
        assert!(done.status.success(), "{}: {:?}", file.display(), done.stderr);
    }
}

#[test]
fn histories_count_only_if_the_library_could_have_produced_them() {
    let done = tracehound(&["check", AFTER_READ]);
    assert_eq!(done.code, 0, "{}", done.stdout);
    assert!(done.stdout.contains("holds within history ≤ 4, events ≤ 12"), "{}", done.stdout);
    let done = tracehound(&["check", AFTER_READ, "--any-history"]);
    assert_eq!(done.code, 1, "{}", done.stdout);
    assert!(done.stdout.contains("(--any-history)"), "{}", done.stdout);
}

#[test]
fn what_needs_a_longer_history_is_found_only_with_one() {
    let program = "corpus/ml/linked-list-remove/main.ml";
    assert_eq!(tracehound(&["check", program, "--history", "3"]).code, 0);
    assert_eq!(tracehound(&["check", program, "--history", "5"]).code, 1);
}

#[test]
fn methods_are_named_with_or_without_their_modules() {
    let list = tracehound(&["list", "examples/ml/linked_list.ml"]);
    assert_eq!(list.stdout, "examples/ml/linked_list.ml:Linked_list.remove\n");
    for name in ["remove", "Linked_list.remove"] {
        let done = tracehound(&["check", &format!("examples/ml/linked_list.ml:{name}")]);
        assert_eq!(done.code, 1, "{name}: {}{}", done.stdout, done.stderr);
    }
    let done = tracehound(&["check", "examples/ml/linked_list.ml:insert"]);
    assert_eq!(done.code, 4, "{}", done.stdout);
}

#[test]
fn a_file_without_contracts_has_no_targets() {
    let programs = Programs::new();
    let path = programs.add("plain.ml", "(** Adds one. *)\nlet next n = n + 1\n");
    assert_eq!(tracehound(&["check", &path]).code, 4);
}

#[test]
fn assumptions_that_exclude_everything_are_told() {
    let programs = Programs::new();
    let text = "module type LOG = sig val write : int -> unit end\n\
                module M (Log : LOG) = struct\n\
                (** (n: int) -> unit\n require n < n\n effect false *)\n\
                let put n = Log.write n\nend\n";
    let path = programs.add("vacuous.ml", text);
    let done = tracehound(&["check", &path]);
    assert!(done.stdout.contains("exclude every input"), "{}{}", done.stdout, done.stderr);
}
