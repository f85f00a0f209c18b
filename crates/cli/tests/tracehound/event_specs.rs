//! `check --spec`: the events of programs against trace specs.

use crate::common::{Programs, tracehound};
use crate::java::has_jdk;
use serde_json::Value;

const SPEC: &str = "op open(file: Int) op read(file: Int) op close(file: Int)
ghost f: Int
property closed := G (<open f> implies X F <close f>)
property not_after := G (<close f> implies X G !<read f>)";

/// Opens, reads, and closes what it opened, unless it is in a hurry.
const TOY: &str = "check main {
    let file = read int \"file\";
    let hurry = read bool \"hurry\";
    emit open(file);
    if !hurry { emit close(file); }
    emit read(file + 1);
}";

#[test]
fn an_example_breaks_its_protocol_and_is_shown_event_by_event() {
    let spec = "examples/toy/files.trace";
    let done = tracehound(&["check", "examples/toy/files.toy", "--spec", spec]);
    assert_eq!(done.code, 1, "{}", done.stdout);
    for part in [
        "error[EVT001]: the run ends, and the property `closed` does not hold",
        "error[EVT001]: this event breaks the property `reads_when_open`",
        "chunks = 0",
        "again = true",
        "f = 2",
        "open(2)",
    ] {
        assert!(done.stdout.contains(part), "{part}: {}", done.stdout);
    }
    let done = tracehound(&["check", "examples/toy/files.toy:careful", "--spec", spec]);
    assert_eq!(done.code, 0, "{}", done.stdout);
    let done = tracehound(&[
        "check",
        "examples/toy/files.toy:backup",
        "--spec",
        "examples/toy/files.trace:reads_when_open",
    ]);
    assert_eq!(done.code, 0, "{}", done.stdout);
}

#[test]
fn every_format_has_the_finding_and_it_is_replayed() {
    let programs = Programs::new();
    let (program, spec) = (programs.add("a.toy", TOY), programs.add("s.trace", SPEC));
    let call = |more: &[&str]| {
        tracehound(&[&["check", program.as_str(), "--spec", spec.as_str()], more].concat())
    };
    for format in ["human", "short", "markdown"] {
        let done = call(&["--format", format]);
        assert_eq!(done.code, 1, "{}", done.stdout);
        let told = if format == "markdown" { "violation" } else { "closed" };
        assert!(done.stdout.contains(told), "{format}: {}", done.stdout);
    }
    let json: Value = serde_json::from_str(&call(&["--format", "json"]).stdout).expect("JSON");
    let target = &json["targets"][0];
    assert_eq!(target["spec"]["file"], spec.as_str());
    let finding = &target["findings"][0];
    assert_eq!(finding["code"], "EVT001");
    let inputs: Vec<&str> = finding["inputs"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|input| input["name"].as_str().expect("a name"))
        .collect();
    assert_eq!(inputs, ["f", "file", "hurry"]);
    let id = finding["id"].as_str().expect("an id");
    let done = tracehound(&["replay", id]);
    assert_eq!(done.code, 1, "{}{}", done.stdout, done.stderr);
    assert!(done.stdout.contains("still fails"), "{}", done.stdout);
    // Once it closes what it opened, the same inputs are fine.
    programs.add("a.toy", TOY.replace("!hurry", "true"));
    let done = tracehound(&["replay", id]);
    assert_eq!(done.code, 0, "{}{}", done.stdout, done.stderr);
    assert!(done.stdout.contains("repaired"), "{}", done.stdout);
    programs.add("s.trace", "op open()");
    let done = tracehound(&["replay", id]);
    assert_eq!(done.code, 3, "{}{}", done.stdout, done.stderr);
    assert!(done.stdout.contains("no longer comparable"), "{}", done.stdout);
}

#[test]
fn properties_of_the_program_itself_are_checked_as_well() {
    let programs = Programs::new();
    let spec = programs.add("s.trace", "op go() op stop() property p := G (<go> implies X <stop>)");
    let program = programs.add(
        "a.toy",
        "check main { emit go(); emit stop(); let n = read int \"n\"; assert n != 7; }",
    );
    let done = tracehound(&["check", &program, "--spec", &spec]);
    assert_eq!(done.code, 1);
    assert!(done.stdout.contains("TOY001") && done.stdout.contains("n = 7"), "{}", done.stdout);
    assert!(!done.stdout.contains("EVT001"), "{}", done.stdout);
}

