//! `doctor`: what is there and what is missing on this machine.

use std::fmt::Write;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Result, bail};
use report::Outcome;

use crate::front::jvm;
use crate::{cache, output, solver};

/// Something that a language or an option needs.
struct Item {
    name: &'static str,
    /// What was found, or why nothing was.
    found: Result<String>,
    /// What it is for.
    purpose: &'static str,
    /// How to get it; without that it is a choice, and nothing fails for the lack of it.
    remedy: Option<&'static str>,
}

/// Prints what was found. Inconclusive if a language lacks what it needs.
pub(crate) fn doctor() -> Result<Outcome> {
    let needed = [z3(), ghc(), jdk()];
    let optional = [
        program(
            "ocaml",
            "-version",
            "runs the OCaml tests that `test` writes; checking needs none",
        ),
        sandbox(),
        program("cvc5", "--version", "another solver, for --solver and --audit"),
        program("yices-smt2", "--version", "another solver, for --solver and --audit"),
    ];
    let mut text = format!("{}\n", crate::TOOL);
    let _ = writeln!(text, "threads   {}", threads());
    let _ = writeln!(text, "core      built in: equalities, orders, booleans, data, machine words");
    let _ = writeln!(text, "cache     {}", cache());
    needed.iter().chain(&optional).for_each(|item| item.push(&mut text));
    push_languages(&mut text, &needed);
    let missing: Vec<&str> =
        needed.iter().filter(|item| item.found.is_err()).map(|item| item.name).collect();
    let result = match missing.as_slice() {
        [] => "nothing that is needed is missing".to_owned(),
        names => format!("missing: {}", names.join(", ")),
    };
    let _ = writeln!(text, "\nresult: {result}");
    output::to_stdout(&text)?;
    Ok(if missing.is_empty() { Outcome::NoneFound } else { Outcome::Inconclusive })
}

impl Item {
    fn push(&self, text: &mut String) {
        let found = match &self.found {
            Ok(found) => found.clone(),
            Err(why) => format!("not found: {why:#}"),
        };
        let _ = writeln!(text, "{:<9} {found}", self.name);
        let _ = writeln!(text, "          {}", self.purpose);
        if let (Err(_), Some(remedy)) = (&self.found, self.remedy) {
            let _ = writeln!(text, "          = help: {remedy}");
        }
    }
}

/// Every language with what it lacks here.
fn push_languages(text: &mut String, needed: &[Item]) {
    let has = |name: &str| needed.iter().any(|item| item.name == name && item.found.is_ok());
    let state = |name: &str| match has(name) {
        true => "ready".to_owned(),
        false => format!("not ready: needs {name}"),
    };
    let ready = || "ready".to_owned();
    let languages = [
        ("Toy", ready()),
        ("OCaml", ready()),
        ("Haskell", state("ghc")),
        ("Java", state("jdk")),
        ("K", ready()),
        ("goals", ready()),
    ];
    text.push('\n');
    for (name, state) in languages {
        let _ = writeln!(text, "{name:<9} {state}");
    }
}

fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn z3() -> Item {
    Item {
        name: "z3",
        found: solver::find_z3().map_err(anyhow::Error::from),
        purpose: "decides integers beyond comparison, bit-vectors, strings and arrays in all languages",
        remedy: Some("`apt-get install libz3-4` or `tracehound setup z3`"),
    }
}

fn ghc() -> Item {
    let compiler = std::env::var_os("TRACEHOUND_GHC").unwrap_or_else(|| "ghc".into());
    let version = first_line(Command::new(compiler).arg("--numeric-version"));
    Item {
        name: "ghc",
        found: version.map(|version| format!("GHC {version}")),
        purpose: "reads programs in Haskell; they are not run",
        remedy: Some("`apt-get install ghc`, or name the compiler in TRACEHOUND_GHC"),
    }
}

fn jdk() -> Item {
    let found = jvm::jdk().map(|home| {
        let version = jdk_version(&home).unwrap_or_else(|| "of unknown version".to_owned());
        format!("JDK {version} ({})", home.display())
    });
    Item {
        name: "jdk",
        found,
        purpose: "compiles programs in Java, and its library is read; neither is run",
        remedy: Some("`apt-get install default-jdk-headless`, or name its folder in JAVA_HOME"),
    }
}

/// A JDK has a file that says its version as `JAVA_VERSION="17.0.1"`.
fn jdk_version(home: &Path) -> Option<String> {
    let release = fs::read_to_string(home.join("release")).ok()?;
    let line = release.lines().find_map(|line| line.strip_prefix("JAVA_VERSION="))?;
    Some(line.trim_matches('"').to_owned())
}

/// A sandbox counts if it can be entered: the system may forbid it.
fn sandbox() -> Item {
    let trial = ["--ro-bind", "/", "/", "--unshare-all", "--", "true"];
    let entered = first_line(Command::new("bwrap").args(trial));
    let found = entered.and_then(|_| first_line(Command::new("bwrap").arg("--version")));
    Item {
        name: "sandbox",
        found,
        purpose: "bubblewrap: code that has to run natively is shut in where it can be entered",
        remedy: Some("`apt-get install bubblewrap`"),
    }
}

fn program(name: &'static str, ask: &str, purpose: &'static str) -> Item {
    Item { name, found: first_line(Command::new(name).arg(ask)), purpose, remedy: None }
}

/// The first line that a program prints.
fn first_line(command: &mut Command) -> Result<String> {
    let said = match command.stdin(Stdio::null()).output() {
        Err(error) if error.kind() == ErrorKind::NotFound => bail!("it is not installed"),
        said => said?,
    };
    if !said.status.success() {
        let why = String::from_utf8_lossy(&said.stderr);
        bail!("{}", why.lines().next().unwrap_or("it fails"));
    }
    let text = String::from_utf8_lossy(&said.stdout);
    Ok(text.lines().next().unwrap_or("found").to_owned())
}

/// The folder for what is kept between calls, and whether it can be used.
fn cache() -> String {
    match cache::folder() {
        Ok(cache::Folder { path, note: None }) => path.display().to_string(),
        Ok(cache::Folder { note: Some(note), .. }) => note,
        Err(error) => format!("none: {error:#}"),
    }
}
