//! `doctor`: what is there and what is missing on this machine.

use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use anyhow::Result;
use frontend::{Frontend, Requirement, solver};
use host::programs::first_line;
use host::{TOOL, cache, output};
use report::Outcome;

use crate::front;
use crate::verbs::Doctor;

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
pub(crate) fn doctor(args: &Doctor) -> Result<Outcome> {
    let languages: Vec<(&str, Option<Item>)> = front::all().map(language).collect();
    let z3 = z3(args.z3.as_deref());
    let of_languages = languages.iter().filter_map(|(_, needed)| needed.as_ref());
    let needed: Vec<&Item> = [&z3].into_iter().chain(of_languages).collect();
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
    let mut text = format!("{}\n", TOOL);
    let _ = writeln!(text, "threads   {}", threads());
    let _ = writeln!(
        text,
        "core      built in: equalities, orders, data, integers, machine words; small products and arrays"
    );
    let _ = writeln!(text, "cache     {}", cache());
    needed.iter().copied().chain(&optional).for_each(|item| item.push(&mut text));
    push_languages(&mut text, &languages);
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

/// A language with what it needs.
fn language(front: &dyn Frontend) -> (&'static str, Option<Item>) {
    let needed = front.requirement().map(|Requirement { name, found, purpose, remedy }| Item {
        name,
        found,
        purpose,
        remedy: Some(remedy),
    });
    (front.language().entry().title, needed)
}

/// Every language with what it lacks here.
fn push_languages(text: &mut String, languages: &[(&str, Option<Item>)]) {
    text.push('\n');
    for (name, needed) in languages {
        let state = match needed {
            Some(Item { name, found: Err(_), .. }) => format!("not ready: needs {name}"),
            Some(_) | None => "ready".to_owned(),
        };
        let _ = writeln!(text, "{name:<9} {state}");
    }
}

fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn z3(library: Option<&Path>) -> Item {
    Item {
        name: "z3",
        found: solver::find_z3(library).map_err(anyhow::Error::from),
        purpose: "adds strings, rational numbers, arrays that are compared, and what is too large for the core",
        remedy: Some("`apt-get install libz3-4` or `tracehound setup z3`"),
    }
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

/// The folder for what is kept between calls, and whether it can be used.
fn cache() -> String {
    match cache::folder() {
        Ok(cache::CacheFolder { path, note: None }) => path.display().to_string(),
        Ok(cache::CacheFolder { note: Some(note), .. }) => note,
        Err(error) => format!("none: {error:#}"),
    }
}