#[test]
fn dropped_paths_are_counted() {
    let programs = Programs::new();
    let spec =
        programs.add("s.trace", "op go(n: Int) op ... property p := <go 1> implies X <go 2>");
    let text = "check main { let n = read int \"n\"; emit go(n);
        let i = 0; while i < 5 { if read bool \"b\" { emit other(); } i = i + 1; } }";
    let program = programs.add("a.toy", text);
    let call = |format| tracehound(&["check", &program, "--spec", &spec, "-v", "--format", format]);
    let json: Value = serde_json::from_str(&call("json").stdout).expect("JSON");
    let stats = &json["targets"][0]["stats"];
    assert_eq!(stats["pruned"], 1, "all runs but those that go to 1 first: {stats}");
    assert!(call("human").stdout.contains("1 pruned: no violation reachable"));
}

/// Calls that are refused, with what is said.
#[track_caller]
fn refused(program: &str, spec: &str, named: &str, parts: &[&str]) {
    let programs = Programs::new();
    let program = programs.add("a.toy", program);
    let spec = programs.add("s.trace", spec);
    let done = tracehound(&["check", &program, "--spec", &spec.replace("s.trace", named)]);
    assert_eq!(done.code, 2, "{}{}", done.stdout, done.stderr);
    for part in parts {
        assert!(done.stdout.contains(part), "{part}: {}", done.stdout);
    }
}

#[test]
fn specs_that_do_not_fit_are_refused_with_place_and_help() {
    let program = "check main { emit open(1); }";
    let open = "op open(file: Int) property p := G <open>";
    refused(
        program,
        "op opn(file: Int) property p := G <opn>",
        "s.trace",
        &["EVT010", "a.toy:1:14", "did you mean `opn`?", "op open(x1: Int)", "`op ...`"],
    );
    refused(
        program,
        "op open() property p := G <open>",
        "s.trace",
        &["`open` has 1 argument here, and 0 in the spec", "the spec has `op open()`"],
    );
    refused(
        program,
        "op open(file: Bool) property p := G <open>",
        "s.trace",
        &["`file` of `open` is of sort Int here, and of sort Bool in the spec"],
    );
    refused(
        program,
        "op open(file: Int) : Int property p := G <open>",
        "s.trace",
        &["`open` has no result here, and one in the spec"],
    );
    refused(
        program,
        "op open(file: Int) op close() property p := G <close>",
        "s.trace",
        &["EVT011", "s.trace:1:31", "the events of the program are `open`"],
    );
    refused(program, open, "s.trace:q", &["has no property `q`", "it has p"]);
    refused(program, "op open(file: Int)", "s.trace", &["has no property"]);
    refused(
        program,
        "op open(file: Int) property p := G <oops>",
        "s.trace",
        &["oops", "s.trace:1"],
    );
    refused(program, open, "t.trace", &["t.trace"]);
}

#[test]
fn a_property_that_nothing_can_break_is_vacuous() {
    let programs = Programs::new();
    let program = programs.add("a.toy", "check main { emit open(1); }");
    let spec = programs.add("s.trace", "op open(file: Int) property p := G <open>");
    let done = tracehound(&["check", &program, "--spec", &spec]);
    assert_eq!(done.code, 3, "{}", done.stdout);
    assert!(done.stdout.contains("SPC021"), "{}", done.stdout);
    let done = tracehound(&["check", &program, "--spec", &spec, "--allow-vacuous"]);
    assert_eq!(done.code, 0, "{}", done.stdout);
}

#[test]
fn a_method_of_ocaml_has_to_preserve_the_property() {
    let (program, spec) = ("examples/ml/door.ml", "examples/ml/door.trace");
    let done = tracehound(&["check", program, "--spec", spec]);
    assert_eq!(done.code, 1, "{}", done.stdout);
    for part in [
        "error[EVT001]: `Service.pass` can break the property `locked`",
        "the call: Service.pass door1 true where d = door1",
        "event 1: Door.unlock door1",
        "1 proved if it returns",
    ] {
        assert!(done.stdout.contains(part), "{part}: {}", done.stdout);
    }
    assert!(done.stdout.contains("--write"), "a test can be written: {}", done.stdout);
    let json = tracehound(&["check", program, "--spec", spec, "--format", "json"]).stdout;
    let json: Value = serde_json::from_str(&json).expect("JSON");
    let id = json["targets"][0]["findings"][0]["id"].as_str().expect("an id");
    let done = tracehound(&["replay", id]);
    assert_eq!(done.code, 1, "{}{}", done.stdout, done.stderr);
    assert!(done.stdout.contains("still fails"), "{}", done.stdout);
    let done = tracehound(&["test", id]);
    assert_eq!(done.code, 0, "{}{}", done.stdout, done.stderr);
    assert!(done.stdout.contains("property locked"), "{}", done.stdout);
    // Without the spec there is nothing wrong with it.
    assert_eq!(tracehound(&["check", program]).code, 0);
    // All engines say the same.
    let done = tracehound(&["check", program, "--spec", spec, "--engine", "all"]);
    assert_eq!(done.code, 1, "{}", done.stdout);
    assert!(!done.stdout.contains("ENG005"), "{}", done.stdout);
}

#[test]
fn what_libraries_do_must_fit_the_spec() {
    let programs = Programs::new();
    let program = "examples/ml/door.ml";
    let spec =
        programs.add("s.trace", "op Door.lock(n: Int) op ... property p := G !<Door.lock 1>");
    let done = tracehound(&["check", program, "--spec", &spec]);
    assert_eq!(done.code, 2, "{}", done.stdout);
    assert!(done.stdout.contains("`n` of `Door.lock` is of sort Door.t here"), "{}", done.stdout);
    let spec = programs.add("s.trace", "sort D op Door.lock(d: D) property p := G <Door.lock>");
    let done = tracehound(&["check", program, "--spec", &spec]);
    assert_eq!(done.code, 2, "{}", done.stdout);
    assert!(done.stdout.contains("does not declare the event `Door.unlock`"), "{}", done.stdout);
    assert!(done.stdout.contains("examples/ml/door.ml:11"), "{}", done.stdout);
}

const VENDING: &str = "examples/interp/vending.goal";
const VENDING_SPEC: &str = "examples/interp/vending.trace";

#[test]
fn goals_are_checked_as_programs_of_any_language() {
    let call = |more: &[&str]| {
        let done = tracehound(&[&["check", VENDING, "--spec", VENDING_SPEC], more].concat());
        assert_eq!(done.code, 1, "{more:?}: {}{}", done.stdout, done.stderr);
        done.stdout
    };
    let json = call(&["--format", "json"]);
    assert_eq!(call(&["--format", "json", "-j", "3"]), json);
    let report: Value = serde_json::from_str(&json).expect("JSON");
    let target = &report["targets"][0];
    assert_eq!((&target["name"], &target["language"]), (&"goal1".into(), &"interp".into()));
    let findings = target["findings"].as_array().expect("findings");
    assert!(findings[0]["message"].as_str().is_some_and(|text| text.contains("`paid_first`")));
    assert_eq!(findings[0]["inputs"][0]["value"], "tea", "{json}");
    for finding in findings {
        assert_eq!(finding["code"], "EVT001");
        let id = finding["id"].as_str().expect("an id");
        let replayed = tracehound(&["replay", id]);
        assert_eq!(replayed.code, 1, "{}{}", replayed.stdout, replayed.stderr);
        assert!(replayed.stdout.contains("still fails"), "{}", replayed.stdout);
        assert!(tracehound(&["explain", id]).stdout.contains("EVT001: the events of a run"));
    }
    for (format, part) in [("sarif", "EVT001"), ("junit", "<testcase"), ("github", "::error")] {
        assert!(call(&["--format", format]).contains(part), "{format}");
    }
    let all = call(&["--format", "json", "--max-findings", "all"]);
    let all: Value = serde_json::from_str(&all).expect("JSON");
    let count = all["targets"][0]["findings"].as_array().map_or(0, Vec::len);
    assert!(count > findings.len(), "every path is reported: {count}");
}

#[test]
fn repaired_goals_are_told_from_others() {
    let programs = Programs::new();
    let text = std::fs::read_to_string(crate::common::root().join(VENDING)).expect("it is there");
    let file = programs.add("vending.goal", &text);
    let json = tracehound(&["check", &file, "--spec", VENDING_SPEC, "--format", "json"]).stdout;
    let report: Value = serde_json::from_str(&json).expect("JSON");
    let id = report["targets"][0]["findings"][0]["id"].as_str().expect("an id");
    // A machine that looks at the credit has nothing to give for no coin.
    let careful = "tea :: rest -> case credit of 0 -> vend 0 rest; 1 -> emit tea() in vend 0 rest";
    let repaired = text.replace("tea :: rest -> emit tea() in vend credit rest", careful);
    assert_ne!(repaired, text);
    programs.add("vending.goal", repaired);
    let replayed = tracehound(&["replay", id]);
    assert_eq!(replayed.code, 0, "{}{}", replayed.stdout, replayed.stderr);
    assert!(replayed.stdout.contains("repaired"), "{}", replayed.stdout);
    let holds = tracehound(&["check", &file, "--spec", VENDING_SPEC]);
    assert_eq!(holds.code, 0, "{}{}", holds.stdout, holds.stderr);
}

#[test]
fn goals_are_listed_and_need_a_spec() {
    let listed = tracehound(&["list", VENDING]);
    assert_eq!((listed.code, listed.stdout), (0, format!("{VENDING}:goal1\n")));
    let done = tracehound(&["check", VENDING]);
    assert_eq!(done.code, 4, "{}{}", done.stdout, done.stderr);
    assert!(done.stdout.contains("`--spec FILE.trace`"), "{}", done.stdout);
    let programs = Programs::new();
    let other = programs.add("s.trace", "op paid() op coffee() property p := F <coffee>");
    let done = tracehound(&["check", VENDING, "--spec", &other]);
    assert_eq!(done.code, 2);
    assert!(done.stdout.contains("does not declare the event `tea`"), "{}", done.stdout);
}

#[test]
fn arguments_of_goal_events_are_shown_in_their_syntax() {
    let programs = Programs::new();
    let file = programs.add(
        "locks.goal",
        "data done\nlet use x y = emit lock(x) in emit unlock(y) in done\nexists x y. use x [y] = done",
    );
    let spec = programs.add(
        "locks.trace",
        "sort Lock op lock(l: Lock) op unlock(l: Lock) ghost k: Lock
         property released := G (<lock k> implies X F <unlock k>)",
    );
    let done = tracehound(&["check", &file, "--spec", &spec, "--format", "json"]);
    assert_eq!(done.code, 1, "{}{}", done.stdout, done.stderr);
    let report: Value = serde_json::from_str(&done.stdout).expect("JSON");
    let finding = &report["targets"][0]["findings"][0];
    let shown: Vec<&str> = finding["events"]
        .as_array()
        .expect("events")
        .iter()
        .filter_map(|e| e["text"].as_str())
        .collect();
    let x = finding["inputs"][1]["value"].as_str().expect("a value");
    assert_eq!(finding["inputs"][0]["value"], x, "the ghost is what was locked: {finding}");
    assert_eq!(shown[0], format!("lock({x})"), "{finding}");
    let id = finding["id"].as_str().expect("an id");
    assert_eq!(tracehound(&["replay", id]).code, 1);
}

#[test]
fn runs_of_goals_that_break_a_property_are_found() {
    let (file, spec) = ("examples/interp/vending.goal", "examples/interp/vending.trace");
    let done = tracehound(&["solve", file, "--spec", &format!("{spec}:paid_first"), "--all"]);
    assert_eq!(done.code, 1, "{}{}", done.stdout, done.stderr);
    // With a button that it does not know the machine fails, after it was wrong.
    assert!(done.stdout.contains("a = tea, b = _0 where"), "{}", done.stdout);
    assert!(done.stdout.contains("`paid_first`: 3 violations, no others"), "{}", done.stdout);
    let done = tracehound(&["solve", file, "--spec", spec, "--format", "json"]);
    let json: Value = serde_json::from_str(&done.stdout).expect("JSON");
    assert_eq!(json["goals"][1]["property"], "one_each");
    assert_eq!(json["exit"], 1);
    // One cup after each payment.
    let goal = "exists b. vend 0 [coin, b] = done";
    let done = tracehound(&["solve", file, "-e", goal, "--spec", spec]);
    assert_eq!(done.code, 0, "{}{}", done.stdout, done.stderr);
    let programs = Programs::new();
    let other = programs.add("s.trace", "op paid() op coffee() property p := F <coffee>");
    let done = tracehound(&["solve", file, "--spec", &other]);
    assert_eq!(done.code, 2);
    assert!(done.stderr.contains("does not declare the event `tea`"), "{}", done.stderr);
}

const TRANSFER: &str = "examples/java/Transfer.java";
const TRANSFER_SPEC: &str = "examples/java/transfer.trace";
const HASTY: &str = "Transfer#hasty(amount: int)";

#[test]
fn java_calls_are_checked_against_spec() {
    if !has_jdk() {
        return;
    }
    let done = tracehound(&["check", TRANSFER, HASTY, "--spec", TRANSFER_SPEC]);
    assert_eq!(done.code, 1, "{}{}", done.stdout, done.stderr);
    for part in [
        "error[EVT001]: the run ends, and the property `released` does not hold",
        "Transfer.hasty(0)",
        "error[EVT001]: this event breaks the property `within_limit`",
        "Transfer.hasty(5001)",
        "Account.withdraw(",
        "Transfer.java:29",
    ] {
        assert!(done.stdout.contains(part), "{part}: {}", done.stdout);
    }
    let careful = ["check", TRANSFER, "Transfer#careful(amount: int)", "--spec", TRANSFER_SPEC];
    let done = tracehound(&careful);
    assert_eq!(done.code, 0, "{}{}", done.stdout, done.stderr);
    let one = format!("{TRANSFER_SPEC}:released");
    let done = tracehound(&["check", TRANSFER, HASTY, "--spec", &one]);
    assert!(!done.stdout.contains("within_limit"), "{}", done.stdout);
}

#[test]
fn java_answer_is_the_same_for_any_number_of_threads_and_is_replayed() {
    if !has_jdk() {
        return;
    }
    let with = |threads: &str| {
        let call = ["check", TRANSFER, HASTY, "--spec", TRANSFER_SPEC, "--format", "json"];
        tracehound(&[&call[..], &["-j", threads]].concat()).stdout
    };
    let first = with("1");
    assert_eq!(with("2"), first);
    assert_eq!(with("4"), first);
    let json: Value = serde_json::from_str(&first).expect("JSON");
    for finding in json["targets"][0]["findings"].as_array().expect("findings") {
        let id = finding["id"].as_str().expect("an id");
        let done = tracehound(&["replay", id]);
        assert_eq!(done.code, 1, "{id}: {}{}", done.stdout, done.stderr);
        assert!(done.stdout.contains("still fails"), "{}", done.stdout);
    }
}

#[test]
fn spec_that_names_no_call_of_java_method_says_nothing() {
    if !has_jdk() {
        return;
    }
    let programs = Programs::new();
    let text = "sort Purse op Purse.open(p: Purse) property shut := G !<Purse.open>";
    let spec = programs.add("purse.trace", text);
    let done = tracehound(&["check", TRANSFER, HASTY, "--spec", &spec]);
    assert_eq!(done.code, 3, "{}{}", done.stdout, done.stderr);
    assert!(done.stdout.contains("JVM004"), "{}", done.stdout);
    let spec = programs.add("plain.trace", "op open() property shut := G !<open>");
    let done = tracehound(&["check", TRANSFER, HASTY, "--spec", &spec]);
    assert_eq!(done.code, 2, "{}{}", done.stdout, done.stderr);
    assert!(done.stdout.contains("Class.method") || done.stderr.contains("Class.method"));
}

#[test]
fn all_methods_of_java_program_are_checked_where_none_is_named() {
    if !has_jdk() {
        return;
    }
    let done = tracehound(&["check", TRANSFER, "--spec", TRANSFER_SPEC, "--format", "json"]);
    let json: Value = serde_json::from_str(&done.stdout).expect("JSON");
    let names: Vec<&str> = (json["targets"].as_array().expect("targets").iter())
        .filter_map(|target| target["name"].as_str())
        .collect();
    assert!(names.contains(&"Transfer#careful(amount: int)"), "{names:?}");
    assert!(names.contains(&"Transfer#hasty(amount: int)"), "{names:?}");
}

/// Arguments of a call that checks tasks of the example.
fn tasks<'a>(program: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let def = "examples/k/tasks/tasks.k";
    [&["check", program, "--def", def][..], more].concat()
}

