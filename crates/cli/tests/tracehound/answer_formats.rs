//! Every verb answers in every format, from one report: what the formats say agrees, and what code of others reads
//! is as it has to be.

use std::process::Command;

use quick_junit::TestCaseStatus;
use serde_json::Value;

use crate::common::{Done, Programs, tracehound};

#[path = "../../../report/tests/all/json_schema.rs"]
mod json_schema;

/// A call, its exit code, and the code of what is found.
struct Row {
    args: Vec<String>,
    exit: i32,
    found: Option<&'static str>,
}

fn row(args: &[&str], exit: i32, found: Option<&'static str>) -> Row {
    Row { args: args.iter().map(|&arg| arg.to_owned()).collect(), exit, found }
}

impl Row {
    fn with(&self, options: &[&str]) -> Done {
        let own = self.args.iter().position(|arg| arg == "--").unwrap_or(self.args.len());
        let (before, after) = self.args.split_at(own);
        let before = before.iter().map(String::as_str).chain(options.iter().copied());
        let args: Vec<&str> = before.chain(after.iter().map(String::as_str)).collect();
        let done = tracehound(&args);
        assert_eq!(done.code, self.exit, "{args:?}: {}{}", done.stdout, done.stderr);
        done
    }

    fn in_format(&self, format: &str) -> String {
        self.with(&["--format", format]).stdout
    }

    fn check(&self) {
        let args = &self.args;
        let found = self.found;
        let has = |format: &str, text: &str| {
            assert!(found.is_none_or(|code| text.contains(code)), "{args:?} {format}: {text}");
        };
        let log: Value = serde_json::from_str(&self.in_format("sarif")).expect("SARIF is JSON");
        assert_eq!(faults(&log), Vec::<String>::new(), "{args:?}: {log:#}");
        let failed = |result: &&Value| result["kind"] == "fail";
        let results = log["runs"][0]["results"].as_array().expect("there are results");
        assert_eq!(
            results.iter().find(failed).map(|one| &one["ruleId"]),
            found.map(Value::from).as_ref()
        );
        for rule in log["runs"][0]["tool"]["driver"]["rules"].as_array().into_iter().flatten() {
            assert!(rule["help"].is_object(), "{args:?}: {rule} has a page");
        }
        let xml = self.in_format("junit");
        let junit = quick_junit::Report::deserialize_from_str(&xml).expect("JUnit XML is read");
        let cases = junit.test_suites.iter().flat_map(|suite| &suite.test_cases);
        let failures = cases.filter(|case| !matches!(case.status, TestCaseStatus::Success { .. }));
        assert_eq!(failures.count() > 0, found.is_some() || self.exit != 0, "{args:?}: {xml}");
        has("junit", &xml);
        let lines = self.in_format("jsonl");
        let lines = lines.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
        let lines: Vec<Value> = lines.collect();
        assert_eq!(lines.first().map(|line| &line["event"]), Some(&"start".into()), "{args:?}");
        assert_eq!(lines.last().map(|line| &line["exit"]), Some(&self.exit.into()), "{args:?}");
        let is_found = |line: &Value| line["event"] == "finding";
        assert_eq!(lines.iter().any(is_found), found.is_some(), "{args:?}");
        has("github", &self.in_format("github"));
        assert!(self.in_format("html").starts_with("<!DOCTYPE html>"), "{args:?}");
        let is_answer = self.exit != 2;
        assert_eq!(self.in_format("markdown").contains("result: "), is_answer, "{args:?}");
        self.check_files();
    }

    /// Files have what standard output has, whatever people read there.
    fn check_files(&self) {
        let folder = Programs::new();
        let files =
            ["json", "sarif", "junit"].map(|format| format!("{format}={}/{format}", folder.path()));
        self.with(&["--report", &files[0], "--report", &files[1], "--report", &files[2]]);
        for format in ["json", "sarif", "junit"] {
            let text = std::fs::read_to_string(format!("{}/{format}", folder.path()));
            assert_eq!(text.expect("it was written"), self.in_format(format), "{:?}", self.args);
        }
    }
}

