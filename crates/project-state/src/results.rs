//! Answers that are kept: a file that has not changed is not explored again.
//!
//! An answer is kept with everything that was read to get it, as fingerprints: the files, those that
//! were looked for and not there, and the names in folders that were listed. It counts again only if
//! the same call, by the same program of ours, would read the same. Only answers that no time or
//! resource had a part in are kept: never one that is inconclusive, was cut off, or has doubts.
//!
//! Languages whose programs are read by others, such as GHC or javac, are not kept here: what those
//! read is not known to us.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use frontend::Language;
use frontend::args::{CheckArgs, Format, SearchArgs};
use host::read::{FileQuery, Print, Reads};
use host::{TOOL, Terminal, cache, output, read};
use report::{Answer, SourceText, TargetReport};
use serde::{Deserialize, Serialize};
use source::Files;

/// The answers of calls with some options.
pub struct Results {
    folder: PathBuf,
    /// What is part of every question: our own version, the folder of the call, the options.
    question: String,
}

/// What was found out about the targets of a file.
#[derive(Serialize, Deserialize)]
struct Kept {
    /// The question, in full: names of files are only short hashes of it.
    question: String,
    reads: Vec<(String, PathBuf, u64, u64)>,
    targets: Vec<TargetReport>,
    /// Files that the answers show and that come with us.
    sources: Vec<SourceText>,
}

/// An answer of an earlier call.
pub struct KnownResult {
    /// The reports, as they were.
    pub targets: Vec<TargetReport>,
    /// Files that come with us and that the reports show.
    pub sources: Vec<SourceText>,
}

impl Results {
    /// The answers to calls with these options; none if they are not to be kept.
    #[must_use]
    pub fn of(args: &CheckArgs, terminal: &Terminal) -> Option<Results> {
        if args.project.no_cache || terminal.verbose || has_effects(args) {
            return None;
        }
        let folder = cache::lasting_folder()?.join("results");
        let here = std::env::current_dir().ok()?;
        let question = format!("{TOOL}\n{}\n{}\n{}", ourselves()?, here.display(), options(args));
        Some(Results { folder, question })
    }

    /// Whether answers about programs of a language are kept.
    #[must_use]
    pub fn keeps(language: Language) -> bool {
        match language {
            Language::Toy | Language::Ml | Language::K | Language::Interp => true,
            Language::Haskell | Language::Java => false,
        }
    }

    /// The answer for what was named, if everything is as it was.
    #[must_use]
    pub fn find(&self, asked: &FileQuestion<'_>) -> Option<KnownResult> {
        let question = self.question_of(asked);
        let text = std::fs::read_to_string(self.path_of(&question)).ok()?;
        let kept: Kept = serde_json::from_str(&text).ok()?;
        let is_same = |(kind, path, one, other): &(String, PathBuf, u64, u64)| {
            asked_of(kind, path).is_some_and(|asked| asked.again() == Print(*one, *other))
        };
        if kept.question != question || kept.reads.is_empty() || !kept.reads.iter().all(is_same) {
            return None;
        }
        let mut targets = kept.targets;
        for target in &mut targets {
            target.cached = true;
            if let Some(proof) = &mut target.proof {
                proof.asked = asked.wants_proofs;
            }
        }
        Some(KnownResult { targets, sources: kept.sources })
    }

    /// What was found in a file when it was last explored, whatever has changed since.
    #[must_use]
    pub fn earlier(&self, asked: &FileQuestion<'_>) -> Vec<TargetReport> {
        let question = self.question_of(asked);
        let text = std::fs::read_to_string(self.path_of(&question)).unwrap_or_default();
        match serde_json::from_str::<Kept>(&text) {
            Ok(kept) if kept.question == question => kept.targets,
            Ok(_) | Err(_) => Vec::new(),
        }
    }

    /// Keeps answers, if they may be kept. What cannot be written is not kept.
    pub fn keep(
        &self,
        asked: &FileQuestion<'_>,
        reads: &Reads,
        targets: &[&TargetReport],
        files: &Files,
    ) {
        if reads.is_empty() || !targets.iter().all(|target| is_lasting(target)) {
            return;
        }
        // A file that changed while it was read says nothing about what was answered.
        if reads.iter().any(|(asked, print)| asked.again() != *print) {
            return;
        }
        let question = self.question_of(asked);
        let path = self.path_of(&question);
        let reads = reads.iter().map(|(asked, Print(one, other))| {
            let (kind, path) = named(asked);
            (kind, path.clone(), *one, *other)
        });
        let targets: Vec<TargetReport> = targets
            .iter()
            .map(|target| TargetReport { cached: false, ..(*target).clone() })
            .map(without_acceptance)
            .collect();
        let sources = shown_from_us(&targets, files);
        let kept = Kept { question, reads: reads.collect(), targets, sources };
        let Ok(text) = serde_json::to_string(&kept) else { return };
        let _ = std::fs::create_dir_all(&self.folder)
            .map_err(anyhow::Error::from)
            .and_then(|()| output::to_file(&path, &text));
    }