#[test]
fn labels_of_k_rules_are_events() {
    let spec = "examples/k/tasks/till.trace";
    let call = tasks(TILL, &["--in", "n:Int", "--spec", spec]);
    let done = tracehound(&call);
    assert_eq!(done.code, 1, "{}{}", done.stdout, done.stderr);
    for part in [
        "error[EVT001]: the run ends, and the property `released` does not hold",
        "error[EVT001]: this event breaks the property `within_limit`",
        "l = \"till\"",
        "lock(\"till\")",
        "examples/k/tasks/tasks.k",
    ] {
        assert!(done.stdout.contains(part), "{part}: {}", done.stdout);
    }
    let small = [&call[..], &["--where", "n <Int 100"]].concat();
    let done = tracehound(&small);
    assert_eq!(done.code, 0, "{}{}", done.stdout, done.stderr);
}

#[test]
fn nothing_of_a_k_program_is_checked_where_no_input_satisfies_the_conditions() {
    let none = ["--in", "n:Int", "--where", "n >Int 5 andBool n <Int 5"];
    let spec = ["--spec", "examples/k/tasks/till.trace"];
    for more in [&none[..], &[&none[..], &spec[..]].concat()] {
        let done = tracehound(&tasks(TILL, more));
        assert_eq!(done.code, 3, "{}{}", done.stdout, done.stderr);
        assert!(done.stdout.contains("warning[SPC001]"), "{}", done.stdout);
    }
    let mut run = tasks(TILL, &none);
    run[0] = "run";
    let done = tracehound(&run);
    let message = "No solutions: no input satisfies the conditions\n";
    assert_eq!((done.code, done.stdout.as_str()), (3, message), "{}", done.stderr);
    let ltl = tracehound(&[&run[..], &["--ltl", "[] true"]].concat());
    assert_eq!((ltl.code, ltl.stdout.as_str()), (3, "Nothing was checked.\n"), "{}", ltl.stderr);
}

