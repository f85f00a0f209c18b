//! Reports from untrusted sources: they run nothing, and nothing is written where they say.

use std::fs;
use std::path::Path;

use report::Report;

use crate::common::{Done, Programs, command, run};

const REGISTER: &str = "module type STORE = sig
  (** (k: int) -> unit
      effect <put k> *)
  val put : int -> unit
end
module Register (Store : STORE) = struct
  (** (k: int) -> unit
      ghost (i: int)
      invariant G (<Store.put i> implies X G ~<Store.put i>) *)
  let claim k = Store.put k
end
";

fn tracehound_in(folder: &str, args: &[&str]) -> Done {
    run(command(args).current_dir(folder))
}

/// A folder with a program and its report.
fn reported() -> (Programs, Report) {
    let programs = Programs::new();
    programs.add("project/register.ml", REGISTER);
    let folder = format!("{}/project", programs.path());
    let done = tracehound_in(&folder, &["check", "register.ml", "--format", "json"]);
    assert_eq!(done.code, 1, "{}{}", done.stdout, done.stderr);
    let report = report::parse_json(&done.stdout).expect("it is a report");
    (programs, report)
}

/// What `test --write` makes of a report that was changed, and the files that are there afterwards.
fn written(change: impl FnOnce(&mut Report), more: &[&str]) -> (Done, Vec<String>) {
    let (programs, mut report) = reported();
    change(&mut report);
    programs.add("project/run.json", report::json(&report));
    let folder = format!("{}/project", programs.path());
    let done = tracehound_in(&folder, &[&["test", "run.json", "--write"], more].concat());
    (done, files(Path::new(programs.path())))
}

fn files(folder: &Path) -> Vec<String> {
    let (mut todo, mut found) = (vec![folder.to_owned()], Vec::new());
    while let Some(next) = todo.pop() {
        for entry in fs::read_dir(&next).expect("it can be listed") {
            let path = entry.expect("it can be listed").path();
            match path.is_dir() {
                true => todo.push(path),
                false => {
                    let name = path.strip_prefix(folder).expect("it lies below");
                    found.push(name.to_string_lossy().into_owned());
                }
            }
        }
    }
    found.sort();
    found
}

#[test]
fn a_good_report_is_written_as_a_test() {
    let (done, files) = written(|_| {}, &[]);
    assert_eq!(done.code, 0, "{}{}", done.stdout, done.stderr);
    assert_eq!(files.len(), 3, "{files:?}");
}

#[test]
fn ids_that_are_none_are_refused() {
    for id in [
        "ADT001-\" ^ Sys.command \"touch owned\" ^ \"",
        "ADT001-x *) let () = exit 0 (*",
        "../../ADT001-7f3a12",
        "/tmp/ADT001-7f3a12",
        "ADT001-7f\n3a12",
        "",
    ] {
        let (done, files) = written(|report| report.targets[0].findings[0].id = id.to_owned(), &[]);
        assert_eq!(done.code, 2, "{id:?}: {}", done.stdout);
        assert!(done.stderr.contains("is not an id of a finding"), "{id:?}: {}", done.stderr);
        assert_eq!(files, ["project/register.ml", "project/run.json"], "{id:?}");
    }
}

#[test]
fn names_with_control_characters_are_refused() {
    let (done, files) = written(|report| report.targets[0].name += "\u{1b}[2J", &[]);
    assert_eq!(done.code, 2, "{}", done.stdout);
    assert!(!done.stderr.contains('\u{1b}'), "{:?}", done.stderr);
    assert_eq!(files.len(), 2);
}

#[test]
fn a_report_does_not_choose_another_folder() {
    let (programs, mut report) = reported();
    programs.add("elsewhere/register.ml", REGISTER);
    report.targets[0].file = "../elsewhere/register.ml".to_owned();
    programs.add("project/run.json", report::json(&report));
    let folder = format!("{}/project", programs.path());
    let before = files(Path::new(programs.path()));
    let done = tracehound_in(&folder, &["test", "run.json", "--write"]);
    assert_eq!(done.code, 2, "{}", done.stdout);
    assert!(done.stderr.contains("--out"), "{}", done.stderr);
    assert_eq!(files(Path::new(programs.path())), before);
    // The user may choose one.
    let done = tracehound_in(&folder, &["test", "run.json", "--write", "--out", "tests"]);
    assert_eq!(done.code, 0, "{}{}", done.stdout, done.stderr);
    let new = files(Path::new(programs.path())).into_iter().filter(|file| !before.contains(file));
    assert!(new.into_iter().all(|file| file.starts_with("project/tests/")));
}

#[cfg(unix)]
#[test]
fn links_are_replaced_and_not_followed() {
    let (programs, report) = reported();
    programs.add("project/run.json", report::json(&report));
    let folder = format!("{}/project", programs.path());
    let done = tracehound_in(&folder, &["test", "run.json", "--write"]);
    let test = done.stdout.lines().find_map(|line| line.strip_prefix("wrote ")).expect("a test");
    let (test, target) = (Path::new(&folder).join(test), programs.add("precious", "mine"));
    fs::remove_file(&test).expect("it was written");
    std::os::unix::fs::symlink(&target, &test).expect("links can be made");
    let done = tracehound_in(&folder, &["test", "run.json", "--write", "--force"]);
    assert_eq!(done.code, 0, "{}{}", done.stdout, done.stderr);
    assert_eq!(fs::read_to_string(&target).expect("it is there"), "mine");
}

#[test]
fn values_of_a_report_are_terms_and_not_text() {
    for witness in ["(assert (input#0 1)) let () = exit 0", "1); Sys.command", "*)"] {
        let change =
            |report: &mut Report| report.targets[0].findings[0].witness = witness.to_owned();
        let (done, files) = written(change, &[]);
        assert_eq!(done.code, 2, "{witness}: {}", done.stdout);
        assert_eq!(files.len(), 2, "{witness}");
    }
}

#[test]
fn bounds_and_nesting_without_measure_are_refused() {
    let (done, _) = written(
        |report| {
            let call = report.targets[0].findings[0].call.as_mut().expect("it is a call");
            call.bounds.history = u64::MAX;
        },
        &[],
    );
    assert_eq!(done.code, 2, "{}{}", done.stdout, done.stderr);
    let deep = "(".repeat(1_000_000);
    let (done, _) = written(|report| report.targets[0].findings[0].witness = deep, &[]);
    assert_eq!(done.code, 2, "{}", done.stdout);
    let programs = Programs::new();
    let path = programs.add("deep.json", "[".repeat(1_000_000));
    for verb in ["replay", "test"] {
        let done = tracehound_in(programs.path(), &[verb, &path]);
        assert_eq!(done.code, 2, "{verb}: {}{}", done.stdout, done.stderr);
    }
}

/// File names of the analysed project are no commands.
#[test]
fn file_names_are_quoted() {
    let programs = Programs::new();
    programs.add("a *) b/it's.ml", REGISTER);
    let folder = format!("{}/a *) b", programs.path());
    let done = tracehound_in(&folder, &["test", "it's.ml"]);
    let (head, _) = done.stdout.split_once("*)").expect("a test begins with a comment");
    assert!(head.contains("'it'\\''s.ml'"), "{head}");
}

#[cfg(unix)]
#[test]
fn a_report_without_end_is_not_read_to_its_end() {
    let done = run(&mut command(&["replay", "/dev/zero"]));
    assert_eq!(done.code, 2, "{}", done.stdout);
    assert!(done.stderr.contains("`/dev/zero` is larger than 256 MiB"), "{}", done.stderr);
}
