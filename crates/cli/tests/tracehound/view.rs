//! `view`: pictures of saved findings.

use crate::common::{Programs, command, root, run, tracehound};

const PROGRAM: &str = "examples/toy/files.toy";
const SPEC: &str = "examples/toy/files.trace";
/// Reads a file after it was closed.
const READ_CLOSED: &str = "EVT001-f92e8d";

fn find() {
    assert_eq!(tracehound(&["check", PROGRAM, "--spec", SPEC]).code, 1);
}

/// What a call prints that comes to nothing but its output.
#[track_caller]
fn shown(args: &[&str]) -> String {
    let done = tracehound(&[&["view"], args].concat());
    assert_eq!((done.code, done.stderr.as_str()), (0, ""), "{args:?}");
    done.stdout
}

#[test]
fn pictures_of_the_manual_are_those_of_the_tool() {
    find();
    for picture in ["timeline", "table", "automaton", "tree"] {
        let path = root().join(format!("docs/pictures/{picture}.svg"));
        let written = std::fs::read_to_string(&path).expect("the manual has this picture");
        let made = shown(&[picture, READ_CLOSED, "--as", "svg"]);
        assert!(
            written == made,
            "{picture}.svg is old: run `tracehound view {picture} {READ_CLOSED} --as svg`"
        );
    }
}

#[test]
fn each_picture_has_its_forms() {
    find();
    let timeline = shown(&["timeline", READ_CLOSED]);
    assert!(timeline.contains("4 × read(1)   examples/toy/files.toy:31\n"), "{timeline}");
    let table = shown(&["table", READ_CLOSED]);
    assert!(table.contains("<read f>  ") && table.contains(". + . +\n"), "{table}");
    let automaton = shown(&["automaton", READ_CLOSED]);
    assert!(automaton.ends_with("  event 3: q0\n  event 4: ∅\n"), "{automaton}");
    let tree = shown(&["tree", READ_CLOSED]);
    assert!(tree.contains("left out (no violation reachable)"), "{tree}");
    assert!(
        tree.contains(
            "violation (this event breaks the property `reads_when_open`)   examples/toy/files.toy:"
        ),
        "{tree}"
    );
    let coverage = shown(&["coverage", READ_CLOSED]);
    assert!(coverage.contains("       2    31          emit read(1);\n"), "{coverage}");
    let lcov = shown(&["coverage", READ_CLOSED, "--as", "lcov"]);
    assert!(
        lcov.starts_with("TN:\nSF:examples/toy/files.toy\n") && lcov.contains("DA:31,2\n"),
        "{lcov}"
    );
    for picture in ["timeline", "automaton", "tree"] {
        assert!(shown(&[picture, READ_CLOSED, "--as", "dot"]).starts_with("digraph "));
        assert!(shown(&[picture, READ_CLOSED, "--as", "mermaid"]).starts_with("flowchart "));
    }
}

#[test]
fn lines_that_no_path_reaches_are_known() {
    let folder = Programs::new();
    let text = "check f {\n    let x = read int \"x\";\n    if x > 0 {\n        if x < 0 {\n            emit lost(x);\n        }\n        assert x != 7;\n    }\n}\n";
    let program = folder.add("f.toy", text);
    let lcov = format!("{}/f.lcov", folder.path());
    let report = format!("lcov={lcov}");
    assert_eq!(tracehound(&["check", &program, "--report", &report]).code, 1);
    let lcov = std::fs::read_to_string(lcov).expect("it was written");
    assert!(
        lcov.contains("DA:5,0\n") && lcov.contains("DA:7,2\n") && lcov.contains("DA:2,3\n"),
        "{lcov}"
    );
}

#[test]
fn a_page_goes_to_a_file_and_says_so() {
    find();
    let folder = Programs::new();
    let page = format!("{}/page.html", folder.path());
    assert_eq!(shown(&[READ_CLOSED, "-o", &page]), "");
    let page = std::fs::read_to_string(page).expect("it was written");
    for part in [
        "class=\"events\"",
        "class=\"why\"",
        "class=\"automaton\"",
        "class=\"tree\"",
        "class=\"listing\"",
    ] {
        assert!(page.contains(part), "{part}");
    }
    let printed = shown(&[READ_CLOSED, "-o", "-"]);
    assert_eq!(page, printed, "the same bytes");
    // Nothing of it is saved: the finding is as it was.
    let again = shown(&["timeline", READ_CLOSED]);
    assert!(again.contains("   examples/toy/files.toy:31\n"), "{again}");
}

