//! Checkpoints: a long check that was ended goes on where it was.
//!
//! A checkpoint is a folder with the question, as a shard of one, and the report of each target that was
//! explored to its end, each in a file of its own. A file appears whole or not at all, so whatever ends the
//! call, only the targets that were at work are explored again.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use host::{TOOL, output};
use report::{Report, ReportBuilder, ShardText, ShardedTarget, TargetReport, TargetSaver};

use crate::merge::{NamedReport, merge};
use crate::shard::ShardFile;

/// The file with the question.
const QUESTION: &str = "shard-1-of-1.json";

/// The shard of what is explored now, and that of what was explored before.
const NOW: usize = 1;
const BEFORE: usize = 2;

/// A checkpoint that a call writes to.
pub struct Checkpoint {
    folder: PathBuf,
    /// The question, with a shard for what is known and one for the rest.
    shard: ShardText,
    /// What is known.
    done: Vec<TargetReport>,
}

impl Checkpoint {
    /// Begins a checkpoint in a folder, or goes on with the one that is there.
    ///
    /// # Errors
    ///
    /// If there is one already and it is not to be resumed, or is that of another question.
    pub fn open(folder: &Path, question: &ShardFile, resumes: bool) -> Result<Checkpoint> {
        let (path, name) = (folder.join(QUESTION), folder.display());
        if !path.exists() {
            std::fs::create_dir_all(folder).with_context(|| format!("cannot make `{name}`"))?;
            question.write(folder)?;
        } else if !resumes {
            bail!(
                "there is a checkpoint in `{name}`\n  = help: --resume goes on with it; another folder, or an \
                 empty one, begins anew"
            );
        } else {
            let known = ShardFile::read(&path)?;
            known.expect_unchanged()?;
            if known != *question {
                bail!(
                    "the checkpoint in `{name}` is about another question\n  = help: it was begun by `tracehound {}`",
                    known.words.join(" ")
                );
            }
        }
        let mut shard = ShardText { count: BEFORE, ..question.shard.clone() };
        let mut done = Vec::new();
        for (number, target) in shard.targets.iter_mut().enumerate() {
            let reports = read_reports(&path_of(folder, number), target);
            target.shard = if reports.is_empty() { NOW } else { BEFORE };
            done.extend(reports);
        }
        Ok(Checkpoint { folder: folder.to_owned(), shard, done })
    }

    /// Which targets are left.
    #[must_use]
    pub fn left(&self) -> ShardText {
        self.shard.clone()
    }

    /// How many targets are known.
    #[must_use]
    pub fn known(&self) -> usize {
        self.done.len()
    }

    /// Writes reports to the folder as soon as they are there.
    #[must_use]
    pub fn saver(&self) -> TargetSaver {
        let (folder, targets) = (self.folder.clone(), self.shard.targets.clone());
        TargetSaver(Arc::new(move |report| {
            let Some(number) = targets.iter().position(|target| target.is_of(report)) else {
                return;
            };
            if !is_explored(report) {
                return;
            }
            let path = path_of(&folder, number);
            let mut reports = read_reports(&path, &targets[number]);
            reports.push(report.clone());
            // A target that cannot be written is explored again, which is all that is lost.
            if let Ok(text) = serde_json::to_string(&reports) {
                let _ = output::to_file(&path, &text);
            }
        }))
    }

    /// The whole report: what was known and what was explored now, in the order of the question.
    ///
    /// # Errors
    ///
    /// If they do not go together.
    pub fn complete(
        self,
        now: Report,
        builder: &mut ReportBuilder,
        unchecked: &dyn Fn(&ShardedTarget, String) -> TargetReport,
    ) -> Result<()> {
        let mut known = ReportBuilder::new();
        self.done.into_iter().for_each(|report| known.target(report));
        let before = Report {
            shard: Some(ShardText { number: BEFORE, ..self.shard.clone() }),
            ..known.finish(TOOL)
        };
        let now = Report { shard: Some(self.shard), ..now };
        let named = |name: &str, report| NamedReport { name: name.to_owned(), report: Ok(report) };
        let reports = vec![named("this call", now), named("the checkpoint", before)];
        merge(reports, None, builder, unchecked)
    }
}

fn path_of(folder: &Path, number: usize) -> PathBuf {
    folder.join(format!("target-{}.json", number + 1))
}

/// The reports on a target that are kept. What cannot be read is not there.
fn read_reports(path: &Path, target: &ShardedTarget) -> Vec<TargetReport> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let reports: Vec<TargetReport> = serde_json::from_str(&text).unwrap_or_default();
    if reports.iter().all(|report| target.is_of(report)) { reports } else { Vec::new() }
}

/// Whether another call would come no further with a target than this one.
fn is_explored(report: &TargetReport) -> bool {
    let of_this_call = ["interrupted", "time", "memory"];
    !report.limits.iter().any(|limit| of_this_call.contains(&limit.kind.as_str()))
}