#[test]
fn k_findings_are_stored_and_replayed() {
    let spec = "examples/k/tasks/two.trace:in_order";
    let program = "examples/k/tasks/two.tasks";
    let first = tracehound(&tasks(program, &["--spec", spec]));
    assert_eq!(first.code, 0, "first rules pay in order: {}{}", first.stdout, first.stderr);
    let json = tracehound(&tasks(program, &["--spec", spec, "--search", "--format", "json"]));
    assert_eq!(json.code, 1, "{}{}", json.stdout, json.stderr);
    let report: Value = serde_json::from_str(&json.stdout).expect("JSON");
    let finding = &report["targets"][0]["findings"][0];
    assert_eq!(finding["code"], "EVT001");
    let ops: Vec<&str> = finding["events"]
        .as_array()
        .expect("events")
        .iter()
        .filter_map(|event| event["op"].as_str())
        .collect();
    assert_eq!(ops, ["lock", "pay"], "{}", json.stdout);
    let id = finding["id"].as_str().expect("an id");
    let replayed = tracehound(&["replay", id]);
    assert_eq!(replayed.code, 1, "{}{}", replayed.stdout, replayed.stderr);
    assert!(replayed.stdout.contains("still fails"), "{}", replayed.stdout);
    let explained = tracehound(&["explain", id]);
    assert!(explained.stdout.contains("in_order"), "{}", explained.stdout);
}

