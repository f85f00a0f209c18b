//! Java programs by the real binary: answers, kept findings, and tests that the real Java virtual
//! machine runs.
//!
//! Where no JDK is installed, they are skipped; under `CI` they fail.

use std::path::Path;
use std::process::Command;

use serde_json::Value;
use testbed::{Tool, sample};

use crate::common::{Done, Programs, command, root, run};

/// Whether there is a JDK with a compiler.
pub(crate) fn has_jdk() -> bool {
    Tool::Javac.is_there()
}

/// Calls the binary from a folder; what it compiles is kept for the other tests.
fn tracehound_in(folder: &str, args: &[&str]) -> Done {
    let mut command = command(args);
    command.current_dir(folder).env("TRACEHOUND_CACHE", env!("CARGO_TARGET_TMPDIR"));
    if Path::new(folder) != root() {
        // Tests that find the same must not find each other's.
        command.env("XDG_STATE_HOME", format!("{folder}/state"));
    }
    run(&mut command)
}

fn json(done: &Done) -> Value {
    serde_json::from_str(&done.stdout).unwrap_or_else(|_| panic!("{} {}", done.stdout, done.stderr))
}

/// Shops: a division by nothing, and an iterator that is not asked.
const SHOP: &str = "package shop;

import java.util.Iterator;
import java.util.List;

public class Shop {
    static int share(int cents, int people) {
        return cents / people;
    }

    static int first(List<Integer> items, int kind) {
        Iterator<Integer> all = items.iterator();
        if (kind == 7) {
            return all.next();
        }
        return all.hasNext() ? all.next() : 0;
    }

    static int named(String text) {
        assert !text.equals(\"no\");
        return text.length();
    }
}
";

const SHOP_FIXED: &str = "package shop;

import java.util.Iterator;
import java.util.List;

public class Shop {
    static int share(int cents, int people) {
        return people == 0 ? cents : cents / people;
    }

    static int first(List<Integer> items, int kind) {
        Iterator<Integer> all = items.iterator();
        return all.hasNext() ? all.next() : kind;
    }

