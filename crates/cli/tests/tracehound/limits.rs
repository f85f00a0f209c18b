//! Limits and signals hold in every verb, whatever it is doing.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::{Done, Programs, command, run};
use serde_json::Value;

/// Nothing may take longer than this, however busy the machine is.
const AT_MOST: Duration = Duration::from_secs(120);

/// One query that Z3 works on for minutes, after a violation that needs no solver.
const HARD: &str = "check found { emit step(1); assert 1 > 2; }
check hard {
    let a = read int \"a\";
    let b = read int \"b\";
    let c = read int \"c\";
    assume a > 1 && b > 1 && c > 1;
    assert a * a * a + b * b * b != c * c * c;
}";

/// `W` nested on the left or on the right.
fn nested_weak_until(depth: usize, on_the_left: bool) -> String {
    let ops: String = (0..=depth).map(|at| format!("op a{at}()\n")).collect();
    let formula = (1..=depth).fold("<a0>".to_owned(), |formula, at| match on_the_left {
        true => format!("({formula} W <a{at}>)"),
        false => format!("(<a{at}> W {formula})"),
    });
    format!("{ops}property p := {formula}\n")
}

/// Starts a call whose output can be read.
fn start(args: &[&str]) -> Child {
    let mut command = command(args);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the binary can be started")
}

fn send(child: &Child, signal: &str) {
    let kill = Command::new("kill").args([signal, &child.id().to_string()]).status();
    assert!(kill.expect("there is a `kill`").success());
}

/// Waits for the end, which must come in time.
fn end(mut child: Child) -> Done {
    let started = Instant::now();
    let (mut stdout, mut stderr) = (String::new(), String::new());
    child.stdout.take().expect("it is piped").read_to_string(&mut stdout).expect("UTF-8");
    child.stderr.take().expect("it is piped").read_to_string(&mut stderr).expect("UTF-8");
    let code = child.wait().expect("it ends").code().expect("it was not killed");
    assert!(started.elapsed() < AT_MOST, "{:?}: {stdout}{stderr}", started.elapsed());
    Done { code, stdout, stderr }
}

#[test]
fn signals_reach_a_running_query() {
    let programs = Programs::new();
    let path = programs.add("hard.toy", HARD);
    for signal in ["-INT", "-TERM", "-HUP"] {
        let args = ["check", &path, "--timeout", "none", "--solver-timeout", "10m", "-v"];
        let mut child = start(&[&args[..], &["--format", "json"]].concat());
        let mut stderr = BufReader::new(child.stderr.take().expect("it is piped"));
        let mut line = String::new();
        while !line.contains("hard.toy:hard") {
            line.clear();
            assert_ne!(stderr.read_line(&mut line).expect("UTF-8"), 0, "it says where it is");
        }
        // Long enough for Z3 to be at work; if it is not yet, the answer is the same.
        std::thread::sleep(Duration::from_millis(500));
        send(&child, signal);
        child.stderr = Some(stderr.into_inner());
        let done = end(child);
        assert_eq!(done.code, 130, "{signal}: {}", done.stderr);
        let report: Value = serde_json::from_str(&done.stdout).expect("the report is whole");
        assert_eq!(report["outcome"], "interrupted");
        assert_eq!(report["targets"][0]["answer"], "violation", "what was found is reported");
        assert_eq!(report["targets"][1]["limits"][0]["kind"], "interrupted");
    }
}

#[test]
fn the_time_of_a_call_ends_a_running_query() {
    let programs = Programs::new();
    let path = programs.add("hard.toy", HARD);
    let args = ["check", &path, "--timeout", "2s", "--solver-timeout", "10m", "--format", "json"];
    let done = end(start(&args));
    assert_eq!(done.code, 1, "{}", done.stdout);
    let report: Value = serde_json::from_str(&done.stdout).expect("the report is whole");
    assert_eq!(report["targets"][1]["answer"], "inconclusive");
    assert_eq!(report["targets"][1]["limits"][0]["kind"], "time");
}

/// Functors that apply the one before twice, so that there are exponentially many applications.
fn doubling_functors() -> String {
    let values: String = (0..200).map(|at| format!("let a{at} = X.x + {at} ")).collect();
    let first = format!("module F0 (X : S) = struct {values} let x = X.x end\n");
    let next = |at: usize| {
        let before = at - 1;
        format!(
            "module F{at} (X : S) = struct module A = F{before} (X) module B = F{before} (A) let x = B.x end\n"
        )
    };
    let all: String = (1..14).map(next).collect();
    format!(
        "module type S = sig val x : int end\n{first}{all}module M = F13 (struct let x = 1 end)"
    )
}

