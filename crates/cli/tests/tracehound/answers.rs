//! Exit codes, formats, budgets: what a call comes to and how it is reported.

use crate::common::{ENDLESS, FAILS, HOLDS, Programs, command, run, tracehound};
use serde_json::Value;

fn check(text: &str, options: &[&str]) -> crate::common::Done {
    let programs = Programs::new();
    let path = programs.add("a.toy", text);
    let mut args = vec!["check", &path];
    args.extend(options);
    let mut done = tracehound(&args);
    done.stdout = done.stdout.replace(programs.path(), "DIR");
    done
}

#[test]
fn every_outcome_has_its_exit_code() {
    assert_eq!(check(HOLDS, &[]).code, 0);
    assert_eq!(check(FAILS, &[]).code, 1);
    assert_eq!(check("check main {", &[]).code, 2);
    assert_eq!(check(ENDLESS, &["--max-paths", "3"]).code, 3);
    assert_eq!(tracehound(&["check", "examples/toy/bank.toy:nothing"]).code, 4);
    let nowhere = tempfile::tempdir().expect("a folder outside of every project");
    assert_eq!(run(command(&["check"]).current_dir(nowhere.path())).code, 4);
    assert_eq!(tracehound(&["chekc"]).code, 2);
    assert_eq!(tracehound(&["--help"]).code, 0);
}

#[test]
fn a_violation_wins_over_what_is_left_open() {
    let both = format!("{FAILS}\n{}", ENDLESS.replace("main", "other"));
    let done = check(&both, &["--max-paths", "3"]);
    assert_eq!(done.code, 1);
    assert!(done.stdout.contains("1 violation, 1 inconclusive"), "{}", done.stdout);
}

#[test]
fn unknown_target_lists_known_ones() {
    let programs = Programs::new();
    let path = programs.add("a.toy", format!("{HOLDS} check other {{ assert true; }}"));
    let done = tracehound(&["check", &format!("{path}:mian")]);
    assert_eq!(done.code, 4);
    assert!(done.stdout.contains("it has main, other"), "{}", done.stdout);
}

#[test]
fn json_on_standard_output_is_json_and_nothing_else() {
    for (text, exit) in [(HOLDS, 0), (FAILS, 1), ("check main {", 2)] {
        let done = check(text, &["--format", "json"]);
        let report: Value = serde_json::from_str(&done.stdout).expect("one JSON object");
        assert_eq!((report["schema"].as_u64(), report["exit"].as_i64()), (Some(1), Some(exit)));
        assert_eq!(i64::from(done.code), exit);
        assert_eq!(done.stderr, "");
    }
}

#[test]
fn the_short_form_is_one_line_for_each_finding() {
    let done = check(FAILS, &["--format", "short"]);
    let line = "DIR/a.toy:1:28: error[TOY001]: the assertion does not hold [TOY001-";
    assert!(done.stdout.starts_with(line), "{}", done.stdout);
    assert_eq!(done.stdout.lines().count(), 1);
}

#[test]
fn further_reports_go_to_files() {
    let programs = Programs::new();
    let path = programs.add("a.toy", FAILS);
    let (json, short) = (format!("{path}.json"), format!("{path}.txt"));
    let (json_report, short_report) = (format!("json={json}"), format!("short={short}"));
    let done = tracehound(&["check", &path, "--report", &json_report, "--report", &short_report]);
    assert_eq!(done.code, 1);
    let json = std::fs::read_to_string(json).expect("the report was written");
    let report: Value = serde_json::from_str(&json).expect("one JSON object");
    assert_eq!(report["targets"][0]["answer"], "violation");
    let short = std::fs::read_to_string(short).expect("the report was written");
    assert_eq!(short.lines().count(), 1);
    let unwritable = tracehound(&["check", &path, "--report", "json=/no/such/folder/a.json"]);
    assert_eq!(unwritable.code, 1, "what was found is true wherever it is written");
    assert!(unwritable.stdout.contains("error[TOY001]"), "{}", unwritable.stdout);
    assert!(unwritable.stderr.contains("cannot write"), "{}", unwritable.stderr);
    let holds = programs.add("b.toy", HOLDS);
    let unwritable = tracehound(&["check", &holds, "--report", "json=/no/such/folder/a.json"]);
    assert_eq!(unwritable.code, 2);
}

#[test]
fn colours_only_when_wanted() {
    let painted = |done: &crate::common::Done| done.stdout.contains('\u{1b}');
    assert!(!painted(&check(FAILS, &[])), "a pipe gets no colours");
    assert!(painted(&check(FAILS, &["--color", "always"])));
    assert!(!painted(&check(FAILS, &["--color", "never"])));
    let programs = Programs::new();
    let path = programs.add("a.toy", FAILS);
    assert!(!painted(&run(command(&["check", &path]).env("NO_COLOR", "1"))));
}

#[test]
fn the_same_bytes_for_any_number_of_threads() {
    let one = check(ENDLESS, &["--max-paths", "40", "--format", "json", "-j1"]);
    let four = check(ENDLESS, &["--max-paths", "40", "--format", "json", "-j4"]);
    assert_eq!(one.stdout, four.stdout);
}

#[test]
fn stated_bounds_are_part_of_the_answer() {
    let looping = "check main { while read bool \"more\" { emit round(); } }";
    assert_eq!(check(looping, &["--max-depth", "5"]).code, 3);
    let within = check(looping, &["--max-depth", "5", "--within-bounds"]);
    assert_eq!(within.code, 0, "{}", within.stdout);
    assert!(within.stdout.contains("1 holds within depth ≤ 5"), "{}", within.stdout);
}