    static int named(String text) {
        return text.length();
    }
}
";

const FIRST: &str = "shop.Shop#first(items: ArrayList<Integer>[2], kind: int)";

fn shop() -> Programs {
    let programs = Programs::new();
    programs.add("Shop.java", SHOP);
    programs
}

#[test]
fn exceptions_and_assertions_by_default() {
    if !has_jdk() {
        return;
    }
    let programs = shop();
    let methods = ["shop.Shop#share(cents: int, people: int)", "shop.Shop#named(text: String[2])"];
    let args = [&["check", "Shop.java"], &methods[..], &["--native-replay"]].concat();
    let done = tracehound_in(programs.path(), &args);
    assert_eq!(done.code, 1, "{}{}", done.stdout, done.stderr);
    let expected = "error[JVM001]: java.lang.ArithmeticException is thrown and not caught
 --> Shop.java:8:9
  |
8 |         return cents / people;
  |         ^^^^^^^^^^^^^^^^^^^^^^
  |
  = note: the call: shop.Shop.share(0, 0)
  = note: inputs that matter: people (not with 1)
";
    assert!(done.stdout.starts_with(expected), "{}", done.stdout);
    assert!(done.stdout.contains("the call: shop.Shop.named(\"no\")"), "{}", done.stdout);
    let native = "seen on the real Java virtual machine, too";
    assert_eq!(done.stdout.matches(native).count(), 2, "{}", done.stdout);
    let only = ["--property", "assertions", "--format", "json"];
    let done =
        tracehound_in(programs.path(), &[&["check", "Shop.java", methods[0]], &only[..]].concat());
    assert_eq!((done.code, json(&done)["targets"][0]["answer"].as_str()), (0, Some("holds")));
}

#[test]
fn events_have_lines_and_states() {
    if !has_jdk() {
        return;
    }
    let programs = shop();
    let args = ["check", "Shop.java", FIRST, "--property", "iterator"];
    let done = tracehound_in(programs.path(), &args);
    assert_eq!(done.code, 1, "{}{}", done.stdout, done.stderr);
    let event = "event 1: next(i: java.util.ArrayList$Itr), unknown → error";
    assert!(done.stdout.contains("14 |             return all.next();"), "{}", done.stdout);
    assert!(done.stdout.contains(event), "{}", done.stdout);
    assert!(done.stdout.contains("kind (not with 0)"), "{}", done.stdout);
    let report =
        json(&tracehound_in(programs.path(), &[&args[..], &["--format", "json"]].concat()));
    let finding = &report["targets"][0]["findings"][0];
    assert_eq!(finding["property"]["name"], "IteratorAsked");
    assert_eq!(finding["events"][0]["state"], serde_json::json!(["unknown", "error"]));
    assert_eq!(finding["events"][0]["place"]["line"], 14);
}

/// Checks a method, and returns the id of the finding.
fn found(programs: &Programs, method: &str, more: &[&str]) -> String {
    let args = [&["check", "Shop.java", method, "--format", "json"], more].concat();
    let report = json(&tracehound_in(programs.path(), &args));
    let id = report["targets"][0]["findings"][0]["id"].as_str();
    id.unwrap_or_else(|| panic!("{report}")).to_owned()
}

#[test]
fn findings_are_run_again_here_and_on_the_real_machine() {
    if !has_jdk() {
        return;
    }
    let programs = shop();
    let id = found(&programs, FIRST, &["--property", "iterator"]);
    let done = tracehound_in(programs.path(), &["replay", &id, "--native-replay"]);
    assert_eq!(done.code, 1, "{}{}", done.stdout, done.stderr);
    assert!(done.stdout.contains("IteratorAsked is broken"), "{}", done.stdout);
    assert!(done.stdout.contains("fails natively, too"), "{}", done.stdout);
    let told = tracehound_in(programs.path(), &["explain", &id]);
    assert!(told.stdout.contains("IteratorAsked is broken"), "{}", told.stdout);
    assert!(told.stdout.contains("# JVM003"), "{}", told.stdout);
    programs.add("Shop.java", SHOP_FIXED);
    let done = tracehound_in(programs.path(), &["replay", &id]);
    assert_eq!(done.code, 0, "{}{}", done.stdout, done.stderr);
    assert!(done.stdout.contains(": repaired: "), "{}", done.stdout);
    let done = tracehound_in(programs.path(), &["test", &id]);
    assert!(done.stderr.contains("it does not happen any more"), "{}", done.stderr);
}

/// Runs the commands that were printed for a test: whether it passes, and what it says.
fn run_test(folder: &str, written: &Done) -> (bool, String) {
    let lines = written.stdout.lines().filter_map(|line| line.strip_prefix("    "));
    let lines: Vec<&str> = lines.collect();
    let (last, compile) = lines.split_last().expect("commands are told");
    let sh = |line: &str| {
        let done = Command::new("sh").args(["-c", line]).current_dir(folder).output();
        let done = done.expect("a shell can be started");
        let said = String::from_utf8_lossy(&[done.stdout, done.stderr].concat()).into_owned();
        (done.status.success(), said)
    };
    for line in compile {
        let (compiles, said) = sh(line);
        assert!(compiles, "{line}: {said}");
    }
    sh(last)
}

/// Keeps a finding as a test, which has to fail with the fault and to pass without it.
#[track_caller]
fn fails_then_passes(method: &str, framework: &str, more: &[&str], says: &str) {
    let programs = shop();
    let id = found(&programs, method, more);
    let args = ["test", &id, "--write", "--framework", framework];
    let written = tracehound_in(programs.path(), &args);
    assert_eq!(written.code, 0, "{}{}", written.stdout, written.stderr);
    let (passes, said) = run_test(programs.path(), &written);
    assert!(!passes && said.contains(says), "{said}");
    programs.add("Shop.java", SHOP_FIXED);
    let (passes, said) = run_test(programs.path(), &written);
    assert!(passes, "{said}");
}

#[test]
fn programs_fail_with_the_fault_and_pass_without_it() {
    if !has_jdk() {
        return;
    }
    fails_then_passes("shop.Shop#named(text: String[2])", "main", &[], "AssertionError");
}

#[test]
fn tests_of_junit_fail_with_the_fault_and_pass_without_it() {
    if !has_jdk() {
        return;
    }
    if !Tool::JUnit.is_there() {
        return;
    }
    fails_then_passes(FIRST, "junit5", &["--property", "iterator"], "next at Shop.java:14");
    let share = "shop.Shop#share(cents: int, people: int)";
    fails_then_passes(share, "junit5", &[], "ArithmeticException");
}

#[test]
fn methods_are_listed_as_they_are_named() {
    if !has_jdk() {
        return;
    }
    let programs = shop();
    let listed = tracehound_in(programs.path(), &["list", "Shop.java"]);
    let lines: Vec<&str> = listed.stdout.lines().collect();
    let expected = [
        "Shop.java:shop.Shop#share(cents: int, people: int)",
        "Shop.java:shop.Shop#first(items: ArrayList<Integer>[3], kind: int)",
        "Shop.java:shop.Shop#named(text: String[3])",
    ];
    assert_eq!(lines, expected, "{}", listed.stderr);
    let done = tracehound_in(programs.path(), &["check", expected[0]]);
    assert_eq!(done.code, 1, "{}{}", done.stdout, done.stderr);
    let done = tracehound_in(programs.path(), &["check", "Shop.java"]);
    assert_eq!(done.code, 1, "{}{}", done.stdout, done.stderr);
    assert!(done.stdout.contains("result: 1 violation, 0 inconclusive, 2 hold"), "{}", done.stdout);
}

/// What the binary says of input that cannot be used, all of it on one of its channels.
#[track_caller]
fn refused(programs: &Programs, args: &[&str], code: i32, says: &str) {
    let done = tracehound_in(programs.path(), &[&["check"], args].concat());
    let said = format!("{}{}", done.stdout, done.stderr);
    assert_eq!(done.code, code, "{args:?}: {said}");
    assert!(said.contains(says), "{args:?}: {said}");
}

#[test]
fn unusable_input_names_alternatives() {
    if !has_jdk() {
        return;
    }
    let programs = shop();
    let share = "shop.Shop#share(cents: int, people: int)";
    let check = |args: &[&str], code: i32, says: &str| refused(&programs, args, code, says);
    check(&["Shop.java", "Shop#share(a: int)"], 2, "there is no class Shop; there is shop.Shop");
    check(&["Shop.java", "shop.Shop#shares(a: int)"], 2, "it has first, named, share");
    check(&["Shop.java", "shop.Shop#share(a: int)"], 2, "there is share(int, int)");
    check(&["Shop.java", "shop.Shop#share(a: int, b: floats)"], 2, "`b: floats` cannot be read");
    check(&["Shop.java", "shop.Shop#named(a: String)"], 2, "`a: String` cannot be read");
    check(&["Shop.java", "shop.Shop#named(a: Date)"], 2, "`args: String[2][5]`");
    check(&["Nothing.java", share], 2, "there is no folder, jar or source `Nothing.java`");
    check(
        &["Shop.java", share, "--property", "iterators"],
        2,
        "built in are assertions, exceptions",
    );
    check(&["Shop.java", share, "--input", "cent=1"], 2, "no parameter for --input cent");
    let said =
        "nothing that `shop.Shop#share(cents: int, people: int)` calls is an event of `reader`";
    check(&["Shop.java", share, "--property", "reader"], 3, said);
}

#[test]
fn malformed_files_are_reported_at_their_place() {
    if !has_jdk() {
        return;
    }
    let programs = shop();
    let share = "shop.Shop#share(cents: int, people: int)";
    let check = |args: &[&str], code: i32, says: &str| refused(&programs, args, code, says);
    programs.add("wrong.mop", "P(Iterator i) {\n  event next before(Iterator i) : call(* Iterator.next()) && target(i) {}\n  ere: nex\n  @match {}\n}\n");
    check(&["Shop.java", share, "--property", "wrong.mop"], 2, "--> wrong.mop:3:8");
    let elsewhere =
        "property P(other.Shop s) { event share = other.Shop.share(..) on s  never share }";
    programs.add("elsewhere.mop", elsewhere);
    let said = "there is no class `other.Shop`; `shop.Shop` may be meant";
    check(&["Shop.java", share, "--property", "elsewhere.mop"], 3, said);
    programs.add("Wrong.java", "class Wrong {\n  int x = ;\n}\n");
    check(&["Wrong.java", "Wrong#f()"], 2, "--> Wrong.java:2:3");
    programs.add("classes/Broken.class", b"\xca\xfe\xba\xbe\x00\x00\x00\x3d\xff\xff");
    check(&["classes", "Broken#f()"], 2, "Broken");
    programs.add("broken.jar", b"this is no archive");
    check(&["broken.jar", "Broken#f()"], 2, "`broken.jar` cannot be used for classes");
}

#[test]
fn without_a_jdk_it_says_what_to_install() {
    let programs = shop();
    let mut command = command(&["check", "Shop.java", FIRST]);
    let done = run(command.current_dir(programs.path()).env("PATH", "").env_remove("JAVA_HOME"));
    assert_eq!(done.code, 2, "{}", done.stdout);
    assert!(done.stderr.contains("no JDK was found"), "{}", done.stderr);
}

/// Checks methods of the corpus with options.
fn check_cases(property: &str, methods: &[&str], options: &[&str]) -> Done {
    let head = ["check", "corpus/java/cases", "--property", property];
    let args = [&head[..], methods, options].concat();
    tracehound_in(root().to_str().expect("the path is UTF-8"), &args)
}

#[test]
fn bytes_are_the_same_for_any_number_of_threads() {
    if !has_jdk() {
        return;
    }
    let thrown = ["Average#of(prices: int[4], from: int)", "Sku#group(code: String[4])"];
    let events = ["Tags#publish(tags: ArrayList<String[2]>[2])"];
    for (property, methods) in [("exceptions", &thrown[..]), ("iterator", &events)] {
        for mode in sample(property, &["dfs", "guide", "slice", "srv"], 2) {
            let with = |threads: &str| {
                let options = ["--mode", mode, "--max-paths", "60", "-j", threads];
                check_cases(property, methods, &options)
            };
            let alone = with("1");
            assert!(alone.stdout.contains("found in run"), "{}{}", alone.stdout, alone.stderr);
            for threads in sample(mode, &["2", "4"], 1) {
                let done = with(threads);
                assert_eq!((done.code, done.stdout), (alone.code, alone.stdout.clone()), "{mode}");
            }
        }
    }
}

#[test]
fn options_of_the_engine_hold_for_java() {
    if !has_jdk() {
        return;
    }
    let limits = |options: &[&str]| {
        let options = [&["--mode", "dfs", "--format", "json"], options].concat();
        let method = "Average#of(prices: int[4], from: int)";
        let done = check_cases("exceptions", &[method], &options);
        let report = json(&done);
        let limits = report["targets"][0]["limits"].as_array().expect("limits").clone();
        let kinds: Vec<String> =
            limits.iter().filter_map(|limit| Some(limit["kind"].as_str()?.to_owned())).collect();
        (kinds, report["targets"][0]["findings"].as_array().map_or(0, Vec::len))
    };
    assert_eq!(limits(&[]).0, [""; 0]);
    assert_eq!(limits(&["--max-depth", "1"]).0, ["depth"]);
    assert_eq!(limits(&["--solver-time", "1ns"]).0, ["solver-time"]);
    assert_eq!(limits(&["--max-findings", "1"]), (vec!["findings".to_owned()], 1));
    for strategy in ["bfs", "random", "priority"] {
        assert_eq!(limits(&["--strategy", strategy, "--seed", "3"]).0, [""; 0], "{strategy}");
    }
}

/// The clock stands still here, and nowhere else.
const CLOCK: &str = "class Clock {
    static void tick(int turns) {
        long before = System.nanoTime();
        long sum = 0;
        for (int turn = 0; turn < 100_000; turn++) {
            sum += turn;
        }
        assert turns != 3 || System.nanoTime() + sum > before + sum;
    }
}
";

#[test]
fn what_the_real_machine_does_not_show_is_no_finding() {
    if !has_jdk() {
        return;
    }
    let programs = Programs::new();
    programs.add("Clock.java", CLOCK);
    let args = ["check", "Clock.java", "Clock#tick(turns: int)"];
    let done = tracehound_in(programs.path(), &args);
    assert_eq!(done.code, 1, "{}{}", done.stdout, done.stderr);
    let done = tracehound_in(programs.path(), &[&args[..], &["--native-replay"]].concat());
    assert_eq!(done.code, 3, "{}{}", done.stdout, done.stderr);
    let said = "an assertion fails; it does not show on the real Java virtual machine";
    assert!(done.stdout.contains(said), "{}", done.stdout);
}