#[test]
fn limits_hold_while_ocaml_is_read() {
    let programs = Programs::new();
    let path = programs.add("functors.ml", doubling_functors());
    for (option, value) in [("--timeout", "1s"), ("--memory", "1M")] {
        let done = end(start(&["check", &path, option, value]));
        assert_eq!(done.code, 3, "{}", done.stdout);
        assert!(done.stdout.contains("functors.ml` was stopped: "), "{}", done.stdout);
        let named = format!("limit of {value} reached").replace("1M", "1 MiB");
        assert!(done.stdout.contains(&named), "{}", done.stdout);
        assert!(done.stdout.contains(&format!("({option})")), "{}", done.stdout);
    }
    let child = start(&["check", &path, "--timeout", "none"]);
    std::thread::sleep(Duration::from_millis(500));
    send(&child, "-INT");
    assert_eq!(end(child).code, 130);
}

#[test]
fn memory_ends_a_run() {
    let programs = Programs::new();
    let path = programs.add("a.toy", crate::common::ENDLESS);
    let done = end(start(&["check", &path, "--memory", "1M", "--format", "json"]));
    assert_eq!(done.code, 3, "{}", done.stdout);
    assert!(done.stdout.contains("\"memory\""), "{}", done.stdout);
    let spec = programs.add("w.trace", nested_weak_until(50, false));
    let done = end(start(&["spec", "check", &spec, "--memory", "1M"]));
    assert_eq!(done.code, 3, "{}", done.stdout);
    assert!(done.stderr.contains("--memory"), "{}", done.stderr);
}

#[test]
fn questions_about_specs_end_with_their_time() {
    let programs = Programs::new();
    for on_the_left in [false, true] {
        let spec = programs.add("w.trace", nested_weak_until(50, on_the_left));
        let verbs: [&[&str]; 5] = [
            &["spec", "check", &spec],
            &["spec", "compare", &spec, &spec, "--max-length", "60"],
            &["spec", "sample", &spec, "-n", "100000"],
            &["spec", "show", &spec, "--as", "automaton"],
            &["spec", "show", &spec, "--as", "svg"],
        ];
        for verb in verbs {
            let done = end(start(&[verb, &["--timeout", "500ms"]].concat()));
            // Code that does not look at the limit in time is left alone after a while.
            assert!(!done.stderr.contains("could not be reported"), "{verb:?}: {}", done.stderr);
            // Some are decided in time.
            let expected = [0, 3];
            assert!(expected.contains(&done.code), "{verb:?}: {}", done.stderr);
            assert_eq!(
                done.code == 3,
                done.stderr.contains("--timeout"),
                "{verb:?}: {}",
                done.stderr
            );
        }
        let checked = run(&mut command(&["spec", "check", &spec, "--timeout", "500ms"]));
        assert_eq!(checked.code, 3, "fifty levels are not checked in half a second");
    }
}

/// An expression shares its parts, of which there are exponentially many as text.
#[test]
fn expressions_of_astronomical_length_are_not_written() {
    let programs = Programs::new();
    let spec = programs.add("w.trace", nested_weak_until(50, true));
    let done = end(start(&["spec", "show", &spec, "--as", "regex"]));
    assert_eq!((done.code, done.stdout.as_str()), (3, ""), "{}", done.stderr);
    assert!(done.stderr.contains("`p` has more than 100000 parts"), "{}", done.stderr);
}

#[test]
fn a_signal_ends_a_question_about_a_spec() {
    let programs = Programs::new();
    let spec = programs.add("w.trace", nested_weak_until(50, false));
    let child = start(&["spec", "check", &spec, "--timeout", "none", "--format", "json"]);
    std::thread::sleep(Duration::from_millis(1500));
    send(&child, "-INT");
    let done = end(child);
    assert_eq!(done.code, 130, "{}", done.stderr);
    let answer: Value = serde_json::from_str(&done.stdout).expect("the answer is whole");
    assert_eq!((&answer["exit"], &answer["limit"]["kind"]), (&130.into(), &"interrupted".into()));
}

/// A log that never ends is given up with what it has shown until then.
#[test]
fn a_log_without_end_is_given_up() {
    let programs = Programs::new();
    let spec = programs.add("a.trace", "op a()\nop b()\nproperty p := G <a>\n");
    let mut events = Command::new("yes");
    events.arg("{\"op\":\"a\",\"args\":[]}").stdout(Stdio::piped());
    let mut events = events.spawn().expect("there is a `yes`");
    let mut checked = command(&["trace", "check", "-", "--spec", &spec, "--timeout", "1s"]);
    checked.stdin(events.stdout.take().expect("it is piped"));
    let done = run(&mut checked);
    events.kill().expect("it runs");
    events.wait().expect("it ends");
    assert_eq!(done.code, 3, "{}", done.stderr);
    assert!(done.stdout.contains("is not decided: nothing in what was read"), "{}", done.stdout);
    assert!(done.stderr.contains("--timeout"), "{}", done.stderr);
}