#[test]
fn k_specs_that_do_not_fit_are_refused() {
    let programs = Programs::new();
    let refused = |spec: &str, part: &str| {
        let spec = programs.add("s.trace", spec);
        let done = tracehound(&tasks("examples/k/tasks/two.tasks", &["--spec", &spec]));
        assert_eq!(done.code, 2, "{spec}: {}{}", done.stdout, done.stderr);
        assert!(done.stdout.contains(part), "{spec}: {}", done.stdout);
    };
    refused("op lock(name: String) property p := G <lock>", "error[EVT010]");
    refused("op pay(sum: Int) op ... property p := F <pay 3>", "has no variable `sum`");
    refused("op ... op close() property p := F <close>", "error[EVT011]");
}

#[test]
fn bound_on_k_steps_grows_and_is_named() {
    let programs = Programs::new();
    let definition = programs.add(
        "count.k",
        "module COUNT-SYNTAX imports INT-SYNTAX syntax Pgm ::= \"from\" Int endmodule
         module COUNT imports COUNT-SYNTAX imports INT
           configuration <k> $PGM:Pgm </k>
           rule [mark]: from N:Int => from (N +Int 1) requires N %Int 100 ==Int 50
           rule from N:Int => from (N +Int 1) requires N %Int 100 =/=Int 50
         endmodule",
    );
    let (program, spec) = (
        programs.add("a.count", "from 0"),
        programs.add("s.trace", "op mark(n: Int) property small := G !<mark | n > 1500>"),
    );
    let call = ["check", &program, "--def", &definition, "--spec", &spec];
    let done = tracehound(&call);
    assert_eq!(done.code, 1, "the bound grows: {}{}", done.stdout, done.stderr);
    let done = tracehound(&[&call[..], &["--depth", "1500", "-v"]].concat());
    assert_eq!(done.code, 0, "{}{}", done.stdout, done.stderr);
    let done = tracehound(&[&call[..], &["--depth", "1500", "--format", "json"]].concat());
    assert!(done.stdout.contains("steps ≤ 1500"), "{}{}", done.stdout, done.stderr);
}

