//! The server for coding agents, by a scripted client.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::common::{ENDLESS, FAILS, Programs, command, root};

/// An agent that knows what to ask.
struct Agent {
    server: Child,
    stdin: Option<ChildStdin>,
    stdout: BufReader<ChildStdout>,
    requests: i64,
}

impl Agent {
    fn new(folder: &str, options: &[&str]) -> Agent {
        let mut command = command(&[&["mcp", "--root", folder], options].concat());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).env("XDG_STATE_HOME", folder);
        let mut server = command.spawn().expect("the binary can be started");
        let stdout = BufReader::new(server.stdout.take().expect("it is piped"));
        let stdin = server.stdin.take();
        let mut agent = Agent { server, stdin, stdout, requests: 0 };
        let params =
            json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {} });
        let answer = agent.request("initialize", params);
        assert_eq!(answer["result"]["protocolVersion"], "2025-06-18");
        assert_eq!(answer["result"]["serverInfo"]["name"], "tracehound");
        agent.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        agent
    }

    fn send_line(&mut self, line: &str) {
        let stdin = self.stdin.as_mut().expect("it is open");
        writeln!(stdin, "{line}").and_then(|()| stdin.flush()).expect("the server reads");
    }

    fn send(&mut self, message: &Value) {
        self.send_line(&message.to_string());
    }

    fn read(&mut self) -> Value {
        let mut line = String::new();
        self.stdout.read_line(&mut line).expect("the server writes");
        let message: Value = serde_json::from_str(&line).unwrap_or_else(|_| panic!("{line:?}"));
        assert_eq!(message["jsonrpc"], "2.0");
        message
    }

    fn request(&mut self, method: &str, params: Value) -> Value {
        self.requests += 1;
        let id = self.requests;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        let answer = self.read();
        assert_eq!(answer["id"], id, "{answer}");
        answer
    }

    fn call(&mut self, tool: &str, arguments: Value) -> Value {
        self.request("tools/call", json!({ "name": tool, "arguments": arguments }))
    }

    /// The text of a call that is an answer.
    fn said(&mut self, tool: &str, arguments: Value) -> String {
        let answer = self.call(tool, arguments);
        assert_eq!(answer["result"]["isError"], false, "{answer:#}");
        answer["result"]["content"][0]["text"].as_str().expect("text").to_owned()
    }
}

impl Drop for Agent {
    fn drop(&mut self) {
        drop(self.stdin.take());
        let _ = self.server.wait();
    }
}

#[test]
fn agent_finds_explains_and_replays() {
    let programs = Programs::new();
    programs.add("a.toy", FAILS);
    programs
        .add("a.trace", std::fs::read(root().join("examples/trace/files.trace")).expect("text"));
    let mut agent = Agent::new(programs.path(), &[]);
    let tools = agent.request("tools/list", json!({}));
    let tools = tools["result"]["tools"].as_array().expect("a list").clone();
    let names: Vec<&str> = tools.iter().map(|tool| tool["name"].as_str().expect("text")).collect();
    assert_eq!(names, ["check", "list", "explain", "replay", "spec_check", "write_test"]);
    assert!(tools.iter().all(|tool| tool["annotations"]["readOnlyHint"] == true));
    assert_eq!(agent.said("list", json!({ "targets": ["a.toy"] })), "a.toy:main\n");
    let checked = agent.call("check", json!({ "targets": ["a.toy"] }));
    let report = &checked["result"]["structuredContent"];
    assert_eq!(
        (&report["outcome"], &checked["result"]["isError"]),
        (&json!("violation"), &json!(false))
    );
    let id = report["targets"][0]["findings"][0]["id"].as_str().expect("it has one").to_owned();
    let text = checked["result"]["content"][0]["text"].as_str().expect("text");
    assert!(text.contains("error[TOY001]"), "{text}");
    assert!(agent.said("explain", json!({ "code": id })).contains("# TOY001"));
    assert!(agent.said("replay", json!({ "id": id })).contains("still fails"));
    assert!(agent.said("spec_check", json!({ "file": "a.trace" })).contains("properties"));
    assert_eq!(agent.request("ping", json!({}))["result"], json!({}));
}

#[test]
fn agent_reads_only_and_only_inside() {
    let programs = Programs::new();
    programs.add("a.toy", FAILS);
    let mut agent = Agent::new(programs.path(), &[]);
    for (tool, arguments) in [
        ("check", json!({ "targets": ["../a.toy"] })),
        ("check", json!({ "targets": ["/etc/passwd"] })),
        ("write_test", json!({ "id": "ADT001-abcdef", "write": true })),
        ("nothing", json!({})),
    ] {
        let answer = agent.call(tool, arguments);
        assert_eq!(answer["error"]["code"], -32602, "{answer}");
    }
    let answer = agent.call("check", json!({ "targets": ["missing.toy"] }));
    assert_eq!(answer["result"]["isError"], true, "{answer}");
    let answer = agent.request("resources/list", json!({}));
    assert_eq!(answer["error"]["code"], -32601);
    for line in ["{", "[]", "7"] {
        agent.send_line(line);
        assert!(agent.read()["error"]["code"].is_number());
    }
}

#[test]
fn tests_are_written_if_that_is_allowed() {
    let programs = Programs::new();
    let text = std::fs::read(root().join("examples/ml/linked_list.ml")).expect("it is there");
    programs.add("linked_list.ml", text);
    for (options, may_write) in [(&[][..], false), (&["--allow-write"][..], true)] {
        let mut agent = Agent::new(programs.path(), options);
        let checked = agent.call("check", json!({ "targets": ["linked_list.ml"] }));
        let report = &checked["result"]["structuredContent"];
        let findings = report["targets"].as_array().expect("a list").iter();
        let id = findings.flat_map(|target| target["findings"].as_array().expect("a list")).next();
        let id =
            id.and_then(|finding| finding["id"].as_str()).expect("something is found").to_owned();
        let printed = agent.said("write_test", json!({ "id": id }));
        assert!(printed.contains("let"), "{printed}");
        let written =
            agent.call("write_test", json!({ "id": id, "write": true, "folder": "tests" }));
        assert_eq!(written["error"].is_object(), !may_write, "{written}");
        assert_eq!(Path::new(programs.path()).join("tests").exists(), may_write);
    }
}

#[test]
fn cancelled_call_has_no_answer_and_the_end_ends_everything() {
    let programs = Programs::new();
    programs.add("endless.toy", ENDLESS);
    let mut agent = Agent::new(programs.path(), &[]);
    let call = json!({ "name": "check", "arguments": { "targets": ["endless.toy"] } });
    agent.send(&json!({ "jsonrpc": "2.0", "id": "slow", "method": "tools/call", "params": call }));
    assert_eq!(agent.request("ping", json!({}))["result"], json!({}), "others are answered");
    let cancel = json!({ "requestId": "slow" });
    agent.send(&json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": cancel }));
    std::thread::sleep(Duration::from_millis(200));
    assert_eq!(agent.request("ping", json!({}))["result"], json!({}), "there is nothing else");
    agent.send(&json!({ "jsonrpc": "2.0", "id": "more", "method": "tools/call", "params": call }));
    let started = Instant::now();
    drop(agent.stdin.take());
    assert_eq!(agent.server.wait().expect("it ends").code(), Some(0));
    assert!(started.elapsed() < Duration::from_secs(20), "the check was not waited for");
}
