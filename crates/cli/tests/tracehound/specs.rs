//! `spec` and `trace` on the examples: real calls, real output.

use std::io::Write;
use std::process::Stdio;

use crate::common::{self, Programs, command, tracehound};
use serde_json::Value;

const FILES: &str = "examples/trace/files.trace";
const STORED: &str = "examples/trace/stored.trace";

#[test]
fn show_in_every_form() {
    let show = |form: &str| {
        tracehound(&["spec", "show", FILES, "--property", "no_double_open", "--as", form])
    };
    let formula = "property no_double_open := G (<open f> implies X (~<open f> W <close f>))\n";
    assert_eq!(show("formula").stdout, formula);
    let textbook = show("ltlf").stdout;
    let shown = "# e1: <open f>\n# e2: <close f>\nG((e1 -> WX(((!e1 U e2) | G(!e1)))))\n";
    assert!(textbook.ends_with(shown), "{textbook}");
    let protocol = tracehound(&["spec", "show", FILES, "--property", "protocol", "--as", "ltlf"]);
    assert_eq!(protocol.code, 3);
    assert!(protocol.stderr.contains("`protocol` is not written as LTLf: it has a repetition"));
    assert!(show("regex").stdout.starts_with("regex no_double_open := "));
    let table = show("automaton").stdout;
    assert!(table.starts_with("automaton no_double_open, 3 states\n"), "{table}");
    assert!(table.contains("  <open f> -> q1\n"), "{table}");
    assert!(show("svg").stdout.starts_with("<svg"));
    assert!(show("dot").stdout.starts_with("digraph"));
    let mermaid = show("mermaid").stdout;
    assert!(mermaid.starts_with("flowchart"), "{mermaid}");
}

#[test]
fn a_picture_shows_one_property_and_goes_to_a_file() {
    let many = tracehound(&["spec", "show", FILES, "--as", "svg"]);
    assert_eq!(many.code, 2);
    assert!(many.stderr.contains("--property among protocol, no_double_open"), "{}", many.stderr);
    let folder = Programs::new();
    let path = folder.add("out.svg", "");
    let done =
        tracehound(&["spec", "show", FILES, "--as", "svg", "--property", "protocol", "-o", &path]);
    assert_eq!((done.code, done.stdout.as_str()), (0, ""));
    assert!(std::fs::read_to_string(&path).expect("it was written").starts_with("<svg"));
}

#[test]
fn the_shown_formula_reads_back_with_the_same_meaning() {
    let text = std::fs::read_to_string(common::root().join(FILES)).expect("an example");
    let head: Vec<&str> = text
        .lines()
        .filter(|line| ["sort", "op ", "ghos"].iter().any(|w| line.starts_with(w)))
        .collect();
    for form in ["formula", "regex"] {
        let shown = tracehound(&["spec", "show", FILES, "--as", form]).stdout;
        let folder = Programs::new();
        let path = folder.add("again.trace", format!("{}\n{shown}", head.join("\n")));
        let done = tracehound(&["spec", "compare", FILES, &path]);
        assert_eq!(done.code, 0, "{}{}", done.stdout, done.stderr);
        assert_eq!(done.stdout.matches("equal: ").count(), 2, "{}", done.stdout);
    }
}

#[test]
fn check_tells_faults_by_exit_code_and_place() {
    for example in [FILES, STORED] {
        let done = tracehound(&["spec", "check", example]);
        assert_eq!(done.code, 0, "{}", done.stdout);
        assert!(done.stdout.ends_with("0 faults\n"), "{}", done.stdout);
    }
    let folder = Programs::new();
    let head = "op a(x: Int)\nghost g: Int\n";
    let faulty = folder.add("faulty.trace", format!("{head}property p := F <a g> || F <a _>\n"));
    let done = tracehound(&["spec", "check", &faulty]);
    assert_eq!(done.code, 1);
    assert!(done.stdout.contains("warning[SPC022]"), "{}", done.stdout);
    let json = tracehound(&["spec", "check", &faulty, "--format", "json"]);
    let json: Value = serde_json::from_str(&json.stdout).expect("one JSON object");
    assert_eq!(
        (json["faults"][0]["code"].as_str(), json["exit"].as_u64()),
        (Some("SPC022"), Some(1))
    );
    let unknown = folder.add("unknown.trace", format!("{head}property p := F <b g>\n"));
    let done = tracehound(&["spec", "check", &unknown]);
    assert_eq!(done.code, 2);
    assert!(done.stderr.contains("error[SPC008]: there is no operation `b`"), "{}", done.stderr);
    let hard = folder.add("hard.trace", format!("{head}property p := F <a x | x * x * x == 3>\n"));
    let done = tracehound(&["spec", "check", &hard, "--solver", "core"]);
    assert!(done.stdout.contains("not decided"), "{}", done.stdout);
}

