//! What a call of `check` asks: parts of its files that share their options.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use config::{Setting, nearest};
use frontend::Language;
use frontend::args::CheckArgs;
use host::{project, read};

use project_state::{NAME, Project};

use super::{CallWords, here};

/// All that a call of `check` asks.
pub(crate) struct Question {
    /// The options of the whole call.
    pub(crate) args: CheckArgs,
    /// The parts, in the order in which they are reported.
    pub(crate) parts: Vec<CheckPart>,
    pub(crate) project: Option<Project>,
    /// Whether everything in the project is asked about.
    pub(crate) is_whole: bool,
}

/// Files and names that share their options.
#[derive(Clone, Debug)]
pub(crate) struct CheckPart {
    /// The options, and what was named.
    pub(crate) args: CheckArgs,
    /// Files that were found by looking for them.
    pub(crate) found: Vec<PathBuf>,
}

impl Question {
    /// A question without a project.
    pub(crate) fn plain(args: &CheckArgs) -> Question {
        let parts = vec![CheckPart { args: args.clone(), found: Vec::new() }];
        Question { args: args.clone(), parts, project: None, is_whole: false }
    }

    /// What a call asks, in the project that it is made in.
    pub(crate) fn of_call(args: &CheckArgs, words: &[OsString]) -> Result<Question> {
        let Some(project) = here()? else {
            return match (&args.project.profile, args.wanted.targets.is_empty()) {
                (Some(name), _) => {
                    Err(anyhow!("there is no profile `{name}`: there is no {}", NAME))
                }
                (None, false) if args.project.shard.is_none() => Ok(Question::plain(args)),
                (None, _) => Planner::without_file(args)?.question(None),
            };
        };
        let words = CallWords::new(words, &args.given);
        let general = general_settings(&project, args.project.profile.as_deref())?;
        let all: Vec<&Setting> = general.file.iter().chain(&general.profile).copied().collect();
        let whole = words.with(&project, &all)?;
        let planner = Planner { whole, words: Some(words), general, parts: Vec::new(), files: 0 };
        planner.question(Some(&project))
    }
}

/// The settings of all files.
#[derive(Default)]
struct General<'a> {
    file: Vec<&'a Setting>,
    profile: Vec<&'a Setting>,
}

fn general_settings<'a>(project: &'a Project, profile: Option<&str>) -> Result<General<'a>> {
    let config = &project.config;
    let profile = match profile {
        None => Vec::new(),
        Some(name) => config.profile(name).map(|own| own.iter().collect()).ok_or_else(|| {
            let known: Vec<&str> = config.profiles.iter().map(|(name, _)| name.as_str()).collect();
            match nearest(name, known.iter().copied()) {
                Some(near) => anyhow!("there is no profile `{name}`; did you mean `{near}`?"),
                None if known.is_empty() => {
                    anyhow!("there is no profile `{name}`: {} has none", NAME)
                }
                None => anyhow!("there is no profile `{name}`; there are {}", known.join(", ")),
            }
        })?,
    };
    Ok(General { file: config.settings.iter().collect(), profile })
}

/// Sorts files into parts.
struct Planner<'a> {
    whole: CheckArgs,
    /// The words of the call; none without a project file, which then sets nothing.
    words: Option<CallWords>,
    general: General<'a>,
    parts: Vec<(Vec<&'a Setting>, CheckPart)>,
    /// How many files there were, by which parts of several machines are counted.
    files: usize,
}

