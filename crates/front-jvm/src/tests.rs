//! Tests of violations, in Java.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use child::shell_word;
use frontend::{RegressionTest, TestFramework};
use host::output;
use jvm_srv::{CallAgain, Harness, Shows, Written, generate};
use lang_jvm::parse::{ClassFile, Flags};
use report::{Finding, TargetReport};
use term::Pool;

use super::Question;
use super::classes::{Classes, plain_argument};
use super::saved::values;

/// The first line of every test that we write, by which we know them.
const MARK: &str = "// A violation, kept as a test by tracehound";
/// The file of the class that watches calls.
pub(crate) const WATCH_FILE: &str = "TracehoundWatch.java";
/// Where Debian keeps JUnit 5.
const JUNIT: [&str; 8] = [
    "junit-platform-console.jar",
    "junit-jupiter-api.jar",
    "junit-jupiter-engine.jar",
    "junit-platform-commons.jar",
    "junit-platform-engine.jar",
    "junit-platform-launcher.jar",
    "junit-platform-reporting.jar",
    "opentest4j.jar",
];
/// What these need besides.
const JUNIT_NEEDS: [&str; 3] = ["apiguardian-api.jar", "picocli.jar", "univocity-parsers.jar"];

/// Whether a text is that of a test which we wrote, or of the class that such tests need.
pub(crate) fn is_generated(text: &str) -> bool {
    text.starts_with(MARK) || text.starts_with("// Watches calls for the tests that tracehound")
}

/// A test with the class that it needs.
pub(super) struct JavaTest {
    written: Written,
    framework: TestFramework,
    /// The sources that the user named, to be compiled with the test.
    sources: Vec<PathBuf>,
    /// Folders and jars with classes.
    entries: Vec<PathBuf>,
}

/// The test of a finding, for which the question was asked again.
pub(super) fn test(
    classes: &Classes,
    question: &Question,
    finding: &Finding,
    framework: TestFramework,
) -> Result<JavaTest> {
    let entry = &question.entry;
    if ![&entry.class, &entry.method].into_iter().all(|name| is_java_name(name)) {
        bail!("`{}#{}` cannot be named in Java", entry.class, entry.method);
    }
    let pool = Pool::new();
    let values: Vec<_> = values(&pool, finding)?.into_iter().map(|(_, value)| value).collect();
    let property = finding.property.as_ref().map(|property| property.name.as_str());
    let property = property.unwrap_or_default();
    let known = question.properties.typestate.iter().find(|known| known.name == property);
    let shows = match known {
        Some(known) => Shows::Broken(known),
        None => Shows::Throws(thrown_class(property)?),
    };
    let descriptor = question.subject.member().descriptor;
    let call = CallAgain {
        entry: &question.entry,
        descriptor: &descriptor,
        is_static: question.subject.is_static(),
        is_visible: is_visible(question)?,
        values: &values,
    };
    let harness = match framework {
        TestFramework::Junit5 => Harness::JUnit,
        TestFramework::Plain | TestFramework::Alcotest | TestFramework::Hunit => Harness::Main,
    };
    let mark = format!("{MARK}: {}.", comment(&finding.message));
    let written = generate(&pool, &call, shows, harness, &class_name(&finding.id), &mark);
    let entries = std::env::split_paths(&classes.name);
    let (sources, entries) = entries.partition(|entry| !classes.entries.contains(entry));
    Ok(JavaTest { written, framework, sources, entries })
}

/// The class of `java.lang.ArithmeticException is thrown`; that of a failed assertion otherwise.
fn thrown_class(what: &str) -> Result<&str> {
    let class = what.strip_suffix(" is thrown").unwrap_or("java.lang.AssertionError");
    match is_java_name(class) {
        true => Ok(class),
        false => bail!("the exception `{class}` cannot be named in Java"),
    }
}

/// Whether a text is a name with its package, so that it can stand in a program: reports and class files
/// may come from anywhere.
fn is_java_name(text: &str) -> bool {
    let is_plain = |char: char| char.is_alphanumeric() || "._$".contains(char);
    !text.is_empty() && text.chars().all(is_plain)
}