/// `run --spec` asks what `check --spec` asks, and answers in the same words.
#[test]
fn run_with_spec_is_the_check_of_a_k_program() {
    let call = tasks(TILL, &["--in", "n:Int", "--spec", "examples/k/tasks/till.trace"]);
    for format in ["human", "short", "json"] {
        let checked = tracehound(&[&call[..], &["--format", format]].concat());
        let run = tracehound(&[&["run"], &call[1..], &["--format", format]].concat());
        assert_eq!((run.code, run.stdout), (checked.code, checked.stdout), "{format}");
    }
}

const TILL: &str = "examples/k/tasks/till.tasks";

/// The guide of a search: paths come first on which fewer events are missing to a violation.
#[test]
fn k_search_by_priority_needs_fewer_steps() {
    let programs = Programs::new();
    let tasks = (1..=4).map(|amount| format!("task {{ pay {amount} }}\n")).collect::<String>();
    let program = programs.add("four.tasks", tasks);
    let spec = programs.add(
        "order.trace",
        "op pay(amount: Int)\nop ...\n\
         property calm := ! (F (<pay 2> & X F (<pay 3> & X F <pay 1>)))\n",
    );
    let steps = |strategy: &str| {
        let call = ["check", &program, "--def", "examples/k/tasks/tasks.k", "--spec", &spec];
        let options = ["--search", "--first", "--format", "json", "--strategy", strategy];
        let done = tracehound(&[call, options].concat());
        assert_eq!(done.code, 1, "{strategy}: {}{}", done.stdout, done.stderr);
        let report: Value = serde_json::from_str(&done.stdout).expect("JSON");
        report["targets"][0]["stats"]["steps"].as_u64().expect("a number")
    };
    let guided = steps("priority");
    for strategy in ["bfs", "dfs"] {
        assert!(guided < steps(strategy), "{strategy}");
    }
}

