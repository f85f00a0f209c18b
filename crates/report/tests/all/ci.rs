//! The formats that CI systems read, each judged by code of others.

use std::sync::Mutex;

use quick_junit::{NonSuccessKind, TestCaseStatus};
use report::{github, github_summary, jsonl, jsonl_start, jsonl_summary, junit, sarif};
use serde_json::Value;

use super::*;
use crate::json_schema;

/// A report of each kind of thing that reports have.
fn reports() -> Vec<Report> {
    let gap = Gap { what: "a symbolic length <&>\u{1}".into(), span: None };
    let mut limited = Stage::new().violate(3).end(EndingKind::Unsupported(gap));
    limited.run.limits.push(Limit::Paths(3));
    vec![
        Stage::new().report(),
        Stage::new().violate(3).report(),
        limited.report(),
        Stage::new().end(EndingKind::Unknown(Reason::NeedsBackend)).report(),
        by_contract(true),
        told(),
        accepted(&Stage::new().violate(3), AcceptedBy::Comment).finish("tracehound 1.2.3"),
        accepted(&Stage::new().violate(3), AcceptedBy::Baseline).finish("tracehound 1.2.3"),
        problems(ReportBuilder::new()).finish("tracehound 1.2.3"),
    ]
}

/// A finding with a call, a broken part and what was exchanged.
fn told() -> Report {
    let stage = Stage::new().violate(3);
    let mut builder = ReportBuilder::new();
    builder.target(stage.target_told_by(&Told(2), Detail::default()));
    builder.finish("tracehound 1.2.3")
}

fn problems(mut builder: ReportBuilder) -> ReportBuilder {
    let stage = Stage::new().violate(3);
    let unknown = Diagnostic::error("unknown name `y`").at(stage.span("x != 3"), "not bound here");
    builder.problem(Problem::from_diagnostic(&stage.files, &unknown));
    builder.problem(Problem::new(ProblemKind::NoTarget, "no target named `z`").with_help("list"));
    builder.problem(Problem::new(ProblemKind::Remark, "`b.txt` was left out"));
    builder.target(stage.target(Detail::default()));
    builder
}

/// A report with so many findings, each of one event more than the last.
fn many(findings: usize) -> Report {
    let mut stage = Stage::new();
    for number in 0..findings {
        stage = stage.violate(number as i64);
    }
    stage.report_with(Detail { every_path: true, ..Detail::default() })
}

fn page(code: &str) -> Option<&'static str> {
    (code == "TOY001").then_some("# TOY001: an assertion can fail\n\nThe page.\n")
}

fn as_sarif(report: &Report) -> Value {
    serde_json::from_str(&sarif(report, &page)).expect("SARIF is JSON")
}

/// What the schema of the standard, as OASIS publishes it, has against a log.
fn faults(log: &Value) -> Vec<String> {
    let schema = include_str!("sarif-schema-2.1.0.json");
    json_schema::faults(&serde_json::from_str(schema).expect("the schema is JSON"), log)
}

#[test]
fn sarif_obeys_the_schema_of_the_standard() {
    for report in reports() {
        let log = as_sarif(&report);
        assert_eq!(faults(&log), Vec::<String>::new(), "{log:#}");
    }
}

#[test]
fn the_schema_finds_planted_faults() {
    let plant = |path: &str, value: Value| {
        let mut log = as_sarif(&Stage::new().violate(3).report());
        *log.pointer_mut(path).unwrap_or_else(|| panic!("there is no {path}")) = value;
        faults(&log).len()
    };
    assert_eq!(plant("/runs/0/results/0/level", "fatal".into()), 1);
    assert_eq!(plant("/runs/0/results/0/message", "plain".into()), 1);
    let line = "/runs/0/results/0/locations/0/physicalLocation/region/startLine";
    assert_eq!(plant(line, 0.into()), 1);
    assert_eq!(plant("/runs/0/tool/driver/name", 7.into()), 1);
    assert_eq!(plant("/runs/0/tool", serde_json::json!({})), 1);
    assert_eq!(plant("/runs/0/invocations/0", serde_json::json!({ "exit": 1 })), 2);
}

