//! A project file for a folder that has none, by what is in it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};

use frontend::Language;
use host::read;

/// Files that say how a project is built, with what they are.
const BUILDS: [(&str, &str); 8] = [
    ("dune-project", "dune"),
    ("stack.yaml", "Stack"),
    ("cabal.project", "Cabal"),
    ("pom.xml", "Maven"),
    ("build.gradle", "Gradle"),
    ("build.gradle.kts", "Gradle"),
    ("settings.gradle", "Gradle"),
    ("settings.gradle.kts", "Gradle"),
];

/// The text for a project with these files.
#[must_use]
pub fn project_file(files: &[PathBuf]) -> String {
    let mut text = "# Settings of `tracehound check` in this project; `tracehound schema config` describes them \
                    all.\n"
        .to_owned();
    let builds = builds(files);
    if !builds.is_empty() {
        let _ = writeln!(text, "# Built with {}.", builds.join(", "));
    }
    let folders = folders(files);
    let targets: Vec<String> = folders.iter().map(|folder| quoted(folder)).collect();
    if !targets.is_empty() {
        let _ = write!(
            text,
            "\n# What is checked if nothing is named.\ntargets = [{}]\n",
            targets.join(", ")
        );
    }
    text.push_str(
        "\n# Options of `check` by their long names, for all files.\n# timeout = \"60s\"\n",
    );
    text.push_str(
        "\n# Used by `tracehound check --profile ci`.\n[profile.ci]\ntimeout = \"10m\"\n",
    );
    for (definition, ending) in languages_in_k(files) {
        let folder = definition.parent().filter(|folder| !folder.as_os_str().is_empty());
        let inside = folder.map_or(String::new(), |folder| format!("{}/", folder.display()));
        let _ = write!(
            text,
            "\n# Programs of the language that `{0}` defines.\n[[path]]\nfiles = {1}\ndef = {2}\n",
            definition.display(),
            quoted(&format!("{inside}**/*.{ending}")),
            quoted(&definition.to_string_lossy()),
        );
    }
    text
}

fn quoted(text: &str) -> String {
    format!("{text:?}")
}

/// How the project is built, each way once.
fn builds(files: &[PathBuf]) -> Vec<&'static str> {
    let mut found: BTreeSet<&str> = BTreeSet::new();
    for file in files {
        let name = file.file_name().unwrap_or_default();
        found.extend(BUILDS.iter().filter(|(known, _)| name == *known).map(|(_, build)| *build));
        if read::has_ending(file, &["cabal"]) {
            found.insert("Cabal");
        }
    }
    found.into_iter().collect()
}

/// The outermost folders that have programs, `.` for programs that lie in none; those of tests and
/// examples are as good as others.
fn folders(files: &[PathBuf]) -> Vec<String> {
    let is_program = |file: &&PathBuf| {
        Language::of_file(file)
            .is_some_and(|language| language.has_targets_in_files() || language == Language::Java)
    };
    let mut folders: BTreeSet<String> = BTreeSet::new();
    let definitions = languages_in_k(files);
    let is_of_k = |file: &&PathBuf| {
        definitions.iter().any(|(definition, ending)| {
            read::has_ending(file, &[ending.as_str()])
                && definition.parent().is_some_and(|folder| file.starts_with(folder))
        })
    };
    for file in files.iter().filter(|file| is_program(file) || is_of_k(file)) {
        let mut parts = file.components();
        let first = parts.next().map(|part| part.as_os_str().to_string_lossy().into_owned());
        match parts.next() {
            Some(_) => folders.extend(first),
            None => return vec![".".to_owned()],
        }
    }
    folders.into_iter().collect()
}

/// Definitions in K that have programs beside or below them: the ending of the programs is the name of
/// the definition.
fn languages_in_k(files: &[PathBuf]) -> Vec<(PathBuf, String)> {
    let mut found = BTreeMap::new();
    for definition in files.iter().filter(|file| read::has_ending(file, &["k"])) {
        let name = definition.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let folder = definition.parent().unwrap_or(Path::new(""));
        let is_program =
            |file: &&PathBuf| file.starts_with(folder) && read::has_ending(file, &[name.as_str()]);
        if name != "k"
            && Language::of_file(Path::new(&format!("x.{name}"))).is_none()
            && files.iter().any(|file| is_program(&file))
        {
            found.insert(definition.clone(), name);
        }
    }
    found.into_iter().collect()
}
