//! Looking at a document: its targets first, then what a check says of them.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use frontend::Language;
use host::{project, read};
use report::{Envelope, ListAnswer, Problem, ProblemKind, Report, SpecFaults, Tone};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::allow::Comments;
use crate::call::{Stop, Tool, Unanswered};
use crate::mirror::Mirror;

/// What a document is to us.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Subject {
    /// A program that has targets, with the arguments that are part of every question about it.
    Program(Option<Language>, Vec<String>),
    /// Targets that nothing but a spec of the user's choice could be checked of.
    Goals,
    /// A trace spec.
    Spec,
}

impl Subject {
    /// What a file is, by its ending and the definitions that the user names for endings.
    pub(crate) fn of_file(path: &Path, definitions: &[(String, PathBuf)]) -> Option<Subject> {
        let ending = path.extension()?.to_str()?;
        if let Some((_, definition)) = definitions.iter().find(|(known, _)| known == ending) {
            let args = vec!["--def".to_owned(), definition.to_string_lossy().into_owned()];
            return Some(Subject::Program(None, args));
        }
        if ending == "trace" {
            return Some(Subject::Spec);
        }
        match Language::of_file(path)? {
            Language::Interp => Some(Subject::Goals),
            // A definition of a language is no program, and classes are no text.
            Language::K => None,
            Language::Java if ending != "java" => None,
            language => Some(Subject::Program(Some(language), Vec::new())),
        }
    }

    /// Whether the answer may depend on other files of the project.
    pub(crate) fn has_imports(&self) -> bool {
        match self {
            Subject::Program(language, _) => *language != Some(Language::Toy),
            Subject::Goals | Subject::Spec => false,
        }
    }

    /// How comments are written.
    pub(crate) fn comments(&self) -> Option<Comments> {
        match self {
            Subject::Program(Some(Language::Toy | Language::Java), _) => Some(Comments::SLASHES),
            Subject::Program(Some(Language::Ml), _) => Some(Comments::OCAML),
            Subject::Program(Some(Language::Haskell), _) => Some(Comments::HASKELL),
            Subject::Program(Some(Language::K | Language::Interp) | None, _) => None,
            Subject::Goals | Subject::Spec => None,
        }
    }

    /// Whether findings can be kept as tests.
    pub(crate) fn has_tests(&self) -> bool {
        match self {
            Subject::Program(Some(language), _) => language.entry().verbs.contains(&"test"),
            // Programs of languages that are defined in K.
            Subject::Program(None, _) => true,
            Subject::Goals | Subject::Spec => false,
        }
    }
}

/// How far a look goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Depth {
    /// Names targets and says what cannot be read.
    List,
    /// Checks these targets, or all.
    Check(Option<String>),
}

/// One look at a document.
pub(crate) struct Look {
    pub(crate) binary: PathBuf,
    pub(crate) subject: Subject,
    pub(crate) file: PathBuf,
    pub(crate) depth: Depth,
    /// Arguments of `check` that the user wants.
    pub(crate) arguments: Vec<String>,
    /// All texts of the editor that are not saved.
    pub(crate) texts: Vec<(PathBuf, String)>,
    pub(crate) stop: Stop,
}

/// What becomes known of a document.
#[derive(Debug)]
pub(crate) enum News {
    /// Its targets.
    Listed(ListAnswer),
    /// How far the check is.
    Progress(String),
    /// What a check said, and how long it took.
    Checked(Box<Report>, Duration),
    /// Faults of a spec.
    Faults(Vec<Problem>),
    /// Nothing more comes.
    Over(Result<(), Unanswered>),
}