/// What the schema of the standard has against a log.
fn faults(log: &Value) -> Vec<String> {
    let schema = include_str!("../../../report/tests/all/sarif-schema-2.1.0.json");
    json_schema::faults(&serde_json::from_str(schema).expect("the schema is JSON"), log)
}

const GOALS: &str = "data a
let rec app x y = case x of [] -> y; h :: t -> h :: app t y
exists x. app x [a] = [a, a]
";
const LOST: &str = "exists x. app x [a] = []\n";

#[test]
fn goals_and_differences() {
    let programs = Programs::new();
    let found = programs.add("found.goal", GOALS);
    let lost = programs.add("lost.goal", format!("{GOALS}{LOST}"));
    row(&["solve", &found], 0, None).check();
    row(&["solve", &lost], 1, Some("INT010")).check();
    row(&["diff", "--interp", "lexical", "dynamic"], 1, Some("INT011")).check();
    row(&["solve", "nowhere.goal"], 2, None).check();
}

#[test]
fn specs_and_logs() {
    let programs = Programs::new();
    let first = programs.add("a.trace", "op a()\nop b()\nproperty p := G <a>\n");
    let second = programs.add("b.trace", "op a()\nop b()\nproperty p := F <a>\n");
    let log = programs.add("log.jsonl", "{\"op\": \"a\", \"args\": []}\n");
    row(&["spec", "compare", &first, &first], 0, None).check();
    row(&["spec", "compare", &first, &second], 1, Some("SPC030")).check();
    row(&["spec", "check", "examples/trace/files.trace"], 0, None).check();
    row(&["trace", "check", &log, "--spec", &first], 0, None).check();
    let broken = programs.add("c.trace", "op a()\nop b()\nproperty p := <a> & ~<a>\n");
    let done = tracehound(&["spec", "check", &broken]);
    assert_eq!(done.code, 1, "{done:?}");
    let faults = tracehound(&["spec", "check", &broken, "--format", "short"]).stdout;
    assert!(faults.contains("c.trace:3:"), "faults have places: {faults}");
}

const JAM: &str = r#"module JAM
  imports DOMAINS
  syntax Pgm ::= "jam" | "wait" | "done" | "turn"
  configuration <k> $PGM:Pgm </k> <n> 0 </n>
  rule jam => wait ~> done
  rule done => .K
  rule <k> turn => turn </k> <n> N => (N +Int 1) modInt 3 </n>
endmodule
"#;

#[test]
fn programs_in_k() {
    let programs = Programs::new();
    let def = programs.add("jam.k", JAM);
    let [jam, done, turn] =
        ["jam", "done", "turn"].map(|text| programs.add(&format!("{text}.jam"), text));
    row(&["run", &done, "--def", &def], 0, None).check();
    row(&["run", &jam, "--def", &def], 1, Some("KST001")).check();
    row(&["run", &jam, "--def", &def, "--search"], 1, Some("KST001")).check();
    let pattern = ["run", &done, "--def", &def, "--search", "--pattern", "<n> 7 </n>"];
    row(&pattern, 1, Some("KST003")).check();
    row(&["run", &turn, "--def", &def, "--ltl", "G false"], 1, Some("KST004")).check();
}

#[test]
fn claims_about_k() {
    let programs = Programs::new();
    let def = programs.add("jam.k", JAM);
    let spec = |name: &str, claim: &str| {
        let module = name.to_uppercase();
        let text = format!(
            "requires \"jam.k\"\nmodule {module}\n  imports JAM\n  claim [{name}]: {claim}\nendmodule\n"
        );
        programs.add(&format!("{name}.k"), &text)
    };
    let right = spec("right", "<k> done => .K ...</k>");
    row(&["prove", &right, "--def", &def], 0, None).check();
    let wrong = spec("wrong", "<k> done => .K ...</k> <n> N:Int => N +Int 1 </n>");
    row(&["prove", &wrong, "--def", &def], 1, Some("KST005")).check();
    let none = ["prove", &right, "--def", &def, "--claims", "other", "--format", "json"];
    let done = tracehound(&none);
    let answer: Value = serde_json::from_str(&done.stdout).expect("there is an answer");
    assert_eq!((done.code, &answer["exit"]), (4, &Value::from(4)), "{}", done.stderr);
}

