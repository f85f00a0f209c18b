//! Ctrl-C in the middle of a run.

use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

use crate::common::{ENDLESS, Programs, command};
use serde_json::Value;

#[test]
fn the_first_signal_ends_the_run_with_a_partial_report() {
    let programs = Programs::new();
    let path = programs.add("a.toy", format!("{ENDLESS} check other {{ assert true; }}"));
    let mut child = command(&["check", &path, "--timeout", "none", "--format", "json", "-v"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary can be started");
    let mut stderr = BufReader::new(child.stderr.take().expect("it is piped"));
    let mut line = String::new();
    stderr.read_line(&mut line).expect("it says when it starts");
    assert!(line.starts_with("exploring"), "{line}");
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.expect("there is a `kill`").success());
    let mut stdout = String::new();
    child.stdout.take().expect("it is piped").read_to_string(&mut stdout).expect("UTF-8");
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    let report: Value = serde_json::from_str(&stdout).expect("the report is whole");
    assert_eq!(report["outcome"], "interrupted");
    for (at, name) in ["main", "other"].iter().enumerate() {
        assert_eq!(report["targets"][at]["name"], *name, "whatever was not explored is named");
        assert_eq!(report["targets"][at]["answer"], "inconclusive");
        assert_eq!(report["targets"][at]["limits"][0]["kind"], "interrupted");
    }
}
