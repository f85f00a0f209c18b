//! The verbs besides `check`.

use std::collections::BTreeSet;

use crate::common::{FAILS, HOLDS, Programs, command, root, run, tracehound};
use serde_json::Value;

#[test]
fn doctor_says_what_is_there() {
    let done = tracehound(&["doctor"]);
    let words = ["tracehound", "core", "cache", "z3", "ghc", "jdk", "ocaml", "sandbox", "cvc5"];
    for word in
        words.iter().chain(&["Toy", "OCaml", "Haskell", "Java", "K ", "interpreters", "result:"])
    {
        assert!(done.stdout.contains(word), "{word}: {}", done.stdout);
    }
    let is_complete = done.stdout.contains("nothing that is needed is missing");
    assert_eq!(done.code, if is_complete { 0 } else { 3 }, "{}", done.stdout);
    assert!(!done.stdout.contains("yet"), "every language is read: {}", done.stdout);
}

#[test]
fn doctor_says_what_is_missing_and_for_which_language() {
    let mut command = command(&["doctor"]);
    let done = run(command
        .env("PATH", "/nowhere")
        .env("TRACEHOUND_GHC", "/nowhere/ghc")
        .env_remove("JAVA_HOME")
        .env("TRACEHOUND_CACHE", "/proc/no-such-folder")
        .env("XDG_CACHE_HOME", "/proc/nor-this"));
    assert_eq!(done.code, 3, "{}", done.stdout);
    for line in [
        "Haskell   not ready: needs ghc",
        "Java      not ready: needs jdk",
        "OCaml     ready",
        "K         ready",
        "sandbox   not found",
        "`/proc/no-such-folder` cannot be written",
    ] {
        assert!(done.stdout.contains(line), "{line}: {}", done.stdout);
    }
    assert!(done.stdout.contains("missing: ghc, jdk") || done.stdout.contains("missing: z3"));
}

#[test]
fn codes_and_ids_are_explained() {
    let page = tracehound(&["explain", "TOY001"]);
    assert!(page.stdout.starts_with("# TOY001: "), "{}", page.stdout);
    assert_eq!(tracehound(&["explain", "toy001-0187d8"]).stdout, page.stdout);
    let unknown = tracehound(&["explain", "XYZ999"]);
    assert_eq!(unknown.code, 2);
    assert!(unknown.stderr.contains("ENG001"), "{}", unknown.stderr);
}

/// Every code that a golden report of the corpus carries has a page.
#[test]
fn every_code_of_a_report_has_a_page() {
    // Headers begin a line; excerpts of programs have brackets, too.
    let in_brackets = |line: &str| {
        let (kind, rest) = line.split_once('[')?;
        let (code, _) = rest.split_once("]: ")?;
        matches!(kind, "error" | "warning").then(|| code.to_owned())
    };
    let cases = testbed::Case::all(&root()).into_iter().map(|case| case.expect("it is fine"));
    let golden = cases.filter_map(|case| std::fs::read_to_string(case.golden()).ok());
    let codes: BTreeSet<String> =
        golden.flat_map(|text| text.lines().filter_map(in_brackets).collect::<Vec<_>>()).collect();
    for code in ["ENG001", "ENG002", "JVM001", "REF001", "SPC001", "TOY001", "TOY002", "TOY003"] {
        assert!(codes.contains(code), "{code} is nowhere in the corpus: {codes:?}");
    }
    for code in codes {
        assert_eq!(tracehound(&["explain", &code]).code, 0, "{code}");
    }
}

#[test]
fn what_a_finding_advises_can_be_done() {
    let programs = Programs::new();
    let report = tracehound(&["check", &programs.add("a.toy", FAILS)]).stdout;
    let advice = report.lines().find_map(|line| line.split_once("help: tracehound "));
    let (_, call) = advice.expect("a finding comes with advice");
    let call: Vec<&str> = call.split(' ').collect();
    assert_eq!(tracehound(&call).code, 0, "{call:?}");
}

#[test]
fn an_audit_that_could_not_object_is_refused() {
    for options in [["--solver", "core", "--audit", "core"], ["--solver", "z3", "--audit", "core"]]
    {
        let mut args = vec!["check", "examples/toy/average.toy"];
        args.extend(options);
        let done = tracehound(&args);
        assert_eq!((done.code, done.stdout.as_str()), (2, ""), "{options:?}");
    }
}

#[test]
fn what_the_tool_says_about_itself_is_printed() {
    for shell in ["bash", "zsh", "fish"] {
        let done = tracehound(&["completions", shell]);
        assert!(done.code == 0 && done.stdout.contains("max-findings"), "{shell}");
    }
    assert!(tracehound(&["man"]).stdout.contains(".TH tracehound"));
    let page = tracehound(&["man", "check"]).stdout;
    assert!(page.contains(".TH tracehound-check") && page.contains("timeout"), "{page}");
    let unknown = tracehound(&["man", "chekc"]);
    assert_eq!(unknown.code, 2);
    assert!(unknown.stderr.contains("check, list"), "{}", unknown.stderr);
    let schema: Value =
        serde_json::from_str(&tracehound(&["schema"]).stdout).expect("one JSON object");
    assert!(schema["properties"]["targets"].is_object());
}

#[test]
fn the_schema_names_every_field_of_a_report() {
    let schema: Value =
        serde_json::from_str(&tracehound(&["schema"]).stdout).expect("one JSON object");
    let programs = Programs::new();
    let path = programs.add("a.toy", FAILS);
    let report = tracehound(&["check", &path, "--format", "json"]).stdout;
    let report: Value = serde_json::from_str(&report).expect("one JSON object");
    let parts = [
        (&report, &schema["properties"]),
        (&report["targets"][0], &schema["$defs"]["TargetReport"]["properties"]),
        (&report["targets"][0]["findings"][0], &schema["$defs"]["Finding"]["properties"]),
    ];
    for (value, properties) in parts {
        for field in value.as_object().expect("an object").keys() {
            assert!(properties.get(field).is_some(), "{field}");
        }
    }
}

