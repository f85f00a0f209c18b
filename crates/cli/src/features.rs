//! `docs/features.md`, made from the registry, which names exactly the options that exist. `BLESS=1`
//! writes the page anew.

use std::fmt::Write;

use clap::CommandFactory;
use frontend::registry::{LANGUAGES, LanguageEntry, OPTIONS, SEARCH, honoured_by, searches, shown};

use crate::verbs::Args;

/// The head of the page.
const HEAD: &str = "# What works in which language

Made from the registry of front ends (`crates/frontend/src/registry.rs`) by its tests: do not edit.

An option that has no effect on any program of a call is an error, and so is a verb that takes no such
programs. If a call has programs of several languages and an option has an effect on some of them only,
the report says so. `spec` and `trace` are about specs and logs, whatever the language of the program.

`test` has no programs of Toy and of interpreters: nothing but Tracehound runs them, and inputs cannot be given to such a program
from outside, so a test could only hold a copy of it. `replay ID` runs a finding of the program itself again.

";

fn page() -> String {
    let mut page = HEAD.to_owned();
    page.push_str("## Verbs\n\n");
    page.push_str(&head("verb", LANGUAGES.iter()));
    for (verb, _) in OPTIONS {
        let cells = LANGUAGES.iter().map(|frontend| frontend.verbs.contains(verb));
        page.push_str(&row(&format!("`{verb}`"), cells));
    }
    for (verb, _) in OPTIONS {
        let taking = || LANGUAGES.iter().filter(|frontend| frontend.verbs.contains(verb));
        let _ = write!(page, "\n## Options of `{verb}`\n\n{}", head("option", taking()));
        let tool = Args::command();
        let command = tool.find_subcommand(verb).expect("the tables name verbs");
        for arg in command.get_arguments() {
            let honouring = honoured_by(verb, arg.get_id().as_str());
            let cells = taking().map(|frontend| honouring.contains(&frontend.language));
            page.push_str(&row(&format!("`{}`", shown(arg)), cells));
        }
    }
    page
}

fn head<'a>(what: &str, frontends: impl Iterator<Item = &'a LanguageEntry>) -> String {
    let titles: Vec<&str> = frontends.map(|frontend| frontend.title).collect();
    let line = vec!["---"; titles.len() + 1].join("|");
    format!("| {what} | {} |\n|{line}|\n", titles.join(" | "))
}

fn row(what: &str, cells: impl Iterator<Item = bool>) -> String {
    let cells: Vec<&str> = cells.map(|is| if is { "yes" } else { "–" }).collect();
    format!("| {what} | {} |\n", cells.join(" | "))
}

#[test]
fn the_page_of_features_is_that_of_the_registry() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/features.md");
    let page = page();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &page).expect("the folder of documents is there");
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(written == page, "docs/features.md is not what the registry says: set BLESS=1");
}

/// An option without a row would be refused everywhere, a row without an option is left over.
#[test]
fn the_tables_name_exactly_the_options_that_exist() {
    let tool = Args::command();
    for (verb, own) in OPTIONS {
        let command = tool.find_subcommand(verb).expect("the verb exists");
        let shared = SEARCH.iter().filter(|_| searches(verb));
        let mut rows: Vec<&str> =
            own.iter().chain(shared).flat_map(|(options, _)| options.iter().copied()).collect();
        let mut options: Vec<&str> =
            command.get_arguments().map(|arg| arg.get_id().as_str()).collect();
        rows.sort_unstable();
        options.sort_unstable();
        assert_eq!(rows, options, "{verb}");
        for option in options {
            assert!(!honoured_by(verb, option).is_empty(), "{verb}: {option}");
        }
    }
}
