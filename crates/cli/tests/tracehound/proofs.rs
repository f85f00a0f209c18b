//! Proof objects: written by `check --proof`, asked about by `proof check`.

use std::path::Path;

use crate::common::{Done, Programs, command, run};

const HOLDS: &str = "check main {
    let x = read int \"x\";
    let y = read int \"y\";
    assume x > 0;
    if y > x { assert y > 1; } else { assert y <= x; }
}
";

fn call(programs: &Programs, args: &[&str]) -> Done {
    run(command(args).current_dir(programs.path()))
}

/// A folder with a program that holds and its proof, changed by `change`.
fn proved(change: impl Fn(String) -> String) -> Programs {
    let programs = Programs::new();
    programs.add("a.toy", HOLDS);
    let done = call(&programs, &["check", "a.toy", "--proof", "proof.json"]);
    assert_eq!(done.code, 0, "{done:?}");
    let text = std::fs::read_to_string(Path::new(programs.path()).join("proof.json"))
        .expect("it was written");
    let changed = change(text.clone());
    programs.add("proof.json", changed);
    programs
}

fn check(programs: &Programs, solver: &str) -> Done {
    call(programs, &["proof", "check", "proof.json", "--solver", solver])
}

#[test]
fn proof_is_confirmed_by_other_solvers() {
    let programs = proved(|text| text);
    for solver in ["z3", "cvc5"] {
        let done = check(&programs, solver);
        assert_eq!(done.code, 0, "{done:?}");
        assert!(done.stdout.starts_with("a.toy:main: confirmed ("), "{done:?}");
    }
    let shown = call(&programs, &["proof", "show", "proof.json"]);
    assert!(shown.stdout.starts_with("a.toy:main (toy)\n"), "{shown:?}");
    let questions = call(&programs, &["proof", "show", "proof.json", "--smt2"]);
    assert!(questions.stdout.contains("(check-sat)"), "{questions:?}");
}

#[test]
fn tampered_proofs_are_refused() {
    let closes_open_path = |text: String| text.replacen("\"followed\"", "\"impossible\"", 1);
    let leaves_something_out = |text: String| text.replacen("(<= x 0)", "(<= x (- 5))", 1);
    let injects = |text: String| text.replacen("\"if\": \"", "\"if\": \"false) (assert false", 1);
    for change in [closes_open_path, leaves_something_out, injects] {
        let untouched = proved(|text| text);
        let programs = proved(change);
        let read =
            |programs: &Programs| std::fs::read(Path::new(programs.path()).join("proof.json"));
        let (before, after) = (read(&untouched).expect("read"), read(&programs).expect("read"));
        assert!(before != after, "the change changes something");
        let done = check(&programs, "z3");
        assert_eq!(done.code, 1, "{done:?}");
        assert!(done.stdout.contains("not a proof"), "{done:?}");
    }
}

#[test]
fn changed_program_is_said() {
    let programs = proved(|text| text);
    programs.add("a.toy", HOLDS.replace("y > 1", "y > 2"));
    let done = check(&programs, "z3");
    assert_eq!(done.code, 3, "{done:?}");
    assert!(done.stdout.contains("`a.toy` has changed"), "{done:?}");
}

#[test]
fn violated_and_cut_targets_have_no_proof() {
    let programs = Programs::new();
    programs.add("a.toy", "check main { let x = read int \"x\"; assert x != 3; }");
    let done = call(&programs, &["check", "a.toy", "--proof", "proof.json"]);
    assert_eq!(done.code, 1, "{done:?}");
    assert!(done.stderr.contains("no target has a proof"), "{done:?}");
    let done = check(&programs, "z3");
    assert_eq!(done.code, 2, "{done:?}");
}

#[test]
fn ocaml_and_haskell_targets_have_proofs() {
    let programs = Programs::new();
    programs.add(
        "Main.hs",
        "module Main where
{-@ f :: x:Int -> {v:Int | v > x} @-}
f :: Int -> Int
f x = if x > 10 then x + 2 else x + 1
main :: IO ()
main = print (f 1)
",
    );
    let source = crate::common::root().join("corpus/ml/set-insert-fixed/main.ml");
    programs.add("main.ml", std::fs::read(source).expect("it is there"));
    for file in ["Main.hs", "main.ml"] {
        let done = call(&programs, &["check", file, "--proof", "proof.json"]);
        assert_eq!(done.code, 0, "{done:?}");
        let done = check(&programs, "cvc5");
        assert_eq!(done.code, 0, "{done:?}");
    }
}

#[test]
fn other_files_are_no_proofs() {
    let programs = Programs::new();
    for (text, why) in [("{}", "not a proof object"), ("x", "not a proof object")] {
        programs.add("proof.json", text);
        let done = check(&programs, "z3");
        assert_eq!(done.code, 2, "{done:?}");
        assert!(done.stderr.contains(why), "{done:?}");
    }
}