#[test]
fn functions_and_programs() {
    let programs = Programs::new();
    let text = "module Part where\npart :: Bool -> Bool\npart True = False\npart False = error \"no\"\n\
                whole :: Bool -> Bool\nwhole x = not x\n";
    let haskell = programs.add("Part.hs", text);
    row(&["run", &haskell, "whole"], 0, None).check();
    // An error is an answer of a run as well, so that the exit code is what it was.
    row(&["run", &haskell, "part"], 0, Some("HS001")).check();
    row(&["run", &haskell, "whole", "--returns-true"], 1, Some("HS009")).check();
    let text = "public class Fall { public static void main(String[] a) {\n\
                if (a.length > 0) throw new IllegalStateException(a[0]); } }";
    let source = programs.add("Fall.java", text);
    let done = Command::new("javac").args(["-d", programs.path(), &source]).output();
    assert!(done.expect("javac is installed").status.success());
    row(&["run", programs.path(), "Fall"], 0, None).check();
    row(&["run", programs.path(), "Fall", "--", "x"], 1, Some("JVM001")).check();
}

/// The id of what a call finds.
fn id_of(args: &[&str]) -> String {
    let lines = tracehound(&[args, &["--format", "jsonl"]].concat()).stdout;
    let lines = lines.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let found = lines.into_iter().find(|line| line["event"] == "finding");
    let found = found.unwrap_or_else(|| panic!("{args:?} finds something"));
    found["id"].as_str().expect("it has an id").to_owned()
}

/// What a verb has found is run again by its id where that is possible, and otherwise the call is named.
#[test]
fn findings_of_other_verbs_are_replayed() {
    let programs = Programs::new();
    let id = id_of(&["diff", "--interp", "by-value", "by-name"]);
    let done = tracehound(&["replay", &id]);
    assert_eq!(done.code, 1, "{done:?}");
    assert!(done.stdout.contains("still fails"), "{done:?}");
    let interp =
        |result: &str| format!("let rec interp p = case p of [] -> {result}; _ :: r -> interp r");
    let [one, other] =
        ["[]", "1"].map(|result| programs.add(&format!("{result}.goal"), interp(result)));
    let id = id_of(&["diff", "--interp", &one, &other]);
    programs.add("1.goal", interp("[]"));
    let done = tracehound(&["replay", &id, "--format", "json"]);
    let answer: Value = serde_json::from_str(&done.stdout).expect("JSON");
    assert_eq!((done.code, &answer["findings"][0]["verdict"]), (0, &"repaired".into()), "{done:?}");
    let def = programs.add("jam.k", JAM);
    let jam = programs.add("jam.jam", "jam");
    let run = ["run", &jam, "--def", &def];
    let id = id_of(&run);
    assert_eq!(id, id_of(&["check", &jam, "--def", &def]), "`check` has the same name for it");
    assert_eq!(tracehound(&["replay", &id]).code, 1);
    programs.add("jam.jam", "done");
    let id = id_of(&["run", &jam, "--def", &def, "--search", "--pattern", "<n> 7 </n>"]);
    let done = tracehound(&["replay", &id]);
    assert_eq!(done.code, 3, "{done:?}");
    assert!(
        done.stdout.contains("shows it again") && done.stdout.contains("--pattern"),
        "{done:?}"
    );
    assert_eq!(tracehound(&["explain", &id]).code, 0);
}

#[test]
fn formats_that_make_no_sense_are_refused_with_those_that_do() {
    for args in [
        &["diff", "--interp", "lexical", "dynamic", "--format", "lcov"][..],
        &["diff", "--interp", "lexical", "dynamic", "--report", "lcov=x"],
        &["list", "examples/ml", "--format", "sarif"],
        &["spec", "sample", "examples/trace/files.trace", "--format", "junit"],
    ] {
        let done = tracehound(args);
        assert_eq!(done.code, 2, "{args:?}: {done:?}");
        assert!(done.stderr.contains("human") && done.stderr.contains("json"), "{done:?}");
    }
}