#[test]
fn targets_are_listed_apart_from_problems() {
    let programs = Programs::new();
    let (good, bad) = (programs.add("a.toy", HOLDS), programs.add("b.toy", "check {"));
    let done = tracehound(&["list", &good, &bad]);
    assert_eq!(done.code, 2);
    assert_eq!(done.stdout, format!("{good}:main\n"));
    assert!(done.stderr.contains("b.toy:1:"), "{}", done.stderr);
}

#[test]
fn a_saved_run_is_replayed_against_the_program_of_today() {
    let programs = Programs::new();
    let path = programs.add("a.toy", "check main { let n = read int \"n\"; assert 1 > 2; }");
    let saved = format!("{}/saved", programs.path());
    assert_eq!(tracehound(&["check", &path, "--save-run", &saved]).code, 1);
    let run = format!("{saved}/run.json");
    let still = tracehound(&["replay", &run]);
    assert_eq!(still.code, 1, "{still:?}");
    assert!(still.stdout.contains("still fails"), "{}", still.stdout);
    programs.add("a.toy", "check main { let n = read int \"n\"; assert 2 > 1; }");
    let mended = tracehound(&["replay", &run]);
    assert_eq!(mended.code, 0);
    assert!(mended.stdout.contains(": repaired: "), "{}", mended.stdout);
    programs.add("a.toy", "check main { let n = read int \"n\"; let m = read int \"m\"; }");
    assert_eq!(tracehound(&["replay", &run]).code, 3, "it asks for more than was saved");
    programs.add("a.toy", "check other { assert true; }");
    assert_eq!(tracehound(&["replay", &run]).code, 3, "there is no such target any more");
}

#[test]
fn a_finding_that_is_gone_does_not_hide_one_that_stays() {
    let programs = Programs::new();
    let stays = programs.add("a.toy", format!("{FAILS} check second {{ assert 3 > 4; }}"));
    let saved = format!("{}/saved", programs.path());
    assert_eq!(tracehound(&["check", &stays, "--save-run", &saved]).code, 1);
    programs.add("a.toy", FAILS);
    let done = tracehound(&["replay", &format!("{saved}/run.json")]);
    assert_eq!(done.code, 1, "{done:?}");
    assert!(done.stdout.contains("still fails"), "{}", done.stdout);
    assert!(done.stdout.contains("no target named `second`"), "{}", done.stdout);
}

#[test]
fn only_reports_are_replayed() {
    let programs = Programs::new();
    for text in ["", "{}", "[1, 2", "{\"schema\": 1}"] {
        let done = tracehound(&["replay", &programs.add("a.json", text)]);
        assert_eq!(done.code, 2, "{text}");
        assert!(done.stderr.contains("is not a report"), "{}", done.stderr);
    }
}

/// No network is used and none is needed to see that there is no way to fetch anything.
#[test]
fn setup_fails_clearly_when_nothing_can_be_fetched() {
    let programs = Programs::new();
    let done = run(command(&["setup", "z3"])
        .env("XDG_CACHE_HOME", programs.path())
        .env("PIP_NO_INDEX", "1")
        .env("PIP_FIND_LINKS", programs.path()));
    assert_eq!(done.code, 2, "{done:?}");
    assert!(done.stderr.contains("could not be fetched"), "{}", done.stderr);
    assert!(done.stderr.contains("apt-get install libz3-4"), "{}", done.stderr);
    let left = std::fs::read_dir(format!("{}/tracehound", programs.path()));
    assert_eq!(left.map_or(0, Iterator::count), 0, "nothing half done is left behind");
}

/// Every verb that answers in JSON has the same head, and its schema names all its fields.
#[test]
fn every_verb_answers_with_the_same_head() {
    let imp = ["run", "examples/k/imp/sum.imp", "--def", "examples/k/imp/imp.k"];
    let files = "examples/trace/files.trace";
    let calls: [(&str, Vec<&str>); 10] = [
        ("list", vec!["list", "examples/ml"]),
        ("run", [&imp[..], &["--in", "3"]].concat()),
        ("run", [&imp[..], &["--in", "n:Int", "--bound", "2"]].concat()),
        ("run", [&imp[..], &["--in", "3", "--ltl", "[] true"]].concat()),
        ("run", vec!["run", "nowhere.hs", "f"]),
        ("solve", vec!["solve", "examples/interp/append.goal"]),
        ("diff", vec!["diff", "--interp", "lexical", "dynamic"]),
        ("trace-check", vec!["trace", "check", "examples/trace/files-bad.jsonl", "--spec", files]),
        ("spec-check", vec!["spec", "check", files]),
        ("spec-sample", vec!["spec", "sample", files, "-n", "1"]),
    ];
    for (verb, call) in calls {
        let done = tracehound(&[&call[..], &["--format", "json"]].concat());
        let answer: Value = serde_json::from_str(&done.stdout)
            .unwrap_or_else(|error| panic!("{call:?}: {error}: {done:?}"));
        assert_eq!(answer["schema"], 1, "{call:?}");
        assert!(answer["tool"].as_str().is_some_and(|tool| tool.starts_with("tracehound ")));
        assert!(answer["outcome"].is_string(), "{call:?}");
        assert_eq!(answer["exit"], done.code, "{call:?}: {}", done.stdout);
        let schema = tracehound(&["schema", verb]).stdout;
        for field in answer.as_object().expect("an object").keys() {
            assert!(schema.contains(&format!("\"{field}\": {{")), "{call:?}: {field}");
        }
    }
}
