//! The registry of front ends: which languages there are, what each can be asked, and which options
//! it honours.
//!
//! An option is honoured by a language if its front end reads it and acts on it. One that was given
//! and is honoured by no language of the call is an error, so that nothing on a command line is
//! ignored. `docs/features.md` is made from the tables here. To let a language honour an option, add
//! it to the row of that option; to add an option, add a row: a test compares rows and options.

use std::fmt;
use std::path::Path;

use anyhow::{Result, bail};
use clap::parser::ValueSource;
use clap::{ArgMatches, Command};

use crate::Language;
use Language::{Haskell, Interp, Java, K, Ml, Toy};

/// What the registry says of a language.
pub struct LanguageEntry {
    /// The language.
    pub language: Language,
    /// Its name on the command line and in reports.
    pub name: &'static str,
    /// Its name in sentences.
    pub title: &'static str,
    /// The endings of its files, without the dot.
    pub endings: &'static [&'static str],
    /// The verbs that take its programs.
    pub verbs: &'static [&'static str],
    /// What to do about a program that has no target, or cannot be asked by its file alone.
    pub advice: &'static str,
}

/// All front ends, in the order in which they are named to users.
pub const LANGUAGES: &[LanguageEntry] = &[
    LanguageEntry {
        language: Toy,
        name: "toy",
        title: "Toy",
        endings: &["toy"],
        verbs: &["check", "list", "replay"],
        advice: "a target is a block `check NAME { … }`",
    },
    LanguageEntry {
        language: Ml,
        name: "ml",
        title: "OCaml",
        endings: &["ml"],
        verbs: &["check", "list", "replay", "test"],
        advice: "a target is a function with a contract in a comment `(** … *)` above it; \
                 docs/ocaml-tutorial.md shows how to write one",
    },
    LanguageEntry {
        language: Haskell,
        name: "haskell",
        title: "Haskell",
        endings: &["hs", "lhs"],
        verbs: &["check", "list", "replay", "test", "run"],
        advice: "a target is a function with a refinement type `{-@ NAME :: TYPE @-}`; \
                 `tracehound run FILE FUNCTION` needs none",
    },
    LanguageEntry {
        language: Java,
        name: "java",
        title: "Java",
        endings: &["java", "jar", "class"],
        verbs: &["check", "list", "replay", "test", "run"],
        advice: "name the file or its folder, and a method, as `tracehound list FILE.java` shows them",
    },
    LanguageEntry {
        language: K,
        name: "k",
        title: "K",
        endings: &["k"],
        verbs: &["check", "list", "replay", "test", "run", "prove"],
        advice: "`tracehound check PROGRAM --def FILE.k` checks a program of the language that it \
                 defines, and `run` runs it",
    },
    LanguageEntry {
        language: Interp,
        name: "interp",
        title: "interpreters",
        endings: &["goal"],
        verbs: &["check", "list", "replay", "solve", "diff"],
        advice: "goals are stated as `exists x. f x = value`; `tracehound solve FILE.goal` answers them, \
                 and `check FILE.goal --spec FILE.trace` checks the events of their runs",
    },
];

/// Options that share their languages.
pub type OptionRow = (&'static [&'static str], &'static [Language]);

/// The languages that the engine explores step by step.
const STEPPED: &[Language] = &[Toy, Ml, Haskell];

/// What each option of a verb is honoured by. Options have the names of their fields.
pub const OPTIONS: &[(&str, &[OptionRow])] = &[
    ("check", CHECK),
    (
        "list",
        &[
            (&["targets", "lang", "format"], EVERY),
            (&["allow_native"], &[Haskell]),
            (&["properties"], &[Java]),
            (DEFINITION, &[K]),
        ],
    ),
    (
        "replay",
        &[
            (&["name", "timeout", "format", "reports"], EVERY),
            (&["native_replay", "native_timeout"], &[Ml, Haskell, Java]),
            (&["allow_native"], &[Haskell]),
        ],
    ),
    ("test", TEST),
    ("run", RUN),
    (
        "prove",
        &[
            (&["spec", "claims", "depth", "timeout", "memory", "format", "reports"], &[K]),
            (DEFINITION, &[K]),
            (SOLVING, &[K]),
        ],
    ),
    (
        "solve",
        &[
            (&["file", "goal", "count", "all", "spec", "strategy", "seed", "jobs"], &[Interp]),
            (&["format", "reports"], &[Interp]),
            (BUDGET, &[Interp]),
            (SOLVING, &[Interp]),
        ],
    ),
    (
        "diff",
        &[
            (&["interp", "count", "order", "strategy", "seed", "jobs"], &[Interp]),
            (&["format", "reports"], &[Interp]),
            (BUDGET, &[Interp]),
            (SOLVING, &[Interp]),
        ],
    ),
];

