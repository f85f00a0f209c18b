//! The registry of front ends: which languages there are, what each can be asked, and which options
//! it honours.
//!
//! An option is honoured by a language if its front end reads it and acts on it. One that was given
//! and is honoured by no language of the call is an error, so that nothing on a command line is
//! ignored. `docs/features.md` is made from the tables here. To let a language honour an option, add
//! it to the row of that option; to add an option, add a row: a test compares rows and options.

use std::fmt;

use anyhow::{Result, bail};
use clap::parser::ValueSource;
use clap::{ArgMatches, Command};

use super::Language;
use Language::{Haskell, Interp, Java, K, Ml, Toy};

/// A front end.
pub(crate) struct Frontend {
    pub(crate) language: Language,
    /// Its name on the command line and in reports.
    pub(crate) name: &'static str,
    /// Its name in sentences.
    pub(crate) title: &'static str,
    /// The endings of its files, without the dot.
    pub(crate) endings: &'static [&'static str],
    /// The verbs that take its programs.
    pub(crate) verbs: &'static [&'static str],
    /// What to do about a program that has no target, or cannot be asked by its file alone.
    pub(crate) advice: &'static str,
}

/// All front ends, in the order in which they are named to users.
pub(crate) const FRONTENDS: &[Frontend] = &[
    Frontend {
        language: Toy,
        name: "toy",
        title: "Toy",
        endings: &["toy"],
        verbs: &["check", "list", "replay"],
        advice: "a target is a block `check NAME { … }`",
    },
    Frontend {
        language: Ml,
        name: "ml",
        title: "OCaml",
        endings: &["ml"],
        verbs: &["check", "list", "replay", "test"],
        advice: "a target is a function with a contract in a comment `(** … *)` above it; \
                 docs/ocaml-tutorial.md shows how to write one",
    },
    Frontend {
        language: Haskell,
        name: "haskell",
        title: "Haskell",
        endings: &["hs", "lhs"],
        verbs: &["check", "list", "replay", "test", "run"],
        advice: "a target is a function with a refinement type `{-@ NAME :: TYPE @-}`; \
                 `tracehound run FILE FUNCTION` needs none",
    },
    Frontend {
        language: Java,
        name: "java",
        title: "Java",
        endings: &["java", "jar", "class"],
        verbs: &["check", "list", "replay", "test", "run"],
        advice: "name the file or its folder, and a method, as `tracehound list FILE.java` shows them",
    },
    Frontend {
        language: K,
        name: "k",
        title: "K",
        endings: &["k"],
        verbs: &["run"],
        advice: "`tracehound run PROGRAM --def FILE.k` runs a program of the language that it defines",
    },
    Frontend {
        language: Interp,
        name: "interp",
        title: "interpreters",
        endings: &["goal"],
        verbs: &["solve", "diff"],
        advice: "`tracehound solve FILE.goal` answers the goals of a file",
    },
];

/// Options that share their languages.
type Row = (&'static [&'static str], &'static [Language]);

/// The languages that the engine explores step by step.
const STEPPED: &[Language] = &[Toy, Ml, Haskell];

/// What each option of a verb is honoured by. Options have the names of their fields.
const OPTIONS: &[(&str, &[Row])] = &[
    ("check", CHECK),
    ("list", &[(&["targets", "lang"], &[Toy, Ml, Haskell, Java]), (&["allow_native"], &[Haskell])]),
    (
        "replay",
        &[
            (&["name"], &[Toy, Ml, Haskell, Java]),
            (&["native_replay", "native_timeout"], &[Ml, Haskell, Java]),
            (&["allow_native"], &[Haskell]),
        ],
    ),
    ("test", TEST),
    ("run", RUN),
    (
        "solve",
        &[
            (&["file", "goal", "count", "all", "format", "strategy", "seed", "jobs"], &[Interp]),
            (BUDGET, &[Interp]),
            (SOLVING, &[Interp]),
        ],
    ),
    (
        "diff",
        &[
            (&["interp", "count", "order", "format", "strategy", "seed", "jobs"], &[Interp]),
            (BUDGET, &[Interp]),
            (SOLVING, &[Interp]),
        ],
    ),
];