#[test]
fn compare_says_equal_included_or_different_with_a_trace() {
    let compare =
        |file: &str, names: &str| tracehound(&["spec", "compare", file, file, "--property", names]);
    let equal = compare(STORED, "faithful=faithful_by_states");
    assert_eq!(equal.code, 0, "{}", equal.stdout);
    assert!(equal.stdout.starts_with("equal: "), "{}", equal.stdout);
    let included = compare(FILES, "protocol=no_double_open");
    assert_eq!(included.code, 1);
    assert!(included.stdout.starts_with("included: every trace of"), "{}", included.stdout);
    assert!(included.stdout.contains("     1  "), "{}", included.stdout);
    let different = compare(STORED, "context=faithful");
    assert_eq!(different.code, 1);
    assert!(different.stdout.starts_with("incomparable: "), "{}", different.stdout);
    assert_eq!(different.stdout.matches("a shortest trace of").count(), 2, "{}", different.stdout);
}

#[test]
fn compare_refuses_what_cannot_be_compared() {
    let folder = Programs::new();
    let a = folder.add("a.trace", "op a(x: Int)\nproperty p := F <a>\n");
    let b = folder.add("b.trace", "op a(x: Bool)\nproperty p := F <a>\n");
    let done = tracehound(&["spec", "compare", &a, &b]);
    assert_eq!(done.code, 2);
    assert!(done.stderr.contains("operation `a` has other parameters"), "{}", done.stderr);
    let missing = tracehound(&["spec", "compare", &a, &a, "--property", "q"]);
    assert!(missing.stderr.contains("has no property `q`; it has p"), "{}", missing.stderr);
}

#[test]
fn samples_are_the_same_for_the_same_seed() {
    let sample = |seed: &str| tracehound(&["spec", "sample", FILES, "-n", "3", "--seed", seed]);
    let (one, again, other) = (sample("1"), sample("1"), sample("2"));
    assert_eq!(one.code, 0);
    assert_eq!(one.stdout, again.stdout);
    assert_ne!(one.stdout, other.stdout);
    assert!(one.stdout.contains("traces that have `protocol`"), "{}", one.stdout);
    assert!(one.stdout.contains("traces that lack `protocol`"), "{}", one.stdout);
}

#[test]
fn what_is_sampled_is_checked_the_same_way_as_a_log() {
    let args = ["spec", "sample", FILES, "--property", "protocol", "-n", "4", "--format", "json"];
    let json: Value = serde_json::from_str(&tracehound(&args).stdout).expect("one JSON object");
    let property = &json["properties"][0];
    for (kind, code) in [("inside", 0), ("outside", 1)] {
        for witness in property[kind].as_array().expect("a list of traces") {
            let lines = witness["trace"].as_array().expect("a list of events").iter();
            let log: String = lines.map(|event| format!("{event}\n")).collect();
            let folder = Programs::new();
            let path = folder.add("log.jsonl", log);
            let value = format!("f={}", witness["params"]["f"].as_str().expect("it has a value"));
            let done = tracehound(&[
                "trace",
                "check",
                &path,
                "--spec",
                FILES,
                "--property",
                "protocol",
                "--param",
                &value,
            ]);
            assert_eq!(done.code, code, "{witness} {}{}", done.stdout, done.stderr);
        }
    }
}

