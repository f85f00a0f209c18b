//! The extension for VS Code and the server agree on commands, settings and files.

use std::collections::BTreeSet;
use std::fs;

use frontend::Language;
use serde_json::{Value, json};

use crate::common::{command, piped, root, run};

fn manifest() -> Value {
    let text = fs::read_to_string(root().join("editors/vscode/package.json"));
    serde_json::from_str(&text.expect("it is there")).expect("it is JSON")
}

fn script() -> String {
    fs::read_to_string(root().join("editors/vscode/extension.js")).expect("it is there")
}

/// The texts in quotes that begin with our name and a dot.
fn quoted(text: &str) -> BTreeSet<&str> {
    text.split('"').filter(|part| part.starts_with("tracehound.")).collect()
}

/// The commands of the server.
fn server_commands() -> BTreeSet<String> {
    let request = json!({
        "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": { "capabilities": {} },
    });
    let request = request.to_string();
    let input = format!("Content-Length: {}\r\n\r\n{request}", request.len());
    let done = run(command(&["lsp"]).stdin(piped(&input)));
    let (_, answer) = done.stdout.split_once("\r\n\r\n").expect("a header");
    let answer: Value = serde_json::from_str(answer).expect("one message");
    let commands = &answer["result"]["capabilities"]["executeCommandProvider"]["commands"];
    let commands = commands.as_array().expect("a list").iter();
    commands.map(|command| command.as_str().expect("text").to_owned()).collect()
}

#[test]
fn commands_are_those_of_server_and_manifest() {
    let (manifest, script, server) = (manifest(), script(), server_commands());
    let own = manifest["contributes"]["commands"].as_array().expect("a list").iter();
    let own: BTreeSet<&str> = own.map(|one| one["command"].as_str().expect("text")).collect();
    // The client registers the commands of the server by itself, and no command can be registered twice.
    assert!(own.iter().all(|command| !server.contains(*command)), "{own:?}");
    for command in &own {
        assert!(script.contains(&format!("registerCommand(\"{command}\"")), "{command}");
    }
    for name in quoted(&script) {
        assert!(own.contains(name) || server.contains(name), "{name} is no command");
    }
    for command in ["tracehound.check", "tracehound.writeTest", "tracehound.explain"] {
        assert!(server.contains(command) && script.contains(command), "{command}");
    }
}

#[test]
fn settings_are_declared_and_programs_come_from_the_machine() {
    let (manifest, script) = (manifest(), script());
    let declared = manifest["contributes"]["configuration"]["properties"].as_object();
    let declared = declared.expect("an object");
    let read: BTreeSet<String> = script
        .split(".get(\"")
        .skip(1)
        .filter_map(|rest| Some(format!("tracehound.{}", rest.split('"').next()?)))
        .collect();
    assert_eq!(read, declared.keys().cloned().collect());
    // These decide what runs, and a folder that is opened must not.
    for setting in ["tracehound.path", "tracehound.arguments"] {
        assert_eq!(declared[setting]["scope"], "machine", "{setting}");
    }
    let page = fs::read_to_string(root().join("docs/editor.md")).expect("it is there");
    for setting in declared.keys() {
        let name = setting.trim_start_matches("tracehound.");
        assert!(
            page.contains(&format!("`{name}`")) || page.contains(&format!("`{setting}`")),
            "{setting}"
        );
    }
}

#[test]
fn every_language_with_texts_is_served() {
    let script = script();
    let list = script.split("const ENDINGS = [").nth(1).and_then(|rest| rest.split(']').next());
    let served: BTreeSet<&str> = list.expect("it is there").split('"').skip(1).step_by(2).collect();
    let endings = Language::of_files().flat_map(Language::endings).copied();
    let expected: BTreeSet<&str> = endings.chain(["java", "trace"]).collect();
    assert_eq!(served, expected);
}

#[test]
fn versions_agree() {
    assert_eq!(manifest()["version"], env!("CARGO_PKG_VERSION"));
}
