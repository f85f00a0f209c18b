//! The project that a call is made in: what its file sets, and which files get which options.
//!
//! A project file is found upward from the folder of the call. Its settings become arguments of
//! `check`, as if they stood on the command line behind those that do: the command line beats a
//! profile, which beats the settings of paths, which beat those of the whole file. What runs or loads
//! foreign code, or writes outside of the project, is for the command line alone.

mod options;
mod parts;

use std::ffi::OsString;

use anyhow::{Result, anyhow};
use clap::{CommandFactory, FromArgMatches};
use config::Setting;
use frontend::args::CheckArgs;
use frontend::registry::Given;
use project_state::Project;

use crate::verbs::{Args, Verb};
pub(crate) use options::{CheckOptions, schema};
pub(crate) use parts::{CheckPart, Question, project_targets};

/// The project of the folder of the call.
pub(crate) fn here() -> Result<Option<Project>> {
    Project::here(&CheckOptions::new())
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
        let options = CheckOptions::new();
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