/// A text in a comment of one line. Java reads escapes there, too.
fn comment(text: &str) -> String {
    text.chars().map(|char| if char.is_control() || char == '\\' { ' ' } else { char }).collect()
}

/// Whether a class of the same package can call the method.
fn is_visible(question: &Question) -> Result<bool> {
    let member = question.subject.member();
    let class =
        question.path.class(&member.class)?.and_then(|(bytes, _)| ClassFile::parse(&bytes).ok());
    let private = class.is_none_or(|class| {
        class.methods.iter().any(|method| {
            let is_own = method.name == member.name && method.descriptor == member.descriptor;
            let is_new = &*method.name == "<init>" && &*method.descriptor == "()V";
            (is_own || is_new && !question.subject.is_static()) && method.flags.has(Flags::PRIVATE)
        })
    });
    Ok(!private && !question.entry.class.contains('$'))
}

/// Writes a program and a test for each finding into a folder.
pub(super) fn write_all(
    classes: &Classes,
    question: &Question,
    report: &TargetReport,
    folder: &Path,
) -> Result<()> {
    std::fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder `{}`", folder.display()))?;
    for finding in &report.findings {
        for (framework, end) in [(TestFramework::Plain, ""), (TestFramework::Junit5, "Junit")] {
            let id = format!("{}{end}", finding.id);
            let renamed = Finding { id: id.clone(), ..finding.clone() };
            for (name, text) in test(classes, question, &renamed, framework)?.files(&id) {
                output::to_file(&folder.join(name), &text)?;
            }
        }
    }
    Ok(())
}

impl JavaTest {
    /// The class to be run.
    pub(super) fn class(&self) -> &str {
        &self.written.class
    }
}

impl RegressionTest for JavaTest {
    fn files(&self, id: &str) -> Vec<(String, String)> {
        let watch = (WATCH_FILE.to_owned(), typestate::WATCH.to_owned());
        let test = (format!("{}.java", class_name(id)), self.written.text.clone());
        self.written.watches.then_some(watch).into_iter().chain([test]).collect()
    }

    fn commands(&self, id: &str, _program: &str, test: &str) -> Vec<String> {
        let test = if test.is_empty() { "." } else { test };
        let out = format!("{test}/out");
        let shown = |path: &PathBuf| shell_word(&plain_argument(path).to_string_lossy());
        let mut path: Vec<String> = self.entries.iter().map(shown).collect();
        if self.framework == TestFramework::Junit5 {
            let jars = JUNIT.iter().chain(&JUNIT_NEEDS);
            path.extend(jars.map(|jar| format!("/usr/share/java/{jar}")));
        }
        let mut sources: Vec<String> =
            self.files(id).iter().map(|(name, _)| format!("{test}/{name}")).collect();
        for source in &self.sources {
            match source.is_dir() {
                true => sources.push(format!("$(find {} -name '*.java')", shown(source))),
                false => sources.push(shown(source)),
            }
        }
        let javac =
            format!("javac -nowarn -cp {} -d {out} {}", class_path(&path), sources.join(" "));
        path.insert(0, out);
        let (path, class) = (class_path(&path), &self.written.class);
        let java = match self.framework {
            TestFramework::Junit5 => format!(
                "java -ea -cp {path} org.junit.platform.console.ConsoleLauncher --select-class {class}"
            ),
            TestFramework::Plain | TestFramework::Alcotest | TestFramework::Hunit => {
                format!("java -ea -cp {path} {class}")
            }
        };
        vec![javac, java]
    }
}

/// Words of a shell as a class path. One without entries is a word, too, so that its option keeps
/// its value.
fn class_path(entries: &[String]) -> String {
    if entries.is_empty() { shell_word("") } else { entries.join(":") }
}

/// The class of a test: letters and digits alone.
fn class_name(id: &str) -> String {
    let plain: String = id.chars().filter(char::is_ascii_alphanumeric).collect();
    format!("Test{plain}")
}
