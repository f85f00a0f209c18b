//! The project that a call is made in: what its file sets, and which files get which options.
//!
//! A project file is found upward from the folder of the call. Its settings become arguments of
//! `check`, as if they stood on the command line behind those that do: the command line beats a
//! profile, which beats the settings of paths, which beat those of the whole file. What runs or loads
//! foreign code, or writes outside of the project, is for the command line alone.

mod parts;

use std::ffi::OsString;

use anyhow::{Result, anyhow};
use clap::{CommandFactory, FromArgMatches};
use config::Setting;
use frontend::args::CheckArgs;
use frontend::registry::Given;
use project_state::{CheckOptions, Project};

use crate::verbs::{Args, Verb};
pub(crate) use parts::{CheckPart, Question, project_targets};

/// The options of `check`.
pub(crate) fn options() -> CheckOptions {
    let tool = Args::command();
    CheckOptions::of(tool.find_subcommand("check").expect("there is such a verb").clone())
}

/// The project of the folder of the call.
pub(crate) fn here() -> Result<Option<Project>> {
    Project::here(&options())
}

/// The words of a call of `check`, to which settings can be added.
#[derive(Clone, Debug)]
pub(crate) struct CallWords {
    words: Vec<OsString>,
    /// The names of the options that stand on the command line, by their fields.
    given: Given,
}

impl CallWords {
    /// The words of a call, whose verb is `check`.
    pub(crate) fn new(words: &[OsString], given: &Given) -> CallWords {
        CallWords { words: words.to_vec(), given: given.clone() }
    }

    /// The arguments with these settings, the more important ones last.
    pub(crate) fn with(&self, project: &Project, settings: &[&Setting]) -> Result<CheckArgs> {
        let options = options();
        let mut last: Vec<&Setting> = Vec::new();
        for setting in settings {
            last.retain(|known| {
                known.name != setting.name && !options.exclude(&known.name, &setting.name)
            });
            last.push(setting);
        }
        last.retain(|setting| setting.is_set && !options.is_given(&self.given, &setting.name));
        let mut words = self.words.clone();
        words.extend(last.iter().flat_map(|setting| options.words(project, setting)));
        let args = parsed(&words)?;
        Ok(CheckArgs { given: self.given.clone(), ..args })
    }
}

/// The arguments of a call of `check`.
pub(crate) fn parsed(words: &[OsString]) -> Result<CheckArgs> {
    let matches = Args::command().try_get_matches_from(words)?;
    match Args::from_arg_matches(&matches)?.verb {
        Verb::Check(args) => Ok(*args),
        _ => Err(anyhow!("these are no arguments of `check`")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use config::OptionTable;

    /// A list that names what is not there any more would bar nothing.
    #[test]
    fn the_lists_name_options() {
        assert_eq!(options().unknown_names(), Vec::<&str>::new());
    }

    #[test]
    fn values_are_checked_as_on_the_command_line() {
        let options = options();
        assert_eq!(options.check("timeout", "5m"), Ok(()));
        assert!(options.check("timeout", "soon").is_err());
        assert!(options.check("history", "-1").is_err());
        assert_eq!(options.check("jobs", "4"), Ok(()));
        assert!(options.check("engine", "steam").expect_err("no engine").contains("steam"));
    }

    #[test]
    fn a_project_does_not_say_what_is_run_or_where_is_written() {
        let options = options();
        assert!(options.is_barred("solver", Some("./solver")).is_some());
        assert!(options.is_barred("solver", Some("cvc5")).is_none());
        assert!(options.is_barred("z3", Some("/lib/z3.so")).is_some());
        assert!(options.is_barred("report", Some("json=../x.json")).is_some());
        assert!(options.is_barred("report", Some("json=/x.json")).is_some());
        assert!(options.is_barred("report", Some("json=out/x.json")).is_none());
    }
}
