//! The project that a call is made in, found upward from its folder.

use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use config::{OptionTable, ProjectConfig};
use host::read;
use report::{Paint, Problem};
use source::Files;

/// The name of the file.
pub const NAME: &str = "tracehound.toml";

/// A project with a file.
#[derive(Clone, Debug)]
pub struct Project {
    /// From the folder of the call to the folder of the file; empty if they are the same.
    way: PathBuf,
    /// What the file says.
    pub config: ProjectConfig,
}

/// A project file that cannot be used, and what is wrong with it.
#[derive(Debug)]
pub struct BadProject {
    problems: Vec<Problem>,
    files: Files,
}

impl std::fmt::Display for BadProject {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text = report::problems_as_text(&self.problems, &self.files, Paint::Plain);
        f.write_str(text.trim_end().trim_start_matches("error: "))
    }
}

impl std::error::Error for BadProject {}

impl Project {
    /// The project of the folder of the call; none if no folder above it has a file.
    ///
    /// # Errors
    ///
    /// If its file cannot be used, with the places.
    pub fn here(options: &dyn OptionTable) -> Result<Option<Project>> {
        let Some(way) = way_to_file() else { return Ok(None) };
        let path = way.join(NAME);
        let text = read::text(&path).map_err(|message| anyhow!(message))?;
        let mut files = Files::new();
        let file = files.add(&path.to_string_lossy(), &text);
        match ProjectConfig::read(&file, options) {
            Ok(config) => Ok(Some(Project { way, config })),
            Err(faults) => {
                let problem = |fault| Problem::from_diagnostic(&files, fault);
                let problems = faults.iter().map(problem).collect();
                Err(BadProject { problems, files }.into())
            }
        }
    }

    /// A path that the file names, from the folder of the call.
    #[must_use]
    pub fn path(&self, name: &str) -> String {
        let shown = self.way.join(name).to_string_lossy().into_owned();
        if shown.is_empty() { ".".to_owned() } else { shown }
    }

    /// A path from the folder of the call as patterns of the file see it.
    #[must_use]
    pub fn name_of(&self, path: &Path) -> String {
        let root = whole(if self.way.as_os_str().is_empty() { Path::new(".") } else { &self.way });
        let path = whole(path);
        path.strip_prefix(&root).unwrap_or(&path).to_string_lossy().into_owned()
    }
}

fn whole(path: &Path) -> PathBuf {
    path.canonicalize().or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| path.to_owned())
}

/// The way from the folder of the call to the nearest one with a project file, itself included.
fn way_to_file() -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    let levels = here.ancestors().take_while(|folder| !folder.join(NAME).is_file()).count();
    (levels < here.ancestors().count()).then(|| vec![".."; levels].iter().collect())
}
