//! Logs that are read while they grow, and on after a violation.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdout, Command, Stdio};

use crate::common::{Programs, command, tracehound};
use serde_json::Value;

const FILES: &str = "examples/trace/files.trace";
const ONCE: [&str; 4] = ["--spec", FILES, "--property", "no_double_open"];

fn open(name: &str) -> String {
    format!("{{\"op\": \"open\", \"args\": [\"{name}\"]}}\n")
}

fn start(log: &str, options: &[&str]) -> (Child, BufReader<ChildStdout>) {
    let args = [&["trace", "check", log, "--timeout", "none"], &ONCE[..], options].concat();
    let mut child = command(&args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary can be started");
    let stdout = BufReader::new(child.stdout.take().expect("it is piped"));
    (child, stdout)
}

/// Reads until a line has the text. If the tool said nothing before the end of the log, this would wait for ever.
fn line_with(stdout: &mut BufReader<ChildStdout>, text: &str) -> String {
    loop {
        let mut line = String::new();
        assert_ne!(stdout.read_line(&mut line).expect("UTF-8"), 0, "`{text}` was not said");
        if line.contains(text) {
            return line;
        }
    }
}

#[test]
fn violations_are_reported_when_they_happen() {
    let (mut child, mut stdout) = start("-", &[]);
    let mut log = child.stdin.take().expect("it is piped");
    let mut say = |text: String| log.write_all(text.as_bytes()).expect("it reads");
    say(open("a") + &open("a"));
    let line = line_with(&mut stdout, "is broken by event 2");
    assert_eq!(line, "<stdin>:2: `no_double_open` is broken by event 2: open(\"a\")\n");
    line_with(&mut stdout, "  for f = \"a\", followed since event 1");
    // The event does not count, so the next one breaks the property again, and other values are followed.
    say(open("a") + "no event\n" + &open("b") + &open("b"));
    line_with(&mut stdout, "is broken by event 3: open(\"a\")");
    line_with(&mut stdout, "is broken by event 5: open(\"b\")");
    line_with(&mut stdout, "  for f = \"b\"");
    drop(log);
    line_with(&mut stdout, "is broken 3 times, 5 events");
    line_with(&mut stdout, "1 line left out");
    assert_eq!(child.wait().expect("it ends").code(), Some(1));
    let mut stderr = String::new();
    child.stderr.take().expect("it is piped").read_to_string(&mut stderr).expect("UTF-8");
    assert!(stderr.contains("warning: <stdin>:4: expected"), "{stderr}");
}

#[test]
fn a_file_is_followed_when_it_is_rotated() {
    let folder = Programs::new();
    let path = folder.add("app.log", open("a") + &open("a"));
    let (mut child, mut stdout) = start(&path, &["--follow", "--format", "jsonl"]);
    let finding = |line: &str| -> (u64, String) {
        let line: Value = serde_json::from_str(line).expect("each line is an object");
        let message = line["message"].as_str().expect("it has a message").to_owned();
        (line["place"]["line"].as_u64().expect("it has a line"), message)
    };
    let first = finding(&line_with(&mut stdout, "\"finding\""));
    assert_eq!(
        first,
        (2, "`no_double_open` is broken by event 2: open(\"a\") for f = \"a\"".to_owned())
    );
    // What is still written to the old file is read before the new one.
    let mut old = File::options().append(true).open(&path).expect("it is there");
    fs::rename(&path, format!("{path}.1")).expect("the folder is ours");
    old.write_all(open("b").as_bytes()).expect("it is open");
    fs::write(&path, open("c") + &open("b")).expect("the folder is ours");
    let second = finding(&line_with(&mut stdout, "\"finding\""));
    assert_eq!(
        second,
        (2, "`no_double_open` is broken by event 5: open(\"b\") for f = \"b\"".to_owned())
    );
    // The file is cut off and written anew.
    fs::write(&path, open("c")).expect("the folder is ours");
    let third = finding(&line_with(&mut stdout, "\"finding\""));
    assert_eq!(
        third,
        (1, "`no_double_open` is broken by event 6: open(\"c\") for f = \"c\"".to_owned())
    );
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.expect("there is a `kill`").success());
    let summary: Value =
        serde_json::from_str(&line_with(&mut stdout, "\"summary\"")).expect("an object");
    let code = child.wait().expect("it ends").code();
    assert_eq!(summary["exit"].as_u64(), code.map(|code| code as u64));
    assert!([Some(1), Some(130)].contains(&code), "{code:?}");
}

