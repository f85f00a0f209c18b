//! Findings stay what they were: ids by project, the text as it was, and what a replay says later.

use std::fs;
use std::path::Path;

use crate::common::{Done, FAILS, HOLDS, Programs, command, root, run};

/// Calls the binary from a folder, with a store of its own.
fn call(folder: &str, state: &Programs, args: &[&str]) -> Done {
    run(command(args).current_dir(folder).env("XDG_STATE_HOME", state.path()))
}

/// The first id in a report.
fn id_in(report: &str) -> String {
    let advice = report.lines().find_map(|line| line.split_once("help: tracehound explain "));
    let (_, id) = advice.unwrap_or_else(|| panic!("no id in {report}"));
    id.split(' ').next().expect("an id").to_owned()
}

fn set_insert() -> Vec<u8> {
    fs::read(root().join("corpus/ml/set-insert/main.ml")).expect("it is there")
}

#[test]
fn files_of_one_name_have_ids_of_their_own() {
    let (programs, state) = (Programs::new(), Programs::new());
    programs.add("tracehound.toml", "");
    programs.add("a/main.toy", FAILS);
    programs.add("b/main.toy", FAILS);
    let id_of = |folder: &str, file: &str| id_in(&call(folder, &state, &["check", file]).stdout);
    let top = programs.path();
    let (a, b) = (id_of(top, "a/main.toy"), id_of(top, "b/main.toy"));
    assert_ne!(a, b);
    let inside = format!("{top}/a");
    assert_eq!(a, id_of(&inside, "main.toy"), "the same from anywhere in the project");
    assert_eq!(b, id_of(&inside, "../b/main.toy"));
}

#[test]
fn test_is_written_into_its_own_project() {
    let (one, other, state) = (Programs::new(), Programs::new(), Programs::new());
    for project in [&one, &other] {
        project.add("main.ml", set_insert());
    }
    let id = id_in(&call(one.path(), &state, &["check", "main.ml"]).stdout);
    let refused = call(other.path(), &state, &["test", &id, "--write"]);
    assert_eq!(refused.code, 2, "nothing was found here yet: {refused:?}");
    assert!(refused.stderr.contains("of another project"), "{}", refused.stderr);
    assert_eq!(id, id_in(&call(other.path(), &state, &["check", "main.ml"]).stdout));
    let written = call(one.path(), &state, &["test", &id, "--write"]);
    assert_eq!(written.code, 0, "{written:?}");
    let files = |project: &Programs| fs::read_dir(project.path()).expect("it is there").count();
    assert!(files(&one) > 1 && files(&other) == 1, "{}", written.stdout);
}

#[test]
fn what_was_checked_from_here_is_known_here() {
    let (here, program, state) = (Programs::new(), Programs::new(), Programs::new());
    let path = program.add("a.toy", FAILS);
    let id = id_in(&call(here.path(), &state, &["check", &path]).stdout);
    for folder in [here.path(), program.path()] {
        let explained = call(folder, &state, &["explain", &id]);
        assert!(explained.stdout.contains("assert 1 > 2"), "{explained:?}");
    }
}

#[test]
fn a_finding_is_explained_with_the_text_as_it_was() {
    let (programs, state) = (Programs::new(), Programs::new());
    programs.add("a.toy", FAILS);
    let folder = programs.path();
    let id = id_in(&call(folder, &state, &["check", "a.toy"]).stdout);
    let before = call(folder, &state, &["explain", &id]);
    assert!(!before.stdout.contains("has changed"), "{}", before.stdout);
    programs.add("a.toy", "// quite another text\n\ncheck main { assert 2 > 1; }");
    let after = call(folder, &state, &["explain", &id]).stdout;
    assert!(after.contains("assert 1 > 2") && !after.contains("another"), "{after}");
    assert!(after.contains("`a.toy` has changed since; this shows it as it was"), "{after}");
}

