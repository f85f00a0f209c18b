//! Which findings a project knows about or allows: by its baseline, by its file, and by comments
//! beside the code.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Result, anyhow};
use config::{AllowComment, AllowedCode, Baseline, KnownFinding, allow_comments, nearest};
use frontend::args::CheckArgs;
use host::{project, read};
use report::{
    Acceptance, Accepted, AcceptedBy, Finding, Place, Problem, ProblemKind, TargetReport,
};
use source::{Diagnostic, Files};

use crate::Project;

/// The usual name of the file of known findings.
pub const BASELINE: &str = "tracehound-baseline.toml";

/// All codes that findings can have.
pub type FindingCodes = fn() -> Vec<&'static str>;

/// What a call accepts.
pub struct Accepting {
    codes: FindingCodes,
    baseline: Baseline,
    allowed: Vec<AllowedCode>,
    project: Option<Project>,
    seen: Arc<Mutex<Seen>>,
}

/// How much a call has checked, which decides what it can say of findings that it has not met.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// Everything in the project.
    Project,
    /// Files as a whole.
    Files,
    /// Parts of files, or one question about them.
    Parts,
}

/// What was met on the way.
#[derive(Default)]
struct Seen {
    /// The comments of files, read once.
    comments: BTreeMap<String, Vec<AllowComment>>,
    /// The comments that allowed something: files and lines.
    used: BTreeSet<(String, usize)>,
    /// The known findings that were met: targets and ids.
    known: BTreeSet<(String, String)>,
}

/// The file of known findings of a call; none if it has none.
pub fn baseline_file(args: &CheckArgs, project: Option<&Project>) -> Option<PathBuf> {
    match &args.project.baseline {
        Some(given) if given.as_os_str() == "none" => None,
        Some(given) => Some(given.clone()),
        None => {
            let project = project?;
            let named = project.config.baseline.as_deref();
            let path = PathBuf::from(project.path(named.unwrap_or(BASELINE)));
            (named.is_some() || path.is_file()).then_some(path)
        }
    }
}

impl Accepting {
    /// What a call accepts in its project.
    ///
    /// # Errors
    ///
    /// If the baseline cannot be read.
    pub fn new(
        args: &CheckArgs,
        project: Option<&Project>,
        codes: FindingCodes,
    ) -> Result<Accepting> {
        let given = args.project.baseline.is_some();
        let baseline = match baseline_file(args, project) {
            // A project may name a file that is still to be written.
            Some(path) if given || path.is_file() => read_baseline(&path)?,
            _ => Baseline::default(),
        };
        let allowed = project.map(|project| project.config.allow.clone()).unwrap_or_default();
        Ok(Accepting { codes, baseline, allowed, project: project.cloned(), seen: Arc::default() })
    }

    /// The same without known findings, for who writes them down.
    #[must_use]
    pub fn without_baseline(self) -> Accepting {
        Accepting { baseline: Baseline::default(), ..self }
    }

    /// What decides, for a report.
    #[must_use]
    pub fn acceptance(self: &Arc<Accepting>) -> Acceptance {
        let accepting = Arc::clone(self);
        Acceptance::new(move |target| accepting.accept(target))
    }

    fn accept(&self, target: &mut TargetReport) {
        let title = title(target);
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if Path::new(&target.file).is_file() {
            seen.comments_of(&target.file);
        }
        for finding in &mut target.findings {
            finding.accepted = self.accepted(&title, finding, &mut seen);
        }
    }

    fn accepted(&self, title: &str, finding: &Finding, seen: &mut Seen) -> Option<Accepted> {
        if let Some(comment) = seen.comment_on(finding) {
            return Some(Accepted { by: AcceptedBy::Comment, reason: Some(comment.reason) });
        }
        let file = finding.place.as_ref().map(|place| Path::new(&place.file));
        let name = self.project.as_ref().zip(file).map(|(project, file)| project.name_of(file));
        let is_it = |allowed: &&AllowedCode| {
            allowed.code == finding.code && allowed.is_for(name.as_deref().unwrap_or_default())
        };
        if let Some(allowed) = self.allowed.iter().find(is_it) {
            let reason = Some(allowed.reason.clone());
            return Some(Accepted { by: AcceptedBy::ProjectFile, reason });
        }
        if !self.baseline.knows(&finding.id, &finding.code, title) {
            return None;
        }
        seen.known.insert((title.to_owned(), finding.id.clone()));
        Some(Accepted { by: AcceptedBy::Baseline, reason: None })
    }

