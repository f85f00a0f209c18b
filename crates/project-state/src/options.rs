//! The options of `check` as a project file may set them.

use std::ffi::OsString;
use std::path::{Component, Path};

use clap::{Arg, ArgAction, Command};
use config::{OptionTable, Setting, SettingKind, TABLES};
use frontend::registry::Given;
use serde_json::{Map, Value, json};

use crate::Project;

/// The options of `check`, as clap knows them.
pub struct CheckOptions {
    check: Command,
}

/// Options that say what code is run or loaded, or where is written.
const BARRED: [&str; 8] =
    ["allow-native", "native-replay", "z3", "audit", "dump-smt", "save-run", "proof", "tests"];

/// Options that are about one call.
const OF_ONE_CALL: [&str; 12] = [
    "profile",
    "changed",
    "shard",
    "from",
    "checkpoint",
    "resume",
    "queue",
    "queue-creds",
    "queue-ca",
    "queue-cert",
    "queue-key",
    "lang",
];

/// Solvers that are looked for where programs are installed; others are paths.
const SOLVERS: [&str; 5] = ["auto", "core", "z3", "cvc5", "yices"];

/// Options that cannot differ between files.
const WHOLE_CALL: [&str; 10] = [
    "format",
    "report",
    "timeout",
    "memory",
    "jobs",
    "allow-vacuous",
    "no-cache",
    "fail-on",
    "baseline",
    "solver",
];

/// Options whose values are paths, or begin with one.
const PATHS: [&str; 4] = ["spec", "def", "sources", "baseline"];

impl CheckOptions {
    /// The options of this command.
    #[must_use]
    pub fn of(check: Command) -> CheckOptions {
        CheckOptions { check }
    }

    fn settable(&self) -> impl Iterator<Item = &Arg> {
        let own = self.check.get_arguments();
        own.filter(|arg| !arg.is_positional() && !arg.is_global_set() && arg.get_id() != "help")
    }

    /// The names on the lists of this module that are no options.
    #[must_use]
    pub fn unknown_names(&self) -> Vec<&'static str> {
        let lists = [&BARRED[..], &OF_ONE_CALL, &WHOLE_CALL, &PATHS];
        lists.concat().into_iter().filter(|name| self.find(name).is_none()).collect()
    }

    fn find(&self, name: &str) -> Option<&Arg> {
        self.settable().find(|arg| name_of(arg) == name)
    }

    /// Whether the command line has an option, or one that excludes it.
    #[must_use]
    pub fn is_given(&self, given: &Given, name: &str) -> bool {
        let Some(arg) = self.find(name) else { return false };
        let rivals = self.check.get_arg_conflicts_with(arg);
        given.has(arg.get_id().as_str())
            || rivals.iter().any(|rival| given.has(rival.get_id().as_str()))
    }

    /// Whether two options exclude each other.
    #[must_use]
    pub fn exclude(&self, one: &str, other: &str) -> bool {
        let (Some(one), Some(other)) = (self.find(one), self.find(other)) else { return false };
        let has = |arg: &Arg, rival: &Arg| {
            let rivals = self.check.get_arg_conflicts_with(arg);
            rivals.iter().any(|known| known.get_id() == rival.get_id())
        };
        has(one, other) || has(other, one)
    }

    /// A setting as words of a command line.
    #[must_use]
    pub fn words(&self, project: &Project, setting: &Setting) -> Vec<OsString> {
        let Some(arg) = self.find(&setting.name) else { return Vec::new() };
        let option = match (arg.get_long(), arg.get_short()) {
            (Some(long), _) => format!("--{long}"),
            (None, short) => format!("-{}", short.unwrap_or_default()),
        };
        if setting.values.is_empty() {
            return vec![option.into()];
        }
        let between = if arg.get_long().is_some() { "=" } else { "" };
        let word = |value: &String| {
            let value = from_root(project, &setting.name, value);
            OsString::from(format!("{option}{between}{value}"))
        };
        setting.values.iter().map(word).collect()
    }
}

/// A value as it is seen from the folder of the call.
fn from_root(project: &Project, name: &str, value: &str) -> String {
    match name {
        "baseline" if value == "none" => value.to_owned(),
        "report" => match value.split_once('=') {
            Some((format, file)) => format!("{format}={}", project.path(file)),
            None => value.to_owned(),
        },
        "property" if !value.ends_with(".mop") => value.to_owned(),
        "property" => project.path(value),
        _ if PATHS.contains(&name) => project.path(value),
        _ => value.to_owned(),
    }
}

/// The name of an option in a project file: the long one, or that of its field.
fn name_of(arg: &Arg) -> String {
    arg.get_long().map_or_else(|| arg.get_id().as_str().replace('_', "-"), str::to_owned)
}

