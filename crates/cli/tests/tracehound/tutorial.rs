//! The tutorials are true: their files are written, their commands run, and the output compared.
//!
//! With `BLESS` set the output in them is written anew instead. A tutorial of a language whose compiler
//! Tracehound needs is left out where there is none; so are the commands of the OCaml tutorial that are
//! the compiler's own.

use std::fs;
use std::path::Path;
use std::process::Command;

use testbed::Tool;

use crate::common::{Programs, root};

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
        [_, file] => {
            folder.add(file, block.lines.join("\n") + "\n");
            same()
        }
        [_, file, "line", number] => {
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
    let is_of_ocaml = command.starts_with("ocaml") || command.starts_with("./test_");
    if is_of_ocaml && !Tool::Ocaml.is_there() {
        return None;
    }
    // Progress is shown after some seconds, which a busy machine may take.
    let tool = format!("tracehound() {{ {} --quiet \"$@\"; }}", env!("CARGO_BIN_EXE_tracehound"));
    let done = Command::new("sh")
        .args(["-c", &format!("{tool}\n{command} 2>&1")])
        .current_dir(folder.path())
        .env("XDG_STATE_HOME", folder.path())
        .env_remove("NO_COLOR")
        .output()
        .expect("there is a shell");
    Some(String::from_utf8(done.stdout).expect("it says text"))
}

/// Plays a tutorial, and compares it with itself or writes it anew.
#[track_caller]
fn check(page: &str, needed: Option<Tool>) {
    if needed.is_some_and(|tool| !tool.is_there()) {
        return;
    }
    let path = root().join("docs").join(page);
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
    assert!(text == today, "{page} is out of date; `cargo xtask bless` writes:\n{today}");
}

#[test]
fn ocaml_tutorial() {
    check("ocaml-tutorial.md", None);
}

#[test]
fn haskell_tutorial() {
    check("haskell-tutorial.md", Some(Tool::Ghc));
}

#[test]
fn java_tutorial() {
    check("java-tutorial.md", Some(Tool::Javac));
}

#[test]
fn k_tutorial() {
    check("k-tutorial.md", None);
}

#[test]
fn interpreter_tutorial() {
    check("interpreter-tutorial.md", None);
}

#[test]
fn toy_tutorial() {
    check("toy-tutorial.md", None);
}

#[test]
fn trace_tutorial() {
    check("trace-tutorial.md", None);
}

/// Each page that is called a tutorial is played by a test, but for that of authors of front ends, which
/// `lang-toy` compares with its sources.
#[test]
fn every_tutorial_is_played() {
    let source = include_str!("tutorial.rs");
    let pages = fs::read_dir(root().join("docs")).expect("there is a manual");
    let pages = pages.map(|page| page.expect("it can be listed").file_name());
    let pages = pages.map(|page| page.to_string_lossy().into_owned());
    let tutorials: Vec<String> = pages.filter(|page| page.ends_with("-tutorial.md")).collect();
    assert!(tutorials.len() >= 7, "{tutorials:?}");
    for page in tutorials {
        assert!(source.contains(&format!("check(\"{page}\"")), "{page}");
    }
}