const BUDGET: &[&str] =
    &["timeout", "memory", "solver_time", "max_paths", "max_depth", "max_steps", "within_bounds"];

/// The limits that programs of every language honour.
const LIMITS: &[&str] =
    &["timeout", "memory", "solver_time", "max_paths", "max_depth", "max_steps"];

/// Every language.
const EVERY: &[Language] = &[Toy, Ml, Haskell, Java, K, Interp];

const SOLVING: &[&str] =
    &["solver", "solver_timeout", "solver_memory", "z3", "no_stages", "audit", "dump_smt"];

/// How paths of `check` and `test` are looked for, and in what order.
pub const SEARCH: &[OptionRow] = &[
    (LIMITS, EVERY),
    (SOLVING, EVERY),
    (&["strategy", "seed", "jobs", "first"], EVERY),
    (&["within_bounds", "bias"], &[Toy, Ml, Haskell, K, Interp]),
    (&["no_prune"], &[Toy, Ml]),
    (&["prove", "no_prove"], &[Ml, Haskell]),
    (&["facets", "unroll"], &[Ml, Haskell]),
    (&["engine", "history", "events", "any_history", "int"], &[Ml]),
    (&["property", "mode", "inputs", "tests", "sources", "native_replay"], &[Java]),
    (&["allow_native"], &[Haskell]),
    (DEFINITION, &[K]),
    (K_PROGRAM, &[K]),
];

/// The definition of a language in K.
const DEFINITION: &[&str] = &["def", "main_module", "syntax_module", "include", "md_selector"];

/// What programs in such a language are given, and how far they are followed.
const K_PROGRAM: &[&str] = &["input", "config", "conditions", "search", "depth"];

const CHECK: &[OptionRow] = &[
    (&["targets", "lang"], EVERY),
    (&["spec"], &[Toy, Ml, Java, K, Interp]),
    (&["format", "reports", "save_run", "max_findings", "allow_vacuous"], EVERY),
    (
        &[
            "profile",
            "no_cache",
            "changed",
            "shard",
            "from",
            "checkpoint",
            "resume",
            "fail_on",
            "baseline",
        ],
        EVERY,
    ),
    (&["queue", "queue_creds", "queue_ca", "queue_cert", "queue_key"], EVERY),
    (&["proof"], STEPPED),
];

const TEST: &[OptionRow] = &[
    (&["targets", "lang", "write", "out", "force"], &[Ml, Haskell, Java, K]),
    (&["framework"], &[Ml, Haskell, Java]),
];

const RUN: &[OptionRow] = &[
    (&["file"], &[Haskell, Java, K]),
    (&["function"], &[Haskell, Java]),
    (&["arguments"], &[Java]),
    (&["timeout", "memory"], &[Haskell, Java, K]),
    (&["format", "reports"], &[Haskell, Java, K]),
    (&["count", "strategy", "jobs"], &[Haskell, K]),
    (&["solver_time", "max_paths", "max_depth", "max_steps"], &[Haskell, K]),
    (SOLVING, &[Haskell, K]),
    (&["within_bounds"], &[K]),
    (&["assume", "assert", "returns_true", "reaches", "int", "allow_native"], &[Haskell]),
    (
        &[
            "search_all",
            "search_one_or_more_steps",
            "search_one_step",
            "execute_to_branch",
            "output",
            "no_reduction",
            "pattern",
            "bound",
            "show_path",
            "why_not",
            "step",
            "tests",
            "show_symbolic",
            "ltl",
            "spec",
        ],
        &[K],
    ),
    (DEFINITION, &[K]),
    (K_PROGRAM, &[K]),
];

