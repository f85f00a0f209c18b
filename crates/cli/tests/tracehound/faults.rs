//! Faults of the world around a call: no answer may become wrong, and no store may be left broken.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::common::{Done, ENDLESS, FAILS, Programs, command, run};
use serde_json::Value;

/// A call whose home, cache and state lie in a folder of its own.
fn at_home(home: &Path, args: &[&str]) -> Command {
    let mut command = command(args);
    command.env("HOME", home).env_remove("XDG_CACHE_HOME").env_remove("TRACEHOUND_CACHE");
    command.env("XDG_STATE_HOME", home.join("state"));
    command
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let (mut todo, mut found) = (vec![folder.to_owned()], Vec::new());
    while let Some(folder) = todo.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for path in entries.map(|entry| entry.expect("the folder can be listed").path()) {
            if path.is_dir() { todo.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    found
}

/// The only violation, by its id.
fn id_of(done: &Done) -> String {
    let report: Value = serde_json::from_str(&done.stdout).expect("the report is whole");
    report["targets"][0]["findings"][0]["id"].as_str().expect("there is a finding").to_owned()
}

#[test]
fn killed_call_leaves_no_bad_cache() {
    let programs = Programs::new();
    let home = PathBuf::from(programs.path()).join("home");
    let bad = programs.add("bad.toy", FAILS);
    let long = programs.add("long.toy", format!("{FAILS}\ncheck other {}", &ENDLESS[11..]));
    for delay in [1, 5, 20, 60, 150, 400] {
        let mut call = at_home(&home, &["check", &long, "--save-run", programs.path()]);
        call.stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = call.spawn().expect("the binary can be started");
        std::thread::sleep(Duration::from_millis(delay));
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        let done = run(&mut at_home(&home, &["check", &bad, "--format", "json"]));
        assert_eq!(done.code, 1, "{}", done.stderr);
        let replayed = run(&mut at_home(&home, &["replay", &id_of(&done)]));
        assert_eq!(replayed.code, 1, "after {delay} ms: {}", replayed.stderr);
    }
}

/// A limit on the size of files is what a full disk is to a writer.
#[test]
fn full_disk_is_reported_and_the_answer_stays() {
    let programs = Programs::new();
    let bad = programs.add("bad.toy", FAILS);
    let report = format!("{}/report.json", programs.path());
    let home = format!("{}/home", programs.path());
    let call = format!(
        "ulimit -f 0; exec {} check {bad} --report json={report}",
        env!("CARGO_BIN_EXE_tracehound")
    );
    let mut shell = Command::new("sh");
    // The signal that comes with the limit would end any program that does not ignore it.
    shell.args(["-c", &format!("trap '' XFSZ; {call}")]);
    shell.env("HOME", &home).env_remove("XDG_STATE_HOME").env_remove("XDG_CACHE_HOME");
    let done = run(shell.stdin(Stdio::null()));
    assert_eq!(done.code, 1, "a violation is one wherever it can be written: {}", done.stderr);
    assert!(done.stdout.contains("TOY001"), "{}", done.stdout);
    assert!(done.stderr.contains("cannot write"), "{}", done.stderr);
    let left = fs::read(&report).unwrap_or_default();
    assert!(left.is_empty(), "no half of a report is left: {}", String::from_utf8_lossy(&left));
}

#[test]
fn unwritable_home_is_harmless() {
    let programs = Programs::new();
    let bad = programs.add("bad.toy", FAILS);
    for home in ["/nowhere/at/all", "/proc"] {
        let done = run(&mut at_home(Path::new(home), &["check", &bad]));
        assert_eq!(done.code, 1, "{home}: {}", done.stderr);
    }
    let mut homeless = command(&["check", &bad]);
    homeless.env_remove("HOME").env_remove("XDG_STATE_HOME").env_remove("XDG_CACHE_HOME");
    let done = run(&mut homeless);
    assert_eq!(done.code, 1, "{}", done.stderr);
}

#[test]
fn two_calls_share_one_store() {
    let programs = Programs::new();
    let home = PathBuf::from(programs.path()).join("home");
    let bad = programs.add("bad.toy", FAILS);
    let mut children: Vec<_> = (0..6)
        .map(|_| {
            let mut call = at_home(&home, &["check", &bad, "--format", "json"]);
            call.stdout(Stdio::piped()).spawn().expect("the binary can be started")
        })
        .collect();
    for child in &mut children {
        assert_eq!(child.wait().expect("it ends").code(), Some(1));
    }
    let done = run(&mut at_home(&home, &["check", &bad, "--format", "json"]));
    let replayed = run(&mut at_home(&home, &["replay", &id_of(&done)]));
    assert_eq!(replayed.code, 1, "{}", replayed.stderr);
    let drafts =
        files_below(&home).into_iter().filter(|path| path.extension().is_none_or(|e| e != "json"));
    assert_eq!(drafts.collect::<Vec<_>>(), Vec::<PathBuf>::new(), "nothing unfinished is left");
}

/// What is kept may be damaged in any way: the answer is right, or it is an error, never a crash.
#[test]
fn a_damaged_store_changes_no_answer() {
    let programs = Programs::new();
    let home = PathBuf::from(programs.path()).join("home");
    let bad = programs.add("bad.toy", FAILS);
    let check = || run(&mut at_home(&home, &["check", &bad, "--format", "json"]));
    let first = check();
    let id = id_of(&first);
    let kept = files_below(&home);
    assert!(!kept.is_empty(), "findings are kept");
    for path in &kept {
        let whole = fs::read(path).expect("it can be read");
        let mut flipped = whole.clone();
        let middle = flipped.len() / 2;
        flipped[middle] ^= 0x5a;
        let damaged = [&whole[..0], &whole[..middle], &flipped, b"\0\xff\0\xff"];
        for bytes in damaged {
            fs::write(path, bytes).expect("it can be written");
            for verb in ["replay", "explain", "test"] {
                let done = run(&mut at_home(&home, &[verb, &id]));
                assert_ne!(done.code, 101, "{verb}: {}", done.stderr);
            }
            assert_eq!(check().stdout, first.stdout, "a check does not depend on the store");
        }
    }
}

/// The caches of compiled programs, too.
#[test]
fn damaged_caches_change_no_answer() {
    if !testbed::Tool::Javac.is_there() {
        return;
    }
    let programs = Programs::new();
    let home = PathBuf::from(programs.path()).join("home");
    let source = "public class Damaged { static int f(int x) { assert x != 41; return x; } }";
    let java = programs.add("Damaged.java", source);
    let entry = "Damaged#f(x: int)";
    let check = || run(&mut at_home(&home, &["check", &java, entry, "--format", "short"]));
    let first = check();
    assert_eq!(first.code, 1, "{}{}", first.stdout, first.stderr);
    let kept: Vec<PathBuf> = files_below(&home.join(".cache"));
    assert!(!kept.is_empty(), "classes are kept");
    for path in kept {
        let whole = fs::read(&path).expect("it can be read");
        let mut flipped = whole.clone();
        let middle = flipped.len() / 2;
        flipped[middle] ^= 0x5a;
        for bytes in [&whole[..whole.len() / 2], &flipped] {
            fs::write(&path, bytes).expect("it can be written");
            let done = check();
            assert_eq!(done.stdout, first.stdout, "{}: {}", path.display(), done.stderr);
        }
        fs::write(&path, &whole).expect("it can be written");
    }
}