    /// What there is to say at the end: comments that allow nothing, and, if everything was checked,
    /// known findings that are no more.
    pub fn remarks(&self, files: &mut Files, checked: Extent) -> Vec<Problem> {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let mut remarks = seen.idle_comments(files, &(self.codes)(), checked);
        for known in self.baseline.findings.iter().filter(|_| checked == Extent::Project) {
            let KnownFinding { id, target, .. } = known;
            if !seen.known.contains(&(target.clone(), id.clone())) {
                let message = format!("`{id}` of `{target}` is in the baseline and was not found");
                let help = "if it is repaired, `tracehound baseline write` takes it out";
                remarks.push(Problem::new(ProblemKind::Remark, message).with_help(help));
            }
        }
        remarks
    }
}

/// A target as baselines name it: by the path of its file in the project.
pub fn title(target: &TargetReport) -> String {
    format!("{}:{}", project::path_in_project(&target.file), target.name)
}

/// Reads a file of known findings.
fn read_baseline(path: &Path) -> Result<Baseline> {
    let text = read::text(path).map_err(|message| anyhow!(message))?;
    let mut files = Files::new();
    let file = files.add(&path.to_string_lossy(), &text);
    Baseline::read(&file).map_err(|fault| {
        let place = Place::new(&files, fault.labels[0].span);
        anyhow!("{place}: {}", fault.message)
    })
}

impl Seen {
    /// The comment with a reason that allows a finding.
    fn comment_on(&mut self, finding: &Finding) -> Option<AllowComment> {
        let broken = finding.broken.as_ref().map(|broken| &broken.place);
        for place in finding.place.iter().chain(broken) {
            let comments = self.comments_of(&place.file);
            let is_it = |comment: &&AllowComment| {
                let is_near = comment.line == place.line || comment.line + 1 == place.line;
                is_near && comment.code == finding.code && !comment.reason.is_empty()
            };
            if let Some(comment) = comments.iter().find(is_it).cloned() {
                self.used.insert((place.file.clone(), comment.line));
                return Some(comment);
            }
        }
        None
    }

    fn comments_of(&mut self, file: &str) -> &[AllowComment] {
        self.comments.entry(file.to_owned()).or_insert_with(|| {
            let text = read::text(Path::new(file)).unwrap_or_default();
            allow_comments(&text)
        })
    }

    /// Warnings about comments that allow nothing. Where only a part of a file was checked, what a comment
    /// allows may be in another one.
    fn idle_comments(&self, files: &mut Files, codes: &[&str], checked: Extent) -> Vec<Problem> {
        let mut warnings = Vec::new();
        let may_be_elsewhere = |comment: &AllowComment| {
            let is_sound = codes.contains(&comment.code.as_str()) && !comment.reason.is_empty();
            checked == Extent::Parts && is_sound
        };
        for (name, comments) in &self.comments {
            let idle = |comment: &&AllowComment| {
                !self.used.contains(&(name.clone(), comment.line)) && !may_be_elsewhere(comment)
            };
            for comment in comments.iter().filter(idle) {
                let known = files.iter().find(|file| file.name() == name).cloned();
                let file =
                    known.or_else(|| Some(files.add(name, &read::text(Path::new(name)).ok()?)));
                let Some(file) = file else { continue };
                let span = file.span(comment.range.clone());
                let fault = why_idle(comment, codes).at(span, "");
                warnings.push(Problem::from_diagnostic(files, &fault));
            }
        }
        warnings
    }
}

fn why_idle(comment: &AllowComment, codes: &[&str]) -> Diagnostic {
    let code = &comment.code;
    if !codes.contains(&code.as_str()) {
        let warning = Diagnostic::warning(format!("there is no code `{code}` to allow"));
        return match nearest(code, codes.iter().copied()) {
            Some(near) => warning.with_help(format!("did you mean `{near}`?")),
            None => warning,
        };
    }
    match comment.reason.is_empty() {
        true => Diagnostic::warning("a comment that allows a finding has to say why")
            .with_help(format!("write `tracehound: allow {code} REASON`")),
        false => {
            Diagnostic::warning(format!("this comment allows nothing: no {code} was found here"))
        }
    }
}