#[test]
fn every_value_gets_its_verdict() {
    let folder = Programs::new();
    let path = folder.add("a.jsonl", ["a", "b", "a", "c", "b"].map(open).concat());
    let args = [&["trace", "check", &path, "--every", "--format", "json"], &ONCE[..]].concat();
    let done = tracehound(&args);
    let json: Value = serde_json::from_str(&done.stdout).expect("one JSON object");
    let verdicts = json["properties"].as_array().expect("a list");
    let values: Vec<(&Value, &Value)> =
        verdicts.iter().map(|one| (&one["params"]["f"], &one["event"])).collect();
    assert_eq!(values, [(&"a".into(), &3.into()), (&"b".into(), &5.into())]);
    assert_eq!(verdicts[0]["violations"], 2);
    assert_eq!(done.code, 1);
    let short = tracehound(&[&args[..5], &["short"], &ONCE[..]].concat());
    let lines: Vec<&str> = short.stdout.lines().collect();
    assert_eq!(lines.len(), 2, "{}", short.stdout);
    assert!(
        lines[1].contains(":5:1: error[EVT001]: `no_double_open` is broken by event 5"),
        "{}",
        lines[1]
    );
    assert!(lines[1].contains(" for f = \"b\" [EVT001-"), "{}", lines[1]);
    let sarif = tracehound(&[&args[..5], &["sarif"], &ONCE[..]].concat());
    let sarif: Value = serde_json::from_str(&sarif.stdout).expect("one JSON object");
    assert_eq!(sarif["runs"][0]["results"].as_array().map(Vec::len), Some(2));
}

/// A thousand values for each of two parameters are a million combinations; only those that occur together are kept.
#[test]
fn combinations_of_many_values_are_followed() {
    let folder = Programs::new();
    let spec = folder.add(
        "locks.trace",
        "sort Thread, Lock\nop lock(t: Thread, l: Lock)\nop unlock(t: Thread, l: Lock)\n\
         ghost t: Thread, l: Lock\nproperty once := G (<lock t l> implies X (~<lock t l> W <unlock t l>))\n",
    );
    let event = |op: &str, n: u64| {
        format!("{{\"op\":\"{op}\",\"args\":[{},{}]}}\n", n % 1_000, n * 7 % 1_000 + n / 1_000)
    };
    let mut log: String = (0..10_000).map(|n| event("lock", n) + &event("unlock", n)).collect();
    let check = |text: &str| {
        let path = folder.add("log.jsonl", text);
        tracehound(&["trace", "check", &path, "--spec", &spec])
    };
    let good = check(&log);
    assert_eq!((good.code, good.stdout.contains("holds, 20000 events")), (0, true), "{good:?}");
    log += &event("lock", 5).repeat(2);
    let bad = check(&log);
    assert_eq!(bad.code, 1);
    assert!(bad.stdout.contains(":20002: `once` is broken"), "{}", bad.stdout);
    assert!(bad.stdout.contains("for t = 5, l = 35, followed since event 20001"), "{}", bad.stdout);
}

#[test]
fn logs_in_other_forms_are_read() {
    let folder = Programs::new();
    let spec = folder.add(
        "web.trace",
        "sort Session\nop login(s: Session)\nop buy(s: Session, price: Int)\nghost s: Session\n\
         event login(session) when action == \"login\"\nevent buy(session, price) when action == \"buy\"\n\
         property known := !<buy s _> W <login s>\n",
    );
    let check = |name: &str, log: &str, format: &[&str]| {
        let path = folder.add(name, log);
        tracehound(&[&["trace", "check", &path, "--spec", &spec], format].concat())
    };
    let table = "time,action,session,price\n1,login,a,\n2,view,b,\n3,buy,a,7\n4,buy,b,9\n";
    let done = check("log.csv", table, &[]);
    assert_eq!(done.code, 1, "{}", done.stderr);
    assert!(
        done.stdout.contains("log.csv:5: `known` is broken by event 3: buy(\"b\", 9)"),
        "{}",
        done.stdout
    );
    let pairs = "action=login session=\"a b\"\naction=buy session=\"a b\" price=x\n";
    let done = check("app.log", pairs, &["--log-format", "logfmt"]);
    assert_eq!(done.code, 2);
    assert!(
        done.stderr.contains("app.log:2: `price` of `buy` is `x`, which is no Int"),
        "{}",
        done.stderr
    );
    let lines = "Nov 18 20:00:01 shop[7]: login by a\nNov 18 shop[7]: started\nNov 18 20:00:02 shop[7]: buy by a for 3\n";
    let pattern = "{_} shop[{_}]: {action} by {session}";
    let done = check("syslog", lines, &["--log-format", pattern]);
    assert_eq!(done.code, 2, "a purchase lacks its price: {}", done.stdout);
    let done = check("syslog", "{\"action\": \"login\", \"session\": \"a\"}\n{}\n", &[]);
    assert_eq!(done.code, 0, "{}", done.stderr);
    assert!(
        done.stdout.contains("holds, 1 event, 1 of other operations skipped"),
        "{}",
        done.stdout
    );
}