impl<'a> Planner<'a> {
    fn without_file(args: &CheckArgs) -> Result<Planner<'a>> {
        let (whole, general) = (args.clone(), General::default());
        Ok(Planner { whole, words: None, general, parts: Vec::new(), files: 0 })
    }

    fn question(mut self, project: Option<&'a Project>) -> Result<Question> {
        let named = self.whole.wanted.targets.clone();
        let is_whole = named.is_empty()
            && self.whole.project.shard.is_none()
            && self.whole.project.changed.is_none();
        let sorts = self.whole.project.shard.is_some()
            || project.is_some_and(|project| {
                !project.config.paths.is_empty() || !project.config.exclude.is_empty()
            });
        if !named.is_empty() && !sorts {
            let parts = vec![CheckPart { args: self.whole.clone(), found: Vec::new() }];
            return Ok(Question { args: self.whole, parts, project: project.cloned(), is_whole });
        }
        let targets = if named.is_empty() { project_targets(project) } else { named };
        for target in &targets {
            match Path::new(target).is_dir() {
                true if self.whole.wanted.lang.is_none() => self.add_folder(target, project)?,
                _ => self.add_named(target, project)?,
            }
        }
        let parts = self.parts.into_iter().map(|(_, part)| part).collect();
        Ok(Question { args: self.whole, parts, project: project.cloned(), is_whole })
    }

    /// Adds something that was named.
    fn add_named(&mut self, target: &str, project: Option<&'a Project>) -> Result<()> {
        let file = match target.rsplit_once(':') {
            Some((file, _)) if !Path::new(target).exists() => file,
            _ => target,
        };
        if self.is_mine() {
            let target = target.to_owned();
            self.part(Path::new(file), project)?.args.wanted.targets.push(target);
        }
        Ok(())
    }

    /// Adds the programs in a folder.
    fn add_folder(&mut self, folder: &str, project: Option<&'a Project>) -> Result<()> {
        let files = read::walk(Path::new(folder)).map_err(|message| anyhow!(message))?;
        let mut java = Vec::new();
        for file in files {
            // Names are shown as users write them.
            let file = file.strip_prefix(".").map_or(file.clone(), Path::to_owned);
            let name = project.map(|project| project.name_of(&file)).unwrap_or_default();
            if project.is_some_and(|project| project.config.is_excluded(&name)) {
                continue;
            }
            let defined = project.is_some_and(|project| {
                project.config.settings_of(&name).any(|setting| setting.name == "def")
            });
            match Language::of_file(&file) {
                Some(Language::Java) => {
                    java.extend(Some(file).filter(|file| read::has_ending(file, &["java"])))
                }
                Some(language) if language.has_targets_in_files() => {
                    self.add_found(&file, project)?;
                }
                None if defined => self.add_found(&file, project)?,
                Some(_) | None => {}
            }
        }
        // Sources of one folder are compiled together.
        if let Some(first) = java.first().filter(|_| self.is_mine()) {
            let names = java.iter().map(|file| file.to_string_lossy().into_owned());
            self.part(first, project)?.args.wanted.targets.extend(names);
        }
        Ok(())
    }

    fn add_found(&mut self, file: &Path, project: Option<&'a Project>) -> Result<()> {
        if self.is_mine() {
            self.part(file, project)?.found.push(file.to_owned());
        }
        Ok(())
    }

    /// Whether the next file is for this machine.
    fn is_mine(&mut self) -> bool {
        self.files += 1;
        self.whole.project.shard.is_none_or(|shard| shard.has(self.files - 1))
    }

    /// The part of a file.
    fn part(&mut self, file: &Path, project: Option<&'a Project>) -> Result<&mut CheckPart> {
        let own: Vec<&Setting> = match project {
            Some(project) => project.config.settings_of(&project.name_of(file)).collect(),
            None => Vec::new(),
        };
        let known = self.parts.iter().position(|(settings, _)| *settings == own);
        let at = match known {
            Some(at) => at,
            None => {
                let mut args = match (&self.words, project) {
                    (Some(words), Some(project)) if !own.is_empty() => {
                        let General { file, profile } = &self.general;
                        let all: Vec<&Setting> =
                            file.iter().chain(&own).chain(profile).copied().collect();
                        words.with(project, &all)?
                    }
                    _ => self.whole.clone(),
                };
                args.wanted.targets.clear();
                self.parts.push((own, CheckPart { args, found: Vec::new() }));
                self.parts.len() - 1
            }
        };
        Ok(&mut self.parts[at].1)
    }
}

/// What a project is checked for: what its file names, or everything in it.
pub(crate) fn project_targets(project: Option<&Project>) -> Vec<String> {
    match project {
        Some(project) if !project.config.targets.is_empty() => {
            let is_path = |target: &String| !target.contains('#') && !target.contains('(');
            let named = project.config.targets.iter();
            named
                .map(|target| match is_path(target) {
                    true => project.path(target),
                    false => target.clone(),
                })
                .collect()
        }
        Some(project) => vec![project.path("")],
        None => {
            let (root, here) = (project::here(), std::env::current_dir().unwrap_or_default());
            let here = here.canonicalize().unwrap_or(here);
            let levels = here.strip_prefix(&root).map_or(0, |inside| inside.components().count());
            let way: PathBuf = vec![".."; levels].iter().collect();
            vec![if levels == 0 { ".".to_owned() } else { way.to_string_lossy().into_owned() }]
        }
    }
}
