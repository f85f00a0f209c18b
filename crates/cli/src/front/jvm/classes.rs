//! Where the classes of a Java program are: in folders, in jars, or in sources that are compiled
//! first.
//!
//! Sources are compiled into a folder of the user's cache that is named after their texts, so the
//! same sources are compiled once.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use lang_jvm::{ClassPath, find_jdk};
use source::{Diagnostic, File, Files};

use super::tests::is_generated;
use crate::read;

/// The class by which programs ask for inputs, for those that come without one.
const VERIFIER: &str = include_str!("Verifier.java");
/// The package of that class in the programs of the verification competition.
const VERIFIER_PACKAGE: &str = "org.sosy_lab.sv_benchmarks";

/// The classes of a program.
pub(super) struct Classes {
    /// What the user named, joined as class paths are.
    pub(super) name: String,
    /// The JDK that belongs to them.
    pub(super) jdk: PathBuf,
    /// Folders and jars.
    pub(super) entries: Vec<PathBuf>,
    /// Folders and files in which their sources may be.
    pub(super) sources: Vec<PathBuf>,
}

/// Why there are no classes.
pub(crate) enum Refused {
    /// `javac` does not accept the sources; each complaint at its place.
    Rejected(Vec<Diagnostic>),
    /// Something else.
    Failed(anyhow::Error),
}

impl From<anyhow::Error> for Refused {
    fn from(error: anyhow::Error) -> Refused {
        Refused::Failed(error)
    }
}

impl Classes {
    /// Finds what the user named: folders, jars and sources, several of them perhaps joined by a
    /// colon. Sources are looked for in these folders, too.
    pub(super) fn open(
        named: &[String],
        sources: &[PathBuf],
        files: &mut Files,
    ) -> Result<Classes, Refused> {
        let entries: Vec<PathBuf> = named.iter().flat_map(std::env::split_paths).collect();
        let name = std::env::join_paths(&entries).context("a folder has a colon in its name")?;
        let name = name.to_string_lossy().into_owned();
        let mut classes =
            Classes { name, jdk: jdk()?, entries: Vec::new(), sources: sources.to_vec() };
        let mut to_compile = Vec::new();
        for entry in entries {
            if !entry.exists() {
                Err(anyhow::anyhow!("there is no folder, jar or source `{}`", entry.display()))?;
            }
            let own = sources_of(&entry)?;
            classes.sources.push(entry.clone());
            match own.is_empty() {
                true => classes.entries.push(entry),
                false => to_compile.extend(own),
            }
        }
        if !to_compile.is_empty() {
            let compiled = classes.compile(&to_compile, files)?;
            classes.entries.push(compiled);
        }
        Ok(classes)
    }

    /// The class path; a class that asks for inputs gets ours if there is no `Verifier`.
    pub(super) fn path(&self, class: &str) -> Result<ClassPath> {
        let path = ClassPath::open(&self.jdk, &self.entries)?;
        let own = path.own_classes();
        let is_verifier = |name: &String| name.rsplit('/').next() == Some("Verifier");
        let bytes = path.class(&class.replace('.', "/")).map(|(bytes, _)| bytes);
        let asks = bytes.is_some_and(|bytes| bytes.windows(8).any(|text| text == b"Verifier"));
        if !asks || own.iter().any(is_verifier) {
            return Ok(path);
        }
        let ours = self.verifier()?;
        let entries: Vec<PathBuf> = self.entries.iter().cloned().chain([ours]).collect();
        Ok(path.with_entries(&entries)?)
    }

    /// The folder with our `Verifier`, in both packages.
    fn verifier(&self) -> Result<PathBuf> {
        let texts = verifier_texts();
        let draft = tempfile::tempdir().context("there is no room")?;
        let folder = cache_folder()?.join(format!("verifier-{:016x}", hash(&texts)));
        if !folder.is_dir() {
            let mut sources = Vec::new();
            for (name, text) in &texts {
                let path = draft.path().join(name);
                let parent = path.parent().expect("it lies in a folder");
                std::fs::create_dir_all(parent).and_then(|()| std::fs::write(&path, text))?;
                sources.push(path);
            }
            let said = self.javac(&sources, &folder)?;
            if let Some(said) = said {
                bail!("the class Verifier cannot be compiled: {said}");
            }
        }
        Ok(folder)
    }