fn kind_of(arg: &Arg) -> SettingKind {
    match arg.get_action() {
        ArgAction::SetTrue | ArgAction::SetFalse | ArgAction::Count => SettingKind::Flag,
        ArgAction::Append => SettingKind::Many,
        _ => SettingKind::One,
    }
}

/// Whether a path stays below the folder that it is relative to.
fn stays_inside(path: &str) -> bool {
    let is_inside = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
    Path::new(path).components().all(is_inside)
}

impl OptionTable for CheckOptions {
    fn names(&self) -> Vec<String> {
        let is_open = |name: &String| {
            !BARRED.contains(&name.as_str()) && !OF_ONE_CALL.contains(&name.as_str())
        };
        self.settable().map(name_of).filter(is_open).collect()
    }

    fn kind(&self, name: &str) -> Option<SettingKind> {
        self.find(name).map(kind_of)
    }

    fn is_barred(&self, name: &str, value: Option<&str>) -> Option<String> {
        let only = |why: &str| Some(format!("only the command line may have `{name}`: {why}"));
        let is_path = |value: &str| !SOLVERS.contains(&value);
        match name {
            _ if BARRED.contains(&name) => {
                only("a project does not say what is run, loaded or written")
            }
            _ if OF_ONE_CALL.contains(&name) => only("it is about one call"),
            "solver" if value.is_some_and(is_path) => {
                only("a project does not say which programs are run")
            }
            "report" => {
                let file = value.and_then(|value| value.split_once('=')).map(|(_, file)| file);
                let leaves = file.is_some_and(|file| !stays_inside(file));
                leaves.then(|| "reports of a project are written below its folder".to_owned())
            }
            _ => None,
        }
    }

    fn is_for_whole_call(&self, name: &str) -> bool {
        WHOLE_CALL.contains(&name)
    }

    fn check(&self, name: &str, value: &str) -> Result<(), String> {
        let Some(arg) = self.find(name) else { return Ok(()) };
        let word = match (arg.get_long(), arg.get_short()) {
            (Some(long), _) => format!("--{long}={value}"),
            (None, short) => format!("-{}{value}", short.unwrap_or_default()),
        };
        let done = self.check.clone().try_get_matches_from(["check".to_owned(), word]);
        done.map(drop).map_err(|error| {
            let text = error.to_string();
            let text = text.strip_prefix("error: ").unwrap_or(&text);
            text.lines().next().unwrap_or_default().to_owned()
        })
    }
}

/// The JSON Schema of project files, from the options that there are.
#[must_use]
pub fn config_schema(options: &CheckOptions) -> String {
    let strings = json!({ "anyOf": [
        { "type": "string" }, { "type": "array", "items": { "type": "string" } },
    ] });
    let of_call = settings(options, false);
    let mut all = of_call.clone();
    for (key, what) in TABLES {
        let value = match *key {
            "targets" | "exclude" => strings.clone(),
            "baseline" => json!({ "type": "string" }),
            "profile" => json!({ "type": "object", "additionalProperties": {
                "type": "object", "properties": of_call, "additionalProperties": false,
            } }),
            "path" => {
                let mut own = settings(options, true);
                own.insert("files".to_owned(), strings.clone());
                json!({ "type": "array", "items": {
                    "type": "object", "properties": own, "required": ["files"],
                    "additionalProperties": false,
                } })
            }
            _ => json!({ "type": "array", "items": {
                "type": "object", "required": ["code", "reason"], "additionalProperties": false,
                "properties": {
                    "code": { "type": "string" }, "reason": { "type": "string" }, "files": strings,
                },
            } }),
        };
        let mut value = value;
        value["description"] = json!(what);
        all.insert((*key).to_owned(), value);
    }
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "tracehound.toml",
        "type": "object",
        "properties": all,
        "additionalProperties": false,
    });
    let mut text = serde_json::to_string_pretty(&schema).expect("a JSON value can be written");
    text.push('\n');
    text
}

fn settings(options: &CheckOptions, of_files: bool) -> Map<String, Value> {
    let open = options.names();
    let own = options.settable().filter(|arg| open.contains(&name_of(arg)));
    let own = own.filter(|arg| !of_files || !options.is_for_whole_call(&name_of(arg)));
    let value = |arg: &Arg| {
        let scalar = json!({ "type": ["string", "number"] });
        let mut value = match kind_of(arg) {
            SettingKind::Flag => json!({ "type": "boolean" }),
            SettingKind::One => scalar,
            SettingKind::Many => json!({ "anyOf": [scalar, { "type": "array", "items": scalar }] }),
        };
        if let Some(help) = arg.get_help() {
            value["description"] = json!(help.to_string());
        }
        (name_of(arg), value)
    };
    own.map(value).collect()
}