#[test]
fn a_good_log_holds_and_a_bad_one_is_broken_at_its_line() {
    let check = |log: &str| {
        tracehound(&["trace", "check", &format!("examples/trace/{log}"), "--spec", FILES])
    };
    let good = check("files-good.jsonl");
    assert_eq!(good.code, 0, "{}", good.stdout);
    assert_eq!(good.stdout.matches("holds, 8 events").count(), 2);
    let bad = check("files-bad.jsonl");
    assert_eq!(bad.code, 1);
    assert!(
        bad.stdout.contains(":5: `no_double_open` is broken by event 5: open(\"b.txt\")"),
        "{}",
        bad.stdout
    );
    assert!(bad.stdout.contains("for f = \"b.txt\", followed since event 2"), "{}", bad.stdout);
    let row = "        <open f>                                    . + . . +\n";
    assert!(bad.stdout.contains(row), "{}", bad.stdout);
    let early = check("files-unclosed.jsonl");
    assert_eq!(early.code, 1);
    assert!(early.stdout.contains("the log ends too early"), "{}", early.stdout);
}

#[test]
fn the_page_about_logs_shows_what_the_tool_says() {
    let log = "examples/trace/files-bad.jsonl";
    let done =
        tracehound(&["trace", "check", log, "--spec", FILES, "--property", "no_double_open"]);
    let page =
        std::fs::read_to_string(common::root().join("docs/trace-logs.md")).expect("the page");
    for line in done.stdout.lines() {
        assert!(page.contains(line), "the page lacks: {line}");
    }
}

#[test]
fn several_parameters_are_followed_together() {
    let log = "examples/trace/store-bad.jsonl";
    let done = tracehound(&["trace", "check", log, "--spec", STORED, "--property", "faithful"]);
    assert_eq!(done.code, 1);
    assert!(done.stdout.contains("is broken by event 6: get(\"x\") = 1"), "{}", done.stdout);
    assert!(done.stdout.contains("for k = \"x\", v = 3"), "{}", done.stdout);
    let args = ["trace", "check", log, "--spec", STORED, "--property", "faithful"];
    let fixed = tracehound(&[&args[..], &["--param", "k=y", "--format", "json"]].concat());
    let json: Value = serde_json::from_str(&fixed.stdout).expect("one JSON object");
    assert_eq!(json["properties"][0]["answer"], "holds");
}

#[test]
fn unusable_logs_are_reported_with_their_line() {
    let folder = Programs::new();
    for (text, said) in [
        ("{\"op\":\"open\",\"args\":[\"a\"]}\n\nnonsense\n", ":3: expected"),
        ("{\"op\":\"opne\"}\n", ":1: the spec declares no operation `opne`"),
        ("{\"op\":\"open\"}\n", ":1: `protocol`: `open` has 1 argument, but the event has 0"),
        ("{\"op\":\"read\",\"args\":[\"a\"]}", "has a result, but the event has none"),
    ] {
        let path = folder.add("log.jsonl", text);
        let done = tracehound(&["trace", "check", &path, "--spec", FILES]);
        assert_eq!(done.code, 2, "{text}");
        assert!(done.stderr.contains(said), "{}", done.stderr);
    }
    let path = folder.add("log.jsonl", "{\"op\":\"other\"}\n");
    let done = tracehound(&["trace", "check", &path, "--spec", FILES, "--ignore-unknown"]);
    assert_eq!(done.code, 0);
    assert!(done.stdout.contains("0 events, 1 of other operations skipped"), "{}", done.stdout);
}

#[test]
fn parameters_that_need_a_value_are_asked_for() {
    let folder = Programs::new();
    let spec = folder.add("a.trace", "op a(x: Int)\nghost n: Int\nproperty p := G <a x | x < n>\n");
    let log = folder.add("log.jsonl", "{\"op\":\"a\",\"args\":[1]}\n{\"op\":\"a\",\"args\":[5]}\n");
    let done = tracehound(&["trace", "check", &log, "--spec", &spec]);
    assert_eq!(done.code, 2);
    assert!(done.stderr.contains("--param n=VALUE"), "{}", done.stderr);
    let done = tracehound(&["trace", "check", &log, "--spec", &spec, "--param", "n=3"]);
    assert_eq!(done.code, 1, "{}", done.stderr);
    assert!(done.stdout.contains(":2: `p` is broken by event 2: a(5)"), "{}", done.stdout);
}

