//! Where the classes of a Java program are: in folders, in jars, or in sources that are compiled
//! first.
//!
//! Sources are compiled into a folder of the user's cache that is named after everything that the
//! compiler reads, so the same program is compiled once.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use child::Ended;
use host::{cache, read};
use jvm_flow::FlowError;
use lang_jvm::{ClassPath, find_jdk, with_manifests};
use source::{Diagnostic, File, Files};
use tempfile::TempDir;

use super::inputs::{Inputs, package_root};
use super::tests::is_generated;

/// Options that `javac` is always given. Annotation processors would run code of the program.
pub(super) const JAVAC: [&str; 5] = ["-nowarn", "-Xlint:none", "-proc:none", "-encoding", "UTF-8"];
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
    /// Folders of classes that are not kept for later calls.
    scratch: RefCell<Vec<Arc<TempDir>>>,
}

/// Sources to be compiled, and what they need.
struct Job<'a> {
    sources: &'a [PathBuf],
    /// Where other sources of the same program are looked for.
    roots: &'a [PathBuf],
    /// Where classes are looked for.
    entries: &'a [PathBuf],
}

/// What came of compiling.
enum Compiled {
    /// A folder with classes; with its end, if it is not kept.
    Folder(PathBuf, Option<Arc<TempDir>>),
    /// What the compiler says.
    Rejected(String),
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
        stop: &dyn Fn() -> bool,
    ) -> Result<Classes, Refused> {
        let entries: Vec<PathBuf> = named.iter().flat_map(std::env::split_paths).collect();
        let name = std::env::join_paths(&entries).context("a folder has a colon in its name")?;
        let mut classes = Classes {
            name: name.to_string_lossy().into_owned(),
            jdk: jdk()?,
            entries: Vec::new(),
            sources: sources.to_vec(),
            scratch: RefCell::default(),
        };
        let mut to_compile = Vec::new();
        for entry in entries.into_iter().map(inside_of_project) {
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
        classes.entries = with_manifests(&classes.entries).map_err(anyhow::Error::from)?;
        if !to_compile.is_empty() {
            let compiled = classes.compile(&to_compile, files, stop)?;
            // What the user's sources say counts before what was compiled from them at other times.
            classes.entries.insert(0, compiled);
        }
        Ok(classes)
    }

    /// The class path; a class that asks for inputs gets ours if there is no `Verifier`.
    pub(super) fn path(&self, class: &str, stop: &dyn Fn() -> bool) -> Result<ClassPath> {
        let path = ClassPath::open(&self.jdk, &self.entries)?;
        let own = path.own_classes();
        let is_verifier = |name: &String| name.rsplit('/').next() == Some("Verifier");
        let bytes = path.class(&class.replace('.', "/"))?.map(|(bytes, _)| bytes);
        let asks = bytes.is_some_and(|bytes| bytes.windows(8).any(|text| text == b"Verifier"));
        if !asks || own.iter().any(is_verifier) {
            return Ok(path);
        }
        let ours = self.verifier(stop)?;
        let entries: Vec<PathBuf> = self.entries.iter().cloned().chain([ours]).collect();
        Ok(path.with_entries(&entries)?)
    }

    /// The folder with our `Verifier`, in both packages.
    fn verifier(&self, stop: &dyn Fn() -> bool) -> Result<PathBuf> {
        let draft = tempfile::tempdir().context("there is no room")?;
        let (mut inputs, mut sources) = (self.inputs(), Vec::new());
        for (name, text) in verifier_texts() {
            let path = draft.path().join(&name);
            let parent = path.parent().expect("it lies in a folder");
            std::fs::create_dir_all(parent).and_then(|()| std::fs::write(&path, &text))?;
            [name, text].iter().for_each(|part| inputs.add(part.as_bytes()));
            sources.push(path);
        }
        let job = Job { sources: &sources, roots: &[], entries: &[] };
        match self.compiled(&job, &|| Some(inputs.name()), stop)? {
            Compiled::Folder(folder, scratch) => {
                self.scratch.borrow_mut().extend(scratch);
                Ok(folder)
            }
            Compiled::Rejected(said) => bail!("the class Verifier cannot be compiled: {said}"),
        }
    }

    /// Compiles sources, if that was not done before. The folder with the classes.
    fn compile(
        &self,
        sources: &[PathBuf],
        files: &mut Files,
        stop: &dyn Fn() -> bool,
    ) -> Result<PathBuf, Refused> {
        let (mut own, mut roots): (Vec<File>, Vec<PathBuf>) = (Vec::new(), Vec::new());
        for path in sources {
            let text = read::source_text(path).map_err(anyhow::Error::msg)?;
            roots.extend(package_root(path, &text));
            own.push(files.add(&path.display().to_string(), &text));
        }
        roots.sort();
        roots.dedup();
        let asks = own.iter().any(|file| file.text().contains("Verifier"));
        let has_one = sources.iter().any(|path| path.ends_with("Verifier.java"));
        let helper = (asks && !has_one).then(|| self.verifier(stop)).transpose()?;
        let entries: Vec<PathBuf> = self.entries.iter().cloned().chain(helper).collect();
        let job = Job { sources, roots: &roots, entries: &entries };
        match self.compiled(&job, &|| self.inputs_of(&job), stop)? {
            Compiled::Folder(folder, scratch) => {
                self.scratch.borrow_mut().extend(scratch);
                Ok(folder)
            }
            Compiled::Rejected(said) => Err(Refused::Rejected(complaints(&said, &own))),
        }
    }

    /// What every compilation depends on: the compiler and its options.
    fn inputs(&self) -> Inputs {
        let mut inputs = Inputs::new();
        JAVAC.iter().for_each(|option| inputs.add(option.as_bytes()));
        inputs.add(self.jdk.as_os_str().as_encoded_bytes());
        inputs.add(&std::fs::read(self.jdk.join("release")).unwrap_or_default());
        let image = std::fs::metadata(self.jdk.join("lib/modules"));
        let changed = image.map(|image| (image.len(), image.modified().ok()));
        inputs.add(format!("{changed:?}").as_bytes());
        inputs
    }

    /// The name of all that `javac` may read; none if that cannot be known.
    fn inputs_of(&self, job: &Job<'_>) -> Option<String> {
        let mut inputs = self.inputs();
        job.sources.iter().try_for_each(|source| inputs.add_file(source))?;
        for root in job.roots {
            inputs.add(root.as_os_str().as_encoded_bytes());
            inputs.add_folder(root, "java")?;
        }
        for entry in job.entries {
            inputs.add(entry.as_os_str().as_encoded_bytes());
            match entry.is_dir() {
                true => inputs.add_folder(entry, "class")?,
                false => inputs.add_file(entry)?,
            }
        }
        Some(inputs.name())
    }

    /// Compiles, unless a folder is kept of the name that all inputs have. It is kept if they did not
    /// change meanwhile, and appears when it is complete.
    fn compiled(
        &self,
        job: &Job<'_>,
        name: &dyn Fn() -> Option<String>,
        stop: &dyn Fn() -> bool,
    ) -> Result<Compiled> {
        let cache = cache::folder()?.path.join("java");
        std::fs::create_dir_all(&cache)
            .with_context(|| format!("cannot make `{}`", cache.display()))?;
        let before = name();
        let kept = before.as_ref().map(|name| cache.join(format!("classes-{name}")));
        if let Some(folder) = kept.as_ref().filter(|folder| folder.is_dir()) {
            if is_sealed(folder) {
                return Ok(Compiled::Folder(folder.clone(), None));
            }
            // Whatever damaged it, what was compiled before is of no use any more.
            let _ = std::fs::remove_dir_all(folder);
        }
        let draft = tempfile::tempdir_in(&cache).context("there is no room")?;
        if let Some(said) = self.javac(job, draft.path(), stop)? {
            return Ok(Compiled::Rejected(said));
        }
        if let Some(folder) = kept.filter(|_| name() == before && seal(draft.path()).is_some()) {
            let made = draft.path().to_owned();
            if std::fs::rename(&made, &folder).is_ok() || folder.is_dir() {
                return Ok(Compiled::Folder(folder, None));
            }
        }
        Ok(Compiled::Folder(draft.path().to_owned(), Some(Arc::new(draft))))
    }

    /// Runs the compiler; what it says if it does not accept the sources.
    fn javac(
        &self,
        job: &Job<'_>,
        folder: &Path,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<String>> {
        // Nothing but what is named is searched: an empty list would be the working folder.
        let or_nothing = |paths: &[PathBuf]| match paths.is_empty() {
            true => Ok(folder.as_os_str().to_owned()),
            false => std::env::join_paths(paths),
        };
        let mut javac = Command::new(self.jdk.join("bin/javac"));
        javac.arg("-g").args(JAVAC).arg("-cp").arg(or_nothing(job.entries)?);
        javac.arg("-sourcepath").arg(or_nothing(job.roots)?);
        javac.arg("-d").arg(folder).args(job.sources.iter().map(|source| plain_argument(source)));
        let ended = child::run(&mut javac, stop).context(
            "sources have to be compiled, and there is no `javac`: install a JDK (on Debian: \
             `apt-get install default-jdk-headless`), or name folders or jars with classes",
        )?;
        match ended {
            Ended::Stopped => Err(FlowError::Interrupted.into()),
            Ended::Done(output) if output.status.success() => Ok(None),
            Ended::Done(output) => Ok(Some(String::from_utf8_lossy(&output.stderr).into_owned())),
        }
    }
}

/// A file as an argument that is taken for nothing else: `@a.java` would be a file of options, `-a.java`
/// an option.
pub(super) fn plain_argument(file: &Path) -> PathBuf {
    let is_special = matches!(file.as_os_str().as_encoded_bytes(), [b'@' | b'-', ..]);
    if is_special { Path::new(".").join(file) } else { file.to_owned() }
}

/// The name of the file that tells a folder of classes from one that was damaged since.
const SEAL: &str = "content";

/// Writes down what is in a folder of classes.
fn seal(folder: &Path) -> Option<()> {
    std::fs::write(folder.join(SEAL), content_of(folder)?).ok()
}

/// Whether a folder of classes is as it was when it was made.
fn is_sealed(folder: &Path) -> bool {
    let written = std::fs::read_to_string(folder.join(SEAL)).ok();
    written.is_some() && written == content_of(folder)
}

/// A name for the classes below a folder, wherever it is.
fn content_of(folder: &Path) -> Option<String> {
    let mut content = Inputs::new();
    for path in read::files_below(folder, &["class"]).ok()? {
        content.add(path.strip_prefix(folder).ok()?.as_os_str().as_encoded_bytes());
        content.add(&std::fs::read(&path).ok()?);
    }
    Some(content.name())
}

/// Where the program of a project is, if a folder is one of Maven or Gradle: in the classes that its build made,
/// or else in its sources without those of its tests. Other folders are what they are.
fn inside_of_project(entry: PathBuf) -> PathBuf {
    const BUILDS: [&str; 3] = ["pom.xml", "build.gradle", "build.gradle.kts"];
    const INSIDE: [&str; 3] = ["target/classes", "build/classes/java/main", "src/main/java"];
    if !BUILDS.iter().any(|build| entry.join(build).is_file()) {
        return entry;
    }
    let has_program = |folder: &PathBuf| {
        read::files_below(folder, &["class", "java"]).is_ok_and(|files| !files.is_empty())
    };
    INSIDE.iter().map(|inside| entry.join(inside)).find(has_program).unwrap_or(entry)
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

/// The JDK that the environment names.
pub(crate) fn jdk() -> Result<PathBuf> {
    let named = std::env::var_os("JAVA_HOME").map(PathBuf::from);
    Ok(find_jdk(named.as_deref(), &child::program_folders())?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_project_is_its_classes_or_its_sources_without_tests() {
        let folder = tempfile::tempdir().expect("there is room");
        let root = folder.path().to_owned();
        let write = |file: &str| {
            let path = root.join(file);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("there is room");
            std::fs::write(path, "").expect("there is room");
        };
        write("src/main/java/a/A.java");
        write("src/test/java/a/ATest.java");
        assert_eq!(inside_of_project(root.clone()), root);
        write("pom.xml");
        assert_eq!(inside_of_project(root.clone()), root.join("src/main/java"));
        write("target/classes/a/A.class");
        assert_eq!(inside_of_project(root.clone()), root.join("target/classes"));
    }
}
