//! `examples/project` and the files for CI systems, as users run them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::{Done, Programs, root, run};

/// A copy of the demo project.
fn demo() -> Programs {
    let programs = Programs::new();
    copy(&root().join("examples/project"), Path::new(programs.path()));
    programs
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("there is room");
    for entry in fs::read_dir(from).expect("it is there") {
        let entry = entry.expect("it can be listed");
        let to = to.join(entry.file_name());
        match entry.path().is_dir() {
            true => copy(&entry.path(), &to),
            false => drop(fs::copy(entry.path(), to).expect("there is room")),
        }
    }
}

/// Whether Java programs can be checked here; CI has to.
fn has_java() -> bool {
    let found = Command::new("javac").arg("-version").output().is_ok();
    assert!(found || std::env::var_os("CI").is_none(), "a JDK is missing");
    found
}

/// A shell with the binary on its path and a cache of its own.
fn shell(folder: &Path, script: &str) -> Command {
    let binary = PathBuf::from(env!("CARGO_BIN_EXE_tracehound"));
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", binary.parent().expect("it lies in a folder").display());
    let mut shell = Command::new("bash");
    shell.args(["-e", "-c", script]).current_dir(folder).env("PATH", path);
    shell.env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR")).env_remove("NO_COLOR");
    shell.env("TRACEHOUND_CACHE", folder.join("kept"));
    shell
}

fn call(programs: &Programs, script: &str) -> Done {
    run(&mut shell(Path::new(programs.path()), script))
}

/// Compares with a golden text, or writes it.
#[track_caller]
fn golden(name: &str, text: &str) {
    let path = root().join("crates/cli/tests/tracehound/demo").join(name);
    if std::env::var_os("BLESS").is_some() {
        fs::create_dir_all(path.parent().expect("a folder")).expect("there is room");
        fs::write(&path, text).expect("there is room");
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(expected, text, "{name} differs: set BLESS=1");
}

#[test]
fn the_demo_project() {
    if !has_java() {
        return;
    }
    let programs = demo();
    let done = call(&programs, "tracehound check");
    assert_eq!(done.code, 1, "{done:?}");
    golden("report.txt", &done.stdout);
    let script = "mkdir -p out && tracehound check --no-cache --profile ci -q";
    assert_eq!(call(&programs, script).code, 1);
    let read =
        |name: &str| fs::read_to_string(Path::new(programs.path()).join(name)).expect("written");
    golden("tracehound.sarif", &read("out/tracehound.sarif"));
    golden("tracehound.xml", &read("out/tracehound.xml"));
    let script = "tracehound check --no-cache -q --report html=out/tracehound.html";
    assert_eq!(call(&programs, script).code, 1);
    golden("tracehound.html", &read("out/tracehound.html"));
}

/// The lines of a block `run: |` of a file in YAML, by the name of its step.
fn step(file: &str, name: &str) -> String {
    let text = fs::read_to_string(root().join(file)).expect("it is there");
    let (_, rest) = text.split_once(&format!("- name: {name}")).expect("there is such a step");
    let (_, rest) = rest.split_once("run: |\n").expect("it runs something");
    let indent = rest.len() - rest.trim_start().len();
    let own = rest
        .lines()
        .take_while(|line| line.is_empty() || line.len() - line.trim_start().len() >= indent);
    own.map(|line| format!("{}\n", line.get(indent..).unwrap_or_default())).collect()
}

#[test]
fn the_steps_of_the_github_action() {
    let programs = demo();
    let folder = Path::new(programs.path());
    let installed = run(&mut shell(folder, &step("action.yml", "Install tracehound")));
    assert!(installed.code == 0 && installed.stdout.starts_with("tracehound "), "{installed:?}");
    let mut check = shell(folder, &step("action.yml", "Check"));
    check.env("ARGUMENTS", "fees stock/room.ml").env("PROFILE", "ci");
    check.env("SARIF", "a.sarif").env("JUNIT", "a.xml");
    fs::create_dir(folder.join("out")).expect("there is room");
    let done = run(&mut check);
    assert_eq!(done.code, 1, "{done:?}");
    assert!(done.stdout.contains("::error file=fees/fees.toy,line=13"), "{}", done.stdout);
    for file in ["a.sarif", "a.xml"] {
        assert!(folder.join(file).is_file(), "{file}");
    }
}

#[test]
fn the_hook_for_pre_commit() {
    let hooks = fs::read_to_string(root().join(".pre-commit-hooks.yaml")).expect("it is there");
    let entry = hooks.lines().find_map(|line| line.trim().strip_prefix("entry: "));
    let entry = entry.expect("it runs something");
    let programs = demo();
    fs::remove_dir_all(format!("{}/billing", programs.path())).expect("it is there");
    programs.add("tracehound.toml", "targets = ['fees', 'stock']\n");
    let git = "git -c user.name=t -c user.email=t@t";
    let commit = format!("git init -q && git add . && {git} commit -qm one");
    assert_eq!(call(&programs, &commit).code, 0);
    assert_eq!(call(&programs, entry).code, 0, "nothing has changed");
    programs.add("fees/new.toy", "check new { assert 1 > 2; }");
    let done = call(&programs, entry);
    assert_eq!(done.code, 1, "{done:?}");
    assert!(done.stdout.contains("fees/new.toy") && !done.stdout.contains("fees.toy:13"));
}

#[test]
fn the_script_of_gitlab() {
    if !has_java() {
        return;
    }
    let text =
        fs::read_to_string(root().join("examples/project/.gitlab-ci.yml")).expect("it is there");
    let (_, rest) = text.split_once("  script:\n").expect("it has a script");
    let lines = rest.lines().map_while(|line| line.strip_prefix("    - "));
    let script: Vec<&str> = lines.collect();
    let programs = demo();
    let done = call(&programs, &script.join("\n"));
    assert_eq!(done.code, 1, "{done:?}");
    assert!(Path::new(programs.path()).join("out/tracehound.xml").is_file());
}
