//! `doctor`: what is there and what is missing on this machine.

use std::fmt::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::Result;
use report::Outcome;

use crate::front::Language;
use crate::{output, setup, solver};
use clap::ValueEnum;

/// Programs that we can use and do without: name, program, what it is for.
const OPTIONAL: [(&str, &str, &str); 5] = [
    ("cvc5", "cvc5", "another solver, for --solver and --audit"),
    ("yices", "yices-smt2", "another solver, for --solver and --audit"),
    ("ocaml", "ocaml", "for programs in OCaml, which this version does not read yet"),
    ("ghc", "ghc", "for programs in Haskell, which this version does not read yet"),
    (
        "java",
        "java",
        "for programs in Java: the classes of its library are read; on Debian\n          `apt-get install default-jdk-headless`",
    ),
];

/// Prints what was found. Nothing here is an error: the embedded core is always there.
pub(crate) fn doctor() -> Result<Outcome> {
    let mut text = String::new();
    let _ = writeln!(text, "{}", crate::TOOL);
    let _ = writeln!(text, "threads   {}", threads());
    let languages: Vec<&str> = Language::value_variants().iter().map(|l| l.name()).collect();
    let _ = writeln!(text, "languages {}", languages.join(", "));
    let _ = writeln!(text, "core      built in: equalities, orders, booleans, data");
    push_z3(&mut text);
    for (name, program, purpose) in OPTIONAL {
        let _ = writeln!(text, "{name:<9} {}\n          {purpose}", version_of(program));
    }
    output::to_stdout(&text)
}

fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn push_z3(text: &mut String) {
    match solver::find_z3() {
        Ok(found) => {
            let _ = writeln!(text, "z3        {found}");
        }
        Err(why) => {
            let _ = writeln!(text, "z3        not found: {why}");
            let _ = writeln!(text, "          needed for integers beyond comparison, bit-vectors,");
            let _ = writeln!(text, "          strings and arrays; `apt-get install libz3-4`");
            let _ = writeln!(text, "          or `tracehound setup z3` (into {})", cache());
        }
    }
}

fn cache() -> String {
    setup::z3_folder().unwrap_or_else(|| PathBuf::from("no cache folder")).display().to_string()
}

/// The first line of what a program says to `--version`.
fn version_of(program: &str) -> String {
    let said = Command::new(program).arg("--version").stdin(Stdio::null()).output();
    let Ok(said) = said else { return "not found (optional)".to_owned() };
    let text = String::from_utf8_lossy(&said.stdout);
    text.lines().next().unwrap_or("found, version unknown").to_owned()
}