    /// Compiles sources, if that was not done before. The folder with the classes.
    fn compile(&self, sources: &[PathBuf], files: &mut Files) -> Result<PathBuf, Refused> {
        let mut texts: Vec<(String, String)> = Vec::new();
        for path in sources {
            let text = read::source_text(path).map_err(anyhow::Error::msg)?;
            texts.push((path.display().to_string(), text));
        }
        let own: Vec<File> = texts.iter().map(|(name, text)| files.add(name, text)).collect();
        texts.push((self.jdk.display().to_string(), self.name.clone()));
        let folder = cache_folder()?.join(format!("classes-{:016x}", hash(&texts)));
        if folder.is_dir() {
            return Ok(folder);
        }
        let asks = texts.iter().any(|(_, text)| text.contains("Verifier."));
        let has_one = sources.iter().any(|path| path.ends_with("Verifier.java"));
        let helper = (asks && !has_one).then(|| self.verifier()).transpose()?;
        let helped = Classes {
            entries: self.entries.iter().cloned().chain(helper).collect(),
            name: String::new(),
            jdk: self.jdk.clone(),
            sources: Vec::new(),
        };
        match helped.javac(sources, &folder)? {
            None => Ok(folder),
            Some(said) => Err(Refused::Rejected(complaints(&said, &own))),
        }
    }

    /// Runs the compiler; what it says if it does not accept the sources. The folder appears when it
    /// is complete.
    fn javac(&self, sources: &[PathBuf], folder: &Path) -> Result<Option<String>> {
        let draft = folder.with_extension(format!("part-{}", std::process::id()));
        std::fs::create_dir_all(&draft)
            .with_context(|| format!("cannot make `{}`", draft.display()))?;
        let mut javac = Command::new(self.jdk.join("bin/javac"));
        javac.args(["-g", "-nowarn", "-Xlint:none", "-proc:none", "-encoding", "UTF-8", "-cp"]);
        javac.arg(std::env::join_paths(&self.entries)?).arg("-d").arg(&draft).args(sources);
        let done = javac.output().context(
            "sources have to be compiled, and there is no `javac`: install a JDK (on Debian: \
             `apt-get install default-jdk-headless`), or name folders or jars with classes",
        )?;
        if !done.status.success() {
            let _ = std::fs::remove_dir_all(&draft);
            return Ok(Some(String::from_utf8_lossy(&done.stderr).into_owned()));
        }
        // Somebody else may have been faster, with the same result.
        if std::fs::rename(&draft, folder).is_err() {
            let _ = std::fs::remove_dir_all(&draft);
        }
        Ok(None)
    }
}

/// The sources that have to be compiled: a source itself, or those of a folder without classes.
fn sources_of(entry: &Path) -> Result<Vec<PathBuf>> {
    if entry.is_file() {
        let is_source = read::has_ending(entry, &["java"]);
        return Ok(is_source.then(|| entry.to_owned()).into_iter().collect());
    }
    let below = |endings: &[&str]| read::files_below(entry, endings).map_err(anyhow::Error::msg);
    if !below(&["class"])?.is_empty() {
        return Ok(Vec::new());
    }
    let is_program =
        |path: &PathBuf| read::source_text(path).is_ok_and(|text| !is_generated(&text));
    Ok(below(&["java"])?.into_iter().filter(is_program).collect())
}

/// What the compiler says, at its places: lines such as `A.java:3: error: ';' expected`.
fn complaints(said: &str, files: &[File]) -> Vec<Diagnostic> {
    let at = |line: &str| {
        let (place, message) = line.split_once(": error: ")?;
        let (name, number) = place.rsplit_once(':')?;
        let file = files.iter().find(|file| file.name() == name)?;
        let range = super::places::line_range(file.text(), number.parse().ok()?)?;
        Some(Diagnostic::error(message.to_owned()).at(file.span(range), ""))
    };
    let found: Vec<Diagnostic> = said.lines().filter_map(at).collect();
    match found.is_empty() {
        true => vec![Diagnostic::error("javac does not accept this").with_note(said.trim_end())],
        false => found,
    }
}

fn verifier_texts() -> Vec<(String, String)> {
    let folder = VERIFIER_PACKAGE.replace('.', "/");
    let packaged = format!("package {VERIFIER_PACKAGE};\n{VERIFIER}");
    vec![
        ("Verifier.java".to_owned(), VERIFIER.to_owned()),
        (format!("{folder}/Verifier.java"), packaged),
    ]
}

fn hash(texts: &[(String, String)]) -> u64 {
    let mut hasher = DefaultHasher::new();
    texts.hash(&mut hasher);
    hasher.finish()
}

/// Where compiled sources are kept.
fn cache_folder() -> Result<PathBuf> {
    let absolute =
        |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let general = || absolute("XDG_CACHE_HOME").or_else(|| Some(absolute("HOME")?.join(".cache")));
    let folder = absolute("TRACEHOUND_CACHE").or_else(|| Some(general()?.join("tracehound")));
    Ok(folder.context("neither XDG_CACHE_HOME nor HOME names a folder")?.join("java"))
}

/// The JDK that the environment names.
pub(crate) fn jdk() -> Result<PathBuf> {
    let named = std::env::var_os("JAVA_HOME").map(PathBuf::from);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    Ok(find_jdk(named.as_deref(), &folders)?)
}
