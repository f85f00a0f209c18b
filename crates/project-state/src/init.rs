//! `init`: a project file, by what is in the folder.

use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use clap::Args;
use host::{output, read};
use report::Outcome;

use crate::{NAME, project_file};

/// Arguments of `init`.
#[derive(Args, Debug)]
pub struct Init {
    /// Print the file instead of writing it
    #[arg(long)]
    print: bool,
}

/// Writes a project file into the folder of the call; never over one that is there.
///
/// # Errors
///
/// If there is one, or it cannot be written.
pub fn init(args: &Init) -> Result<Outcome> {
    let files = read::walk(Path::new(".")).map_err(|message| anyhow!(message))?;
    let files: Vec<PathBuf> =
        files.iter().map(|file| file.strip_prefix(".").unwrap_or(file).to_owned()).collect();
    let text = project_file(&files);
    if args.print {
        return output::to_stdout(&text);
    }
    if Path::new(NAME).exists() {
        bail!(
            "there is a `{NAME}` already; `tracehound init --print` prints what would be written"
        );
    }
    output::to_file(Path::new(NAME), &text)?;
    output::to_stdout(&format!("wrote `{NAME}`; `tracehound check` checks the project\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CheckOptions;
    use clap::Command;
    use config::ProjectConfig;
    use frontend::args::CheckArgs;
    use source::Files;

    fn written(files: &[&str]) -> (String, ProjectConfig) {
        let files: Vec<PathBuf> = files.iter().map(PathBuf::from).collect();
        let text = project_file(&files);
        let file = Files::new().add(NAME, &text);
        let options = CheckOptions::of(CheckArgs::augment_args(Command::new("check")));
        let config = ProjectConfig::read(&file, &options);
        (text.clone(), config.unwrap_or_else(|faults| panic!("{faults:?} in {text}")))
    }

    #[test]
    fn a_project_of_several_languages() {
        let (text, config) = written(&[
            "dune-project",
            "lib/dune",
            "lib/a.ml",
            "lib/inner/b.ml",
            "app.cabal",
            "src/Main.hs",
            "lang/imp.k",
            "lang/tests/sum.imp",
            "docs/readme.md",
            "pom.xml",
        ]);
        assert_eq!(config.targets, ["lang", "lib", "src"]);
        assert!(text.contains("# Built with Cabal, Maven, dune."), "{text}");
        assert_eq!(config.settings_of("lang/tests/sum.imp").count(), 1);
        assert!(config.profile("ci").is_some());
    }

    #[test]
    fn an_empty_folder_and_one_without_folders() {
        assert!(written(&[]).1.targets.is_empty());
        assert_eq!(written(&["a.toy", "src/b.toy"]).1.targets, ["."]);
    }
}