const BUDGET: &[&str] =
    &["timeout", "memory", "solver_time", "max_paths", "max_depth", "max_steps", "within_bounds"];

const SOLVING: &[&str] =
    &["solver", "solver_timeout", "solver_memory", "no_stages", "audit", "dump_smt"];

/// How paths of `check` and `test` are looked for, and in what order.
const SEARCH: &[Row] = &[
    (&["timeout", "memory", "max_paths", "max_steps"], &[Toy, Ml, Haskell, Java]),
    (SOLVING, &[Toy, Ml, Haskell, Java]),
    (&["solver_time", "max_depth", "strategy", "seed", "jobs"], &[Toy, Ml, Haskell, Java]),
    (&["within_bounds", "bias"], STEPPED),
    (&["facets", "unroll"], &[Ml, Haskell]),
    (&["engine", "history", "events", "any_history", "int"], &[Ml]),
    (&["property", "mode", "first", "inputs", "tests", "sources", "native_replay"], &[Java]),
    (&["allow_native"], &[Haskell]),
];

const CHECK: &[Row] = &[
    (&["targets", "lang"], &[Toy, Ml, Haskell, Java]),
    (&["spec"], &[Toy, Java]),
    (
        &["format", "reports", "save_run", "max_findings", "allow_vacuous"],
        &[Toy, Ml, Haskell, Java],
    ),
    (&["proof"], STEPPED),
];

const TEST: &[Row] =
    &[(&["targets", "lang", "write", "out", "force", "framework"], &[Ml, Haskell, Java])];

const RUN: &[Row] = &[
    (&["file"], &[Haskell, Java, K]),
    (&["function"], &[Haskell, Java]),
    (&["arguments"], &[Java]),
    (&["timeout", "memory"], &[Haskell, Java, K]),
    (&["count", "format", "strategy"], &[Haskell, K]),
    (&["solver_time", "max_paths", "max_depth", "max_steps"], &[Haskell, K]),
    (SOLVING, &[Haskell, K]),
    (&["within_bounds"], &[K]),
    (&["assume", "assert", "returns_true", "reaches", "int", "jobs", "allow_native"], &[Haskell]),
    (
        &[
            "def",
            "main_module",
            "syntax_module",
            "input",
            "config",
            "conditions",
            "search",
            "search_all",
            "pattern",
            "bound",
            "depth",
            "show_path",
            "why_not",
            "step",
            "tests",
            "show_symbolic",
            "ltl",
        ],
        &[K],
    ),
];

/// The languages that honour an option of a verb.
pub(crate) fn honoured_by(verb: &str, option: &str) -> Vec<Language> {
    let of_verb = OPTIONS.iter().filter(|(known, _)| *known == verb);
    let own = of_verb.flat_map(|(_, rows)| rows.iter());
    let shared = SEARCH.iter().filter(|_| searches(verb));
    let rows = own.chain(shared).filter(|(options, _)| options.contains(&option));
    let languages = rows.flat_map(|(_, languages)| languages.iter().copied());
    languages.filter(|language| language.frontend().verbs.contains(&verb)).collect()
}

/// Whether a verb takes the options of a search over paths of a target.
fn searches(verb: &str) -> bool {
    matches!(verb, "check" | "test")
}

/// The options that stand on the command line, with their verb.
#[derive(Clone, Debug, Default)]
pub(crate) struct Given {
    verb: String,
    options: Vec<GivenOption>,
}

#[derive(Clone, Debug)]
struct GivenOption {
    /// The name of its field.
    id: String,
    /// As users write it.
    shown: String,
}

impl Given {
    /// The options that were given to the verb of a call.
    pub(crate) fn of(tool: &Command, matches: &ArgMatches) -> Given {
        let Some((verb, matches)) = matches.subcommand() else { return Given::default() };
        let Some(command) = tool.find_subcommand(verb) else { return Given::default() };
        let is_given = |id: &str| {
            let known = matches.try_contains_id(id).is_ok();
            known && matches.value_source(id) == Some(ValueSource::CommandLine)
        };
        let own = command.get_arguments().filter(|arg| !arg.is_global_set());
        let options = own
            .filter(|arg| is_given(arg.get_id().as_str()))
            .map(|arg| GivenOption { id: arg.get_id().to_string(), shown: shown(arg) });
        Given { verb: verb.to_owned(), options: options.collect() }
    }