#[test]
fn a_time_budget_ends_the_run() {
    let done = check(ENDLESS, &["--timeout", "300ms"]);
    assert_eq!(done.code, 3);
    assert!(done.stdout.contains("time limit of 300ms reached"), "{}", done.stdout);
    assert!(done.stdout.contains("--timeout"), "{}", done.stdout);
}

#[test]
fn a_time_budget_ends_a_query_too() {
    // No solver is quick with this, and one query may take ten seconds.
    let cubes = "check main {
        let a = read int \"a\"; let b = read int \"b\"; let c = read int \"c\";
        assume a > 1 && b > 1 && c > 1;
        assert a * a * a + b * b * b != c * c * c;
    }";
    let done = check(cubes, &["--timeout", "1s"]);
    assert_eq!(done.code, 3, "{}", done.stdout);
    assert!(!done.stdout.contains("time-out after 10s"), "{}", done.stdout);
}

#[test]
fn nonsense_on_the_command_line_is_refused_with_advice() {
    for (options, advice) in [
        (["--timeout", "10"], "`10s`"),
        (["--memory", "lots"], "`512M`"),
        (["--max-findings", "0"], "`all`"),
        (["--strategy", "luck"], "priority"),
        (["--report", "json"], "json=report.json"),
        (["-j", "0"], "1..=1024"),
    ] {
        let done = check(HOLDS, &options);
        assert_eq!((done.code, done.stdout.as_str()), (2, ""), "{options:?}");
        assert!(done.stderr.contains(advice), "{options:?}: {}", done.stderr);
    }
}

#[test]
fn times_are_shown_on_request_only() {
    assert!(!check(HOLDS, &[]).stdout.contains("ms"));
    assert!(check(HOLDS, &["-v"]).stdout.contains("queries"));
    assert!(check(HOLDS, &["-v", "--format", "json"]).stdout.contains("\"run_ms\""));
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    use std::process::Stdio;
    let mut child = command(&["schema"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary can be started");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// The one target of an OCaml program, and the exit code.
fn ml(text: &str, options: &[&str]) -> (i32, report::TargetReport) {
    let programs = Programs::new();
    let path = programs.add("main.ml", text);
    let done = tracehound(&[&["check", "--format", "json", &path], options].concat());
    let mut report = report::parse_json(&done.stdout).expect("it is a report");
    assert_eq!(i32::from(report.exit), done.code);
    (done.code, report.targets.remove(0))
}

const LOG: &str = "module type LOG = sig val write : int -> unit end
module M (Log : LOG) = struct
";

#[test]
fn a_target_without_any_end_is_vacuous() {
    let endless = format!(
        "{LOG}(** (n: int) -> unit\n effect true *)\nlet f n = while true do Log.write n done\nend"
    );
    let nothing = format!(
        "{LOG}(** (n: int) -> unit\n require n > 3 && n < 2\n effect true *)\nlet f n = Log.write n\nend"
    );
    for (text, code) in [(endless, "SPC014"), (nothing, "SPC011")] {
        let (exit, target) = ml(&text, &[]);
        assert_eq!((exit, target.answer), (3, report::Answer::Vacuous), "{code}");
        assert_eq!(target.doubts[0].code, code);
        assert!(target.vacuous);
        let (exit, target) = ml(&text, &["--allow-vacuous"]);
        assert_eq!((exit, target.answer), (0, report::Answer::Vacuous), "{code}");
    }
}

#[test]
fn what_must_not_be_called_is_not_vacuous() {
    let text = format!(
        "{LOG}(** (n: int) -> unit\n require false\n effect G false *)\nlet die n = Log.write n\nend"
    );
    let (exit, target) = ml(&text, &[]);
    assert_eq!((exit, target.answer), (0, report::Answer::Holds));
    assert!(target.must_not_be_called && target.doubts.is_empty());
}

#[test]
fn one_fault_is_one_finding_at_the_line_of_the_user() {
    let text = "(** (x: int) -> (r: int)
    ensure r = x *)
let parse x =
  let text = if x = 1 then \"a\" else if x = 2 then \"b\" else if x = 3 then \"c\" else \"7\" in
  ignore (int_of_string text);
  x

(** (x: int) -> (r: int)
    ensure r = 0 *)
let first x = List.hd (if x > 5 then [] else [0])

(** (x: int) -> (r: int)
    ensure r = x *)
let fail x = if x > 5 then failwith (string_of_int x) else x
";
    let programs = Programs::new();
    let path = programs.add("main.ml", text);
    let done = tracehound(&["check", "--format", "json", &path]);
    let report = report::parse_json(&done.stdout).expect("it is a report");
    for (target, line) in report.targets.iter().zip([5, 10, 14]) {
        assert_eq!(target.findings.len(), 1, "{}: {:?}", target.name, target.findings);
        let place = target.findings[0].place.as_ref().expect("it has a place");
        assert!(place.file.ends_with("main.ml") && place.line == line, "{}: {place}", target.name);
    }
    // An id says nothing of values: another number makes the same finding.
    let again =
        programs.add("main.ml", text.replace("x > 5 then failwith", "x > 77 then failwith"));
    let done = tracehound(&["check", "--format", "json", &again]);
    let other = report::parse_json(&done.stdout).expect("it is a report");
    assert_eq!(report.targets[2].findings[0].id, other.targets[2].findings[0].id);
    assert_ne!(report.targets[2].findings[0].message, other.targets[2].findings[0].message);
}
