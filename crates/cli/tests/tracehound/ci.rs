//! The formats for CI systems, as the binary writes them.

use std::fs;

use serde_json::Value;

use crate::common::{ENDLESS, FAILS, HOLDS, Programs, command, run, tracehound};

#[test]
fn every_format_is_written_to_its_file() {
    let programs = Programs::new();
    let path = programs.add("a.toy", FAILS);
    let files: Vec<String> = ["sarif", "junit", "github", "jsonl", "json"]
        .map(|format| format!("{format}={}/{format}.out", programs.path()))
        .to_vec();
    let mut args = vec!["check", &path];
    args.extend(files.iter().flat_map(|file| ["--report", file]));
    let done = tracehound(&args);
    assert_eq!(done.code, 1, "{done:?}");
    let written = |format: &str| {
        let file = format!("{}/{format}.out", programs.path());
        let text = fs::read_to_string(file).expect("it was written");
        assert_eq!(text, on_stdout(&path, format), "standard output has the same");
        text
    };
    let log: Value = serde_json::from_str(&written("sarif")).expect("SARIF is JSON");
    let run = &log["runs"][0];
    let (result, rule) = (&run["results"][0], &run["tool"]["driver"]["rules"][0]);
    assert_eq!((result["ruleId"].as_str(), rule["id"].as_str()), (Some("TOY001"), Some("TOY001")));
    assert!(rule["help"]["markdown"].as_str().is_some_and(|page| page.contains("What to do")));
    assert!(written("junit").contains("<failure type=\"TOY001\""));
    assert!(written("github").starts_with("::error file="));
    assert!(written("jsonl").starts_with("{\"event\":\"start\""));
}

/// The report in a format, as a call without files prints it.
fn on_stdout(path: &str, format: &str) -> String {
    let done = tracehound(&["check", path, "--format", format]);
    assert_eq!((done.code, done.stderr.as_str()), (1, ""), "{format}");
    done.stdout
}

#[test]
fn programs_get_their_format_from_calls_that_come_to_nothing() {
    for (format, start) in [
        ("json", "{"),
        ("jsonl", "{\"event\":\"start\""),
        ("sarif", "{"),
        ("junit", "<?xml"),
        ("github", "::error "),
    ] {
        let missing = tracehound(&["check", "nothing-here.toy", "--format", format]);
        assert_eq!(missing.code, 2, "{format}: {missing:?}");
        assert!(missing.stdout.starts_with(start), "{format}: {}", missing.stdout);
        let solver =
            ["check", "nothing-here.toy", "--solver", "no-such-solver", "--format", format];
        let broken = tracehound(&solver);
        assert_eq!(broken.code, 2, "{format}: {broken:?}");
        assert!(broken.stdout.is_empty() || broken.stdout.starts_with(start), "{format}");
    }
}

#[test]
fn github_gets_a_summary_of_the_step() {
    let programs = Programs::new();
    let (fails, holds) = (programs.add("a.toy", FAILS), programs.add("b.toy", HOLDS));
    let summary = programs.add("summary.md", "what the step before said\n");
    let args = ["check", &fails, &holds, "--format", "github"];
    let done = run(command(&args).env("GITHUB_STEP_SUMMARY", &summary));
    assert_eq!(done.code, 1, "{done:?}");
    let text = fs::read_to_string(&summary).expect("it is still there");
    assert!(text.starts_with("what the step before said\n### tracehound"), "{text}");
    assert!(text.contains("error[TOY001]") && text.contains("1 violation"), "{text}");
}

/// A search that takes longer than a second says so before its end.
#[test]
fn progress_is_written_as_lines() {
    let programs = Programs::new();
    let path = programs.add("deep.toy", ENDLESS);
    let done = tracehound(&["check", &path, "--format", "jsonl", "--timeout", "3s"]);
    assert_eq!(done.code, 3, "{done:?}");
    let events = done.stdout.lines().map(|line| {
        let line: Value = serde_json::from_str(line).expect("a line is an object");
        line["event"].as_str().expect("it has an event").to_owned()
    });
    let events: Vec<String> = events.collect();
    assert!(events.iter().any(|event| event == "progress"), "{events:?}");
    assert!(events.iter().any(|event| event == "inconclusive"), "{events:?}");
    assert_eq!(events.last().map(String::as_str), Some("summary"));
}

#[test]
fn the_report_of_a_log_is_written_to_files() {
    let folder = Programs::new();
    let (junit, sarif) = (folder.add("out.xml", ""), folder.add("out.sarif", ""));
    let reports = [format!("junit={junit}"), format!("sarif={sarif}")];
    let log = fs::read_to_string("../../examples/trace/files-bad.jsonl").expect("it is there");
    // Also of violations that were written when they happened.
    let log = folder.add("app.jsonl", log);
    for every in [&[][..], &["--every"]] {
        let args = ["trace", "check", &log, "--spec", "examples/trace/files.trace"];
        let written = ["--report", &reports[0], "--report", &reports[1]];
        assert_eq!(tracehound(&[&args[..], &written, every].concat()).code, 1);
        let text = fs::read_to_string(&junit).expect("it was written");
        assert!(text.contains("<failure type=\"EVT001\""), "{text}");
        let text = fs::read_to_string(&sarif).expect("it was written");
        let sarif: Value = serde_json::from_str(&text).expect("SARIF is JSON");
        assert_eq!(sarif["runs"][0]["results"][0]["ruleId"], "EVT001");
    }
}

#[test]
fn a_log_has_the_formats_of_a_program() {
    let log = "examples/trace/files-bad.jsonl";
    let with = |format: &str| {
        let args = ["trace", "check", log, "--spec", "examples/trace/files.trace", "--format"];
        let done = tracehound(&[&args[..], &[format]].concat());
        assert_eq!((done.code, done.stderr.as_str()), (1, ""), "{format}");
        done.stdout
    };
    let sarif: Value = serde_json::from_str(&with("sarif")).expect("SARIF is JSON");
    let result = &sarif["runs"][0]["results"][0];
    let line = &result["locations"][0]["physicalLocation"]["region"]["startLine"];
    assert_eq!(result["ruleId"], "EVT001");
    let broken = line.as_u64().expect("a line of the log");
    let human = with("human");
    assert!(human.contains(&format!("{log}:{broken}: ")), "{broken} in {human}");
    assert!(with("junit").contains("<failure type=\"EVT001\""));
    assert!(with("github").starts_with(&format!("::error file={log},line={broken}")));
    assert!(with("short").starts_with(&format!("{log}:{broken}:")));
    assert!(with("jsonl").lines().all(|line| serde_json::from_str::<Value>(line).is_ok()));
    assert!(with("markdown").contains("no_double_open"));
}