/// The languages that honour an option of a verb.
pub fn honoured_by(verb: &str, option: &str) -> Vec<Language> {
    let of_verb = OPTIONS.iter().filter(|(known, _)| *known == verb);
    let own = of_verb.flat_map(|(_, rows)| rows.iter());
    let shared = SEARCH.iter().filter(|_| searches(verb));
    let rows = own.chain(shared).filter(|(options, _)| options.contains(&option));
    let languages = rows.flat_map(|(_, languages)| languages.iter().copied());
    languages.filter(|language| language.entry().verbs.contains(&verb)).collect()
}

/// Whether a verb takes the options of a search over paths of a target.
pub fn searches(verb: &str) -> bool {
    matches!(verb, "check" | "test")
}

/// The options that stand on the command line, with their verb.
#[derive(Clone, Debug, Default)]
pub struct Given {
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
    pub fn of(tool: &Command, matches: &ArgMatches) -> Given {
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

    /// The same options as those of a verb that is called on behalf of this one, as far as it has them.
    #[must_use]
    pub fn on_behalf(&self, verb: &str) -> Given {
        let is_known = |given: &&GivenOption| !honoured_by(verb, &given.id).is_empty();
        Given {
            verb: verb.to_owned(),
            options: self.options.iter().filter(is_known).cloned().collect(),
        }
    }

    /// Whether an option was given.
    pub fn has(&self, option: &str) -> bool {
        self.options.iter().any(|given| given.id == option)
    }

    /// An option that was given and is none of these, as users write it.
    pub fn beyond(&self, options: &[&str]) -> Option<&str> {
        let other = self.options.iter().find(|given| !options.contains(&given.id.as_str()))?;
        Some(&other.shown)
    }

    /// Refuses a call with programs of these languages that has an option which none of them honours,
    /// or whose verb takes no such program. Of options that only some of them honour it says so, in
    /// sentences.
    pub fn check(&self, languages: &[Language]) -> Result<Vec<String>> {
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
    pub fn entry(self) -> &'static LanguageEntry {
        let found = LANGUAGES.iter().find(|frontend| frontend.language == self);
        found.expect("every language has a front end, as a test checks")
    }

    /// Refuses a file whose ending says that it is in a language that the verb takes no programs of.
    pub fn expect_file_for(verb: &str, file: &Path) -> Result<()> {
        match Language::of_file(file).and_then(|language| language.refuses(verb)) {
            Some(refusal) => bail!("{refusal}"),
            None => Ok(()),
        }
    }

    /// Why a verb takes no programs of this language, with the languages that it takes; none if it
    /// takes them.
    pub fn refuses(self, verb: &str) -> Option<Refusal> {
        let LanguageEntry { title, verbs, advice, .. } = self.entry();
        if verbs.contains(&verb) {
            return None;
        }
        let taking = LANGUAGES.iter().filter(|frontend| frontend.verbs.contains(&verb));
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
pub struct Refusal {
    /// What cannot be done.
    pub message: String,
    /// What to do instead.
    pub help: String,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n  = help: {}", self.message, self.help)
    }
}

/// Languages in a sentence.
pub fn titles(languages: &[Language]) -> String {
    let titles = languages.iter().map(|language| language.entry().title.to_owned());
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
pub fn shown(arg: &clap::Arg) -> String {
    match (arg.get_long(), arg.get_short()) {
        (Some(long), _) => format!("--{long}"),
        (None, Some(short)) => format!("-{short}"),
        (None, None) => arg.get_id().as_str().to_uppercase(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::ValueEnum;

    #[test]
    fn every_language_has_one_entry() {
        for language in Language::value_variants() {
            let own = LANGUAGES.iter().filter(|entry| entry.language == *language);
            assert_eq!(own.count(), 1, "{language:?}");
        }
    }

    #[test]
    fn every_verb_of_a_language_has_its_options() {
        for entry in LANGUAGES {
            for verb in entry.verbs {
                assert!(OPTIONS.iter().any(|(known, _)| known == verb), "{verb}");
            }
        }
    }
}