#[test]
fn k_answer_is_the_same_for_any_number_of_threads_and_in_every_format() {
    let call = tasks(TILL, &["--in", "n:Int", "--spec", "examples/k/tasks/till.trace"]);
    let with = |more: &[&str]| {
        let done = tracehound(&[&call[..], more].concat());
        assert_eq!(done.code, 1, "{more:?}: {}{}", done.stdout, done.stderr);
        done.stdout
    };
    let json = with(&["--format", "json"]);
    assert_eq!(with(&["--format", "json", "-j", "3"]), json);
    for (format, part) in [
        ("sarif", "\"ruleId\": \"EVT001\""),
        ("junit", "<testcase"),
        ("github", "::error"),
        ("jsonl", "\"EVT001\""),
        ("markdown", "violation"),
    ] {
        let told = with(&["--format", format]);
        assert!(told.contains(part), "{format}: {told}");
    }
    let report: Value = serde_json::from_str(&json).expect("JSON");
    let count = |report: &Value| report["targets"][0]["findings"].as_array().map_or(0, Vec::len);
    assert_eq!(count(&report), 2, "one for each property");
    let one = with(&["--format", "json", "--max-findings", "1"]);
    assert_eq!(count(&serde_json::from_str(&one).expect("JSON")), 1);
    // A proof of K's steps would be one of a program that only the definition gives a meaning.
    let proof = tracehound(&[&call[..], &["--proof", "p.json"]].concat());
    assert_eq!(proof.code, 2);
    let told = format!("{}{}", proof.stdout, proof.stderr);
    assert!(told.contains("`--proof` has no effect on programs of K"), "{told}");
}

const RATIO: &str = "module RATIO-SYNTAX
  imports INT-SYNTAX
  syntax Exp ::= Int | \"read\" \"(\" \")\" | Exp \"/\" Exp [strict] | \"oops\"
endmodule
module RATIO
  imports RATIO-SYNTAX
  imports INT
  imports LIST
  syntax KResult ::= Int
  configuration <k> $PGM:Exp </k> <in stream=\"stdin\"> .List </in>
  rule A:Int / B:Int => A /Int B requires B =/=Int 0
  rule <k> read() => N ...</k> <in> ListItem(N:Int) => .List ...</in>
endmodule";

/// Without a spec a program must come to its end, whatever its inputs are.
#[test]
fn k_program_that_gets_stuck_is_a_violation() {
    let programs = Programs::new();
    let (definition, program) =
        (programs.add("ratio.k", RATIO), programs.add("a.ratio", "12 / read()"));
    let call = |more: &[&str]| {
        tracehound(&[&["check", program.as_str(), "--def", definition.as_str()], more].concat())
    };
    let done = call(&["--in", "n:Int", "--format", "json"]);
    assert_eq!(done.code, 1, "{}{}", done.stdout, done.stderr);
    let report: Value = serde_json::from_str(&done.stdout).expect("JSON");
    let finding = &report["targets"][0]["findings"][0];
    assert_eq!(finding["code"], "KST001");
    assert_eq!(finding["inputs"][0]["value"], "0", "{finding}");
    assert!(finding["notes"][0].as_str().expect("a note").contains("12 / 0"), "{finding}");
    let id = finding["id"].as_str().expect("an id");
    let replayed = tracehound(&["replay", id]);
    assert_eq!(replayed.code, 1, "{}{}", replayed.stdout, replayed.stderr);
    assert!(replayed.stdout.contains("still fails"), "{}", replayed.stdout);
    assert!(tracehound(&["explain", id]).stdout.contains("KST001: a program gets stuck"));
    let done = call(&["--in", "n:Int", "--where", "n >Int 0"]);
    assert_eq!(done.code, 0, "{}{}", done.stdout, done.stderr);
    assert!(done.stdout.contains("holds"), "{}", done.stdout);
    let out = format!("{}/kept", programs.path());
    let test = tracehound(&["test", id, "--write", "--out", &out]);
    assert_eq!(test.code, 0, "{}{}", test.stdout, test.stderr);
    let kept = std::fs::read_to_string(format!("{out}/a@{id}.in")).expect("it was written");
    assert_eq!(kept, "0\n");
    let command = test.stdout.lines().last().expect("a command").trim();
    let run = |code: i32| {
        let tool = env!("CARGO_BIN_EXE_tracehound");
        let command = command.replacen("tracehound", tool, 1);
        let done = std::process::Command::new("sh").args(["-c", &command]).output();
        let done = done.expect("there is a shell");
        assert_eq!(done.status.code(), Some(code), "{command}: {done:?}");
    };
    run(1);
    // Once a rule says what it means, the same inputs are fine.
    programs.add("ratio.k", RATIO.replace(" requires B =/=Int 0", "").replace("/Int B", "+Int B"));
    let replayed = tracehound(&["replay", id]);
    assert_eq!(replayed.code, 0, "{}{}", replayed.stdout, replayed.stderr);
    assert!(replayed.stdout.contains("repaired"), "{}", replayed.stdout);
    run(0);
    // A term without a value stops the program.
    programs.add("ratio.k", RATIO.replace(" requires B =/=Int 0", ""));
    let done = call(&["--in", "n:Int"]);
    assert_eq!(done.code, 1, "{}{}", done.stdout, done.stderr);
    assert!(done.stdout.contains("KST002") && done.stdout.contains("n = 0"), "{}", done.stdout);
}