#[test]
fn traces_go_to_itf_and_back() {
    find();
    let folder = Programs::new();
    let path = format!("{}/read.itf.json", folder.path());
    assert_eq!(shown(&["timeline", READ_CLOSED, "--as", "itf", "-o", &path]), "");
    let done = tracehound(&["trace", "check", &path, "--spec", SPEC]);
    assert_eq!(done.code, 1, "{}", done.stderr);
    assert!(
        done.stdout.contains("`reads_when_open` is broken by event 4: read(1)"),
        "{}",
        done.stdout
    );
    let odd = folder.add("odd.itf.json", "{\"states\": [{\"x\": 1}]}");
    let done = tracehound(&["trace", "check", &odd, "--spec", SPEC]);
    assert_eq!(done.code, 2);
    assert!(done.stderr.contains("state 0: it has neither a variable `event`"), "{}", done.stderr);
}

#[test]
fn logs_have_pages_too() {
    let log = [
        "trace",
        "check",
        "examples/trace/files-bad.jsonl",
        "--spec",
        "examples/trace/files.trace",
    ];
    let done = tracehound(&[&log[..], &["--format", "html"]].concat());
    assert_eq!(done.code, 1, "{}", done.stderr);
    assert!(done.stdout.starts_with("<!DOCTYPE html>") && done.stdout.contains("class=\"why\""));
}

#[test]
fn what_cannot_be_shown_is_said() {
    find();
    let refused = |args: &[&str]| {
        let done = tracehound(&[&["view"], args].concat());
        assert_eq!((done.code, done.stdout.as_str()), (2, ""), "{args:?}");
        done.stderr
    };
    assert!(refused(&["table"]).contains("needs the ID of a finding"));
    assert!(refused(&["painting", READ_CLOSED]).contains("`painting` is no picture"));
    assert!(refused(&["EVT001-000000"]).contains("there is no finding `EVT001-000000`"));
    assert!(refused(&["table", READ_CLOSED, "--as", "dot"]).contains("no such form"));
    assert!(refused(&[READ_CLOSED, "--as", "svg"]).contains("a page is html"));
    let page = shown(&[READ_CLOSED, "-o", "-", "--history", "3"]);
    assert!(page.contains("has no effect on programs of Toy"), "no option is ignored");
}

#[test]
fn pages_are_the_same_for_any_number_of_threads() {
    let page = |jobs: &str| {
        let args = ["check", "examples/ml/linked_list.ml", "--format", "html", "-j", jobs];
        run(&mut command(&args)).stdout
    };
    let one = page("1");
    assert!(one.contains("~&lt;Nxt.put !a b&gt;"), "the part that is broken");
    assert!(one == page("2"), "threads change the page");
}

#[test]
fn automata_keep_the_names_of_their_author() {
    let folder = Programs::new();
    let text = "op lock() op unlock()\nautomaton mutual {\n  start free\n  violating broken\n  free -[ <lock> ]-> held\n  \
                held -[ <unlock> ]-> free\n  held -[ <lock> ]-> broken\n}\n";
    let spec = folder.add("mutual.trace", text);
    let shown = tracehound(&["spec", "show", &spec, "--as", "automaton"]).stdout;
    assert!(shown.contains("free (accepting, start): free\n  <lock> -> held\n"), "{shown}");
    assert!(shown.contains("broken (lost for good)"), "{shown}");
    let program = folder.add("twice.toy", "check twice {\n    emit lock();\n    emit lock();\n}\n");
    let page = tracehound(&["check", &program, "--spec", &spec, "--format", "html"]).stdout;
    assert!(page.contains("free → <b>held</b>") && page.contains("held → <b>broken</b>"));
}