/// While a file is read there is nothing to report, and a signal ends the call at once.
#[test]
fn a_signal_ends_a_call_that_reads() {
    let programs = Programs::new();
    for (verb, name) in [("check", "a.toy"), ("list", "b.ml"), ("replay", "c.json")] {
        let path = format!("{}/{name}", programs.path());
        let made = Command::new("mkfifo").arg(&path).status().expect("there is a `mkfifo`");
        assert!(made.success());
        let child = start(&[verb, &path]);
        // Opening waits for a reader, so the call is at its file when this is done.
        let writer = File::options().write(true).open(&path).expect("it is being read");
        send(&child, "-TERM");
        let done = end(child);
        drop(writer);
        assert_eq!(done.code, 130, "{verb}: {}", done.stderr);
        assert!(done.stderr.contains("interrupted"), "{verb}: {}", done.stderr);
    }
}

/// Deep nesting is refused with its place, wherever it comes from.
#[test]
fn deep_nesting_is_refused() {
    let programs = Programs::new();
    let (open, close) = ("(".repeat(1_000_000), ")".repeat(1_000_000));
    let toy = programs.add("a.toy", format!("check m {{ assert {open}true{close}; }}"));
    let not = programs.add("b.toy", format!("check m {{ assert {}true; }}", "!".repeat(1_000_000)));
    let spec = programs.add("a.trace", format!("op a()\nproperty p := {open}<a>{close}\n"));
    let goal = programs.add("a.goal", format!("{open}x{close} == 1"));
    let report = programs.add("a.json", "[".repeat(1_000_000));
    let calls: [&[&str]; 5] = [
        &["check", &toy],
        &["check", &not],
        &["spec", "check", &spec],
        &["solve", &goal],
        &["replay", &report],
    ];
    for call in calls {
        let done = end(start(call));
        assert_eq!(done.code, 2, "{call:?}: {}{}", done.stdout, done.stderr);
    }
}

/// Input of tens of megabytes is read in time that grows with its size, not with its square.
#[test]
fn large_input_is_read() {
    let programs = Programs::new();
    let checks: String =
        (0..60_000).map(|at| format!("check c{at} {{ assert 2 > 1; }}\n")).collect();
    let toy = programs.add("a.toy", checks);
    let done = end(start(&["list", &toy]));
    assert_eq!((done.code, done.stdout.lines().count()), (0, 60_000), "{}", done.stderr);
    let properties: String = (0..60_000).map(|at| format!("property p{at} := G <a>\n")).collect();
    let spec = programs.add("a.trace", format!("op a()\n{properties}"));
    let done = end(start(&["spec", "show", &spec]));
    assert_eq!((done.code, done.stdout.lines().count()), (0, 60_000), "{}", done.stderr);
}

/// A saved violation of a program that has changed since, and runs for ever now.
fn endless_replay(programs: &Programs) -> String {
    let text = "(** (n: int) -> (r: int)\n    ensure r = 0 *)\n\
                let rec down n = if n = 0 then 1 else down (n - 1)";
    let path = programs.add("down.ml", text);
    let saved = format!("{}/saved", programs.path());
    let done = end(start(&["check", &path, "--save-run", &saved]));
    assert_eq!(done.code, 1, "{}", done.stdout);
    programs.add("down.ml", text.replace("n = 0", "n = 1"));
    format!("{saved}/run.json")
}

#[test]
fn endless_replay_ends_with_its_time() {
    let programs = Programs::new();
    let report = endless_replay(&programs);
    let done = end(start(&["replay", &report, "--timeout", "500ms"]));
    assert_eq!(done.code, 3, "{}{}", done.stdout, done.stderr);
    let said = "time limit of 500ms reached (--timeout)";
    assert!(done.stdout.contains(": not decided: "), "{}{}", done.stdout, done.stderr);
    assert!(done.stdout.contains(said), "{}{}", done.stdout, done.stderr);
}

#[test]
fn endless_replay_can_be_interrupted() {
    let programs = Programs::new();
    let child = start(&["replay", &endless_replay(&programs)]);
    // Long enough for the program to be read.
    std::thread::sleep(Duration::from_secs(3));
    send(&child, "-INT");
    let done = end(child);
    assert_eq!(done.code, 130, "{}{}", done.stdout, done.stderr);
    assert!(done.stdout.contains(": not decided: "), "{}{}", done.stdout, done.stderr);
}
