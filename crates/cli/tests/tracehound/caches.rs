//! What is kept between calls: never stale, never needed, never in the way of another call.

use std::process::Stdio;

use crate::common::{Programs, command, run};

const FUNCTION: &str = "{-# LANGUAGE CPP #-}
module M where
#include \"one.h\"
{-@ f :: Int -> {v:Int | v > 0} @-}
f :: Int -> Int
f x = RESULT
";

/// Calls `check`; what is made once for all programs is kept between tests.
fn checked(path: &str) -> i32 {
    let cache = std::env::temp_dir().join("tracehound-test-cache");
    run(command(&["check", path]).env("TRACEHOUND_CACHE", cache)).code
}

#[test]
fn a_change_in_an_included_file_changes_the_answer() {
    let programs = Programs::new();
    let path = programs.add("M.hs", FUNCTION);
    programs.add("one.h", "#include \"two.h\"\n");
    for (result, code) in [("1", 0), ("x", 1), ("2", 0)] {
        programs.add("two.h", format!("#define RESULT {result}\n"));
        assert_eq!(checked(&path), code, "{result}");
    }
    // The same with modules, of which dumps are kept.
    let path = programs.add(
        "N.hs",
        "module N where\nimport Other\n{-@ f :: Int -> {v:Int | v > 0} @-}\nf :: Int -> Int\nf x = g x\n",
    );
    for (result, code) in [("1", 0), ("x", 1), ("2", 0)] {
        programs.add("Other.hs", format!("module Other where\ng :: Int -> Int\ng x = {result}\n"));
        assert_eq!(checked(&path), code, "{result}");
    }
}

/// A violation is reported that cannot be kept.
#[test]
fn a_home_that_cannot_be_written_loses_no_violation() {
    let programs = Programs::new();
    let path = programs.add("a.toy", "check c { assert 1 > 2; }");
    let mut call = command(&["check", &path]);
    call.env_remove("XDG_CACHE_HOME").env_remove("TRACEHOUND_CACHE");
    let done = run(call.env("HOME", "/proc/nowhere"));
    assert_eq!(done.code, 1, "{}{}", done.stdout, done.stderr);
}

/// What GHC needs of us is built anew, which takes half a minute.
#[test]
fn a_home_that_cannot_be_written_stops_nothing() {
    if !testbed::is_nightly() {
        return;
    }
    let programs = Programs::new();
    let path = programs.add("M.hs", "module M where\nf :: Int\nf = 1\n");
    let temporary = format!("{}/temporary", programs.path());
    std::fs::create_dir_all(&temporary).expect("folders can be made");
    let mut call = command(&["run", &path, "f", "-v"]);
    call.env_remove("XDG_CACHE_HOME").env_remove("TRACEHOUND_CACHE");
    let done = run(call.env("HOME", "/proc/nowhere").env("TMPDIR", &temporary));
    assert_eq!(done.code, 0, "{}{}", done.stdout, done.stderr);
    assert!(done.stderr.contains("nothing is kept for the next call"), "{}", done.stderr);
    let left = std::fs::read_dir(&temporary).expect("it is there").count();
    assert_eq!(left, 0, "temporary files are removed");
}

#[test]
fn concurrent_calls_share_one_cache() {
    let programs = Programs::new();
    let path = programs.add("M.hs", "module M where\nf :: Int\nf = 1\n");
    let start = || {
        let mut call = command(&["run", &path, "f"]);
        call.env("TRACEHOUND_CACHE", std::env::temp_dir().join("tracehound-test-cache"));
        call.stdout(Stdio::piped()).stderr(Stdio::piped());
        call.spawn().expect("the binary can be started")
    };
    for child in [start(), start(), start()] {
        let output = child.wait_with_output().expect("it ends");
        assert!(output.status.success(), "{output:?}");
    }
}
