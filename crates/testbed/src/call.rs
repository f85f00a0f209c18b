//! How `tracehound` is called on a case.

use std::fs;
use std::path::{Path, PathBuf};

use crate::{Case, Language, Verb, root};

impl Case {
    /// The verb, the files and the options of the call, with paths from the root of the project. None if the library
    /// is called, or if there is no such program.
    #[must_use]
    pub fn command_line(&self) -> Option<Vec<String>> {
        let (verb, options) = match self.verb()? {
            Verb::Check => ("check", self.check_options()),
            Verb::Run => ("run", self.expected.args.clone()),
            Verb::Solve => ("solve", self.expected.args.clone()),
        };
        let mut line = vec![verb.to_owned()];
        line.extend(self.subjects()?);
        line.extend(options);
        Some(line)
    }

    /// The files, and the targets if they have to be named.
    #[must_use]
    pub fn subjects(&self) -> Option<Vec<String>> {
        let folder = self.folder();
        Some(match self.language {
            Language::Toy => vec![short(&folder.join("main.toy"))],
            Language::Ml => vec![short(&folder.join("main.ml"))],
            Language::Haskell => vec![short(&self.path.with_extension("hs"))],
            Language::Java => {
                let methods = self.expected.targets.keys().cloned();
                [short(folder)].into_iter().chain(methods).collect()
            }
            Language::K => {
                let (definition, program) = self.program_in_k()?;
                vec![short(&program), "--def".to_owned(), short(&definition)]
            }
            Language::Interp => vec![short(&self.goals())],
            Language::MlFolders | Language::Terms | Language::Trace => vec![short(folder)],
        })
    }

    /// The options of `check` that the case asks for.
    #[must_use]
    pub fn check_options(&self) -> Vec<String> {
        let expected = &self.expected;
        let limits = &expected.limits;
        let named = [
            ("--max-steps", limits.steps),
            ("--max-depth", limits.depth),
            ("--max-paths", limits.paths),
            ("--history", limits.history),
            ("--events", limits.events),
        ];
        let mut options: Vec<String> = named
            .into_iter()
            .filter_map(|(name, value)| Some(format!("{name}={}", value?)))
            .collect();
        options.extend(limits.solver_ms.map(|ms| format!("--solver-timeout={ms}ms")));
        options.extend(expected.facets.as_ref().map(|facets| format!("--facets={facets}")));
        options.extend(expected.args.iter().cloned());
        options
    }

    /// The file with its goals: what is in front of `@`, beside it or among the examples.
    fn goals(&self) -> PathBuf {
        let name = self.program_name();
        let beside = self.path.with_file_name(format!("{name}.goal"));
        if beside.exists() { beside } else { root().join(format!("examples/interp/{name}.goal")) }
    }

    /// Its name up to `@`.
    fn program_name(&self) -> &str {
        let stem = self.path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        stem.split_once('@').map_or(stem, |(program, _)| program)
    }

    /// The definition of its language in K, and its program.
    fn program_in_k(&self) -> Option<(PathBuf, PathBuf)> {
        let folder = self.folder();
        // Languages that are shown to readers live with the examples, and are not copied.
        let name = folder.file_name().unwrap_or_default();
        let folders = [folder.to_owned(), root().join("examples/k").join(name)];
        let definition = folders.iter().find_map(|folder| definition(folder))?;
        // The program has the ending of its own language.
        let other = ["k", "md", "toml", "trace", "txt"];
        let is_program = |path: &PathBuf| {
            path.file_stem().is_some_and(|own| own == self.program_name())
                && !other.iter().any(|ending| has_ending(path, ending))
        };
        let program = folders.iter().flat_map(|folder| entries(folder)).find(is_program)?;
        Some((definition, program))
    }
}

/// The path of a file as it stands in reports.
fn short(path: &Path) -> String {
    let root = root();
    path.strip_prefix(&root).unwrap_or(path).to_string_lossy().into_owned()
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| entry.expect("folders can be listed").path()).collect();
    paths.sort();
    paths
}

fn has_ending(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|own| own == ending)
}

/// The definition of a language: the file named like the folder, otherwise the only one.
fn definition(folder: &Path) -> Option<PathBuf> {
    let is_definition = |path: &PathBuf| {
        (has_ending(path, "k") || has_ending(path, "md")) && !path.ends_with("README.md")
    };
    let definitions: Vec<PathBuf> = entries(folder).into_iter().filter(is_definition).collect();
    let main = definitions.iter().find(|path| path.file_stem() == folder.file_name());
    main.or(definitions.first()).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_case_that_calls_the_tool_has_its_files() {
        let cases = Case::all(&root()).into_iter().map(|case| case.expect("it is fine"));
        for case in cases.filter(|case| case.verb().is_some()) {
            let subjects = case.subjects().unwrap_or_else(|| panic!("{}: no program", case.name));
            let file = root().join(&subjects[0]);
            assert!(file.exists(), "{}: no {}", case.name, file.display());
        }
    }
}
