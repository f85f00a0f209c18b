//! The options and the counters of the solver, in every language.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use testbed::Tool;

use crate::common::{Programs, tracehound};

const TOY: &str = "check main {
    let x = read int \"x\";
    let y = read int \"y\";
    assume x > 2 && y > x;
    if x * y == 15 { assert x != 3; }
}";

/// The counters of each stage without its time; `place` is where they stand in the JSON of a verb.
fn counts(args: &[&str], place: &str) -> Vec<Value> {
    let done = tracehound(&[args, &["-v", "--format", "json"]].concat());
    let answer: Value = serde_json::from_str(&done.stdout).expect("JSON");
    let stages = answer.pointer(place).and_then(Value::as_array).cloned();
    let mut stages = stages.unwrap_or_else(|| panic!("no {place} in {}", done.stdout));
    for stage in &mut stages {
        assert!(stage["time_us"].is_u64());
        stage.as_object_mut().expect("an object").remove("time_us");
    }
    stages
}

/// Asks twice: the same counts, and the same stages in the text for people.
fn check_counts(args: &[&str], place: &str) {
    let stages = counts(args, place);
    assert!(stages.iter().any(|stage| stage["asked"] != 0), "{stages:?}");
    assert_eq!(stages, counts(args, place), "{args:?}");
    let done = tracehound(&[args, &["-v"]].concat());
    let told = format!("{}{}", done.stdout, done.stderr);
    for stage in &stages {
        let name = stage["name"].as_str().expect("a name");
        assert!(told.lines().any(|line| line.trim_start().starts_with(name)), "{name}: {told}");
    }
}

#[test]
fn counters_of_toy_and_ocaml() {
    let programs = Programs::new();
    let toy = programs.add("a.toy", TOY);
    let place = "/targets/0/stats/solver/stages";
    check_counts(&["check", &toy], place);
    check_counts(&["check", "corpus/ml/set-insert/main.ml", "--history", "2"], place);
}

#[test]
fn counters_of_k() {
    let program = ["run", "examples/k/imp/sum.imp", "--def", "examples/k/imp/imp.k"];
    let inputs = ["--in", "n:Int", "--where", "n <=Int 2"];
    check_counts(&[&program[..], &inputs].concat(), "/solver_stats/stages");
}

/// Unification decides these goals: no solver is made for them, and the answer says so.
#[test]
fn counters_of_goals() {
    let goals = ["solve", "examples/interp/append.goal"];
    assert_eq!(counts(&goals, "/solver_stats/stages"), Vec::<Value>::new());
    let done = tracehound(&[&goals[..], &["-v"]].concat());
    assert!(done.stderr.contains("0 queries"), "{}", done.stderr);
    let done = tracehound(&[&goals[..], &["--format", "json"]].concat());
    assert!(!done.stdout.contains("solver_stats"), "{}", done.stdout);
}

#[test]
fn counters_of_haskell() {
    if !Tool::Ghc.is_there() {
        return;
    }
    check_counts(&["check", "corpus/hs/AbsNat.hs"], "/targets/0/stats/solver/stages");
    let programs = Programs::new();
    let file = programs
        .add("Steps.hs", "module Steps where\nf :: Int -> Int\nf x = if x > 3 then 1 else 2\n");
    check_counts(&["run", &file, "f"], "/solver_stats/stages");
}

#[test]
fn counters_of_java() {
    if !Tool::Javac.is_there() {
        return;
    }
    let programs = Programs::new();
    let file = programs.add(
        "A.java",
        "public class A { static int f(int x) { if (x * 3 == 21) throw new RuntimeException(); return x; } }",
    );
    check_counts(&["check", &file, "A#f(x: int)"], "/targets/0/stats/solver/stages");
}

#[test]
fn named_library_is_loaded_or_refused() {
    let done = tracehound(&["doctor", "--z3", "/nowhere/libz3.so"]);
    assert!(done.stdout.contains("/nowhere/libz3.so"), "{}", done.stdout);
    let programs = Programs::new();
    let toy = programs.add("a.toy", TOY);
    let done = tracehound(&["check", &toy, "--z3", "/nowhere/libz3.so"]);
    assert!(done.code == 2 && done.stderr.contains("/nowhere/libz3.so"), "{}", done.stderr);
    let done = tracehound(&["check", &toy, "--z3", "libz3.so", "--solver", "core"]);
    assert!(done.code == 2 && done.stderr.contains("--solver z3"), "{}", done.stderr);
    let Some(library) = testbed::named_z3() else { return };
    let library = library.to_str().expect("its path is UTF-8");
    let done = tracehound(&["doctor", "--z3", library]);
    assert!(done.stdout.contains(library), "{}", done.stdout);
    let plain = ["check", &toy, "--z3", library, "--no-stage", "core", "--no-stage", "cdcl"];
    assert_eq!(tracehound(&plain).code, 1);
}

/// Without our own stages most questions reach Z3 and are written down; cvc5 reads all of them.
#[test]
fn cvc5_reads_every_dump() {
    if !Tool::Cvc5.is_there() {
        return;
    }
    let programs = Programs::new();
    let folder = programs.path().to_owned() + "/smt";
    let off =
        ["core", "cdcl", "words", "bits", "guess"].map(|stage| ["--no-stage", stage]).concat();
    let toy = programs.add("a.toy", TOY);
    let set = ["corpus/ml/set-insert/main.ml", "--history", "2"];
    let files = ["symbolic-index-in-bounds", "quotient-and-remainder", "cubes", "sort-three"]
        .map(|name| format!("corpus/toy/{name}/main.toy"));
    let mut targets: Vec<Vec<&str>> = files.iter().map(|file| vec![file.as_str()]).collect();
    targets.extend([vec![toy.as_str()], set.to_vec()]);
    for target in &targets {
        let kept = format!("{folder}/{}", target[0].replace('/', "-"));
        tracehound(&[&["check", "--dump-smt", &kept][..], target, &off].concat());
    }
    let entries = |folder: &Path| -> Vec<PathBuf> {
        let entries = std::fs::read_dir(folder).expect("questions were written down");
        entries.map(|entry| entry.expect("readable").path()).collect()
    };
    let mut files: Vec<PathBuf> =
        entries(Path::new(&folder)).iter().flat_map(|kept| entries(kept)).collect();
    files.sort();
    assert!(files.len() > 3, "hardly anything was written down");
    for file in files.iter().step_by(files.len().div_ceil(40)) {
        let done = Command::new("cvc5").arg("--tlimit=2000").arg(file).output().expect("installed");
        let told = String::from_utf8_lossy(&done.stdout);
        let is_read = ["sat", "unsat", "unknown"]
            .contains(&told.lines().next().unwrap_or_default())
            || String::from_utf8_lossy(&done.stderr).contains("timeout");
        assert!(is_read, "{}: {told}", file.display());
    }
}
