//! The tutorial is true: its files are written, its commands run, and their output compared.
//!
//! With `BLESS` set the output in the tutorial is written anew instead. Commands that need the OCaml
//! compiler are left out where there is none.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::common::{Programs, root};

const TUTORIAL: &str = "docs/ocaml-tutorial.md";

/// A fenced part of the tutorial.
struct Block<'a> {
    /// What stands after the opening fence.
    kind: &'a str,
    lines: Vec<&'a str>,
}

/// The text as blocks, and what stands between them.
enum Part<'a> {
    Prose(&'a str),
    Block(Block<'a>),
}

fn parts(text: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        match line.strip_prefix("```") {
            Some(kind) => {
                let lines = lines.by_ref().take_while(|line| *line != "```").collect();
                parts.push(Part::Block(Block { kind, lines }));
            }
            None => parts.push(Part::Prose(line)),
        }
    }
    parts
}

/// Does what a block says; its lines as they should be.
fn play(folder: &Programs, block: &Block<'_>) -> Vec<String> {
    let same = || block.lines.iter().map(|&line| line.to_owned()).collect();
    match block.kind.split(' ').collect::<Vec<_>>()[..] {
        ["ocaml", file] => {
            folder.add(file, block.lines.join("\n") + "\n");
            same()
        }
        ["ocaml", file, "line", number] => {
            let number: usize = number.parse().expect("lines have numbers");
            replace_line(folder, file, number, block.lines[0]);
            same()
        }
        ["console"] => transcript(folder, &block.lines),
        _ => panic!("a block of an unknown kind: {}", block.kind),
    }
}

fn replace_line(folder: &Programs, file: &str, number: usize, line: &str) {
    let text = fs::read_to_string(Path::new(folder.path()).join(file)).expect("written before");
    let mut lines: Vec<&str> = text.lines().collect();
    lines[number - 1] = line;
    folder.add(file, lines.join("\n") + "\n");
}

/// The commands of a block, each with what it says today.
fn transcript(folder: &Programs, lines: &[&str]) -> Vec<String> {
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(command) = lines.get(at).and_then(|line| line.strip_prefix("$ ")) {
        out.push(lines[at].to_owned());
        let shown: Vec<&str> =
            lines[at + 1..].iter().copied().take_while(|line| !line.starts_with("$ ")).collect();
        at += 1 + shown.len();
        match say(folder, command) {
            Some(said) => out.extend(said.lines().map(str::to_owned)),
            None => out.extend(shown.iter().map(|&line| line.to_owned())),
        }
    }
    assert_eq!(at, lines.len(), "a block begins with a command: {lines:?}");
    out
}

/// What a command says on both channels; nothing if it needs a compiler that is not there.
fn say(folder: &Programs, command: &str) -> Option<String> {
    if !command.starts_with("tracehound") && !testbed::Tool::Ocaml.is_there() {
        return None;
    }
    let binary = Path::new(env!("CARGO_BIN_EXE_tracehound"));
    let own = binary.parent().expect("it lies in a folder").to_owned();
    let rest = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(own).chain(std::env::split_paths(&rest)));
    let done = Command::new("sh")
        .args(["-c", &format!("{command} 2>&1")])
        .current_dir(folder.path())
        .env("PATH", path.expect("folders have no colons in their names"))
        .env("XDG_STATE_HOME", folder.path())
        .output()
        .expect("there is a shell");
    Some(String::from_utf8(done.stdout).expect("it says text"))
}

#[test]
fn the_tutorial_shows_what_really_happens() {
    let path = root().join(TUTORIAL);
    let text = fs::read_to_string(&path).expect("there is a tutorial");
    let folder = Programs::new();
    let mut today = String::new();
    for part in parts(&text) {
        match part {
            Part::Prose(line) => today.push_str(line),
            Part::Block(block) => {
                let lines = play(&folder, &block).join("\n");
                today.push_str(&format!("```{}\n{lines}\n```", block.kind));
            }
        }
        today.push('\n');
    }
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &today).expect("the tutorial can be written");
    }
    let text = fs::read_to_string(&path).expect("there is a tutorial");
    assert!(text == today, "{TUTORIAL} is out of date; `cargo xtask bless` writes:\n{today}");
}
