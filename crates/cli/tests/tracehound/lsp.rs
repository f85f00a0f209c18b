//! The language server, by a scripted client.

use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::{ENDLESS, FAILS, HOLDS, Programs, command};

/// How long a test waits for what must come.
const PATIENCE: Duration = Duration::from_secs(60);

/// An editor without a window.
struct Client {
    server: Child,
    stdin: Option<ChildStdin>,
    heard: Receiver<Value>,
    /// What came while something else was waited for.
    notifications: Vec<Value>,
    requests: i64,
    _state: TempDir,
}

impl Client {
    /// Starts the server and greets it.
    fn new(options: Value) -> Client {
        let mut client = Client::silent();
        let abilities = json!({
            "window": { "workDoneProgress": true },
            "workspace": { "codeLens": { "refreshSupport": true } },
        });
        let params = json!({
            "processId": std::process::id(), "rootUri": null, "capabilities": abilities,
            "initializationOptions": options,
        });
        let answer = client.request("initialize", params);
        assert_eq!(answer["result"]["capabilities"]["positionEncoding"], "utf-16");
        client.notify("initialized", json!({}));
        client
    }

    /// Starts the server.
    fn silent() -> Client {
        let state = TempDir::new().expect("there is room");
        let mut command = command(&["lsp", "--stdio"]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
        command.env("XDG_STATE_HOME", state.path());
        let mut server = command.spawn().expect("the binary can be started");
        let (sender, heard) = channel();
        let mut stdout = BufReader::new(server.stdout.take().expect("it is piped"));
        std::thread::spawn(move || {
            while let Some(message) = read_message(&mut stdout) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let stdin = server.stdin.take();
        Client { server, stdin, heard, notifications: Vec::new(), requests: 0, _state: state }
    }

    fn send_bytes(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().expect("it is open");
        stdin.write_all(bytes).and_then(|()| stdin.flush()).expect("the server reads");
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        self.send_bytes(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
    }

    fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Sends a request; the number under which its answer comes.
    fn ask(&mut self, method: &str, params: Value) -> i64 {
        self.requests += 1;
        let id = self.requests;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        id
    }

    fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.ask(method, params);
        self.answer_to(id)
    }

    fn answer_to(&mut self, id: i64) -> Value {
        self.wait(|message| message["id"] == id && message.get("method").is_none())
    }

    /// The next message that is wanted; others are kept.
    fn wait(&mut self, is_wanted: impl Fn(&Value) -> bool) -> Value {
        if let Some(at) = self.notifications.iter().position(&is_wanted) {
            return self.notifications.remove(at);
        }
        let end = Instant::now() + PATIENCE;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.heard.recv_timeout(left) {
                Ok(message) if is_wanted(&message) => return message,
                Ok(message) => self.notifications.push(message),
                Err(error) => panic!("nothing came ({error}); before: {:#?}", self.notifications),
            }
        }
    }

    /// Everything that comes within a time.
    fn listen(&mut self, time: Duration) -> Vec<Value> {
        let end = Instant::now() + time;
        let mut all = std::mem::take(&mut self.notifications);
        loop {
            match self.heard.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(message) => all.push(message),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return all,
            }
        }
    }

    fn open(&mut self, uri: &str, text: &str) {
        let document = json!({ "uri": uri, "languageId": "x", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    fn change(&mut self, uri: &str, version: i64, changes: Value) {
        let document = json!({ "uri": uri, "version": version });
        let params = json!({ "textDocument": document, "contentChanges": changes });
        self.notify("textDocument/didChange", params);
    }

    fn save(&mut self, uri: &str) {
        self.notify("textDocument/didSave", json!({ "textDocument": { "uri": uri } }));
    }

    /// Waits until everything that was due is done, and returns what is shown of a version then.
    fn settled(&mut self, version: i64) -> Vec<Value> {
        self.wait(|message| {
            let status = &message["params"];
            let is_over =
                matches!(status["status"].as_str(), Some("current" | "failed" | "cancelled"));
            message["method"] == "tracehound/status" && is_over && status["version"] == version
        });
        let is_shown = |message: &&Value| {
            message["method"] == "textDocument/publishDiagnostics"
                && message["params"]["version"] == version
        };
        let shown = self.notifications.iter().rfind(is_shown).expect("diagnostics come first");
        let shown = shown["params"]["diagnostics"].as_array().expect("a list").clone();
        self.notifications.clear();
        shown
    }

    fn lenses(&mut self, uri: &str) -> Vec<String> {
        let answer =
            self.request("textDocument/codeLens", json!({ "textDocument": { "uri": uri } }));
        let all = answer["result"].as_array().expect("a list");
        all.iter().map(|lens| lens["command"]["title"].as_str().expect("text").to_owned()).collect()
    }

    fn hover(&mut self, uri: &str, line: u64) -> String {
        let position = json!({ "line": line, "character": 0 });
        let params = json!({ "textDocument": { "uri": uri }, "position": position });
        let answer = self.request("textDocument/hover", params);
        answer["result"]["contents"]["value"].as_str().unwrap_or_default().to_owned()
    }

    fn actions(&mut self, uri: &str, range: &Value) -> Vec<Value> {
        let context = json!({ "diagnostics": [] });
        let params = json!({ "textDocument": { "uri": uri }, "range": range, "context": context });
        let answer = self.request("textDocument/codeAction", params);
        answer["result"].as_array().expect("a list").clone()
    }

    /// Says goodbye; the exit code.
    fn leave(mut self) -> Option<i32> {
        let answer = self.request("shutdown", Value::Null);
        assert_eq!(answer["result"], Value::Null);
        self.notify("exit", Value::Null);
        ended(&mut self.server)
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// Waits for the end of a server, which must come soon.
fn ended(server: &mut Child) -> Option<i32> {
    let started = Instant::now();
    while started.elapsed() < PATIENCE {
        if let Some(status) = server.try_wait().expect("it can be waited for") {
            return status.code();
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("the server does not end");
}

fn read_message(from: &mut impl std::io::BufRead) -> Option<Value> {
    let mut len = 0;
    loop {
        let mut line = String::new();
        if from.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim().strip_prefix("Content-Length: ") {
            Some(number) => len = number.parse().expect("a number"),
            None if line.trim().is_empty() => break,
            None => panic!("{line}"),
        }
    }
    let mut bytes = vec![0; len];
    from.read_exact(&mut bytes).ok()?;
    Some(serde_json::from_slice(&bytes).expect("the server writes JSON"))
}

fn uri(path: &str) -> String {
    format!("file://{path}")
}

fn write(path: &str, text: &str) {
    std::fs::write(path, text).expect("scratch files can be written");
}

/// Whether a process with this in its command is there.
fn is_running(part: &str) -> bool {
    let processes = std::fs::read_dir("/proc").expect("this is Linux");
    let commands =
        processes.filter_map(|entry| std::fs::read(entry.ok()?.path().join("cmdline")).ok());
    let part = part.as_bytes();
    let mut commands = commands.filter(|command| command.windows(part.len()).any(|at| at == part));
    commands.next().is_some()
}

fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let started = Instant::now();
    while !is_so() {
        assert!(started.elapsed() < PATIENCE, "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn opened_program_is_checked_and_explained() {
    let programs = Programs::new();
    let text = "// für 🦊\ncheck main { emit step(1); emit ü(2); assert 1 > 2; }";
    let text = text.replace("emit ü(2); ", "");
    let path = programs.add("a.toy", &text);
    let (mut client, uri) = (Client::new(json!({})), uri(&path));
    client.open(&uri, &text);
    let shown = client.settled(1);
    assert_eq!(shown.len(), 1, "{shown:#?}");
    let finding = &shown[0];
    assert_eq!((&finding["code"], &finding["severity"]), (&json!("TOY001"), &json!(1)));
    assert_eq!(finding["range"]["start"]["line"], 1);
    let related = finding["relatedInformation"].as_array().expect("events have places");
    let is_event =
        |one: &&Value| one["message"].as_str().is_some_and(|m| m.starts_with("event 1: step(1)"));
    let event = related.iter().find(is_event).expect("the event is linked");
    assert_eq!(event["location"]["uri"], json!(uri));
    assert_eq!(event["location"]["range"]["start"], json!({ "line": 1, "character": 13 }));
    assert_eq!(client.lenses(&uri), ["check", "1 counterexample"]);
    let hover = client.hover(&uri, 1);
    assert!(hover.contains("1 counterexample") && hover.contains("TOY001-"), "{hover}");
    assert_eq!(client.hover(&uri, 0), "");
    let id = finding["data"]["id"].as_str().expect("it has one");
    let explained = client.request(
        "workspace/executeCommand",
        json!({ "command": "tracehound.explain", "arguments": [uri, id] }),
    );
    assert!(
        explained["result"].as_str().is_some_and(|text| text.contains("# TOY001")),
        "{explained}"
    );
    assert_eq!(client.leave(), Some(0));
}

#[test]
fn positions_count_units_of_utf_16() {
    let programs = Programs::new();
    let text = "check main {\r\n    let x = read int \"ä🦊🦊\"; assert x < 5;\r\n}\r\n";
    let path = programs.add("ä 🦊.toy", text);
    let (mut client, uri) = (Client::new(json!({})), uri(&path));
    let uri = uri.replace(' ', "%20").replace('ä', "%C3%A4").replace('🦊', "%F0%9F%A6%8A");
    client.open(&uri, text);
    let shown = client.settled(1);
    assert_eq!(shown.len(), 1, "{shown:#?}");
    let line = "    let x = read int \"ä🦊🦊\"; assert x < 5;";
    let start = line[..line.find("assert").expect("it is there")].encode_utf16().count();
    assert_eq!(shown[0]["range"]["start"], json!({ "line": 1, "character": start }));
    // The number is in the middle of the line: three characters before it count for five units.
    let five = line.find('5').map(|at| line[..at].encode_utf16().count()).expect("it is there");
    let range = json!({ "start": { "line": 1, "character": five }, "end": { "line": 1, "character": five + 1 } });
    client.change(&uri, 2, json!([{ "range": range, "text": "7" }]));
    let shown = client.settled(2);
    let message = shown[0]["message"].as_str().expect("text");
    assert!(message.contains("= 7"), "the text of the editor is checked: {message}");
    assert_eq!(std::fs::read_to_string(&path).expect("it is there"), text, "nothing was saved");
}

#[test]
fn edits_make_answers_stale_and_diagnostics_go() {
    let programs = Programs::new();
    let path = programs.add("a.toy", FAILS);
    let (mut client, uri) = (Client::new(json!({ "check": "save" })), uri(&path));
    client.open(&uri, FAILS);
    assert_eq!(client.settled(1).len(), 1);
    client.change(&uri, 2, json!([{ "text": format!("\n{FAILS}") }]));
    let gone = client.wait(|message| {
        message["method"] == "textDocument/publishDiagnostics" && message["params"]["version"] == 2
    });
    assert_eq!(gone["params"]["diagnostics"], json!([]));
    let stale = client.lenses(&uri);
    assert_eq!(stale[1], "stale: 1 counterexample before the last change");
    // After the pause the target is listed where it is now, and its answer is still stale.
    std::thread::sleep(Duration::from_millis(1500));
    assert_eq!(client.lenses(&uri)[1], "stale: 1 counterexample before the last change");
    assert!(client.hover(&uri, 1).contains("*stale*"), "{}", client.hover(&uri, 1));
    let shown = client.listen(Duration::ZERO);
    let shown = shown.iter().filter(|one| one["method"] == "textDocument/publishDiagnostics");
    assert!(shown.clone().all(|one| one["params"]["diagnostics"] == json!([])), "{shown:?}");
    write(&path, HOLDS);
    client.change(&uri, 3, json!([{ "text": HOLDS }]));
    client.save(&uri);
    assert_eq!(client.settled(3), Vec::<Value>::new());
    assert_eq!(client.lenses(&uri), ["check", "holds"]);
}

/// Whatever else runs on the machine slows one of the two down: once of several times has to do.
#[test]
fn answers_come_soon_after_the_check() {
    let times: Vec<(Duration, Duration)> = (0..5).map(|_| alone_and_with_server()).collect();
    let is_soon = |&(alone, with_server): &(Duration, Duration)| {
        with_server < alone * 2 + Duration::from_secs(1)
    };
    assert!(times.iter().any(is_soon), "{times:?}");
}

/// How long the check of a program takes by itself, and until an editor has its answers.
fn alone_and_with_server() -> (Duration, Duration) {
    let programs = Programs::new();
    let path = programs.add("a.toy", FAILS);
    let started = Instant::now();
    crate::common::tracehound(&["list", &path]);
    crate::common::tracehound(&["check", &path]);
    let alone = started.elapsed();
    let (mut client, uri) = (Client::new(json!({})), uri(&path));
    let started = Instant::now();
    client.open(&uri, FAILS);
    client.settled(1);
    (alone, started.elapsed())
}

#[test]
fn edit_stops_a_check_and_its_answer_is_dropped() {
    let programs = Programs::new();
    let path = programs.add("endless.toy", ENDLESS);
    let (mut client, uri) = (Client::new(json!({})), uri(&path));
    client.open(&uri, ENDLESS);
    wait_until("the check runs", || is_running("--save-run") && is_running(&path));
    client.change(&uri, 2, json!([{ "text": FAILS }]));
    write(&path, FAILS);
    client.save(&uri);
    let shown = client.settled(2);
    assert_eq!(shown.len(), 1, "{shown:#?}");
    wait_until("the first check is gone", || !is_running(&path));
    assert_eq!(client.leave(), Some(0));
}

#[test]
fn progress_can_be_cancelled() {
    let programs = Programs::new();
    let path = programs.add("endless.toy", ENDLESS);
    let (mut client, uri) = (Client::new(json!({})), uri(&path));
    client.open(&uri, ENDLESS);
    let begun = client.wait(|message| message["params"]["value"]["kind"] == "begin");
    assert_eq!(begun["params"]["value"]["cancellable"], true);
    let created = client.wait(|message| message["method"] == "window/workDoneProgress/create");
    let token = &begun["params"]["token"];
    assert_eq!(&created["params"]["token"], token);
    client.send(&json!({ "jsonrpc": "2.0", "id": created["id"], "result": null }));
    client.wait(|message| message["params"]["value"]["kind"] == "report");
    client.notify("window/workDoneProgress/cancel", json!({ "token": token }));
    client.wait(|message| message["params"]["value"]["kind"] == "end");
    assert_eq!(client.settled(1), Vec::<Value>::new());
    assert_eq!(client.lenses(&uri), ["check", "not checked: cancelled"]);
    assert!(!is_running(&path));
}

#[test]
fn undecided_targets_are_shown() {
    let programs = Programs::new();
    let path = programs.add("endless.toy", ENDLESS);
    let options = json!({ "arguments": ["--max-paths", "3"] });
    let (mut client, uri) = (Client::new(options), uri(&path));
    client.open(&uri, ENDLESS);
    let shown = client.settled(1);
    let is_open = |one: &Value| {
        one["severity"] == 2
            && one["message"].as_str().is_some_and(|m| m.starts_with("inconclusive"))
    };
    assert!(shown.iter().any(is_open), "{shown:#?}");
    assert!(client.lenses(&uri)[1].starts_with("inconclusive"), "{:?}", client.lenses(&uri));
}

#[test]
fn faults_of_the_text_are_shown_at_their_places() {
    let programs = Programs::new();
    let text = "check main { assert 1 > ; }";
    let path = programs.add("a.toy", HOLDS);
    let spec = programs.add("a.trace", "property p = nonsense(");
    let (mut client, uri_of_spec) = (Client::new(json!({})), uri(&spec));
    let uri = uri(&path);
    client.open(&uri, text);
    let shown = client.wait(|message| {
        message["params"]["diagnostics"].as_array().is_some_and(|all| !all.is_empty())
    });
    let fault = &shown["params"]["diagnostics"][0];
    assert_eq!(fault["severity"], 1);
    assert_eq!(fault["range"]["start"]["character"], 24, "{fault:#}");
    client.open(&uri_of_spec, "property p = nonsense(");
    let shown = client.wait(|message| {
        message["params"]["uri"] == json!(uri_of_spec)
            && message["params"]["diagnostics"].as_array().is_some_and(|all| !all.is_empty())
    });
    assert_eq!(shown["params"]["diagnostics"][0]["severity"], 1, "{shown:#}");
}

#[test]
fn tests_are_written_of_saved_findings_only() {
    let programs = Programs::new();
    let text = std::fs::read_to_string(crate::common::root().join("examples/ml/linked_list.ml"));
    let text = text.expect("it is there");
    let path = programs.add("linked_list.ml", &text);
    let (mut client, uri) = (Client::new(json!({ "check": "save" })), uri(&path));
    client.open(&uri, &text);
    let shown = client.settled(1);
    let finding =
        shown.iter().find(|one| one["data"]["id"].is_string()).expect("there is a finding");
    assert!(client.lenses(&uri).contains(&"write test".to_owned()));
    let actions = client.actions(&uri, &finding["range"]);
    let titles: Vec<&str> =
        actions.iter().map(|one| one["title"].as_str().expect("text")).collect();
    let id = finding["data"]["id"].as_str().expect("it has one");
    let allow = "allow ADT001 here, for a reason that you write down".to_owned();
    assert_eq!(titles, [allow, format!("write a test of {id}"), format!("explain {id}")]);
    let comment = actions[0]["edit"]["changes"][&uri][0]["newText"].as_str().expect("text");
    assert_eq!(comment.trim(), "(* tracehound: allow ADT001  *)");
    let write_test = &actions[1]["command"];
    let call = json!({ "command": write_test["command"], "arguments": write_test["arguments"] });
    client.change(&uri, 2, json!([{ "text": format!("{text}\n") }]));
    let refused = client.request("workspace/executeCommand", call.clone());
    assert!(refused["error"]["message"].as_str().is_some_and(|m| m.contains("save")), "{refused}");
    client.change(&uri, 3, json!([{ "text": text }]));
    client.save(&uri);
    client.settled(3);
    let written = client.request("workspace/executeCommand", call);
    let said = written["result"].as_str().unwrap_or_else(|| panic!("{written}"));
    let file = said.lines().next().and_then(|line| line.strip_prefix("wrote ")).expect("a file");
    let file = std::path::Path::new(programs.path()).join(file);
    assert!(file.exists(), "{said}");
}

#[test]
fn suggested_type_is_put_in_by_an_action() {
    let text = std::fs::read_to_string(crate::common::root().join("corpus/hs/ConcatWeak.hs"));
    let (programs, text) = (Programs::new(), text.expect("it is there"));
    let path = programs.add("ConcatWeak.hs", &text);
    let (mut client, uri) = (Client::new(json!({})), uri(&path));
    client.open(&uri, &text);
    let shown = client.settled(1);
    let weak = shown.iter().find(|one| one["code"] == "REF002").expect("the type is too weak");
    assert_eq!(weak["severity"], 2);
    let actions = client.actions(&uri, &weak["range"]);
    assert!(
        actions[0]["title"].as_str().is_some_and(|title| title.contains("promise")),
        "{actions:#?}"
    );
    let edits = &actions[0]["edit"]["changes"][&uri];
    let change = json!([{ "range": edits[0]["range"], "text": edits[0]["newText"] }]);
    client.change(&uri, 2, change);
    client.save(&uri);
    let shown = client.settled(2);
    assert!(shown.iter().all(|one| one["code"] != "REF002"), "{shown:#?}");
}

#[test]
fn imports_are_read_as_the_editor_has_them() {
    let programs = Programs::new();
    let library = "module Library where\n{-@ step :: x:Int -> {v:Int | v == x + 1} @-}\nstep :: Int -> Int\nstep x = x + 1\n";
    let user = "module User where\nimport Library\n{-@ up :: x:Int -> {v:Int | v > x} @-}\nup :: Int -> Int\nup x = step x\n";
    programs.add("tracehound.toml", "");
    let (library_path, user_path) =
        (programs.add("Library.hs", library), programs.add("User.hs", user));
    let mut client = Client::new(json!({}));
    client.open(&uri(&library_path), library);
    client.settled(1);
    // The library takes one away, and the user of it is checked with that although nothing is saved.
    let change = library.replace("x + 1", "x - 1");
    client.change(&uri(&library_path), 2, json!([{ "text": change }]));
    client.open(&uri(&user_path), user);
    let shown = client.settled(1);
    assert!(shown.iter().any(|one| one["code"] == "REF001"), "{shown:#?}");
    // Another edit makes the answer stale, and without it everything is as it is saved.
    let change = library.replace("x + 1", "x - 2");
    client.change(&uri(&library_path), 3, json!([{ "text": change }]));
    client.wait(|message| {
        message["method"] == "textDocument/publishDiagnostics"
            && message["params"]["uri"] == json!(uri(&user_path))
            && message["params"]["diagnostics"] == json!([])
    });
    assert!(client.lenses(&uri(&user_path))[1].starts_with("stale: 1 counterexample"));
    let closed = json!({ "textDocument": { "uri": uri(&library_path) } });
    client.notify("textDocument/didClose", closed);
    assert_eq!(client.settled(1), Vec::<Value>::new());
}

#[test]
fn finding_is_allowed_once_a_reason_is_written() {
    let programs = Programs::new();
    let path = programs.add("a.toy", FAILS);
    let (mut client, uri) = (Client::new(json!({})), uri(&path));
    client.open(&uri, FAILS);
    let shown = client.settled(1);
    let actions = client.actions(&uri, &shown[0]["range"]);
    let edit = &actions[0]["edit"]["changes"][&uri][0];
    let comment = edit["newText"].as_str().expect("text").trim_end();
    let change = json!([{ "range": edit["range"], "text": format!("{comment} it is a test\n") }]);
    client.change(&uri, 2, change);
    let shown = client.settled(2);
    assert_eq!(shown.len(), 1, "{shown:#?}");
    assert_eq!(shown[0]["severity"], 3, "{shown:#?}");
    let message = shown[0]["message"].as_str().expect("text");
    assert!(message.contains("allowed by a comment: it is a test"), "{message}");
    assert_eq!(client.lenses(&uri)[1], "1 counterexample, known or allowed");
    let actions = client.actions(&uri, &shown[0]["range"]);
    assert!(actions.iter().all(|one| one["edit"].is_null()), "{actions:#?}");
}

#[test]
fn malformed_requests_have_errors() {
    let mut client = Client::silent();
    let early = client.request("textDocument/hover", json!({}));
    assert_eq!(early["error"]["code"], -32002);
    let nonsense: [&[u8]; 4] = [
        b"Content-Length: 3\r\n\r\n{]}",
        b"Content-Length: 2\r\n\r\n[]",
        b"Content-Length: nine\r\n\r\n",
        b"what is this\r\n\r\n",
    ];
    for bytes in nonsense {
        client.send_bytes(bytes);
        let answer = client.wait(|message| message["error"].is_object());
        assert_eq!(answer["id"], Value::Null, "{answer}");
    }
    client.notifications.clear();
    client.request("initialize", json!({ "capabilities": {} }));
    for (method, params, code) in [
        ("textDocument/hover", json!({ "position": 3 }), -32602),
        ("textDocument/nothing", json!({}), -32601),
        ("initialize", json!({ "capabilities": {} }), -32600),
        ("workspace/executeCommand", json!({ "command": "rm", "arguments": ["x"] }), -32602),
        ("workspace/executeCommand", json!({ "command": "tracehound.check" }), -32602),
    ] {
        let answer = client.request(method, params);
        assert_eq!(answer["error"]["code"], code, "{method}: {answer}");
    }
    client.notify("textDocument/didChange", json!({ "textDocument": 7 }));
    client.notify("textDocument/didOpen", json!([]));
    client.open("untitled:Untitled-1", FAILS);
    client.open("file:///nowhere/at/all.toy", FAILS);
    assert_eq!(client.lenses("file:///nowhere/at/all.toy").len(), 0);
    assert_eq!(client.leave(), Some(0));
}

#[test]
fn end_of_the_editor_ends_everything() {
    for goodbye in [true, false] {
        let programs = Programs::new();
        let path = programs.add("endless.toy", ENDLESS);
        let mut client = Client::new(json!({}));
        client.open(&uri(&path), ENDLESS);
        wait_until("the check runs", || is_running(&path));
        match goodbye {
            true => client.notify("exit", Value::Null),
            false => drop(client.stdin.take()),
        }
        assert_eq!(ended(&mut client.server), Some(1), "it did not shut down first");
        wait_until("the child is gone", || !is_running(&path));
    }
}

#[test]
fn killed_server_leaves_no_child() {
    let programs = Programs::new();
    let path = programs.add("endless.toy", ENDLESS);
    let mut client = Client::new(json!({}));
    client.open(&uri(&path), ENDLESS);
    wait_until("the check runs", || is_running(&path));
    client.server.kill().expect("it can be killed");
    wait_until("the child is gone", || !is_running(&path));
}

/// Random edits, of which many break the program, with questions between them. A nightly run makes
/// ten thousand.
#[test]
fn random_edits_end_nothing() {
    let edits = if testbed::is_nightly() { 10_000 } else { 300 };
    let programs = Programs::new();
    let path = programs.add("a.toy", FAILS);
    let (mut client, uri) = (Client::new(json!({})), uri(&path));
    client.open(&uri, FAILS);
    let mut seed = 20_u64;
    let mut random = move |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    };
    let parts = ["", "x", "🦊", "ü\r\n", "assert 1 > 2;", "}", "check b { }", "\r", "\u{feff}"];
    for version in 2..edits + 2 {
        let mut position = || json!({ "line": random(5), "character": random(60) });
        let range = json!({ "start": position(), "end": position() });
        let text = parts[random(parts.len() as u64) as usize];
        client.change(&uri, version, json!([{ "range": range, "text": text }]));
        match random(40) {
            0 => client.save(&uri),
            1 => drop(client.hover(&uri, random(5))),
            2 => drop(client.lenses(&uri)),
            3 => drop(client.actions(&uri, &range)),
            4 => std::thread::sleep(Duration::from_millis(random(400))),
            _ => {}
        }
        client.notifications.clear();
    }
    let last = edits + 2;
    client.change(&uri, last, json!([{ "text": HOLDS }]));
    write(&path, HOLDS);
    client.save(&uri);
    assert_eq!(client.settled(last), Vec::<Value>::new());
    assert_eq!(client.lenses(&uri), ["check", "holds"]);
    let later = client.listen(Duration::from_millis(700));
    let shown = later.iter().filter(|one| one["method"] == "textDocument/publishDiagnostics");
    assert!(shown.clone().all(|one| one["params"]["version"] == last), "{shown:?}");
    assert_eq!(client.leave(), Some(0));
}
