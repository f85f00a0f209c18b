//! The documents and `--help` name the same options.

use std::collections::BTreeSet;
use std::fs;

use super::common::{root, tracehound};

/// Options of other programs that the documents mention outside of a command.
const FOREIGN: &[&str] = &[
    "array",
    "build-from-source",
    "cases",
    "parser",
    "rm",
    "scale",
    "search-final",
    "seconds",
    "sshlogin",
    "tasks",
    "term",
    "wd",
];

/// All options of a command and of those below it.
fn options_of(command: &[&str], all: &mut BTreeSet<String>) {
    let help = tracehound(&[command, &["--help"]].concat()).stdout;
    assert!(help.contains("Usage:"), "{command:?} has no help: {help}");
    let (front, rest) = help.split_once("Options:").unwrap_or((&help, ""));
    // A line of an option begins with its short form or with as many spaces.
    let lines = rest.lines().map(str::trim_start).filter(|line| line.starts_with('-'));
    for line in lines {
        all.extend(long_options(line.split("  ").next().unwrap_or_default()));
    }
    let commands = front.split_once("Commands:").map_or("", |(_, commands)| commands);
    let names = commands.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    for name in names.filter_map(|line| line.split_whitespace().next()) {
        if name != "help" {
            options_of(&[command, &[name]].concat(), all);
        }
    }
}

/// The names behind `--` in a text.
fn long_options(text: &str) -> Vec<String> {
    let name = |rest: &str| {
        let end = rest.find(|c: char| !c.is_ascii_lowercase() && c != '-');
        rest[..end.unwrap_or(rest.len())].trim_end_matches('-').to_owned()
    };
    let mut found = Vec::new();
    for (at, _) in text.match_indices("--") {
        let before = text[..at].chars().next_back();
        let is_start = before.is_none_or(|c| !c.is_alphanumeric() && c != '-');
        let name = name(&text[at + 2..]);
        if is_start && !name.is_empty() && !name.starts_with('-') {
            found.push(name);
        }
    }
    found
}

/// A text without what commands say to cargo: from its name to `--`, which ends its own options,
/// or to the end of the command.
fn without_cargo(text: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some(start) = rest.find("cargo ") {
        let (before, command) = rest.split_at(start);
        kept.push_str(before);
        let ends = ["`", "\n", " -- "].iter().filter_map(|end| command.find(end));
        rest = &command[ends.min().unwrap_or(command.len())..];
    }
    kept + rest
}

/// The options that documents mention, with where.
fn documented() -> Vec<(String, String)> {
    let mut files = vec![root().join("README.md"), root().join("CONTRIBUTING.md")];
    for folder in ["docs", "crates/cli/explain"] {
        let entries = fs::read_dir(root().join(folder)).expect("the folder is there");
        files.extend(entries.map(|entry| entry.expect("it can be read").path()));
    }
    files.retain(|file| file.extension().is_some_and(|ending| ending == "md"));
    let mut all = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("it is text");
        let name = file.file_name().expect("it has a name").to_string_lossy().into_owned();
        all.extend(
            long_options(&without_cargo(&text)).into_iter().map(|option| (option, name.clone())),
        );
    }
    all
}

#[test]
fn options_and_documents_agree() {
    let mut known = BTreeSet::new();
    options_of(&[], &mut known);
    assert!(known.contains("max-paths") && known.contains("why-not"), "{known:?}");
    let documented = documented();
    let gone: BTreeSet<&(String, String)> = documented
        .iter()
        .filter(|(option, _)| !known.contains(option) && !FOREIGN.contains(&option.as_str()))
        .collect();
    assert!(gone.is_empty(), "the documents mention options that do not exist: {gone:?}");
    let is_documented = |option: &&String| documented.iter().any(|(name, _)| name == *option);
    let missing: Vec<&String> = known.iter().filter(|option| !is_documented(option)).collect();
    assert!(missing.is_empty(), "no document mentions these options: {missing:?}");
}

#[test]
fn options_are_found_in_prose() {
    let text = "a --max-paths, `--why-not` (--in n:Int), x--y, ---, an em dash -- and --j.";
    assert_eq!(long_options(text), ["max-paths", "why-not", "in", "j"]);
}

#[test]
fn options_of_cargo_are_left_out() {
    let text = "`cargo xtask campaign --scale 10`, --why-not\ncargo run --bin x -- --max-paths 3";
    assert_eq!(long_options(&without_cargo(text)), ["why-not", "max-paths"]);
}