#[test]
fn k_programs_need_their_definition() {
    let programs = Programs::new();
    let (definition, program) =
        (programs.add("ratio.k", RATIO), programs.add("a.ratio", "12 / read()"));
    let told = |args: &[&str], code: i32| {
        let done = tracehound(args);
        assert_eq!(done.code, code, "{args:?}: {}{}", done.stdout, done.stderr);
        format!("{}{}", done.stdout, done.stderr)
    };
    assert!(told(&["check", &program], 2).contains("`--def FILE.k`"));
    assert!(told(&["check", &program, "--lang", "k"], 2).contains("`--def FILE.k`"));
    assert!(told(&["check", &definition], 4).contains("no program of it is named"));
    let listed = told(&["list", &definition], 0);
    assert_eq!(listed, format!("{definition}:RATIO\n{definition}:RATIO-SYNTAX\n"));
    let listed = told(&["list", &program, "--def", &definition], 0);
    assert_eq!(listed, format!("{program}:RATIO\n"));
    let named = format!("{program}:RATIO");
    told(&["check", &named, "--def", &definition, "--in", "3"], 0);
    let toy = programs.add("a.toy", "check main { assert true; }");
    assert!(told(&["check", &toy, "--def", &definition], 2).contains("honours it for K"));
}

/// A function that performs operations is a target, whether it has a contract or not.
#[test]
fn ocaml_functions_need_no_contract() {
    let text = std::fs::read_to_string(crate::common::root().join("examples/ml/door.ml"));
    let text = text.expect("the example is there").replace("require true", "");
    let programs = Programs::new();
    let program = programs.add("door.ml", text);
    let spec = "examples/ml/door.trace";
    let done = tracehound(&["check", &program, "--spec", spec]);
    assert_eq!(done.code, 1, "{}{}", done.stdout, done.stderr);
    assert!(
        done.stdout.contains("`Service.pass` can break the property `locked`"),
        "{}",
        done.stdout
    );
    let named = format!("{program}:Service.pass_safely");
    assert_eq!(tracehound(&["check", &named, "--spec", spec]).code, 0);
    // Without a spec it has nothing to check.
    assert_eq!(tracehound(&["check", &program]).code, 4);
}

/// A proof of an answer that needed a spec names it, and does not outlive a change of its text.
#[test]
fn a_proof_names_the_spec() {
    let programs = Programs::new();
    let text = std::fs::read_to_string(crate::common::root().join("examples/ml/door.trace"));
    let text = text.expect("the example is there");
    let spec = programs.add("door.trace", &text);
    let target = "examples/ml/door.ml:Service.pass_safely";
    let file = format!("{}/door.proof.json", programs.path());
    let done = tracehound(&["check", target, "--spec", &spec, "--proof", &file]);
    assert_eq!(done.code, 0, "{}{}", done.stdout, done.stderr);
    let shown = tracehound(&["proof", "show", &file]);
    assert!(shown.stdout.contains("door.trace (locked)"), "{}{}", shown.stdout, shown.stderr);
    if !testbed::Tool::Z3.is_there() {
        return;
    }
    let checked = tracehound(&["proof", "check", &file, "--solver", "z3"]);
    assert_eq!(checked.code, 0, "{}{}", checked.stdout, checked.stderr);
    programs.add("door.trace", format!("{text}# changed\n"));
    let checked = tracehound(&["proof", "check", &file, "--solver", "z3"]);
    assert_eq!(checked.code, 3, "{}{}", checked.stdout, checked.stderr);
}