#[test]
fn a_replay_tells_repaired_from_what_cannot_be_compared() {
    let (programs, state) = (Programs::new(), Programs::new());
    let folder = programs.path();
    programs.add("a.toy", "check main { let x = read int \"x\"; assert x != 3; }");
    let id = id_in(&call(folder, &state, &["check", "a.toy"]).stdout);
    let replay = || call(folder, &state, &["replay", &id]);
    let still = replay();
    assert_eq!(still.code, 1, "{still:?}");
    assert!(still.stdout.contains(": still fails: ") && !still.stdout.contains("changed"));
    programs.add("a.toy", "check main { let x = read int \"x\"; assert x == x; }");
    let repaired = replay();
    assert_eq!(repaired.code, 0, "{repaired:?}");
    assert!(repaired.stdout.contains(": repaired: "), "{}", repaired.stdout);
    assert!(repaired.stdout.contains("`a.toy` has changed since"), "{}", repaired.stdout);
    let asks_more = "check main { let x = read int \"x\"; let y = read int \"y\"; assert y > x; }";
    for text in [asks_more, "check other { assert 1 > 2; }", "check main {"] {
        programs.add("a.toy", text);
        let other = replay();
        assert_eq!(other.code, 3, "{text}: {other:?}");
        assert!(other.stdout.contains(": no longer comparable: "), "{}", other.stdout);
    }
    fs::remove_file(Path::new(folder).join("a.toy")).expect("it was there");
    assert_eq!(replay().code, 3);
}

/// A finding of each language with findings, before and after a repair.
#[test]
fn repairs_are_seen_in_every_language() {
    let cases = [
        ("a.toy", FAILS.to_owned(), HOLDS.to_owned(), vec!["check", "a.toy"]),
        ("Main.hs", haskell("x"), haskell("x + 1"), vec!["check", "Main.hs:f"]),
        ("A.java", java("x"), java("x * x + 1"), vec!["check", "A.java", "A#f(x: int)"]),
    ];
    for (name, wrong, right, check) in cases {
        let (programs, state) = (Programs::new(), Programs::new());
        programs.add(name, &wrong);
        let checked = call(programs.path(), &state, &check);
        assert_eq!(checked.code, 1, "{checked:?}");
        let id = id_in(&checked.stdout);
        let still = call(programs.path(), &state, &["replay", &id]);
        assert_eq!(still.code, 1, "{still:?}");
        programs.add(name, &right);
        let repaired = call(programs.path(), &state, &["replay", &id]);
        assert_eq!(repaired.code, 0, "{repaired:?}");
        assert!(repaired.stdout.contains(": repaired: "), "{}", repaired.stdout);
        programs.add(name, "");
        let gone = call(programs.path(), &state, &["replay", &id]);
        assert_eq!(gone.code, 3, "{gone:?}");
        assert!(gone.stdout.contains(": no longer comparable: "), "{gone:?}");
    }
}

fn haskell(body: &str) -> String {
    format!(
        "module Main where\n{{-@ f :: x:Int -> {{v:Int | v > x}} @-}}\nf :: Int -> Int\nf x = {body}\n\
         main :: IO ()\nmain = print (f 1)\n"
    )
}

fn java(what: &str) -> String {
    format!("class A {{\n  static int f(int x) {{\n    return 1 / ({what});\n  }}\n}}\n")
}

/// Names of parameters are chosen on the command line, and so are lengths.
#[test]
fn ids_of_java_do_not_depend_on_names_of_parameters() {
    let (programs, state) = (Programs::new(), Programs::new());
    programs
        .add("A.java", "class A {\n  static int f(int[] a) {\n    return a[0] / a[1];\n  }\n}\n");
    let id_for = |method: &str| {
        let checked = call(programs.path(), &state, &["check", "A.java", method, "--first"]);
        id_in(&checked.stdout)
    };
    assert_eq!(id_for("A#f(a: int[2])"), id_for("A#f(numbers: int[3])"));
}

#[test]
fn without_a_home_everything_works_and_nothing_is_kept() {
    let (programs, nowhere) = (Programs::new(), "/proc/no-such-folder");
    programs.add("a.toy", FAILS);
    let without = |args: &[&str]| {
        let mut command = command(args);
        for name in ["XDG_STATE_HOME", "HOME", "XDG_CACHE_HOME", "TRACEHOUND_CACHE"] {
            command.env(name, nowhere);
        }
        run(command.current_dir(programs.path()))
    };
    let checked = without(&["check", "a.toy"]);
    assert_eq!(checked.code, 1, "{checked:?}");
    assert!(checked.stderr.contains("do not know the ids"), "{}", checked.stderr);
    let id = id_in(&checked.stdout);
    assert_eq!(without(&["replay", &id]).code, 2);
    let cached = Programs::new();
    let mut command = command(&["check", "a.toy"]);
    let kept = run(command
        .current_dir(programs.path())
        .env("XDG_STATE_HOME", nowhere)
        .env("TRACEHOUND_CACHE", cached.path()));
    assert!(!kept.stderr.contains("do not know the ids"), "{}", kept.stderr);
}