    fn question_of(&self, asked: &FileQuestion<'_>) -> String {
        let FileQuestion { path, name, language, .. } = asked;
        format!("{}\n{}\n{name:?}\n{language:?}", self.question, path.display())
    }

    fn path_of(&self, question: &str) -> PathBuf {
        let Print(one, other) = Print::of(question.as_bytes());
        self.folder.join(format!("{one:016x}{other:016x}.json"))
    }
}

/// What is asked of one file.
pub struct FileQuestion<'a> {
    /// The file.
    pub path: &'a Path,
    /// What of it was named.
    pub name: Option<&'a str>,
    /// Its language.
    pub language: Language,
    /// Whether the user asked for proofs, and so is shown them.
    pub wants_proofs: bool,
}

/// Whether an answer will be the same next time.
fn is_lasting(target: &TargetReport) -> bool {
    let decided = match target.answer {
        Answer::Violation | Answer::WeakSpec | Answer::Proved => true,
        Answer::Holds | Answer::HoldsWithinBounds => true,
        Answer::Vacuous | Answer::Inconclusive => false,
    };
    decided && target.limits.is_empty() && target.doubts.is_empty()
}

/// What is accepted is decided anew in each call.
fn without_acceptance(mut target: TargetReport) -> TargetReport {
    target.findings.iter_mut().for_each(|finding| finding.accepted = None);
    target
}

/// Whether a call does more than to answer, or measures something.
fn has_effects(args: &CheckArgs) -> bool {
    let shown = &args.shown;
    let mut formats = shown.reports.iter().map(|(format, _)| *format).chain([shown.format]);
    shown.proof.is_some()
        || shown.wants_exploration()
        || args.java.tests.is_some()
        || args.solving.dump_smt.is_some()
        || args.solving.audit.is_some()
        || formats.any(|format| format == Format::Markdown)
}

/// The options that answers depend on. The number of threads is none of them.
fn options(args: &CheckArgs) -> String {
    let mut text = String::new();
    let CheckArgs { spec, k, budget, search, solving, trust, shown, .. } = args;
    let search = SearchArgs { jobs: 1, ..search.clone() };
    let _ = write!(text, "{spec:?} {k:?} {budget:?} {search:?} {solving:?} {trust:?}");
    let _ = write!(text, " {:?} {:?}", shown.max_findings, args.wanted.lang);
    text
}

/// What tells one build of ours from another.
fn ourselves() -> Option<String> {
    let data = std::env::current_exe().ok()?.metadata().ok()?;
    let changed = data.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    Some(format!("{} {}", data.len(), changed.as_nanos()))
}

/// The files that answers show and that are nowhere on the disk.
fn shown_from_us(targets: &[TargetReport], files: &Files) -> Vec<SourceText> {
    let findings = targets.iter().flat_map(|target| &target.findings);
    let doubts = targets.iter().flat_map(|target| &target.doubts);
    let places = findings.flat_map(|finding| finding.places().collect::<Vec<_>>());
    let places = places.chain(doubts.filter_map(|doubt| doubt.place.as_ref()));
    let mut sources: Vec<SourceText> = Vec::new();
    for place in places.filter(|place| !Path::new(&place.file).exists()) {
        let file = files.iter().find(|file| file.name() == place.file);
        let is_new = !sources.iter().any(|known| known.file == place.file);
        sources.extend(file.filter(|_| is_new).map(|file| SourceText {
            file: place.file.clone(),
            path: None,
            text: file.text().to_owned(),
        }));
    }
    sources
}

/// Adds the files that kept answers show, as they were then and are now.
pub fn add_shown(files: &mut Files, known: &KnownResult) {
    let findings = || known.targets.iter().flat_map(|target| &target.findings);
    let names = findings().flat_map(|finding| finding.places().map(|place| place.file.clone()));
    for name in names.collect::<std::collections::BTreeSet<String>>() {
        if files.iter().any(|file| file.name() == name) {
            continue;
        }
        let kept = known.sources.iter().find(|source| source.file == name);
        let text = kept.map(|source| source.text.clone());
        if let Some(text) = text.or_else(|| read::text(Path::new(&name)).ok()) {
            files.add(&name, &text);
        }
    }
}

pub(crate) fn named(asked: &FileQuery) -> (String, &PathBuf) {
    match asked {
        FileQuery::Content(path) => ("content".to_owned(), path),
        FileQuery::Entries(path, endings) => (format!("entries {}", endings.join(" ")), path),
        FileQuery::File(path) => ("file".to_owned(), path),
    }
}

pub(crate) fn asked_of(kind: &str, path: &Path) -> Option<FileQuery> {
    match kind {
        "content" => Some(FileQuery::Content(path.to_owned())),
        "file" => Some(FileQuery::File(path.to_owned())),
        kind => {
            let endings = kind.strip_prefix("entries")?.split_whitespace().map(str::to_owned);
            Some(FileQuery::Entries(path.to_owned(), endings.collect()))
        }
    }
}