#[test]
fn a_log_can_come_from_standard_input() {
    let mut child =
        command(&["trace", "check", "-", "--spec", FILES, "--property", "no_double_open"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary can be started");
    let log =
        std::fs::read(common::root().join("examples/trace/files-bad.jsonl")).expect("an example");
    child.stdin.take().expect("it is piped").write_all(&log).expect("the log is short");
    let output = child.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.starts_with("<stdin>:5: "), "{said}");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn samples_that_were_not_found_are_named_with_their_bound() {
    let programs = Programs::new();
    let spec = programs.add("p.trace", "op a()\nproperty p := false\nproperty q := true\n");
    let done = tracehound(&["spec", "sample", &spec, "-n", "1"]);
    let expected = "no trace of up to 6 events was found that has `p`";
    assert!(done.stdout.contains(expected), "{}", done.stdout);
    let expected = "no trace of up to 6 events was found that lacks `q`";
    assert!(done.stdout.contains(expected), "{}", done.stdout);
}

/// The properties whose pictures a page shows, as `pictures/spec-NAME.svg`.
fn drawn(page: &str) -> Vec<&str> {
    let names = page.split("(pictures/spec-").skip(1);
    names.filter_map(|rest| rest.split(".svg)").next()).collect()
}

/// The block of a page that states a property.
fn block_of<'a>(page: &'a str, property: &str) -> &'a str {
    let starts = ["property", "regex", "automaton"].map(|kind| format!("{kind} {property} "));
    let mut blocks = page.split("```trace").skip(1).filter_map(|rest| rest.split("```").next());
    let has = |block: &&str| starts.iter().any(|start| block.contains(start));
    let block = blocks.find(has).unwrap_or_else(|| panic!("no block states {property}"));
    block.split_once('\n').map_or("", |(_, text)| text)
}

/// With `BLESS` set they are drawn anew.
#[test]
fn pictures_of_specs_in_the_manual_are_those_of_the_tool() {
    for name in ["trace-specs.md", "trace-tutorial.md"] {
        let page = std::fs::read_to_string(common::root().join("docs").join(name)).expect("a page");
        assert!(!drawn(&page).is_empty(), "{name} has pictures");
        for property in drawn(&page) {
            let folder = Programs::new();
            let spec = folder.add("a.trace", block_of(&page, property));
            let done = tracehound(&["spec", "show", &spec, "--property", property, "--as", "svg"]);
            assert_eq!(done.code, 0, "{done:?}");
            let path = common::root().join(format!("docs/pictures/spec-{property}.svg"));
            if std::env::var_os("BLESS").is_some() {
                std::fs::write(&path, &done.stdout).expect("there is room");
            }
            let written = std::fs::read_to_string(&path).unwrap_or_default();
            assert!(written == done.stdout, "{} is old: `cargo xtask bless`", path.display());
        }
    }
}

#[test]
fn monitors_are_written_as_code() {
    let generate = |options: &[&str]| tracehound(&[&["spec", "generate", FILES], options].concat());
    let done = generate(&["--language", "python", "--property", "no_double_open"]);
    assert_eq!(done.code, 0, "{}", done.stderr);
    assert!(done.stdout.contains("class NoDoubleOpen:\n"), "{}", done.stdout);
    assert!(done.stdout.contains("    def on_open(self, a1_file):\n"), "{}", done.stdout);
    let many = generate(&["--language", "rust"]);
    assert_eq!(many.code, 2);
    assert!(many.stderr.contains("--property among protocol, no_double_open"), "{}", many.stderr);
}

#[test]
fn specs_are_learnt_from_logs() {
    let folder = Programs::new();
    let good = ["examples/trace/files-good.jsonl"];
    let path = folder.add("learnt.trace", "");
    let done = tracehound(
        &[&["spec", "learn"], &good[..], &["--bad", "examples/trace/files-bad.jsonl", "-o", &path]]
            .concat(),
    );
    assert_eq!((done.code, done.stdout.as_str()), (0, ""), "{}", done.stderr);
    let learnt = std::fs::read_to_string(&path).expect("it was written");
    assert!(learnt.contains("# rejects examples/trace/files-bad.jsonl (event 5)\n"), "{learnt}");
    let checked = |log: &str| tracehound(&["trace", "check", log, "--spec", &path]);
    let held = checked(good[0]);
    assert_eq!(held.code, 0, "{}", held.stdout);
    assert_eq!(checked("examples/trace/files-bad.jsonl").code, 1);
}