impl Look {
    /// Looks, and hands on what becomes known.
    pub(crate) fn look(&self, tell: &(impl Fn(News) + Clone + Send + 'static)) {
        let done = self.try_look(tell);
        tell(News::Over(done));
    }

    fn try_look(&self, tell: &(impl Fn(News) + Clone + Send + 'static)) -> Result<(), Unanswered> {
        let root = project::root_of(&self.file);
        let texts: Vec<_> =
            self.texts.iter().filter(|(path, _)| path.starts_with(&root)).cloned().collect();
        let mirror = (!texts.is_empty()).then(|| Mirror::new(&root, &texts)).transpose();
        let mirror = mirror.map_err(|error| {
            Unanswered::Failed(format!(
                "unsaved texts cannot be written to a scratch folder: {error}"
            ))
        })?;
        let site = match &mirror {
            Some(mirror) => Site {
                tool: Tool {
                    state: Some(mirror.state()),
                    ..Tool::in_folder(&self.binary, mirror.copy())
                },
                file: mirror.path_of(&self.file),
                mirror: Some(mirror),
            },
            None => Site {
                tool: Tool::in_folder(&self.binary, &root),
                file: self.file.clone(),
                mirror: None,
            },
        };
        match &self.subject {
            Subject::Spec => tell(News::Faults(site.faults(&self.stop)?)),
            Subject::Goals => tell(News::Listed(site.listed(&[], &self.stop)?)),
            Subject::Program(_, args) => self.look_at_program(&site, args, tell)?,
        }
        Ok(())
    }

    fn look_at_program(
        &self,
        site: &Site<'_>,
        args: &[String],
        tell: &(impl Fn(News) + Clone + Send + 'static),
    ) -> Result<(), Unanswered> {
        let listed = site.listed(args, &self.stop)?;
        let is_bad = |problem: &Problem| problem.kind != ProblemKind::Remark;
        let is_unusable = listed.problems.iter().any(is_bad);
        tell(News::Listed(listed));
        let Depth::Check(wanted) = &self.depth else { return Ok(()) };
        if is_unusable {
            return Ok(());
        }
        let started = Instant::now();
        let args = [args, &self.arguments].concat();
        let report = site.checked(wanted.as_deref(), &args, &self.stop, tell)?;
        tell(News::Checked(Box::new(report), started.elapsed()));
        Ok(())
    }
}

/// Where a look is made: in the project or in a mirror of it.
struct Site<'a> {
    tool: Tool,
    file: PathBuf,
    mirror: Option<&'a Mirror>,
}

impl Site<'_> {
    fn file_name(&self) -> String {
        self.file.to_string_lossy().into_owned()
    }

    fn listed(&self, args: &[String], stop: &Stop) -> Result<ListAnswer, Unanswered> {
        let words = ["list", "--format", "json"].map(str::to_owned);
        let args = [&words[..], &[self.file_name()], args].concat();
        let said = self.tool.call(&args, stop)?;
        let answer = self.read(&said.stdout).ok_or_else(|| said.failure())?;
        let listed: Envelope<ListAnswer> = answer;
        Ok(listed.answer)
    }

    fn checked(
        &self,
        wanted: Option<&str>,
        args: &[String],
        stop: &Stop,
        tell: &(impl Fn(News) + Clone + Send + 'static),
    ) -> Result<Report, Unanswered> {
        let scratch = tempfile::tempdir()
            .map_err(|error| Unanswered::Failed(format!("there is no scratch folder: {error}")))?;
        let target = match wanted.and_then(|title| title.rsplit_once(&*self.separator())) {
            Some((_, name)) => format!("{}:{name}", self.file_name()),
            None => self.file_name(),
        };
        let words = ["check", "--format", "jsonl", "--save-run"].map(str::to_owned);
        let folder = scratch.path().to_string_lossy().into_owned();
        let args = [&words[..], &[folder, target], args].concat();
        let tell = tell.clone();
        let said = self.tool.call_with_lines(&args, stop, move |line| {
            if let Some(progress) = progress_of(line) {
                tell(News::Progress(progress));
            }
        })?;
        let text = read::text(&scratch.path().join("run.json")).map_err(|_| said.failure())?;
        self.read(&text).ok_or_else(|| said.failure())
    }

    /// What stands in a title between the file and the name of a target.
    fn separator(&self) -> String {
        let name = self.file.file_name().unwrap_or_default().to_string_lossy();
        format!("{name}:")
    }

    fn faults(&self, stop: &Stop) -> Result<Vec<Problem>, Unanswered> {
        let words = ["spec", "check", "--format", "json"].map(str::to_owned);
        let said = self.tool.call(&[&words[..], &[self.file_name()]].concat(), stop)?;
        let answer: Option<Envelope<SpecFaults>> = self.read(&said.stdout);
        match answer {
            Some(answer) => {
                let SpecFaults { mut faults, undecided, limit } = answer.answer;
                faults.extend(undecided);
                faults.extend(limit.map(|limit| Problem::new(ProblemKind::Stopped, limit.message)));
                Ok(faults)
            }
            // What cannot be read is only said to people.
            None if !said.stderr.trim().is_empty() => {
                let mut text = Value::String(said.stderr);
                self.mirror.inspect(|mirror| mirror.restore(&mut text));
                let text = text.as_str().unwrap_or_default().trim();
                let text = text.strip_prefix("error: ").unwrap_or(text);
                let problem = Problem::new(ProblemKind::BadInput, text);
                Ok(vec![Problem { tone: Tone::Error, ..problem }])
            }
            None => Err(said.failure()),
        }
    }

    /// An answer as it would be without a mirror.
    fn read<T: DeserializeOwned>(&self, text: &str) -> Option<T> {
        let mut value: Value = serde_json::from_str(text).ok()?;
        self.mirror.inspect(|mirror| mirror.restore(&mut value));
        serde_json::from_value(value).ok()
    }
}

/// What a line of JSON Lines says about how far a check is.
fn progress_of(line: &str) -> Option<String> {
    let line: Value = serde_json::from_str(line).ok()?;
    let target = line["target"].as_str()?;
    let name = target.rsplit_once(':').map_or(target, |(_, name)| name);
    match line["event"].as_str()? {
        "progress" => Some(format!("{name}: {} paths", line["paths"])),
        "target-done" => Some(format!("{name}: {}", line["answer"].as_str()?)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn subject(name: &str) -> Option<Subject> {
        Subject::of_file(Path::new(name), &[("imp".to_owned(), PathBuf::from("/imp.k"))])
    }

    #[test]
    fn files_are_known_by_their_endings() {
        assert!(matches!(subject("a.toy"), Some(Subject::Program(Some(Language::Toy), _))));
        assert!(matches!(subject("a.lhs"), Some(Subject::Program(Some(Language::Haskell), _))));
        assert!(matches!(subject("A.java"), Some(Subject::Program(Some(Language::Java), _))));
        assert_eq!(subject("a.goal"), Some(Subject::Goals));
        assert_eq!(subject("a.trace"), Some(Subject::Spec));
        let definition = vec!["--def".to_owned(), "/imp.k".to_owned()];
        assert_eq!(subject("a.imp"), Some(Subject::Program(None, definition)));
        for name in ["a.jar", "A.class", "a.k", "a.txt", "none"] {
            assert_eq!(subject(name), None, "{name}");
        }
    }

    #[test]
    fn lines_say_how_far_a_check_is() {
        let line = r#"{"event":"progress","target":"/a b.toy:main","paths":7}"#;
        assert_eq!(progress_of(line).as_deref(), Some("main: 7 paths"));
        let line = r#"{"event":"target-done","target":"x:main","answer":"holds"}"#;
        assert_eq!(progress_of(line).as_deref(), Some("main: holds"));
        assert_eq!(progress_of("{]"), None);
    }
}