#[test]
fn sarif_has_rule_flow_and_fingerprint() {
    let report = told();
    let finding = &report.targets[0].findings[0];
    let run = &as_sarif(&report)["runs"][0];
    let result = &run["results"][0];
    assert_eq!((result["kind"].as_str(), result["level"].as_str()), (Some("fail"), Some("error")));
    assert_eq!(result["partialFingerprints"]["tracehoundFinding/v1"], finding.id.as_str());
    let events = &result["codeFlows"][0]["threadFlows"][0]["locations"];
    assert_eq!(events[0]["location"]["message"]["text"], "event 1: shut(3)");
    let related = &result["relatedLocations"][0]["message"]["text"];
    assert_eq!(related, "fails at event 1", "the part of the property that is broken");
    let index = result["ruleIndex"].as_u64().expect("it has a rule") as usize;
    let rule = &run["tool"]["driver"]["rules"][index];
    assert_eq!(rule["id"], "TOY001");
    assert_eq!(rule["shortDescription"]["text"], "an assertion can fail");
    assert_eq!(rule["help"]["markdown"], "The page.");
}

#[test]
fn undecided_is_an_open_note_in_sarif() {
    let report = Stage::new().end(EndingKind::Unknown(Reason::NeedsBackend)).report();
    let result = &as_sarif(&report)["runs"][0]["results"][0];
    assert_eq!((result["kind"].as_str(), result["level"].as_str()), (Some("open"), Some("note")));
    let file = &result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    assert_eq!(file, "dir/a.toy", "a doubt without a place is shown at the file of its target");
}

#[test]
fn bad_input_is_a_call_that_failed_in_sarif() {
    let report = problems(ReportBuilder::new()).finish("tracehound 1.2.3");
    let invocation = &as_sarif(&report)["runs"][0]["invocations"][0];
    assert_eq!(invocation["executionSuccessful"], false);
    assert_eq!(invocation["toolConfigurationNotifications"].as_array().map(Vec::len), Some(3));
}

/// Services refuse longer flows; the last events are those at which it goes wrong.
#[test]
fn long_flows_keep_their_end_in_sarif() {
    let mut stage = Stage::new().violate(3);
    let EndingKind::Violated(_, witness) = &mut stage.run.endings[0].kind else {
        panic!("not violated")
    };
    witness.events = vec![witness.events[0].clone(); 1500];
    let log = as_sarif(&stage.report());
    let flow = &log["runs"][0]["results"][0]["codeFlows"][0]["threadFlows"][0]["locations"];
    let flow = flow.as_array().expect("it has events");
    assert_eq!(flow.len(), 1000);
    assert_eq!(flow[999]["location"]["message"]["text"], "event 1500: shut(3)");
    assert_eq!(faults(&log), Vec::<String>::new());
}

fn read_back(report: &Report) -> quick_junit::Report {
    let text = junit(report);
    quick_junit::Report::deserialize_from_str(&text).unwrap_or_else(|why| panic!("{why}: {text}"))
}

#[test]
fn junit_is_read_back_with_the_same_counts() {
    for report in reports() {
        let read = read_back(&report);
        assert!(read.tests > 0);
        let undecided = report.summary.inconclusive + report.summary.unusable;
        assert_eq!(read.errors as u64, undecided, "{}", junit(&report));
        let is_new = |target: &&TargetReport| target.findings.iter().any(|found| found.is_new());
        assert_eq!(read.failures, report.targets.iter().filter(is_new).count());
        let cases = || read.test_suites.iter().flat_map(|suite| &suite.test_cases);
        let of = |wanted: NonSuccessKind| {
            let is = |status: &TestCaseStatus| match status {
                TestCaseStatus::NonSuccess { kind, .. } => *kind == wanted,
                TestCaseStatus::Success { .. } | TestCaseStatus::Skipped { .. } => false,
            };
            cases().filter(|case| is(&case.status)).count()
        };
        assert_eq!((cases().count(), of(NonSuccessKind::Failure)), (read.tests, read.failures));
        assert_eq!(of(NonSuccessKind::Error), read.errors);
    }
}

#[test]
fn junit_has_a_suite_for_each_file_and_a_case_for_each_target() {
    let read = read_back(&Stage::new().violate(3).report());
    let suite = &read.test_suites[0];
    assert_eq!((read.test_suites.len(), suite.name.as_str()), (1, "dir/a.toy"));
    let case = &suite.test_cases[0];
    assert_eq!(case.name.as_str(), "main");
    let TestCaseStatus::NonSuccess { message, ty, description, .. } = &case.status else {
        panic!("it passed")
    };
    assert_eq!(message.as_deref(), Some("the assertion does not hold"));
    assert_eq!(ty.as_deref(), Some("TOY001"));
    let description = description.as_deref().expect("it has one");
    assert!(description.contains("\n  = note: inputs: x = 3\n"), "{description}");
}