    /// Whether an option was given.
    pub(crate) fn has(&self, option: &str) -> bool {
        self.options.iter().any(|given| given.id == option)
    }

    /// Refuses a call with programs of these languages that has an option which none of them honours,
    /// or whose verb takes no such program. Of options that only some of them honour it says so, in
    /// sentences.
    pub(crate) fn check(&self, languages: &[Language]) -> Result<Vec<String>> {
        let mut remarks = Vec::new();
        let refusals: Vec<Refusal> =
            languages.iter().filter_map(|language| language.refuses(&self.verb)).collect();
        match refusals.first() {
            Some(first) if refusals.len() == languages.len() => bail!("{first}"),
            _ => remarks.extend(refusals.into_iter().map(|refusal| refusal.message)),
        }
        for GivenOption { id, shown } in &self.options {
            let honouring = honoured_by(&self.verb, id);
            let deaf = languages.iter().filter(|language| !honouring.contains(language));
            let deaf: Vec<Language> = deaf.copied().collect();
            if deaf.is_empty() {
                continue;
            }
            let message = format!("`{shown}` has no effect on programs of {}", titles(&deaf));
            match deaf.len() == languages.len() {
                true => bail!(
                    "{message}\n  = help: `{}` honours it for {}",
                    self.verb,
                    titles(&honouring)
                ),
                false => remarks.push(message),
            }
        }
        Ok(remarks)
    }
}

impl Language {
    /// What the registry says of it.
    pub(crate) fn frontend(self) -> &'static Frontend {
        let found = FRONTENDS.iter().find(|frontend| frontend.language == self);
        found.expect("every language has a front end, as a test checks")
    }

    /// Why a verb takes no programs of this language, with the languages that it takes; none if it
    /// takes them.
    pub(crate) fn refuses(self, verb: &str) -> Option<Refusal> {
        let Frontend { title, verbs, advice, .. } = self.frontend();
        if verbs.contains(&verb) {
            return None;
        }
        let taking = FRONTENDS.iter().filter(|frontend| frontend.verbs.contains(&verb));
        let taking: Vec<Language> = taking.map(|frontend| frontend.language).collect();
        let message =
            format!("`{verb}` takes no programs of {title}; it takes those of {}", titles(&taking));
        let help = match self.has_targets_in_files() {
            true => format!("programs of {title} can be used with {}", quoted(verbs)),
            false => (*advice).to_owned(),
        };
        Some(Refusal { message, help })
    }
}

/// Why something cannot be done, and what to do instead.
pub(crate) struct Refusal {
    pub(crate) message: String,
    pub(crate) help: String,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n  = help: {}", self.message, self.help)
    }
}

/// Languages in a sentence.
pub(crate) fn titles(languages: &[Language]) -> String {
    let titles = languages.iter().map(|language| language.frontend().title.to_owned());
    listed(&titles.collect::<Vec<_>>())
}

fn quoted(words: &[&str]) -> String {
    listed(&words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>())
}

fn listed(words: &[String]) -> String {
    match words {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

/// An option as users write it.
pub(crate) fn shown(arg: &clap::Arg) -> String {
    match (arg.get_long(), arg.get_short()) {
        (Some(long), _) => format!("--{long}"),
        (None, Some(short)) => format!("-{short}"),
        (None, None) => arg.get_id().as_str().to_uppercase(),
    }
}

#[cfg(test)]
mod page;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Args;
    use clap::{CommandFactory, ValueEnum};

    #[test]
    fn every_language_has_one_front_end() {
        for language in Language::value_variants() {
            let own = FRONTENDS.iter().filter(|frontend| frontend.language == *language);
            assert_eq!(own.count(), 1, "{language:?}");
        }
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

    #[test]
    fn every_verb_of_a_language_has_its_options() {
        for frontend in FRONTENDS {
            for verb in frontend.verbs {
                assert!(OPTIONS.iter().any(|(known, _)| known == verb), "{verb}");
            }
        }
    }
}