#[test]
fn any_text_can_be_in_junit() {
    let nasty: String = (0..0x250).chain(0xd7f0..0x10020).filter_map(char::from_u32).collect();
    let mut report = Stage::new().violate(3).report();
    report.targets[0].name = nasty.clone();
    report.targets[0].findings[0].notes = vec![nasty.clone()];
    let read = read_back(&report);
    // The reader drops more control characters than XML forbids.
    let is_kept = |char: &char| !char.is_control() && !('\u{fffd}'..='\u{ffff}').contains(char);
    let plain = |text: &str| text.chars().filter(is_kept).collect::<String>();
    assert_eq!(plain(read.test_suites[0].test_cases[0].name.as_str()), plain(&nasty));
}

#[test]
fn junit_has_a_case_for_each_broken_property() {
    let mut report = many(3);
    let named = ["HasNext", "Update", "HasNext"];
    for (finding, name) in report.targets[0].findings.iter_mut().zip(named) {
        finding.property = Some(report::PropertyText { name: name.into(), from: "all".into() });
    }
    let read = read_back(&report);
    let names: Vec<&str> =
        read.test_suites[0].test_cases.iter().map(|case| case.name.as_str()).collect();
    assert_eq!(names, ["main (HasNext)", "main (Update)"]);
}

#[test]
fn annotations_stop_at_ten_of_a_kind() {
    let text = github(&many(14));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.iter().filter(|line| line.starts_with("::error ")).count(), 10);
    assert_eq!(lines[10], "and 4 more errors");
    assert!(lines[11].starts_with("result: 14 violations"), "{text}");
    let summary = github_summary(&many(14));
    assert_eq!(summary.matches("inputs: x = ").count(), 14, "all of them are in the summary");
}

#[test]
fn annotations_are_escaped() {
    let text = github(&Stage::new().violate(3).report());
    let start = "::error file=dir/a.toy,line=4,endLine=4,col=3,endColumn=16,title=TOY001::\
                 error[TOY001]: the assertion does not hold%0A";
    assert!(text.starts_with(start), "{text}");
    let mut builder = ReportBuilder::new();
    builder.problem(Problem::new(ProblemKind::BadInput, "100% of\r\nit"));
    let text = github(&builder.finish("tracehound 1.2.3"));
    assert!(text.starts_with("::error ::error: 100%25 of%0D%0Ait\n"), "{text}");
}

#[test]
fn summaries_stay_below_what_github_takes() {
    let mut report = many(1);
    report.targets[0].findings[0].notes = vec!["`".repeat(1000); 400];
    let again = report.targets[0].clone();
    report.targets.extend([again.clone(), again]);
    let text = github_summary(&report);
    assert!(text.len() <= 1 << 20, "{} bytes", text.len());
    assert!(text.ends_with("and 1 more message\n"), "{}", &text[text.len() - 100..]);
}

#[test]
fn json_lines_are_objects_with_an_event() {
    for report in reports() {
        let text = jsonl(&report);
        let events: Vec<String> = text
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).expect("a line is an object"))
            .map(|line| line["event"].as_str().expect("it has an event").to_owned())
            .collect();
        assert_eq!(events.first().map(String::as_str), Some("start"));
        assert_eq!(events.last().map(String::as_str), Some("summary"));
        let count = |name: &str| events.iter().filter(|event| *event == name).count();
        let targets = &report.targets;
        assert_eq!(count("target-done"), targets.len());
        assert_eq!(count("problem"), report.problems.len());
        assert_eq!(count("finding"), targets.iter().flat_map(|one| &one.findings).count());
        let open: usize = targets.iter().map(|one| one.doubts.len() + one.limits.len()).sum();
        assert_eq!(count("inconclusive"), open);
    }
}

#[test]
fn lines_are_handed_on_as_they_become_known() {
    static LINES: Mutex<String> = Mutex::new(String::new());
    let builder = ReportBuilder::streaming(|line| LINES.lock().expect("no panic").push_str(line));
    let report = problems(builder).finish("tracehound 1.2.3");
    let streamed = LINES.lock().expect("no panic").clone();
    let start = jsonl_start("tracehound 1.2.3");
    assert_eq!(jsonl(&report), format!("{start}{streamed}{}", jsonl_summary(&report)));
}
